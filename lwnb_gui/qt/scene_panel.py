"""The base of panels that are drawn as a scene."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from typing import Any, ClassVar

from PySide6.QtWidgets import QWidget

from lwnb_core import Explanation
from lwnb_gui.export.figures import FigureView, SceneFigure
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.panel import Panel
from lwnb_gui.qt.scene_view import SceneView
from lwnb_gui.scenes.scene import Scene
from lwnb_gui.scenes.text import Frame
from lwnb_gui.theme import Theme


class ScenePanel(Panel):
    """A reading of the explanation, drawn by one scene function for the window and for files.

    A subclass sets `scene` and says in `read` what is read; `highlights` are further arguments of the scene
    function that concern the window alone, such as what the mouse is on.
    """

    scene: ClassVar[Callable[..., Scene]]
    nothing: ClassVar[str] = "There is nothing to show."
    view_name: ClassVar[str] = ""  # for a screen reader, where the title does not say enough
    figure_width: ClassVar[float] = 640.0

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.reading: Any = None
        self.view = SceneView(self.view_name or self.title, self.content)
        self.view.hovered.connect(self.on_hovered)
        self.view.clicked.connect(self.on_clicked)
        self.view.activated.connect(self.on_clicked)
        self.computing_bar.shown.connect(self.view.set_dimmed)
        self.body.addWidget(self.view, 1)
        self.copies(self.view)

    # -- hooks --------------------------------------------------------------------------------------

    def read(self, explanation: Explanation) -> Any:
        """The reading that the scene is drawn from; None where there is nothing to show."""
        raise NotImplementedError

    def highlights(self) -> dict[str, Any]:
        """Further arguments of the scene function, for the window alone."""
        return {}

    def on_hovered(self, target: Hashable) -> None:
        """The mouse or the arrow keys have come to a target, or to none."""

    def on_clicked(self, target: Hashable) -> None:
        """A target was clicked, or Enter or Space pressed on it."""

    # -- showing ------------------------------------------------------------------------------------

    def show_explanation(self, explanation: Explanation | None) -> None:
        self.reading = None if explanation is None else self.read(explanation)
        if self.reading is None:
            self.view.clear()
            self.show_no_result(self.nothing)
            return
        self.show_content()
        self.view.show_scene(self._compose)

    def _compose(self, frame: Frame) -> Scene:
        if self.reading is None:
            return Scene(frame.width, 0.0)
        return type(self).scene(self.reading, frame, **self.highlights())

    def apply_theme(self, theme: Theme) -> None:
        self.view.set_theme(theme)

    def to_figure(self) -> FigureView | None:
        if self.reading is None:
            return None
        return SceneFigure(partial(type(self).scene, self.reading), self.figure_width)
