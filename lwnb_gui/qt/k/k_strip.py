"""The strip with k below every page: number, slider, ribbon and settings."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QWidget

from lwnb_core import Explanation, Sweep
from lwnb_gui.app.app_state import Snapshot
from lwnb_gui.app.history import UndoGroup
from lwnb_gui.app.query import Query
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.k.k_settings import KSettings
from lwnb_gui.qt.k.k_slider import KRibbon, KSlider
from lwnb_gui.qt.k.k_spin import KSpinBox
from lwnb_gui.qt.widgets.tool_tip import set_tip
from lwnb_gui.qt.widgets.widgets import set_style_property
from lwnb_gui.teaching.steps import is_visible_at
from lwnb_gui.theme import Theme
from lwnb_gui.views.neighbours.bandwidth import bandwidth_tip, in_brief, ties_tip

HEIGHT, LOW_HEIGHT, BARE_HEIGHT, INACTIVE_HEIGHT = 152, 112, 54, 40
_LEFT, _RIGHT, _SPIN = 240, 320, 84  # widths
_SLIDER = 48  # height
_LARGEST = 2**31 - 1  # that Qt's spin boxes and sliders can hold; weights can make k larger


class KStrip(QWidget):
    """Shows and sets k; takes d_k and r from the explanation, and the ribbon from the sweep."""

    help_topic = "k"

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("strip")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("k")
        self._context = context
        self._undo_group = UndoGroup()
        self._is_low = self._is_inactive = False
        # The parts of the strip that a lecture shows, and whether a guess or a later step hides the ribbon.
        self._has_settings = self._has_ribbon = self._shows_ribbon = True
        self.spin = KSpinBox(self)
        self.numbers = QLabel(self)
        self.slider = KSlider(self._choose, self)
        self.ribbon = KRibbon(self._choose, self._groove, self)
        self.settings = KSettings(context.state, self)
        self._inactive_note = QLabel(self)
        self._build()
        self.spin.valueChanged.connect(lambda k: self._choose(k, self._undo_group.join()))
        self.spin.paged.connect(self.step)
        self.spin.finished.connect(lambda: self.slider.setFocus(Qt.FocusReason.OtherFocusReason))
        self.spin.refused.connect(context.said)
        self.slider.groove_moved.connect(self.ribbon.refresh)
        context.state.subscribe(self._on_state)
        context.explained.connect(self._on_explained)
        context.swept.connect(self._on_swept)
        context.theme_changed.connect(self.apply_theme)
        self.apply_theme(context.theme)

    def type_digit(self, digit: str) -> None:
        """Begin a new k with a digit that was typed anywhere."""
        if not self._is_inactive:
            self.spin.begin(digit)

    def step(self, by: int) -> None:
        """Move k, as the keys and the wheel do."""
        query = self._context.state.query
        if query is not None and not self._is_inactive:
            self._context.state.set_k(query.k + by, self._undo_group.join())

    def set_low(self, low: bool) -> None:
        """Set the layout of a low window, without the other learners' rows and the ribbon's note."""
        if low != self._is_low:
            self._is_low = low
            self._arrange()

    def set_inactive(self, why: str) -> None:
        """Show a thin strip that says why k is not used, or the usual one if the text is empty."""
        self._inactive_note.setText(why)
        if bool(why) != self._is_inactive:
            self._is_inactive = bool(why)
            self._arrange()

    @property
    def is_inactive(self) -> bool:
        """Whether k is not used on this page, so that there is no ribbon."""
        return self._is_inactive

    def apply_theme(self, theme: Theme) -> None:
        self.slider.set_theme(theme)
        self.ribbon.set_theme(theme)
        self.settings.set_theme(theme)
        self._arrange()

    # -- layout -------------------------------------------------------------------------------------

    def _build(self) -> None:
        letter = QLabel("k", self)
        letter.setObjectName("kLetter")
        letter.setBuddy(self.spin)
        self.spin.setToolTip(self.slider.toolTip())
        self.numbers.setObjectName("small")
        self.numbers.setTextFormat(Qt.TextFormat.PlainText)
        self._inactive_note.setObjectName("small")
        self._inactive_note.setIndent(20)
        self._inactive_note.setWordWrap(True)
        self._head = QWidget(self)
        head = QHBoxLayout(self._head)
        head.setContentsMargins(12, 6, 0, 0)
        head.setSpacing(8)
        head.addWidget(letter)
        head.addWidget(self.spin)
        head.addSpacing(6)
        head.addWidget(self.numbers, 1)
        head.addStretch()  # so that the spin box stays in place while the numbers are hidden
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 1, 0, 2)
        grid.setSpacing(0)
        grid.addWidget(self._head, 0, 0)
        grid.addWidget(self.slider, 0, 1)
        grid.addWidget(self.ribbon, 1, 0, 1, 2)
        grid.addWidget(self.settings, 0, 2, 2, 1)
        grid.addWidget(self._inactive_note, 0, 3, 2, 1)
        grid.setColumnStretch(1, 1)
        grid.setRowStretch(1, 1)
        self.setEnabled(False)

    def _arrange(self) -> None:
        """Set sizes and visibility for the theme, the window and the page."""
        inactive, scale = self._is_inactive, self._context.theme.scale
        height = self._height()
        slider = INACTIVE_HEIGHT - 3 if inactive else _SLIDER
        self.setFixedHeight(round(height * scale))
        self._head.setFixedSize(round(_LEFT * scale), round(slider * scale))
        self.slider.setFixedHeight(round(slider * scale))
        self.spin.setFixedWidth(round(_SPIN * scale))
        self.settings.setFixedWidth(round(_RIGHT * scale))
        self._inactive_note.setFixedWidth(round(_RIGHT * scale))
        set_style_property(self.spin, "inactive", inactive)
        self.spin.setEnabled(not inactive)
        self.slider.setEnabled(not inactive)
        policy = self.ribbon.sizePolicy()  # if only the answer is hidden, nothing else moves
        policy.setRetainSizeWhenHidden(not inactive and height != BARE_HEIGHT)
        self.ribbon.setSizePolicy(policy)
        self.ribbon.set_low(self._is_low)
        self.ribbon.setVisible(not inactive and self._has_ribbon and self._shows_ribbon)
        self.numbers.setVisible(not inactive)
        self.settings.setVisible(not inactive and self._has_settings)
        self._inactive_note.setVisible(inactive)

    def _height(self) -> int:
        if self._is_inactive:
            return INACTIVE_HEIGHT
        if self._has_ribbon:
            return LOW_HEIGHT if self._is_low else HEIGHT
        return LOW_HEIGHT if self._has_settings else BARE_HEIGHT

    def _groove(self) -> tuple[float, float]:
        """Return the ends of the slider's groove in pixels of the ribbon, which begins farther left."""
        left, right = self.slider.ends
        return left + self.slider.x(), right + self.slider.x()

    # -- what happens -------------------------------------------------------------------------------

    def _choose(self, k: int, token: object) -> None:
        if self._context.state.query is not None:
            self._context.state.set_k(k, token)

    def _on_state(self, old: Snapshot, new: Snapshot) -> None:
        self._show_parts(new)
        query, before = new.query, old.query
        self.setEnabled(query is not None and query.data.class_index is not None)
        if query is None or not self.isEnabled():
            self.ribbon.clear()
            self.numbers.clear()
            return
        if before is None or not (query.row == before.row and new.only_moved_since(old)):
            self.spin.set_largest(_largest_k(query))
            self.slider.set_range(_largest_k(query))
        if query is not before:
            self.spin.show_k(query.k)
            self.slider.set_k(query.k)
            self.ribbon.set_k(query.k)
        if before is None or query.model_key != before.model_key:
            self.settings.show_query(query)
        if new.display.teaching.step != old.display.teaching.step:
            self._on_explained(self._context.explanation)
        if before is None or query.data is not before.data:
            self.ribbon.clear()

    def _show_parts(self, now: Snapshot) -> None:
        """Hide parts that a lecture leaves out, and those that would give away a guess or a later step."""
        teaching = now.display.teaching
        before = self._has_settings, self._has_ribbon, self._shows_ribbon
        self._has_settings = "settings" not in teaching.hidden_controls
        self._has_ribbon = "ribbon" not in teaching.hidden_controls
        self._shows_ribbon = teaching.shows("ribbon", now.query)
        if before != (self._has_settings, self._has_ribbon, self._shows_ribbon):
            self._arrange()

    def _on_explained(self, explanation: Explanation | None) -> None:
        neighbourhood = explanation.neighbourhood if explanation is not None else None
        step = self._context.state.display.teaching.step
        if neighbourhood is None or (step is not None and not is_visible_at(step, "neighbours")):
            self.numbers.clear()
            self.numbers.setToolTip("")
        else:
            assert explanation is not None
            set_tip(
                self.numbers, f"The bandwidth. {bandwidth_tip(explanation)} {ties_tip(explanation)}".strip()
            )
            self.numbers.setText("\n".join(in_brief(neighbourhood)))

    def _on_swept(self, sweep: Sweep | None) -> None:
        query = self._context.state.query
        if query is not None and sweep is not None:
            self.ribbon.set_sweep(sweep, _largest_k(query))
        elif self._context.explanation is None:
            self.ribbon.clear()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if not self._is_inactive:
            self.slider.wheelEvent(event)


def _largest_k(query: Query) -> int:
    return min(query.largest_k, _LARGEST)
