"""The texts and drawings of results: one module per view (`view.py`), listed in `every.py`."""
