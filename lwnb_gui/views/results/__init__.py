"""The results of an experiment: data sets as rows, learners as columns, and comparisons of the learners."""
