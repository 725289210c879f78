"""Using an attribute that is not nominal as the class: numbers as class names, or cut into intervals."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lwnb_core.data.attribute import Attribute, Repair
from lwnb_core.data.columns import (
    are_class_codes,
    cut_at,
    equal_frequency_cuts,
    has_many_values,
    nominal_from_any,
)
from lwnb_core.data.dataset import Dataset
from lwnb_core.errors import DataError
from lwnb_core.remedies import Remedy


def with_nominal_class(data: Dataset, j: int, bins: int | Sequence[float] | None) -> Dataset:
    """Return the data with attribute j as a nominal class, and a note on how; see `with_class`."""
    name, whole = data.attributes[j].name, data.all_rows
    if data.attributes[j].kind == "string":
        raise DataError(
            f"{name!r} is text and cannot be the class",
            file=data.source,
            remedies=[Remedy("as_nominal", name)],
        )
    column = whole.column(j)
    if bins is not None:
        cuts = equal_frequency_cuts(column, int(bins)) if isinstance(bins, int | np.integer) else bins
        values, codes = cut_at(column, cuts)
        note = f"class {name!r} was numeric: cut into {len(values)} intervals"
    elif are_class_codes(column):
        values, codes = nominal_from_any(data.attributes[j], column)
        note = f"class {name!r} is numeric: its {len(values)} whole numbers are used as nominal values"
    else:
        raise DataError(
            f"the class {name!r} is numeric, but these learners predict a nominal class",
            file=data.source,
            remedies=[
                *([] if has_many_values(column) else [Remedy("as_nominal", name)]),
                Remedy("cut_class", name),
            ],
        )
    attributes = [Attribute.nominal(name, values) if i == j else a for i, a in enumerate(data.attributes)]
    columns = [codes if i == j else whole.column(i) for i in range(len(attributes))]
    return data.with_columns(attributes, columns, j).with_repairs(Repair(note))
