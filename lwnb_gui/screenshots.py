"""`python -m lwnb_gui.screenshots OUT`: pictures of every page, in light and dark, without a screen.

QT_SCALE_FACTOR=2 before it takes them as a screen at 200 % shows them.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from lwnb_gui.app.display_state import PageName
from lwnb_gui.app.opening import Opening
from lwnb_gui.app.preferences import Preferences, ThemeChoice

if TYPE_CHECKING:
    from lwnb_gui.qt.window.main_window import MainWindow


@dataclass(frozen=True)
class Shot:
    """One picture: the open data, the page, and the size of the window."""

    name: str
    source: str | None = None
    row: int = 1
    page: PageName = "explore"
    theme: ThemeChoice = "light"
    size: tuple[int, int] = (1600, 1000)
    actions: tuple[str, ...] = ()  # done once the window is idle
    prepare: Callable[[MainWindow], None] | None = None  # steps before them that no action performs

    @property
    def opening(self) -> Opening | None:
        return None if self.source is None else Opening(self.source, row=self.row, page=self.page)


_PATIENCE = 600.0  # seconds: a busy machine must not produce half a picture
_THEMES: tuple[ThemeChoice, ...] = ("light", "dark")
SHOTS: tuple[Shot, ...] = (
    *(Shot(f"start-{t}", theme=t) for t in _THEMES),
    Shot("start-small", size=(1366, 768)),
    *(Shot(f"explore-{t}", "sample:iris", 135, theme=t) for t in _THEMES),
    *(Shot(f"explore-vote-{t}", "sample:vote", 403, theme=t) for t in _THEMES),
    Shot("explore-checkers-light", "sample:checkers-board", 66),
    Shot("explore-weather-light", "sample:weather-numeric", 1),
    Shot("explore-small", "sample:iris", 135, size=(1366, 768)),
    Shot("explore-projector", "sample:iris", 135, theme="projector", size=(1920, 1080)),
    *(Shot(f"what-if-{t}", "sample:iris", 135, theme=t, actions=("show_what_if",)) for t in _THEMES),
    Shot("what-if-small", "sample:vote", 403, size=(1366, 768), actions=("show_what_if",)),
    *(Shot(f"confusion-{t}", "sample:iris", 135, theme=t, actions=("show_confusion",)) for t in _THEMES),
    Shot("regions-light", "sample:checkers-board", 66, actions=("next_regions",)),
    Shot("regions-all-four-dark", "sample:iris", 135, theme="dark", actions=("next_regions",) * 5),
    *(Shot(f"data-{t}", "sample:iris", 135, "data", t) for t in _THEMES),
    Shot("data-small", "sample:iris", 135, "data", size=(1366, 768)),
    *(Shot(f"curves-{t}", "sample:checkers-board", 66, "curves", t) for t in _THEMES),
    Shot("curves-small", "sample:checkers-board", 66, "curves", size=(1366, 768)),
    Shot("curves-projector", "sample:checkers-board", 66, "curves", "projector", (1920, 1080)),
    Shot("curves-figure-2", "sample:two-spheres", 1, "curves", actions=("study_figure",)),
    Shot("curves-figure-4", "sample:checkers-board", 66, "curves", actions=("study_figure",)),
    Shot("curves-stable-dark", "sample:glass", 1, "curves", "dark", actions=("rows_unstable",)),
    *(
        Shot(f"experiment-{t}", "sample:glass", 1, "experiment", t, actions=("experiment_start",))
        for t in _THEMES
    ),
    Shot(
        "experiment-small", "sample:glass", 1, "experiment", size=(1366, 768), actions=("experiment_start",)
    ),
)


def take(shot: Shot, folder: Path) -> Path:
    """Take one picture."""
    target = folder / f"{shot.name}.png"
    with window_of(shot) as window:
        window.grab().save(str(target))
    return target


@contextmanager
def window_of(shot: Shot) -> Iterator[MainWindow]:
    """Return the window for the picture, once it is idle."""
    from PySide6.QtWidgets import QApplication

    from lwnb_gui.qt.app import wait_until_idle
    from lwnb_gui.qt.window.main_window import MainWindow

    app = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(app, QApplication)
    window = MainWindow(Preferences(theme=shot.theme))
    window.resize(*shot.size)
    window.show()
    if shot.opening is not None:
        window.open(shot.opening)
    wait_until_idle(window, _PATIENCE)
    if shot.prepare is not None:
        shot.prepare(window)
    for name in shot.actions:
        window.actions_by_name[name].trigger()
    if shot.actions:
        wait_until_idle(window, _PATIENCE)
    yield window
    window.end()
    window.hide()
    window.deleteLater()
    app.processEvents()


def main(arguments: list[str]) -> int:
    """Take all pictures, or those whose names begin with one of the further arguments."""
    if not arguments or arguments[0].startswith("-"):
        print("python -m lwnb_gui.screenshots OUT [NAME …]", file=sys.stderr)
        return 2
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    # Separate preferences, because otherwise what is kept for a crash would be offered at the next start.
    with tempfile.TemporaryDirectory() as own:
        os.environ["LWNB_CONFIG"] = own
        for shot in SHOTS:
            if len(arguments) == 1 or shot.name.startswith(tuple(arguments[1:])):
                print(take(shot, folder))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
