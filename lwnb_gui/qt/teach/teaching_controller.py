"""The controller of teaching in the window: the bar, lectures, sessions and autosave."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QLineEdit, QWidget

from lwnb_core import DataError, LwnbError
from lwnb_gui.app.app_state import Snapshot
from lwnb_gui.experiment.plan import ExperimentSettings
from lwnb_gui.qt.explore.page import HIDDEN_BY_GUESS
from lwnb_gui.qt.panel import Panel
from lwnb_gui.qt.teach.autosave import Autosave, Orphan, orphans
from lwnb_gui.qt.teach.bar import TeachBar
from lwnb_gui.qt.teach.editor import LectureEditor
from lwnb_gui.qt.teach.notice_bar import Notice
from lwnb_gui.qt.teach.session_commands import Sessions
from lwnb_gui.qt.window.focus_order import focus_on
from lwnb_gui.session.file import to_json
from lwnb_gui.session.session import Session
from lwnb_gui.teaching.drawing import Drawing
from lwnb_gui.teaching.lectures import first_look, lectures_in, position_in_folder, shipped
from lwnb_gui.teaching.teaching import Teaching
from lwnb_gui.views.steps import STEPS

if TYPE_CHECKING:
    from lwnb_gui.qt.window.main_window import MainWindow

CRASHED = "LWNB Explorer was not closed properly. You can restore what was open."
HIDDEN_BY_DRAWING = "Hidden until the curves are drawn."
UNKEPT = "The last experiment has unsaved results."
UNSAVED = "The last lecture or session was not saved."


class TeachingController:
    """Created with the window; `attach` connects it once the window is built."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._context = window.context
        self._state = window.state
        self.notice = Notice(window)
        self.notice.left.connect(window.focus_on_page)
        self.sessions = Sessions(window, self.notice.say)
        self._editor = LectureEditor(window, self.sessions, self.go_to_screen, self.notice.say)
        self.autosave = Autosave(
            window.context, self._content, lambda: bool(self.sessions.unsaved_work()), window
        )
        self.sessions.on_leaving = self.keep_unsaved_work
        self.sessions.on_recovered = self.autosave.take_over
        window.context.rows_file = self.autosave.rows_file
        window.opener.open_session = self.sessions.open
        self.bar: TeachBar
        self._hides_answers = False
        self._offered: list[Orphan] = []
        self._offer_text = ""
        self._random = random.Random()

    def handlers(self) -> dict[str, Callable[..., object]]:
        """Return the handlers, by the names of `actions.SPECS`."""
        return {
            "close": self.sessions.close_data,
            "save_session": self.sessions.save,
            "save_session_as": self.sessions.save_as,
            **self._editor.handlers(),
            "step_forward": partial(self.step, 1),
            "step_back": partial(self.step, -1),
            "step_out": self.step_out,
            "guess_first": self.set_guess_first,
            "another_row": self.another_row,
            "reset_score": lambda: self._change(self._now.without_score()),
            "draw_first": self.set_draw_first,
            "show_curves": lambda: self._draw(replace(self._now.drawing, is_compared=True)),
            "draw_again": lambda: self._draw(Drawing()),
            "page_on": partial(self.turn_page, 1),
            "page_back": partial(self.turn_page, -1),
            "next_lecture": partial(self.go_to_lecture, 1),
            "previous_lecture": partial(self.go_to_lecture, -1),
            "fold_lecture": self.fold_lecture,
            "close_lecture": self.close_lecture,
        }

    def attach(self) -> None:
        """Create the bar and follow the state, after all others, as teaching decides what is hidden."""
        window = self._window
        self.bar = TeachBar(self._context, window.actions_by_name.by_name, self.guess, self._draw, window)
        window.start.lectures.connect_to(self.set_step_mode, self.set_guess_first)
        self._state.subscribe(self._follow)
        window.actions_by_name.menus["<lectures>"].aboutToShow.connect(self._fill_lectures)
        window.start.refreshed.connect(self.find_own_lectures)
        self.find_own_lectures()
        self._follow(Snapshot(), self._state.now)

    # -- steps ----------------------------------------------------------------------------------------

    @property
    def _now(self) -> Teaching:
        return self._state.display.teaching

    def _change(self, teaching: Teaching) -> None:
        self._state.set_teaching(teaching)

    def step(self, by: int) -> None:
        """Move one step; outside step mode, enter it."""
        if self._now.step is None and by < 0:
            return
        self._show_step(self._now.stepped(by))

    def turn_page(self, by: int) -> None:
        """Turn to the next or previous step, then screen, then lecture."""
        turned = self._now.turned(by)
        if turned is not None:
            self._show_step(turned)
        elif 0 <= self._now.screen + by < len(self._now.screens):
            self.go_to_screen(self._now.screen + by)
        elif self._now.lecture is not None:
            self.go_to_lecture(by)
        else:
            self._say(f"This is the {'last' if by > 0 else 'first'} step.")

    def go_to_screen(self, number: int) -> None:
        """Go to another screen of the open lecture (from 0), with all its settings; undo starts anew."""
        screen, query, display = self._now.screens[number], self._state.query, self._state.display
        if query is None:
            return
        try:
            shown = screen.query(query.data, query.test_rows, query.unused)
        except LwnbError as error:  # the data have changed since the lecture opened them
            self._window.error_bar.say(error, "Open the lecture again.", self._reopen_lecture)
            return
        page = screen.page if query.data.class_index is not None else "data"
        display = replace(display, page=page, teaching=self._now.on_screen(number))
        self._state.open(shown, display=display, read=self._state.read)

    def _reopen_lecture(self) -> None:
        lecture = self._now.lecture
        if lecture is not None and lecture.file:
            self.sessions.open(lecture.file)

    def _show_step(self, teaching: Teaching) -> None:
        if self._state.query is not None and self._state.display.page != "explore":
            self._state.go_to("explore")
        self._change(teaching)

    def set_step_mode(self, on: bool) -> None:
        """Switch step mode on or off, for whatever is open or opened next."""
        self._change(replace(self._now, step=STEPS[0] if on else None))

    def step_out(self) -> None:
        self._change(replace(self._now, step=None))

    # -- guesses --------------------------------------------------------------------------------------

    def set_guess_first(self, on: bool) -> None:
        self._change(replace(self._now, guess_first=on))
        if on:
            self._leave_input_boxes()

    def _leave_input_boxes(self) -> None:
        """Take the focus from a box that would receive the digits of a guess."""
        window = self._window
        if isinstance(window.focusWidget(), QComboBox | QLineEdit | QAbstractSpinBox):
            focus_on(window.strip.slider if window.strip.isVisible() else self.bar.guess)

    def guess(self, code: int) -> None:
        """Count the guessed class, and show what was hidden."""
        query, explanation = self._state.query, self._context.explanation
        if query is None or explanation is None or self._context.computing:
            return
        if explanation.row in (query.row, None):
            self._change(self._now.answered(query, code, explanation))

    def take_digit(self, digit: int) -> bool:
        return self.bar.guess.take_digit(digit)

    def another_row(self) -> None:
        """Go to a random row that has not been guessed: the order of rows would give their classes away."""
        query = self._state.query
        if query is None:
            return
        for _ in range(200):
            row = int(self._random.choice(query.rows_to_test))
            if row != query.row and self._now.guess(query.at_row(row)) is None:
                self._state.pick_row(row)
                self._leave_input_boxes()
                return
        self._say("You have been asked about every row. Reset the score to start again.")

    # -- drawing the curves ---------------------------------------------------------------------------

    def set_draw_first(self, on: bool) -> None:
        """Show empty axes on Curves, where students draw accuracy over k before it is shown."""
        self._change(replace(self._now, draw_first=on, drawing=Drawing()))
        if on and self._state.query is not None:
            self._state.go_to("curves")
            self._window.focus_on_page()

    def _draw(self, drawing: Drawing) -> None:
        self._change(replace(self._now, drawing=drawing))

    # -- lectures -------------------------------------------------------------------------------------

    def go_to_lecture(self, by: int) -> None:
        """Open the next (1) or previous (-1) lecture in the folder, or report that there is none."""
        lecture = self._now.lecture
        if lecture is None:
            return
        before, after = position_in_folder(lecture.file)[:2] if lecture.file else (None, None)
        target = after if by > 0 else before
        if target is not None:
            self.sessions.open(str(target))
        else:
            self._say(f"This is the {'last' if by > 0 else 'first'} lecture in its folder.")

    def close_lecture(self) -> None:
        """Restore the whole window, with the same data."""
        self.keep_unsaved_work()
        focus: QWidget | None = self._window.focusWidget()
        had_focus = focus is not None and self.bar.isAncestorOf(focus)
        self._state.close_lecture()
        if had_focus:  # the button that was pressed has gone
            self._window.focus_on_page()

    def _say(self, message: str) -> None:
        self._window.status.showMessage(message, 4000)

    def fold_lecture(self) -> None:
        self.bar.lecture.fold()

    def _fill_lectures(self) -> None:
        menu = self._window.actions_by_name.menus["<lectures>"]
        menu.clear()
        for number, info in enumerate((first_look(), *shipped())):
            action = menu.addAction(f"&{number}  {info.title}", partial(self.open_lecture, info.file))
            action.setStatusTip(info.summary)
        own = self._window.start.lectures.own
        if own:
            menu.addSection("Your lectures")
        for info in (row.info for row in own):
            action = menu.addAction(info.title.replace("&", "&&"), partial(self.open_lecture, info.file))
            action.setStatusTip(info.summary)

    def find_own_lectures(self) -> None:
        """List the present lectures of the user's own folder on the start page and in the menu."""
        folder, tasks = self._context.preferences.lectures_folder, self._context.tasks
        lectures = self._window.start.lectures
        if not folder:
            lectures.show_own((), "")
            return
        tasks.start(
            "own-lectures",
            lambda job: lectures_in(Path(folder)),
            on_done=lambda infos: lectures.show_own(infos, folder),
        )

    def open_lecture(self, file: Path) -> None:
        self.sessions.open(str(file))

    # -- following ------------------------------------------------------------------------------------

    def _follow(self, old: Snapshot, new: Snapshot) -> None:
        if not new.only_moved_since(old):
            self._arrange(old, new)
        elif new.display.teaching.follows_instance:
            self.bar.show_state(new)
        self._hide_answers(new)
        if self._offered and old.query is not None and new.has_other_data_than(old):
            self._withdraw_offer()

    def _arrange(self, old: Snapshot, new: Snapshot) -> None:
        """Show, hide and enable everything that teaching controls."""
        window, teaching = self._window, new.display.teaching
        hidden = teaching.hidden_controls if new.query is not None else frozenset()
        for page, button in window.page_bar.buttons.items():
            button.setVisible("places" not in hidden or page in ("explore", new.display.page))
        for name, widget in (("legend", window.page_bar.legend), ("class", window.page_bar.chooser)):
            widget.setVisible(new.query is not None and name not in hidden)
        window.status.setVisible("status" not in hidden)
        actions = window.actions_by_name
        can_save = new.query is not None or new.display.experiment != ExperimentSettings()
        actions["save_session"].setEnabled(can_save)
        actions["save_session_as"].setEnabled(can_save)
        actions["guess_first"].setChecked(teaching.guess_first)
        actions["reset_score"].setEnabled(bool(teaching.score.guesses or teaching.answers))
        for name in ("change_screen", "remove_screen"):
            actions[name].setEnabled(bool(teaching.screens) and new.query is not None)
        actions["draw_first"].setChecked(teaching.draw_first)
        draws = teaching.draw_first and new.query is not None
        actions["show_curves"].setEnabled(draws and teaching.is_drawing_pending)
        actions["draw_again"].setEnabled(draws and teaching.drawing != Drawing())
        actions["another_row"].setEnabled(teaching.guess_first and new.query is not None)
        presents = teaching.is_presented and new.query is not None and new.display.page != "start"
        for name in ("page_on", "page_back"):  # at the ends, too: their keys must not go elsewhere
            actions[name].setEnabled(presents)
        own_theme = self._context.preferences.theme  # a lecture may have had another
        has_ended = old.display.teaching.lecture is not None and teaching.lecture is None
        if has_ended and window.theme_choice != own_theme:
            window.set_theme(own_theme)
        window.start.lectures.show_teaching(teaching)
        self.bar.show_state(new)

    def _hide_answers(self, now: Snapshot) -> None:
        """Hide the panels outside Explore that tell classes of single rows while a guess is pending, and
        those that tell accuracies while the curves are to be drawn.
        """
        teaching = now.display.teaching
        reasons = {
            "tells_classes": HIDDEN_BY_GUESS if teaching.is_guess_pending(now.query) else "",
            "tells_accuracies": HIDDEN_BY_DRAWING if teaching.is_drawing_pending else "",
        }
        hides = any(reasons.values())
        if not hides and not self._hides_answers:
            return  # finding all panels takes a millisecond, too long for every step of k
        self._hides_answers = hides
        for panel in self._window.findChildren(Panel):
            told = [why for kind, why in reasons.items() if getattr(panel, kind, False)]
            if told:
                panel.hide_content(next(filter(None, told), ""))

    # -- unsaved work, and what a crash has left ------------------------------------------------------

    def keep_unsaved_work(self) -> None:
        """Keep unsaved work before something else takes the window, and offer to restore it."""
        what = self.sessions.unsaved_work()
        if what:
            self.autosave.keep(partial(self._offer, f"{what} was not saved."))

    def offer_recovery(self) -> None:
        """Offer to restore the newest abandoned session; the others wait for the next start."""
        newest_first = orphans()
        for older in newest_first[1:]:
            older.release()
        for newest in newest_first[:1]:
            message = UNKEPT if newest.rows else CRASHED if newest.is_of_crash else UNSAVED
            self._offer(message, newest)

    def _offer(self, message: str, orphan: Orphan) -> None:
        for before in self._offered:  # it waits for the next start
            before.release()
        self._offered = [orphan]
        self._offer_text = message
        self.notice.say(
            message, ("Restore", partial(self._recover, orphan)), ("Discard", partial(self._discard, orphan))
        )

    def _withdraw_offer(self) -> None:
        """Withdraw the offer when other data are opened: the session waits for the next start."""
        if self.notice.text == self._offer_text:
            self.notice.hide()

    def _recover(self, orphan: Orphan) -> None:
        self._offered.clear()
        self.sessions.open(str(orphan.file), orphan=orphan)

    def _discard(self, orphan: Orphan) -> None:
        self._offered.clear()
        orphan.drop()

    def _content(self) -> Callable[[], str] | None:
        session, display = self.sessions.now(), self._state.display
        if session is None:
            return None
        make = self.sessions.text_maker(session, None)

        def without_data_if_need_be() -> str:
            try:
                return make()
            except DataError:  # too large for a session; an experiment is saved anyway
                if display.experiment == ExperimentSettings():
                    raise
                return to_json(Session.without_data(display))

        return without_data_if_need_be

    # -- the end --------------------------------------------------------------------------------------

    def close(self) -> None:
        """Prepare the end, before the tasks end: nothing more is started."""
        self.autosave.close()

    def closed(self) -> None:
        """Finish after the tasks have ended: a clean end leaves nothing to restore."""
        self.autosave.forget()
        self.sessions.close()
        for orphan in self._offered:  # neither taken nor refused: it waits for the next start
            orphan.release()
        self._offered.clear()
