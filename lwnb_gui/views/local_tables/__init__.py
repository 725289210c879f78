"""The local tables of the weighted neighbours, one per attribute, from which its factor is read."""

from lwnb_gui.views.local_tables.view import LocalTables

__all__ = ["LocalTables"]
