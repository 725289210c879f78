"""Everything that leaves the program: figures, tables, scripts, reports, live pages, notebooks, the terminal.

A panel of the window returns plain values (`FigureView`, `TextTable`, a script, a `Report`); every format is
made from those, for the window as for the command line. Text out of a data file is escaped for the format it
goes into. No Qt in here.
"""
