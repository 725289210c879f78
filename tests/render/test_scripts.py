"""Exported scripts: all of them run, in one process, and give the numbers of the window."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lwnb_core as lw
from lwnb_core import Attribute, Dataset
from lwnb_core.data import sample_file
from lwnb_gui import figures
from lwnb_gui.app.column_edits import Edits
from lwnb_gui.app.map_settings import MapSettings
from lwnb_gui.app.opening import Opening
from lwnb_gui.app.predictions import predict_all
from lwnb_gui.app.query import Query
from lwnb_gui.app.test_rows import Fold, HeldOut, TestFile
from lwnb_gui.experiment.plan import Plan
from lwnb_gui.render import scripts, study_scripts
from lwnb_gui.render.experiment_export import ExperimentExport
from lwnb_gui.render.python import open_data
from lwnb_gui.views.confusion import Confusion
from lwnb_gui.views.contributions import Contributions
from lwnb_gui.views.curves.reading import reading_of_curves
from lwnb_gui.views.equations import Equations
from lwnb_gui.views.instances import Instances
from lwnb_gui.views.local_tables import LocalTables
from lwnb_gui.views.map.view import Map
from lwnb_gui.views.neighbours import Neighbours
from lwnb_gui.views.posterior import Posterior
from lwnb_gui.views.ribbon import Ribbon
from lwnb_gui.views.script import Script, literal
from lwnb_gui.views.this_instance import ThisInstance
from lwnb_gui.views.view import Subject
from lwnb_gui.views.what_if import WhatIf
from tests.views_of import explained, script_of

ROOT = Path(__file__).resolve().parents[2]
NAME = "<script>'\"\\ {x}\n$(rm) \u2028é"

# Runs every script that it receives and writes what they compute.
RUNNER = """
import json, os, runpy, sys
results = {}
for path in sys.argv[1:]:
    names = runpy.run_path(path, run_name="__main__")
    plain = {}
    if "explanation" in names:
        plain["posterior"] = names["explanation"].posterior.tolist()
        plain["rows"] = names["explanation"].training_rows
        plain["others"] = {n: p.tolist() for n, p in names["explanation"].others.items()}
    if "sweep" in names:
        plain["sweep"] = names["sweep"].posteriors["LWNB"].tolist()
    if "result" in names and hasattr(names["result"], "curves"):
        plain["accuracy"] = [c.accuracy.tolist() for c in names["result"].curves]
        plain["best"] = [b.k for b in names.get("bests", ())]
    if "result" in names and hasattr(names["result"], "learners"):
        result = names["result"]
        plain["means"] = [[result.cell(d, i).mean for i in range(len(result.learners))]
                          for d in result.datasets]
    if "wrong" in names:
        plain["wrong"] = names["wrong"]
    if "figure" in names:
        plain["images"] = sum(len(ax.images) for ax in names["figure"].axes)
    if "frame" in names:
        plain["rows"] = len(names["frame"])
    results[os.path.basename(path)] = plain
json.dump(results, open("results.json", "w"))
"""


PUBLIC = {"lwnb_core", "lwnb_gui.figures"}


def private_imports(text: str) -> set[str]:
    """Return a script's imports that are not public, and its uses of what is not documented."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{name.name}" for name in node.names}
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            public = {"lw": lw.__all__, "figures": figures.__all__}.get(node.value.id)
            if public is not None and node.attr not in public:
                found.add(f"{node.value.id}.{node.attr}")
    return {name for name in found if name not in PUBLIC}


