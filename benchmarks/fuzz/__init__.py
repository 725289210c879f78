"""Broken files of every kind for the readers; `python -m benchmarks.fuzz` tests ARFF and CSV."""
