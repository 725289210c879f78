"""Small widgets that several parts of the window use."""
