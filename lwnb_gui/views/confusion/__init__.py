"""Confusion: true against predicted classes, a matrix for each learner."""
