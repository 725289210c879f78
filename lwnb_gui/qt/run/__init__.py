"""Work that takes time: tasks in threads, and runs with progress, pause and stop."""
