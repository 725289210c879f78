"""Questions about one instance: what if a value were different, and what does the answer depend on."""
