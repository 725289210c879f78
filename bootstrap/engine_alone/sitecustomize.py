"""Hides packages that only the interface needs, so that the engine's tests run as if they were not installed.

Python imports this module as it starts, because its folder is on PYTHONPATH (`bootstrap/checks.py`), and so
does every process that a test starts. A hidden package is not found: `import` raises ModuleNotFoundError and
`importlib.util.find_spec` returns None, as if it were not installed.
"""

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType

HIDDEN = {"PySide6", "shiboken6", "matplotlib", "pydantic", "typer", "rich"}


class FinderOfTheRest(PathFinder):
    @classmethod
    def find_spec(
        cls, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return None if fullname in HIDDEN else super().find_spec(fullname, path, target)


sys.meta_path[:] = [FinderOfTheRest if finder is PathFinder else finder for finder in sys.meta_path]
