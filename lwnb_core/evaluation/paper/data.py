"""The paper's 37 data sets: their names elsewhere, and the place of the user's copy."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from lwnb_core.data.dataset import Dataset
from lwnb_core.data.formats.file_formats import WRITTEN_SUFFIXES
from lwnb_core.data.formats.loading import load
from lwnb_core.data.samples.catalogue import sample
from lwnb_core.errors import DataError, LwnbError, SettingsError
from lwnb_core.evaluation.paper.published import Properties, table1
from lwnb_core.remedies import Remedy
from lwnb_core.spelling import did_you_mean, nearest

# The paper's names for data sets that have other names in Weka, at UCI or OpenML; dots and dashes are
# ignored.
_ALIASES: dict[str, tuple[str, ...]] = {
    "audiology": ("audiology-standardized",),
    "australian": ("credit-a", "crx", "credit-approval"),
    "autos": ("imports-85", "automobile"),
    "bal-scale": ("balance-scale",),
    "breast-c": ("breast-cancer",),
    "breast-w": ("wisconsin-breast-cancer", "breast-cancer-wisconsin", "breast-w-original"),
    "diabetes": ("pima", "pima-diabetes", "pima-indians-diabetes"),
    "german": ("credit-g", "german-credit"),
    "heart-c": ("cleveland", "cleveland-14-heart-disease", "heart-cleveland"),
    "heart-h": ("hungarian", "hungarian-14-heart-disease", "heart-hungarian"),
    "heart-stat": ("heart-statlog", "statlog-heart"),
    "horse-colic": ("colic",),
    "kr-vs-kp": ("chess", "king-rook-vs-king-pawn"),
    "labor": ("labor-negotiations", "labour"),
    "lymph": ("lymphography",),
    "mushroom": ("agaricus-lepiota",),
    "prim-tumor": ("primary-tumor",),
    "segment": ("segmentation", "image-segmentation"),
    "vehicle": ("statlog-vehicle",),
    "vote": ("house-votes-84", "votes"),
    "waveform": ("waveform-5000", "waveform-noise"),
}
# Samples that are identical to the paper's files, row for row. (`segment` has its rows in another order, and
# therefore other folds; `waveform` is another draw.)
_SAMPLES = {
    "bal-scale": "balance-scale",
    "breast-c": "breast-cancer",
    "diabetes": "diabetes",
    "german": "credit-g",
    "glass": "glass",
    "ionosphere": "ionosphere",
    "iris": "iris",
    "labor": "labor",
    "soybean": "soybean",
    "vote": "vote",
}
_SUFFIXES = tuple(f"{suffix}{packed}" for suffix in WRITTEN_SUFFIXES for packed in ("", ".gz"))
# The form of OpenML's file names: dataset_31_credit-g.arff.
_OPENML = re.compile(r"^dataset_\d+_")

WHERE = (
    "Weka's archive of UCI data sets (datasets-UCI.jar, https://waikato.github.io/weka-wiki/datasets/) has"
    " them all as ARFF; so do OpenML (https://www.openml.org) and, in other formats, UCI"
    " (https://archive.ics.uci.edu). Put the files into one folder."
)


@dataclass(frozen=True, eq=False)
class PaperData:
    """One of the paper's data sets, or the reason why it is missing."""

    name: str
    data: Dataset | None
    source: str = ""
    note: str = ""


def names_elsewhere(name: str) -> tuple[str, ...]:
    """Return the names that others use for a data set of the paper, besides its own."""
    return _ALIASES.get(name, ())


def paper_names(only: Sequence[str] = ()) -> tuple[str, ...]:
    """Return data sets in the paper's order: all, or those given by any of their names."""
    names = tuple(table1())
    if not only:
        return names
    by_alias = {_key(alias): name for name in names for alias in (name, *names_elsewhere(name))}
    chosen = []
    for word in only:
        if _key(word) not in by_alias:
            near = did_you_mean(dict.fromkeys(by_alias[key] for key in nearest(_key(word), by_alias)))
            hint = f"{near} It has {', '.join(names)}.".lstrip()
            raise SettingsError(f"the paper has no data set {word!r}", hint=hint)
        chosen.append(by_alias[_key(word)])
    return tuple(name for name in names if name in chosen)


def find_data(names: Sequence[str], folder: str | Path | None = None) -> list[PaperData]:
    """Find each data set in the user's folder or among the samples; a missing one raises no error."""
    files = _files_in(Path(folder).expanduser()) if folder is not None else {}
    return [_find(name, files) for name in names]


def properties_of(data: Dataset) -> Properties:
    """Count what Table 1 states about a data set: classes that occur, missing values of the predictors."""
    columns = [data.missing(j) for j in data.predictors]
    numeric = sum(data.attributes[j].is_numeric for j in data.predictors)
    known = data.class_codes[data.class_codes >= 0]
    return Properties(
        instances=len(data),
        missing_percent=100 * float(np.mean(columns)) if columns and len(data) else 0.0,
        numeric=numeric,
        nominal=len(data.predictors) - numeric,
        classes=len(np.unique(known)),
    )


def _find(name: str, files: dict[str, Path]) -> PaperData:
    path = next((files[_key(n)] for n in (name, *names_elsewhere(name)) if _key(n) in files), None)
    try:
        if path is not None:
            data, source = load(path), str(path)
            _ = data.class_attribute
        elif name in _SAMPLES:
            data, source = sample(_SAMPLES[name]), f"the sample {_SAMPLES[name]}"
        else:
            others = " or ".join(names_elsewhere(name))
            return PaperData(name, None, note=f"not found{f' (also called {others})' if others else ''}")
    except LwnbError as error:
        return PaperData(name, None, str(path), f"cannot be read: {error.message}")
    expected = table1()[name].instances
    note = (
        ""
        if len(data) == expected
        else f"{len(data)} rows, but the paper's has {expected}: a different version"
    )
    return PaperData(name, data, source, note)


def _files_in(folder: Path) -> dict[str, Path]:
    if not folder.is_dir():
        raise DataError(
            "there is no such folder", file=str(folder), hint=WHERE, remedies=[Remedy("paper_folder")]
        )
    files: dict[str, Path] = {}
    for path in sorted(folder.iterdir(), reverse=True):
        suffix = next((s for s in _SUFFIXES if path.name.lower().endswith(s)), None)
        if suffix is not None and path.is_file():
            files[_key(_OPENML.sub("", path.name[: -len(suffix)]))] = path
    return files


def _key(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())
