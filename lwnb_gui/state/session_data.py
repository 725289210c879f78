"""Where the data of a session or lecture come from: a sample, a file, or the session file itself."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any, cast

from lwnb_core import DataError, Dataset, load, sample
from lwnb_core.data.arff import read_arff
from lwnb_core.data.arff.writer import arff_text
from lwnb_core.data.attribute import Kind
from lwnb_gui.state.edits import Bins, Edits, class_name
from lwnb_gui.state.reading import note_reading
from lwnb_gui.state.session_schema import MOST_NAME, Checked

_CSV_TEXTS = ("separator", "quote", "decimal", "encoding", "class_attribute")
_CSV_LISTS = ("missing", "nominal", "numeric")
_MOST_BINS = 1000

MayRead = Callable[[str], bool]


class DataAway(DataError):  # noqa: N818 - says what it is without the suffix
    """The file with the data is not where the session says, or is not one that it may open by itself."""

    def __init__(self, message: str, *, wanted: str = "", **details: Any) -> None:
        super().__init__(message, **details)
        self.wanted = wanted


@dataclass(frozen=True)
class DataSource:
    """One of a sample's name, a path, or the data themselves as ARFF.

    Attributes
    ----------
    path
        Relative to the session file, with forward slashes, where the data are beside or below it; else whole.
    csv
        Options of the CSV reader: pairs, so that it can be compared.
    edits
        Kinds of attributes and a class that were chosen when the data were opened, and of which the reader of
        the file knows nothing. With them the data are as they were read.
    fingerprint
        Of the data as read, to notice that the file is another one now; may be empty.
    """

    sample: str = ""
    path: str = ""
    inside: str = field(default="", repr=False)
    csv: tuple[tuple[str, Any], ...] = ()
    edits: Edits = field(default_factory=Edits)
    fingerprint: str = ""

    @classmethod
    def of_file(
        cls, path: str | Path, csv: Mapping[str, Any] | None = None, edits: Edits | None = None
    ) -> DataSource:
        options = {name: _frozen(value) for name, value in (csv or {}).items() if value is not None}
        return cls(
            path=str(Path(path).expanduser().absolute()),
            csv=tuple(sorted(options.items())),
            edits=edits or Edits(),
        )

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
        """Whether there are no data: a session may hold an experiment alone."""
        return not (self.sample or self.path or self.inside)

    def beside(self, file: Path | None) -> DataSource:
        """The same with a path relative to the session file where the data are in its folder or below."""
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
        """The data as they were read when the session was saved."""
        if self.sample:
            data = note_reading(sample(self.sample))
        elif self.inside:
            data = read_arff(self.inside.encode("utf-8"), name=str(file or "the session"))
            data = replace(data, source="")
        else:
            data = note_reading(load(self.located(file, may_read), **dict(self.csv)), dict(self.csv))
        return self.edits.apply(data)

    def located(self, file: Path | None, may_read: MayRead) -> Path:
        """The file with the data: in or below the session's own folder, or one that the user has chosen."""
        if is_whole(self.path):
            if may_read(self.path) and Path(self.path).is_file():
                return Path(self.path)
            raise DataAway(
                f"the data are in {self.path}, outside the folder of this file",
                wanted=self.path,
                file=str(file or ""),
                hint="For safety only a file that you have chosen yourself is opened from there.",
            )
        folder = (file.absolute().parent if file is not None else Path.cwd()).resolve()
        target = (folder / PurePosixPath(self.path)).resolve()
        if not target.is_relative_to(folder):
            raise DataAway(
                f"the path {self.path!r} leads out of the folder",
                wanted=self.path,
                file=str(file or ""),
                hint="Data must be in the same folder or below.",
            )
        if not target.is_file():
            raise DataAway(
                f"the data file {self.path} is not there",
                wanted=self.path,
                file=str(file or ""),
                hint="Choose where it is now.",
            )
        return target

    # -- JSON ---------------------------------------------------------------------------------------

    def to_plain(self) -> dict[str, Any]:
        if self.is_none:
            return {}
        plain: dict[str, Any]
        if self.sample:
            plain = {"sample": self.sample}
        elif self.inside:
            plain = {"inside": self.inside.split("\n")}
        else:
            plain = {"file": self.path}
        if self.csv:
            plain["csv"] = {n: list(v) if isinstance(v, tuple) else v for n, v in self.csv}
        if self.edits.kinds:
            plain["kinds"] = dict(self.edits.kinds)
        if self.edits.class_name is not None:
            plain["class"] = self.edits.class_name
        if self.edits.bins is not None:
            plain["class_bins"] = bins_to_plain(self.edits.bins)
        if self.fingerprint:
            plain["fingerprint"] = self.fingerprint
        return plain

    @classmethod
    def from_checked(cls, plain: Checked, *, with_edits: bool = False) -> DataSource:
        """From a file that nobody vouches for; `edits` are in files of version 4 and later."""
        given = [name for name in ("sample", "file", "inside") if plain.has(name)]
        if len(given) != 1:
            plain.refuse("the data must be one of sample, file and inside")
        source = cls(
            sample=plain.words("sample", ""),
            path=plain.words("file", "", 4096),
            inside=plain.lines("inside") if plain.has("inside") else "",
            fingerprint=plain.words("fingerprint", "", 200),
            csv=_csv_options(plain.inner("csv")),
            edits=_edits(plain) if with_edits else Edits(),
        )
        if source.is_none:
            plain.refuse(f"{given[0]} is empty", given[0])
        if "\0" in source.path:
            plain.refuse("a path cannot hold a character 0", "file")
        plain.done()
        return source


def is_whole(path: str) -> bool:
    """Whether a path is one from the root, of this or of another system, or uses the home folder."""
    windows = PureWindowsPath(path)
    return path.startswith(("/", "\\", "~")) or bool(windows.drive) or os.path.isabs(path)  # noqa: PTH117


def _csv_options(plain: Checked) -> tuple[tuple[str, Any], ...]:
    found: dict[str, Any] = {}
    for name in _CSV_TEXTS:
        if plain.has(name):
            found[name] = plain.words(name, most=MOST_NAME)
    for name in _CSV_LISTS:
        if plain.has(name):
            found[name] = plain.names(name)
    if plain.has("header"):
        found["header"] = plain.yes_no("header")
    plain.done()
    return tuple(sorted(found.items()))


def _edits(plain: Checked) -> Edits:
    return Edits(
        kinds_from_checked(plain),
        plain.words("class") if plain.has("class") else None,
        bins_from_checked(plain, cuts=True),
    )


def kinds_from_checked(plain: Checked) -> dict[str, Kind]:
    """The kinds of attributes by name, from `kinds`."""
    kinds: dict[str, Kind] = {}
    for name, kind in plain.values("kinds").items():
        if kind not in ("numeric", "nominal"):
            plain.refuse(f"the kind of {name!r} can be numeric or nominal, not {kind!r}", "kinds")
        kinds[name] = cast(Kind, kind)
    return kinds


def bins_to_plain(bins: Bins) -> int | list[float]:
    """How a numeric class is cut, for JSON."""
    return bins if isinstance(bins, int) else list(bins)


def bins_from_checked(plain: Checked, *, cuts: bool) -> Bins | None:
    """How a numeric class is cut, from `class_bins`: a number of intervals, or the cuts if allowed."""
    if cuts and plain.is_list("class_bins"):
        return plain.numbers("class_bins", _MOST_BINS)
    return plain.whole("class_bins", 0, _MOST_BINS, 0) or None


def _frozen(value: Any) -> Any:
    return value if isinstance(value, str | bool) else tuple(value)
