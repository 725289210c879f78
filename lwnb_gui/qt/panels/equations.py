"""Equations: (1) to (6) for this instance, with the numbers in them."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QSignalBlocker, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QPushButton, QWidget

from lwnb_core import Explanation
from lwnb_gui.export import FigureView, scripts
from lwnb_gui.plots import equations as figure
from lwnb_gui.plots.equations import EquationLine, equation_lines, latex_document, says_most
from lwnb_gui.plots.theme import Theme
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.panel import PADDING, Panel
from lwnb_gui.qt.panels.equation_view import EquationView
from lwnb_gui.qt.panels.formulas import lay_out
from lwnb_gui.qt.panels.sentence import Sentence
from lwnb_gui.qt.tasks import Job
from lwnb_gui.state import Snapshot
from lwnb_gui.state.links import Hover
from lwnb_gui.text import shown, value_text

_KEYS = "Up and down go through the equations, and say what each does"
_SETTLED = 80  # ms: while k is dragged nothing is laid out anew, only digits follow
_AHEAD = 40  # values of k for which formulas are laid out ahead
_SELDOM, _MOST_CLASSES = 8, 8  # at one in so many of them also those of other classes, but not of too many
_AT_REST = 250  # ms after the last move of the hand: until then it would be in the way of the next frame
_FEW = 2  # lines of words that leave the formulas enough room
_WHAT_TO_DO = "Put the mouse on a line to read what it does."

_MISPRINT = (
    "As printed, (6) divides by the weight of all rows with that value, whatever their class.\n"
    "Then a class's probabilities do not add up to 1: a misprint, put right by the class's own weight."
)


class EquationsPanel(Panel):
    title = "Equations"
    help_topic = "equations"
    least = (260, 120)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.printed = QCheckBox("(6) as printed", self)
        self.printed.setAccessibleName("Equation 6 as printed in the paper")
        self.printed.setToolTip(_MISPRINT)
        self.printed.toggled.connect(self._set_eq6)
        self.latex = QPushButton("LaTeX", self)
        self.latex.setAccessibleName("Copy the equations as LaTeX")
        self.latex.setToolTip(
            "Copies all lines for LaTeX with amsmath, numbers included.\n"
            "Each is tagged with its number in the paper; N is the normal density."
        )
        self.latex.clicked.connect(self.copy_latex)
        self.add_header_widget(self.printed)
        self.add_header_widget(self.latex)
        self.view = EquationView(self)
        self.view.active_changed.connect(lambda i: self._say())
        self.sentence = Sentence("caption", self)
        self.sentence.setWordWrap(True)
        self.sentence.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.sentence.setAccessibleDescription("What the equation does")
        self.body.addWidget(self.view, 1)
        words = QHBoxLayout()
        words.setContentsMargins(PADDING, 0, PADDING, 2)
        words.addWidget(self.sentence)
        self.body.addLayout(words)
        self._foot = QHBoxLayout()
        self._foot.setContentsMargins(PADDING, 0, PADDING, 0)
        self.body.addLayout(self._foot)
        self._narrow = False
        self._settled = QTimer(self, singleShot=True, interval=_SETTLED)
        self._settled.timeout.connect(self.catch_up)
        self._copied = False
        self._at_rest = QTimer(self, singleShot=True, interval=_AT_REST)
        self._at_rest.timeout.connect(self._lay_out_ahead)
        context.swept.connect(lambda sweep: self._at_rest.start() if sweep is not None else None)
        context.selected.connect(lambda selection: context.tasks.cancel("formulas"))  # those of another

    @property
    def has_more_to_lay_out(self) -> bool:
        """Whether formulas for other k are being laid out, or are about to be."""
        return self._at_rest.isActive() or self.context.tasks.is_running("formulas")

    # -- following ----------------------------------------------------------------------------------

    def show_explanation(self, explanation: Explanation | None) -> None:
        if explanation is None or explanation.model is None:
            self._settled.stop()
            self.view.show_lines(())
            self.show_no_result("There is nothing to write out.")
            return
        self._show_switch(self.context.state.now)  # a session may have set it before there was a panel
        if self.is_empty or not self.view.lines:
            self.show_content()
            self.catch_up()
            return
        self._follow()

    def show_hover(self, hover: Hover) -> None:
        if self.context.explanation is not None and not self.is_empty:
            self._follow()

    def show_state(self, old: Snapshot, new: Snapshot) -> None:
        self._show_switch(new)
        if new.view.teaching != old.view.teaching and self.isVisible() and not self.is_empty:
            self._follow()

    def _show_switch(self, now: Snapshot) -> None:
        if now.query is not None and self.printed.isChecked() != (now.query.eq6 == "printed"):
            with QSignalBlocker(self.printed):
                self.printed.toggle()

    def apply_theme(self, theme: Theme) -> None:
        self.view.set_theme(theme)
        self.sentence.set_ground(theme.panel)
        self._fit_sentence()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width() and not self.is_empty:
            self._say()
            self._fit_sentence()

    def apply_compact(self, narrow: bool, low: bool) -> None:
        """Beside tabs there is no room for the switch: it moves to the foot."""
        if narrow == self._narrow:
            return
        self._narrow = narrow
        self._foot.setContentsMargins(PADDING, 0, PADDING, 8 if narrow else 0)
        if narrow:
            self._foot.addWidget(self.printed)
        else:
            tools = self.header_tools.layout()
            assert isinstance(tools, QHBoxLayout)
            tools.insertWidget(0, self.printed)

    def catch_up(self) -> None:
        """Lay out the equations of the moment, as far as that is still to do."""
        self._settled.stop()
        explanation = self.context.explanation
        if explanation is None or explanation.model is None:
            return
        self._copied = False
        self.view.show_lines(self._lines(explanation))
        nominal = any(a.is_nominal for a in explanation.attributes)
        self.printed.setVisible(nominal)
        self.set_subtitle("" if nominal else "with the numbers in")
        self._say()

    def copy_latex(self) -> None:
        """Put all lines, as they stand for this instance, on the clipboard."""
        explanation = self.context.explanation
        if explanation is not None and explanation.model is not None:
            QGuiApplication.clipboard().setText(latex_document(self._lines(explanation)))
            self._copied = True
            self._say()

    def to_figure(self) -> FigureView | None:
        lines = self.view.lines
        if not lines:
            return None
        return FigureView(figure.draw, lines, (self.width() / self.context.theme.scale, figure.height(lines)))

    def to_script(self) -> str | None:
        query, explanation = self.context.state.query, self.context.explanation
        if query is None or explanation is None or not self.view.lines:
            return None
        symbols = not any(a.is_nominal for a in explanation.attributes)
        return scripts.equations_script(query, symbols=symbols)

    # -- inside -------------------------------------------------------------------------------------

    def _follow(self) -> None:
        """In this frame whatever is laid out already; the rest when the mouse rests."""
        explanation = self.context.explanation
        if explanation is not None and explanation.model is not None:
            self.view.show_lines(self._lines(explanation), at_leisure=False)
            self._say()
        self._settled.start()
        if self._at_rest.isActive():
            self._at_rest.start()

    def _lay_out_ahead(self) -> None:
        """Formulas as they will be at other k and of other classes, for laying one out takes longer than a
        frame: most differ in nothing but digits, and those that do not are found here and there.
        """
        selection = self.context.selection
        if selection is None or not self.isVisible():
            return
        ks = np.unique(np.geomspace(1, selection.largest_k, _AHEAD).astype(int)).tolist()

        def work(job: Job) -> None:
            for number, k in enumerate(ks):
                found = selection.explain(k)
                # A star that is dragged can come to any class.
                others = range(min(len(found.classes), _MOST_CLASSES)) if number % _SELDOM == 0 else ()
                for cls in (found.prediction, *others):
                    for line in _all_lines(found, Hover(), cls):
                        job.check()
                        lay_out(line.mathtext)

        # Whatever goes wrong here goes wrong again, and is said, where the formula is wanted.
        self.context.tasks.start("formulas", work, on_done=lambda _: None, on_error=lambda _: None)

    def _lines(self, explanation: Explanation) -> tuple[EquationLine, ...]:
        """Those that step mode has come to."""
        now = self.context.state.now
        teaching = now.view.teaching
        return tuple(
            line
            for line in _all_lines(explanation, self.context.hover.now)
            if teaching.shows(f"equation {line.number}", now.query)
        )

    def _say(self) -> None:
        lines, i = self.view.lines, self.view.active
        told, before = _KEYS, self.sentence.text()
        if i is not None and i < len(lines):
            self.sentence.say(lines[i].sentence, f"({lines[i].number})")
            told = self.sentence.text()
        elif self._copied:
            self.sentence.say("Copied as LaTeX; it needs the package amsmath.")
        else:
            self._say_at_rest()
        if self.sentence.text() != before:
            self.view.setAccessibleDescription(told)
            self._fit_sentence()

    @property
    def _room(self) -> int:
        """The width of the words."""
        return max(self.width() - 2 * PADDING, 120)

    def _fit_sentence(self) -> None:
        """Room for two lines at least: a longer sentence takes it from below, and no line above moves."""
        line = self.context.theme.size_small * 1.4
        self.sentence.setFixedHeight(
            round(min(max(self.sentence.height_at(self._room), 2 * line + 4), 5 * line))
        )

    def _say_at_rest(self) -> None:
        """Which attribute (6) or (N) is about, for the formulas name only its value."""
        explanation = self.context.explanation
        if explanation is None:
            self.sentence.say("")
            return
        parts = []
        hover = self.context.hover.now
        for line in self.view.lines:
            if line.number not in ("6", "N"):
                continue
            nominal = line.number == "6"
            j = (
                hover.cell.attribute
                if hover.cell is not None
                else says_most(explanation, explanation.prediction, nominal=nominal)
            )
            if j is not None:
                name = shown(explanation.attributes[j].name)
                parts.append(f"({line.number}) is for {name} = {value_text(explanation.value(j))}.")
        if explanation.settings.get("eq6") == "printed" and any(
            line.number == "6" for line in self.view.lines
        ):
            parts.append("As printed it is a misprint: a class's probabilities do not add up to 1.")
            self.sentence.say(" ".join(parts))
            return
        self.sentence.say(" ".join([*parts, _WHAT_TO_DO]))
        if self.sentence.lines_at(self._room) > _FEW:
            self.sentence.say(" ".join(parts))  # the formulas need the room

    def _set_eq6(self, printed: bool) -> None:
        if self.context.state.query is not None:
            self.context.state.set_eq6("printed" if printed else "right")


def _all_lines(explanation: Explanation, hover: Hover, cls: int | None = None) -> tuple[EquationLine, ...]:
    """About neighbour, attribute and class under the mouse; without one about the nearest and the best, of
    the predicted class unless another is given.
    """
    neighbour = hover.neighbour or 0
    symbols = not any(a.is_nominal for a in explanation.attributes)
    if hover.cell is not None and hover.cell.attribute < len(explanation.attributes):
        j, c = hover.cell.attribute, hover.cell.class_code
        if not np.isnan(explanation.instance[j]):
            return equation_lines(explanation, neighbour, c, j, symbols=symbols)
    return equation_lines(explanation, neighbour, cls, symbols=symbols)
