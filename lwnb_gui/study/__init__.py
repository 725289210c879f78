"""A study of k: what is computed, its run, its result, and the rows behind the curves. No Qt in here."""
