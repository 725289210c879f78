"""How results show themselves in a notebook: plain HTML, without scripts, that is escaped and bounded."""
