"""How a data set was read, for code that has to read it again: scripts, reports, sessions, recent files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from lwnb_core.data.attribute import Attribute

if TYPE_CHECKING:
    from lwnb_core.data.csv.dialect import CsvDialect


@dataclass(frozen=True)
class Reading:
    """The options with which a file was read, and the resulting header; nothing for data made by a program.

    `Dataset.reading` keeps it through every later change of kinds and class, so that these changes are the
    differences between the data and this header; the file itself is `Dataset.source`.

    Attributes
    ----------
    options
        Arguments of `lw.load`, besides the path; several names are a tuple.
    attributes
        The attributes of the file with the kinds that the reader gave them.
    class_name
        The class that the reader chose; empty for none.
    dialect
        Separator, decimal mark, encoding … of a CSV file, as they were given or detected; None for any other.
    text
        The ARFF that was read, of data that are in no file of their own, such as those inside a session.
    """

    options: Mapping[str, Any] = field(default_factory=dict)
    attributes: tuple[Attribute, ...] = ()
    class_name: str = ""
    dialect: CsvDialect | None = None
    text: str = field(default="", repr=False)


def given_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that are not left to their defaults, as values that can be compared."""
    return {name: _frozen(value) for name, value in options.items() if value is not None}


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, Iterable) and not isinstance(value, str) else value
