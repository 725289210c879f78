"""A session: the value, the file it is saved in, and the data that belong to it. No Qt in here."""
