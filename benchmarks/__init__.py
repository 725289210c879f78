"""Benchmarks: `python -m benchmarks [--quick] [--only NAME] [--json OUT]`."""
