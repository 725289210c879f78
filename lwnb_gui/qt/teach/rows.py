"""The rows of the teaching bar: a lecture's text, the steps, and the guess."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QAction, QResizeEvent, QTextDocument
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QToolButton, QWidget

from lwnb_core import Explanation
from lwnb_gui.qt.icons import icon
from lwnb_gui.qt.markers import marker_icon
from lwnb_gui.state import Snapshot
from lwnb_gui.state.guessing import verdict
from lwnb_gui.state.lectures import as_html, beside
from lwnb_gui.state.steps import STEPS, sentence
from lwnb_gui.state.teaching import Lecture
from lwnb_gui.text import shown
from lwnb_gui.theme import Theme

MOST_BUTTONS = 9  # classes with a button and a number key of their own

_Actions = Mapping[str, QAction]


class _Wrapped(QLabel):
    """Words in several lines; they are fitted anew whenever their width or font is another."""

    refit: Callable[[], None] | None = None

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.refit is not None and event.size().width() != event.oldSize().width():
            self.refit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if self.refit is not None and event.type() is QEvent.Type.FontChange:
            self.refit()


class Row(QWidget):
    """One line of the bar: words at the left, tools at the right."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.line = QHBoxLayout(self)
        self.line.setContentsMargins(12, 5, 8, 5)
        self.line.setSpacing(8)
        self._icons: list[tuple[QToolButton, str]] = []
        self.hide()

    def words(self, name: str = "", *, wraps: bool = False) -> _Wrapped:
        label = _Wrapped(self)
        label.setObjectName(name)
        label.setWordWrap(wraps)
        if wraps:
            label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        return label

    def tool(self, action: QAction, picture: str) -> QToolButton:
        """A button for an action; not its default action, which would put the icon into the menus."""
        tool = QToolButton(self)
        tool.setAccessibleName(action.text().replace("&", ""))
        tool.setToolTip(action.toolTip())
        tool.clicked.connect(action.trigger)
        action.changed.connect(lambda: tool.setEnabled(action.isEnabled()))
        tool.setEnabled(action.isEnabled())
        self._icons.append((tool, picture))
        self.line.addWidget(tool)
        return tool

    def set_theme(self, theme: Theme) -> None:
        size = round(theme.px(16))
        for tool, picture in self._icons:
            tool.setIcon(icon(picture, theme, size))
            tool.setIconSize(QSize(size, size))


class LectureRow(Row):
    """Title and text of the open lecture, and the way to its neighbours in the folder."""

    def __init__(self, actions: _Actions, parent: QWidget) -> None:
        super().__init__("Lecture", parent)
        self._actions = actions
        self.title = self.words("teachStrong")
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.number = self.words("small")
        self.text = self.words("lectureText", wraps=True)
        self.text.setTextFormat(Qt.TextFormat.RichText)
        self.text.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.text.setOpenExternalLinks(False)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        top = Qt.AlignmentFlag.AlignTop
        self.line.addWidget(self.number, 0, top)
        self.line.addWidget(self.title, 0, top)
        self.line.addSpacing(8)
        self.line.addWidget(self.text, 1)
        self.folded = False
        self._theme: Theme | None = None
        self._shown: Lecture | None = None
        self._text = ""
        self._neighbours: tuple[Path | None, Path | None] = (None, None)
        self.text.refit = self._reserve
        self._blank = self.words(wraps=True)
        self._blank.hide()
        self.line.addWidget(self._blank, 1)
        self.previous_button = self.tool(actions["previous_lecture"], "previous")
        self.next_button = self.tool(actions["next_lecture"], "next")
        self._fold = self.tool(actions["fold_lecture"], "up")
        self.tool(actions["close_lecture"], "close")

    def show_state(self, now: Snapshot) -> None:
        lecture = now.view.teaching.lecture
        self.setVisible(lecture is not None and now.view.place != "start")
        if lecture != self._shown:
            self._say(lecture)
        text = now.view.teaching.lecture_text(now.query)
        if text != self._text:
            self._text = text
            self.text.setText(as_html(text))
            self._reserve()
        # At the ends, too: their keys would go to whoever has the focus, who may change something.
        for name in ("previous_lecture", "next_lecture", "fold_lecture", "close_lecture"):
            self._actions[name].setEnabled(lecture is not None)
        before, after = self._neighbours
        self.previous_button.setEnabled(before is not None)
        self.next_button.setEnabled(after is not None)

    def _say(self, lecture: Lecture | None) -> None:
        """Another lecture; only now its folder is looked at, and not whenever k moves."""
        self._shown, self._neighbours = lecture, (None, None)
        if lecture is None:
            return
        if self.folded:
            self.fold()  # another lecture begins with its text
        at = total = 0
        if lecture.file:
            before, after, at, total = beside(lecture.file)
            self._neighbours = (before, after)
        self.number.setText(f"{at} of {total}" if at and total > 1 else "")
        self.number.setVisible(bool(self.number.text()))
        self.title.setText(lecture.title or "Lecture")

    def _reserve(self) -> None:
        """Space for the answer too, while it is not shown: no step may move the panels below."""
        height = 0
        if self._shown is not None and self._shown.answer:
            whole = QTextDocument()
            whole.setDefaultFont(self.text.font())
            whole.setDocumentMargin(0)
            whole.setHtml(as_html(f"{self._shown.text}\n\n{self._shown.answer}"))
            whole.setTextWidth(self.text.width())
            height = round(whole.size().height())
        self.text.setMinimumHeight(height)

    def fold(self) -> None:
        """Hide the text to make room for the panels, or show it again."""
        self.folded = not self.folded
        self.text.setVisible(not self.folded)
        self._blank.setVisible(self.folded)
        if self._theme is not None:
            size = round(self._theme.px(16))
            self._fold.setIcon(icon("down" if self.folded else "up", self._theme, size))

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self._theme = theme


