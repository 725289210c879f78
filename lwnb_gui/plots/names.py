"""Names out of a file inside a sentence."""

from __future__ import annotations

from lwnb_gui.commands.text import shown

LONGEST = 36


def brief(text: str) -> str:
    """A name that cannot fill a sentence: controls made visible, cut at the end where it is very long."""
    clean = shown(text)
    return clean if len(clean) <= LONGEST else clean[: LONGEST - 1].rstrip() + "…"
