"""Names, numbers and classes as text: what the sentences of all views are made of."""
