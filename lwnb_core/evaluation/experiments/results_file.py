"""A results file that grows row by row and never loses or doubles one, whenever the program is killed.

Rows are written as lines to a journal, which is the file itself if that is CSV. A line that was cut off when
the program was killed is dropped at the next start, and its result is computed again. A Parquet file cannot
be appended to: its journal stands beside it and is folded into it, all at once, when the experiment ends.
Until the journal is gone both are read, and a row that is in both counts once.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

from lwnb_core.data.formats.arrow import pyarrow
from lwnb_core.data.formats.file_formats import FORMATS
from lwnb_core.data.safe_files import atomic_write, not_written, refuse_protected
from lwnb_core.errors import DataError, SettingsError
from lwnb_core.evaluation.experiments.fold_results import (
    COLUMNS,
    Key,
    ResultRow,
    columns_of,
    csv_header,
    csv_lines,
    not_a_result,
    row_from,
    rows_from_csv,
)
from lwnb_core.remedies import Remedy

# Rows survive a killed process; a power failure may cost those of the last few seconds.
_SYNC_SECONDS = 2.0


def read_results(path: str | Path) -> list[ResultRow]:
    """Read all rows of a results file, CSV or Parquet, even while it is being written."""
    file = Path(path).expanduser()
    journal = journal_of(file)
    if not file.exists() and not journal.exists():
        raise DataError("there is no such file", file=str(file))
    rows = list(_parquet_rows(file)) if is_parquet(file) else []
    if journal.exists():
        rows += rows_from_csv(_whole_lines(journal.read_bytes())[0], str(journal))
    return list({row.key: row for row in reversed(rows)}.values())[::-1]


def remove_results(path: str | Path) -> None:
    """Remove a results file and its journal, if they exist, so that an experiment can begin anew."""
    file = Path(path).expanduser()
    for each in {file, journal_of(file)}:
        refuse_protected(each)
        try:
            each.unlink(missing_ok=True)
        except OSError as error:
            raise not_written(each, error) from None


RESULTS_SUFFIXES = (".csv", *FORMATS["parquet"].suffixes)


class ResultsFile:
    """A results file open for appending; use it in a `with` statement."""

    def __init__(self, path: str | Path, resume: bool = False) -> None:
        self.path = Path(path).expanduser()
        self._parquet = is_parquet(self.path)
        if self._parquet:
            _pyarrow(self.path)  # report its absence now, not after hours of work
        elif self.path.suffix.lower() not in RESULTS_SUFFIXES:
            raise SettingsError(
                f"cannot write results as {self.path.name!r}",
                hint="Give a name that ends in .csv or .parquet.",
            )
        self._journal = journal_of(self.path)
        if not resume and (self._holds_rows(self.path) or self._holds_rows(self._journal)):
            raise SettingsError(
                f"{self.path} already exists",
                remedies=[Remedy("resume")],
            )
        self.rows: dict[Key, ResultRow] = {}
        # A journal keeps the columns with which it began: an earlier version may have written fewer.
        self._columns: tuple[str, ...] = COLUMNS

    def __enter__(self) -> Self:
        for file in (self.path, self._journal):
            refuse_protected(file)
        try:
            self._stream: BinaryIO = self._journal.open("a+b", buffering=0)
        except OSError as error:
            raise not_written(self._journal, error) from None
        try:
            _lock(self._stream, self.path)
            self._recover()
        except BaseException:
            self._stream.close()
            raise
        self._synced = time.monotonic()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            os.fsync(self._stream.fileno())
            if self._parquet:
                self._fold_in()
        finally:
            self._stream.close()
        if self._parquet and self.path.exists():
            self._journal.unlink(missing_ok=True)

    def append(self, rows: Iterable[ResultRow]) -> None:
        """Add rows at the end; rows that the file already has are left unchanged."""
        new = {row.key: row for row in rows if row.key not in self.rows}
        if not new:
            return
        content = csv_lines(new.values(), self._columns).encode()
        try:
            # without a buffer: what is written belongs to the system, and outlives this process
            while content:
                content = content[self._stream.write(content) :]
            self.rows |= new
            if time.monotonic() - self._synced > _SYNC_SECONDS:
                os.fsync(self._stream.fileno())
                self._synced = time.monotonic()
        except OSError as error:
            raise not_written(self._journal, error) from None

    def _recover(self) -> None:
        """Read the existing rows, and cut off an incomplete last line."""
        self._stream.seek(0)
        text, length = _whole_lines(self._stream.read())
        self._stream.truncate(length)
        self._stream.seek(0, os.SEEK_END)
        rows = [
            *(_parquet_rows(self.path) if self._parquet else ()),
            *rows_from_csv(text, str(self._journal)),
        ]
        if length == 0:
            self._stream.write(csv_header().encode())
        else:
            self._columns = columns_of(text)
        for row in rows:
            self.rows.setdefault(row.key, row)

    def _fold_in(self) -> None:
        """Put all rows into the Parquet file, whole or not at all."""
        pa, pq = _pyarrow(self.path)
        table = pa.table({name: [getattr(row, name) for row in self.rows.values()] for name in COLUMNS})
        sink = pa.BufferOutputStream()
        pq.write_table(table, sink)
        atomic_write(self.path, sink.getvalue().to_pybytes())

    @staticmethod
    def _holds_rows(path: Path) -> bool:
        """Whether there is more than the line of titles, or something that we must not replace."""
        if not path.exists():
            return False
        try:
            with path.open("rb") as file:
                file.readline()
                return is_parquet(path) or bool(file.read(1))
        except OSError:
            return True


def is_parquet(path: Path) -> bool:
    return path.suffix.lower() in FORMATS["parquet"].suffixes


def journal_of(path: Path) -> Path:
    """Return the path where rows are written first."""
    return path.with_name(f"{path.name}.journal.csv") if is_parquet(path) else path


def _whole_lines(raw: bytes) -> tuple[str, int]:
    """Return the text up to the last finished row, and its length in bytes."""
    length = raw.rfind(b"\n") + 1
    while raw.count(b'"', 0, length) % 2:  # this line end belongs to a name in quotes that are still open
        length = raw.rfind(b"\n", 0, length - 1) + 1
    return raw[:length].decode("utf-8", errors="replace"), length


def _parquet_rows(path: Path) -> list[ResultRow]:
    if not path.exists():
        return []
    pa, pq = _pyarrow(path)
    rows = []
    try:
        for values in pq.read_table(path).to_pylist():
            rows.append(row_from(values))
    except ValueError as error:
        if isinstance(error, pa.ArrowException):
            raise _no_results(path) from None
        raise not_a_result(error, file=str(path), row=len(rows)) from None
    except (pa.ArrowException, KeyError, OSError):
        raise _no_results(path) from None
    return rows


def _no_results(path: Path) -> DataError:
    return DataError(
        "this is not a results file", file=str(path), hint="Choose another name for the results."
    )


def _pyarrow(path: Path) -> tuple[Any, Any]:
    instead = "write the results as .csv"
    package = pyarrow("Parquet", str(path), instead=instead)
    return package, pyarrow("Parquet", str(path), "pyarrow.parquet", instead=instead)


def _lock(stream: BinaryIO, path: Path) -> None:
    """Lock the file for one writer; the system releases the lock when the process ends, however it ends."""
    try:
        if sys.platform == "win32":
            import msvcrt

            stream.seek(1 << 40)  # far beyond the rows, so that other processes can still read them
            msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(stream.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        with contextlib.suppress(OSError):
            stream.close()
        raise SettingsError(
            f"another experiment is writing to {path}", hint="Wait for it, or choose another name."
        ) from error
