"""The panel Progress: start, pause, cancel; how far it is and how long it will take."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from lwnb_gui.qt.context import Context
from lwnb_gui.qt.experiment.controller import Controller
from lwnb_gui.qt.experiment.side_panel import SidePanel, small_label, small_words
from lwnb_gui.qt.one_line import OneLine
from lwnb_gui.qt.panels.painting import fill
from lwnb_gui.state.experiment_clock import spoken, spoken_left
from lwnb_gui.theme import LIGHT, Theme


class ProgressPanel(SidePanel):
    """What is being done, and the keys to it."""

    title = "Progress"
    ended = Signal()  # nothing more can be done here, and the focus must go on

    def __init__(self, context: Context, controller: Controller, parent: QWidget | None = None) -> None:
        super().__init__(context, controller, parent)
        self.bar = ShareBar(self)
        self.left = OneLine(self)
        self.so_far = small_label("", self)
        self.detail = small_words("", self)
        self.start_button = QPushButton("Start", self)
        self.start_button.setObjectName("primary")
        self.start_button.setAccessibleName("Start the experiment")
        self.start_button.clicked.connect(controller.start)
        self.pause_button = QPushButton("Pause", self)
        self.pause_button.setToolTip("Hold the work; the computer is free meanwhile. (Ctrl+Shift+P)")
        self.pause_button.clicked.connect(controller.pause)
        self.cancel_button = QPushButton("Cancel", self)
        self.cancel_button.setToolTip(
            "Stop at once. What is finished stays in the table, and Start goes on from there. (Ctrl+Shift+F5)"
        )
        self.cancel_button.clicked.connect(controller.stop)
        times = QHBoxLayout()
        times.addWidget(self.left, 1)
        times.addWidget(self.so_far)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for button in (self.start_button, self.pause_button, self.cancel_button):
            buttons.addWidget(button, 1)
        self.column.addWidget(self.bar)
        self.column.addLayout(times)
        self.column.addWidget(self.detail)
        self.column.addSpacing(4)
        self.column.addLayout(buttons)
        controller.doing_changed.connect(self.refresh)
        controller.plan_changed.connect(self.refresh)
        controller.sheet_changed.connect(self.refresh)
        controller.figure_changed.connect(self.refresh)
        controller.progressed.connect(self.refresh)
        self.refresh()

    def apply_theme(self, theme: Theme) -> None:
        super().apply_theme(theme)
        self.bar.theme = theme
        self.bar.setFixedHeight(round(theme.px(7)))

    def refresh(self) -> None:
        """Say everything anew."""
        controller = self.controller
        doing, plan, clock, sheet = controller.doing, controller.plan, controller.clock, controller.sheet
        running = doing in ("running", "paused", "stopping")
        figure = plan.figure is not None
        self.set_subtitle("" if figure else f"{sheet.done_cells} of {sheet.all_cells} cells")
        self.bar.set_share(clock.share if controller.is_busy else self._still_share())
        if doing == "finding":
            self.left.setText("reading data …")
        elif doing == "paused":
            self.left.setText("paused")
        elif doing == "stopping":
            self.left.setText("stopping …")
        elif running:
            self.left.setText(spoken_left(clock.left))
        else:
            self.left.setText(self._ended())
        seconds = clock.seconds if controller.is_busy else controller.shelf.seconds
        self.so_far.setText(f"{spoken(seconds)} so far" if running else spoken(seconds) if seconds else "")
        self.detail.setText(self._detail())
        self.detail.setVisible(bool(self.detail.text()))
        self._show_buttons()

    def _still_share(self) -> float:
        controller = self.controller
        if controller.plan.figure is not None:
            return float(controller.is_finished)
        cells = [cell for line in controller.sheet.lines.values() for cell in line]
        total = controller.sheet.all_cells
        return sum(cell.share for cell in cells) / total if total else 0.0

    def _ended(self) -> str:
        controller = self.controller
        if controller.is_finished:
            return "finished"
        if len(controller.shelf.store):
            return "stopped"
        return "not started"

    def _detail(self) -> str:
        controller = self.controller
        if controller.doing == "nothing":
            return controller.plan.problem if not controller.is_finished else ""
        if controller.plan.figure is not None or controller.doing == "finding":
            return ""
        sheet = controller.sheet
        for name in sheet.frame.datasets:
            line = sheet.lines.get(name, ())
            done, total = sum(cell.done for cell in line), sum(cell.total for cell in line)
            if 0 < done < total:
                least = min(line, key=lambda cell: cell.share)
                return f"{name}: {least.done} of {least.total} folds. Small data sets go first."
        first = next(iter(sheet.taking_part), "")
        source = controller.shelf.sources.get(first)
        if len(sheet.taking_part) == 1 and source is not None:
            return f"{first}, {source.rows:,} × {source.attributes}: its first folds are under way."
        return "Small data sets go first; the largest take most of the time."

    def _show_buttons(self) -> None:
        controller = self.controller
        doing = controller.doing
        running = doing in ("running", "paused")
        figure = controller.plan.figure is not None
        wanted = {
            self.start_button: not controller.is_busy,
            self.pause_button: running and not figure,
            self.cancel_button: controller.is_busy,
        }
        retry = controller.is_finished and controller.has_unread
        can = {
            self.start_button: not controller.plan.problem and (retry or not controller.is_finished),
            self.pause_button: True,
            self.cancel_button: doing != "stopping",
        }
        if any(button.hasFocus() and not (wanted[button] and can[button]) for button in wanted):
            self.setFocus()  # else Qt would look for the next control, and scroll the column to it
        focus_goes_on = self.hasFocus()
        for button, shown in wanted.items():
            button.setVisible(shown)
            button.setEnabled(can[button])
        self.pause_button.setText("Go on" if doing == "paused" else "Pause")
        again = len(controller.shelf.store) > 0
        resume = again and not controller.is_finished
        self.start_button.setText("Try again" if retry else "Resume" if resume else "Start")
        why = controller.plan.problem
        self.start_button.setToolTip(
            why or "Compute what is missing. Results that are there are not computed again. (Ctrl+F5)"
        )
        heir = next((button for button, shown in wanted.items() if shown and can[button]), None)
        if focus_goes_on and heir is not None:
            heir.setFocus()
        elif focus_goes_on and not controller.is_busy:
            self.ended.emit()


class ShareBar(QWidget):
    """How much is done."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme: Theme = LIGHT
        self._share = 0.0
        self.setAccessibleName("Share done")
        self.setFixedHeight(7)

    def set_share(self, share: float) -> None:
        if share != self._share:
            self._share = share
            self.setAccessibleDescription(f"{round(100 * share)} percent")
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        place = QRectF(self.rect())
        painter.fillRect(place, fill(self.theme.fill))
        place.setWidth(place.width() * min(max(self._share, 0.0), 1.0))
        painter.fillRect(place, fill(self.theme.accent))
