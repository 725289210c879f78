"""Views of the data, curve studies and experiments as short Python scripts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lwnb_core import Dataset, Learner
from lwnb_gui.app.query import Query
from lwnb_gui.experiment.table import ExperimentTable, TableOutline
from lwnb_gui.render.python import learner_code, open_data
from lwnb_gui.text import printable
from lwnb_gui.views.curves.reading import CurvesReading
from lwnb_gui.views.curves.view import Curves
from lwnb_gui.views.results.reading import reading_of
from lwnb_gui.views.results.view import Results
from lwnb_gui.views.script import Script, call, literal


def histogram_script(query: Query, name: str) -> str:
    """Return the script of one attribute by class."""
    script = _about_data(query.data, f"histogram of {name}")
    script.add("", f"print(data.to_pandas()[{literal(name)}].describe())")
    script.figure(f"histogram(data, {literal(name)})", "histogram.svg")
    return script.text


def matrix_script(query: Query, names: Sequence[str]) -> str:
    """Return the script of attributes against each other."""
    script = _about_data(query.data, "scatter plots")
    script.add("")
    script.figure(f"scatter_plots(data, {literal(list(names))})", "scatter-plots.svg")
    return script.text


def data_script(query: Query) -> str:
    """Return the script of the data as a pandas frame, for further work."""
    script = _about_data(query.data, "rows")
    script.add("", "frame = data.to_pandas()", "print(frame.describe(include='all'))", "print(frame)")
    return script.text


def curve_script(
    data: Dataset,
    reading: CurvesReading,
    *,
    ks: str | Sequence[int] = "all",
    runs: int = 10,
    folds: int = 10,
    sample: int | None = None,
    log: bool = True,
) -> str:
    """Return the script of a curve study: a measure of each learner at every k, the best k, the figure."""
    script = _about_data(data, f"{reading.about.title} over k")
    learners = {name: curve.learner for name, curve in zip(reading.names, reading.curves, strict=True)}
    more = _splitting(reading.evaluation, runs, folds, sample)
    requested = literal(ks if isinstance(ks, str) else [int(k) for k in ks])
    evaluated = call(
        "lw.accuracy_curve",
        "list(learners.values())",
        "data",
        literal(reading.evaluation),
        requested,
        **more,
    )
    script.add("", f"learners = {_learners(learners)}", f"result = {evaluated}")
    Curves().script(script, reading, log=log)
    return script.text


def study_confusion_script(
    data: Dataset,
    learners: Mapping[str, Learner],
    evaluation: str,
    k: int,
    *,
    runs: int = 10,
    folds: int = 10,
    sample: int | None = None,
) -> str:
    """Return the script of a study's confusion matrices, one per learner, at one k."""
    script = _about_data(data, f"confusion at k = {k}")
    more = _splitting(evaluation, runs, folds, sample)
    evaluated = call(
        "lw.accuracy_curve", "list(learners.values())", "data", literal(evaluation), f"[{k}]", **more
    )
    script.add(
        "",
        f"learners = {_learners(learners)}",
        f"result = {evaluated}",
        "true, weights = result.cases.classes, result.cases.weights",
        "view = []",
        "for name, curve in zip(learners, result.curves):",
        f"    predicted = curve.predictions({k})",
        "    view.append(figures.confusion_matrix(name, data.classes, true, predicted, weights))",
        '    print(name, f"{curve.accuracy[0]:.2f} %", view[-1].matrix.tolist())',
    )
    script.figure("confusion(view)", "confusion.svg")
    return script.text


def experiment_script(
    datasets: Mapping[str, Dataset],
    learners: Sequence[Learner],
    *,
    runs: int,
    folds: int,
    base: int = 0,
    measure: str = "accuracy",
) -> str:
    """Return the script of an experiment: data sets × learners, with its table as text."""
    script = Script(f"an experiment: {len(datasets)} data sets, {len(learners)} learners")
    script.add("datasets = {}")
    for name, data in datasets.items():
        open_data(script, data)
        script.add(f"datasets[{literal(name)}] = data")
    codes = [learner_code(learner) for learner in learners]
    script.add(
        "",
        "learners = [",
        *(f"    {code.replace(chr(10), chr(10) + '    ')}," for code in codes),
        "]",
        "",
        'if __name__ == "__main__":  # it works in several processes',
        f"    experiment = lw.Experiment(datasets, learners, {runs}, {folds}, base={base})",
        "    result = experiment.run()",
    )
    names = tuple(learner.name for learner in learners)
    Results().script(
        script, reading_of(ExperimentTable(TableOutline(tuple(datasets), names, measure=measure)))
    )
    return script.text


def _about_data(data: Dataset, what: str) -> Script:
    script = Script(f"{printable(data.name)}, {printable(what)}")
    open_data(script, data)
    return script


def _splitting(evaluation: str, runs: int, folds: int, sample: int | None) -> dict[str, str]:
    """Return how the rows are split, if the evaluation's name alone does not say it."""
    more: dict[str, str] = {}
    if evaluation != "loo":
        more["folds"] = str(folds)
    if evaluation == "repeated-cv":
        more["runs"] = str(runs)
    if sample is not None:
        more["sample"] = str(sample)
    return more


def _learners(learners: Mapping[str, Learner]) -> str:
    """Return the learners by their names, each without its k."""
    codes = {name: learner_code(learner, with_k=False) for name, learner in learners.items()}
    lines = [
        f"    {literal(name)}: {code.replace(chr(10), chr(10) + '    ')}," for name, code in codes.items()
    ]
    return "\n".join(["{", *lines, "}"])
