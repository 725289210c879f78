"""The rows of the teaching bar: their common base, the steps, and the guess."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QAction, QResizeEvent, QTextDocument
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QToolButton, QWidget

from lwnb_core import Explanation
from lwnb_gui.app.app_state import Snapshot
from lwnb_gui.app.query import Query
from lwnb_gui.qt.scene.marker_icons import marker_icon
from lwnb_gui.qt.widgets.icons import icon
from lwnb_gui.qt.widgets.tool_tip import set_tip
from lwnb_gui.qt.widgets.widgets import delete_widgets, plain_label
from lwnb_gui.teaching.steps import sentence
from lwnb_gui.text import class_names
from lwnb_gui.theme import LIGHT, Theme
from lwnb_gui.views.steps import STEPS
from lwnb_gui.views.wording.guess import score_text, verdict
from lwnb_gui.views.wording.names import shorten_all

MOST_BUTTONS = 9  # classes with a button and a number key of their own
_BUTTON_CHARACTERS = 120  # of their names together: a row of buttons fits a window of 1,366 pixels

ActionMap = Mapping[str, QAction]


class ReservingLabel(QLabel):
    """A label in several lines. It can be as high as other texts need, so that nothing below it moves when
    one of them is shown.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._reserved: tuple[str, ...] = ()
        self.setWordWrap(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)

    def reserve(self, *texts: str) -> None:
        """Reserve the height of the highest of these texts."""
        self._reserved = texts
        self.setMinimumHeight(max(map(self._height_of, texts), default=0))

    def _height_of(self, text: str) -> int:
        if self.textFormat() == Qt.TextFormat.PlainText:
            flags = int(Qt.TextFlag.TextWordWrap)
            return self.fontMetrics().boundingRect(0, 0, self.width(), 0, flags, text).height()
        document = QTextDocument()
        document.setDefaultFont(self.font())
        document.setDocumentMargin(0)
        document.setHtml(text)
        document.setTextWidth(self.width())
        return round(document.size().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.reserve(*self._reserved)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self.reserve(*self._reserved)


class Row(QWidget):
    """One row of the bar: text on the left, tools on the right."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.line = QHBoxLayout(self)
        self.line.setContentsMargins(12, 5, 8, 5)
        self.line.setSpacing(8)
        self.theme: Theme = LIGHT
        self._icons: dict[QToolButton, str] = {}
        self.hide()

    def tool(self, action: QAction, icon_name: str) -> QToolButton:
        """Return a button for an action; not its default action, which would put the icon into the menus."""
        tool = QToolButton(self)
        tool.setAccessibleName(action.text().replace("&", ""))
        tool.setToolTip(action.toolTip())
        tool.clicked.connect(action.trigger)
        action.changed.connect(lambda: tool.setEnabled(action.isEnabled()))
        tool.setEnabled(action.isEnabled())
        self._icons[tool] = icon_name
        self.line.addWidget(tool)
        return tool

    def set_icon(self, tool: QToolButton, icon_name: str) -> None:
        size = round(self.theme.px(16))
        self._icons[tool] = icon_name
        tool.setIcon(icon(icon_name, self.theme, size))
        tool.setIconSize(QSize(size, size))

    def set_theme(self, theme: Theme) -> None:
        self.theme = theme
        for tool, icon_name in self._icons.items():
            self.set_icon(tool, icon_name)


class StepRow(Row):
    """The present step, described with the numbers of this instance."""

    def __init__(self, actions: ActionMap, parent: QWidget) -> None:
        super().__init__("Step", parent)
        self._actions = actions
        self.steps = QLabel(self)
        self.steps.setObjectName("teachText")
        self.steps.setTextFormat(Qt.TextFormat.RichText)
        self.sentence = ReservingLabel(self)
        self.sentence.setObjectName("teachStrong")
        self.sentence.setTextFormat(Qt.TextFormat.PlainText)
        self.sentence.setAccessibleName("What happens at this step")
        self._instance: object = None  # the instance for which space is reserved
        self.line.addWidget(self.steps)
        self.line.addSpacing(8)
        self.line.addWidget(self.sentence, 1)
        self.tools = (
            self.tool(actions["step_back"], "previous"),
            self.tool(actions["step_forward"], "next"),
            self.tool(actions["step_out"], "close"),
        )

    def show_state(self, now: Snapshot, explanation: Explanation | None) -> None:
        teaching = now.display.teaching
        step = teaching.step
        is_hidden = step is None or "steps" in teaching.hidden_controls
        self.setVisible(not is_hidden and now.query is not None and now.display.page == "explore")
        self._actions["step_back"].setEnabled(step is not None and step != STEPS[0])
        self._actions["step_out"].setEnabled(step is not None)
        self._actions["step_forward"].setEnabled(now.query is not None and step != STEPS[-1])
        for tool in self.tools:  # Back and Next of a lecture go through the steps too
            tool.setVisible(teaching.lecture is None)
        if step is None:
            return
        at = STEPS.index(step)
        self.steps.setText(
            f"<span style='color:{self.theme.ink2}'>Step {at + 1} of {len(STEPS)}:</span> "
            f"<b style='color:{self.theme.accent}'>{step}</b>"
        )
        self._reserve(now, explanation)
        after = f" Next: {STEPS[at + 1]}." if at + 1 < len(STEPS) else " This is the last step."
        set_tip(self.steps, f"{' → '.join(STEPS)}.{after}")
        if teaching.is_guess_pending(now.query) and at >= STEPS.index("tables"):
            self.sentence.setText("First choose a class.")
        else:
            self.sentence.setText(sentence(step, explanation) if explanation is not None else "")

    def _reserve(self, now: Snapshot, explanation: Explanation | None) -> None:
        """Reserve space for the longest sentence of all steps, so that no step moves the panels below."""
        if explanation is None or now.query is None:
            return
        instance = (id(now.query.data), now.query.row, now.query.changes)
        if instance != self._instance:
            self._instance = instance
            self.sentence.reserve(*(sentence(step, explanation) for step in STEPS))


class GuessRow(Row):
    """The question with a button per class, later who was right, and the score on the right."""

    def __init__(self, actions: ActionMap, guess: Callable[[int], None], parent: QWidget) -> None:
        super().__init__("Guess", parent)
        self._guess = guess
        self._classes: tuple[str, ...] = ()
        self.buttons: list[QPushButton] = []
        self.question = plain_label("", "teachStrong", self)
        self.choice = QComboBox(self)
        self.choice.setAccessibleName("The class that you guess")
        self.choice.setToolTip("There are more classes than number keys: choose one here.")
        self.choice.activated.connect(lambda i: guess(i - 1) if i > 0 else None)
        self._answers = QHBoxLayout()
        self._answers.setSpacing(6)
        self.verdict = ReservingLabel(self)
        self.verdict.setObjectName("teachText")
        self.verdict.setTextFormat(Qt.TextFormat.PlainText)
        self.verdict.setAccessibleName("Whether the guess was right")
        self.another = QPushButton(actions["another_row"].text().replace("&", ""), self)
        self.another.setToolTip(actions["another_row"].toolTip())
        self.another.clicked.connect(actions["another_row"].trigger)
        self.score = plain_label("", "small", self)
        self.score.setAccessibleName("Score")
        self.score.setToolTip(
            "How often you and each learner were right about the rows that you were asked about."
        )
        self.line.addWidget(self.question)
        self.line.addLayout(self._answers)
        self.line.addWidget(self.choice)
        self.line.addWidget(self.verdict, 1)
        self.line.addStretch(0)
        self.line.addWidget(self.another)
        self.line.addWidget(self.score)
        self.tool(actions["reset_score"], "undo")
        self.tool(actions["guess_first"], "close").setAccessibleName("Leave “Guess first”")

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self._show_markers()

    def show_state(self, now: Snapshot, explanation: Explanation | None) -> None:
        teaching, query = now.display.teaching, now.query
        has_class = query is not None and query.data.class_index is not None
        self.setVisible(teaching.guess_first and has_class and now.display.page == "explore")
        if query is None or not has_class or not teaching.guess_first:
            return
        self._offer(class_names(query.data.classes, query.data.class_attribute.name))
        pending = teaching.is_guess_pending(query)
        few = len(self._classes) <= MOST_BUTTONS
        self.question.setText(f"What class is {_instance(query)}?")
        self.question.setVisible(pending)
        for button in self.buttons:
            button.setVisible(pending and few)
            button.setEnabled(explanation is not None)
        self.choice.setVisible(pending and not few)
        self.choice.setEnabled(explanation is not None)
        self.another.setVisible(not pending)
        self.verdict.setVisible(not pending)
        guess = teaching.guess(query)
        if guess is not None and explanation is not None and explanation.row == query.row:
            right, text = verdict(guess, explanation)
            self.verdict.setText({True: "✓ ", False: "✗ ", None: ""}[right] + text)
        self.score.setText(score_text(teaching.score))

    def take_digit(self, digit: int) -> bool:
        """Choose a class by a number key while the question is open."""
        if self.question.isVisible() and 1 <= digit <= len(self.buttons):
            self.buttons[digit - 1].click()
            return True
        return self.question.isVisible()

    def _offer(self, classes: tuple[str, ...]) -> None:
        if classes == self._classes:
            return
        self._classes = classes
        delete_widgets(self._answers, self.buttons)
        self.buttons = []
        self.choice.clear()
        if len(classes) > MOST_BUTTONS:
            self.choice.addItems(["choose a class…", *classes])
            return
        names = shorten_all(classes, min(30, _BUTTON_CHARACTERS // len(classes)))
        for code, (name, short) in enumerate(zip(classes, names, strict=True)):
            button = QPushButton(f"{code + 1}  {short}".replace("&", "&&"), self)
            button.setAccessibleName(f"Guess {name}")
            set_tip(button, f"You think it is {name}. Key: {code + 1}")
            button.clicked.connect(partial(self._guess, code))
            self.buttons.append(button)
            self._answers.addWidget(button)
        self._show_markers()

    def _show_markers(self) -> None:
        size = round(self.theme.px(12))
        for code, button in enumerate(self.buttons):
            button.setIcon(marker_icon(self.theme, code, size))
            button.setIconSize(QSize(size, size))


def _instance(query: Query) -> str:
    if query.is_new_instance:
        return "your instance"
    return f"row {query.row + 1}" + (" with your changes" if query.changes else "")
