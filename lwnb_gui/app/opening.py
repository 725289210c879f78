"""What to open, and on which page: from the command line, the start page, a drop, a recent file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from lwnb_core import DataError, Dataset, LwnbError, load
from lwnb_core.data import DEFAULT_MISSING, Kind, sample_file
from lwnb_core.data.formats.loading import format_of_file
from lwnb_core.remedies import Remedy
from lwnb_gui.app.column_edits import Edits
from lwnb_gui.app.display_state import PageName
from lwnb_gui.app.query import Query
from lwnb_gui.app.remedies import LIKELY_BINS, button_text
from lwnb_gui.session.shipped import sample_in, source_name


@dataclass(frozen=True)
class Opening:
    """A file (or `sample:iris`) with whatever else was requested; None stands for the default.

    Attributes
    ----------
    csv
        Options of reading, most of them of the CSV reader.
    edits
        The class and kinds that are chosen after reading.
    row
        Counted from 1, as people do.
    settings
        By name, as in `lwnb_gui.settings`.
    data
        What the file was read as with these options, where it has been read for a preview.
    """

    source: str
    csv: Mapping[str, Any] = field(default_factory=dict)
    edits: Edits = field(default_factory=Edits)
    row: int | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    page: PageName = "explore"
    data: Dataset | None = field(default=None, compare=False, repr=False)

    @property
    def is_sample(self) -> bool:
        return bool(sample_in(self.source))

    @property
    def name(self) -> str:
        """Return the file's name without its folder."""
        return source_name(self.source)

    def after(self, error: BaseException) -> tuple[str, Opening | None]:
        """Return a button label and an opening that avoids the error; None if there is no remedy."""
        for remedy in error.remedies if isinstance(error, LwnbError) else ():
            again = replace(self, data=None)._with(remedy)
            if again is not None:
                return button_text(remedy), again
        return "", None

    def _with(self, remedy: Remedy) -> Opening | None:
        if remedy.kind == "cut_class":
            return replace(self, edits=replace(self.edits, class_name=remedy.subject, bins=LIKELY_BINS))
        if remedy.kind == "name_part":
            return replace(self, source=remedy.subject)
        if remedy.kind == "ignore_column":
            return replace(self, csv={**self.csv, "ignore": (*self.csv.get("ignore", ()), remedy.subject)})
        if remedy.kind == "fill_rows":
            return replace(self, csv={**self.csv, "fill": True})
        if remedy.kind == "missing_marker":
            known = self.csv.get("missing", DEFAULT_MISSING)
            return replace(self, csv={**self.csv, "missing": (*known, remedy.subject)})
        if remedy.kind != "as_nominal":
            return None
        if self.is_sample or format_of_file(self.source) != "csv":
            kinds: dict[str, Kind] = {**self.edits.kinds, remedy.subject: "nominal"}
            return replace(self, edits=replace(self.edits, kinds=kinds))
        return replace(self, csv={**self.csv, "nominal": (*self.csv.get("nominal", ()), remedy.subject)})

    def read(self) -> Dataset:
        """Read the file, and set the requested class and kinds."""
        if self.data is not None:
            return self.edits.apply(self.data)
        path = sample_file(sample_in(self.source)) if self.is_sample else self.source
        return self.edits.apply(load(path, **self.csv))

    def query(self, data: Dataset | None = None) -> Query:
        """Return the first query."""
        data = self.read() if data is None else data
        if len(data) == 0:
            raise DataError("the file has no rows", file=data.source, hint="Open a file with at least two.")
        return self.applied(Query.opening(data))

    def applied(self, query: Query) -> Query:
        """Apply the requested row and settings to a query, which may come from a session."""
        data = query.instances
        if self.row is not None:
            if not 1 <= self.row <= len(data):
                raise DataError(
                    f"no row {self.row}",
                    file=data.source,
                    hint=f"The rows are numbered from 1 to {len(data)}.",
                )
            query = query.at_row(self.row - 1)
        query = query.with_settings(**self.settings)
        return query.with_k(query.k)
