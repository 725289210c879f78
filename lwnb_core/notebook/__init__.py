"""How data, explanations and results are displayed in a notebook: plain HTML, without scripts or pictures."""
