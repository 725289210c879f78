"""The posterior: bars, names and sentences in whatever space there is."""

from __future__ import annotations

import pytest

from lwnb_gui.theme import PROJECTOR
from lwnb_gui.views.drawing.scene import Rect, Text
from lwnb_gui.views.posterior import Posterior
from lwnb_gui.views.view import Subject
from tests.views.golden import canvas, explained


def test_lwnb_has_twice_the_width() -> None:
    reading = Posterior().read(Subject(explained("iris", 135)))
    scene = Posterior().scene(reading, canvas(640, 300))
    first, *others = [s for s in scene.shapes if isinstance(s, Rect) and s.fill == "fill"][:4]
    assert first.height == 14
    for bar in others:
        assert bar.width == pytest.approx(first.width / 2)
        assert bar.height == 10


def test_bars_are_as_long_as_the_posteriors() -> None:
    reading = Posterior().read(Subject(explained("iris", 135)))
    bars = [s for s in Posterior().scene(reading, canvas(640)).shapes if isinstance(s, Rect) and s.fill]
    for i, (empty, filled) in enumerate(zip(bars[::2], bars[1::2], strict=True)):
        c, learner = divmod(i, 4)
        assert filled.width / empty.width == pytest.approx(reading.chances[learner][c])
        assert filled.fill == f"class {c} {'area' if reading.predictions[learner] == c else 'pale'}"


def test_a_file_grows_to_what_names_need_and_never_cuts_them() -> None:
    reading = Posterior().read(Subject(explained("soybean", 200)))
    scene = Posterior().scene(reading, canvas(300))
    assert scene.width > 300
    assert not any("…" in text for text in scene.texts)
    assert all(name in scene.texts for name in reading.classes)


def test_names_in_a_narrow_window_are_told_apart() -> None:
    reading = Posterior().read(Subject(explained("glass", 24)))
    scene = Posterior().scene(reading, canvas(330, 400))
    names = [s.text for s in scene.shapes if isinstance(s, Text) and s.x == 32]
    assert len(names) == len(set(names)) == 7


def test_only_rows_in_sight_are_made() -> None:
    reading = Posterior().read(Subject(explained("soybean", 200)))
    whole = Posterior().scene(reading, canvas(640, 200))
    part = Posterior().scene(reading, canvas(640, 200)._replace(sight=(0.0, 100.0)))
    assert part.height == whole.height
    assert len(part.texts) < len(whole.texts)


def test_everything_is_larger_for_a_projector() -> None:
    reading = Posterior().read(Subject(explained("iris", 135)))
    one, large = (
        Posterior().scene(reading, canvas(640)),
        Posterior().scene(reading, canvas(640, theme=PROJECTOR)),
    )
    assert large.height == pytest.approx(1.5 * one.height)
    assert large.texts == one.texts
