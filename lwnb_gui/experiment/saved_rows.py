"""Rows of an experiment in files: those that survive a crash, and those of results files."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from lwnb_core import LwnbError
from lwnb_core.data import atomic_write
from lwnb_core.evaluation.experiments.fold_results import ResultRow, csv_header, csv_lines
from lwnb_core.evaluation.experiments.results_file import ResultsFile, journal_of, read_results
from lwnb_gui.experiment.plan import Preset

_log = logging.getLogger(__name__)


class SavedRows:
    """Rows that the user has not saved, in a file of the program's own, so that they survive a crash.

    If it cannot be written, the log says so, and the experiment continues without it.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._file: ResultsFile | None = None

    def __enter__(self) -> Self:
        return self

    def begin(self, rows: Iterable[ResultRow]) -> None:
        """Begin with exactly these rows."""
        if self._path is not None:
            try:
                atomic_write(self._path, csv_header() + csv_lines(rows))
                self._file = ResultsFile(self._path, resume=True).__enter__()
            except (OSError, LwnbError) as error:
                _log.warning("results are not saved against a crash: %s", error)

    def add(self, rows: Iterable[ResultRow]) -> None:
        if self._file is not None:
            try:
                self._file.append(rows)
            except OSError as error:
                _log.warning("results are no longer saved against a crash: %s", error)
                self._end()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    def _end(self) -> None:
        file, self._file = self._file, None
        if file is not None:
            with suppress(OSError):
                file.__exit__(None, None, None)


def rows_of(files: Mapping[Preset, Iterable[Path]]) -> tuple[dict[Preset, list[ResultRow]], list[LwnbError]]:
    """Return the rows in results files, and the errors of files that cannot be read."""
    rows: dict[Preset, list[ResultRow]] = {}
    errors: list[LwnbError] = []
    for preset, paths in files.items():
        for path in paths:
            if path.exists() or journal_of(path).exists():
                try:
                    rows.setdefault(preset, []).extend(read_results(path))
                except LwnbError as error:
                    errors.append(error)
                except OSError as error:
                    errors.append(LwnbError(f"{path} cannot be read: {error.strerror or error}"))
    return rows, errors
