"""Decision regions as a picture, shaded by probability."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lwnb_core.local.naive_bayes import first_best
from lwnb_gui.scenes.scene import Image
from lwnb_gui.theme import Theme, blend, rgb
from lwnb_gui.views.map.decision_regions import RegionsData
from lwnb_gui.views.map.view_transform import ViewTransform

_STRONGEST = 0.6  # share of the class's colour: rows of the same class must stand out
_FAINTEST = 0.27 * _STRONGEST
_STEPS = 64


def region_image(data: RegionsData, panel: int, transform: ViewTransform, theme: Theme) -> Image:
    """One learner's regions, and where they are on the map."""
    x0, x1, y0, y1 = data.extent
    (left, bottom), (right, top) = transform.to_pixel((x0, y0)), transform.to_pixel((x1, y1))
    colours = shaded(data.panels[panel].posterior, theme)[::-1]  # from low to high y
    rgba = np.dstack([colours, np.full(colours.shape[:2], 255, dtype=np.uint8)])
    return Image(left, top, right - left, bottom - top, rgba)


def shaded(posterior: NDArray[np.float64], theme: Theme) -> NDArray[np.uint8]:
    """Colours of the cells: the winner's, paler where it is less certain. Shape (down, across, 3)."""
    classes = posterior.shape[-1]
    best = first_best(posterior)
    p = np.nan_to_num(np.take_along_axis(posterior, best[..., None], axis=-1)[..., 0])
    least = 1 / classes if classes > 1 else 0.0
    share = _FAINTEST + (_STRONGEST - _FAINTEST) * np.clip((p - least) / (1 - least), 0, 1)
    # A table of colours rather than blending cell by cell.
    table = np.array(
        [
            [rgb(blend(theme.class_style(c).fill, theme.panel, s / _STEPS)) for s in range(_STEPS + 1)]
            for c in range(classes)
        ],
        dtype=np.uint8,
    )
    return np.asarray(table[best, np.rint(share * _STEPS).astype(int)])