class StepRow(Row):
    """Where step mode is, and what happens there with the numbers of this instance."""

    def __init__(self, actions: _Actions, parent: QWidget) -> None:
        super().__init__("Step", parent)
        self._actions = actions
        self._theme: Theme | None = None
        self.steps = self.words("teachWords")
        self.steps.setTextFormat(Qt.TextFormat.RichText)
        self.sentence = self.words("teachStrong", wraps=True)
        self.sentence.setTextFormat(Qt.TextFormat.PlainText)
        self.sentence.setAccessibleName("What happens at this step")
        self._longest: tuple[object, list[str]] = (None, [])  # of an instance, to keep the room for it
        self.sentence.refit = self._reserve
        self.line.addWidget(self.steps)
        self.line.addSpacing(8)
        self.line.addWidget(self.sentence, 1)
        self.tool(actions["step_back"], "previous")
        self.tool(actions["step_forward"], "next")
        self.tool(actions["step_out"], "close")

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self._theme = theme

    def show_state(self, now: Snapshot, explanation: Explanation | None) -> None:
        teaching = now.view.teaching
        step = teaching.step
        self.setVisible(step is not None and now.query is not None and now.view.place == "explore")
        self._actions["step_back"].setEnabled(step is not None and step != STEPS[0])
        self._actions["step_out"].setEnabled(step is not None)
        self._actions["step_forward"].setEnabled(now.query is not None and step != STEPS[-1])
        if step is None or self._theme is None:
            return
        at = STEPS.index(step)
        self.steps.setText(
            f"<span style='color:{self._theme.ink2}'>Step {at + 1} of {len(STEPS)}:</span> "
            f"<b style='color:{self._theme.accent}'>{step}</b>"
        )
        self._keep_room(now, explanation)
        after = f" Next: {STEPS[at + 1]}." if at + 1 < len(STEPS) else " That was the last."
        self.steps.setToolTip(f"{' → '.join(STEPS)}.{after}")
        if teaching.asks(now.query) and at >= STEPS.index("tables"):
            self.sentence.setText("First choose a class.")
        else:
            self.sentence.setText(sentence(step, explanation) if explanation is not None else "")

    def _keep_room(self, now: Snapshot, explanation: Explanation | None) -> None:
        """Room for the longest sentence of the seven: no step may move the panels below."""
        if explanation is not None and now.query is not None:
            key = (id(now.query.data), now.query.row, now.query.changes)
            if self._longest[0] != key:
                self._longest = (key, [sentence(step, explanation) for step in STEPS])
        self._reserve()

    def _reserve(self) -> None:
        width = self.sentence.width()
        heights = (_height(self.sentence, text, width) for text in self._longest[1])
        self.sentence.setMinimumHeight(max(heights, default=0))


