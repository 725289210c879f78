"""How good learners are: folds, cross-validation, measures, significance, curves over k, experiments."""
