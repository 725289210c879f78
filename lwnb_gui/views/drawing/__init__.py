"""Shapes, canvases, colours and axes: what the scenes of all views are made of."""
