"""The page Experiment: data sets × learners, and the paper's tables and figures beside the printed ones."""
