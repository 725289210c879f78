"""One explanation: the tables and sentences of all views that have some."""

from __future__ import annotations

from lwnb_core.local.explanation import Explanation
from lwnb_core.one_line import learner_with_k
from lwnb_gui.class_colours import class_colour
from lwnb_gui.export.notebook import html
from lwnb_gui.export.notebook.text import class_texts, escaped, name
from lwnb_gui.views.every import answer_first
from lwnb_gui.views.tables import TableCell, TableColumn, ViewTable
from lwnb_gui.views.view import Subject

_FOR, _AGAINST = "var(--lwnb-accent)", "color-mix(in srgb,currentColor 55%,transparent)"


def explanation_html(answer: Explanation) -> str:
    """What the views say, the answer first, and how the instance was explained."""
    about = Subject(answer, first_row=0)
    headline, parts = "", []
    for view in answer_first():
        # The sentences of what is only drawn belong to the drawing.
        reading = view.read(about) if view.is_of_explanation and view.has_tables else None
        if reading is not None:
            sentences = list(view.sentences(reading))
            if view.is_answer:
                headline = sentences.pop(0)
            parts += [table_html(table) for table in view.tables(reading)]
            parts.append(html.notes(sentences))
    return html.box(escaped(headline), html.note(_about(answer)), *parts, html.notes(answer.notes))


def table_html(table: ViewTable) -> str:
    """A table of a view, each bar before its number."""
    has_bar = [any(row[i].bar is not None for row in table.rows) for i in range(len(table.columns))]
    titles: list[str] = []
    numeric: list[int] = []
    for column, bar in zip(table.columns, has_bar, strict=True):
        titles += [escaped(column.title), *([""] if bar else [])]
        if column.numeric:
            numeric.append(len(titles) - 1)
    rows = []
    for row in table.rows:
        cells: list[str] = []
        for cell, column, bar, signed in zip(row, table.columns, has_bar, _signed(table), strict=True):
            if bar:
                cells.append("" if cell.bar is None else _bar(cell, signed))
            cells.append(_text(cell, column))
        rows.append(cells)
    heading = html.note(escaped(f"{table.title}: {table.note}" if table.note else table.title))
    left_out = html.note(f"{escaped(table.left_out)} not shown") if table.left_out else ""
    return heading + html.table(titles, rows, numeric) + left_out


def _signed(table: ViewTable) -> list[bool]:
    """Whether the bars of a column go to both sides."""
    return [any((row[i].bar or 0) < 0 for row in table.rows) for i in range(len(table.columns))]


def _bar(cell: TableCell, signed: bool) -> str:
    assert cell.bar is not None
    if signed:
        return html.signed_bar(cell.bar, _FOR if cell.bar > 0 else _AGAINST)
    return html.bar(min(cell.bar, 1.0), _FOR if cell.class_code is None else class_colour(cell.class_code))


def _text(cell: TableCell, column: TableColumn) -> str:
    text = escaped(cell.text) if column.numeric else name(cell.text)
    return f"<b>{text}</b>" if cell.strong else text


def _about(answer: Explanation) -> str:
    names = class_texts(answer.classes, answer.class_attribute)
    parts = [escaped(learner_with_k(answer))]
    if answer.row is not None:
        parts.append(f"row {answer.row} (counted from 0)")
    if answer.known_class is not None:
        right = "right" if answer.known_class == answer.prediction else "wrong"
        parts.append(f"true class {names[answer.known_class]}: {right}")
    return "; ".join(parts)
