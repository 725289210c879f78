"""The page Data: what was read, what of it is used, and which rows are tested."""