def run_all(folder: Path, codes: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """Write the scripts, run them in one process and return what they computed."""
    (folder / "runner.py").write_text(RUNNER, encoding="utf-8")
    for name, text in codes.items():
        # Everything else may be restructured without breaking a script that somebody has kept.
        assert not private_imports(text), name
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    ended = subprocess.run(
        [sys.executable, "runner.py", *(f"{name}.py" for name in codes)],
        cwd=folder,
        env={"PYTHONPATH": str(ROOT), "PATH": "", "MPLBACKEND": "Agg"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    results: dict[str, dict[str, Any]] = json.loads((folder / "results.json").read_text(encoding="utf-8"))
    return {name.removesuffix(".py"): result for name, result in results.items()}


def odd_data(folder: Path) -> Path:
    """Write a CSV file with an unusual separator, a decimal comma and names of its own."""
    rows = [f"{i % 7},5;{'ja' if i % 3 else '=nein'};{i % 4};{'p' if i % 2 else 'q'}" for i in range(40)]
    path = folder / "it's odd.csv"
    path.write_text("a'b;<script>;code;c\n" + "\n".join(rows), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def queries(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Query]:
    """Return changed values, folds, held-out rows, a test file, knobs, a discretised class, CSV options."""
    folder = tmp_path_factory.mktemp("data")
    odd = Opening(
        str(odd_data(folder)),
        csv={"separator": ";", "decimal": ",", "encoding": "utf-8"},
        edits=Edits({"code": "nominal"}, "a'b", 3),
        row=5,
        settings={"k": 9},
    ).query()
    iris = Opening("sample:iris", row=135).query()
    lw.save(lw.sample("iris").subset(np.arange(0, 150, 7)), folder / "other.csv")
    other = lw.align(lw.load(folder / "other.csv").as_nominal("class"), iris.data)
    weka = lw.convention("weka", numeric="density")
    return {
        "changed": iris.with_values({"petalwidth": 1.7, "sepallength": None}),
        "fold": replace(
            Opening("sample:weather-numeric", row=3, settings={"k": 5}).query(), test_rows=Fold(2, 3, 5)
        ),
        "held": replace(
            Opening("sample:glass", row=8).query(),
            test_rows=HeldOut(34, 1),
            kernel="tricube",
            convention=weka,
        ),
        "other": replace(iris, test_rows=TestFile(other), row=3, k=20),
        "odd": replace(odd, unused=frozenset({"<script>"}), eq6="printed"),
    }


def test_scripts_of_every_panel_reproduce_its_numbers(queries: dict[str, Query], tmp_path: Path) -> None:
    codes: dict[str, str] = {}
    for name, query in queries.items():
        codes[f"{name}-posterior"] = script_of(Posterior(), query)
    changed, held, fold = queries["changed"], queries["held"], queries["fold"]
    codes["neighbours"] = script_of(Neighbours(), changed)
    codes["tables"] = script_of(LocalTables(), fold)
    codes["contributions"] = script_of(Contributions(), changed, against=0)
    codes["equations"] = script_of(Equations(), fold)
    codes["instance"] = script_of(ThisInstance(), held)
    model = fold.learner.fit(fold.used, fold.training_rows)
    codes["sweep"] = script_of(Ribbon(), fold, Subject(sweep=lw.sweep(model, fold.data, fold.row)))
    codes["map"] = script_of(Map(), changed)
    codes["components"] = script_of(Map(), replace(held, map=MapSettings("components")))
    codes["distances"] = script_of(Map(), replace(fold, map=MapSettings("distance")))
    both = replace(fold, map=MapSettings("attributes", "temperature", "humidity", "all four"))
    codes["regions"] = script_of(Map(), both).replace("160", "12")  # fewer cells, to save time
    ground = replace(both, map=replace(both.map, regions="LWNB"))
    codes["ground"] = script_of(Map(), ground).replace("160", "12")
    changes = Subject(
        what_if=lw.what_if(model, fold.data, fold.row),
        dependence=lw.dependence(model, fold.data, fold.row, "humidity"),
    )
    codes["what-if"] = script_of(WhatIf(), fold, changes)
    codes["confusion"] = script_of(Confusion(), held, Subject(predictions=predict_all(held), query=held))
    codes["predictions"] = script_of(Instances(), held)
    codes["row"] = scripts.row_script(
        fold.data, lw.Discretised(lw.NB()), 2, {"outlook": "rainy"}, leave_out=False
    )
    codes["row of a test file"] = scripts.row_script(
        lw.sample("iris"), lw.NB(), 1, test=lw.sample("iris"), unknown="missing"
    )
    results = run_all(tmp_path, codes)
    for name, query in queries.items():
        explanation, result = explained(query), results[f"{name}-posterior"]
        assert result["posterior"] == pytest.approx(explanation.posterior, abs=1e-9), name
        assert result["rows"] == explanation.training_rows, name
        for learner, posterior in explanation.others.items():
            assert result["others"][learner] == pytest.approx(posterior, abs=1e-9), (name, learner)
    swept = lw.sweep(model, fold.data, fold.row).posteriors["LWNB"]
    assert np.abs(np.array(results["sweep"]["sweep"]) - swept).max() < 1e-9
    assert results["predictions"]["wrong"] == int(predict_all(held).wrong("KNNDW").sum())
    assert [results[name]["images"] for name in ("map", "ground", "regions")] == [0, 1, 4]
    for name in (
        "posterior",
        "contributions",
        "equations",
        "ribbon",
        "map",
        "local-tables",
        "dependence",
        "confusion",
    ):
        assert (tmp_path / f"{name}.svg").stat().st_size > 1000, name


def test_scripts_of_studies_and_data_run(queries: dict[str, Query], tmp_path: Path) -> None:
    data, learners = lw.sample("weather-numeric"), [lw.LWNB(), lw.KNN(convention="weka"), lw.NB()]
    result = lw.accuracy_curve(learners, data, "cv", "all", folds=5)
    names = ["LWNB", "KNN <weka>", "NB"]
    reading = reading_of_curves(result, names=names)
    assert reading is not None
    codes = {
        "curve": study_scripts.curve_script(data, reading, folds=5),
        "histogram": study_scripts.histogram_script(queries["odd"], "c"),
        "matrix": study_scripts.matrix_script(queries["changed"], ["sepalwidth", "petalwidth"]),
        "rows": study_scripts.data_script(queries["odd"]),
        "study-confusion": study_scripts.study_confusion_script(
            data, dict(zip(names, learners, strict=True)), "cv", 3, folds=5
        ),
        "experiment": study_scripts.experiment_script(
            {"weather": data, NAME: lw.sample("iris")},
            [lw.NB(), lw.learner_from_spec("aoded:limit=1"), lw.KNN(k=3)],
            runs=1,
            folds=5,
            base=1,
        ),
    }
    results = run_all(tmp_path, codes)
    for accuracy, curve in zip(results["curve"]["accuracy"], result.curves, strict=True):
        assert accuracy == pytest.approx(curve.accuracy.tolist())
    bests = [lw.best_k(curve) for curve in result.curves[:2]]
    assert results["curve"]["best"] == [best.k for best in bests if best is not None]
    for accuracy, curve in zip(results["study-confusion"]["accuracy"], result.curves, strict=True):
        assert accuracy == pytest.approx([curve.accuracy[2]])
    assert results["rows"]["rows"] == 40
    experiment = lw.Experiment(
        {"weather": data, "iris": lw.sample("iris")},
        [lw.NB(), lw.learner_from_spec("aoded:limit=1"), lw.KNN(k=3)],
        1, 5, 1, jobs=1,
    )  # fmt: skip
    expected = experiment.run()
    for means, name in zip(results["experiment"]["means"], ("weather", "iris"), strict=True):
        assert means == pytest.approx([expected.cell(name, i).mean for i in range(3)])


def test_names_from_data_are_written_as_text_and_nothing_else(tmp_path: Path) -> None:
    """Data without a file are part of the script; no name escapes from its quotes or its comment."""
    attributes = [
        Attribute.numeric(NAME),
        Attribute.nominal("v", ("a'", 'b"""', "c\\")),
        Attribute.nominal("k", ("x", "y")),
    ]
    rng = np.random.default_rng(3)
    columns = [rng.normal(size=12), rng.integers(0, 3, 12), rng.integers(0, 2, 12)]
    query = replace(Query.opening(Dataset.from_columns(NAME, attributes, columns)), k=4)
    query = query.with_values({NAME: -1.5, "v": 'b"""'})
    text = script_of(Posterior(), query)
    assert all(line.startswith("#") for line in text.splitlines()[:2])
    compile(text, "script", "exec")
    results = run_all(tmp_path, {"nasty": text})
    assert results["nasty"]["posterior"] == pytest.approx(explained(query).posterior, abs=1e-9)


def test_script_of_large_data_without_a_file_says_what_to_do() -> None:
    data = Dataset.from_columns(
        "large",
        [Attribute.numeric("x"), Attribute.nominal("c", ("a", "b"))],
        [np.zeros(20_000), np.zeros(20_000, int)],
    )
    script = Script("about")
    open_data(script, data)
    assert "save them" in script.text


@pytest.mark.parametrize(
    "value",
    [None, True, 3, -2.5, np.float64(1.5), float("nan"), "a'b\n\"", "\ud800", ["x", None], {"a": {"b": [1]}}],
)
def test_literals_evaluate_to_their_values(value: object) -> None:
    back = eval(literal(value), {"__builtins__": {"float": float}})
    assert back == value or (back != back and value != value)


def test_objects_have_no_literal() -> None:
    with pytest.raises(TypeError):
        literal(object())


def test_the_script_of_a_table_of_the_paper_uses_public_names_alone() -> None:
    plan = Plan("table2", runs=1)
    result = lw.ExperimentResult(("iris",), plan.names, plan.specs, 0, 1, 10, ())
    text = ExperimentExport(plan, result, folder="my data").script()
    assert not private_imports(text)
    assert "folder = 'my data'" in text
    assert "lw.paper_table(2, folder, ['iris'], runs=1)" in text


@pytest.mark.parametrize(
    "line",
    ["from lwnb_core.evaluation import folds", "import lwnb_gui.plots", "lw.engine", "figures.figure_of(1)"],
)
def test_a_name_that_is_not_public_is_noticed(line: str) -> None:
    assert private_imports(f"import lwnb_core as lw\nfrom lwnb_gui import figures\n{line}\n")


def test_script_reads_a_csv_file_as_it_was_read_whatever_was_opened_since(tmp_path: Path) -> None:
    file = tmp_path / "own.csv"
    file.write_text("code;x;kind\n01;1,5;a\n02;k.A.;b\n01;2,5;a\n02;3,5;b\n", encoding="utf-8")
    options = {"missing": ("", "k.A."), "nominal": ("code",)}
    data = lw.load(file, **options)
    for i in range(250):
        other = tmp_path / "other.csv"
        other.write_text(f"x,kind\n{i},a\n{i + 1},b\n", encoding="utf-8")
        lw.load(other)
    script = Script("own data")
    open_data(script, data.subset([0, 2, 3]).without(["x"]))
    names: dict[str, Any] = {}
    exec(compile(script.text, "script", "exec"), names)  # the script's assertion compares the content
    assert [names["data"].value(row, "code") for row in range(3)] == ["01", "01", "02"]


@pytest.mark.parametrize(
    "options",
    [
        {"ignore": ("sepalwidth",)},
        {"class_attribute": "petalwidth", "class_bins": 3},
        {"only": ("sepalwidth", "class")},
    ],
    ids=str,
)
def test_script_of_a_sample_that_was_read_with_options_runs(options: dict[str, Any]) -> None:
    """As `lwnb iris --ignore sepalwidth` reads it."""
    data = lw.load(sample_file("iris"), **options)
    script = Script("a sample")
    open_data(script, data)
    names: dict[str, Any] = {}
    exec(compile(script.text, "script", "exec"), names)
    assert names["data"].fingerprint == data.fingerprint
    assert "lw.sample('iris')" in script.text
