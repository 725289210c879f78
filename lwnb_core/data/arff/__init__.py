"""ARFF, read as Weka reads it and written so that Weka reads it back."""

from lwnb_core.data.arff.reader import read_arff
from lwnb_core.data.arff.writer import arff_text, write_arff

__all__ = ["arff_text", "read_arff", "write_arff"]
