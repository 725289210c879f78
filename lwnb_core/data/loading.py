"""Opening and saving a data file of any kind that we know."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Any, Literal

from lwnb_core.arguments import DATASET, NAME, PATH, WHOLE, takes
from lwnb_core.data.arff import read_arff, write_arff
from lwnb_core.data.csv import parse_csv, write_csv
from lwnb_core.data.dataset import Dataset
from lwnb_core.data.foreign import refuse_other_kinds
from lwnb_core.data.text import decode, read_bytes
from lwnb_core.errors import DataError, SettingsError

Format = Literal["arff", "csv"]

_FORMAT_OF_SUFFIX: dict[str, Format] = {".arff": "arff", ".csv": "csv", ".tsv": "csv", ".tab": "csv"}
_HEAD_BYTES = 1 << 16


@takes(path=PATH, class_attribute=NAME, class_bins=WHOLE)
def load(
    path: str | Path,
    class_attribute: str | int | None = None,
    *,
    class_bins: int | None = None,
    **csv_options: Any,
) -> Dataset:
    """Open an ARFF, CSV or TSV file, packed with gzip or not.

    The suffix decides, or else the content; files of other kinds, such as JSON, are refused. Without
    `class_attribute` the class is the last nominal attribute (of CSV: the last that can be predicted). A
    numeric class is cut into `class_bins` intervals; without them, a few whole numbers are taken as they are.
    `csv_options` are those of `read_csv`.
    """
    file = Path(path).expanduser()
    if class_attribute is None and class_bins is not None:
        raise SettingsError(
            "class_bins without a class to cut", hint="Name the numeric attribute that is to be the class."
        )
    return parse_data(_read(file), file, class_attribute, class_bins=class_bins, **csv_options)


def parse_data(
    raw: bytes,
    file: Path,
    class_attribute: str | int | None = None,
    *,
    class_bins: int | None = None,
    **csv_options: Any,
) -> Dataset:
    """`load` for bytes that are already in memory; `file` is what they are called."""
    if format_of(file, raw) == "csv":
        own_class = class_attribute if class_bins is None else None
        data = parse_csv(raw, file=str(file), class_attribute=own_class, **csv_options)
    else:
        if csv_options:
            raise SettingsError(
                f"{', '.join(csv_options)}: only for CSV files, and {file.name} is ARFF",
                hint="An ARFF file declares its own types.",
            )
        if not raw.strip():
            raise DataError("the file is empty", file=str(file), hint="It should begin with '@relation'.")
        data = read_arff(raw, name=str(file))
    return data if class_attribute is None else data.with_class(class_attribute, class_bins)


@takes(data=DATASET, path=PATH)
def save(data: Dataset, path: str | Path) -> None:
    """Write a data set as ARFF, CSV or TSV, as the suffix says."""
    file = Path(path).expanduser()
    if _format_of_name(file) == "arff":
        write_arff(data, file)
    elif _format_of_name(file) == "csv":
        write_csv(data, file)
    else:
        raise DataError(
            f"cannot tell the format from the suffix {file.suffix!r}",
            file=str(file),
            hint="Use .arff, .csv or .tsv.",
        )


def format_of(path: str | Path, raw: bytes) -> Format:
    """ARFF or CSV, by the suffix or else by the first line that says something."""
    by_name = _format_of_name(Path(path))
    if by_name is not None:
        return by_name
    head = decode(raw[:_HEAD_BYTES]).text
    lines = (line.strip() for line in head.split("\n"))
    first = next((line for line in lines if line and not line.startswith("%")), "")
    return "arff" if first.lower().startswith("@relation") else "csv"


def declares_types(path: str | Path) -> bool:
    """Whether it is an ARFF file, which says of itself what is nominal and what numeric."""
    return _format_of_name(Path(path)) == "arff"


def _format_of_name(path: Path) -> Format | None:
    name = path.name.lower().removesuffix(".gz")
    return next((kind for suffix, kind in _FORMAT_OF_SUFFIX.items() if name.endswith(suffix)), None)


def _read(file: Path) -> bytes:
    if file.is_dir():
        raise DataError(
            "this is a folder, not a file",
            file=str(file),
            hint=_files_inside(file) or "It holds no data file.",
        )
    if not file.exists():
        raise DataError("there is no such file", file=str(file), hint=_similar_names(file))
    raw = read_bytes(file)
    refuse_other_kinds(raw, str(file))
    return raw


def _similar_names(file: Path) -> str:
    """What the user may have meant: files of the same folder with a similar name."""
    try:
        names = [entry.name for entry in file.parent.iterdir() if entry.is_file()]
    except OSError:
        return f"There is no folder {file.parent} either."
    by_lower = {name.lower(): name for name in names}
    close = difflib.get_close_matches(file.name.lower(), by_lower, n=3, cutoff=0.6)
    return f"Did you mean {' or '.join(by_lower[name] for name in close)}?" if close else ""


def _files_inside(folder: Path) -> str:
    try:
        names = sorted(entry.name for entry in folder.iterdir() if _format_of_name(entry) is not None)
    except OSError:
        return ""
    listed = ", ".join(names[:5]) + (" …" if len(names) > 5 else "")
    return f"Data files in it: {listed}" if names else ""
