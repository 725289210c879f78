"""An experiment as a value: its plan, its run, its table and its file. No Qt in here."""
