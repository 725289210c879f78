"""An experiment outlives the program: its plan is in a session, its rows in a file that the program keeps."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lwnb_core import load, sample, save
from lwnb_core.evaluation.experiments.fold_results import ResultRow
from lwnb_core.evaluation.experiments.results_file import read_results
from lwnb_core.progress import silent
from lwnb_gui.app.display_state import DisplayState
from lwnb_gui.app.query import Query
from lwnb_gui.app.run import Run
from lwnb_gui.experiment.data import after_closing, file_choice, found_data, open_choice, sample_choices
from lwnb_gui.experiment.plan import DataChoice, ExperimentSettings, Plan
from lwnb_gui.experiment.run import KnownRows, Message, NewRows, run_plan
from lwnb_gui.experiment.saved_rows import rows_of
from lwnb_gui.experiment.store import ExperimentStore
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


def through_a_file(settings: ExperimentSettings) -> ExperimentSettings:
    return from_json(to_json(Session.without_data(DisplayState(experiment=settings)))).experiment


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
        table = Plan("table3", (DataChoice("vote", is_included=False),), runs=2)
        settings = ExperimentSettings.of([own, table, Plan("figure2", runs=2)], "table3", "auc")
        assert (settings.preset, settings.measure) == ("table3", "auc")
        assert settings.plans == (own, table)
        assert through_a_file(settings) == settings
        again, _ = through_a_file(settings).plans
        assert again.data is not None
        assert again.data[2].data is None, "a file names the data"
        assert found_data(again, QUERY)[2].data is not None, "the open data, as they are now"
        paper = (DataChoice.of("iris", "x", data=IRIS), DataChoice.of("vote", "y", data=IRIS))
        assert [(c.name, c.is_included) for c in found_data(table, QUERY, paper)] == [
            ("iris", True),
            ("vote", False),
        ]

    def test_untouched_plan_is_not_saved(self) -> None:
        table = ExperimentStore(Plan("table2"), (), (DataChoice.of("iris", "x", data=IRIS),), "/papers")
        assert [choice.name for choice in table.found.included] == ["iris"]
        assert ExperimentSettings.of([Plan(), table.plan], "own", "accuracy") == ExperimentSettings()
        follows = ExperimentSettings.of([Plan(runs=2)], "own", "accuracy").plans[0]
        assert follows.data is None
        assert found_data(follows, None) == ()
        assert found_data(follows, QUERY) == (open_choice(QUERY),)
        own = Plan(data=found_data(follows, QUERY))
        assert ExperimentSettings.of([own], "own", "accuracy") != ExperimentSettings(), "chosen by a start"

    def test_file_cannot_change_the_paper_s_table(self) -> None:
        """Whatever a file says, the tables are those of the paper."""
        settings = ExperimentSettings(
            "table2",
            plans=(
                Plan("own", None, (), base=3),
                Plan(
                    "table2",
                    (DataChoice("no such", is_included=False), DataChoice.of("vote", "/etc/passwd")),
                    ("nb",),
                ),
            ),
        )
        own, table = through_a_file(settings).plans
        assert table == Plan("table2", (DataChoice("no such", is_included=False),))
        vote = DataChoice.of("vote", "x", data=IRIS)
        assert found_data(table, QUERY, (vote,)) == (vote,)
        assert table.names == Plan("table2").names
        assert own == Plan(base=3)
        assert [choice.source for choice in found_data(own, QUERY)] == ["open"]

    def test_plan_on_data_that_are_no_longer_open(self, tmp_path: Path) -> None:
        file = tmp_path / "flowers.arff"
        save(IRIS, file)
        data = DataChoice.of("flowers", str(file)).read()
        flowers = Query.opening(data)
        choice = open_choice(flowers)
        assert choice is not None
        assert after_closing(choice, flowers) is choice
        named = after_closing(choice, QUERY)
        assert named == DataChoice.of("flowers", str(file))
        assert named.read() is choice.data, "here they need not be read again"
        (gone,) = found_data(Plan(data=(DataChoice.of("mine", "open"),)), None)
        assert "open and add them" in gone.note
        assert not gone.is_available

    @pytest.mark.parametrize(
        "options",
        [
            {"missing": ("-", "?"), "nominal": ("code",)},
            {"only": ("a", "size", "kind")},
            {"class_attribute": "kind", "ignore": ("code",)},
        ],
        ids=str,
    )
    def test_data_that_are_no_longer_open_are_read_as_they_were(
        self, tmp_path: Path, options: dict[str, Any]
    ) -> None:
        """With their options, class and kinds, and without the attributes that were not in use."""
        file = tmp_path / "own.csv"
        lines = [f"{i % 5},5;0{i % 3};{i};{'xy'[i % 2]}" for i in range(30)]
        file.write_text("\n".join(["a;code;size;kind", *lines]))
        data = load(file, **options).as_nominal("a").with_class("size", 3)
        choice = open_choice(Query.opening(data, unused=frozenset({"kind"})))
        assert choice is not None
        plan = Plan("own", (after_closing(choice, QUERY),), ("nb",))
        (again,) = through_a_file(ExperimentSettings(plans=(plan,))).plans
        assert again == plan
        read = again.included[0].read()
        assert read is not choice.data
        assert read.fingerprint == choice.data.fingerprint

    def test_a_sample_that_is_no_longer_open_stays_a_sample(self) -> None:
        choice = open_choice(Query.opening(IRIS))
        assert choice is not None
        assert after_closing(choice, None) == DataChoice("iris", sample="iris")


class TestFiles:
    SETTINGS = ExperimentSettings(
        plans=(
            Plan(
                "own",
                (
                    DataChoice.of("a", "data/a.arff"),
                    DataChoice.of("b", "../b.arff"),
                    DataChoice.of("c", "/etc/c.csv"),
                ),
                ("nb",),
                results="/etc/r.csv",
            ),
        )
    )

    def test_nothing_outside_the_folder_is_used_unasked(self, tmp_path: Path) -> None:
        (tmp_path / "inner").mkdir()
        file = tmp_path / "inner" / "s.lwnb"
        settings, outside = self.SETTINGS.located(file, never)
        assert settings.plans[0].data is not None
        assert [c.source for c in settings.plans[0].data] == [
            str(tmp_path / "inner" / "data" / "a.arff"),
            "",
            "",
        ]
        assert settings.plans[0].results == ""
        assert outside == (str(tmp_path / "b.arff"), "/etc/c.csv", "/etc/r.csv")
        chosen, none = self.SETTINGS.located(file, always)
        assert none == ()
        assert chosen.plans[0].data is not None
        assert chosen.plans[0].data[1].source == str(tmp_path / "b.arff")
        assert chosen.plans[0].results == "/etc/r.csv"

    def test_files_beside_the_session_move_with_it(self, tmp_path: Path) -> None:
        whole, _ = self.SETTINGS.located(tmp_path / "s.lwnb", always)
        relative = whole.relative_to(tmp_path / "s.lwnb").plans[0]
        assert relative.data is not None
        assert relative.data[0].source == "data/a.arff"
        assert relative.results == "/etc/r.csv"


def test_a_session_of_an_experiment_alone() -> None:
    settings = ExperimentSettings(plans=(Plan("own", (DataChoice.of("iris", "sample:iris"),), ("nb",)),))
    session = Session.without_data(DisplayState("experiment", experiment=settings))
    opened = from_json(to_json(session)).open(None, never)
    assert opened.query is None
    assert opened.display == DisplayState("experiment", experiment=settings)
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
        keep.write_text("".join(text[:6]) + "cut off", encoding="utf-8")  # as after a kill
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
