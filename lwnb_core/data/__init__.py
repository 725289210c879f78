"""Data sets: what they are, and reading and writing them."""

from lwnb_core.data.align import align
from lwnb_core.data.arff import arff_text, read_arff, write_arff
from lwnb_core.data.assets import assets_dir
from lwnb_core.data.attribute import Attribute, Kind, Repair
from lwnb_core.data.dataset import Dataset
from lwnb_core.data.files import atomic_write
from lwnb_core.data.generators import balance_scale, checkers_board, two_spheres, waveform
from lwnb_core.data.loading import load, save
from lwnb_core.data.samples import SampleInfo, sample, samples

__all__ = [
    "Attribute",
    "Dataset",
    "Kind",
    "Repair",
    "SampleInfo",
    "align",
    "arff_text",
    "assets_dir",
    "atomic_write",
    "balance_scale",
    "checkers_board",
    "load",
    "read_arff",
    "sample",
    "samples",
    "save",
    "two_spheres",
    "waveform",
    "write_arff",
]
