"""The main window: menus, page bar, pages, k strip and status bar around one shared state."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QByteArray, QEvent, QSize, Qt
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QGuiApplication,
    QKeyEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractButton, QApplication, QMainWindow, QVBoxLayout, QWidget

from lwnb_gui.app.app_state import AppState, Snapshot
from lwnb_gui.app.display_state import PageName
from lwnb_gui.app.opening import Opening
from lwnb_gui.app.preferences import Preferences, ThemeChoice
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.help.help_window import HelpWindow
from lwnb_gui.qt.k.k_strip import KStrip
from lwnb_gui.qt.panel import Panel
from lwnb_gui.qt.pipeline import Pipeline
from lwnb_gui.qt.run.tasks import TaskRunner
from lwnb_gui.qt.start.start_page import StartPage
from lwnb_gui.qt.teach.teaching_controller import TeachingController
from lwnb_gui.qt.window.action_states import ActionStates
from lwnb_gui.qt.window.actions import Actions
from lwnb_gui.qt.window.bars import ErrorBar
from lwnb_gui.qt.window.focus_order import focus_on, move_focus
from lwnb_gui.qt.window.opener import Opener, dropped_file, remember_display
from lwnb_gui.qt.window.page_bar import PageBar
from lwnb_gui.qt.window.pages import Pages
from lwnb_gui.qt.window.qt_theme import LEAST, apply_theme, theme_for, with_class_colours
from lwnb_gui.qt.window.status import Status
from lwnb_gui.qt.window.window_commands import WindowCommands

_TITLE_BAR = 40  # pixels that the frame may take above the window; it is known only once it is shown
_INACTIVE = "each column has its own k; the slider is not used on this page"


class MainWindow(QMainWindow):
    """Owns the state, the tasks and the preferences; ends all of them when it closes."""

    def __init__(self, preferences: Preferences | None = None, *, warm: bool = False) -> None:
        super().__init__()
        QApplication.setStyle("Fusion")
        self.state = AppState()
        self.tasks = TaskRunner(self)
        self.context = Context(self.state, self.tasks, preferences or Preferences.load())
        self.context.setParent(self)
        self.theme_choice = self.context.preferences.theme  # a lecture may show a theme other than the user's
        self.pipeline = Pipeline(self.context, warm=warm)
        self.opener = Opener(self.context, self)
        self.help = HelpWindow(self)
        self.commands = WindowCommands(self)
        self.teach = TeachingController(self)
        self.actions_by_name = Actions(self, self.commands.handlers() | self.teach.handlers())
        self.action_states = ActionStates(self.actions_by_name, self.state, self)
        self._build()
        self._connect()
        self.teach.attach()
        self._column.insertWidget(3, self.teach.bar)
        self.set_theme(self.context.preferences.theme)
        self._restore()
        self.commands.fill_menus()
        self._show_page(Snapshot(), self.state.now)
        self.action_states.show(self.state.now)

    # -- for the program ----------------------------------------------------------------------------

    def open(self, opening: Opening) -> None:
        self.opener.open(opening)

    def set_theme(self, choice: ThemeChoice) -> None:
        """Apply a theme and remember the choice."""
        self.context.preferences = self.context.preferences.with_theme(choice, self.theme_choice)
        self.theme_choice = choice
        self._apply_theme()

    def _apply_theme(self) -> None:
        choice = self.theme_choice
        theme = with_class_colours(theme_for(choice), self.state.now)
        apply_theme(self, theme)
        self.context.set_theme(theme)
        follows = " (follows the desktop)" if choice == "system" else ""
        self.status.theme_text = f"Theme: {theme.name}{follows}"
        self.status.refresh()
        self.actions_by_name[f"theme_{choice}"].setChecked(True)
        free = QGuiApplication.primaryScreen().availableSize() - QSize(0, _TITLE_BAR)
        self.setMinimumSize((LEAST * theme.scale).boundedTo(free))
        self._fit()

    def toggle_projector(self) -> None:
        """Switch to the projector's theme, or back to the previous one.

        In a lecture with its own theme, the user's choice is unchanged.
        """
        own = self.context.preferences.theme
        is_borrowed = self.theme_choice != own
        back = self.context.preferences.before_projector
        self.set_theme(back if self.theme_choice == "projector" else "projector")
        if is_borrowed:
            self.context.preferences = replace(self.context.preferences, theme=own)

    def page(self, name: PageName) -> QWidget:
        """Return the page of that name, created when it is first needed."""
        return self.pages.page(name)

    # -- building -----------------------------------------------------------------------------------

    def _build(self) -> None:
        self.setWindowTitle("LWNB Explorer")
        self.setAcceptDrops(True)
        self.menuBar().setAccessibleName("Menus")
        self.page_bar = PageBar(self.context, self.actions_by_name.by_name, self)
        self.error_bar = ErrorBar(self)
        self.pages = Pages(self.context, self)
        self.start = StartPage(self.context, self.opener, self)
        self.pages.add("start", self.start)
        self.strip = KStrip(self.context, self)
        self.status = Status(self.context, self)
        centre = QWidget(self)
        column = self._column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.page_bar)
        column.addWidget(self.error_bar)
        column.addWidget(self.teach.notice)
        column.addWidget(self.pages, 1)
        column.addWidget(self.strip)
        self.setCentralWidget(centre)
        self.setStatusBar(self.status)
        self.action_states.history_said.connect(self.status.say_history)

    def _connect(self) -> None:
        self.state.subscribe(self._show_page, moves=False)
        self.state.subscribe(self.action_states.follow)
        self.pages.shown.connect(self._on_page_shown)
        self.pages.focus_gone.connect(self.focus_on_page)
        self.pages.waits.connect(self.status.showMessage)
        self.opener.began.connect(self._opening)
        self.opener.ended.connect(self.status.clearMessage)
        self.opener.failed.connect(self._open_failed)
        self.context.failed.connect(self._explain_failed)
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(self._system_theme_changed)
        app = QApplication.instance()
        assert app is not None
        app.aboutToQuit.connect(self.end)

    def _restore(self) -> None:
        geometry = self.context.preferences.geometry
        screen = QGuiApplication.primaryScreen().availableSize()
        self.resize(QSize(1600, 1000).boundedTo(screen))
        if geometry:
            self.restoreGeometry(QByteArray.fromBase64(geometry.encode("ascii", "ignore")))
            self._fit_screen()

    def _fit_screen(self) -> None:
        """Move and resize a saved geometry so that it fits the current screen.

        It may come from another screen or another scale, and parts below the screen cannot be reached.
        """
        if self.isMaximized() or self.isFullScreen():
            return
        screen = QGuiApplication.screenAt(self.geometry().center()) or QGuiApplication.primaryScreen()
        free = screen.availableGeometry().adjusted(0, _TITLE_BAR, 0, 0)
        fitted = self.geometry()
        fitted.setSize(fitted.size().boundedTo(free.size()))
        fitted.moveRight(min(fitted.right(), free.right()))
        fitted.moveBottom(min(fitted.bottom(), free.bottom()))
        fitted.moveLeft(max(fitted.left(), free.left()))
        fitted.moveTop(max(fitted.top(), free.top()))
        self.setGeometry(fitted)

    # -- following the state ------------------------------------------------------------------------

    def _show_page(self, old: Snapshot, new: Snapshot) -> None:
        """Update title, theme, page and strip."""
        query, display = new.query, new.display
        if query is None:
            self.setWindowTitle("LWNB Explorer")
        elif old.query is None or query.data is not old.query.data:
            source = query.data.source
            name = source.rpartition("/")[2].rpartition("\\")[2] if source else query.data.name
            self.setWindowTitle(f"{name} — LWNB Explorer")
        if new.class_colours != old.class_colours:
            self.context.set_theme(with_class_colours(theme_for(self.theme_choice), new))
        had_focus = self._has_strip_focus
        self.strip.set_inactive(_INACTIVE if display.page == "experiment" else "")
        self.pages.show_page(display.page)
        self._show_strip()
        if had_focus and not self._has_strip_focus and display.page != "start":
            self.focus_on_page()
        if display.teaching.is_drawing_pending and not old.display.teaching.is_drawing_pending:
            self.focus_on_page()  # the arrow keys draw
        if old.query is None and query is not None:
            self.strip.slider.setFocus(Qt.FocusReason.OtherFocusReason)  # the arrow keys move k at once
        if new.has_other_training_rows_than(old):
            for panel in self.pages.findChildren(Panel):
                panel.forget_if_hidden()

    @property
    def _has_strip_focus(self) -> bool:
        focus: QWidget | None = self.focusWidget()
        return focus is not None and self.strip.isAncestorOf(focus)

    def _show_strip(self) -> None:
        """Hide the strip on the start page, where there is no k to move, and in some lectures."""
        display = self.state.display
        on_start = self.pages.currentWidget() is self.start or display.page == "start"
        is_shown = "strip" not in display.teaching.hidden_controls
        self.strip.setVisible(self.state.query is not None and not on_start and is_shown)

    def _on_page_shown(self, had_focus: bool) -> None:
        """Move the focus with the page: to the slider, or into the page if k cannot be moved."""
        self._show_strip()
        focus: QWidget | None = self.focusWidget()
        if self.pages.currentWidget() is not self.start and (had_focus or focus in (None, self.strip.slider)):
            self.focus_on_page()

    def focus_on_page(self) -> None:
        """Give the focus to what the keys are for on this page. Qt would give it to the first page button,
        which then looks chosen.
        """
        display, page = self.state.display, self.pages.currentWidget()
        draws = display.page == "curves" and display.teaching.is_drawing_pending
        moves_k = display.page != "experiment" and not self.strip.isHidden() and not draws
        if page is not None:
            focus_on(self.strip.slider if moves_k else page)

    def _opening(self, name: str) -> None:
        self.error_bar.clear()
        self.status.say_opening(name)

    def _open_failed(self, error: BaseException, opening: Opening) -> None:
        label, again = opening.after(error)
        if self.opener.is_gone(opening):
            self.error_bar.say(error, "Remove from the list", lambda: self._forget(opening.source))
        elif again is None:
            self.error_bar.say(error, "Open another file…", self.opener.ask)
        else:
            self.error_bar.say(error, label, lambda: self.opener.open(again))

    def _forget(self, source: str) -> None:
        self.opener.forget(source)
        self.error_bar.clear()

    def _explain_failed(self, error: BaseException | None) -> None:
        if error is None:
            self.error_bar.clear()
        else:
            self.error_bar.say(error, "Go to Data", lambda: self.state.go_to("data"))

    def _system_theme_changed(self) -> None:
        if self.theme_choice == "system":
            self._apply_theme()

    # -- small screens ------------------------------------------------------------------------------

    def _fit(self) -> None:
        scale, explore = self.context.theme.scale, self.pages.explore
        # A hidden page is fitted when it is shown: only then do its panels know the theme.
        if explore is not None and explore.isVisible():
            explore.fit(self.width(), self.height())
        self.strip.set_low(self.height() < 880 * scale)
        self.page_bar.set_narrow(self.width() < 1500 * scale)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Follow window managers, which can also make the window fill the screen."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.WindowStateChange:
            self.actions_by_name["full_screen"].setChecked(self.isFullScreen())

    # -- keys and drops -----------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        if event.key() == Qt.Key.Key_Escape and self.help.isVisible():
            self.help.close()
            return
        if event.key() == Qt.Key.Key_Escape and self.error_bar.isVisible():
            self.error_bar.clear()
            return
        focused = self.focusWidget()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(focused, QAbstractButton):
            focused.click()  # Qt's own buttons take Enter in dialogs only
            return
        if plain and event.text().isdigit():
            if self.state.display.page == "start":
                if self.start.choose_number(int(event.text())):
                    return
            elif self.state.display.page == "explore" and self.teach.take_digit(int(event.text())):
                return
            elif self.strip.isVisible() and self.strip.isEnabled():
                self.strip.type_digit(event.text())
                return
        super().keyPressEvent(event)

    def focusNextPrevChild(self, forwards: bool) -> bool:
        return move_focus(self, forwards)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if dropped_file(event.mimeData()) is not None:
            _copy(event)
            self.start.highlight_drop(True)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        _copy(event)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.start.highlight_drop(False)

    def dropEvent(self, event: QDropEvent) -> None:
        self.start.highlight_drop(False)
        path = dropped_file(event.mimeData())
        if path is not None:
            _copy(event)
            self.opener.open_file(path)

    # -- the end ------------------------------------------------------------------------------------

    def closeEvent(self, event: QCloseEvent) -> None:
        remember_display(self.context)
        geometry = bytes(self.saveGeometry().toBase64().data()).decode("ascii")
        self.hide()  # pages put the sizes of their splitters into the preferences when they are hidden
        self.context.preferences = replace(self.context.preferences, geometry=geometry)
        self.context.preferences.save()
        self.end()
        super().closeEvent(event)

    def end(self) -> None:
        """End all tasks; nothing is left to be restored after a crash."""
        self.teach.close()
        self.tasks.close()
        self.teach.closed()


def _copy(event: QDropEvent) -> None:
    """Accept a dropped file as a copy: a program that moves it would remove it afterwards."""
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()
