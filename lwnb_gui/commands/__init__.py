"""The commands of `lwnb`: one module each, which computes; how it looks is in `views`."""
