"""Learners over k: the curves, predictions drawn by hand, the rows behind them, and their stability."""
