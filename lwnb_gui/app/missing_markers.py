"""The texts in a CSV file that mean a missing value: the usual ones, and those that the user adds."""

from __future__ import annotations

import re
from collections.abc import Iterable

from lwnb_core.data import DEFAULT_MISSING

USUAL = tuple(marker for marker in DEFAULT_MISSING if marker)
"""The usual markers, without the empty cell, which is always missing."""

# A marker is in quotes, which may still be open while one types (doubled quotes stand for one), or ends at a
# blank.
_TYPED = re.compile(r"""\s*(?:"((?:[^"]|"")*)(?:"|$)|'((?:[^']|'')*)(?:'|$)|(\S+))""")


def with_usual(added: Iterable[str], *, usual: bool = True) -> tuple[str, ...] | None:
    """Return the option `missing` of the CSV reader; None if it does not differ from its default.

    Without the `usual` ones only the empty cell and what is added are missing.
    """
    known = DEFAULT_MISSING if usual else ("",)
    markers = tuple(dict.fromkeys([*known, *(marker.strip(" \t") for marker in added)]))  # as cells are
    return None if markers == DEFAULT_MISSING else markers


def parse_markers(text: str) -> tuple[str, ...]:
    """Parse markers that are separated by blanks; one that contains blanks is quoted."""
    markers = []
    for match in _TYPED.finditer(text.rstrip()):
        double, single, bare = match.groups()
        if double is not None:
            markers.append(double.replace('""', '"'))
        elif single is not None:
            markers.append(single.replace("''", "'"))
        else:
            markers.append(bare)
    return tuple(dict.fromkeys(marker for marker in markers if marker))


def marker_text(marker: str) -> str:
    """Return a marker as one types it."""
    plain = not re.search(r"\s", marker) and marker[:1] not in ('"', "'")
    return marker if plain else '"' + marker.replace('"', '""') + '"'
