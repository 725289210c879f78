"""The sources of an experiment's data sets: files, a folder, samples, the open data, the paper."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from lwnb_core import DataError, Dataset, samples
from lwnb_core.data.file_names import without_suffix
from lwnb_core.data.formats.archive_members import MARK, on_disc, parts_of
from lwnb_core.data.formats.file_formats import DATA_SUFFIXES, FORMATS
from lwnb_core.data.formats.packing import without_packing
from lwnb_core.evaluation.paper.data import PaperData, find_data, paper_names
from lwnb_core.progress import Progress, silent
from lwnb_core.spelling import one_of
from lwnb_gui.app.query import Query
from lwnb_gui.experiment.plan import DataChoice, Plan
from lwnb_gui.session.data import DataSource

_SUFFIXES = tuple(suffix for suffix in DATA_SUFFIXES if suffix != ".txt")


def sample_choices() -> tuple[DataChoice, ...]:
    """Return every sample, smallest first, which is the order in which they are worth adding."""
    ordered = sorted(samples(), key=lambda info: info.rows * (info.numeric + info.nominal))
    return tuple(DataChoice(info.name, sample=info.name) for info in ordered)


def open_choice(query: Query | None) -> DataChoice | None:
    """Return the data in the window, with the class and without the attributes that are switched off."""
    if query is None or query.data.class_index is None:
        return None
    return DataChoice(query.data.name, open=True, data=query.used)


def file_choice(path: str | Path) -> DataChoice:
    file = Path(path).expanduser().absolute()
    return DataChoice(without_suffix(file.name), file=str(file))


def file_choices(path: str | Path) -> tuple[DataChoice, ...]:
    """Return the file, or each of several tables in it: the sheets of a workbook, the files of a zip file."""
    return tuple(file_choice(f"{path}{MARK}{part}") for part in parts_of(path)) or (file_choice(path),)


def is_data(name: str) -> bool:
    return without_packing(name.lower()).endswith(_SUFFIXES)


def folder_choices(folder: str | Path) -> tuple[DataChoice, ...]:
    """Return the data files of a folder by name; raise a clear error if there are none."""
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
            hint=f"Data files end in {one_of(suffix for kind in FORMATS.values() for suffix in kind.names)}.",
        )
    return choices


def named_apart(choices: Iterable[DataChoice]) -> tuple[DataChoice, ...]:
    """Return the same choices, each once, with a number after a name that is already used."""
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
    """Return the paper's 37 data sets in its order, from a folder or the samples; missing ones say so."""
    names = paper_names()
    choices: list[PaperData] = []
    for i, name in enumerate(names):
        progress(i, len(names))
        choices += find_data([name], folder or None)
    progress(len(names), len(names))
    return tuple(DataChoice(item.name, file=item.source, data=item.data, note=item.note) for item in choices)


# -- the data sets of a plan --------------------------------------------------------------------------


def found_data(plan: Plan, query: Query | None, paper: Sequence[DataChoice] = ()) -> tuple[DataChoice, ...]:
    """Return the data sets of a plan as far as they are found, those of a table among the paper's."""
    if plan.preset != "own":
        excluded = {choice.name for choice in plan.excluded}
        return tuple(replace(choice, is_included=choice.name not in excluded) for choice in paper)
    if plan.data is None:
        return tuple(filter(None, [open_choice(query)]))
    return tuple(_found(choice, query) for choice in plan.data)


def _found(choice: DataChoice, query: Query | None) -> DataChoice:
    if not choice.source:
        return replace(choice, note=choice.note or "its file is unknown: add it under the same name")
    if not choice.open or choice.data is not None:
        return choice
    known = open_choice(query)
    if known is None:
        note = "the data were open in the window: open and add them again"
        return replace(choice, open=False, note=note)
    return replace(choice, data=known.data)


def after_closing(choice: DataChoice, query: Query | None) -> DataChoice:
    """Return the choice by its file, if there is one, when its data are no longer those in the window.

    The file is read with the same options, columns, kinds and class then.
    """
    data: Dataset | None = choice.data
    if not choice.open or data is None:
        return choice
    is_open = query is not None and query.data.origin == data.origin
    if is_open or not data.source or not on_disc(data.source).is_file():
        return choice
    source, names = DataSource.of(data), {attribute.name for attribute in data.attributes}
    left_out = tuple(a.name for a in data.reading.attributes if a.name not in names)
    csv = _without(source.csv, left_out)
    return replace(choice, open=False, sample=source.sample, file=source.path, csv=csv, edits=source.edits)


def _without(options: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    """Return options of reading that leave these columns out, too."""
    if not names:
        return dict(options)
    kept = {name: value for name, value in options.items() if name != "class_attribute" or value not in names}
    if "only" in kept:
        kept["only"] = tuple(name for name in kept["only"] if name not in names)
    return kept | {"ignore": (*kept.get("ignore", ()), *names)}


def find_sources(
    names: Sequence[str], known: Sequence[DataChoice], folder: str | Path
) -> tuple[DataChoice, ...]:
    """Find data sets named in a results file: files of its folder, known data sets, or samples."""
    by_name = {choice.name: choice for choice in (*sample_choices(), *known)}
    try:
        in_folder = {choice.name: choice for choice in folder_choices(folder)}
    except DataError:
        in_folder = {}
    return tuple(in_folder.get(name) or by_name.get(name) or DataChoice(name) for name in names)
