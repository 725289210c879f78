"""The page Curves: learners over every k, and the rows behind the curves."""
