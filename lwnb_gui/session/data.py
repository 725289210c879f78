"""The source of the data of a session or lecture: a sample, a file, or the session file itself."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Annotated, Any, ClassVar, Literal

from lwnb_core import DataError, Dataset, load
from lwnb_core.data import arff_text, read_arff, sample_file, sample_of
from lwnb_core.data.formats.archive_members import on_disc
from lwnb_gui.app.column_edits import EDITS_IN_FILE, Edits, class_name
from lwnb_gui.session.annotations import AfterValidator, Field
from lwnb_gui.session.file_types import (
    FILE,
    CsvOptions,
    FilePath,
    Lines,
    Name,
    among_the_others,
    not_in_file,
)

MayRead = Callable[[str], bool]


class DataAway(DataError):  # noqa: N818 - says what it is without the suffix
    """Raised if the data file is not where the session says, or may not be opened without asking."""

    def __init__(self, message: str, *, missing: str = "", **details: Any) -> None:
        super().__init__(message, **details)
        self.missing = missing


@dataclass(frozen=True)
class DataSource:
    """The source of data: one of a sample's name, a path, or the data themselves as ARFF.

    Attributes
    ----------
    path
        Relative to the session file, with forward slashes, where they are in its folder or below; else whole.
    csv
        Options of reading, most of them of the CSV reader.
    edits
        Kinds of attributes and a class that were chosen when the data were opened, and of which the reader of
        the file knows nothing. With them the data are as they were opened.
    in_memory
        Data that are in no file: they are written into the session file when its text is created.
    fingerprint
        Of the data as read, to notice that the file is another one now; may be empty.
    """

    __pydantic_config__: ClassVar = FILE

    sample: Name = ""
    path: Annotated[FilePath, Field(alias="file")] = ""
    inside: Lines = field(default="", repr=False)
    csv: CsvOptions = field(default_factory=dict, hash=False)  # a dictionary has no hash
    edits: Edits = field(default_factory=Edits, hash=False)
    fingerprint: Name = ""
    in_memory: Annotated[Any, *not_in_file()] = field(default=None, compare=False, repr=False)

    @classmethod
    def of(cls, data: Dataset) -> DataSource:
        """Return where to read these data again, and how; the data themselves if they are in no file."""
        options, text = data.reading.options, data.reading.text
        if not data.source and not text:
            return cls(in_memory=data)
        edits, sample_name = Edits.since_reading(data), sample_of(data.source)
        if sample_name or not data.source:
            return cls(sample=sample_name, inside=text, csv=options, edits=edits)
        return cls(path=str(Path(data.source).expanduser().absolute()), csv=options, edits=edits)

    @classmethod
    def of_data(cls, data: Dataset) -> DataSource:
        """The data themselves. ARFF does not say which attribute is the class: its reader takes the last
        nominal one, and any other is noted here.
        """
        nominal = [attribute.name for attribute in data.attributes if attribute.is_nominal]
        chosen = class_name(data)
        edits = Edits() if chosen == (nominal or [""])[-1] else Edits(class_name=chosen)
        return cls(inside=arff_text(data).rstrip("\n"), edits=edits)

    @property
    def is_none(self) -> bool:
        """Whether there are no data: a session may hold only an experiment."""
        return not (self.sample or self.path or self.inside) and self.in_memory is None

    @property
    def is_embedded(self) -> bool:
        """Whether the session file contains the data themselves."""
        return bool(self.inside) or self.in_memory is not None

    def relative_to(self, file: Path | None) -> DataSource:
        """Return the same with a path relative to the session file, if the data are in or below its
        folder.
        """
        if not self.path or file is None:
            return self
        folder, target = file.absolute().parent, Path(self.path)
        if target.is_absolute():
            try:
                return replace(self, path=target.relative_to(folder).as_posix())
            except ValueError:
                return self
        return self

    def read(self, file: Path | None, may_read: MayRead) -> Dataset:
        """Return the data as they were read when the session was saved."""
        if self.inside:
            data = read_arff(self.inside.encode("utf-8"), name=str(file or "the session"))
            return self.edits.apply(replace(data, source="").with_reading(text=self.inside))
        path = sample_file(self.sample) if self.sample else self.located(file, may_read)
        return self.edits.apply(load(path, **self.csv))

    def located(self, file: Path | None, may_read: MayRead) -> Path:
        """Return the file with the data: in the session's own folder or below, or chosen by the user."""
        if is_whole(self.path):
            if may_read(self.path) and on_disc(self.path).is_file():
                return Path(self.path)
            raise DataAway(
                f"the data are in {self.path}, outside the folder of this file",
                missing=self.path,
                file=str(file or ""),
                hint="For safety, a file outside the folder is opened only if you choose it yourself.",
            )
        folder = (file.absolute().parent if file is not None else Path.cwd()).resolve()
        target = (folder / PurePosixPath(self.path)).resolve()
        if not target.is_relative_to(folder):
            raise DataAway(
                f"the path {self.path!r} leads out of the folder",
                missing=self.path,
                file=str(file or ""),
                hint="Data must be in the same folder or below.",
            )
        if not on_disc(target).is_file():
            raise DataAway(
                f"the data file {self.path} does not exist",
                missing=self.path,
                file=str(file or ""),
                hint="Choose where it is now.",
            )
        return target


def _checked(source: DataSource) -> DataSource:
    if sum(map(bool, (source.sample, source.path, source.inside))) != 1:
        raise DataError("the data must be given as sample, file or inside")
    return source


SourceInFile = Annotated[DataSource, *among_the_others("edits", EDITS_IN_FILE), AfterValidator(_checked)]


@dataclass(frozen=True)
class TestSource:
    """Test rows from a second file."""

    __test__ = False  # the name is for users, not for pytest
    __pydantic_config__: ClassVar = FILE

    data: SourceInFile
    kind: Literal["file"] = "file"


def is_whole(path: str) -> bool:
    """Whether a path is absolute, on this or another system, or uses the home folder."""
    windows = PureWindowsPath(path)
    return path.startswith(("/", "\\", "~")) or bool(windows.drive) or os.path.isabs(path)  # noqa: PTH117
