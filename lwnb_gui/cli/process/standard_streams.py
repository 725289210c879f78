"""What a terminal can show."""

from __future__ import annotations

import codecs
import logging
import sys

from lwnb_gui.text import MINUS

_PLAIN = {"…": ".", "–": "-", MINUS: "-", "×": "x", "·": "|", "◂": "<", "′": "'", "█": "#"}


def replace_unwritable_characters() -> None:
    """Where the terminal cannot write a sign, write the plain one of the same width instead of failing."""
    codecs.register_error("lwnb-plain", _plain)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="lwnb-plain")


def keep_engine_quiet() -> None:
    """What the engine tells those who use it as a library, such as that it is being compiled, is not printed:
    commands and window have progress of their own.
    """
    logging.getLogger("lwnb_core").addHandler(logging.NullHandler())


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(_PLAIN.get(c, "?") for c in error.object[error.start : error.end]), error.end
