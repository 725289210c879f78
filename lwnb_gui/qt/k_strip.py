"""The strip with k below every place: number, slider, ribbon and settings."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QSpinBox, QWidget

from lwnb_core import Explanation, Sweep
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.k_settings import KSettings
from lwnb_gui.qt.k_slider import Gesture, KSlider
from lwnb_gui.qt.live_label import LiveLabel
from lwnb_gui.qt.ribbon import Ribbon
from lwnb_gui.state import Query, Snapshot
from lwnb_gui.state.steps import earned
from lwnb_gui.text import amount
from lwnb_gui.theme import Theme

HEIGHT, LOW_HEIGHT, BARE_HEIGHT, RESTING_HEIGHT = 152, 112, 54, 40
_LEFT, _RIGHT = 240, 320
_MOST = 2**31 - 1  # that a spin box can count
_TYPED = 600  # ms after the last digit


class KStrip(QWidget):
    """Shows and sets k; reads the explanation for d_k and r, and the sweep for the ribbon."""

    help_topic = "k"

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("strip")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("k")
        self._context = context
        self._low = self._resting = False
        self._has_settings = self._shows_ribbon = True
        self._wants_ribbon = True  # no lecture has taken it off the screen
        self._gesture = Gesture()
        self.spin = QSpinBox(self)
        self.figures = LiveLabel("small", self)
        self.slider = KSlider(self._choose, self)
        self.ribbon = Ribbon(self._choose, self._groove, self)
        self.slider.groove_moved.connect(self.ribbon.refresh)
        self.settings = KSettings(context.state, self)
        self._build()
        context.state.subscribe(self._on_state)
        context.explained.connect(self._on_explained)
        context.swept.connect(self._on_swept)
        context.theme_changed.connect(self.apply_theme)
        self.apply_theme(context.theme)

    # -- what happens -------------------------------------------------------------------------------

    def type_digit(self, digit: str) -> None:
        """A digit typed anywhere begins a new k, if there is a k that begins with it."""
        if self._resting:
            return
        if not 1 <= int(digit) <= self.spin.maximum():
            self._refuse()
            return
        self.spin.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.spin.lineEdit().setText(digit)
        self._typed.start()

    def _take_typed(self) -> None:
        """No further digit comes: the number counts, without a key that says so, and the next digit begins
        another.
        """
        self._show_refused(False)
        if self.spin.hasAcceptableInput():
            self.spin.interpretText()
        elif self.spin.text():  # an empty box waits for a number
            self._show_typed_k()
            self._refuse()
        if self.spin.hasFocus():
            self.spin.selectAll()

    def _refuse(self) -> None:
        """A digit that makes no k is not taken: the box shows it for a moment, the status bar says why."""
        self._show_refused(True)
        self._typed.start()
        self._context.said.emit(f"k goes from 1 to {self.spin.maximum():,} here.")

    def _show_refused(self, refused: bool) -> None:
        if bool(self.spin.property("refused")) != refused:
            self.spin.setProperty("refused", refused)
            self._apply_style()

    def _show_typed_k(self) -> None:
        """The number that counts, in the place of digits that do not."""
        self.spin.lineEdit().setText(self.spin.textFromValue(self.spin.value()))

    def step(self, by: int) -> None:
        """Move k, as the keys and the wheel do."""
        query = self._context.state.query
        if query is not None and not self._resting:
            self._context.state.set_k(query.k + by, self._gesture.token())

    def set_low(self, low: bool) -> None:
        """In a low window the rivals' rows and the note go."""
        if low != self._low:
            self._low = low
            self._arrange()

    def set_resting(self, why: str) -> None:
        """Where k does not matter: a thin strip that says why; an empty text: as usual."""
        self._resting_note.setText(why)
        if bool(why) != self._resting:
            self._resting = bool(why)
            self._arrange()

    @property
    def is_resting(self) -> bool:
        """Whether k does not matter in this place, so that there is no ribbon."""
        return self._resting

    def apply_theme(self, theme: Theme) -> None:
        self.slider.set_theme(theme)
        self.figures.set_ground(theme.window)
        self.ribbon.set_theme(theme)
        self.settings.set_theme(theme)
        self._arrange()

    # -- inside -------------------------------------------------------------------------------------

    def _build(self) -> None:
        letter = QLabel("k", self)
        letter.setObjectName("kLetter")
        letter.setBuddy(self.spin)
        self.spin.setObjectName("kSpin")
        self.spin.setAccessibleName("k")
        self.spin.setKeyboardTracking(False)
        self.spin.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.spin.setFixedWidth(84)
        self.spin.setToolTip(self.slider.toolTip())
        self.spin.valueChanged.connect(lambda k: self._choose(k, self._gesture.token()))
        self._typed = QTimer(self, singleShot=True, interval=_TYPED)
        self._typed.timeout.connect(self._take_typed)
        self.spin.lineEdit().textEdited.connect(self._typed.start)
        self.spin.lineEdit().inputRejected.connect(self._refuse)
        self.spin.installEventFilter(self)
        self.figures.setTextFormat(Qt.TextFormat.PlainText)  # rich text takes much longer to lay out
        self.figures.setToolTip(
            "d_k is the distance to the k-th neighbour, the bandwidth. A row at exactly d_k has weight 0: it "
            "counts in r but adds nothing. r is how many rows are in; ties at d_k can make it more than k."
        )
        self._resting_note = QLabel(self)
        self._resting_note.setObjectName("small")
        self._resting_note.setIndent(20)

        top = QHBoxLayout()
        top.setContentsMargins(12, 6, 0, 0)
        top.setSpacing(8)
        top.addWidget(letter)
        top.addWidget(self.spin)
        top.addSpacing(6)
        top.addWidget(self.figures, 1)
        top.addStretch(0)
        self._head = QWidget(self)
        self._head.setLayout(top)

        grid = QGridLayout(self)
        grid.setContentsMargins(0, 1, 0, 2)
        grid.setSpacing(0)
        grid.addWidget(self._head, 0, 0)
        grid.addWidget(self.slider, 0, 1)
        grid.addWidget(self.ribbon, 1, 0, 1, 2)
        grid.addWidget(self.settings, 0, 2, 2, 1)
        grid.addWidget(self._resting_note, 0, 3, 2, 1)
        grid.setColumnStretch(1, 1)
        grid.setRowStretch(1, 1)
        self._arrange()
        self.setEnabled(False)

    def _arrange(self) -> None:
        scale = self._context.theme.scale
        resting = self._resting
        height = RESTING_HEIGHT if resting else LOW_HEIGHT if self._low else HEIGHT
        if not resting and not self._wants_ribbon:
            height = LOW_HEIGHT if self._has_settings else BARE_HEIGHT
        self.setFixedHeight(round(height * scale))
        self._head.setFixedWidth(round(_LEFT * scale))
        self.settings.setFixedWidth(round(_RIGHT * scale))
        self.spin.setFixedWidth(round(84 * scale))
        slider = round((RESTING_HEIGHT - 3 if resting else 48) * scale)
        self.slider.setFixedHeight(slider)
        self._head.setFixedHeight(slider)
        self.spin.setProperty("resting", resting)
        self._apply_style()
        self.spin.setEnabled(not resting)
        self.figures.setVisible(not resting)
        kept = self.ribbon.sizePolicy()  # while only the answer is hidden nothing else moves
        kept.setRetainSizeWhenHidden(not resting and height != BARE_HEIGHT)
        self.ribbon.setSizePolicy(kept)
        self.ribbon.setVisible(not resting and self._shows_ribbon)
        self.settings.setVisible(not resting and self._has_settings)
        self._resting_note.setVisible(resting)
        self._resting_note.setFixedWidth(round(_RIGHT * scale))
        self.ribbon.set_low(self._low)
        self.slider.setEnabled(not resting)

    def _groove(self) -> tuple[float, float]:
        """Where the slider's groove is in the ribbon, which begins further to the left."""
        left, right = self.slider.ends
        return left + self.slider.x(), right + self.slider.x()

    def _apply_style(self) -> None:
        """The style sheet looks at the box's properties only when it is told to."""
        self.spin.style().unpolish(self.spin)
        self.spin.style().polish(self.spin)

    def _choose(self, k: int, token: object) -> None:
        if self._context.state.query is not None:
            self._context.state.set_k(k, token)

    def _show_parts(self, now: Snapshot) -> None:
        """What a lecture hides, and what would give a guess or a later step away."""
        teaching = now.view.teaching
        wants = "ribbon" not in teaching.hidden_controls
        parts = ("settings" not in teaching.hidden_controls, wants, teaching.shows("ribbon", now.query))
        before = (self._has_settings, self._wants_ribbon, self._shows_ribbon)
        self._has_settings, self._wants_ribbon = parts[:2]
        self._shows_ribbon = wants and parts[2]
        if before != (self._has_settings, self._wants_ribbon, self._shows_ribbon):
            self._arrange()

    def _on_state(self, old: Snapshot, new: Snapshot) -> None:
        query = new.query
        self._show_parts(new)
        ready = query is not None and query.data.class_index is not None
        self.setEnabled(ready)
        if query is None or not ready:
            self.ribbon.clear()
            self.figures.clear()
            return
        before = old.query
        as_many = before is not None and query.row == before.row and new.only_moved_since(old)
        if before is None or (not as_many and _largest(query) != self.spin.maximum()):
            self._set_range(query)
        # Digits that are typed and not entered go with the next thing that happens, such as an undo.
        typed = query is not before and self.spin.text() != self.spin.textFromValue(query.k)
        if before is None or query.k != self.spin.value() or query.k != before.k or typed:
            self._show_k(query.k)
        if before is None or query.model_key != before.model_key:
            self.settings.show_query(query)
        if new.view.teaching.step != old.view.teaching.step:
            self._on_explained(self._context.explanation)
        if before is None or query.data is not before.data:
            self.ribbon.clear()

    def _set_range(self, query: Query) -> None:
        self.spin.blockSignals(True)
        self.spin.setRange(1, _largest(query))
        self.spin.blockSignals(False)
        self.slider.set_range(_largest(query))

    def _show_k(self, k: int) -> None:
        self.spin.blockSignals(True)
        self.spin.setValue(k)
        self.spin.blockSignals(False)
        self.slider.set_k(k)
        self.ribbon.set_k(k)

    def _on_explained(self, explanation: Explanation | None) -> None:
        found = explanation.neighbourhood if explanation is not None else None
        step = self._context.state.view.teaching.step
        if found is None or (step is not None and not earned(step, "neighbours")):
            self.figures.clear()
            return
        self.figures.setText(f"dₖ = {found.bandwidth:.4f}\nr = {amount(found.r)} in")

    def _on_swept(self, sweep: Sweep | None) -> None:
        query = self._context.state.query
        if query is not None and sweep is not None:
            self.ribbon.set_sweep(sweep, _largest(query))
        elif self._context.explanation is None:
            self.ribbon.clear()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if not self._resting:
            self.slider.wheelEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """In the spin box the page, Home and End keys move k as they do on the slider."""
        if watched is self.spin and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            key = Qt.Key
            if event.key() in (key.Key_PageUp, key.Key_PageDown):
                self.slider.keyPressEvent(event)  # with Ctrl, too: Qt's box would take it for a page key
                return True
            if event.key() == key.Key_Escape:
                self._typed.stop()
                self._show_refused(False)
                self._show_typed_k()
                self.slider.setFocus(Qt.FocusReason.OtherFocusReason)
                return True
            if event.key() in (key.Key_Return, key.Key_Enter):
                self._typed.stop()
                self._show_refused(False)
                self.spin.interpretText()
                self.slider.setFocus(Qt.FocusReason.OtherFocusReason)
                return True
        return super().eventFilter(watched, event)


def _largest(query: Query) -> int:
    return min(query.largest_k, _MOST)
