"""The menu Help: the texts of F1, and the guide."""
