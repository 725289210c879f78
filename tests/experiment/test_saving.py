"""An experiment outlives the program: its plan in a session, its rows in a file of the program's own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from lwnb_core import sample, save
from lwnb_core.evaluation.experiments.fold_results import ResultRow
from lwnb_core.evaluation.experiments.results_file import read_results
from lwnb_core.progress import silent
from lwnb_gui.app.query import Query
from lwnb_gui.app.run import Run
from lwnb_gui.app.view import View
from lwnb_gui.experiment.data import file_choice, open_choice, sample_choices
from lwnb_gui.experiment.plan import DataChoice, Plan
from lwnb_gui.experiment.run import KnownRows, Message, NewRows, run_plan
from lwnb_gui.experiment.saving import new_plan, plans_of, rows_of, view_of
from lwnb_gui.experiment.settings import ChosenData, ExperimentView, PlanView
from lwnb_gui.session.data import DataSource
from lwnb_gui.session.file import from_json, to_json
from lwnb_gui.session.session import Session

IRIS = sample("iris")
WEATHER = next(choice for choice in sample_choices() if choice.name == "weather-nominal")
QUERY = Query.opening(IRIS)


def never(path: str) -> bool:
    return False


def always(path: str) -> bool:
    return True


def through_a_file(view: ExperimentView) -> ExperimentView:
    return from_json(to_json(Session.without_data(View(experiment=view)))).experiment


class TestPlans:
    def test_plan_is_saved_and_restored(self, tmp_path: Path) -> None:
        own = Plan(
            data=(WEATHER, file_choice(tmp_path / "a.arff"), open_choice(QUERY)),  # type: ignore[arg-type]
            learners=("nb", "lwnb:k=7,kernel=tricube"),
            base=1,
            runs=3,
            folds=4,
            convention="weka",
            results=str(tmp_path / "r.csv"),
        )
        choices = (DataChoice("iris", "x", IRIS), DataChoice("vote", "y", IRIS, is_included=False))
        table = replace(new_plan("table3"), data=choices, runs=2)
        view = through_a_file(view_of([own, table, new_plan("figure2")], "table3", "auc", False, QUERY))
        assert (view.preset, view.measure) == ("table3", "auc")
        plans = plans_of(view, QUERY, "/papers")
        assert plans["own"] == own
        assert plans["own"].data[2].data is not None, "the open data, as they are now"
        assert plans["table3"].runs == 2
        assert plans["table3"].folder == "/papers"
        assert [(c.name, c.is_included) for c in plans["table3"].data] == [("vote", False)]
        assert "figure2" not in plans

    def test_untouched_plan_is_not_saved(self) -> None:
        own = Plan(data=(open_choice(QUERY),))  # type: ignore[arg-type]
        table = replace(new_plan("table2"), data=(DataChoice("iris", "x", IRIS),), folder="/papers")
        assert view_of([own, table], "own", "accuracy", True, QUERY) == ExperimentView()
        follows = view_of([replace(own, runs=2)], "own", "accuracy", True, QUERY)
        assert follows.plans[0].data is None
        assert plans_of(follows, None, "")["own"].data == ()
        assert plans_of(follows, QUERY, "")["own"].data == own.data
        assert view_of([own], "own", "accuracy", False, QUERY) != ExperimentView(), "chosen by a start"

    def test_file_cannot_change_the_paper_s_table(self) -> None:
        """Nothing that a file says of a table makes one that the paper does not have."""
        view = ExperimentView(
            "table2",
            plans=(
                PlanView("own", None, (), base=3),
                PlanView(
                    "table2",
                    (ChosenData.of("no such", wanted=False), ChosenData.of("vote", "/etc/passwd")),
                    ("nb",),
                ),
            ),
        )
        plans = plans_of(view, QUERY, "")
        assert plans["table2"].data == ()
        assert plans["table2"].names == new_plan("table2").names
        assert plans["own"].learners == Plan().learners
        assert [choice.source for choice in plans["own"].data] == ["open"]
        assert set(plans_of(ExperimentView("figure2"), None, "")) == {"own", "figure2"}

    def test_plan_on_data_that_are_no_longer_open(self, tmp_path: Path) -> None:
        file = tmp_path / "flowers.arff"
        save(IRIS, file)
        data = DataChoice("flowers", str(file)).read()
        own = Plan(data=(open_choice(Query.opening(data)),))  # type: ignore[arg-type]
        view = view_of([own], "own", "accuracy", False, QUERY)
        assert view.plans[0].data == (ChosenData.of("flowers", str(file)),)
        gone = replace(view, plans=(PlanView("own", (ChosenData.of("mine", "open"),), ("nb",)),))
        assert "open and add them" in plans_of(gone, None, "")["own"].data[0].note


class TestFiles:
    VIEW = ExperimentView(
        plans=(
            PlanView(
                "own",
                (
                    ChosenData.of("a", "data/a.arff"),
                    ChosenData.of("b", "../b.arff"),
                    ChosenData.of("c", "/etc/c.csv"),
                ),
                ("nb",),
                results="/etc/r.csv",
            ),
        )
    )

    def test_nothing_outside_the_folder_is_used_unasked(self, tmp_path: Path) -> None:
        (tmp_path / "inner").mkdir()
        file = tmp_path / "inner" / "s.lwnb"
        view, outside = self.VIEW.located(file, never)
        assert view.plans[0].data is not None
        assert [c.source for c in view.plans[0].data] == [str(tmp_path / "inner" / "data" / "a.arff"), "", ""]
        assert view.plans[0].results == ""
        assert outside == (str(tmp_path / "b.arff"), "/etc/c.csv", "/etc/r.csv")
        chosen, none = self.VIEW.located(file, always)
        assert none == ()
        assert chosen.plans[0].data is not None
        assert chosen.plans[0].data[1].source == str(tmp_path / "b.arff")
        assert chosen.plans[0].results == "/etc/r.csv"

    def test_files_beside_the_session_move_with_it(self, tmp_path: Path) -> None:
        whole, _ = self.VIEW.located(tmp_path / "s.lwnb", always)
        relative = whole.relative_to(tmp_path / "s.lwnb").plans[0]
        assert relative.data is not None
        assert relative.data[0].source == "data/a.arff"
        assert relative.results == "/etc/r.csv"


def test_a_session_of_an_experiment_alone() -> None:
    view = ExperimentView(plans=(PlanView("own", (ChosenData.of("iris", "sample:iris"),), ("nb",)),))
    session = Session.without_data(View("experiment", experiment=view))
    opened = from_json(to_json(session)).open(None, never)
    assert opened.query is None
    assert opened.view == View("experiment", experiment=view)
    assert session.data == DataSource()


class TestRows:
    PLAN = Plan(data=(WEATHER,), learners=("nb", "knn:k=3"), runs=2, folds=2)

    def run(self, plan: Plan, keep: Path | None, known: tuple[ResultRow, ...] = ()) -> list[Message]:
        heard: list[Message] = []
        run_plan(plan, known, Run(), silent, heard.append, keep)
        return heard

    def test_every_row_is_saved_at_once_and_restored(self, tmp_path: Path) -> None:
        keep = tmp_path / "rows.csv"
        heard = self.run(self.PLAN, keep)
        rows = [row for message in heard if isinstance(message, NewRows) for row in message.rows]
        assert len(rows) == 8
        assert read_results(keep) == rows
        text = keep.read_text(encoding="utf-8").splitlines(keepends=True)
        keep.write_text("".join(text[:6]) + "cut off", encoding="utf-8")  # as a kill leaves it
        saved, errors = rows_of({"own": [keep, tmp_path / "none.csv"]})
        assert not errors
        assert saved["own"] == rows[:5]
        other = replace(rows[0], dataset="not there any more")
        heard = self.run(self.PLAN, keep, (*saved["own"], other))
        assert [len(message.rows) for message in heard if isinstance(message, KnownRows)] == [5]
        assert {row.key for row in read_results(keep)} == {row.key for row in (*rows, other)}

    def test_folder_that_cannot_be_written_to_stops_no_run(self, tmp_path: Path) -> None:
        heard = self.run(self.PLAN, tmp_path / "no such folder" / "rows.csv")
        assert sum(len(m.rows) for m in heard if isinstance(m, NewRows)) == 8

    def test_file_without_results_is_reported(self, tmp_path: Path) -> None:
        (tmp_path / "r.csv").write_text("a,b\n1,2\n", encoding="utf-8")
        saved, errors = rows_of({"own": [tmp_path / "r.csv"]})
        assert saved.get("own", []) == []
        assert "not a results file" in errors[0].message
