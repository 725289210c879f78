"""Each command: its numbers are the engine's, its tables fit into the terminal, its JSON is complete."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import Result

import lwnb_core as lw
from lwnb_core.evaluation.measures import CONFUSION_MEASURES, measure_named

Run = Callable[..., Result]
Json = Callable[..., dict[str, Any]]

EVERY_TABLE = [
    ("samples",),
    ("info", "iris"),
    ("info", "credit-g"),
    ("info", "soybean"),
    ("explain", "iris", "--row", 135),
    ("explain", "soybean", "--row", 5, "--k", 20),
    ("explain", "labor", "--row", 3, "--full"),
    ("explain", "vote", "--row", 3, "--learner", "knn", "--k", 7),
    ("explain", "iris", "--row", 1, "--learner", "nb", "--discretise"),
    ("evaluate", "glass", "--runs", 1, "--learner", "nb"),
    ("evaluate", "soybean", "--runs", 1, "--folds", 2, "--learner", "nb"),
    ("predict", "glass", "glass", "--learner", "nb"),
    ("predict", "iris", "iris", "--learner", "nb"),
]


@pytest.mark.parametrize("arguments", EVERY_TABLE, ids=lambda a: " ".join(map(str, a)))
def test_tables_fit_eighty_columns(run: Run, arguments: tuple[object, ...]) -> None:
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    assert result.stdout.strip()
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert "\x1b" not in result.stdout


def test_samples_lists_every_sample(run_json: Json) -> None:
    assert [s["name"] for s in run_json("samples")["samples"]] == [s.name for s in lw.samples()]


def test_info_states_counts_means_and_missing_values(run_json: Json) -> None:
    document = run_json("info", "labor")
    data = lw.sample("labor")
    assert document["rows"] == len(data)
    assert document["class"] == data.class_attribute.name
    for j, attribute in enumerate(document["attributes"]):
        assert attribute["missing"] == int(data.missing(j).sum())
    duration = document["attributes"][0]
    assert duration["mean"] == pytest.approx(np.nanmean(data.column(0)))
    assert document["attributes"][-1]["values"] == {"bad": 20, "good": 37}


def test_info_with_another_class(run_json: Json) -> None:
    document = run_json("info", "iris", "--class", "petalwidth", "--class-bins", 3)
    chosen = next(a for a in document["attributes"] if a["class"])
    assert (document["class"], len(chosen["values"])) == ("petalwidth", 3)
    assert document["repairs"]


def test_explain_says_what_the_engine_computes(run_json: Json) -> None:
    data = lw.sample("iris")
    engine = lw.LWNB(k=50).fit(data).explain(data, 134)
    document = run_json("explain", "iris", "--row", 135, "--k", 50)
    assert (document["row"], document["index"]) == (135, 134)
    assert list(document["posterior"].values()) == engine.posterior.tolist()
    assert document["prediction"] == "Iris-virginica"
    assert document["tables"] == engine.to_dict()["tables"]
    for name, others in engine.others.items():
        # The last bit depends on the engine, and another test may have loaded the compiled one meanwhile.
        assert list(document["learners"][name]["posterior"].values()) == pytest.approx(others, rel=1e-12)
    first, expected = (
        document["neighbourhood"]["neighbours"][0],
        engine.to_dict()["neighbourhood"]["neighbours"][0],
    )
    assert (first["row"], first["index"]) == (expected["row"] + 1, expected["row"])


def test_contributions_sum_to_the_log_odds(run_json: Json) -> None:
    document = run_json("explain", "iris", "--row", 135)
    part = document["contributions"]
    odds = [term["log_odds"] for term in part["log_odds"]]
    assert sum(odds) == pytest.approx(part["sum"])
    assert [abs(x) for x in odds] == sorted((abs(x) for x in odds), reverse=True)
    top, against = document["posterior"][part["for"]], document["posterior"][part["against"]]
    assert part["sum"] == pytest.approx(np.log(top / against))


def test_explain_prints_a_sentence(run: Run) -> None:
    text = " ".join(run("explain", "iris", "--row", 135).stdout.split())
    assert "LWNB alone is right: Iris-virginica, 0.828." in text
    assert "NB says Iris-versicolor, 0.588; KNN Iris-versicolor, 31 of 50 votes" in text
    assert "Explained with 149 training rows; row 135 left out." in text
    assert "40 of 50 neighbours not shown (--neighbours N)" in text


def test_ties_are_disclosed(run: Run) -> None:
    text = run("explain", "vote", "--row", 3, "--learner", "knn", "--k", 7).stdout
    assert "k = 7, 9 rows: 8 tied at the bandwidth" in " ".join(text.split())
    assert [line.split()[-1] for line in text.splitlines() if line.endswith("tied")] == ["tied"] * 2


def test_options_reach_the_learner(run_json: Json) -> None:
    data = lw.sample("weather-numeric")
    learner = lw.LWNB(k=6, kernel="tricube", convention="weka", numeric="density", eq6="printed")
    engine = learner.fit(data).explain(data, 1, leave_out=False)
    document = run_json(
        *("explain", "weather-numeric", "--row", 2, "--k", 6, "--kernel", "tricube", "--convention", "weka"),
        *("--numeric", "density", "--eq6", "printed", "--keep"),
    )
    assert document["settings"] == learner.settings
    assert document["left_out"] is False
    assert list(document["posterior"].values()) == engine.posterior.tolist()


def test_options_win_over_the_spec_and_reach_the_rivals(run_json: Json) -> None:
    document = run_json("explain", "iris", "--row", 1, "--learner", "nbd:convention=weka", "--k", 9)
    assert document["learner"] == "NBD"
    assert set(document["learners"]) == {"NBD", "LWNBD", "KNND", "KNNDWD"}
    data = lw.sample("iris")
    rival = lw.Discretised(lw.LWNB(k=9, convention="weka")).fit(data).explain(data, 0)
    assert list(document["learners"]["LWNBD"]["posterior"].values()) == rival.posterior.tolist()


def test_set_changes_values_and_marks_them(run: Run, run_json: Json) -> None:
    data = lw.sample("weather-numeric")
    changes = {"outlook": "rainy", "humidity": None, "temperature": 71.5}
    engine = lw.LWNB(k=5).fit(data).explain(data, 0, changes=changes)
    arguments = ["explain", "weather-numeric", "--row", 1, "--k", 5]
    arguments += ["--set", "outlook=rainy", "--set", "humidity=?", "--set", "temperature=71.5"]
    document = run_json(*arguments)
    assert list(document["posterior"].values()) == engine.posterior.tolist()
    assert document["changed"] == changes
    assert document["changed_from"] == {"outlook": "sunny", "humidity": 85.0, "temperature": 85.0}
    text = " ".join(run(*arguments).stdout.split())
    assert "Changed: outlook is rainy, was sunny; temperature is 71.5, was 85; humidity is ?, was 85." in text


def test_set_of_an_attribute_with_an_equals_sign_in_its_name(tmp_path: Path, run_json: Json) -> None:
    file = tmp_path / "odd.arff"
    file.write_text("@relation x\n@attribute a=b numeric\n@attribute c {x,y}\n@data\n1,x\n2,y\n3,x\n")
    assert run_json("explain", file, "--row", 1, "--set", "a=b=2.5")["instance"] == {"a=b": 2.5}


def test_names_from_files_are_neither_markup_nor_commands_to_the_terminal(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "odd.arff"
    file.write_text(
        "@relation '[red]x'\n@attribute '[bold]' numeric\n@attribute c {'\x1b[2J',y}\n@data\n1,y\n"
    )
    result = run("info", file)
    assert "[bold]" in result.stdout
    assert "\x1b" not in result.stdout


def test_evaluate_prints_the_engine_s_cross_validation(run: Run, run_json: Json) -> None:
    data = lw.sample("labor")
    engine = lw.cross_validate(lw.LWNB(k=20, convention="tables"), data, runs=2, folds=5)
    arguments = ["evaluate", "labor", "--learner", "lwnb", "--k", 20, "--convention", "tables"]
    arguments += ["--runs", 2, "--folds", 5]
    document = run_json(*arguments)
    assert (document["mean"], document["sd"], document["folds"]) == (
        engine.mean,
        engine.sd,
        engine.folds.tolist(),
    )
    assert np.sum(document["confusion"]) == 2 * len(data)
    assert document["measures"]["mcc"] == {"mean": engine.mean_of("mcc"), "sd": engine.sd_of("mcc")}
    assert list(document["measures"]) == [*CONFUSION_MEASURES, "f1:bad", "f1:good"]
    output = run(*arguments).stdout
    assert f"{engine.mean:.2f} %" in output
    for measure in (*CONFUSION_MEASURES[1:], "f1:bad"):
        assert f"{engine.mean_of(measure):.{measure_named(measure).decimals}f}" in output


def test_evaluate_of_a_discretised_learner(run_json: Json) -> None:
    engine = lw.cross_validate(lw.Discretised(lw.NB("tables")), lw.sample("iris"), runs=1)
    document = run_json("evaluate", "iris", "-l", "nb", "-c", "tables", "--runs", 1, "--discretise")
    assert (document["learner"], document["folds"]) == ("NBD", engine.folds.tolist())


def test_without_a_window_there_is_an_overview(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lwnb_gui.cli.process.quick_start._WINDOW", "lwnb_gui.no_such_window")
    for arguments in ((), ("iris",)):
        result = run(*arguments)
        assert result.exit_code == 0
        assert "lwnb explain iris --row" in result.stdout


def test_a_file_goes_to_the_window(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "stand_in_window.py").write_text(
        "import json\n"
        "def run(opening):\n"
        "    given = opening and [opening.source, opening.row, opening.settings]\n"
        "    print(json.dumps(given))\n"
        "    return 3\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr("lwnb_gui.cli.process.quick_start._WINDOW", "stand_in_window")
    file = tmp_path / "mine.arff"
    lw.save(lw.sample("iris"), file)
    result = run(file)
    assert (result.exit_code, json.loads(result.stdout)) == (3, [str(file), None, {}])
    assert json.loads(run(file, "--row", 135, "--k", 40).stdout) == [str(file), 135, {"k": 40}]
    assert json.loads(run().stdout) is None


@pytest.mark.parametrize("command", [(), ("explain",), ("experiment",), ("curve",), ("convert",), ("open",)])
def test_help_names_no_types_of_python(run: Run, command: tuple[str, ...]) -> None:
    assert not re.findall(r"<(?:bool|str|int|path|list.*?)>|\[\[", run(*command, "--help").output)


def test_classes_are_never_cut_to_the_same_head(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    for width in (80, 120, 140, 200):
        monkeypatch.setenv("COLUMNS", str(width))
        titles = run("predict", "glass", "glass", "--learner", "nb").stdout.splitlines()[0].split("  ")
        named = [
            title.strip()
            for title in titles
            if title.strip() and title.strip() not in ("row", "true", "predicted")
        ]
        assert named == ["probability"] or len(set(named)) == 7, width


def test_factors_and_the_runner_up_are_read_as_in_the_window(run: Run) -> None:
    said = run("explain", "iris", "--row", 135, "--convention", "weka").stdout
    assert "<0.0001" in said, "Weka has a factor even for a class without rows"
    said = run("explain", "vote", "--row", 403).stdout
    assert "sum of 11 smaller" in said


def test_a_mean_that_cancels_is_nothing(run: Run, run_json: Json, tmp_path: Path) -> None:
    file = tmp_path / "centred.csv"
    values = np.linspace(-1, 1, 21) * 0.1 + np.tile([1e-17, -1e-17, 3e-17], 7)
    rows = "\n".join(f"{v!r},{'ab'[i % 2]}" for i, v in enumerate(values.tolist()))
    file.write_text(f"x,c\n{rows}\n", encoding="utf-8")
    mean = run_json("info", file)["attributes"][0]["mean"]
    assert abs(float(values.mean())) > 0
    assert mean == 0
    assert "e−1" not in run("info", file).stdout


def test_no_class_reads_certain_or_impossible_to_a_bayesian_learner(run: Run) -> None:
    rows = run("predict", "iris", "iris", "--learner", "lwnb").output
    assert ">0.999" in rows
    assert "1.000" not in rows
    assert "0.000" not in rows
    assert "0.000" in run("predict", "iris", "iris", "--learner", "knn").output, "no neighbour votes for it"
