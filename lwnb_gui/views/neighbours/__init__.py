"""The neighbours, with their distances and weights."""

from lwnb_gui.views.neighbours.view import Neighbours

__all__ = ["Neighbours"]
