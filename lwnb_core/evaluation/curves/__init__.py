"""Accuracy at every k: which rows are tested, in which order, what is counted and what comes of it."""
