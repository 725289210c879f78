"""The tables and figures of the paper, computed and as printed."""
