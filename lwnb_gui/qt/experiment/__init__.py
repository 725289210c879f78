"""The page Experiment: data sets × learners, and the paper's tables and figures next to the printed ones."""
