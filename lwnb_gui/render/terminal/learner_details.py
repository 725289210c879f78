"""The details of other learners: parents, rules, trees."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from lwnb_gui.render.terminal.console import Screen, table
from lwnb_gui.text import MISSING, fixed, number, printable

if TYPE_CHECKING:
    from lwnb_core import Explanation

_MOST_LINES = 12
_LONGEST = 300


def show_details(screen: Screen, explanation: Explanation, full: bool) -> None:
    """Show lists of records as separate tables, and everything else as one line each."""
    said = {key: value for key, value in explanation.details.items() if key != "votes"}
    lines = {key: value for key, value in said.items() if not _records(value)}
    if lines:
        screen.heading("Details")
        rows = table("what", "~value")
        for key, value in lines.items():
            rows.add_row(printable(key), _text(value))
        screen.print(rows)
    for key, value in said.items():
        if _records(value):
            _table(screen, key, [_flat(record) for record in value], full)


def _records(value: Any) -> bool:
    return isinstance(value, Sequence) and bool(value) and all(isinstance(v, Mapping) for v in value)


def _table(screen: Screen, title: str, records: list[dict[str, Any]], full: bool) -> None:
    screen.heading(printable(title).capitalize())
    keys = list(dict.fromkeys(key for record in records for key in record))
    numeric = {key for key in keys if all(_is_number(record.get(key)) for record in records)}
    rows = table(*(f"{'>' if key in numeric else _kind(records, key)}{printable(key)}" for key in keys))
    most = len(records) if full else _MOST_LINES
    for record in records[:most]:
        rows.add_row(*(_text(record.get(key)) for key in keys))
    screen.print(rows)
    if most < len(records):
        screen.hint(f"{most} of {len(records)} (--full shows all)")


def _kind(records: list[dict[str, Any]], key: str) -> str:
    """Return the kind of a column: sentences wrap, names are cut."""
    return "~" if any(" " in _text(record.get(key)) for record in records) else ""


def _flat(record: Mapping[str, Any]) -> dict[str, Any]:
    """Turn a mapping inside a record, such as a posterior, into a column for each of its keys."""
    flat: dict[str, Any] = {}
    for key, value in record.items():
        flat |= dict(value) if isinstance(value, Mapping) else {key: value}
    return flat


def _is_number(value: Any) -> bool:
    return value is None or (isinstance(value, int | float) and not isinstance(value, bool))


def _text(value: Any) -> str:
    if value is None:
        return MISSING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return number(value) if value == int(value) else fixed(value, 3)
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return printable(text if len(text) <= _LONGEST else f"{text[:_LONGEST]} … (--json)")
