"""Data sets from the arguments of the command line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lwnb_gui.cli.options.common import FormatOptions, ReadingOptions

if TYPE_CHECKING:
    from lwnb_core import Dataset
    from lwnb_core.data.align import Unknown as UnknownValues
    from lwnb_core.data.column_choice import ColumnChoice


STDIN = "-"
"""The name that stands for standard input wherever a file is expected."""
_STDIN_NAME = "standard input"


def open_data(
    source: str,
    options: FormatOptions | None = None,
    *,
    strict: bool = True,
    columns: ColumnChoice | None = None,
    says_repairs: bool = False,
    used: Sequence[str] = (),
) -> Dataset:
    """Open a file, or the sample of that name where there is no such file, or read standard input (`-`).

    Options for CSV files are refused for an ARFF file, unless `strict` is off because they are meant for
    another file of the same command. `columns` are those to read, by default those of the options. A note on
    stderr says how a numeric class was used, unless the command reports all repairs itself. Files that are
    `used` already are not suggested for one that does not exist.
    """
    from lwnb_core.data.column_notes import nothing_to_learn_from
    from lwnb_core.data.csv.table import ONE_COLUMN

    options = options or FormatOptions()
    _refuse_parts(source)
    read, declared = _stdin() if source == STDIN else _file(locate(source, used))
    columns = columns or options.columns
    if declared:
        data = read(columns, **options.csv if strict else {})
        for column in options.as_nominal or ():
            data = data.as_nominal(column)
        for column in options.as_numeric or ():
            data = data.as_numeric(column)
    else:
        data = read(columns, **options.csv, **options.kinds)
    if not isinstance(options, ReadingOptions):
        return data
    chosen = _with_class(data, options)
    if options.class_bins is None and not says_repairs:
        _say_notes([str(repair) for repair in chosen.repairs[len(data.repairs) :]])
    if not says_repairs and (nothing := nothing_to_learn_from(chosen)):
        _say_notes([nothing, *(repair.text for repair in chosen.repairs if repair.text == ONE_COLUMN)])
    return chosen


def open_test(
    source: str,
    training: Dataset,
    options: ReadingOptions,
    unknown: UnknownValues = "refuse",
    used: Sequence[str] = (),
) -> Dataset:
    """Open a second file under the header of the training data, which were read with the same options."""
    from lwnb_core import matched

    for_test = options.for_test(training.class_attribute.name)
    opened = open_data(source, for_test, strict=False, columns=options.test_columns, used=used)
    return matched(opened, training, class_was_cut=options.class_bins is not None, unknown=unknown)


def _say_notes(notes: Sequence[str]) -> None:
    from lwnb_gui.render.terminal.console import Screen
    from lwnb_gui.text import printable

    for note in filter(None, notes):
        Screen(stderr=True).hint(f"Note: {printable(note)}{'' if note.endswith('?') else '.'}")


def check_stdin_once(sources: Sequence[str]) -> None:
    """Raise a `DataError` if standard input is to be read twice, which is impossible."""
    from lwnb_core import DataError

    if sources.count(STDIN) > 1:
        raise DataError("standard input can be read only once", hint="Only one FILE can be -.")


def _refuse_parts(source: str) -> None:
    from lwnb_core import DataError
    from lwnb_core.distributed.partitions import is_in_parts

    if is_in_parts(source):
        raise DataError(
            "this command does not open several Parquet files as one table",
            file=source,
            hint="lwnb predict, and lwnb explain with --test, learn from them; other commands take one file.",
        )


def _file(path: Path) -> tuple[Callable[..., Dataset], bool]:
    """Return how to read a file, and whether it declares the types of its columns."""
    from lwnb_core.data.formats.loading import format_of_file, load_columns

    return partial(load_columns, path), format_of_file(path) != "csv"


def _stdin() -> tuple[Callable[..., Dataset], bool]:
    """Return the same for standard input, which has been read to its end; its content shows the format."""
    from lwnb_core import DataError
    from lwnb_core.data import Reading, format_of
    from lwnb_core.data.formats.loading import parse_data
    from lwnb_core.data.formats.packing import unpack
    from lwnb_core.data.formats.unsupported_formats import refuse_other_kinds

    try:
        raw = unpack(sys.stdin.buffer.read(), file=_STDIN_NAME)
    except (OSError, AttributeError):  # closed or absent
        raise DataError("cannot be read", file=_STDIN_NAME, hint="Give a file, or pipe data in.") from None

    def read(columns: ColumnChoice, **options: Any) -> Dataset:
        refuse_other_kinds(raw, _STDIN_NAME, options.get("encoding"))
        data = parse_data(raw, Path(_STDIN_NAME), columns=columns, **options)
        return replace(data, source="", reading=Reading())

    return read, format_of(_STDIN_NAME, raw) != "csv"


def _with_class(data: Dataset, options: ReadingOptions) -> Dataset:
    from lwnb_core import SettingsError

    if options.class_attribute is not None:
        return data.with_class(options.class_attribute, options.class_bins)
    if options.class_bins is not None:
        raise SettingsError(
            "--class-bins without a class to cut", hint="Name the numeric attribute with --class NAME."
        )
    return data


def locate(source: str, used: Sequence[str] = ()) -> Path:
    """Return the path as written, or that of a sample; otherwise raise an error with similar names.

    Names that are `used` already cannot be meant.
    """
    from lwnb_core import DataError, samples
    from lwnb_core.data import sample_file
    from lwnb_core.data.formats.loading import no_such_file
    from lwnb_core.data.formats.unsupported_formats import refuse_address
    from lwnb_core.spelling import did_you_mean, nearest

    path = Path(source).expanduser()
    if _exists(path):
        return path
    names = [info.name for info in samples()]
    name = source.strip().lower().replace("_", "-").replace(" ", "-")
    if name in names:
        return sample_file(name)
    near = did_you_mean(nearest(name, names, used=used, most=2))
    if near and path.name == source:
        raise DataError(
            f"there is no file and no sample called {source!r}",
            hint=f"{near} `lwnb samples` lists the samples.",
        )
    if used:
        refuse_address(path)
        raise no_such_file(path, used)
    return path  # the reader has the best error message for it


def existing(source: str) -> Path:
    """Do the same as `locate`, but report a missing file now, while there is a terminal."""
    from lwnb_core import DataError, load
    from lwnb_core.data.formats.archive_members import on_disc

    if source == STDIN:
        raise DataError(
            "the window cannot read standard input", hint="Save the data to a file, and open that."
        )
    path = locate(source)
    if not on_disc(path).is_file():
        load(path)  # fails with the message of the reader
    return path


def _exists(path: Path) -> bool:
    from lwnb_core.data.formats.archive_members import on_disc

    try:
        return on_disc(path).exists()
    except (OSError, ValueError):  # a name that no file can have
        return False
