"""Writing Python scripts line by line. Everything from a data file is written with `repr`, and only so."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from lwnb_core import __version__
from lwnb_gui.text import printable

if TYPE_CHECKING:
    from lwnb_gui.app.query import Query

_WIDTH = 100


@dataclass
class Script:
    """Imports and lines; `text` joins them.

    Attributes
    ----------
    instances, row, changes
        The instance that is explained: the name of its data in the script, its row, and its changed values.
    """

    about: str
    imports: set[str] = field(default_factory=lambda: {"import lwnb_core as lw"})
    lines: list[str] = field(default_factory=list)
    instances: str = "data"
    row: int = 0
    changes: Mapping[str, float | str | None] = field(default_factory=dict)

    def use(self, *imports: str) -> None:
        """Add `from lwnb_gui import figures` or the like; several imports from one module are merged."""
        self.imports |= set(imports)

    def add(self, *lines: str) -> None:
        self.lines += lines

    def of_instance(self, function: str, *given: str, **named: str) -> str:
        """Return a call about the instance: `function(given, instances, row=…, named=…, changes=…)`."""
        changes = {"changes": literal(self.changes)} if self.changes else {}
        return call(function, *given, self.instances, row=str(self.row), **named, **changes)

    def figure(self, call: str, name: str) -> None:
        """Draw with a function of `lwnb_gui.figures` into a file next to the script."""
        self.use("from lwnb_gui import figures")
        self.add(f"figure = figures.{call}", f"figures.save(figure, {name!r})")

    @property
    def text(self) -> str:
        head = [f"# {comment(self.about)}", f"# Written by LWNB Explorer {__version__}."]
        body = "\n".join(self.lines)
        return "\n".join([*head, "", *_sorted_imports(self.imports), "", body]) + "\n"


def comment(text: str) -> str:
    """Return a text that stays in its comment."""
    return printable(text).encode("utf-8", "backslashreplace").decode("utf-8")


def literal(value: Any) -> str:
    """Return a value as Python source, over several lines if it is long; never a name or a call."""
    if isinstance(value, Mapping):
        return _spread("{", [f"{literal(k)}: {literal(v)}" for k, v in value.items()], "}")
    if isinstance(value, tuple | list | set | frozenset):
        parts = [literal(v) for v in (sorted(value) if isinstance(value, set | frozenset) else value)]
        return _spread("[", parts, "]")
    if isinstance(value, bool) or value is None:
        return repr(value)
    if isinstance(value, int | float) and not math.isfinite(value):
        return f'float("{float(value)}")'
    if isinstance(value, float):
        return repr(float(value))  # not NumPy's, which has another name
    if isinstance(value, int):
        return repr(int(value))
    if isinstance(value, str):
        return ascii(value) if any(0xD800 <= ord(sign) < 0xE000 for sign in value) else repr(value)
    raise TypeError(f"{type(value).__name__} cannot be written into a script")


def call(name: str, *given: str, **named: str) -> str:
    """Return a call, over several lines if it is long. `given` and `named` are already Python."""
    return f"{name}{_spread('(', [*given, *(f'{key}={value}' for key, value in named.items())], ')')}"


def every_test_row(script: Script, query: Query) -> tuple[str, str, str]:
    """Write the true classes of all test rows, the data in use, and the calls to fit and predict."""
    used = "used" if query.unused else "data"
    rows = "" if query.training_rows is None else ", training"
    tested = "" if len(query.rows_to_test) == len(query.instances) else ", tested"
    if tested:
        script.add("tested = sorted(tested.tolist())")
    script.add(f"true = lw.align({script.instances}, {used}).class_codes" + ("[tested]" if tested else ""))
    return used, f"fit({used}{rows})", f"predict({script.instances}{tested}, leave_out=True)"


def _spread(opening: str, parts: Sequence[str], closing: str) -> str:
    line = opening + ", ".join(parts) + closing
    if len(line) <= _WIDTH - 20 and "\n" not in line:
        return line
    indented = [part.replace("\n", "\n    ") for part in parts]
    return "\n".join([opening, *(f"    {part}," for part in indented), closing])


def _sorted_imports(imports: set[str]) -> list[str]:
    """Sort imports: whole modules first; names of one module in one line."""
    named: dict[str, set[str]] = {}
    whole = []
    for line in imports:
        if line.startswith("from "):
            module, _, names = line.removeprefix("from ").partition(" import ")
            named.setdefault(module, set()).update(name.strip() for name in names.split(","))
        else:
            whole.append(line)
    listed = [f"from {module} import {', '.join(sorted(names))}" for module, names in sorted(named.items())]
    third = sorted(line for line in whole if "lwnb" not in line)
    own = sorted(line for line in whole if "lwnb" in line)
    return [*third, *([""] if third else []), *own, *listed]
