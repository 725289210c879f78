"""The window: how long its frames and its start take, and how much code a step runs."""
