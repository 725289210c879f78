"""Announces, once, that the engine is being compiled: the first time on a machine it takes many seconds.

The message goes through the logger `lwnb_core`, which Python shows on stderr unless a program has handlers of
its own. The command line and the window have handlers, and announce long operations in their own way.
"""

from __future__ import annotations

import functools
import importlib
import logging
from typing import Any

logger = logging.getLogger("lwnb_core")

TEXT = "compiling the fast engine; this takes up to a minute and happens only once"


@functools.cache
def announce_compiling() -> None:
    """From now on, announce when numba compiles one of our functions because its cache does not have it."""
    events: Any = importlib.import_module("numba.core.event")
    events.register("numba:compile", notice())


def notice() -> Any:
    """Return a numba listener that logs the first compilation of our functions, in the main process only."""
    import multiprocessing  # slow to load

    from numba.core.event import Event, Listener

    class Notice(Listener):
        said = False

        def on_start(self, event: Event) -> None:
            ours = event.data["dispatcher"].py_func.__module__.startswith("lwnb_core.")
            if ours and not self.said and multiprocessing.current_process().name == "MainProcess":
                self.said = True
                logger.warning(TEXT)

        def on_end(self, event: Event) -> None:
            pass

    return Notice()
