"""Work of the window itself that is done piece by piece, so that clicks and keys come in between.

A turn is what the window's thread does between two chances to hear of a key or a click. Whatever can wait for
the next one asks `is_late` first, and lets others through that cannot.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import ClassVar
from weakref import WeakSet

import shiboken6
from PySide6.QtCore import QAbstractEventDispatcher, QCoreApplication, QObject, QTimer

# Seconds of the processor in one turn: after so many no further piece is begun, nothing that can wait, and
# nothing that takes several frames.
PIECES, LATE, LONG = 0.015, 0.03, 0.01
AGAIN = object()  # what a piece returns that is not done yet: it goes on in the next turn, before the others
_SKIPS = 3  # turns that others may fill before a piece is done in any case


class _Turn(QObject):
    """The turn under way: since when, by the processor time of this thread. Sleeping does not count."""

    now: ClassVar[_Turn | None] = None
    pictures: ClassVar[int] = 0  # that are being taken
    frame_waits: ClassVar[bool] = False

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.began = time.thread_time()
        loop = QAbstractEventDispatcher.instance()
        if loop is not None:
            loop.awake.connect(self._begin)
            loop.aboutToBlock.connect(self._begin)

    def _begin(self) -> None:
        self.began = time.thread_time()


def spent() -> float:
    """Seconds of the processor since this turn of the event loop began; asked in the window's thread."""
    app, turn = QCoreApplication.instance(), _Turn.now
    if app is None:
        return 0.0
    if turn is None or not shiboken6.isValid(turn):
        turn = _Turn.now = _Turn(app)
    return time.thread_time() - turn.began


def is_late(*, for_long: bool = False) -> bool:
    """Whether this turn has taken so long that the rest, or what takes long itself, had better wait."""
    if in_picture():
        return False
    return (spent() > LONG or _Turn.frame_waits) if for_long else spent() > LATE


def is_over() -> bool:
    """Whether this turn has had its share of what is done piece by piece."""
    return spent() > PIECES


def is_long(seconds: float) -> bool:
    """Whether what takes so long should have a turn of its own."""
    return seconds > LONG and not in_picture()


def let_frame_wait(waits: bool) -> None:
    """Say whether a frame has been put off: it comes before anything that takes long."""
    _Turn.frame_waits = waits


def done_now(piece: Callable[[], object]) -> bool:
    """Do a piece here and now, as far as this turn goes; whether it is done."""
    while piece() is AGAIN:
        if is_late():
            return False
    return True


@contextmanager
def whole_picture() -> Iterator[None]:
    """While a picture of the window is taken: what is slow may wait for the next frame, but not here."""
    _Turn.pictures += 1
    try:
        for turns in tuple(InTurns.all):
            if shiboken6.isValid(turns):
                turns.finish()
        yield
    finally:
        _Turn.pictures -= 1


def in_picture() -> bool:
    """Whether what is being painted is to be whole, because no other frame follows."""
    return _Turn.pictures > 0


class InTurns(QObject):
    """Does a few pieces at each turn of the event loop, in the order in which they came."""

    all: ClassVar[WeakSet[InTurns]] = WeakSet()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        InTurns.all.add(self)
        self._pieces: deque[tuple[QObject, Callable[[], object]]] = deque()
        self._skipped = 0
        self._next = QTimer(self, singleShot=True, interval=0)
        self._next.timeout.connect(self._do_some)

    @property
    def busy(self) -> bool:
        return bool(self._pieces)

    def add(self, owner: QObject, piece: Callable[[], object]) -> None:
        """Do a piece soon, unless its owner has gone by then."""
        self._pieces.append((owner, piece))
        self._next.start()

    def finish(self) -> None:
        """Do all that is left at once."""
        while self._pieces:
            self._do_one()
        self._next.stop()

    def _do_some(self) -> None:
        if is_late() and self._skipped < _SKIPS:
            self._skipped += 1
            self._next.start()
            return
        self._skipped = 0
        while self._pieces:
            if len(self._pieces) > 1:
                self._next.start()  # a piece may fail, or run an event loop of its own
            if self._do_one() is AGAIN or is_over():
                break
        if self._pieces:
            self._next.start()
        else:
            self._next.stop()

    def _do_one(self) -> object:
        owner, piece = self._pieces.popleft()
        if not shiboken6.isValid(owner):
            return None
        done = piece()
        if done is AGAIN:
            self._pieces.appendleft((owner, piece))
        return done
