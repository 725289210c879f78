"""The map: rows by two attributes, by two components or around the instance, and what is said of them."""
