"""The menu Help: what F1 says of a panel, and the guide."""
