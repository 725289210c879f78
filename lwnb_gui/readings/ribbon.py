"""The ribbon: what is said of one instance at every k."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lwnb_core.engine.sweep import Flip, Sweep
from lwnb_core.local.naive_bayes import ranked
from lwnb_gui.readings.k_axis import positions_of_k
from lwnb_gui.readings.names import brief_classes
from lwnb_gui.text import listed, probabilities

Floats = NDArray[np.float64]

# More steps than a wide screen has pixels would only cost time.
MOST_STEPS = 2400
LEARNER = "LWNB"
# More flips than this are not marked one by one.
MOST_FLIPS = 60


@dataclass(frozen=True, eq=False)
class RibbonReading:
    """Posteriors over k, thinned to what a screen can show; nothing that flips is lost.

    Attributes
    ----------
    n
        The largest k: all training rows are in.
    ks
        Shape (K,); each stands for the k up to the next one.
    posterior
        LWNB's. Shape (K, classes).
    rivals
        By name, the predicted class at each k of `ks`.
    flips
        By name, where the prediction changes.
    """

    classes: tuple[str, ...]
    n: int
    ks: NDArray[np.int64]
    posterior: Floats
    rivals: dict[str, NDArray[np.intp]]
    flips: dict[str, tuple[Flip, ...]]
    text: str
    class_attribute: str = ""

    def at(self, k: int) -> int:
        """Index of the step that k belongs to."""
        return int(np.clip(np.searchsorted(self.ks, k, side="right") - 1, 0, len(self.ks) - 1))

    def changes(self, learner: str) -> list[float]:
        """Between which k a learner's answer changes; none where a rival's does too often to be marked."""
        if learner == LEARNER:
            return [flip.k - 0.5 for flip in self.flips.get(LEARNER, ())[:MOST_FLIPS]]
        change = np.flatnonzero(np.diff(self.rivals[learner])) + 1
        middles = (self.ks[change - 1] + self.ks[change]) / 2
        return [float(k) for k in middles] if len(change) <= MOST_FLIPS else []

    def read_out(self, k: int) -> str:
        """What the ribbon says at one k, the most probable class first."""
        i = self.at(k)
        order, names = ranked(self.posterior[i].tolist())[:3], brief_classes(self)
        numbers = probabilities(self.posterior[i].tolist(), can_be_zero=False)
        parts = [f"{names[c]} {numbers[c]}" for c in order]
        rivals = [f"{name} {names[int(p[i])]}" for name, p in self.rivals.items()]
        return f"k = {k}: LWNB " + ", ".join(parts) + "".join(f"; {r}" for r in rivals)


def ribbon_reading(sweep: Sweep, n: int | None = None) -> RibbonReading:
    """The ribbon of a sweep; `n` is the largest k where the sweep stops before it."""
    ks = sweep.ks
    n = int(ks[-1]) if n is None else max(int(n), int(ks[-1]))
    flips = {name: sweep.flips(name) for name in sweep.posteriors}
    chosen = np.arange(len(ks))
    if len(ks) > MOST_STEPS:
        grid = np.linspace(0, 1, MOST_STEPS)
        chosen = np.searchsorted(positions_of_k(ks, n), grid).clip(0, len(ks) - 1)
        marked = [f.k for some in flips.values() for f in some[:MOST_STEPS]]
        at = np.searchsorted(ks, marked).astype(int)
        chosen = np.unique(np.concatenate([chosen, at, np.maximum(at - 1, 0)]))
    return RibbonReading(
        classes=sweep.classes,
        n=n,
        ks=ks[chosen],
        posterior=sweep.posteriors["LWNB"][chosen],
        rivals={name: sweep.predictions(name)[chosen] for name in sweep.posteriors if name != "LWNB"},
        flips=flips,
        text=change_text(sweep),
        class_attribute=sweep.class_attribute,
    )


def change_text(sweep: Sweep) -> str:
    """`LWNB changes its answer once, at k = 9 (virginica). KNN changes at 17, 20 and 149; …`."""
    flips, classes = sweep.flips("LWNB"), brief_classes(sweep)
    first = classes[int(sweep.predictions("LWNB")[0])]
    names = [f"{f.k} {_in_brackets(classes[f.after])}" for f in flips]
    if not flips:
        said = f"LWNB says {first} at every k."
    elif len(flips) == 1:
        said = f"LWNB changes its answer once, at k = {names[0]}."
    elif len(flips) <= 4:
        said = f"LWNB changes its answer at k = {listed(names)}."
    else:
        said = f"LWNB changes its answer {len(flips)} times, first at k = {names[0]}, last at {names[-1]}."
    rest = _rivals(sweep)
    return f"{said} {rest}" if rest else said


def _in_brackets(name: str) -> str:
    """Intervals have brackets of their own."""
    return name if name[:1] in "([" and name[-1:] in ")]" and name else f"({name})"


def _rivals(sweep: Sweep) -> str:
    rivals = [name for name in sweep.posteriors if name != "LWNB"]
    flips = {name: sweep.flips(name) for name in rivals}
    if rivals and not any(flips.values()):
        classes = brief_classes(sweep)
        said = {name: classes[int(sweep.predictions(name)[0])] for name in rivals}
        if len(set(said.values())) == 1:
            verb = "say" if len(rivals) > 1 else "says"
            return f"{listed(rivals)} {verb} {said[rivals[0]]} at every k."
    parts = []
    for name in rivals:
        ks = [str(f.k) for f in flips[name]]
        if not ks:
            parts.append(f"{name} never")
        elif len(ks) <= 4:
            parts.append(f"{name} changes at {listed(ks)}")
        else:
            parts.append(f"{name} changes {len(ks)} times, first at {ks[0]}")
    if parts and parts[0].endswith(" never"):
        parts[0] = parts[0].replace(" never", " never changes")
    return "; ".join(parts) + "." if parts else ""
