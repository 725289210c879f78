"""The command line: one module per command, and the entry point of `lwnb`."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command that the arguments name.

    Everything is imported in here, so that an interrupt during the start ends as quietly as one later on.
    """
    try:
        from lwnb_gui.cli.process.ctrl_c import remember_ctrl_c

        remember_ctrl_c()
        from lwnb_gui.cli.process.quick_start import is_direct, open_directly
        from lwnb_gui.cli.process.standard_streams import keep_engine_quiet, replace_unwritable_characters

        replace_unwritable_characters()
        keep_engine_quiet()
        if is_direct(sys.argv[1:]):
            sys.exit(open_directly(sys.argv[1:]))
        from lwnb_gui.cli.app import app

        app(prog_name="lwnb")
    except SystemExit as end:
        if not isinstance(end.code, int | None):
            raise
        code = _finish(end.code or 0)
        window = sys.modules.get("lwnb_gui.qt.app")
        if window is not None:
            window.leave(code)
        sys.exit(code)
    except BaseException as error:
        sys.exit(_finish(_report(error)))


def _report(error: BaseException) -> int:
    """Report an error that ended the program's start; an interrupted import ends in an error of any kind."""
    from lwnb_gui.cli.process.ctrl_c import report_interruption, was_interrupted

    if was_interrupted() or isinstance(error, KeyboardInterrupt):
        return report_interruption()
    from lwnb_gui.cli.process.error_reports import report

    return report(error)


def _finish(code: int) -> int:
    """Write what a command has printed, as a full disc would go unnoticed later; return the exit code."""
    from lwnb_gui.cli.process.ctrl_c import end_at_ctrl_c, end_interrupted, was_interrupted

    end_at_ctrl_c()
    if was_interrupted():
        code = end_interrupted()
    # The window prints nothing and has not loaded it.
    reports = sys.modules.get("lwnb_gui.cli.process.error_reports")
    return code if reports is None else int(reports.finish_output(code))
