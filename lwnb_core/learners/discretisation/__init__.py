"""Discretisation in front of any learner, by minimum description length."""
