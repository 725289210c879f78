"""Everything that faces a person: the views, and window, terminal, notebook and files that show them."""
