"""Adapting output to what a terminal can show."""

from __future__ import annotations

import codecs
import logging
import sys

from lwnb_gui.text import MINUS

_PLAIN = {"…": ".", "–": "-", MINUS: "-", "×": "x", "·": "|", "◂": "<", "′": "'", "█": "#"}


def replace_unwritable_characters() -> None:
    """Replace characters that the terminal cannot write by plain ones of the same width."""
    codecs.register_error("lwnb-plain", _plain)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="lwnb-plain")


def keep_engine_quiet() -> None:
    """Suppress what the engine tells users of the library, such as that it is being compiled.

    Commands and window have progress of their own.
    """
    logging.getLogger("lwnb_core").addHandler(logging.NullHandler())


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(_PLAIN.get(c, "?") for c in error.object[error.start : error.end]), error.end
