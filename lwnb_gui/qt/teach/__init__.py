"""Teaching in the window: steps, guesses, lectures, and the sessions that keep a screen."""
