"""The shared state: steps and what they are called, undo, and who is notified of changes."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

import lwnb_core as lw
from lwnb_gui.app.app_state import AppState, Snapshot
from lwnb_gui.app.data_edit import set_class
from lwnb_gui.app.history import History, Step
from lwnb_gui.app.map_settings import MapSettings
from lwnb_gui.app.query import Query
from lwnb_gui.app.test_rows import HeldOut, TestFile


@pytest.fixture
def state() -> AppState:
    state = AppState()
    state.open(Query.opening(lw.sample("iris")))
    return state


def query(state: AppState) -> Query:
    assert state.query is not None
    return state.query


def test_every_step_is_described_and_can_be_undone(state: AppState) -> None:
    steps = [
        (lambda: state.set_k(60), "k 50 → 60"),
        (lambda: state.pick_row(134), "pick row 135"),
        (lambda: state.change_value("petalwidth", 1.6), "petalwidth 1.4 → 1.6"),
        (lambda: state.change_value("petalwidth", None), "petalwidth 1.6 → missing"),
        (state.reset_values, "petalwidth missing → 1.4"),
        (lambda: state.change_settings(kernel="tricube"), "kernel linear → tricube"),
        (lambda: state.change_settings(numeric="precision"), "numeric density → precision"),
        (lambda: state.change_settings(convention="weka"), "convention paper → weka"),
        (lambda: state.change_settings(eq6="printed"), "equation 6 as printed"),
        (lambda: state.use_attribute("sepalwidth", False), "without sepalwidth"),
        (lambda: state.set_map(MapSettings("distance")), "map"),
        (lambda: set_class(state, "petalwidth", 3), "class class → petalwidth"),
        (lambda: state.set_test_rows(HeldOut(20, 2)), "20 % held out, seed 2"),
    ]
    seen = [query(state)]
    for act, text in steps:
        act()
        assert state.history.undo_text == text
        seen.append(query(state))
    for before in reversed(seen[:-1]):
        state.undo()
        assert query(state) == before
    for after in seen[1:]:
        state.redo()
        assert query(state) == after


def test_a_drag_is_one_step(state: AppState) -> None:
    token = object()
    for k in (51, 60, 75):
        state.set_k(k, token)
    assert state.history.undo_text == "k 50 → 75"
    state.undo()
    assert query(state).k == 50
    assert state.history.undo_text is None


def test_a_drag_back_to_its_start_is_no_step(state: AppState) -> None:
    token = object()
    state.set_k(60, token)
    state.set_k(50, token)
    assert state.history.undo_text is None


def test_a_new_step_forgets_what_was_undone(state: AppState) -> None:
    state.set_k(60)
    state.undo()
    state.set_k(70)
    assert state.history.redo_text is None


def test_k_stays_within_the_training_rows(state: AppState) -> None:
    state.set_k(1000)
    assert query(state).k == 149
    state.set_k(-3)
    assert query(state).k == 1


def test_observers_are_called_once_with_old_and_new_state(state: AppState) -> None:
    heard: list[tuple[Snapshot, Snapshot]] = []
    stop = state.subscribe(lambda old, new: heard.append((old, new)))
    state.set_k(60)
    state.set_k(60)
    assert [(o.query.k, n.query.k) for o, n in heard if o.query and n.query] == [(50, 60)]
    stop()
    state.set_k(70)
    assert len(heard) == 1


def test_observers_hear_changes_in_order_even_when_one_causes_another(state: AppState) -> None:
    heard: list[int] = []

    def meddle(old: Snapshot, new: Snapshot) -> None:
        if query(state).k == 60:
            state.set_k(70)

    state.subscribe(meddle)
    state.subscribe(lambda old, new: heard.append(new.query.k if new.query else 0))
    state.set_k(60)
    assert heard == [60, 70]


def test_next_and_previous_step_through_the_test_rows(state: AppState) -> None:
    state.step_row(1)
    assert query(state).row == 1
    state.step_row(-5)
    assert query(state).row == 0
    state.set_test_rows(HeldOut(34, 1))
    rows = query(state).rows_to_test
    assert query(state).row == rows[0]
    state.step_row(1)
    assert query(state).row == rows[1]


def test_next_and_previous_go_to_the_test_rows_around_another_row(state: AppState) -> None:
    state.set_test_rows(HeldOut(34, 1))
    rows = query(state).rows_to_test
    before, after = next((a, b) for a, b in pairwise(rows.tolist()) if b - a > 1)
    for by, expected in ((-1, before), (1, after)):
        state.pick_row(before + 1)
        state.step_row(by)
        assert query(state).row == expected


def test_history_keeps_so_many_steps_and_forgets_the_oldest() -> None:
    history: History[int] = History(lambda before, after: f"{before} → {after}", longest=3)
    for i in range(5):
        history.take(Step(i, i + 1))
    assert history.undo_text == "4 → 5"
    undone = [step.before for step in iter(history.undo, None)]
    assert undone == [4, 3, 2]


def test_the_view_is_not_undone(state: AppState) -> None:
    state.set_k(60)
    state.go_to("data")
    state.hide_classes({1})
    state.colour_class(0, "#123456")
    state.undo()
    assert state.display.page == "data"
    assert state.now.hidden_classes == {1}
    assert state.now.class_colours == {0: "#123456"}
    state.colour_class(0, None)
    assert state.now.class_colours == {}


def test_hidden_classes_and_colours_belong_to_their_class_attribute() -> None:
    """Both attributes have a class of code 0, and three of the four have a class of the same name."""
    state = AppState()
    state.open(Query.opening(lw.sample("weather-nominal")))
    state.hide_classes({0})
    state.colour_class(1, "#123456")
    state.set_data(query(state).data.with_class("outlook"))
    assert (state.now.hidden_classes, state.now.class_colours) == (frozenset(), {})
    state.hide_classes({2})
    state.colour_class(0, "#654321")
    state.undo()
    assert (state.now.hidden_classes, state.now.class_colours) == ({0}, {1: "#123456"})
    state.redo()
    assert (state.now.hidden_classes, state.now.class_colours) == ({2}, {0: "#654321"})


def test_opening_begins_a_new_history(state: AppState) -> None:
    state.set_k(60)
    state.open(Query.opening(lw.sample("vote")))
    assert state.history.undo_text is None
    state.close_data()
    assert state.query is None
    with pytest.raises(RuntimeError):
        state.set_k(3)


def test_reset_settings_keeps_instance_and_k(state: AppState) -> None:
    state.pick_row(134)
    state.set_k(60)
    state.change_settings(kernel="gaussian")
    state.change_settings(convention="tables")
    state.reset_settings()
    assert query(state).differences() == ()
    assert (query(state).row, query(state).k) == (134, 60)


def test_reset_settings_closes_a_test_file_with_its_instance(state: AppState) -> None:
    """Row 121 of the test file is no row of 50 training rows, and row 30 is another one."""
    iris = lw.sample("iris")
    for row in (120, 29):
        state.open(Query.opening(iris.subset(np.arange(50))))
        state.set_test_rows(TestFile(iris))
        state.pick_row(row)
        state.change_value("petallength", 3.3)
        state.reset_settings()
        assert query(state).differences() == ()
        assert (query(state).row, query(state).changes) == (0, ())
        state.undo()
        assert (query(state).row, query(state).value("petallength")) == (row, 3.3)


def test_another_test_file_begins_with_its_first_row(state: AppState) -> None:
    """Row 30 of one file is not row 30 of the other, and a changed value belongs to its row."""
    iris = lw.sample("iris")
    state.set_test_rows(TestFile(iris.subset(np.arange(0, 60))))
    state.pick_row(29)
    state.change_value("petallength", 3.3)
    state.set_test_rows(TestFile(iris.subset(np.arange(60, 120))))
    assert (query(state).row, query(state).changes) == (0, ())
    state.undo()
    assert (query(state).row, query(state).value("petallength")) == (29, 3.3)


def test_k_never_exceeds_the_training_rows(state: AppState) -> None:
    """Holding out rows lowers k if necessary; undo restores it."""
    state.set_k(149)
    state.set_test_rows(HeldOut(percent=50))
    assert query(state).k == query(state).n_training < 149
    state.undo()
    assert query(state).k == 149


def test_only_k_and_the_instance_count_as_moved(state: AppState) -> None:
    heard: list[bool] = []
    state.subscribe(lambda old, new: heard.append(new.only_moved_since(old)))
    state.set_k(51)
    state.pick_row(3)
    state.change_value("petalwidth", 1.6)
    state.undo()
    assert heard == [True] * 4
    heard.clear()
    state.change_settings(kernel="tricube")
    state.use_attribute("sepalwidth", False)
    state.hide_classes({1})
    state.go_to("data")
    state.open(query(state))
    state.close_data()
    assert heard == [False] * 6


def test_other_data_and_other_training_rows_are_recognised(state: AppState) -> None:
    heard: list[tuple[bool, bool]] = []
    state.subscribe(
        lambda old, new: heard.append((new.has_other_data_than(old), new.has_other_training_rows_than(old)))
    )
    state.set_k(51)
    state.pick_row(3)
    state.change_settings(kernel="tricube")
    state.go_to("data")
    assert heard == [(False, False)] * 4
    heard.clear()
    state.set_test_rows(HeldOut(20, 2))
    assert heard == [(False, True)]
    heard.clear()
    state.use_attribute("sepalwidth", False)
    set_class(state, "petalwidth", 3)
    state.undo()
    state.open(Query.opening(lw.sample("iris")))
    state.close_data()
    assert heard == [(True, True)] * 5


def test_k_goes_up_to_the_weight_of_the_training_rows_and_back_where_rows_count(state: AppState) -> None:
    iris = query(state).data
    state.open(Query.opening(iris.with_weights(np.full(len(iris), 2.0))))
    state.set_k(1000)
    assert query(state).k == 298
    state.change_settings(convention="weka")
    assert query(state).k == 149
    state.undo()
    assert query(state).k == 298
