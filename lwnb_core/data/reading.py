"""How a data set was read, for code that has to read it again: scripts, reports, sessions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lwnb_core.data.attribute import Attribute


@dataclass(frozen=True)
class Reading:
    """The options with which a file was read, and the resulting header.

    `Dataset.reading` keeps it through every later change of kinds and class.

    Attributes
    ----------
    options
        Arguments of `lw.load`, besides the path.
    attributes
        The attributes of the file with the kinds that the reader gave them.
    class_name
        The class that the reader chose; empty for none.
    """

    options: Mapping[str, Any]
    attributes: tuple[Attribute, ...]
    class_name: str
