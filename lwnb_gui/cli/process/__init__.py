"""The command as a process: its start, its streams, Ctrl+C, and errors as a person reads them."""
