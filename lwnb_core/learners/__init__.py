"""One class per learner, its model, and the table that finds a learner by its name."""
