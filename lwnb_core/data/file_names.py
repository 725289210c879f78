"""Short names of data sets, from the names of their files."""

from __future__ import annotations

import re

from lwnb_core.data.formats.file_formats import DATA_SUFFIXES, FORMATS
from lwnb_core.data.formats.packing import PACKING_SUFFIXES

_OF_SEVERAL_TABLES = "|".join(map(re.escape, (".zip", *FORMATS["excel"].suffixes)))
_BEFORE_PART = re.compile(rf"^.*(?:{_OF_SEVERAL_TABLES})(?:\.\w+)?#(?:.*/)?", re.IGNORECASE)


def without_suffix(name: str) -> str:
    """Remove only suffixes that name a file format: `balance.scale.arff` is called `balance.scale`.

    For a part of a file (`book.xlsx#Sheet2`), only the part's name is kept.
    """
    name = _BEFORE_PART.sub("", name)
    for suffixes in (PACKING_SUFFIXES, DATA_SUFFIXES):
        suffix = next((s for s in suffixes if name.lower().endswith(s) and len(name) > len(s)), "")
        name = name.removesuffix(name[len(name) - len(suffix) :])
    return name
