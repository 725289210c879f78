"""Results in the terminal: tables that fit, progress, and the views as text."""
