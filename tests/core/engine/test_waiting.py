"""The rule for which form computes: nobody waits for the compiler, unless numpy would take longer."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from types import SimpleNamespace

import pytest

import lwnb_core as lw
from lwnb_core.engine import choice
from lwnb_core.progress import Cancelled

SHORT, LONG = 0.5, 60.0  # seconds that numpy would take


@pytest.fixture(autouse=True)
def the_usual_rule(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    if choice.loops() is None:
        pytest.skip("numba is not installed")
    monkeypatch.setenv("LWNB_ENGINE", "numba")
    data = lw.sample("weather-numeric")
    lw.KNN(3).fit(data).predict(data)  # calls the sweep, which is then compiled
    monkeypatch.setenv("LWNB_ENGINE", "auto")
    return


def elsewhere(ask: Callable[[], object]) -> list[object]:
    """The answer in another thread."""
    answers: list[object] = []
    thread = threading.Thread(target=lambda: answers.append(ask()))
    thread.start()
    thread.join(60)
    return answers


def test_compiled_loops_that_are_there_are_used_for_everything() -> None:
    assert choice.compiled()
    assert choice.compiled(SHORT)
    assert choice.compiled(LONG)


def test_loops_that_are_only_loaded_are_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are compiled at their first call, which takes seconds."""
    monkeypatch.setattr(choice, "_ENTRIES", {choice.SWEEP: "never_called"})
    monkeypatch.setattr(choice.loops(), "never_called", SimpleNamespace(signatures=[]), raising=False)
    assert not choice.compiled(SHORT)
    assert choice.compiled(LONG)


def test_while_one_thread_compiles_the_others_use_numpy_for_what_is_short() -> None:
    with choice.compiling():
        assert choice.compiled(SHORT)  # the thread that compiles calls the loops
        assert elsewhere(lambda: choice.compiled(SHORT)) == [False]
        assert elsewhere(choice.compiled) == [False]


def test_what_takes_numpy_long_waits_until_the_loops_are_compiled() -> None:
    waited = threading.Event()
    answers: list[bool] = []

    def ask() -> None:
        answers.append(choice.compiled(LONG, lambda done, total: waited.set()))

    with choice.compiling():
        thread = threading.Thread(target=ask)
        thread.start()
        assert waited.wait(60)
        assert answers == []
    thread.join(60)
    assert answers == [True]


def test_waiting_can_be_cancelled() -> None:
    def cancelled(done: int, total: int, /) -> None:
        raise Cancelled

    def ask() -> str:
        with pytest.raises(Cancelled):
            choice.compiled(LONG, cancelled)
        return "cancelled"

    with choice.compiling():
        assert elsewhere(ask) == ["cancelled"]


def test_a_study_keeps_the_engine_with_which_it_began() -> None:
    """In its threads, too, whatever is compiled in the meantime."""
    seen: set[bool] = set()

    class Recorded(lw.KNN):
        def fit_training(self, training: lw.TrainingSet) -> lw.Model:
            seen.add(choice.compiled(LONG))
            return super().fit_training(training)

    data = lw.sample("weather-numeric")
    with choice.compiling():
        elsewhere(lambda: lw.cross_validate(Recorded(3), data, runs=2, folds=3, jobs=2))
    assert seen == {False}


def test_the_share_that_is_compiled_is_a_share() -> None:
    assert 0 <= choice.share_compiled() <= 1
