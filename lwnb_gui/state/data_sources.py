"""Where the data that are open came from, so that a session can open them again. No Qt in here."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from lwnb_core import DataError, Dataset
from lwnb_gui.state.opening import SAMPLE, Opening
from lwnb_gui.state.query import Query
from lwnb_gui.state.reading import reading_of
from lwnb_gui.state.session import DataSource, Opened, Session, to_json
from lwnb_gui.state.session_schema import MOST_BYTES
from lwnb_gui.state.shipped import is_shipped
from lwnb_gui.state.test_rows import TestFile
from lwnb_gui.state.view import View

_MOST = 8  # undo can bring earlier test files back


class DataSources:
    """The sources of the last few data sets, by the origin of the data."""

    def __init__(self) -> None:
        self._known: dict[str, DataSource] = {}

    # -- noting ---------------------------------------------------------------------------------------

    def note_opening(self, opening: Opening, data: Dataset) -> None:
        """Data that were opened without a session."""
        if opening.is_sample or is_shipped(opening.source):
            name = Path(opening.source.removeprefix(SAMPLE)).stem
            self._note(data, DataSource(sample=name, edits=opening.edits))
        else:
            self._note(data, DataSource.of_file(opening.source, opening.csv, opening.edits))

    def note_session(self, session: Session, opened: Opened) -> DataSource:
        """The data of a session, and its test rows. The source of the data, with a whole path."""
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
        """Where to read these data again; the data themselves where there is no file."""
        known = self._known.get(data.origin)
        if known is None:
            known = _source_by_file(data)
        self._note(data, known)  # what is still in use stays
        return known

    def session(self, query: Query, view: View, read: Dataset) -> Session:
        """What is on the screen; `read` are the data as they were opened."""
        tested = query.test_rows
        test_file = self.source_of(tested.data) if isinstance(tested, TestFile) else None
        return Session.of(query, view, read, self.source_of(read), test_file)


def session_text(
    session: Session, query: Query | None, read: Dataset | None, file: Path | None, *, embed: bool = False
) -> str:
    """The text of a session's file: paths beside it, and the fingerprint of the data. Slow.

    With `embed` the data themselves are in it, and those of a test file, for a lecture that travels alone.
    """
    data, test = session.data.beside(file), session.test_file
    if embed and read is not None and data.path:
        data = DataSource.of_data(read)
    if data.path and read is not None:
        data = replace(data, fingerprint=read.fingerprint)
    if test is not None:
        test = test.beside(file)
        if embed and test.path and query is not None and isinstance(query.test_rows, TestFile):
            test = DataSource.of_data(query.test_rows.as_read)
    experiment = session.experiment.beside(file)
    text = to_json(replace(session, data=data, test_file=test, experiment=experiment))
    if len(text) > MOST_BYTES:
        raise DataError(
            "the data are too large to be put into a lecture",
            file=str(file or ""),
            hint="Save it without the data inside, and keep the data file beside it.",
        )
    return text


def _whole(source: DataSource, data: Dataset) -> DataSource:
    return DataSource.of_file(data.source, dict(source.csv), source.edits) if source.path else source


def _source_by_file(data: Dataset) -> DataSource:
    if not data.source or not Path(data.source).is_file():
        return DataSource.of_data(data)
    if is_shipped(data.source):
        return DataSource(sample=Path(data.source).stem)
    reading = reading_of(data)
    return DataSource.of_file(data.source, None if reading is None else reading.options)
