"""Walks through the window as on a first day, and prints the seconds until each picture as JSON."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtWidgets import QApplication

from lwnb_core.engine import choice
from lwnb_gui.app.opening import Opening
from lwnb_gui.qt.window.main_window import MainWindow

_GIVE_UP = 300.0

began = time.perf_counter()
app = QApplication([])
window = MainWindow()
context = window.context
results: list[tuple[str, float, bool]] = []


def until(what: str, start: float, condition: Callable[[], Any], *, is_awaited: bool = True) -> None:
    while not condition():
        app.processEvents()
        if time.perf_counter() - start > _GIVE_UP:
            raise TimeoutError(what)
    app.processEvents()
    results.append((what, time.perf_counter() - start, is_awaited))


def explore(name: str, row: int) -> None:
    """Open a sample, and wait for what Explore shows of a row."""
    start = time.perf_counter()
    before = context.explanation
    window.open(Opening(f"sample:{name}", row=row))
    until(f"{name}: explanation", start, lambda: context.explanation not in (None, before))
    until(f"{name}: ribbon", start, lambda: context.current_sweep is not None)
    until(f"{name}: all rows predicted (Confusion)", start, lambda: context.predictions is not None)


def curves(name: str) -> None:
    """Wait for the first picture of the curves, and for all of them."""
    start = time.perf_counter()
    window.state.go_to("curves")
    until(f"{name}: first curves", start, lambda: context.curve_study is not None)
    until(f"{name}: all curves", start, lambda: context.curve_study.complete)
    window.state.go_to("explore")


def regions(name: str) -> None:
    """Wait for coarse and fine decision regions of all four learners."""
    loader = window.page("explore").panels["map"].regions  # type: ignore[attr-defined]
    start = time.perf_counter()
    query = window.state.query
    assert query is not None
    window.state.set_map(replace(query.map, regions="all four"))
    until(f"{name}: coarse regions", start, lambda: loader.data is not None)
    until(f"{name}: fine regions", start, lambda: loader.task not in window.tasks.running, is_awaited=False)
    window.state.set_map(replace(query.map, regions="off"))


window.show()
until("start page", began, lambda: True)
window.pipeline.warm_up()
compiling = time.perf_counter()
explore("iris", 135)
explore("glass", 24)
curves("glass")
explore("checkers-board", 66)
curves("checkers-board")
regions("checkers-board")
until("the engine is compiled", compiling, lambda: window.pipeline.is_warm, is_awaited=False)
assert choice.compiled() or choice.requested_engine() == "reference"
print(json.dumps(results))
window.end()
