"""The window: the only place that imports PySide6."""
