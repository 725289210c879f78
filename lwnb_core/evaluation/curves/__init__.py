"""Accuracy at every k: choosing and ordering the test rows, collecting counts, and the results."""
