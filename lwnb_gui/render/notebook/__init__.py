"""The display of results in a notebook: plain HTML without scripts, escaped and limited in size."""
