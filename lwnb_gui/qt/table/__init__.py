"""The one table of rows, of which only the visible cells are computed."""
