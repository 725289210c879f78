"""The measures that the table of an experiment can show, and the tests over all data sets below it."""

from __future__ import annotations

from dataclasses import replace

from pytestqt.qtbot import QtBot

from lwnb_core.evaluation.measures import MEASURES
from lwnb_gui.qt.experiment.page import ExperimentPage
from tests.qt.experiments import finish, named, page

__all__ = ["page"]


def run(page: ExperimentPage, qtbot: QtBot, *names: str) -> None:
    plan = replace(page.controller.plan, data=named(*names), learners=("nb", "knn:k=3", "lwnb:k=20"))
    page.controller.set_plan(replace(plan, runs=1, folds=2))
    page.start()
    finish(page, qtbot)


def choices(page: ExperimentPage) -> list[str]:
    box = page.results.measure
    return [box.itemData(i) for i in range(box.count())]


def test_f1_of_a_class_is_a_measure_like_the_others(page: ExperimentPage, qtbot: QtBot) -> None:
    run(page, qtbot, "iris")
    assert set(choices(page)) == {*MEASURES, "f1:Iris-setosa", "f1:Iris-versicolor", "f1:Iris-virginica"}
    box = page.results.measure
    for measure in ("f1", "mcc", "f1:Iris-virginica"):
        box.setCurrentIndex(box.findData(measure))
        box.activated.emit(box.currentIndex())
        finish(page, qtbot)
        exported = page.results.exported
        assert exported is not None
        assert page.controller.table.cell("iris", 0).result == exported.result.cell("iris", 0, measure)
        assert 0 < exported.result.cell("iris", 0, measure).mean < 1
        assert box.currentData() == measure
    assert "F1 of class Iris-virginica and standard deviation" in exported.render("markdown")
    assert page.context.state.display.experiment.measure == "f1:Iris-virginica"
    page.results.open_folds("iris", 1)
    assert page.results.folds is not None
    assert "F1 of class Iris-virginica" in page.results.folds.heading.text()
    page.results.folds.close()


def test_five_data_sets_have_the_friedman_test(page: ExperimentPage, qtbot: QtBot) -> None:
    run(page, qtbot, "iris", "labor", "glass", "weather-nominal")
    assert not page.results.area.friedman.isVisibleTo(page.results)
    run(page, qtbot, "iris", "labor", "glass", "weather-nominal", "weather-numeric")
    assert not [name for name in choices(page) if name.startswith("f1:")]  # they share no class
    exported = page.results.exported
    assert exported is not None
    test = exported.result.friedman()
    assert test is not None
    assert page.results.area.friedman.isVisibleTo(page.results)
    assert page.results.area.friedman.text() == " ".join(test.sentences)
    assert all(sentence in exported.render("markdown") for sentence in test.sentences)
    page.controller.set_measure("log_loss")
    finish(page, qtbot)
    other = exported.result.friedman("log_loss")
    assert other is not None
    assert other.mean_ranks != test.mean_ranks
    assert page.results.area.friedman.text() == " ".join(other.sentences)
