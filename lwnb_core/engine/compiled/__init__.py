"""The compiled loops, one module per form of the method, and how they are compiled and cached."""
