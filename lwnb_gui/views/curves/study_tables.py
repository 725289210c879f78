"""Curves as tables: some k and the best k for people, a row for every learner and k for programs."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from lwnb_core import Curve
from lwnb_core.evaluation.measures import CURVE_MEASURES, MEASURES, best_index
from lwnb_gui.text import fixed, printable
from lwnb_gui.views.curves.reading import CurvesReading, has_k
from lwnb_gui.views.tables import LazyRows, TableCell, TableColumn, TextTable, ViewTable

_OTHERS = tuple(name for name in CURVE_MEASURES if name != "accuracy")
HEADS = ("learner", "k", "accuracy", "sd", *(MEASURES[name].title for name in _OTHERS))
_NOTHING = TableCell("")


def handful(ks: Sequence[int]) -> list[int]:
    """Return all k if they are few, otherwise 1, 2, 5, 10, 20, 50 … with 3, and the last."""
    if len(ks) <= 20:
        return list(ks)
    round_ones = {3, *(step * 10**power for power in range(9) for step in (1, 2, 5))}
    within = [k for k in round_ones if ks[0] <= k <= ks[-1]]
    return sorted({ks[-1], *(min(ks, key=lambda k: abs(k - target)) for target in within)})


# -- for people ---------------------------------------------------------------------------------------------


def values_table(reading: CurvesReading, *, full: bool = False, spread: bool = True) -> ViewTable:
    """Return the measure of every learner, a row per k; without `full`, a handful of k."""
    about, every = reading.about, reading.ks.tolist()
    ks = every if full else handful(every)
    has_band = reading.is_sample and reading.measure == "accuracy"
    has_spread = spread and (has_band or any(curve.folds_begun > 1 for curve in reading.curves))
    columns = [TableColumn("k", numeric=True)]
    for name in map(printable, reading.names):
        columns.append(TableColumn(name, numeric=True))
        if has_spread:
            columns.append(TableColumn("95 %" if has_band else "sd", True, f"{name} sd"))
    rows = []
    positions = [{k: i for i, k in enumerate(curve.ks.tolist())} for curve in reading.curves]
    for k in ks:
        at = [known.get(k) for known in positions]
        values = [_value(curve, reading.measure, i) for curve, i in zip(reading.curves, at, strict=True)]
        best = _best_text(values, reading)
        row = [TableCell(f"{k:,}", f"{k}")]
        for curve, i, value in zip(reading.curves, at, values, strict=True):
            text = "" if i is None else fixed(value, about.decimals)
            row.append(TableCell(text, text and fixed(value, 6), strong=bool(best) and text == best))
            if has_spread:
                row.append(_NOTHING if i is None else _spread(curve, i, reading, has_band=has_band))
        rows.append(row)
    notes = ["in percent"] if about.unit == "%" else ["lower is better"] if about.less_is_better else []
    if has_spread:
        notes.append("95 % confidence interval" if has_band else "mean and standard deviation over the folds")
    left_out = f"{len(every) - len(ks):,} of {len(every):,} values of k" if len(ks) < len(every) else ""
    return ViewTable(printable(about.heading), columns, rows, ", ".join(notes), left_out)


def best_table(reading: CurvesReading, *, full: bool = False) -> ViewTable | None:
    """Return the best k of every learner that has one, and the k that are not distinguishable from it."""
    rows = [
        [
            TableCell(printable(best.name), strong=True),
            TableCell(f"{best.k:,}", f"{best.k}"),
            TableCell(best.value_text),
            TableCell(best.spans(full=full), best.spans(full=True)),
        ]
        for best in reading.bests
        if best is not None
    ]
    columns = [
        TableColumn("learner"),
        TableColumn("best k", numeric=True),
        TableColumn(printable(reading.about.title), numeric=True),
        TableColumn("not significantly worse (5 %)", wraps=True),
    ]
    return ViewTable("Best k", columns, rows) if rows else None


def measures_table(reading: CurvesReading) -> ViewTable:
    """Return every measure of each learner at its best k, by the measure that is displayed."""
    names = ("accuracy", *_OTHERS)
    has_sd = any(curve.folds_begun > 1 for curve in reading.curves)
    rows = []
    for name, curve in zip(reading.names, reading.curves, strict=True):
        values = curve.mean(reading.measure)
        if np.isnan(values).all():
            rows.append(
                [TableCell(printable(name)), *(TableCell("–") for _ in range(len(names) + 1 + has_sd))]
            )
            continue
        i = best_index(values, less_is_better=reading.about.less_is_better)
        texts = [fixed(_value(curve, one, i), MEASURES[one].decimals) for one in names]
        if has_sd:
            texts.insert(1, fixed(float(curve.sd[i]), 2) if curve.folds_begun > 1 else "")
        k = f"{int(curve.ks[i])}" if has_k(curve) else "–"
        rows.append([TableCell(printable(name)), *map(TableCell, (k, *texts))])
    sd = ["sd"] if has_sd else []
    titles = ["best k", MEASURES["accuracy"].column, *sd, *(MEASURES[one].column for one in _OTHERS)]
    columns = [TableColumn("learner"), *(TableColumn(title, numeric=True) for title in titles)]
    return ViewTable("Measures at the best k", columns, rows)


def _value(curve: Curve, measure: str, i: int | None) -> float:
    return math.nan if i is None else float(curve.mean(measure)[i])


def _best_text(values: Sequence[float], reading: CurvesReading) -> str:
    """Format the best of some values; learners with the same text are equally good."""
    about = reading.about
    known = [about.sign * value for value in values if not math.isnan(value)]
    return fixed(about.sign * max(known), about.decimals) if known else ""


def _spread(curve: Curve, i: int, reading: CurvesReading, *, has_band: bool) -> TableCell:
    """Return the interval of the accuracy over all rows, which stays within 0 and 100; or the sd."""
    if has_band:
        return TableCell(f"{fixed(curve.band.low[i], 1)}…{fixed(curve.band.high[i], 1)}", faint=True)
    if curve.folds_begun < 2:
        return _NOTHING
    sd = float(curve.spread(reading.measure)[i])
    return TableCell(fixed(sd, reading.about.decimals), fixed(sd, 6), faint=True)


# -- for programs -------------------------------------------------------------------------------------------


def every_line(reading: CurvesReading) -> TextTable:
    """Return a row for every learner and k, created when read: there can be hundreds of thousands.

    A learner without a k has one row.
    """
    lengths = [len(curve.ks) if has_k(curve) else 1 for curve in reading.curves]
    ends = np.cumsum(lengths)

    def line(at: int) -> tuple[str, ...]:
        which = int(np.searchsorted(ends, at, side="right"))
        curve = reading.curves[which]
        i = at - (int(ends[which - 1]) if which else 0)
        return (
            reading.names[which],
            str(int(curve.ks[i])) if has_k(curve) else "",
            fixed(float(curve.accuracy[i]), 4),
            fixed(float(curve.sd[i]), 4) if curve.folds_begun > 1 else "",
            *(fixed(float(curve.mean(name)[i]), 6) for name in _OTHERS),
        )

    return TextTable(HEADS, LazyRows(int(ends[-1]), line), frozenset(range(1, len(HEADS))))
