"""Uncaught exceptions: written to a log file and reported in one dialog. The session continues."""

from __future__ import annotations

import logging
import sys
import threading
import traceback
from collections.abc import Callable
from types import TracebackType

from PySide6.QtCore import QObject, Qt, QtMsgType, Signal, Slot, qInstallMessageHandler
from PySide6.QtWidgets import QApplication, QMessageBox

from lwnb_core import Cancelled
from lwnb_gui.program_log import log_bug, log_file, start_log, stop_log

_log = logging.getLogger("lwnb_gui")


class Catcher(QObject):
    """Handles exceptions that nothing else catches, in any thread, and shows one dialog at a time."""

    _caught = Signal(str, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._box: QMessageBox | None = None
        self._handler = start_log()
        self._before: tuple[Callable[..., object], Callable[..., object]] = (
            sys.excepthook,
            threading.excepthook,
        )
        self._caught.connect(self._show, Qt.ConnectionType.QueuedConnection)
        sys.excepthook = self._on_exception
        threading.excepthook = self._on_thread_exception
        qInstallMessageHandler(_on_qt_message)

    @property
    def box(self) -> QMessageBox | None:
        """The dialog, while it is open."""
        return self._box

    def release(self) -> None:
        """Restore everything as it was before."""
        sys.excepthook, threading.excepthook = self._before
        qInstallMessageHandler(None)
        stop_log(self._handler)
        if self._box is not None:
            self._box.close()

    def _on_exception(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            QApplication.quit()
            return
        if issubclass(kind, Cancelled):
            return
        text = "".join(traceback.format_exception(kind, error, trace))
        log_bug(error)
        self._caught.emit(f"{kind.__name__}: {error}", text)

    def _on_thread_exception(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            self._on_exception(args.exc_type, args.exc_value, args.exc_traceback)

    @Slot(str, str)
    def _show(self, what: str, trace: str) -> None:
        if self._box is not None:
            return  # one is enough; the log has them all
        box = QMessageBox(QApplication.activeWindow())
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle("Something went wrong")
        box.setText("An unexpected error has occurred. Your session is kept, and you can continue.")
        box.setInformativeText(f"{what}\n\nThe details are in {log_file()}")
        box.setDetailedText(trace)
        go_on = box.addButton("Continue", QMessageBox.ButtonRole.AcceptRole)
        box.setDefaultButton(go_on)
        box.setEscapeButton(go_on)
        copy = box.addButton("Copy the details", QMessageBox.ButtonRole.ActionRole)
        copy.clicked.connect(lambda: QApplication.clipboard().setText(trace))
        box.finished.connect(self._closed)
        self._box = box
        box.open()

    def _closed(self) -> None:
        self._box = None


def _on_qt_message(kind: QtMsgType, context: object, message: str) -> None:
    level = logging.INFO if kind in (QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg) else logging.WARNING
    _log.log(level, "Qt: %s", message)
