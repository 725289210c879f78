"""The option `--measure`: which measure a table or a figure shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lwnb_core.evaluation.measures import Measure

_HELP = "Measure to show: accuracy, kappa, mcc, f1, f1:CLASS (F1 of one class) and more; ? lists all."


def _complete_over_k(incomplete: str) -> list[str]:
    from lwnb_core.evaluation.measures import CURVE_MEASURES

    return _beginning(incomplete, CURVE_MEASURES)


def _complete(incomplete: str) -> list[str]:
    from lwnb_core.evaluation.measures import MEASURES

    return _beginning(incomplete, MEASURES)


def _beginning(incomplete: str, names: Iterable[str]) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]


MeasureOption = Annotated[
    str, typer.Option("--measure", "-m", metavar="MEASURE", help=_HELP, autocompletion=_complete)
]
CurveMeasureOption = Annotated[
    str, typer.Option("--measure", "-m", metavar="MEASURE", help=_HELP, autocompletion=_complete_over_k)
]


def measure_option(name: str, *, over_k: bool = False) -> Measure:
    """Return the measure of this name; those of curves are computed at every k."""
    from lwnb_core import LwnbError
    from lwnb_core.evaluation.measures import CURVE_MEASURES, MEASURES, f1_measure, measure_named

    names = CURVE_MEASURES if over_k else tuple(MEASURES)
    try:
        return measure_named(name, names)
    except LwnbError:
        listed = ", ".join((*names, f1_measure("CLASS")))
        raise typer.BadParameter(
            f"{name!r} is not a measure; these are: {listed}", param_hint="'--measure'"
        ) from None


def check_class(measure: Measure, classes: tuple[str, ...]) -> None:
    """Refuse F1 of a class that the data do not have."""
    from lwnb_core.evaluation.measures import class_of_measure
    from lwnb_gui.text import listed, printable

    name = class_of_measure(measure.name)
    if name and name not in classes:
        known = listed([printable(one) for one in classes[:20]])
        raise typer.BadParameter(
            f"there is no class {name!r}; the classes are {known}", param_hint="'--measure'"
        )
