"""The rows of a test file under the header of the training data, block by block."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from lwnb_gui.cli.options.common import ReadingOptions
from lwnb_gui.cli.options.source import STDIN, locate, open_test

if TYPE_CHECKING:
    from lwnb_core import Dataset, Repair
    from lwnb_core.data.align import Unknown, UnknownValues

# Rows that are predicted and written together.
_ROWS = 1_024


class RowsToPredict:
    """A test file that can be read several times.

    It is read to its end before the work begins, so that errors are reported at once and not after hours.

    Attributes
    ----------
    name, source
        As those of a data set.
    rows
        The number of rows.
    digest
        Of its content.
    repairs
        Repairs, and notes on what is not used.
    """

    def __init__(
        self, source: str, header: Dataset, options: ReadingOptions, unknown: Unknown, used: str = ""
    ) -> None:
        from lwnb_core.data.formats.row_blocks import can_be_streamed, file_facts

        self._header = header
        self._options = options
        self._unknown: Unknown = unknown
        self._whole: Dataset | None = None
        path = Path() if source == STDIN else locate(source, (used,))
        facts = file_facts(path) if path.is_file() else None
        if facts is not None and can_be_streamed(path, facts, options.encoding):
            self._path, self._facts = path, facts
            self.source, self.digest = str(path), facts.digest
            self.name, self.rows, self.repairs = self._read_once()
        else:
            self._whole = data = open_test(source, header, options, unknown, (used,))
            self.name, self.source, self.rows = data.name, data.source, len(data)
            self.digest, self.repairs = data.fingerprint, data.repairs

    def __iter__(self) -> Iterator[Dataset]:
        """Yield the rows in order, about a thousand at a time, always divided at the same rows."""
        for data in self._read({}) if self._whole is None else [self._whole]:
            for start in range(0, len(data), _ROWS):
                yield data.subset(slice(start, start + _ROWS))

    def _read_once(self) -> tuple[str, int, tuple[Repair, ...]]:
        """Read name, number of rows, and the notes about them."""
        from lwnb_core.data.align import unknown_note
        from lwnb_core.data.repairs import RepairLog
        from lwnb_core.local.training import check_finite

        counted: UnknownValues = {}
        log = RepairLog()
        name, rows = "", 0
        seen: set[str] = set()
        for data in self._read(counted):
            name = data.name
            predictors = data.predictors
            check_finite(
                [data.attributes[j] for j in predictors],
                tuple(data.column(j) for j in predictors),
                rows + data.row_numbers,
                data.source,
            )
            rows += len(data)
            # Notes about single lines are collected from all blocks, those about the whole file only once.
            log.extend(tuple(r for r in data.repairs if r.line is not None or r.text not in seen))
            seen |= {repair.text for repair in data.repairs}
        notes = [unknown_note(name, values) for name, values in counted.items() if values]
        return name, rows, (*log.repairs(), *notes)

    def _read(self, counted: dict[str, Counter[str]]) -> Iterator[Dataset]:
        from lwnb_core import matched
        from lwnb_core.data.formats.loading import format_of_file
        from lwnb_core.data.formats.row_blocks import read_blocks

        header, target = self._header, self._header.class_attribute.name
        was_cut = self._options.class_bins is not None
        options = self._options.for_test(target)
        kinds: dict[str, set[str]] = {"nominal": set(options.as_nominal or ()), "numeric": set()}
        for attribute in header.attributes:
            if attribute.kind in kinds and not (was_cut and attribute.name == target):
                kinds[attribute.kind].add(attribute.name)
        kinds["numeric"] |= set(options.as_numeric or ())
        declared = format_of_file(self._path) != "csv"
        columns = self._options.test_columns
        for data in read_blocks(self._path, self._facts, columns=columns, **kinds, **options.csv):
            if declared:
                for column in options.as_nominal or ():
                    data = data.as_nominal(column)
                for column in options.as_numeric or ():
                    data = data.as_numeric(column)
            yield matched(data, header, class_was_cut=was_cut, unknown=self._unknown, counted=counted)
