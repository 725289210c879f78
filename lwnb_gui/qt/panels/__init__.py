"""One module a panel of the page Explore."""
