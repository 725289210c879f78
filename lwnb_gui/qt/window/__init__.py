"""The main window: its bars, actions, pages, theme, and opening files."""
