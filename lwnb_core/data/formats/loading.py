"""Opening and saving a data file of any kind that we know."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from lwnb_core.arguments import DATASET, NAME, PATH, WHOLE, check_arguments
from lwnb_core.data.attribute import Repair
from lwnb_core.data.column_choice import ALL_COLUMNS, ColumnChoice
from lwnb_core.data.column_notes import nothing_to_learn_from
from lwnb_core.data.dataset import Dataset
from lwnb_core.data.formats.archive_members import member_head, split_part
from lwnb_core.data.formats.file_formats import (
    FORMAT_OF_BEGINNING,
    FORMAT_OF_SUFFIX,
    FORMATS,
    WRITTEN,
    Format,
)
from lwnb_core.data.formats.packing import is_document, is_packed, unpacked_head, without_packing
from lwnb_core.data.formats.unsupported_formats import json_kind, refuse_address, refuse_other_kinds
from lwnb_core.data.safe_files import atomic_write
from lwnb_core.data.samples.assets import file_label
from lwnb_core.data.text import decode, read_bytes
from lwnb_core.errors import DataError, SettingsError
from lwnb_core.spelling import did_you_mean, nearest, one_of

_HEAD_BYTES = 1 << 16


@check_arguments(path=PATH, class_attribute=NAME, class_bins=WHOLE)
def load(
    path: str | Path,
    class_attribute: str | int | None = None,
    *,
    class_bins: int | None = None,
    ignore: Iterable[str] = (),
    only: Iterable[str] = (),
    **csv_options: Any,
) -> Dataset:
    """Open a data file of any format that we know, packed or not: ARFF, CSV, Parquet, Excel, JSON and others.

    Files may be packed with gzip, bzip2, xz or zip. If a zip file holds several files, or a workbook several
    sheets, name one as in `data.zip#train.csv` and `book.xlsx#Sheet2`. The suffix decides what kind of file
    it is, or the content if the suffix does not. Parquet and Feather files need pyarrow (`pip install
    "lwnb-explorer[parquet]"`), Excel files openpyxl (`[excel]`).

    By default the class is the last nominal attribute, in files other than ARFF the last one that can be
    predicted (one that has several values and does not name the rows). A numeric class is cut into
    `class_bins` intervals; without `class_bins`, whole numbers of which there are only a few are used as they
    are. The columns named in `ignore` are left out; with `only`, all columns but those and the class are.
    `csv_options` are those of `read_csv`.

    Examples
    --------
    >>> from pathlib import Path
    >>> import lwnb_core as lw
    >>> _ = Path("people.csv").write_text("height;hair;drink\\n1.80;fair;tea\\n1.65;?;coffee\\n1.7;dark;tea")
    >>> data = lw.load("people.csv")
    >>> data.class_attribute.name, data.classes
    ('drink', ('tea', 'coffee'))
    >>> data.column("height"), data.value(1, "hair")
    (array([1.8 , 1.65, 1.7 ]), None)

    Another class, and a column left out:

    >>> lw.load("people.csv", "hair", ignore=["drink"]).classes
    ('fair', 'dark')
    """
    file = Path(path).expanduser()
    if class_attribute is None and class_bins is not None:
        raise SettingsError(
            "class_bins without a class to cut", hint="Name the numeric attribute that is to be the class."
        )
    columns = ColumnChoice.of(ignore, only)
    return load_columns(file, columns, class_attribute, class_bins=class_bins, **csv_options)


def load_columns(
    file: Path,
    columns: ColumnChoice,
    class_attribute: str | int | None = None,
    *,
    class_bins: int | None = None,
    **csv_options: Any,
) -> Dataset:
    """Do the same as `load`, with the choice of columns as a value."""
    raw = _read(file, csv_options.get("encoding"))
    data = parse_data(raw, file, class_attribute, class_bins=class_bins, columns=columns, **csv_options)
    return _with_notes(data, columns, class_attribute, class_bins, csv_options)


def load_parsed(
    data: Dataset, columns: ColumnChoice, class_attribute: str | int | None = None, **csv_options: Any
) -> Dataset:
    """Do the same as `load_columns` for what `parse_csv` has made of all columns with these options."""
    if class_attribute is not None:
        columns = replace(columns, class_attribute=class_attribute)
    columns.check([attribute.name for attribute in data.attributes], data.source)
    chosen = _with_class(data, columns, class_attribute, None)
    return _with_notes(chosen, columns, class_attribute, None, csv_options)


def _with_notes(
    data: Dataset,
    columns: ColumnChoice,
    class_attribute: str | int | None,
    class_bins: int | None,
    csv_options: Mapping[str, Any],
) -> Dataset:
    """Return the data with the options of reading, and with a note where nothing can be learnt from them."""
    chosen = {"ignore": tuple(sorted(columns.ignore)), "only": tuple(sorted(columns.only))}
    options = {**csv_options, **{name: names for name, names in chosen.items() if names}}
    if nothing := nothing_to_learn_from(data):
        data = data.with_repairs(Repair(nothing))
    return data.with_reading({**options, "class_attribute": class_attribute, "class_bins": class_bins})


def parse_data(
    raw: bytes | Path,
    file: Path,
    class_attribute: str | int | None = None,
    *,
    class_bins: int | None = None,
    columns: ColumnChoice = ALL_COLUMNS,
    **csv_options: Any,
) -> Dataset:
    """Do the same as `load` for bytes in memory, or for a path; `file` is their name in messages."""
    if class_attribute is not None:
        columns = replace(columns, class_attribute=class_attribute)
    kind = format_of(file, _head(raw) if isinstance(raw, Path) else raw)
    if kind != "csv" and csv_options:
        name = FORMATS[kind].name
        raise SettingsError(
            f"{', '.join(csv_options)}: only for CSV files, and {file_label(file)} is {name}",
            hint=f"{'An' if name[0] in 'AE' else 'A'} {name} file declares its own types.",
        )
    if isinstance(raw, Path) and not FORMATS[kind].reads_path:
        raw = raw.read_bytes()
    if kind == "csv":
        csv_options["class_attribute"] = class_attribute if class_bins is None else None
    data = FORMATS[kind].read(raw, str(file), columns, **csv_options)
    return _with_class(data, columns, class_attribute, class_bins)


def _with_class(
    data: Dataset, columns: ColumnChoice, class_attribute: str | int | None, bins: int | None
) -> Dataset:
    """Return the chosen columns, with the class that was named."""
    if class_attribute is not None:
        if class_attribute in columns.ignore:
            raise DataError(f"the class {class_attribute!r} cannot be left out", file=data.source)
        data = data.with_class(class_attribute, bins)
    return columns.applied_to(data)


@check_arguments(data=DATASET, path=PATH)
def save(data: Dataset, path: str | Path) -> None:
    """Write a data set as ARFF, CSV or TSV, depending on the suffix.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> data = lw.sample("contact-lenses")
    >>> lw.save(data, "lenses.arff")
    >>> lw.load("lenses.arff").has_rows_of(data)
    True
    """
    file = Path(path).expanduser()
    text_of = writer_for(file)
    if text_of is None:
        raise DataError(
            f"cannot tell the format from the suffix {file.suffix!r}",
            file=str(file),
            hint=f"Use {one_of(WRITTEN)}.",
        )
    atomic_write(file, text_of(data))


def writer_for(path: Path) -> Callable[[Dataset], str] | None:
    """Return what makes the text of a file of this name; None if data sets are not written in its format."""
    kind = _format_of_name(path)
    write = None if kind is None else FORMATS[kind].write
    return None if write is None else lambda data: write(data, path.name)


def format_of(path: str | Path, raw: bytes) -> Format:
    """Determine the format by unique first bytes, by the suffix, or by the first significant line."""
    if is_document(raw):
        return "excel"
    by_beginning = next((kind for magic, kind in FORMAT_OF_BEGINNING.items() if raw.startswith(magic)), None)
    by_name = by_beginning or _format_of_name(Path(path))
    if by_name is not None:
        return by_name
    head = decode(raw[:_HEAD_BYTES]).text
    is_json = json_kind(head)
    if is_json is not None:
        return is_json
    lines = (line.strip() for line in head.split("\n"))
    first = next((line for line in lines if line and not line.startswith("%")), "")
    return "arff" if first.lower().startswith("@relation") else "csv"


def format_of_file(path: str | Path) -> Format:
    """Return the format of an existing file, packed or not; if it cannot be read, decide by its name."""
    on_disc, part = split_part(path)
    try:
        head = _head(on_disc)
        is_member = part and is_packed(head)
        head = member_head(on_disc, part, _HEAD_BYTES) if is_member else unpacked_head(head, _HEAD_BYTES)
    except (OSError, ValueError):
        head = b""
    return format_of(path, head)


def declares_types(path: str | Path) -> bool:
    """Whether the format declares which columns are nominal and numeric, so that we must not change them."""
    kind = _format_of_name(Path(path))
    return kind is not None and FORMATS[kind].declares_types


def _format_of_name(path: Path) -> Format | None:
    name = without_packing(path.name.lower())
    return next((kind for suffix, kind in FORMAT_OF_SUFFIX.items() if name.endswith(suffix)), None)


def _head(file: Path) -> bytes:
    with file.open("rb") as stream:
        return stream.read(_HEAD_BYTES)


def _read(file: Path, encoding: str | None = None) -> bytes | Path:
    """Return the unpacked bytes, or the path itself if the format's reader need not hold them all."""
    refuse_address(file)
    on_disc, part = split_part(file)
    if file.is_dir():
        raise DataError(
            "this is a folder, not a file",
            file=str(file),
            hint=_files_inside(file) or "It contains no data file.",
        )
    if not on_disc.exists():
        raise no_such_file(file)
    with contextlib.suppress(OSError, ValueError):  # read_bytes says what is wrong
        head = _head(on_disc)
        if not part and not is_packed(head) and FORMATS[format_of(file, head)].reads_path:
            return file
    raw = read_bytes(file)
    refuse_other_kinds(raw, str(file), encoding)
    return raw


