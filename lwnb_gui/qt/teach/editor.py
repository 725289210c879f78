"""Writing a lecture: adding the present view as a screen, changing or removing a screen, saving."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QDialog

from lwnb_core import Dataset
from lwnb_gui.qt.teach.session_commands import SESSIONS, Sessions
from lwnb_gui.qt.window.file_dialogs import ask_save
from lwnb_gui.session.file import SUFFIX
from lwnb_gui.teaching.screen import Screen
from lwnb_gui.teaching.teaching import Lecture

if TYPE_CHECKING:
    from lwnb_gui.qt.window.main_window import MainWindow


class LectureEditor:
    """The open or new lecture is edited in the window; a file is written only when it is saved."""

    def __init__(
        self,
        window: MainWindow,
        sessions: Sessions,
        go_to_screen: Callable[[int], None],
        say: Callable[..., None],
    ) -> None:
        self._window = window
        self._state = window.state
        self._sessions = sessions
        self._go_to_screen = go_to_screen
        self._say = say

    def handlers(self) -> dict[str, Callable[..., object]]:
        """Return the handlers, by the names of `actions.SPECS`."""
        return {
            "add_screen": self.add_screen,
            "change_screen": self.change_screen,
            "remove_screen": self.remove_screen,
            "save_lecture": self.save,
        }

    def add_screen(self) -> None:
        """Add the present view, with a text, as a screen after the present one."""
        teaching = self._state.display.teaching
        at = teaching.screen + 1 if teaching.screens else 0
        screen = self._written("Add this view as a screen", Screen())
        if screen is not None:
            self._set_screens((*teaching.screens[:at], screen, *teaching.screens[at:]), at)

    def change_screen(self) -> None:
        """Replace the present screen by the present view, with other texts."""
        teaching = self._state.display.teaching
        if not teaching.screens:
            return
        at = teaching.screen
        screen = self._written("Change this screen", teaching.screens[at])
        if screen is not None:
            self._set_screens((*teaching.screens[:at], screen, *teaching.screens[at + 1 :]), at)

    def remove_screen(self) -> None:
        """Remove the present screen, unless it is the last one of the lecture."""
        teaching = self._state.display.teaching
        if len(teaching.screens) < 2:
            self._window.context.said.emit("A lecture needs at least one screen.")
            return
        at = teaching.screen
        kept = (*teaching.screens[:at], *teaching.screens[at + 1 :])
        self._set_screens(kept, max(at - 1, 0))
        self._go_to_screen(max(at - 1, 0))

        def put_back() -> None:
            # otherwise another lecture or screen was opened meanwhile
            if self._state.display.teaching.screens == kept:
                self._set_screens(teaching.screens, at)
                self._go_to_screen(at)

        self._say(f"Screen {at + 1} was removed.", ("Put it back", put_back), ("Close", lambda: None))

    def save(self) -> None:
        """Ask for title and file, then write it."""
        session = self._sessions.now()
        if session is None:
            return
        from lwnb_gui.qt.teach.save_dialog import SaveLecture

        window = self._window
        dialog = SaveLecture(session, window.context.theme.name, window, self._data)
        if dialog.exec() == QDialog.DialogCode.Accepted:
            name = f"{dialog.title.text().strip() or 'lecture'}{SUFFIX}".replace("/", " ")
            path = ask_save(window, window.context, "Save as lecture", name, SESSIONS)
            if path:
                self._sessions.write(
                    dialog.lecture(), path, embed=dialog.embeds, with_unused=dialog.with_unused
                )

    @property
    def _data(self) -> Dataset | None:
        return None if self._state.query is None else self._state.query.data

    def _written(self, title: str, before: Screen) -> Screen | None:
        """Return the present view as a screen with the texts of the dialog; None if it was cancelled."""
        session = self._sessions.now()
        if session is None:
            return None
        shown = replace(before, **session.as_screen().settings)
        from lwnb_gui.qt.teach.screen_form import ScreenDialog

        dialog = ScreenDialog(title, shown, self._data, self._window)
        return dialog.form.written() if dialog.exec() == QDialog.DialogCode.Accepted else None

    def _set_screens(self, screens: tuple[Screen, ...], at: int) -> None:
        """Show the lecture with these screens, at one of them."""
        teaching = self._state.display.teaching
        lecture = replace(teaching.lecture or Lecture(), screens=screens)
        self._state.set_teaching(replace(teaching, lecture=lecture).on_screen(at))
