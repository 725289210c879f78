"""The base of panels that are drawn as a scene."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from typing import Any, ClassVar

from PySide6.QtWidgets import QWidget

from lwnb_core import Explanation
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.panel import Panel
from lwnb_gui.qt.scene.scene_view import SceneView
from lwnb_gui.render.figures import FigureView, SceneFigure
from lwnb_gui.render.scripts import view_script
from lwnb_gui.theme import Theme
from lwnb_gui.views.drawing.canvas import Canvas
from lwnb_gui.views.drawing.scene import Scene
from lwnb_gui.views.tables import TextTable
from lwnb_gui.views.view import Subject, View


class ScenePanel(Panel):
    """A view in the window: its reading of the explanation, drawn by its scene.

    A view without controls of its own needs no other panel (see `panel_of_view`). A subclass names its view
    in `shows`, and says in `options` what its controls add to the reading. `highlights` are further arguments
    of the scene that concern the window alone, such as what the mouse is on.
    """

    scene: ClassVar[Callable[..., Scene]]
    nothing: ClassVar[str] = "There is nothing to show."
    view_name: ClassVar[str] = ""  # for a screen reader, if the title is not clear enough
    figure_width: ClassVar[float] = 640.0

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        view = cls.__dict__.get("shows")
        if view is not None:
            cls.nothing, cls.view_name, cls.figure_width = view.nothing, view.spoken_name, view.figure_width

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

    def options(self) -> dict[str, Any]:
        """Return further arguments of the view's `read`, from the panel's controls."""
        return {}

    def read(self, explanation: Explanation) -> Any:
        """Return the reading from which the scene is drawn; None if there is nothing to show."""
        assert self.shows is not None
        context = self.context
        about = Subject(
            explanation, context.current_sweep, context.selection, context.predictions, context.state.query
        )
        read: Callable[..., Any] = self.shows.read
        return read(about, **self.options())

    def highlights(self) -> dict[str, Any]:
        """Return further arguments of the scene that concern only the window."""
        return {"active": self.view.target} if self.shows is not None and self.shows.marks_target else {}

    def on_hovered(self, target: Hashable) -> None:
        """React when the mouse or the arrow keys reach a target, or leave it."""
        if self.shows is not None and self.shows.marks_target:
            self.view.refresh()

    def on_clicked(self, target: Hashable) -> None:
        """React to a click on a target, or Enter or Space."""

    # -- showing ------------------------------------------------------------------------------------

    def show_explanation(self, explanation: Explanation | None) -> None:
        self.reading = None if explanation is None else self.read(explanation)
        if self.reading is None:
            self.view.clear()
            self.show_no_result(self.nothing)
            return
        self.show_content()
        self.view.show_scene(self._compose)

    def _compose(self, canvas: Canvas) -> Scene:
        if self.reading is None:
            return Scene(canvas.width, 0.0)
        return self._scene()(self.reading, canvas, **self.highlights())

    def _scene(self) -> Callable[..., Scene]:
        return type(self).scene if self.shows is None else self.shows.scene

    def apply_theme(self, theme: Theme) -> None:
        self.view.set_theme(theme)

    def to_figure(self) -> FigureView | None:
        if self.reading is None:
            return None
        return SceneFigure(partial(self._scene(), self.reading), self.figure_width)

    def to_table(self) -> TextTable | None:
        return None if self.shows is None or self.reading is None else self.shows.table(self.reading)

    def to_script(self) -> str | None:
        query = self.context.state.query
        if self.shows is None or self.reading is None or query is None:
            return None
        return view_script(self.shows, self.reading, query)

    def gives(self, hook: str) -> bool:
        if hook in ("to_table", "to_script") and getattr(type(self), hook) is getattr(ScenePanel, hook):
            has = hook.replace("to_", "has_")
            return self.shows is not None and bool(getattr(self.shows, has))
        return super().gives(hook)


def panel_of_view(view: View[Any]) -> type[ScenePanel]:
    """Return the panel of a view that needs no controls."""
    return type(f"{type(view).__name__}Panel", (ScenePanel,), {"shows": view})
