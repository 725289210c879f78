"""The method for many k and many rows at once: compiled where that is possible, plain numpy otherwise."""
