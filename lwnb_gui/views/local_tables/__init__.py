"""The local tables: for each attribute that of the weighted neighbours, from which its factor is read."""

from lwnb_gui.views.local_tables.view import LocalTables

__all__ = ["LocalTables"]
