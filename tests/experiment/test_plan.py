"""What a user chooses for an experiment: plans, data sets, learners; and the messages about wrong choices."""

from __future__ import annotations

import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from lwnb_core import DataError, ExperimentResult, sample
from lwnb_core.evaluation.experiments.fold_results import ResultRow
from lwnb_core.evaluation.paper.published import COLUMNS
from lwnb_gui.app.query import Query
from lwnb_gui.experiment.data import (
    file_choice,
    find_sources,
    folder_choices,
    found_data,
    named_apart,
    open_choice,
    paper_choices,
    sample_choices,
)
from lwnb_gui.experiment.learners import new_base, read_learners
from lwnb_gui.experiment.plan import OPEN, PRESETS, DataChoice, Plan, preset_of

IRIS = DataChoice.of("iris", "sample:iris")


def test_plan_creates_its_experiment() -> None:
    plan = Plan(data=(IRIS,), learners=("lwnb:k=30", "nb"), runs=2, folds=5, base=1)
    assert plan.problem == ""
    assert plan.names == ("LWNB k=30", "NB")
    experiment = plan.experiment([("iris", IRIS.read())])
    assert (experiment.runs, experiment.folds, experiment.base, experiment.shuffled) == (2, 5, 1, True)
    assert tuple(column.spec for column in experiment.columns) == plan.specs


def test_the_convention_holds_where_a_spec_names_none() -> None:
    plan = Plan(data=(IRIS,), learners=("lwnb:convention=paper", "nb", "lbr"), convention="weka")
    assert "convention=paper" in plan.specs[0]
    assert "convention=weka" in plan.specs[1]
    assert plan.names[2] == "LBR"  # has no convention, so none is given


@pytest.mark.parametrize("number", [2, 3])
def test_a_preset_is_the_papers_experiment(number: int) -> None:
    plan = Plan(preset=f"table{number}", data=(DataChoice.of("iris", "sample:iris"),), runs=1)  # type: ignore[arg-type]
    assert plan.table == number
    assert len(plan.names) == len(COLUMNS[number]) == 7  # type: ignore[index]
    experiment = plan.experiment([("iris", IRIS.read())])
    assert experiment.shuffled is False
    assert plan.specs == tuple(column.spec for column in experiment.columns)


def test_incomplete_plan_states_why_it_cannot_start() -> None:
    assert Plan().problem == "No data set is selected."
    assert Plan(data=(DataChoice.of("lost", ""),)).problem == "None of the data sets is available."
    assert "no learner" in Plan(data=(IRIS,), learners=("knnn",)).problem
    assert "twice" in Plan(data=(IRIS,), learners=("nb", "nb")).problem
    assert Plan(preset="figure2").problem == ""
    assert set(PRESETS) >= {"own", "table2", "table3", "figure1", "figure2", "figure3", "figure4"}


def test_learners_are_checked_line_by_line() -> None:
    learners = read_learners("lwnb:k=50\n\n  nb \nlwnb:kk=3\nlwnb\nlwnb:k=zero\n")
    assert [line.number for line in learners.lines] == [1, 3, 4, 5, 6]
    good, _, unknown, twice, no_number = learners.lines
    assert good.name == "LWNB k=50"
    assert (unknown.error, unknown.hint[:17]) == ("LWNB has no setting 'kk'", "Did you mean 'k'?")
    assert twice.error == "the same learner as in line 1"
    assert no_number.error
    assert learners.problem is unknown
    assert read_learners("nb\nknn:k=5").problem is None
    empty = read_learners("\n \n").problem
    assert empty is not None
    assert empty.error == "no learner"


def test_base_stays_with_its_learner_when_others_change() -> None:
    assert new_base(("a", "b", "c"), 1, ("b", "a")) == 0
    assert new_base(("a", "b", "c"), 2, ("a", "x")) == 1
    assert new_base(("a",), 0, ()) == 0


def test_data_sets_from_files_folders_samples_and_the_window(tmp_path: Path) -> None:
    for name in ("b.csv", "A.ARFF", "c.arff.gz", "notes.txt", "d.tsv"):
        (tmp_path / name).write_text("", encoding="utf-8")
    choices = folder_choices(tmp_path)
    assert [choice.name for choice in choices] == ["A", "b", "c", "d"]
    assert choices[1] == file_choice(tmp_path / "b.csv")
    with pytest.raises(DataError, match="no data file"):
        folder_choices(_empty(tmp_path))
    with pytest.raises(DataError, match="cannot be opened"):
        folder_choices(tmp_path / "nowhere")
    assert all(choice.is_available for choice in sample_choices())
    query = Query.opening(sample("iris"))
    chosen = open_choice(replace(query, unused=frozenset({"sepallength"})))
    assert chosen is not None
    assert (chosen.source, len(chosen.read().predictors)) == (OPEN, 3)
    assert open_choice(None) is None


def test_every_table_of_a_zip_file_is_a_data_set(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "some.csv.zip", "w") as archive:
        for name in ("rows/a.csv", "b.csv"):
            archive.writestr(name, "x,c\n1,u\n2,v\n")
    choices = folder_choices(tmp_path)
    assert [choice.name for choice in choices] == ["a", "b"]
    assert [len(choice.read()) for choice in choices] == [2, 2]


def test_data_sources_and_names_are_unique() -> None:
    twice = (IRIS, IRIS, DataChoice.of("iris", "/x/iris.arff"), DataChoice.of("iris", "/y/iris.csv"))
    assert [choice.name for choice in named_apart(twice)] == ["iris", "iris (2)", "iris (3)"]


def test_the_papers_data_sets_and_what_is_missing() -> None:
    seen: list[int] = []
    choices = paper_choices("", lambda done, total: seen.append(done))
    assert len(choices) == 37
    assert seen == list(range(38))
    available = {choice.name for choice in choices if choice.is_available}
    assert {"iris", "german", "vote"} <= available
    missing = next(choice for choice in choices if choice.name == "anneal")
    assert not missing.is_available
    assert missing.note.startswith("not found")


def test_data_of_a_results_file_are_found(tmp_path: Path) -> None:
    (tmp_path / "mine.csv").write_text("", encoding="utf-8")
    chosen = DataChoice.of("other", "/somewhere/other.arff")
    choices = find_sources(("mine", "iris", "other", "lost"), (chosen,), tmp_path)
    assert [choice.source for choice in choices][1:] == ["sample:iris", "/somewhere/other.arff", ""]
    assert choices[0].source.endswith("mine.csv")
    assert "is unknown" in found_data(Plan(data=choices), None)[3].note


def _empty(folder: Path) -> Path:
    empty = folder / "empty"
    empty.mkdir()
    return empty


def test_results_file_of_the_paper_s_table_is_recognised() -> None:
    specs = Plan(preset="table3").specs
    row = ResultRow("iris", "x", specs[0], 1, 0, 10, "0123-dealt", 15)
    result = ExperimentResult(("iris",), ("x",), specs[:1], 0, 1, 10, (row,))
    assert preset_of(result) == "table3"
    assert preset_of(replace(result, rows=(replace(row, data="0123"),))) == "own"
