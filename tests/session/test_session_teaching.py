"""Steps and guesses, and what remains on the screen after them, without a window."""

from __future__ import annotations

import itertools
from dataclasses import replace

from lwnb_core import LWNB, Explanation, sample
from lwnb_gui.app.app_state import AppState
from lwnb_gui.app.query import Query
from lwnb_gui.teaching.guessing import Score
from lwnb_gui.teaching.panels import panel_names
from lwnb_gui.teaching.steps import is_visible_at
from lwnb_gui.teaching.teaching import Lecture, Teaching
from lwnb_gui.views.steps import STEPS, step_after
from lwnb_gui.views.wording.guess import score_text, verdict

IRIS = sample("iris")


def explained(row: int) -> Explanation:
    return LWNB(50).fit(IRIS).explain(IRIS, row=row)


def test_each_step_shows_all_panels_of_the_step_before() -> None:
    shown = [frozenset(n for n in panel_names() if is_visible_at(step, n)) for step in STEPS]
    assert all(a <= b for a, b in itertools.pairwise(shown))
    assert shown[0] == {"instances", "this_instance", "map"}
    assert shown[-1] == set(panel_names())
    assert "posterior" not in shown[-2]
    assert step_after(None, 1) == "distances"
    assert step_after("distances", -1) == "distances"
    assert step_after("normalise", 1) == "normalise"


def test_guess_shows_the_panels_for_its_instance_only() -> None:
    query = Query.opening(IRIS, row=134)
    teaching = Teaching(guess_first=True)
    hidden = ("posterior", "contributions", "equations", "ribbon", "regions", "true", "what_if", "confusion")
    assert not any(teaching.shows(part, query) for part in hidden)
    assert all(teaching.shows(part, query) for part in ("map", "neighbours", "local_tables", "instances"))
    assert not teaching.knows_class(query, 134)
    after = teaching.answered(query, 2, explained(134))
    assert all(after.shows(part, query) for part in hidden)
    assert after.shows("posterior", replace(query, k=3)), "the same instance, whatever k"
    assert not after.shows("posterior", query.at_row(1))
    assert not after.shows("posterior", query.with_value("petalwidth", 1.0))
    assert after.knows_class(query, 134)
    assert not after.knows_class(query, 133)
    assert after.answered(query, 1, explained(134)) is after, "one guess an instance"


def test_the_score_compares_with_the_learners() -> None:
    score = Score().counting(2, explained(134))  # only LWNB is right about row 135
    assert score == Score(1, 1, (("LWNB", 1), ("NB", 0), ("KNN", 0), ("KNNDW", 0)))
    score = score.counting(1, explained(0))
    assert score_text(score) == "You: 1 of 2 right; LWNB 2, NB 1, KNN 1, KNNDW 1"
    changed = LWNB(50).fit(IRIS).explain(IRIS, row=0, changes={"petalwidth": 2.0})
    assert score.counting(0, changed) == score, "values that were changed have no true class"
    assert verdict(0, changed)[0] is None
    assert verdict(2, explained(134))[1].startswith(
        "Right: it is Iris-virginica. LWNB is right (0.828); NB, KNN"
    )
    assert verdict(1, explained(134))[0] is False
    assert "All learners are right" in verdict(0, explained(0))[1]
    assert score_text(Score()) == "no guesses yet"


def test_teaching_state_kept_when_other_data_are_opened() -> None:
    state = AppState()
    state.open(Query.opening(IRIS, row=134))
    query = state.query
    assert query is not None
    state.set_teaching(Teaching(step="tables", guess_first=True).answered(query, 2, explained(134)))
    state.open(Query.opening(sample("weather-nominal")))
    teaching = state.display.teaching
    assert teaching.step == "distances"
    assert teaching.guess_first
    assert teaching.answers == ()
    assert teaching.score.guesses == 1
    state.set_teaching(replace(teaching, lecture=Lecture("T"), panels=frozenset({"map"})))
    state.open(Query.opening(IRIS))
    assert state.display.teaching == Teaching(), "a lecture’s modes and its score end with it"


def test_teaching_steps_are_not_undo_steps() -> None:
    state = AppState()
    state.open(Query.opening(IRIS))
    state.set_teaching(state.display.teaching.stepped(1))
    assert state.history.undo_text is None
    state.set_k(7)
    state.undo()
    assert state.display.teaching.step == "distances"


def test_page_keys_go_through_the_steps_and_then_to_the_next_lecture() -> None:
    assert not Teaching(guess_first=True).is_presented
    lecture = Teaching(lecture=Lecture("Mine"))
    assert lecture.is_presented
    assert lecture.turned(1) is None, "without steps the next lecture comes at once"
    at: Teaching | None = replace(lecture, step=STEPS[0])
    assert at is not None
    assert at.turned(-1) is None
    seen = []
    while at is not None:
        seen.append(at.step)
        at = at.turned(1)
    assert tuple(seen) == STEPS
    assert Teaching(step=STEPS[-1]).is_presented, "at its end, too"
