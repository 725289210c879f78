"""The page Explore and its panels, one module per view that has controls of its own."""
