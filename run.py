"""Set up and start LWNB Explorer; this needs nothing but Python.

    python3 run.py                      create .venv, install, open the window
    python3 run.py FILE                 the same, with a data set
    python3 run.py info iris.arff       any command of `lwnb`
    python3 run.py test                 run every check (further arguments go to pytest)
    python3 run.py test --thorough      the same, with all long forms
    python3 run.py test --static        only what is checked without running the program

The set-up is kept, so later starts are quick. Standard library only; Linux, macOS and Windows.
"""

import sys

# This file uses only syntax of Python 3.6, so that an older Python gets as far as this message.
if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit(
        f"LWNB Explorer needs Python 3.11 or newer; {sys.executable} is {sys.version.split()[0]}.\n"
        "Install a newer one (https://www.python.org/downloads/) and start with it, "
        "for example: python3.12 run.py"
    )

import os
import subprocess
from collections.abc import Sequence

from bootstrap import SetupError, say
from bootstrap.checks import run_checks
from bootstrap.environments import WINDOWS, clean_environment, executable, prepare
from bootstrap.system import provide_system_libraries


def start(arguments: Sequence[str]) -> int:
    """Start the program in its environment."""
    env = prepare([])
    provide_system_libraries(env)
    command = [str(executable(env, "lwnb")), *arguments]
    environ = clean_environment(os.environ)
    if not WINDOWS:
        sys.stdout.flush()
        os.execve(command[0], command, environ)
    # Windows has no exec: wait, and leave Ctrl+C to the program.
    with subprocess.Popen(command, env=environ) as process:
        while True:
            try:
                return process.wait()
            except KeyboardInterrupt:
                continue


def main(arguments: Sequence[str]) -> int:
    for stream in (sys.stdout, sys.stderr):
        # A console on Windows that cannot show a character must not stop us.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        if arguments and arguments[0] == "test":
            return run_checks(arguments[1:])
        return start(arguments)
    except (SetupError, OSError) as error:  # such as a full disc, or a folder in which we may not write
        say(str(error))
        return 1
    except KeyboardInterrupt:
        say("Interrupted.")
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
