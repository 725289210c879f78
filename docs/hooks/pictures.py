"""`python docs/hooks/pictures.py [NAME …]`: the pictures of the guide, taken again, as small files."""

from __future__ import annotations

import os
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

from PIL import Image

from lwnb_core.data import assets_dir
from lwnb_gui.screenshots import Shot, take

PICTURES = Path(__file__).resolve().parents[1] / "pictures"
_LECTURE = str(assets_dir() / "lectures" / "04-checkers-board.lwnb")
_COMPARED = "contact-lenses iris glass vote labor breast-cancer ionosphere balance-scale diabetes".split()


def choose_samples(window: Any) -> None:
    """Choose samples and learners for an experiment that is instructive and does not take long."""
    from lwnb_gui.experiment.data import sample_choices

    controller = window.page("experiment").controller
    data = tuple(choice for choice in sample_choices() if choice.name in _COMPARED)
    learners = ("lwnb:k=50", "lwnb:k=30", "nb", "knn:k=10", "knndw:k=10", "aoded")
    controller.set_plan(replace(controller.plan, data=data, learners=learners, runs=2))


def draw_curves(window: Any) -> None:
    """Draw what a class might expect of the checkers board, and compare it with the computed curves."""
    from lwnb_gui.teaching.drawing import Drawing, DrawnLine

    knn = DrawnLine(((1, 82.0), (8, 90.0), (40, 86.0), (200, 70.0), (900, 52.0)))
    lwnb = DrawnLine(((1, 82.0), (10, 92.0), (100, 90.0), (900, 80.0)))
    teaching = window.state.display.teaching
    drawing = Drawing((knn, lwnb), is_compared=True)
    window.state.set_teaching(replace(teaching, draw_first=True, drawing=drawing))


GUIDE: tuple[Shot, ...] = (
    Shot("start"),
    Shot("data", "sample:iris", 135, "data"),
    Shot("explore", "sample:iris", 135),
    Shot("explore-vote", "sample:vote", 403, theme="dark"),
    Shot("explore-small", "sample:iris", 135, size=(1366, 768)),
    Shot("regions", "sample:checkers-board", 66, actions=("next_regions",) * 5),
    Shot("what-if", "sample:iris", 135, actions=("show_what_if",)),
    Shot("confusion", "sample:iris", 135, actions=("show_confusion",)),
    Shot("curves", "sample:checkers-board", 66, "curves"),
    Shot(
        "experiment",
        "sample:iris",
        1,
        "experiment",
        size=(1366, 768),
        actions=("experiment_start",),
        prepare=choose_samples,
    ),
    Shot("lecture", _LECTURE, 444),
    Shot("steps", "sample:iris", 135, actions=("step_forward",) * 3),
    Shot("guess", "sample:iris", 135, actions=("guess_first",)),
    Shot("draw", "sample:checkers-board", 66, "curves", size=(1366, 768), prepare=draw_curves),
    Shot("projector", "sample:iris", 135, theme="projector", size=(1920, 1080)),
)

# Pictures of a single panel.
_BELOW_THE_MAP = (240, 566, 960, 824)
PARTS = {"what-if": _BELOW_THE_MAP, "confusion": _BELOW_THE_MAP}


def main(names: list[str]) -> int:
    """Take all pictures, or those with the given names."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for shot in GUIDE:
            if not names or shot.name in names:
                target = PICTURES / f"{shot.name}.webp"
                with Image.open(take(shot, Path(folder))) as picture:
                    part = picture.convert("RGB").crop(PARTS.get(shot.name))
                part.save(target, lossless=True, quality=100, method=6)
                print(target.name, f"{target.stat().st_size / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
