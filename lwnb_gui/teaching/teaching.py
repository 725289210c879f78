"""A lecture's effects on the window: steps, guessing, panels and controls. No Qt in here.

Panels do not know each other. Each part of the window has a name, by which it is shown or hidden here.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from typing import Annotated, ClassVar

from lwnb_core import Explanation
from lwnb_gui.app.query import Query
from lwnb_gui.experiment.plan import ExperimentSettings
from lwnb_gui.session.annotations import Field
from lwnb_gui.session.file_types import FILE, among_the_others, not_in_file
from lwnb_gui.teaching.drawing import Drawing
from lwnb_gui.teaching.guessing import Score, question
from lwnb_gui.teaching.screen import LEARNER_IN_FILE, Screen
from lwnb_gui.teaching.steps import is_visible_at, visible_from
from lwnb_gui.views.steps import STEPS, Step, step_after

ScreenInFile = Annotated[Screen, *among_the_others("learner", LEARNER_IN_FILE)]


@dataclass(frozen=True)
class Lecture:
    """A lecture about the data.

    Attributes
    ----------
    summary
        A line for the list of lectures.
    screens
        What is said and shown, one after the other.
    file
        Where the lecture was opened from.
    """

    __pydantic_config__: ClassVar = FILE

    title: Annotated[str, Field(max_length=200)] = ""
    summary: Annotated[str, Field(max_length=500)] = ""
    screens: Annotated[tuple[ScreenInFile, ...], Field(max_length=100)] = ()
    file: Annotated[str, *not_in_file()] = ""


@dataclass(frozen=True)
class Teaching:
    """Step mode, guessing, and what the open lecture shows and hides.

    Attributes
    ----------
    step
        Where step mode is; None: not in step mode.
    guess_first
        Whether the answer stays hidden until a class has been chosen.
    answers
        What has been guessed about which instance of the present data.
    score
        Kept until it is reset, until a lecture begins or ends, or until a session is opened.
    draw_first
        Whether the accuracy curves stay hidden until they have been drawn by hand.
    drawing
        What has been drawn on the present data.
    panels
        The panels of Explore that are shown; None: all.
    hidden_controls
        Names of `CONTROLS` that are not shown.
    lecture
        The lecture that is open, in screens.
    screen
        Which of its screens is shown, from 0.
    experiment_before
        What the page Experiment was set to before the lecture, which may show another preset.
    """

    step: Step | None = None
    guess_first: bool = False
    answers: tuple[tuple[Hashable, int], ...] = ()
    score: Score = field(default_factory=Score)
    draw_first: bool = False
    drawing: Drawing = field(default_factory=Drawing)
    panels: frozenset[str] | None = None
    hidden_controls: frozenset[str] = frozenset()
    lecture: Lecture | None = None
    screen: int = 0
    experiment_before: ExperimentSettings | None = None

    # -- reading --------------------------------------------------------------------------------------

    def guess(self, query: Query | None) -> int | None:
        """Return what has been guessed about this instance; None if nothing has."""
        return None if query is None else dict(self.answers).get(question(query))

    def is_guess_pending(self, query: Query | None) -> bool:
        """Whether a class has to be chosen before the answer is shown."""
        return (
            self.guess_first
            and query is not None
            and query.data.class_index is not None
            and self.guess(query) is None
        )

    @property
    def is_drawing_pending(self) -> bool:
        """Whether the accuracy curves have to be drawn before they are shown."""
        return self.draw_first and not self.drawing.is_compared

    @property
    def follows_instance(self) -> bool:
        """Whether its text is about the instance on the screen."""
        if self.lecture is not None and self.shown_screen.quotes:
            return True
        return self.guess_first or self.step is not None

    @property
    def screens(self) -> tuple[Screen, ...]:
        """The screens of the open lecture."""
        return () if self.lecture is None else self.lecture.screens

    @property
    def shown_screen(self) -> Screen:
        """The screen of the open lecture; an empty one if there is none."""
        return self.screens[self.screen] if self.screen < len(self.screens) else Screen()

    @property
    def is_presented(self) -> bool:
        """Whether page keys turn pages, and so have no other meaning."""
        return self.lecture is not None or self.step is not None

    def is_laid_out(self, panel: str) -> bool:
        """Whether a panel is in the layout at all: a lecture may leave it out."""
        return self.panels is None or panel in self.panels

    def locked_until(self, panel: str) -> str:
        """Return the step at which a panel appears, as text; empty if it is already visible."""
        if self.step is None or is_visible_at(self.step, panel):
            return ""
        return f"Shown at step {STEPS.index(visible_from(panel)) + 1}: {visible_from(panel)}"

    def shows(self, part: str, query: Query | None) -> bool:
        """Whether a part (a panel or less: `weights`, `ribbon`, `true`, `equation 4`) is visible."""
        if self.step is None and not self.guess_first:
            return True
        if self.step is not None and not is_visible_at(self.step, part):
            return False
        return not self.is_guess_pending(query) or not _tells_answer(part)

    def shows_answer(self, query: Query | None) -> bool:
        """Whether the answer is visible: step mode shows it last, and it follows a guess."""
        if self.step is None and not self.guess_first:
            return True
        from lwnb_gui.views.every import answer_view

        return self.shows(answer_view().name, query)

    def lecture_text(self, query: Query | None) -> str:
        """Return the text of the present screen at this point, with quotes not yet filled in."""
        return self.shown_screen.whole_text(with_answer=self.shows_answer(query))

    def knows_class(self, query: Query, row: int) -> bool:
        """Whether the list of instances may show a row's class, and the learners' answers."""
        return not self.guess_first or question(query.at_row(row)) in dict(self.answers)

    # -- others like it -------------------------------------------------------------------------------

    def stepped(self, by: int) -> Teaching:
        return replace(self, step=step_after(self.step, by))

    def turned(self, by: int) -> Teaching | None:
        """Return the state at the next or previous step, for the page keys of a remote control.

        None: there is no further step, so the next or previous screen or lecture is shown.
        """
        is_held = "steps" in self.hidden_controls  # the step is part of the screen
        if self.step is None or is_held or step_after(self.step, by) == self.step:
            return None
        return self.stepped(by)

    def can_turn(self, by: int) -> bool:
        """Whether there is another step or screen to turn to in the open lecture."""
        return self.turned(by) is not None or 0 <= self.screen + by < len(self.screens)

    def on_screen(self, number: int) -> Teaching:
        """Return the state at another screen of the lecture, with what that shows and hides."""
        screen = self.screens[number]
        return replace(
            self,
            screen=number,
            step=screen.step,
            guess_first=screen.guess_first,
            draw_first=screen.draw_first,
            panels=screen.panels,
            hidden_controls=screen.hidden_controls,
        )

    def answered(self, query: Query, guess: int, explanation: Explanation) -> Teaching:
        """Return the state with a guess about this instance; a second one about the same changes nothing."""
        if not self.is_guess_pending(query):
            return self
        return replace(
            self,
            answers=(*self.answers, (question(query), guess)),
            score=self.score.counting(guess, explanation),
        )

    def without_score(self) -> Teaching:
        """Return the state in which every row can be guessed again."""
        return replace(self, answers=(), score=Score())

    def without_lecture(self) -> Teaching:
        """Return the state of the whole window."""
        return replace(
            self,
            step=None,
            guess_first=False,
            answers=(),
            score=Score(),
            draw_first=False,
            panels=None,
            hidden_controls=frozenset(),
            lecture=None,
            screen=0,
            experiment_before=None,
        )

    def for_new_data(self) -> Teaching:
        """Return the state for other data: modes and score stay, unless they belong to a lecture."""
        step = None if self.step is None else step_after(None, 0)
        return replace(self, answers=(), drawing=Drawing(), step=step)


def _tells_answer(part: str) -> bool:
    """Whether a part could give the answer away: all could, except those that a view declares harmless."""
    from lwnb_gui.views.every import VIEWS  # first needed after the start page

    return not any(
        part in (view.name, *view.parts_visible_from) and part not in view.parts_that_tell
        for view in VIEWS
        if not view.tells_answer
    )
