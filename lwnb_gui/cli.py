"""The entry point of `lwnb`; the commands are in `lwnb_gui.commands`."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command that the arguments name.

    Everything is imported in here, so that an interrupt during the start ends as quietly as one later on.
    """
    try:
        from lwnb_gui.commands.direct import is_direct, open_directly
        from lwnb_gui.commands.terminal import speak_plainly

        speak_plainly()
        if is_direct(sys.argv[1:]):
            sys.exit(open_directly(sys.argv[1:]))
        from lwnb_gui.commands.app import app

        app(prog_name="lwnb")
    except SystemExit as end:
        window = sys.modules.get("lwnb_gui.qt.app")
        if window is not None and isinstance(end.code, int | None):
            window.leave(end.code or 0)
        raise
    except (KeyboardInterrupt, BrokenPipeError) as error:
        from lwnb_gui.commands.guard import report

        sys.exit(report(error))


if __name__ == "__main__":
    main()
