"""One module a panel of the place Explore."""
