"""Experiments: data sets × learners on the same folds, their results and how they are compared."""
