"""What the user has chosen, without how it is displayed: query, view, history. No Qt in here."""
