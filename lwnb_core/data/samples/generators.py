"""Artificial data: the paper's two figures, Breiman's waveforms, and the balance scale.

The generator is numpy's `RandomState`, whose streams are promised never to change: the same seed gives the
same rows everywhere.
"""

from __future__ import annotations

import itertools

import numpy as np
from numpy.typing import NDArray

from lwnb_core.data.attribute import Attribute
from lwnb_core.data.dataset import Dataset
from lwnb_core.errors import SettingsError

_SQUARE_WIDTH = 0.125
_WAVE_POINTS = 21
_WAVE_PEAKS = (7, 11, 15)
_WAVES_OF_CLASS = ((0, 2), (0, 1), (1, 2))  # as in the UCI file: class 0 mixes the first and the last wave


def two_spheres(n: int = 1000, seed: int = 1, dimensions: int = 3) -> Dataset:
    """Generate a ball of radius 0.5 inside a hollow sphere from 0.5 to 1.0, half of the rows in each (Figure
    1).
    """
    _check_size(n)
    if dimensions < 1:
        raise SettingsError(f"{dimensions} dimensions: at least 1 is needed")
    random = np.random.RandomState(seed)
    codes = random.permutation(np.arange(n) * 2 // max(n, 1)).astype(np.int32)
    directions = random.standard_normal((n, dimensions))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    # Uniform in the volume: the radius to the power of the dimension is uniform between its two ends.
    inner, outer = np.array([0.0, 0.5])[codes] ** dimensions, np.array([0.5, 1.0])[codes] ** dimensions
    volumes = inner + (outer - inner) * random.random_sample(n)
    # Computed by the C library rather than numpy, whose powers differ in the last bit between processors.
    radii = np.array([volume ** (1 / dimensions) for volume in volumes.tolist()], dtype=np.float64)
    points = directions * radii[:, np.newaxis]
    names = ("x", "y", "z") if dimensions <= 3 else tuple(f"x{j + 1}" for j in range(dimensions))
    return _dataset("two-spheres", names[:dimensions], points, "sphere", ("inner", "outer"), codes)


def checkers_board(n: int = 1000, seed: int = 1, width: float = _SQUARE_WIDTH) -> Dataset:
    """Generate points in the unit square, black or white like their square: that at the origin is black."""
    _check_size(n)
    if not 0 < width <= 1:
        raise SettingsError(f"squares of width {width}: must be above 0 and at most 1")
    points = np.random.RandomState(seed).random_sample((n, 2))
    codes = (np.floor(points / width).astype(np.int64).sum(axis=1) % 2).astype(np.int32)
    return _dataset("checkers-board", ("x", "y"), points, "colour", ("black", "white"), codes)


def waveform(n: int = 5000, seed: int = 1, noise_attributes: int = 19) -> Dataset:
    """Generate Breiman's waveforms: random mixtures of two of three triangular waves, with noise of variance
    1.

    The 21 points of the wave are followed by attributes that are pure noise: 19 of them in the UCI data,
    whose shape and two decimals this follows.
    """
    _check_size(n)
    if noise_attributes < 0:
        raise SettingsError(f"{noise_attributes} noise attributes: must not be negative")
    random = np.random.RandomState(seed)
    position = np.arange(1, _WAVE_POINTS + 1)
    waves = np.array([np.maximum(6 - np.abs(position - peak), 0) for peak in _WAVE_PEAKS], dtype=np.float64)
    codes = random.randint(0, 3, size=n).astype(np.int32)
    share = random.random_sample(n)[:, np.newaxis]
    first, second = np.array(_WAVES_OF_CLASS)[codes].T
    values = random.standard_normal((n, _WAVE_POINTS + noise_attributes))
    values[:, :_WAVE_POINTS] += share * waves[first] + (1 - share) * waves[second]
    values = np.round(values, 2) + 0.0  # adding zero turns -0.0 into 0.0
    names = tuple(f"x{j + 1}" for j in range(values.shape[1]))
    return _dataset("waveform", names, values, "class", ("0", "1", "2"), codes)


def balance_scale() -> Dataset:
    """Generate all 625 scales with weights and distances from 1 to 5, in UCI's order."""
    values = np.array(list(itertools.product(range(1, 6), repeat=4)), dtype=np.float64)
    left, right = values[:, 0] * values[:, 1], values[:, 2] * values[:, 3]
    codes = np.select([left > right, left == right], [0, 1], default=2).astype(np.int32)
    names = ("left-weight", "left-distance", "right-weight", "right-distance")
    return _dataset("balance-scale", names, values, "class", ("L", "B", "R"), codes)


def _dataset(
    relation: str,
    names: tuple[str, ...],
    values: NDArray[np.float64],
    class_name: str,
    classes: tuple[str, ...],
    codes: NDArray[np.int32],
) -> Dataset:
    attributes = [*map(Attribute.numeric, names), Attribute.nominal(class_name, classes)]
    return Dataset.from_columns(relation, attributes, [*values.T, codes], class_attribute=class_name)


def _check_size(n: int) -> None:
    if n < 0:
        raise SettingsError(f"{n} rows: must not be negative")
