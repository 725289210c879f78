"""How data, answers and results show themselves in a notebook: plain HTML, without scripts or pictures."""
