"""Experiments: the right rows, on the right folds, whichever learner fails and however they are computed."""

from __future__ import annotations

import csv
import dataclasses
import io
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lwnb_core as lw
from lwnb_core.evaluation.experiments.fold_results import Key, ResultRow
from lwnb_core.evaluation.experiments.names import columns_of
from lwnb_core.evaluation.experiments.results_file import read_results
from lwnb_core.evaluation.experiments.results_table import ranking_grid, result_csv, result_grid


@dataclasses.dataclass(frozen=True)
class Stumbling(lw.Learner):
    """Naive Bayes that fails on data with a class called Iris-virginica."""

    name = "Stumbling"

    def fit_training(self, training: Any) -> lw.Model:
        if "Iris-virginica" in training.class_names:
            raise ValueError("no\nflowers")
        return lw.NB().fit_training(training)


def test_every_learner_has_the_figures_of_its_own_cross_validation() -> None:
    learners = [lw.LWNB(20), lw.NB(), lw.KNN(5), lw.Discretised(lw.AODE(1))]
    result = lw.Experiment(["iris", "labor"], learners, runs=2, jobs=1).run()
    assert result.complete
    for name in ("iris", "labor"):
        for i, learner in enumerate(learners):
            alone = lw.cross_validate(learner, lw.sample(name), runs=2)
            np.testing.assert_allclose(result.values(name, i), alone.folds)
            assert result.cell(name, i).mean == pytest.approx(alone.mean)
            assert result.cell(name, i).sd == pytest.approx(alone.sd)
            base = result.values(name, 0)
            assert result.cell(name, i).mark == lw.corrected_t_test(base, alone.folds).mark


def test_rows_have_all_measures_and_times() -> None:
    seen: list[ResultRow] = []
    result = lw.Experiment(["iris"], ["nb"], runs=1, jobs=1).run(on_result=seen.append)
    assert tuple(seen) == result.rows
    assert [row.fold for row in seen] == list(range(10))
    for row in seen:
        assert (row.dataset, row.learner, row.run, row.folds, row.n_test) == ("iris", "NB", 1, 10, 15)
        assert 0 <= row.accuracy <= 100
        assert row.log_loss > 0
        assert 0 < row.auc <= 1
        assert row.kappa <= 1
        assert row.train_seconds >= 0
        assert row.test_seconds > 0


def test_failing_learner_is_reported_in_its_cell_and_others_go_on() -> None:
    result = lw.Experiment(["iris", "labor"], ["nb", Stumbling(), "lbr"], runs=1, jobs=1).run()
    assert result.finished
    assert not result.complete
    assert result.to_dict()["complete"] is False
    assert result.cell("iris", 0).n == 10
    failed = result.cell("iris", 1)
    assert (failed.n, failed.error) == (0, "ValueError: no flowers")
    np.testing.assert_array_equal(result.values("labor", 1), result.values("labor", 0))
    assert "nominal" in result.cell("labor", "LBR").error
    assert result.errors["iris", "Stumbling"] == "ValueError: no flowers"
    assert result.tally(1) == result.tally("Stumbling")
    assert [rank.learner for rank in result.ranking()] == ["NB", "Stumbling"], "who has nothing has no rank"


def test_tables_name_who_failed_and_rank_nobody_without_results() -> None:
    result = lw.Experiment(["iris", "labor"], ["nb", Stumbling(), "lbr"], runs=1, jobs=1).run()
    ranking = ranking_grid(result)
    assert [line[0].text for line in ranking.lines] == ["NB", "Stumbling"]
    assert ranking.notes == (
        "Stumbling lacks results on iris, and counts as last there.",
        "LBR has no rank: it has no results on any data set.",
    )
    grid = result_grid(result)
    assert [cell.text for cell in grid.summary[0]][-1] == "–"
    assert not any("Not finished" in note for note in grid.notes), "nothing is left to do"
    rows = list(csv.DictReader(io.StringIO(result_csv(result))))
    assert [float(row["mean"]) for row in rows if row["learner"] == "NB"] == [
        result.cell(name, 0).mean for name in result.datasets
    ]
    lost = next(row for row in rows if row["learner"] == "Stumbling")
    assert (lost["mean"], lost["sd"], lost["folds"], lost["error"]) == ("", "", "0", "ValueError: no flowers")


def test_csv_has_numbers_and_marks_in_columns_of_their_own() -> None:
    result = lw.Experiment(["glass"], ["nb", "knn:k=5"], runs=2, jobs=1).run()
    header, *lines = csv.reader(io.StringIO(result_csv(result)))
    assert header == ["data set", "learner", "mean", "sd", "mark", "folds", "error"]
    for line, i in zip(lines, range(2), strict=True):
        cell = result.cell("glass", i)
        assert (float(line[2]), float(line[3])) == (cell.mean, cell.sd)
        assert (line[4], line[5], line[6]) == ({"+": "○", "-": "•", "": ""}[cell.mark], "20", "")
    assert lines[1][4] == "○"


