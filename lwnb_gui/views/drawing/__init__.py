"""Shapes, canvases, colours and axes, of which the scenes of all views are made."""