class GuessRow(Row):
    """The question with a button a class, and after it who was right; the score stands at the right."""

    def __init__(self, actions: _Actions, guess: Callable[[int], None], parent: QWidget) -> None:
        super().__init__("Guess", parent)
        self._guess = guess
        self._theme: Theme | None = None
        self._classes: tuple[str, ...] = ()
        self.buttons: list[QPushButton] = []
        self.question = self.words("teachStrong")
        self.choice = QComboBox(self)
        self.choice.setAccessibleName("The class that you guess")
        self.choice.setToolTip("More classes than number keys: choose yours here.")
        self.choice.activated.connect(lambda i: guess(i - 1) if i > 0 else None)
        self._place = QHBoxLayout()
        self._place.setSpacing(6)
        self.verdict = self.words("teachWords", wraps=True)
        self.verdict.setTextFormat(Qt.TextFormat.PlainText)
        self.verdict.setAccessibleName("Whether the guess was right")
        self.another = QPushButton(actions["another_row"].text().replace("&", ""), self)
        self.another.setToolTip(actions["another_row"].toolTip())
        self.another.clicked.connect(actions["another_row"].trigger)
        self.score = self.words("small")
        self.score.setTextFormat(Qt.TextFormat.PlainText)
        self.score.setAccessibleName("Score")
        self.score.setToolTip("How often you and each learner were right about the rows that you were asked.")
        self.line.addWidget(self.question)
        self.line.addLayout(self._place)
        self.line.addWidget(self.choice)
        self.line.addWidget(self.verdict, 1)
        self.line.addStretch(0)
        self.line.addWidget(self.another)
        self.line.addWidget(self.score)
        self.tool(actions["reset_score"], "undo")
        self.tool(actions["guess_first"], "close").setAccessibleName("Stop guessing")

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self._theme = theme
        self._mark()

    def show_state(self, now: Snapshot, explanation: Explanation | None) -> None:
        teaching, query = now.view.teaching, now.query
        has_class = query is not None and query.data.class_index is not None
        self.setVisible(teaching.guess_first and has_class and now.view.place == "explore")
        if query is None or not has_class or not teaching.guess_first:
            return
        self._offer(query.data.classes)
        asks = teaching.asks(query)
        few = len(self._classes) <= MOST_BUTTONS
        self.question.setText(f"Which class is row {query.row + 1}{', changed' if query.changes else ''}?")
        self.question.setVisible(asks)
        for button in self.buttons:
            button.setVisible(asks and few)
            button.setEnabled(explanation is not None)
        self.choice.setVisible(asks and not few)
        self.choice.setEnabled(explanation is not None)
        self.another.setVisible(not asks)
        self.verdict.setVisible(not asks)
        guess = teaching.guess(query)
        if guess is not None and explanation is not None and explanation.row == query.row:
            right, words = verdict(guess, explanation)
            self.verdict.setText({True: "✓ ", False: "✗ ", None: ""}[right] + words)
        self.score.setText(teaching.score.text)

    def take_digit(self, digit: int) -> bool:
        """A number key chooses a class while the question is open."""
        if self.question.isVisible() and 1 <= digit <= len(self.buttons):
            self.buttons[digit - 1].click()
            return True
        return self.question.isVisible()

    def _offer(self, classes: tuple[str, ...]) -> None:
        if classes == self._classes:
            return
        self._classes = classes
        for button in self.buttons:
            self._place.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.buttons = []
        self.choice.clear()
        if len(classes) > MOST_BUTTONS:
            self.choice.addItems(["choose a class…", *(shown(name) for name in classes)])
            return
        for code, name in enumerate(classes):
            button = QPushButton(f"{code + 1}  {shown(name)[:30]}".replace("&", "&&"), self)
            button.setAccessibleName(f"Guess {shown(name)}")
            button.setToolTip(f"You think that it is {shown(name)}. Key {code + 1}.")
            button.clicked.connect(partial(self._guess, code))
            self.buttons.append(button)
            self._place.addWidget(button)
        self._mark()

    def _mark(self) -> None:
        if self._theme is None:
            return
        size = round(self._theme.px(12))
        for code, button in enumerate(self.buttons):
            button.setIcon(marker_icon(self._theme.class_style(code), size))
            button.setIconSize(QSize(size, size))


def _height(label: QLabel, text: str, width: int) -> int:
    """What a text takes in a label of this width."""
    box = label.fontMetrics().boundingRect(0, 0, width, 0, int(Qt.TextFlag.TextWordWrap), text)
    return box.height()
