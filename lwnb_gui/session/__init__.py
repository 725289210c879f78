"""A session: the value, its file, and the data that belong to it. No Qt in here."""
