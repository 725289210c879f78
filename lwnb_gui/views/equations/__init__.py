"""Equations (1) to (6) of the paper with an instance's numbers in them."""

from lwnb_gui.views.equations.view import Equations

__all__ = ["Equations"]
