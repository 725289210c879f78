"""The results of an experiment: data sets down, learners across, and how the learners compare."""
