"""Discretisation by minimum description length, in front of any learner."""
