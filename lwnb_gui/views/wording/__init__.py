"""Names, numbers and classes as text, from which the sentences of all views are built."""
