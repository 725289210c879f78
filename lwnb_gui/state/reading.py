"""How open data were read, for whoever has to read them again: scripts, reports, sessions. No Qt in here.

A data set knows its file, but not the options of the CSV reader nor which kinds and class were chosen after
reading. They are noted here by the data's origin, which survives every later change.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from lwnb_core import Attribute, Dataset


@dataclass(frozen=True)
class Reading:
    """Options of the reader that are not its defaults, and the header that came out of it."""

    options: Mapping[str, Any] = field(default_factory=dict)
    attributes: tuple[Attribute, ...] = ()
    class_name: str = ""


_known: dict[str, Reading] = {}
_MOST = 200  # data sets remembered; an experiment opens many


def note_reading(data: Dataset, options: Mapping[str, Any] | None = None) -> Dataset:
    """Remember how these data, just read, were read. The data."""
    name = "" if data.class_index is None else data.attributes[data.class_index].name
    given = {key: value for key, value in (options or {}).items() if value is not None}
    while len(_known) >= _MOST:
        _known.pop(next(iter(_known)))
    _known[data.origin] = Reading(given, data.attributes, name)
    return data


def reading_of(data: Dataset) -> Reading | None:
    """How the data were read; None where nobody has noted it."""
    return _known.get(data.origin)
