"""What the user has chosen, and nothing of how it is shown: query, view, history. No Qt in here."""
