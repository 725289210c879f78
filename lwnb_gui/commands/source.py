"""From what stands on the command line to a data set."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from lwnb_gui.commands.options import FormatOptions, ReadingOptions

if TYPE_CHECKING:
    from lwnb_core import Dataset, Repair


def open_data(
    source: str, options: FormatOptions | None = None, *, strict: bool = True, says_repairs: bool = False
) -> Dataset:
    """Open a file, or the sample of that name where there is no such file.

    Options for CSV files are refused for an ARFF file, unless `strict` is off because they are meant for
    another file of the same command. How a numeric class was taken is noted on stderr, unless the command
    says all repairs itself.
    """
    from lwnb_core import load
    from lwnb_core.data.loading import declares_types
    from lwnb_gui.state.reading import note_reading

    options = options or FormatOptions()
    path = locate(source)
    if declares_types(path):
        data = note_reading(load(path, **options.csv if strict else {}))
        for column in options.as_nominal or ():
            data = data.as_nominal(column)
        for column in options.as_numeric or ():
            data = data.as_numeric(column)
    else:
        given = {**options.csv, **options.kinds}
        data = note_reading(load(path, **given), given)
    if not isinstance(options, ReadingOptions):
        return data
    chosen = _with_class(data, options)
    if options.class_bins is None and not says_repairs:
        _say_notes(chosen.repairs[len(data.repairs) :])
    return chosen


def _say_notes(repairs: Sequence[Repair]) -> None:
    from lwnb_gui.commands.screen import Screen
    from lwnb_gui.text import shown

    for repair in repairs:
        Screen(stderr=True).hint(f"Note: {shown(str(repair))}.")


def _with_class(data: Dataset, options: ReadingOptions) -> Dataset:
    from lwnb_core import SettingsError

    if options.class_attribute is not None:
        return data.with_class(options.class_attribute, options.class_bins)
    if options.class_bins is not None:
        raise SettingsError(
            "--class-bins without a class to cut", hint="Name the numeric attribute with --class NAME."
        )
    return data


def locate(source: str) -> Path:
    """The file that is meant: as written, or a sample's; an error that says what is near it otherwise."""
    from lwnb_core import DataError, samples
    from lwnb_core.data import assets_dir

    path = Path(source).expanduser()
    if _exists(path):
        return path
    names = [info.name for info in samples()]
    name = source.strip().lower().replace("_", "-").replace(" ", "-")
    if name in names:
        return assets_dir() / "samples" / f"{name}.arff"
    close = difflib.get_close_matches(name, names, n=1)
    if close and path.name == source:
        raise DataError(
            f"there is no file and no sample called {source!r}",
            hint=f"Did you mean {close[0]}? `lwnb samples` lists the samples.",
        )
    return path  # the reader knows best what to say about it


def existing(source: str) -> Path:
    """As `locate`, but what is not there is refused now, while there is a terminal to say so."""
    from lwnb_core import load

    path = locate(source)
    if not path.is_file():
        load(path)  # fails, with the reader's own words for it
    return path


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # a name that no file can have
        return False
