"""How the results of the commands look in a terminal. Nothing is computed here."""
