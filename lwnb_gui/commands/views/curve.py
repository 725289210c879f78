"""A curve study as tables: a handful of k, and the best one of every learner."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from lwnb_gui.commands.screen import ACCENT, HINT, Screen, table
from lwnb_gui.text import count, fixed, shown

if TYPE_CHECKING:
    from lwnb_core.evaluation.best_k import BestK
    from lwnb_gui.commands.curve import Study

_FEW = 20
_MOST_RANGES = 3


def show_study(study: Study, written: Sequence[Path]) -> None:
    """What was done, accuracies at a handful of k, the best k, and where the rest went."""
    screen = Screen()
    result = study.result
    screen.print(Text(f"{shown(study.data.name)} · accuracy over k", style="bold"))
    screen.hint(f"{study.how} · {count(len(result.cases), 'test case')}")
    ks = result.ks.tolist()
    if study.asked.strip().lower() == "all" and len(ks) < ks[-1]:
        screen.hint(f"k on a grid of {len(ks)}: these sums do not carry over from one k to the next")
    _accuracies(screen, study, handful(ks))
    _best(screen, study)
    for path in written:
        screen.print(Text(f"Written to {shown(str(path))}"))


def handful(ks: Sequence[int]) -> list[int]:
    """All k if they are few, else 1, 2, 5, 10, 20, 50 … with 3, and the last; on a grid the next to these."""
    if len(ks) <= _FEW:
        return list(ks)
    round_ones = {3, *(step * 10**power for power in range(9) for step in (1, 2, 5))}
    wanted = [k for k in round_ones if ks[0] <= k <= ks[-1]]
    return sorted({ks[-1], *(min(ks, key=lambda k: abs(k - near)) for near in wanted)})


def _accuracies(screen: Screen, study: Study, ks: Sequence[int]) -> None:
    curves = study.result.curves
    spread = study.result.evaluation != "loo"
    # Figures with their spread take 13 columns each: beyond five learners there is no room for it.
    with_sd = spread and len(curves) <= 5
    screen.heading("Accuracy", f"in percent{', ± sd over the folds' if with_sd else ''}")
    rows = table(">k", *(f">{shown(name)}" for name in study.names))
    every = study.result.ks.tolist()
    for k in ks:
        i = every.index(k)
        best = max(float(curve.accuracy[i]) for curve in curves)
        cells = []
        for curve in curves:
            value = fixed(curve.accuracy[i], 2)
            cell = Text(value, style=ACCENT if value == fixed(best, 2) else "")
            if with_sd:
                cell.append(f" ± {fixed(curve.sd[i], 2):>5}", style=HINT)
            cells.append(cell)
        rows.add_row(f"{k:,}", *cells)
    screen.print(rows)


def _best(screen: Screen, study: Study) -> None:
    known = [(name, best) for name, best in zip(study.names, study.best, strict=True) if best is not None]
    if not known:
        return
    screen.heading("Best k", "and the k that are not significantly worse (5 %)")
    rows = table("learner", ">k", ">accuracy", "as good as one can tell")
    for name, best in known:
        rows.add_row(shown(name), f"{best.k:,}", fixed(best.accuracy, 2), _ranges(best))
    screen.print(rows)


def _ranges(best: BestK) -> str:
    """The stretches of k, and how many more there are."""
    spans = [f"{a:,}" if a == b else f"{a:,}…{b:,}" for a, b in best.ranges]
    # The best k's own stretch must be among those that are shown.
    own = next(i for i, (a, b) in enumerate(best.ranges) if a <= best.k <= b)
    first = max(0, min(own - 1, len(spans) - _MOST_RANGES))
    some = spans[first : first + _MOST_RANGES]
    more = len(spans) - len(some)
    return ", ".join(some) + (f" and {more} more" if more else "")
