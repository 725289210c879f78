"""The command as a process: its start, its streams, Ctrl+C, and readable errors."""
