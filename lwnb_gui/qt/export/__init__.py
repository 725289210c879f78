"""Exports from the window: the menu of every panel, the clipboard, files, reports."""
