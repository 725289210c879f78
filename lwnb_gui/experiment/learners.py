"""Learners as people write them, one spec per line, and what is wrong with each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lwnb_core import Learner, LwnbError, learner_from_spec
from lwnb_core.evaluation.experiments.names import short_names, spec_text
from lwnb_gui.app.remedies import window_hint


@dataclass(frozen=True)
class LearnerLine:
    """One line: its text, and its learner or what is wrong with it and what would help."""

    number: int
    text: str
    name: str = ""
    spec: str = ""
    error: str = ""
    hint: str = ""


@dataclass(frozen=True)
class LearnerLines:
    """The lines of a text. Empty lines do not count."""

    lines: tuple[LearnerLine, ...]

    @property
    def problem(self) -> LearnerLine | None:
        """Return the first line that is wrong."""
        if not self.lines:
            return LearnerLine(1, "", error="no learner", hint="Write one per line, such as lwnb:k=50 or nb.")
        return next((line for line in self.lines if line.error), None)

    @property
    def specs(self) -> tuple[str, ...]:
        """Return the specs as they were written, for the plan."""
        return tuple(line.text for line in self.lines)


def read_learners(text: str, convention: str = "paper") -> LearnerLines:
    """Check every line of a text; a line with the same learner as one above is wrong too."""
    read: list[tuple[int, str, Learner | LwnbError]] = []
    for number, line in enumerate(text.splitlines(), 1):
        spec = line.strip()
        if spec:
            read.append((number, spec, _read(spec, convention)))
    first: dict[str, tuple[int, Learner]] = {}
    for number, _, learner in read:
        if isinstance(learner, Learner):
            first.setdefault(spec_text(learner), (number, learner))
    names = dict(zip(first, short_names([learner for _, learner in first.values()]), strict=True))
    lines = []
    for number, spec, learner in read:
        if isinstance(learner, LwnbError):
            lines.append(LearnerLine(number, spec, error=learner.message, hint=window_hint(learner)))
            continue
        full = spec_text(learner)
        above = first[full][0]
        if above == number:
            lines.append(LearnerLine(number, spec, names[full], full))
        else:
            hint = "Remove one of them, or change a setting."
            lines.append(LearnerLine(number, spec, error=f"the same learner as in line {above}", hint=hint))
    return LearnerLines(tuple(lines))


def new_base(old: Sequence[str], base: int, new: Sequence[str]) -> int:
    """Return the number of the base after an edit: that of its own line, or the same number as before."""
    if base < len(old) and old[base] in new:
        return list(new).index(old[base])
    return min(base, max(len(new) - 1, 0))


def _read(spec: str, convention: str) -> Learner | LwnbError:
    try:
        return learner_from_spec(spec, {"convention": convention})
    except LwnbError as error:
        return error
