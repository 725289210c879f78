"""How a data set was read, for code that has to read it again: scripts, reports, sessions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lwnb_core.data.attribute import Attribute

if TYPE_CHECKING:
    from lwnb_core.data.csv.dialect import CsvDialect


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
    dialect
        Separator, decimal mark, encoding … of a CSV file, as they were given or detected; None for any other.
    """

    options: Mapping[str, Any]
    attributes: tuple[Attribute, ...]
    class_name: str
    dialect: CsvDialect | None = None