def no_such_file(file: Path, used: Iterable[str | Path] = ()) -> DataError:
    """Return the error for a file that does not exist; files that are already `used` are not suggested."""
    return DataError("there is no such file", file=str(file), hint=_similar_names(file, used))


def _similar_names(file: Path, used: Iterable[str | Path]) -> str:
    """Suggest files that the user may have meant: those in the same folder with a similar name."""
    known = {Path(each).absolute() for each in used}
    try:
        inside = [entry for entry in file.parent.iterdir() if entry.is_file()]
    except OSError:
        return f"There is no folder {file.parent} either."
    by_stem: dict[str, list[str]] = {}
    for entry in inside:
        if entry.absolute() not in known:
            by_stem.setdefault(_stem(entry), []).append(entry.name)
    names = [name for stem in nearest(_stem(file), by_stem, most=3) for name in sorted(by_stem[stem])]
    return did_you_mean(names[:3])


def _stem(file: Path) -> str:
    return file.name.lower().partition(".")[0]


def _files_inside(folder: Path) -> str:
    try:
        names = sorted(entry.name for entry in folder.iterdir() if _format_of_name(entry) is not None)
    except OSError:
        return ""
    listed = ", ".join(names[:5]) + (" …" if len(names) > 5 else "")
    return f"Data files in it: {listed}" if names else ""
