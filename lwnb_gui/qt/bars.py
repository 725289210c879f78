"""Bars inside a panel: an error with its remedy, and the thin line of work under way."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from lwnb_core import LwnbError
from lwnb_gui.state.remedies import window_hint
from lwnb_gui.theme import Theme

_SHOWN_AFTER = 150  # ms: what is quicker needs no sign
_STEP = 40  # ms between two positions of the moving piece
_HEIGHT = 2
_NARROW = 72  # characters of an error bar's width, below which its button stands under the words


class ErrorBar(QWidget):
    """Amber, above the panel's content: what is wrong, and what to do about it."""

    said = Signal()  # another message, or none any more

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("errorBar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("Error")
        self._parts: tuple[QLabel, QPushButton] | None = None
        self.close_button: QToolButton | None = None
        self._action: Callable[[], object] | None = None
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.hide()

    def _fill(self) -> tuple[QLabel, QPushButton]:
        """Words and button, made for the first error: most panels never have one."""
        if self._parts is None:
            what, button = self._parts = QLabel(self), QPushButton(self)
            what.setWordWrap(True)
            what.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            what.setTextFormat(Qt.TextFormat.PlainText)
            button.clicked.connect(self._act)
            close = self.close_button = QToolButton(self)
            close.setText("×")
            close.setAccessibleName("Take the message away")
            close.setToolTip("Takes this message away; what it is about stays as it is.")
            close.clicked.connect(self.clear)
            grid = QGridLayout(self)
            grid.setContentsMargins(12, 4, 8, 4)
            grid.setColumnStretch(0, 1)
            grid.addWidget(what, 0, 0)
            grid.addWidget(close, 0, 2)
            self._place_button()
        return self._parts

    def _place_button(self) -> None:
        """Beside the words, or under them where they would have to be read in a column of a few letters."""
        grid = self.layout()
        if self._parts is None or not isinstance(grid, QGridLayout):
            return
        button = self._parts[1]
        narrow = self.width() < _NARROW * self.fontMetrics().averageCharWidth()
        row, column = (1, 0) if narrow else (0, 1)
        if grid.itemAtPosition(row, column) is None:
            grid.removeWidget(button)
            side = Qt.AlignmentFlag.AlignLeft if narrow else Qt.AlignmentFlag.AlignVCenter
            grid.addWidget(button, row, column, side)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_button()

    @property
    def text(self) -> str:
        return self._parts[0].text() if self._parts is not None else ""

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
        what, button = self._fill()
        what.setText("\n".join(lines))
        self._action = action
        button.setText(remedy)
        button.setVisible(action is not None)
        self.show()
        self.said.emit()

    def clear(self) -> None:
        self.hide()
        self.said.emit()

    def _act(self) -> None:
        if self._action is not None:
            self._action()


class ComputingBar(QWidget):
    """Two pixels under the title: still while nothing happens, a moving piece while something does.

    `shown(True)` says that it has appeared, for what is on the screen is old; `shown(False)` that it is over.
    """

    shown = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(_HEIGHT)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._theme: Theme | None = None
        self._share: float | None = None
        self._at = 0.0
        self._late = QTimer(self, singleShot=True, interval=_SHOWN_AFTER)
        self._late.timeout.connect(self._appear)
        self._move = QTimer(self, interval=_STEP)
        self._move.timeout.connect(self._advance)

    @property
    def is_on(self) -> bool:
        return self._move.isActive()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def begin(self) -> None:
        """Work has begun; the bar appears if it takes long enough to notice."""
        if not self._move.isActive() and not self._late.isActive():
            self._share = None
            self._late.start()

    def end(self) -> None:
        self._late.stop()
        self._move.stop()
        self._share = None
        self.shown.emit(False)
        self.update()

    def set_share(self, done: int, total: int) -> None:
        """How much is done, where that is known."""
        self._share = done / total if total else None
        self.update()

    def _appear(self) -> None:
        self._at = 0.0
        self._move.start()
        self.shown.emit(True)
        self.update()

    def _advance(self) -> None:
        self._at = (self._at + 0.02) % 1.0
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._move.isActive() or self._theme is None:
            return
        painter = QPainter(self)
        colour = self._theme.accent
        width = self.width()
        if self._share is not None:
            painter.fillRect(0, 0, round(width * self._share), _HEIGHT, colour)
        else:
            painter.fillRect(round((self._at * 1.3 - 0.3) * width), 0, round(width * 0.3), _HEIGHT, colour)


class EmptyState(QWidget):
    """One sentence and one action, in the middle of a panel that has nothing to show."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parts: tuple[QLabel, QPushButton] | None = None
        self._action: Callable[[], object] | None = None

    def _fill(self) -> tuple[QLabel, QPushButton]:
        """Sentence and button, made when there is first something to say."""
        if self._parts is None:
            sentence, button = self._parts = QLabel(self), QPushButton(self)
            sentence.setObjectName("hint")
            sentence.setWordWrap(True)
            sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
            button.clicked.connect(self._act)
            column = QVBoxLayout(self)
            column.setContentsMargins(12, 12, 12, 12)
            column.addStretch(1)
            column.addWidget(sentence)
            column.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
            column.addStretch(1)
        return self._parts

    @property
    def text(self) -> str:
        return self._parts[0].text() if self._parts is not None else ""

    def say(self, words: str, action_text: str = "", action: Callable[[], object] | None = None) -> None:
        self._action = action
        if not words and self._parts is None:
            return
        sentence, button = self._fill()
        sentence.setText(words)
        button.setText(action_text)
        button.setVisible(action is not None)

    def _act(self) -> None:
        if self._action is not None:
            self._action()


def _what(error: BaseException | str) -> str:
    if isinstance(error, str):
        return error
    if isinstance(error, LwnbError):
        return error.what
    if isinstance(error, MemoryError):
        return "There is not enough memory for this. Close other programs, or use fewer rows."
    if isinstance(error, OSError):
        return f"{error.strerror or error}" + (f": {error.filename}" if error.filename else "")
    return f"This should not have happened: {type(error).__name__}: {error}"


class Veil(QWidget):
    """Lies over what a panel showed before, until it is filled anew."""

    def __init__(self, panel: QWidget, colour: Callable[[], str]) -> None:
        super().__init__(panel)
        self._panel, self._colour = panel, colour
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def lay_over(self, title_row: QWidget) -> None:
        """Cover all that is below the title row."""
        top = 0 if title_row.isHidden() else title_row.height()
        self.setGeometry(self._panel.rect().adjusted(0, top, 0, 0))
        self.raise_()
        self.show()

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(event.rect(), QColor(self._colour()))
