"""The page Data: what was read, which of it is used, and which rows are tested."""
