"""Unsaved work: what a user has written or typed that is in no file. No Qt in here."""

from __future__ import annotations

from lwnb_gui.session.session import Session

MOST_DRAGGED = 2  # values that dragging the star changes, which is easy to repeat


def unsaved_work(now: Session, saved: Session | None) -> str:
    """Return what `now` would lose, as the subject of a sentence; empty if nothing would be missed.

    `saved` is what the open file holds; None where no session or lecture is open.
    """
    screens = now.lecture.screens if now.lecture is not None else ()
    saved_screens = saved.lecture.screens if saved is not None and saved.lecture is not None else ()
    if now.lecture is not None and screens != saved_screens:
        title = now.lecture.title
        return f"The lecture “{title}”" if title else "The lecture"
    if saved is None:
        return "The instance that you entered" if len(now.changes) > MOST_DRAGGED else ""
    if saved.kind == "lecture":  # a task may ask to change values; only the lecture's screens count as work
        return ""
    is_same = (now.changes, now.edits, now.unused) == (saved.changes, saved.edits, saved.unused)
    return "" if is_same else "The session"
