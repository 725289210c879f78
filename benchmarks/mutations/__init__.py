"""Single faults that are put into the code; the tests must notice each of them."""
