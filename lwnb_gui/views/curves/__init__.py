"""Learners over k: the curves, what was drawn of them by hand, the rows behind them, and their stability."""
