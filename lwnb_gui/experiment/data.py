"""Where the data sets of an experiment come from: files, a folder, samples, the open data, the paper."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from lwnb_core import DataError, samples
from lwnb_core.data.file_names import without_suffix
from lwnb_core.data.formats.archive_members import MARK, parts_of
from lwnb_core.data.formats.file_formats import DATA_SUFFIXES
from lwnb_core.data.formats.packing import without_packing
from lwnb_core.evaluation.paper.data import PaperData, find_data, paper_names
from lwnb_core.progress import Progress, silent
from lwnb_gui.app.opening import SAMPLE
from lwnb_gui.app.query import Query
from lwnb_gui.experiment.plan import DataChoice
from lwnb_gui.experiment.settings import OPEN

_SUFFIXES = tuple(suffix for suffix in DATA_SUFFIXES if suffix != ".txt")


def sample_choices() -> tuple[DataChoice, ...]:
    """Every sample, smallest first: that is the order in which they are worth adding."""
    ordered = sorted(samples(), key=lambda info: info.rows * (info.numeric + info.nominal))
    return tuple(DataChoice(info.name, f"{SAMPLE}{info.name}") for info in ordered)


def open_choice(query: Query | None) -> DataChoice | None:
    """The data in the window, with the class and without the attributes that are switched off there."""
    if query is None or query.data.class_index is None:
        return None
    return DataChoice(query.data.name, OPEN, query.used)


def file_choice(path: str | Path) -> DataChoice:
    file = Path(path)
    name = file.name
    return DataChoice(without_suffix(name), str(file))


def file_choices(path: str | Path) -> tuple[DataChoice, ...]:
    """The file, or each of several tables in it: the sheets of a workbook, the files of a zip file."""
    return tuple(file_choice(f"{path}{MARK}{part}") for part in parts_of(path)) or (file_choice(path),)


def is_data(name: str) -> bool:
    return without_packing(name.lower()).endswith(_SUFFIXES)


def folder_choices(folder: str | Path) -> tuple[DataChoice, ...]:
    """The data files of a folder by name; a clear error where there are none."""
    path = Path(folder).expanduser()
    try:
        files = [file for file in sorted(path.iterdir()) if is_data(file.name)]
    except OSError as error:
        raise DataError(
            f"cannot be opened: {error.strerror or error}",
            file=str(path),
            hint="Choose another folder.",
        ) from None
    choices = tuple(choice for file in files if file.is_file() for choice in file_choices(file))
    if not choices:
        raise DataError(
            "this folder contains no data file",
            file=str(path),
            hint="Data files end in .arff, .csv, .tsv, .data, .parquet, .xlsx or .json.",
        )
    return choices


def named_apart(choices: Iterable[DataChoice]) -> tuple[DataChoice, ...]:
    """The same choices, each once, with a number after a name that another has already."""
    named: list[DataChoice] = []
    for choice in choices:
        if any(choice.source and choice.source == other.source for other in named):
            continue
        taken = {other.name for other in named}
        numbered = (f"{choice.name} ({i})" for i in range(2, len(named) + 3))
        name = next(name for name in (choice.name, *numbered) if name not in taken)
        named.append(replace(choice, name=name))
    return tuple(named)


def paper_choices(folder: str, progress: Progress = silent) -> tuple[DataChoice, ...]:
    """The paper's 37 data sets in its order, read from a folder or the samples; what is missing says so."""
    names = paper_names()
    choices: list[PaperData] = []
    for i, name in enumerate(names):
        progress(i, len(names))
        choices += find_data([name], folder or None)
    progress(len(names), len(names))
    return tuple(DataChoice(item.name, item.source, item.data, item.note) for item in choices)


def find_sources(
    names: Sequence[str], known: Sequence[DataChoice], folder: str | Path
) -> tuple[DataChoice, ...]:
    """Data sets that a results file names: files of its folder, data sets known already, or samples."""
    by_name = {choice.name: choice for choice in (*sample_choices(), *known)}
    try:
        in_folder = {choice.name: choice for choice in folder_choices(folder)}
    except DataError:
        in_folder = {}
    nowhere = "its file is unknown: add it under the same name"
    return tuple(
        in_folder.get(name) or by_name.get(name) or DataChoice(name, "", note=nowhere) for name in names
    )
