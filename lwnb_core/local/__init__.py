"""The method in readable form: distance, neighbourhood, weights, naive Bayes, explanation."""
