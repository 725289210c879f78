"""The main window: menus, place bar, places, k strip and status bar around one shared state."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QByteArray, QChildEvent, QCoreApplication, QEvent, QSize, Qt, QTimer
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
from PySide6.QtWidgets import QApplication, QMainWindow, QVBoxLayout, QWidget

from lwnb_gui.qt.action_states import ActionStates
from lwnb_gui.qt.actions import Actions
from lwnb_gui.qt.bars import ErrorBar
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.focus_order import focus_on, move_focus
from lwnb_gui.qt.help_window import HelpWindow
from lwnb_gui.qt.in_turns import is_late, let_frame_wait
from lwnb_gui.qt.k_strip import KStrip
from lwnb_gui.qt.opener import Opener, dropped_file, remember_view
from lwnb_gui.qt.pages import Pages
from lwnb_gui.qt.pipeline import Pipeline
from lwnb_gui.qt.place_bar import PlaceBar
from lwnb_gui.qt.start_page import StartPage
from lwnb_gui.qt.status import Status
from lwnb_gui.qt.tasks import TaskRunner
from lwnb_gui.qt.teach.teach import Teach
from lwnb_gui.qt.theme_qt import LEAST, Themer, theme_for, with_class_colours
from lwnb_gui.qt.window_commands import WindowCommands
from lwnb_gui.state import AppState, Place, Preferences, Snapshot
from lwnb_gui.state.data_edit import AsRead
from lwnb_gui.state.opening import Opening
from lwnb_gui.state.preferences import ThemeChoice

_LONGEST_WAIT = 3  # turns of the event loop for which a frame may be put off
_RESTING = "each column has its own k; the slider is at rest here"


class MainWindow(QMainWindow):
    """Owns the state, the tasks and the preferences; ends all of them when it closes."""

    def __init__(self, preferences: Preferences | None = None, *, warm: bool = False) -> None:
        super().__init__()
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        self.state = AppState()
        self.tasks = TaskRunner(self)
        self.context = Context(self.state, self.tasks, preferences or Preferences.load())
        self.context.setParent(self)
        self.theme_choice = self.context.preferences.theme  # which is shown
        self.themer = Themer(app)
        self.pipeline = Pipeline(self.context, warm=warm)
        self.opener = Opener(self.context, self)
        self.help = HelpWindow(self)
        self.context.open_help = self.help.show_topic
        self.context.dress = self.themer.dress
        self.commands = WindowCommands(self)
        self.teach = Teach(self)
        self.actions_by_name = Actions(self, self.commands.handlers() | self.teach.handlers())
        self.action_states = ActionStates(self.actions_by_name, self.state, self)
        self._waited = 0
        self._begins = False  # data have been opened, and their place is on the way
        self._paint_soon = QTimer(self, singleShot=True, interval=0)
        self._paint_soon.timeout.connect(self._paint)
        self._build()
        self._connect()
        self.teach.attach()
        self._column.insertWidget(3, self.teach.bar)
        self.set_theme(self.context.preferences.theme)
        self._restore()
        self.commands.fill_menus()
        self._show(Snapshot(), self.state.now)

    # -- for the program ----------------------------------------------------------------------------

    def open(self, opening: Opening) -> None:
        self.opener.open(opening)

    def set_theme(self, choice: ThemeChoice) -> None:
        """Put a theme into force and remember the choice."""
        self.context.preferences = self.context.preferences.with_theme(choice, self.theme_choice)
        self.theme_choice = choice
        theme = with_class_colours(theme_for(choice), self.state.view)
        self.themer.apply(theme)
        self._dress()
        self.context.set_theme(theme)
        follows = " (follows the system)" if choice == "system" else ""
        self.status.theme_words = f"Theme: {theme.name}{follows}"
        self.status.refresh()
        self.actions_by_name[f"theme_{choice}"].setChecked(True)
        self.context.turns.add(self, self._make_room)
        if not self.isVisible():
            self.context.turns.finish()

    def toggle_projector(self) -> None:
        """The projector's theme, or back to the one before it. In a lecture that has a theme of its own, the
        user's choice stays what it is.
        """
        own = self.context.preferences.theme
        is_borrowed = self.theme_choice != own
        back = self.context.preferences.before_projector
        self.set_theme(back if self.theme_choice == "projector" else "projector")
        if is_borrowed:
            self.context.preferences = replace(self.context.preferences, theme=own)

    def place(self, name: Place) -> QWidget:
        """The page of a place, made when it is first needed."""
        return self.pages.page(name)

    # -- building -----------------------------------------------------------------------------------

    def _build(self) -> None:
        self.setWindowTitle("LWNB Explorer")
        self.setAcceptDrops(True)
        self.menuBar().setAccessibleName("Menus")
        self.place_bar = PlaceBar(self.context, self.actions_by_name.by_name, self)
        self.error_bar = ErrorBar(self)
        self.pages = Pages(self.context, self.themer, self._turn_to, self)
        self.start = StartPage(self.context, self.opener, self)
        self.pages.add("start", self.start)
        self.strip = KStrip(self.context, self)
        self.status = Status(self.context, self)
        centre = QWidget(self)
        column = self._column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.place_bar)
        column.addWidget(self.error_bar)
        column.addWidget(self.teach.notice)
        column.addWidget(self.pages, 1)
        column.addWidget(self.strip)
        self.setCentralWidget(centre)
        self.setStatusBar(self.status)

    def _connect(self) -> None:
        AsRead.of(self.state)  # remembers the data from the moment they are opened
        self.state.subscribe(self._show)
        self.pages.made.connect(self._fit)
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

    # -- following the state ------------------------------------------------------------------------

    def _show(self, old: Snapshot, new: Snapshot) -> None:
        if not new.only_moved_since(old):
            self._show_place(old, new)
        self.action_states.follow(old, new)

    def _show_place(self, old: Snapshot, new: Snapshot) -> None:
        """Title, theme, page and strip."""
        query, view = new.query, new.view
        if query is None:
            self.setWindowTitle("LWNB Explorer")
        elif old.query is None or query.data is not old.query.data:
            source = query.data.source
            name = source.rpartition("/")[2].rpartition("\\")[2] if source else query.data.name
            self.setWindowTitle(f"{name} — LWNB Explorer")
        if view.class_colours != old.view.class_colours:
            theme = with_class_colours(theme_for(self.context.preferences.theme), view)
            self.context.set_theme(theme)
        others = query is not None and (old.query is None or query.data is not old.query.data)
        self.strip.set_resting(_RESTING if view.place == "experiment" else "")
        self._begins = self._begins or (old.query is None and query is not None)
        self.pages.bring(view.place, others=others)
        if old.query is None and query is not None:
            self.strip.slider.setFocus(Qt.FocusReason.OtherFocusReason)  # the arrow keys move k at once
        self._show_strip()

    def _show_strip(self) -> None:
        """With the place that it belongs to: over the start page there is no k to move, and some lectures
        are about something else.
        """
        view = self.state.view
        over_start = self.pages.currentWidget() is self.start or view.place == "start"
        wanted = "strip" not in view.teaching.hidden_controls
        self.strip.setVisible(self.state.query is not None and not over_start and wanted)

    def _turn_to(self, page: QWidget) -> None:
        """Show a page that is ready, and let the focus go with it."""
        left = self.pages.currentWidget()
        assert left is not None
        now: QWidget | None = self.focusWidget()
        # Hidden with the start page before it, the slider was given a focus that it could not take; a window
        # that became active meanwhile gave it to somebody else.
        has_focus = self._begins or now in (None, self.strip.slider) or left.isAncestorOf(now)
        self._begins = False
        self.pages.setCurrentWidget(page)
        self._show_strip()
        if has_focus and page not in (left, self.start):
            resting = self.state.view.place == "experiment"
            focus_on(page if resting else self.strip.slider)  # whose keys move k at once

    def _opening(self, name: str) -> None:
        self.error_bar.clear()
        self.status.say_opening(name)

    def _open_failed(self, error: BaseException, opening: Opening) -> None:
        words, again = opening.after(error)
        if again is None:
            self.error_bar.say(error, "Open another file…", self.opener.ask)
        else:
            self.error_bar.say(error, words, lambda: self.opener.open(again))

    def _explain_failed(self, error: BaseException | None) -> None:
        if error is None:
            self.error_bar.clear()
        else:
            self.error_bar.say(error, "Go to Data", lambda: self.state.go_to("data"))

    def _system_theme_changed(self) -> None:
        if self.context.preferences.theme == "system":
            self.set_theme("system")

    def event(self, event: QEvent) -> bool:
        if event.type() != QEvent.Type.UpdateRequest:
            return super().event(event)
        if self._is_put_off():
            return True
        self.pipeline.before_frame()
        if self._is_put_off():
            return True
        self._waited = 0
        let_frame_wait(False)
        self._paint_soon.stop()
        answer = super().event(event)
        if self.pipeline.after_frame():
            QCoreApplication.sendPostedEvents(self, QEvent.Type.UpdateRequest.value)
        return answer

    def _is_put_off(self) -> bool:
        """Whether a frame comes a turn later, because keys and clicks should come first."""
        if not is_late() or self._waited >= _LONGEST_WAIT:
            return False
        self._waited += 1
        let_frame_wait(True)
        self._paint_soon.start()
        return True

    def _paint(self) -> None:
        QCoreApplication.sendEvent(self, QEvent(QEvent.Type.UpdateRequest))

    def _dress(self) -> None:
        """All around the places, and soon the place in sight; the others when they are shown."""
        centre = self._column.parentWidget()
        assert centre is not None
        for part in (*self.children(), *centre.children()):
            if isinstance(part, QWidget) and part not in (centre, self.pages):
                if part.isVisible() or not self.isVisible():
                    self.themer.dress(part)
                else:
                    self.context.turns.add(part, partial(self.themer.dress, part))
        page = self.pages.currentWidget()
        assert page is not None
        self.context.turns.add(page, partial(self.themer.dress_some, page))

    def childEvent(self, event: QChildEvent) -> None:
        """Dialogs and menus of the window are dressed when they are about to be shown."""
        super().childEvent(event)
        child = event.child()
        if event.polished() and isinstance(child, QWidget) and child is not self.centralWidget():
            self.themer.dress(child)

    # -- small screens ------------------------------------------------------------------------------

    def _make_room(self) -> None:
        """At least as large as the theme's type needs, as far as the screen goes."""
        scale = self.context.theme.scale
        screen = QGuiApplication.primaryScreen().availableSize()
        self.setMinimumSize((LEAST * scale).boundedTo(screen))
        self._fit()

    def _fit(self) -> None:
        scale = self.context.theme.scale
        if self.pages.explore is not None:
            self.pages.explore.fit(self.width(), self.height())
        self.strip.set_low(self.height() < 880 * scale)
        self.place_bar.set_narrow(self.width() < 1500 * scale)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """A window manager, too, can fill the screen or end that."""
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
        if plain and event.text().isdigit():
            if self.state.view.place == "start":
                if self.start.choose_number(int(event.text())):
                    return
            elif self.state.view.place == "explore" and self.teach.take_digit(int(event.text())):
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
            self.start.set_drop_lit(True)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        _copy(event)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.start.set_drop_lit(False)

    def dropEvent(self, event: QDropEvent) -> None:
        self.start.set_drop_lit(False)
        path = dropped_file(event.mimeData())
        if path is not None:
            _copy(event)
            self.opener.open_file(path)

    # -- the end ------------------------------------------------------------------------------------

    def closeEvent(self, event: QCloseEvent) -> None:
        if self.pages.explore is not None:
            self.pages.explore.remember()
        remember_view(self.context)
        geometry = bytes(self.saveGeometry().toBase64().data()).decode("ascii")
        self.context.preferences = replace(self.context.preferences, geometry=geometry)
        self.context.preferences.save()
        self.hide()
        self.end()
        super().closeEvent(event)

    def end(self) -> None:
        """Nothing runs any more, and nothing is left to be offered after a crash."""
        self.pages.end()
        self.teach.close()
        self.pipeline.close()
        self.tasks.close()
        self.teach.closed()


def _copy(event: QDropEvent) -> None:
    """Accept, as a copy: whoever gives a file away to be moved may remove it afterwards."""
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()
