"""Views of the data, curve studies and experiments as short Python scripts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lwnb_core import AccuracyCurves, Dataset, Learner
from lwnb_core.evaluation.measures import measure_named
from lwnb_gui.export.python import learner_code, open_data
from lwnb_gui.state import Query
from lwnb_gui.text import shown
from lwnb_gui.views.script import Script, call, literal


def histogram_script(query: Query, name: str) -> str:
    """One attribute by class."""
    script = _about_data(query.data, f"histogram of {name}")
    script.add("", f"print(data.to_pandas()[{literal(name)}].describe())")
    script.figure(f"histogram(data, {literal(name)})", "histogram.svg")
    return script.text


def matrix_script(query: Query, names: Sequence[str]) -> str:
    """Attributes against each other."""
    script = _about_data(query.data, "scatter plots")
    script.add("")
    script.figure(f"scatter_plots(data, {literal(list(names))})", "scatter-plots.svg")
    return script.text


def data_script(query: Query) -> str:
    """The data as a frame of pandas, for whatever comes next."""
    script = _about_data(query.data, "rows")
    script.add("", "frame = data.to_pandas()", "print(frame.describe(include='all'))", "print(frame)")
    return script.text


def curve_script(
    data: Dataset,
    result: AccuracyCurves,
    names: Sequence[str],
    *,
    ks: str | Sequence[int] = "all",
    runs: int = 10,
    folds: int = 10,
    sample: int | None = None,
    measure: str = "accuracy",
    log: bool = True,
) -> str:
    """A curve study: a measure of every learner at every k, the best k, and the figure."""
    script = _about_data(data, f"{measure_named(measure).title} over k")
    learners = [curve.learner for curve in result.curves]
    more = _splitting(result.evaluation, runs, folds, sample)
    requested = literal(ks if isinstance(ks, str) else [int(k) for k in ks])
    script.add(
        "",
        f"learners = {_learners(dict(zip(names, learners, strict=True)))}",
        "result = "
        + call(
            "lw.accuracy_curve",
            "list(learners.values())",
            "data",
            literal(result.evaluation),
            requested,
            **more,
        ),
        "",
        "bests = []",
        "for name, curve in zip(learners, result.curves):",
        '    has_k = "k" in curve.learner.settings',
        "    some = slice(None) if has_k else slice(0, 1)  # without a k: a line",
        f"    values, spread = curve.mean({literal(measure)}), curve.spread({literal(measure)})",
        "    for k, value, sd in zip(curve.ks[some], values[some], spread[some]):",
        '        print(name, k, f"{value:.4f}", f"{sd:.4f}", sep="\\t")',
        f"    best = lw.best_k(curve, {literal(measure)}) if has_k else None",
        "    if best is not None:",
        "        bests.append(best)",
        '        print(name, "best k", best.k, "not significantly worse", best.ranges)',
    )
    shown_measure = "" if measure == "accuracy" else f"measure={literal(measure)}, "
    script.figure(f"curve(result, list(learners), {shown_measure}log={log})", "curves.svg")
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
    """One confusion matrix for each learner of a curve study, at one k, from the tests of its folds."""
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
    """An experiment: data sets × learners, with its table as text."""
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
        f"    print(result.to_text({literal(measure)}))",
        f'    figures.save(figures.results(result, {literal(measure)}), "results.svg")',
    )
    script.use("from lwnb_gui import figures")
    return script.text


def _about_data(data: Dataset, what: str) -> Script:
    script = Script(f"{shown(data.name)}, {shown(what)}")
    open_data(script, data)
    return script


def _splitting(evaluation: str, runs: int, folds: int, sample: int | None) -> dict[str, str]:
    """How the rows are split, where that is not told by the evaluation's name alone."""
    more: dict[str, str] = {}
    if evaluation != "loo":
        more["folds"] = str(folds)
    if evaluation == "repeated-cv":
        more["runs"] = str(runs)
    if sample is not None:
        more["sample"] = str(sample)
    return more


def _learners(learners: Mapping[str, Learner]) -> str:
    """By their names, each without its k."""
    codes = {name: learner_code(learner, with_k=False) for name, learner in learners.items()}
    lines = [
        f"    {literal(name)}: {code.replace(chr(10), chr(10) + '    ')}," for name, code in codes.items()
    ]
    return "\n".join(["{", *lines, "}"])
