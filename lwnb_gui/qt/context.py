"""The context of every panel: the state, the one result, the hover links, the theme and the task runner."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from lwnb_core import Explanation, Selection, Sweep
from lwnb_gui.app.app_state import AppState
from lwnb_gui.app.preferences import Preferences
from lwnb_gui.qt.run.tasks import TaskRunner
from lwnb_gui.theme import LIGHT, Theme
from lwnb_gui.views.links import Hover, LocalTableCell

if TYPE_CHECKING:
    from lwnb_gui.app.predictions import Predictions
    from lwnb_gui.study.result import StudyResult


_NOTICED_AFTER = 150  # ms: shorter work needs no sign of computing


class HoverBus(QObject):
    """Links the panels: the one in which the mouse is on a neighbour or a cell notifies all others."""

    changed = Signal(object)  # Hover

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.now = Hover()

    def on_neighbour(self, index: int | None) -> None:
        """Announce that the mouse is on the neighbour of this rank (from 0), or on none."""
        self._become(Hover(neighbour=index))

    def on_cell(self, cell: LocalTableCell | None) -> None:
        """Announce that the mouse is on this cell of a local table, or on none."""
        self._become(Hover(cell=cell))

    def clear(self) -> None:
        self._become(Hover())

    def _become(self, hover: Hover) -> None:
        if hover != self.now:
            self.now = hover
            self.changed.emit(hover)


class Context(QObject):
    """The state, results and services shared by all panels.

    Only the pipeline and the window set them; panels read and listen.

    Signals
    -------
    explained(Explanation | None)
        The one result is new (k moved, another instance, another setting). `Panel` listens already.
    selected(Selection | None)
        Another instance or model: the neighbourhood was sorted anew. Comes before `explained`.
    swept(Sweep | None)
        The posterior at every k is there; None while it is being computed.
    predicted(Predictions | None)
        The four learners' answers for all test rows are there (see `lwnb_gui.app.predictions`).
    studied(StudyResult | None)
        The page Curves has a new result (see `lwnb_gui.study.result`).
    theme_changed(Theme)
        Another theme, or a class has another colour.
    computing_changed(bool)
        The explanation on the screen is old, and computing the new one has taken long enough to notice;
        False when it is there.
    failed(error | None)
        There can be no explanation, with the error that says why; None: there can be one again.
    compiling(float | None)
        The share of the engine that is compiled, which takes long the first time on a machine; None: it is
        there.
    rows_requested(Filter | None)
        A panel wants the list of instances to show certain rows (see `views.instances.Filter`); None:
        the user has chosen others there.
    saving_requested()
        The predictions of all test rows are to be saved; the window asks where to.
    said(str)
        Something has been done that shows nowhere else, such as a copy; the status bar says it for a while.
    """

    explained = Signal(object)
    selected = Signal(object)
    swept = Signal(object)
    predicted = Signal(object)
    predicting = Signal(int, int)  # done, total
    studied = Signal(object)
    theme_changed = Signal(object)
    computing_changed = Signal(bool)
    failed = Signal(object)
    compiling = Signal(object)
    rows_requested = Signal(object)
    saving_requested = Signal()
    said = Signal(str)

    def __init__(self, state: AppState, tasks: TaskRunner, preferences: Preferences | None = None) -> None:
        super().__init__()
        self.state = state
        self.tasks = tasks
        self.hover = HoverBus(self)
        self.preferences = preferences or Preferences()
        self.opened_from = ""  # the name of what is open in the recent files
        self.explanation: Explanation | None = None
        self.selection: Selection | None = None
        self.sweep: Sweep | None = None
        self._swept_selection: Selection | None = None
        self.predictions: Predictions | None = None
        self.curve_study: StudyResult | None = None
        self.error: BaseException | None = None  # why there is no explanation
        self.computing = False
        self.computing_is_long = False  # the value last announced by `computing_changed`
        # Whether predicting all rows takes so long that it only starts on request.
        self.predictions_wait = False
        self.request_predictions: Callable[[], None] = lambda: None
        # Where rows of a preset's experiment are saved in case of a crash; None if nowhere.
        self.rows_file: Callable[[str], Path | None] = lambda preset: None
        self._theme = LIGHT
        self._noticed = QTimer(self, singleShot=True, interval=_NOTICED_AFTER)
        self._noticed.timeout.connect(lambda: self._set_computing_is_long(True))

    @property
    def theme(self) -> Theme:
        """The theme in force, with the class colours that the user has chosen."""
        return self._theme

    def set_theme(self, theme: Theme) -> None:
        if theme != self._theme:
            self._theme = theme
            self.theme_changed.emit(theme)

    def set_explanation(self, explanation: Explanation | None) -> None:
        self.explanation = explanation
        self.explained.emit(explanation)

    def set_selection(self, selection: Selection | None) -> None:
        self.selection = selection
        self.hover.clear()
        self.selected.emit(selection)

    def set_sweep(self, sweep: Sweep | None, selection: Selection | None = None) -> None:
        """Set the posterior at every k of the instance for which it was computed."""
        self.sweep, self._swept_selection = sweep, selection
        self.swept.emit(sweep)

    @property
    def current_sweep(self) -> Sweep | None:
        """Return the sweep of the explained instance; None while it is of an earlier one."""
        return self.sweep if self._swept_selection is self.selection else None

    def set_predictions(self, predictions: Predictions | None) -> None:
        self.predictions = predictions
        self.predicted.emit(predictions)

    def set_curve_study(self, study: StudyResult | None) -> None:
        self.curve_study = study
        self.studied.emit(study)

    def set_computing(self, computing: bool) -> None:
        """Whether a new explanation is being computed; panels are notified only after a while."""
        if computing and not self.computing:
            self._noticed.start()
        elif not computing:
            self._noticed.stop()
            self._set_computing_is_long(False)
        self.computing = computing

    def set_error(self, error: BaseException | None) -> None:
        self.error = error
        self.failed.emit(error)

    def refuses_while_guessing(self, what: str) -> bool:
        """Return whether a guess is pending; then say that this would reveal the answer."""
        now = self.state.now
        is_pending = now.display.teaching.is_guess_pending(now.query)
        if is_pending:
            self.said.emit(f"Guess first: the {what} would give the answer away.")
        return is_pending

    def _set_computing_is_long(self, is_long: bool) -> None:
        if is_long != self.computing_is_long:
            self.computing_is_long = is_long
            self.computing_changed.emit(is_long)
