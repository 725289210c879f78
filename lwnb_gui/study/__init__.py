"""A study of k: its definition, run and result, and the rows behind the curves. No Qt in here."""
