"""The program: one application, one window, until it is closed."""

from __future__ import annotations

import logging
import os
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from lwnb_core import LwnbError
from lwnb_core.data.safe_files import remove_passing_folder
from lwnb_gui.app.opening import Opening
from lwnb_gui.qt.window.system_libraries import missing_for_x11, missing_in, remedy, x11_answers
from lwnb_gui.text import quoted

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from lwnb_gui.qt.window.main_window import MainWindow

PICTURE = "lwnb-explorer.png"
_WARM_UP_AFTER = (200, 1500)  # ms: with the start page, and while data are being opened
_IDLE = 90  # the number of checks, 5 ms apart, without a running task: longer than any timer that starts one


def run(opening: Opening | None = None) -> int:
    """Open the window, with a data set or with the start page; the exit code.

    Without a display, say so, write the opening view as a picture instead, and fail.
    """
    if not has_display():
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
        return write_picture(opening, Path(PICTURE))
    library = missing_for_x11() if _wants_x11() else None
    if library is not None:
        raise LwnbError(f"the window needs the system library {library}", hint=remedy(library))
    if _wants_x11() and sys.platform.startswith("linux") and not x11_answers():
        display = os.environ.get("DISPLAY", "")
        raise LwnbError(
            f"the display {quoted(display)} cannot be reached",
            hint="Check the variable DISPLAY and, over ssh, that X11 is forwarded (ssh -X). "
            "Without DISPLAY, a picture of the opening view is written instead of a window.",
        )
    try:
        from PySide6.QtCore import QTimer
        from PySide6.QtWidgets import QApplication
    except ImportError as error:
        library = missing_in(str(error))
        if library is None:
            raise
        raise LwnbError(f"Qt needs the system library {library}", hint=remedy(library)) from error
    from lwnb_gui.qt.scene.screen_reader import ScreenReader
    from lwnb_gui.qt.teach.file_open_event import FileOpens
    from lwnb_gui.qt.window.garbage_collection import GarbageCollector
    from lwnb_gui.qt.window.log import Catcher
    from lwnb_gui.qt.window.main_window import MainWindow

    app = _application()
    catcher = Catcher()
    window = MainWindow()
    _show(window)
    files = FileOpens(window)
    if sys.platform == "darwin":  # on other systems a double click starts the program with the file's name
        app.installEventFilter(files)
    if opening is not None:
        window.open(opening)
    window.teach.offer_recovery()
    # This comes after the first frame, which loading the engine would delay.
    QTimer.singleShot(_WARM_UP_AFTER[opening is not None], window.pipeline.warm_up)
    ScreenReader(window)
    _hear_interrupts(app)
    garbage = GarbageCollector(app)
    window.context.compiling.connect(lambda share: garbage.freeze() if share is None else None)
    try:
        return int(app.exec())
    finally:
        window.end()
        catcher.release()
        QApplication.closeAllWindows()
        garbage.release()


def has_display() -> bool:
    """Whether there is a screen to open a window on."""
    if os.environ.get("QT_QPA_PLATFORM"):
        return True  # a user who sets this knows what it does
    if not sys.platform.startswith("linux"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def write_picture(opening: Opening | None, target: Path) -> int:
    """Write the opening view as a PNG file, without a screen."""
    _application()
    from lwnb_gui.qt.window.main_window import MainWindow

    window = MainWindow()
    window.resize(1600, 1000)
    window.show()
    problem: list[BaseException] = []
    window.opener.failed.connect(lambda error, _: problem.append(error))
    if opening is not None:
        window.open(opening)
    wait_until_idle(window)
    saved = not problem and window.grab().save(str(target))
    window.end()
    if problem:
        raise problem[0]
    print("There is no display, so the window cannot be opened.", file=sys.stderr)
    if saved:
        said = (
            f"A picture of the opening view is in {target}. `lwnb --help` lists what works without a window."
        )
    else:
        said = f"A picture of the opening view could not be written to {target}."
    print(said, file=sys.stderr)
    return 1  # the requested window has not been opened


def wait_until_idle(window: MainWindow, longest: float = 60.0) -> bool:
    """Handle events until no task is running or about to start; return whether it was in time (s)."""
    from PySide6.QtCore import QCoreApplication

    idle, end = 0, time.monotonic() + longest
    while idle < _IDLE and time.monotonic() < end:
        QCoreApplication.processEvents()
        time.sleep(0.005)
        idle = 0 if window.tasks.running else idle + 1
    return idle >= _IDLE


def leave(code: int) -> None:
    """End the process at once.

    Python would wait for threads that cannot be stopped, such as a first compilation, and would take what is
    left of Qt apart in an order in which Qt may crash.
    """
    remove_passing_folder()
    logging.shutdown()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _application() -> QApplication:
    from PySide6.QtGui import QIcon
    from PySide6.QtWidgets import QApplication

    from lwnb_core.data import assets_dir

    app = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(app, QApplication)
    app.setApplicationName("LWNB Explorer")
    app.setApplicationDisplayName("LWNB Explorer")
    app.setDesktopFileName("lwnb-explorer")
    app.setWindowIcon(QIcon(str(assets_dir() / "desktop" / "lwnb-explorer.svg")))
    return app


def _show(window: MainWindow) -> None:
    """Show the window; maximised on a screen that it fills.

    With a frame it would reach below such a screen, and the status bar would be hidden.
    """
    free = window.screen().availableSize()
    least = window.minimumSizeHint()
    size = window.size().expandedTo(least)
    if window.isFullScreen():
        window.show()
    elif size.width() >= free.width() or size.height() >= free.height():
        window.showMaximized()
    else:
        window.show()


def _wants_x11() -> bool:
    platform = os.environ.get("QT_QPA_PLATFORM", "")
    if platform:
        return platform.startswith("xcb")
    return bool(os.environ.get("DISPLAY")) and not os.environ.get("WAYLAND_DISPLAY")


def _hear_interrupts(app: object) -> None:
    """Let Ctrl+C in the terminal close the window: Python notices signals only while Python code runs."""
    from PySide6.QtCore import QCoreApplication, QTimer

    assert isinstance(app, QCoreApplication)
    signal.signal(signal.SIGINT, lambda *_: app.quit())
    timer = QTimer(app)
    timer.timeout.connect(lambda: None)
    timer.start(300)
