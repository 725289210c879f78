"""The tables of `lwnb_gui.export`, under the name by which the panels know them."""

from __future__ import annotations

from lwnb_gui.export.tables import TextTable, save_table, to_csv, to_latex, to_markdown, to_tsv

__all__ = ["TextTable", "save_table", "to_csv", "to_latex", "to_markdown", "to_tsv"]
