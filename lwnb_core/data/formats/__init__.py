"""Opening files: the table of formats, the readers of typed tables, archives, packed files and OpenML."""
