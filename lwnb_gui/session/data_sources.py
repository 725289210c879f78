"""The sources of the open data, so that a session can open them again. No Qt in here."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from lwnb_core import DataError, Dataset
from lwnb_core.data.formats.archive_members import on_disc
from lwnb_gui.app.display_state import DisplayState
from lwnb_gui.app.opening import SAMPLE, Opening
from lwnb_gui.app.query import Query
from lwnb_gui.app.test_rows import TestFile
from lwnb_gui.app.unused_columns import unused_columns, without_columns
from lwnb_gui.session.data import DataSource, TestSource
from lwnb_gui.session.file import to_json
from lwnb_gui.session.session import Opened, Session
from lwnb_gui.session.shipped import is_shipped
from lwnb_gui.session.untrusted_json import MOST_BYTES

_MOST = 8  # undo can bring earlier test files back


class DataSources:
    """The sources of the last few data sets, by the origin of the data."""

    def __init__(self) -> None:
        self._known: dict[str, DataSource] = {}

    # -- noting ---------------------------------------------------------------------------------------

    def note_opening(self, opening: Opening, data: Dataset) -> None:
        """Record data that were opened without a session."""
        if opening.is_sample or is_shipped(opening.source):
            name = Path(opening.source.removeprefix(SAMPLE)).stem
            self._note(data, DataSource(sample=name, edits=opening.edits))
        else:
            self._note(data, DataSource.of_file(opening.source, opening.csv, opening.edits))

    def note_session(self, session: Session, opened: Opened) -> DataSource:
        """Record a session's data and test rows; return the source of the data, with a whole path."""
        if opened.read is None or opened.query is None:
            return session.data
        source = _whole(session.data, opened.read)
        self._note(opened.read, source)
        tested = opened.query.test_rows
        if session.test_file is not None and isinstance(tested, TestFile):
            self._note(tested.data, _whole(session.test_file, tested.data))
        return source

    def _note(self, data: Dataset, source: DataSource) -> None:
        self._known.pop(data.origin, None)
        self._known[data.origin] = source
        while len(self._known) > _MOST:
            del self._known[next(iter(self._known))]

    # -- telling --------------------------------------------------------------------------------------

    def source_of(self, data: Dataset) -> DataSource:
        """Return where to read these data again; the data themselves if there is no file."""
        known = self._known.get(data.origin) or _source_by_file(data)
        if known.in_memory is None:  # otherwise data that are closed would stay in memory
            self._note(data, known)  # keep what is still in use
        return known

    def session(self, query: Query, display: DisplayState, read: Dataset) -> Session:
        """Return the present screen; `read` are the data as they were opened."""
        tested = query.test_rows
        test_file = self.source_of(tested.data) if isinstance(tested, TestFile) else None
        return Session.of(query, display, read, self.source_of(read), test_file)

    def text(
        self,
        session: Session,
        query: Query | None,
        read: Dataset | None,
        file: Path | None,
        *,
        embed: bool = False,
        with_unused: bool = True,
    ) -> str:
        """Return the text of a session's file, with relative paths and the fingerprint of the data. Slow.

        With `embed` the data and those of a test file are in it, for a lecture that travels alone. Without
        `with_unused` data inside the file lack the columns that are not in use.
        """
        gone = () if with_unused or query is None else unused_columns(query.data, query.unused)
        data, test = self._written(session.data).relative_to(file), session.test_file
        if read is not None and ((embed and data.path) or (gone and data.inside)):
            data = DataSource.of_data(without_columns(read, gone))
            session = session.without_columns(gone)
        if data.path and read is not None:
            data = replace(data, fingerprint=read.fingerprint)
        if test is not None:
            test = self._written(test).relative_to(file)
            inside = (embed and test.path) or (gone and test.inside)
            if inside and query is not None and isinstance(query.test_rows, TestFile):
                test = DataSource.of_data(without_columns(query.test_rows.as_read, gone))
        experiment = session.experiment.relative_to(file)
        test_rows = session.test_rows if test is None else TestSource(test)
        text = to_json(replace(session, data=data, test_rows=test_rows, experiment=experiment))
        if len(text) > MOST_BYTES:
            raise DataError(
                "the data are too large to be stored in a lecture",
                file=str(file or ""),
                hint="Save it without the data, and keep the data file next to it.",
            )
        return text

    def _written(self, source: DataSource) -> DataSource:
        """Return data that are in no file, as text. Cached, because every autosave needs it again."""
        data = source.in_memory
        if data is None:
            return source
        written = self._known.get(data.origin) or DataSource.of_data(data)
        self._note(data, written)
        return written


def _whole(source: DataSource, data: Dataset) -> DataSource:
    return DataSource.of_file(data.source, dict(source.csv), source.edits) if source.path else source


def _source_by_file(data: Dataset) -> DataSource:
    if not data.source or not on_disc(data.source).is_file():
        return DataSource(in_memory=data)
    if is_shipped(data.source):
        return DataSource(sample=Path(data.source).stem)
    return DataSource.of_file(data.source, None if data.reading is None else data.reading.options)