def test_progress_goes_up_to_the_whole_and_cancelling_keeps_what_is_done(tmp_path: Path) -> None:
    out = tmp_path / "results.csv"
    experiment = lw.Experiment(["iris", "labor"], ["nb"], runs=3, jobs=1, out=out)
    seen: list[tuple[int, int]] = []

    def stop_half_way(done: int, total: int, /) -> None:
        seen.append((done, total))
        if 2 * done > total:
            raise lw.Cancelled

    with pytest.raises(lw.Cancelled):
        experiment.run(stop_half_way)
    saved = read_results(out)
    assert 0 < len(saved) < 60
    assert seen == sorted(seen)
    seen.clear()
    result = lw.Experiment(["iris", "labor"], ["nb"], runs=3, jobs=1, out=out, resume=True).run(
        lambda done, total: seen.append((done, total))
    )
    assert result.complete
    assert seen[0][0] > 0, "what is kept counts as done"
    assert seen[-1][0] == seen[-1][1]
    assert read_results(out)[: len(saved)] == saved


def test_processes_give_the_same_rows(tmp_path: Path) -> None:
    settings: dict[str, Any] = {"runs": 2, "folds": 5}
    in_process = lw.Experiment(["iris", "labor"], ["lwnb:k=20", "nb"], jobs=1, **settings).run()
    in_workers = lw.Experiment(["iris", "labor"], ["lwnb:k=20", "nb"], jobs=2, **settings).run()
    assert in_workers.complete
    for name in in_process.datasets:
        for i in range(2):
            np.testing.assert_array_equal(in_process.values(name, i), in_workers.values(name, i))
            np.testing.assert_array_equal(
                in_process.values(name, i, "auc"), in_workers.values(name, i, "auc")
            )


def test_resuming_may_add_runs_learners_and_data_but_mixes_nothing(tmp_path: Path) -> None:
    out = tmp_path / "results.csv"
    lw.Experiment(["iris"], ["nb"], runs=1, jobs=1, out=out).run()
    first = read_results(out)
    more = lw.Experiment(["iris", "labor"], ["nb", "knn:k=3"], runs=2, jobs=1, out=out, resume=True).run()
    assert more.complete
    assert len(more.rows) == 80
    assert read_results(out)[:10] == first, "what was there is not computed again"
    fewer = lw.Experiment(["iris"], ["knn:k=3"], runs=1, jobs=1, out=out, resume=True).run()
    assert len(fewer.rows) == 10
    assert lw.ExperimentResult.load(out).learners == ("NB", "KNN k=3")
    with pytest.raises(lw.SettingsError, match="already exists"):
        lw.Experiment(["iris"], ["nb"], out=out).run()
    with pytest.raises(lw.SettingsError, match="10 folds"):
        lw.Experiment(["iris"], ["nb"], folds=5, out=out, resume=True).run()
    with pytest.raises(lw.SettingsError, match="other data"):
        lw.Experiment({"iris": lw.sample("glass")}, ["nb"], out=out, resume=True).run()
    with pytest.raises(lw.SettingsError, match="other data"):
        lw.Experiment(["iris"], ["nb"], out=out, resume=True, shuffled=False).run()


def test_impossible_experiments_are_refused_at_once() -> None:
    iris = lw.sample("iris")
    for wrong in (
        lambda: lw.Experiment([], ["nb"]),
        lambda: lw.Experiment([iris], []),
        lambda: lw.Experiment([iris, iris], ["nb"]),
        lambda: lw.Experiment([iris], ["nb", "nb:convention=paper"]),
        lambda: lw.Experiment([iris], ["nb"], base=1),
        lambda: lw.Experiment([iris], ["nb"], base="knn"),
        lambda: lw.Experiment([iris], ["nb"], runs=0),
        lambda: lw.Experiment([iris], ["nb"], folds=1),
        lambda: lw.Experiment([iris], ["nb"], folds=151),
        lambda: lw.Experiment([iris], ["nb"], resume=True),
        lambda: lw.Experiment([iris], ["nb"], out="results.xlsx").run(),
    ):
        with pytest.raises(lw.SettingsError):
            wrong()


def test_names_tell_learners_apart() -> None:
    specs = ["lwnb:k=50", "lwnb:k=100,kernel=tricube", "lwnb:k=50,convention=weka", "nbd", "nb"]
    names = [column.name for column in columns_of(specs)]
    assert names == ["LWNB k=50", "LWNB k=100 kernel=tricube", "LWNB k=50 convention=weka", "NBD", "NB"]
    assert columns_of([Stumbling()])[0].spec == "Stumbling()"


def test_marks_tallies_and_ranks_of_made_up_results() -> None:
    def rows(spec: str, dataset: str, level: float) -> list[ResultRow]:
        noise = np.random.RandomState(1).uniform(0, 1, 20)
        return [
            ResultRow(
                dataset,
                spec,
                spec,
                1 + f // 10,
                f % 10,
                10,
                "",
                10,
                accuracy=level + noise[f] * (1 + (spec == "b")),
            )
            for f in range(20)
        ]

    created = lw.ExperimentResult(
        ("x", "y"), ("a", "b"), ("a", "b"), 0, 2, 10,
        (*rows("a", "x", 50), *rows("b", "x", 60), *rows("a", "y", 50), *rows("b", "y", 40)),
    )  # fmt: skip
    assert created.mark("x", "b") == "+"
    assert created.mark("y", "b") == "-"
    assert created.mark("x", "a") == ""
    tally = created.tally("b")
    assert (tally.wins, tally.ties, tally.losses) == (1, 0, 1)
    assert [(r.learner, r.wins, r.losses, r.mean_rank) for r in created.ranking()] == [
        ("a", 1, 1, 1.5),
        ("b", 1, 1, 1.5),
    ]
    assert created.rows[0].key == Key("x", "a", 1, 0)
    with pytest.raises(lw.SettingsError):
        created.values("x", "c")
    with pytest.raises(lw.SettingsError):
        created.values("x", "a", "wit")
