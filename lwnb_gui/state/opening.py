"""What to open, and how to look at it: from the command line, the start page, a drop, a recent file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from lwnb_core import DataError, Dataset, convention, load, sample
from lwnb_core.local.kernels import check_kernel
from lwnb_core.local.naive_bayes import check_eq6
from lwnb_gui.state.query import Query
from lwnb_gui.state.reading import note_reading
from lwnb_gui.state.view import Place

SAMPLE = "sample:"


@dataclass(frozen=True)
class Opening:
    """A file (or `sample:iris`) with whatever else was asked for; None stands for the default.

    Attributes
    ----------
    row
        Counted from 1, as people do.
    csv
        Options of the CSV reader.
    """

    source: str
    class_attribute: str | None = None
    class_bins: int | None = None
    nominal: tuple[str, ...] = ()
    numeric_columns: tuple[str, ...] = ()
    csv: Mapping[str, Any] = field(default_factory=dict)
    row: int | None = None
    k: int | None = None
    kernel: str | None = None
    convention: str | None = None
    numeric: str | None = None
    eq6: str | None = None
    place: Place = "explore"

    @property
    def is_sample(self) -> bool:
        return self.source.startswith(SAMPLE)

    @property
    def name(self) -> str:
        """The file's name without its folder."""
        return self.source.removeprefix(SAMPLE) if self.is_sample else Path(self.source).name

    def read(self) -> Dataset:
        """Read the file and give it the class and kinds that were asked for."""
        if self.is_sample:
            data = note_reading(sample(self.source.removeprefix(SAMPLE)))
        else:
            data = note_reading(load(self.source, **self.csv), self.csv)
        for column in self.nominal:
            data = data.as_nominal(column)
        for column in self.numeric_columns:
            data = data.as_numeric(column)
        if self.class_attribute is not None:
            data = data.with_class(self.class_attribute, self.class_bins)
        return data

    def query(self, data: Dataset | None = None) -> Query:
        """The query to begin with."""
        data = self.read() if data is None else data
        if len(data) == 0:
            raise DataError("the file has no rows", file=data.source, hint="Open a file with at least two.")
        return self.applied(Query.opening(data))

    def applied(self, query: Query) -> Query:
        """A query, of a session perhaps, with the row and the settings that were asked for."""
        data = query.instances
        if self.row is not None:
            if not 1 <= self.row <= len(data):
                raise DataError(
                    f"no row {self.row}",
                    file=data.source,
                    hint=f"The rows are numbered from 1 to {len(data)}.",
                )
            query = query.at_row(self.row - 1)
        if self.k is not None:
            query = query.with_k(self.k)
        if self.kernel is not None:
            query = replace(query, kernel=check_kernel(self.kernel))
        if self.convention is not None:
            query = replace(query, convention=convention(self.convention))
        if self.numeric is not None:
            query = replace(query, convention=query.convention.with_knobs(numeric=self.numeric))
        if self.eq6 is not None:
            query = replace(query, eq6=check_eq6(self.eq6))
        return query
