"""`lwnb info`: what is in a data file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lwnb_gui.commands.guard import guarded
from lwnb_gui.commands.options import File, Json, ReadingOptions, spread_options
from lwnb_gui.commands.screen import print_json
from lwnb_gui.commands.source import STDIN, open_data

if TYPE_CHECKING:
    from lwnb_core import Dataset


@dataclass(frozen=True)
class AttributeSummary:
    """One attribute in figures: `low` to `sd` of numeric ones, `values` with their counts of nominal ones."""

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
        return plain


@guarded
@spread_options
def info(
    file: File,
    *,
    reading: ReadingOptions,
    json: Json = False,
) -> None:
    """Say what is in a data file: attributes, classes, missing values, repairs."""
    data = open_data(file, reading, says_repairs=True)
    attributes = [summary(data, j) for j in range(len(data.attributes))]
    if json:
        print_json(_document(data, attributes))
        return
    from lwnb_gui.commands.views.info import show_info

    show_info(data, attributes)


def summary(data: Dataset, j: int) -> AttributeSummary:
    """Count and measure one attribute."""
    import numpy as np

    from lwnb_gui.readings.numbers import without_rounding

    attribute, column = data.attributes[j], data.column(j)
    absent = data.missing(j)
    present = column[~absent]
    common: dict[str, Any] = {
        "name": attribute.name,
        "kind": attribute.kind,
        "is_class": j == data.class_index,
        "missing": int(np.count_nonzero(absent)),
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
