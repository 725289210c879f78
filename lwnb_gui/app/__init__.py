"""What the user has chosen, without how it is drawn: query, display, history. No Qt in here."""
