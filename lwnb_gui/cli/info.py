"""`lwnb info`: the content of a data file."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from lwnb_gui.cli.options.common import File, Json, ReadingOptions, spread_options
from lwnb_gui.cli.options.source import STDIN, open_data
from lwnb_gui.cli.process.error_reports import guarded
from lwnb_gui.render.terminal.console import Screen, print_json, table
from lwnb_gui.render.terminal.fitted_tables import Bar
from lwnb_gui.text import column_list, count, fixed, number, printable

if TYPE_CHECKING:
    from lwnb_core import Dataset


@dataclass(frozen=True)
class AttributeSummary:
    """One attribute in numbers: `low` to `sd` if numeric, `values` with their counts if nominal."""

    name: str
    kind: str
    is_class: bool
    missing: int
    distinct: int
    low: float | None = None
    mean: float | None = None
    high: float | None = None
    sd: float | None = None
    values: tuple[tuple[str, int], ...] = ()
    note: str = ""
    """Why it may not be meant for learning; see `lwnb_core.data.column_notes`."""

    def to_dict(self) -> dict[str, Any]:
        plain: dict[str, Any] = {
            "name": self.name,
            "kind": self.kind,
            "class": self.is_class,
            "missing": self.missing,
            "distinct": self.distinct,
        }
        if self.kind == "numeric":
            plain |= {"min": self.low, "mean": self.mean, "max": self.high, "sd": self.sd}
        if self.kind == "nominal":
            plain["values"] = dict(self.values)
        if self.note:
            plain["note"] = self.note
        return plain


@guarded
@spread_options
def info(
    file: File,
    *,
    full: Annotated[
        bool,
        typer.Option("--full", help="List every attribute, and read the rows of a Parquet file, too."),
    ] = False,
    reading: ReadingOptions,
    json: Json = False,
) -> None:
    """Show what is in a data file: attributes, classes, missing values, repairs."""
    from lwnb_gui.cli.parquet_facts import quick_facts

    if not full and reading == ReadingOptions() and quick_facts(file, json=json):
        return
    data = open_data(file, reading, says_repairs=True)
    attributes = [summary(data, j) for j in range(len(data.attributes))]
    if json:
        print_json(_document(data, attributes))
        return
    show_info(data, attributes, full=full)


def summary(data: Dataset, j: int) -> AttributeSummary:
    """Count and measure one attribute."""
    import numpy as np

    from lwnb_core.data.column_notes import column_note
    from lwnb_gui.views.wording.numbers import without_rounding

    attribute, column = data.attributes[j], data.column(j)
    absent = data.missing(j)
    present = column[~absent]
    common: dict[str, Any] = {
        "name": attribute.name,
        "kind": attribute.kind,
        "is_class": j == data.class_index,
        "missing": int(np.count_nonzero(absent)),
        "note": column_note(data, j),
    }
    if attribute.is_nominal:
        counts = np.bincount(present, minlength=len(attribute.values)).tolist()
        values = tuple(zip(attribute.values, counts, strict=True))
        return AttributeSummary(**common, distinct=sum(n > 0 for n in counts), values=values)
    distinct = len(set(present.tolist()))
    finite = present[np.isfinite(present)] if attribute.is_numeric else present[:0]
    if len(finite) == 0:
        return AttributeSummary(**common, distinct=distinct)
    return AttributeSummary(
        **common,
        distinct=distinct,
        low=float(finite.min()),
        mean=without_rounding(float(finite.mean()), float(np.ptp(finite))),
        high=float(finite.max()),
        sd=float(finite.std(ddof=1)) if len(finite) > 1 else 0.0,
    )


def _document(data: Dataset, attributes: list[AttributeSummary]) -> dict[str, Any]:
    return {
        "file": data.source or STDIN,
        "name": data.name,
        "relation": data.relation,
        "rows": len(data),
        "class": None if data.class_index is None else data.class_attribute.name,
        "weighted": data.has_weights,
        "attributes": [attribute.to_dict() for attribute in attributes],
        "repairs": [{"text": repair.text, "line": repair.line} for repair in data.repairs],
    }


# -- for people -------------------------------------------------------------------------------------


_MOST_ATTRIBUTES = 100  # of each kind
_MOST_VALUES = 4
_MOST_CLASSES = 30


def show_info(data: Dataset, attributes: Sequence[AttributeSummary], *, full: bool = False) -> None:
    """Show title, attributes, classes and repairs."""
    screen = Screen()
    parts = [count(len(data), "row"), count(len(attributes), "attribute")]
    if data.has_weights:
        parts.append("instance weights")
    screen.print(Text(printable(data.name), style="bold"), Text(" · ".join(parts)), sep="  ")
    if data.relation != data.name:
        screen.hint(f"relation {printable(data.relation)}")
    most = len(attributes) if full else _MOST_ATTRIBUTES
    _numeric(screen, data, attributes, most)
    _nominal(screen, data, attributes, most)
    _text(screen, data, attributes, most)
    _classes(screen, data, attributes)
    _notes(screen, attributes)
    screen.repairs(data.repairs)


def _numeric(screen: Screen, data: Dataset, attributes: Sequence[AttributeSummary], most: int) -> None:
    chosen = [(i, a) for i, a in enumerate(attributes, start=1) if a.kind == "numeric"]
    if not chosen:
        return
    screen.heading("Numeric attributes")
    decimals = _decimals([a for _, a in chosen])
    rows = table(">#", "name", ">missing", ">distinct", ">min", ">mean", ">max", ">sd")
    for i, a in chosen[:most]:
        numbers = [_number(value, decimals) for value in (a.low, a.mean, a.high, a.sd)]
        rows.add_row(f"{i}", printable(a.name), _percent(a.missing, len(data)), f"{a.distinct}", *numbers)
    screen.print(rows)
    _say_how_many_more(screen, len(chosen) - most)


def _nominal(screen: Screen, data: Dataset, attributes: Sequence[AttributeSummary], most: int) -> None:
    chosen = [(i, a) for i, a in enumerate(attributes, start=1) if a.kind == "nominal" and not a.is_class]
    if not chosen:
        return
    screen.heading("Nominal attributes")
    rows = table(">#", "name", ">missing", ">used", "~values")
    for i, a in chosen[:most]:
        used = f"{a.distinct} of {len(a.values)}"
        rows.add_row(f"{i}", printable(a.name), _percent(a.missing, len(data)), used, _values(a))
    screen.print(rows)
    _say_how_many_more(screen, len(chosen) - most)


def _text(screen: Screen, data: Dataset, attributes: Sequence[AttributeSummary], most: int) -> None:
    chosen = [(i, a) for i, a in enumerate(attributes, start=1) if a.kind == "string"]
    if not chosen:
        return
    screen.heading("Text attributes", "shown, but not used for learning")
    rows = table(">#", "name", ">missing", ">distinct")
    for i, a in chosen[:most]:
        rows.add_row(f"{i}", printable(a.name), _percent(a.missing, len(data)), f"{a.distinct}")
    screen.print(rows)
    _say_how_many_more(screen, len(chosen) - most)


def _say_how_many_more(screen: Screen, more: int) -> None:
    if more > 0:
        screen.hint(f"and {count(more, 'more attribute')} (--full lists all)")


def _classes(screen: Screen, data: Dataset, attributes: Sequence[AttributeSummary]) -> None:
    chosen = next((a for a in attributes if a.is_class), None)
    if chosen is None:
        from lwnb_core.remedies import Remedy
        from lwnb_gui.app.remedies import on_command_line

        screen.heading("No class")
        screen.hint(f"No attribute is nominal. {on_command_line(Remedy('choose_class'))}")
        return
    screen.heading("Class", printable(chosen.name))
    most = max((n for _, n in chosen.values), default=0)
    rows = table("value", ">rows", ">share", "#")
    for value, n in chosen.values[:_MOST_CLASSES]:
        rows.add_row(printable(value), f"{n}", _percent(n, len(data)), Bar(n / most if most else 0))
    if chosen.missing:
        rows.add_row(
            Text("missing", style="italic"), f"{chosen.missing}", _percent(chosen.missing, len(data))
        )
    screen.print(rows)
    if len(chosen.values) > _MOST_CLASSES:
        screen.hint(f"and {len(chosen.values) - _MOST_CLASSES} more values (--json lists them all)")


def _notes(screen: Screen, attributes: Sequence[AttributeSummary]) -> None:
    """Show which attributes may not be meant for learning, and the options that leave them out."""
    noted = [a for a in attributes if a.note]
    if not noted:
        return
    screen.heading("Not for learning?")
    for a in noted:
        screen.say(f" · {printable(a.name)}: {a.note}" + (" (the class)" if a.is_class else ""))
    names = [a.name for a in noted if not a.is_class]
    if names:
        option = f"--ignore {shlex.quote(column_list(names))}"
        screen.hint(f"They are used for learning. To leave them out: {option}")


def _values(attribute: AttributeSummary) -> str:
    names = [printable(value) for value, _ in attribute.values]
    more = f" … and {len(names) - _MOST_VALUES} more" if len(names) > _MOST_VALUES else ""
    return ", ".join(names[:_MOST_VALUES]) + more


def _decimals(attributes: Sequence[AttributeSummary]) -> int | None:
    """Return constant decimals for the column if the scales allow it; None for four digits each."""
    numeric = [a for a in attributes if a.low is not None and a.high is not None]
    largest = max((max(abs(a.low or 0), abs(a.high or 0)) for a in numeric), default=0)
    narrowest = min(((a.high or 0) - (a.low or 0) for a in numeric if a.high != a.low), default=1)
    return 2 if largest < 1e5 and narrowest >= 0.1 else None


def _number(value: float | None, decimals: int | None) -> str:
    if value is None:
        return ""
    return number(float(f"{value:.4g}")) if decimals is None else fixed(value, decimals)


def _percent(part: int, whole: int) -> str:
    return f"{fixed(100 * part / whole, 1)} %" if part and whole else "–"
