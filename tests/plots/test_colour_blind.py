"""The classes as colour-blind people see them: told apart by colour, in points and lists by markers."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.colors import to_rgb
from numpy.typing import NDArray

from lwnb_gui.theme import THEMES, Theme

# From linear RGB to what is seen when one kind of cone is missing (Machado, Oliveira and Fernandes, 2009).
SEEN = {
    "all": np.eye(3),
    "no red cones": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "no green cones": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "no blue cones": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
_TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]) / np.array(
    [[0.9505], [1.0], [1.089]]
)
APART = 12.0  # in CIE Lab, where 2 can just be told apart side by side


def lab(colours: NDArray[np.float64], eyes: str) -> NDArray[np.float64]:
    """Return sRGB colours in CIE Lab, as seen with this kind of colour vision."""
    linear = np.where(colours <= 0.04045, colours / 12.92, ((colours + 0.055) / 1.055) ** 2.4)
    xyz = np.clip(linear @ SEEN[eyes].T, 0, 1) @ _TO_XYZ.T
    x, y, z = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116).T
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=1)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES.keys())
@pytest.mark.parametrize("eyes", SEEN)
def test_eight_classes_differ_for_colour_blind_people(theme: Theme, eyes: str) -> None:
    styles = [theme.class_style(c) for c in range(8)]
    seen = lab(np.array([to_rgb(style.fill) for style in styles]), eyes)
    apart = np.linalg.norm(seen[:, None] - seen[None], axis=-1)
    assert apart[np.triu_indices(8, 1)].min() >= APART
    assert len({style.marker for style in styles}) == 8, "where there are points, never by colour alone"
