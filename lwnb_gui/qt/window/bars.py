"""Parts of every panel: the bar for errors, the bar while something is computed, the empty state."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from lwnb_core import LwnbError
from lwnb_gui.app.remedies import window_hint, window_what
from lwnb_gui.program_log import log_bug
from lwnb_gui.theme import Theme

_SHOWN_AFTER = 150  # ms: shorter work needs no sign
_STEP = 40  # ms between two positions of the moving piece
_HEIGHT = 2
_NARROW = 72  # characters: in a narrower error bar the button stands below the message


class ErrorBar(QWidget):
    """An amber bar above the panel's content: what is wrong, and what to do about it."""

    said = Signal()  # another message, or none any more

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("errorBar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("Error")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._action: Callable[[], object] | None = None
        self._message = QLabel(self)
        self._message.setWordWrap(True)
        self._message.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._message.setTextFormat(Qt.TextFormat.PlainText)
        self.button = QPushButton(self)
        self.button.clicked.connect(self._act)
        self.close_button = QToolButton(self)
        self.close_button.setText("×")
        self.close_button.setAccessibleName("Dismiss")
        self.close_button.setToolTip("Dismiss this message. Nothing else changes.")
        self.close_button.clicked.connect(self.clear)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(12, 4, 8, 4)
        self._grid.setColumnStretch(0, 1)
        self._grid.addWidget(self._message, 0, 0)
        self._grid.addWidget(self.close_button, 0, 2)
        self._arrange()
        self.hide()

    def _arrange(self) -> None:
        """Place the button after the message, or below it if the message would become a narrow column."""
        is_narrow = self.width() < _NARROW * self.fontMetrics().averageCharWidth()
        row, column = (1, 0) if is_narrow else (0, 1)
        if self._grid.itemAtPosition(row, column) is None:
            self._grid.removeWidget(self.button)
            side = Qt.AlignmentFlag.AlignLeft if is_narrow else Qt.AlignmentFlag.AlignVCenter
            self._grid.addWidget(self.button, row, column, side)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    @property
    def text(self) -> str:
        return self._message.text()

    def say(
        self,
        error: BaseException | str,
        remedy: str = "",
        action: Callable[[], object] | None = None,
    ) -> None:
        """Show an error; with an action, `remedy` is the text of its button."""
        lines = [_what(error)]
        hint = window_hint(error) if isinstance(error, LwnbError) else ""
        lines += [hint] if hint else []
        if remedy and action is None:
            lines.append(remedy)
        self._message.setText("\n".join(lines))
        self._action = action
        self.button.setText(remedy)
        self.button.setVisible(action is not None)
        self.show()
        self.said.emit()

    def clear(self) -> None:
        self.hide()
        self.said.emit()

    def _act(self) -> None:
        if self._action is not None:
            self._action()


class ComputingBar(QWidget):
    """Two pixels under the title: a moving piece, or the share that is done, while something is computed.

    `shown(True)` says that it has appeared, so the screen shows an old result; `shown(False)` that the new
    one is shown.
    """

    shown = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(_HEIGHT)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._theme: Theme | None = None
        self.share: float | None = None  # the finished share, if it is known
        self._position = 0.0
        self._delay = QTimer(self, singleShot=True, interval=_SHOWN_AFTER)
        self._delay.timeout.connect(self.show_now)
        self._animation = QTimer(self, interval=_STEP)
        self._animation.timeout.connect(self._advance)

    @property
    def is_on(self) -> bool:
        return self._animation.isActive()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def begin(self) -> None:
        """Note that a computation has started; the bar appears if it takes long enough to notice."""
        if not self.is_on and not self._delay.isActive():
            self.share = None
            self._delay.start()

    def show_now(self) -> None:
        """Appear at once, if it has already taken long enough."""
        self._delay.stop()
        if not self.is_on:
            self._position = 0.0
            self._animation.start()
            self.shown.emit(True)
            self.update()

    def end(self) -> None:
        self._delay.stop()
        self._animation.stop()
        self.share = None
        self.shown.emit(False)
        self.update()

    def set_share(self, done: int, total: int) -> None:
        """Show that `done` of `total` is done."""
        self.share = done / total if total else None
        self.update()

    def _advance(self) -> None:
        self._position = (self._position + 0.02) % 1.0
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.is_on or self._theme is None:
            return
        painter = QPainter(self)
        colour = self._theme.accent
        width = self.width()
        if self.share is not None:
            painter.fillRect(0, 0, round(width * self.share), _HEIGHT, colour)
        else:
            left = round((self._position * 1.3 - 0.3) * width)
            painter.fillRect(left, 0, round(width * 0.3), _HEIGHT, colour)


class EmptyState(QWidget):
    """One sentence and one action, in the middle of a panel that has nothing to show."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._action: Callable[[], object] | None = None
        self._sentence = QLabel(self)
        self._sentence.setObjectName("hint")
        self._sentence.setWordWrap(True)
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.button = QPushButton(self)
        self.button.clicked.connect(self._act)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 12, 12, 12)
        column.addStretch(1)
        column.addWidget(self._sentence)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)

    @property
    def text(self) -> str:
        return self._sentence.text()

    def say(self, sentence: str, action_text: str = "", action: Callable[[], object] | None = None) -> None:
        self._action = action
        self._sentence.setText(sentence)
        self.button.setText(action_text)
        self.button.setVisible(action is not None)

    def _act(self) -> None:
        if self._action is not None:
            self._action()


def _what(error: BaseException | str) -> str:
    if isinstance(error, str):
        return error
    if isinstance(error, LwnbError):
        return window_what(error)
    if isinstance(error, MemoryError):
        return "There is not enough memory for this. Close other programs, or use fewer rows."
    if isinstance(error, OSError):
        return f"{error.strerror or error}" + (f": {error.filename}" if error.filename else "")
    log_bug(error)
    return f"This should not have happened: {type(error).__name__}: {error}"
