"""One column's name and kind."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, get_args

from lwnb_core.arguments import TEXT, TEXTS, short, wrong_kind
from lwnb_core.errors import SettingsError

Kind = Literal["numeric", "nominal", "string"]


@dataclass(frozen=True)
class Attribute:
    """A column of a data set.

    Nominal attributes carry their declared values in declared order, used or not: the Laplace estimate
    counts every one of them. Strings are kept for display and not used for learning.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> size = lw.Attribute.numeric("size")
    >>> colour = lw.Attribute.nominal("colour", ("red", "green"))
    >>> size.is_numeric, colour.is_nominal, colour.codes
    (True, True, {'red': 0, 'green': 1})
    >>> lw.Attribute.string("note").kind
    'string'
    """

    name: str
    kind: Kind
    values: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not TEXT.fits(self.kind) or self.kind not in get_args(Kind):
            raise SettingsError(f"no kind {short(self.kind)}", hint=f"Kinds: {', '.join(get_args(Kind))}.")
        if not TEXT.fits(self.name):
            raise wrong_kind("name", self.name, TEXT)
        if not TEXTS.fits(self.values):
            raise wrong_kind("values", self.values, TEXTS)
        object.__setattr__(self, "values", tuple(self.values))

    @classmethod
    def numeric(cls, name: str) -> Attribute:
        return cls(name, "numeric")

    @classmethod
    def nominal(cls, name: str, values: tuple[str, ...]) -> Attribute:
        return cls(name, "nominal", values)

    @classmethod
    def string(cls, name: str) -> Attribute:
        return cls(name, "string")

    @property
    def is_numeric(self) -> bool:
        return self.kind == "numeric"

    @property
    def is_nominal(self) -> bool:
        return self.kind == "nominal"

    @cached_property
    def codes(self) -> dict[str, int]:
        """The code of each value."""
        return {value: code for code, value in enumerate(self.values)}


@dataclass(frozen=True)
class Repair:
    """Something that the reader repaired or left out, to be shown to the user.

    Examples
    --------
    >>> from pathlib import Path
    >>> import lwnb_core as lw
    >>> _ = Path("people.csv").write_bytes("name,likes\\nJosé,tea\\nAnn,coffee\\n".encode("latin-1"))
    >>> for repair in lw.load("people.csv").repairs:
    ...     print(repair)
    line 2: the file is not UTF-8; read as Latin-1 (Western European)
    """

    text: str
    line: int | None = None

    def __str__(self) -> str:
        return f"line {self.line}: {self.text}" if self.line is not None else self.text
