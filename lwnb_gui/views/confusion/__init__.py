"""Confusion: true against predicted classes, a matrix for each learner."""

from lwnb_gui.views.confusion.view import Confusion

__all__ = ["Confusion"]
