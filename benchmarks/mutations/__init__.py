"""Single faults in the code, each of which the tests must notice."""
