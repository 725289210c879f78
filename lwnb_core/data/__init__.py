"""Data sets: what they are, and reading and writing them."""

from lwnb_core.data.align import align, matched
from lwnb_core.data.arff import arff_text, read_arff, write_arff
from lwnb_core.data.attribute import Attribute, Kind, Repair
from lwnb_core.data.checked_columns import check_rows
from lwnb_core.data.csv import (
    DEFAULT_MISSING,
    CsvDialect,
    CsvPreview,
    csv_text,
    detect_dialect,
    preview,
    read_csv,
    write_csv,
)
from lwnb_core.data.dataset import Dataset
from lwnb_core.data.formats.loading import format_of, load, save
from lwnb_core.data.reading import Reading
from lwnb_core.data.safe_files import atomic_write
from lwnb_core.data.samples.assets import assets_dir, sample_of
from lwnb_core.data.samples.catalogue import SampleInfo, sample, sample_file, samples
from lwnb_core.data.samples.generators import balance_scale, checkers_board, two_spheres, waveform

# `from_pandas` and `to_pandas` are methods of Dataset: pandas takes half a second to import.

__all__ = [
    "DEFAULT_MISSING",
    "Attribute",
    "CsvDialect",
    "CsvPreview",
    "Dataset",
    "Kind",
    "Reading",
    "Repair",
    "SampleInfo",
    "align",
    "arff_text",
    "assets_dir",
    "atomic_write",
    "balance_scale",
    "check_rows",
    "checkers_board",
    "csv_text",
    "detect_dialect",
    "format_of",
    "load",
    "matched",
    "preview",
    "read_arff",
    "read_csv",
    "sample",
    "sample_file",
    "sample_of",
    "samples",
    "save",
    "two_spheres",
    "waveform",
    "write_arff",
    "write_csv",
]
