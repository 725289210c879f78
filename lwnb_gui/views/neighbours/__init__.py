"""The neighbours: who is in, at which distance, with which weight."""

from lwnb_gui.views.neighbours.view import Neighbours

__all__ = ["Neighbours"]
