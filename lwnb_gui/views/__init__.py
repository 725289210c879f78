"""What is said and drawn of a result: one module a view (`view.py`), listed in `every.py`."""
