"""Broken files of every kind for the readers; `python -m benchmarks.fuzz` begins with ARFF and CSV."""
