"""`lwnb` and `lwnb FILE`: the window, or a word on the commands where there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from lwnb_gui.commands.direct import run_window, window_exists
from lwnb_gui.commands.guard import guarded
from lwnb_gui.commands.options import (
    ConventionName,
    Eq6Name,
    KernelName,
    NumericName,
    ReadingOptions,
    spread_options,
)
from lwnb_gui.commands.source import existing

if TYPE_CHECKING:
    from lwnb_gui.state.opening import Opening


@guarded
@spread_options
def open_window(
    file: Annotated[
        str | None, typer.Argument(metavar="[FILE]", help="File or sample to open in the window.")
    ] = None,
    *,
    row: Annotated[
        int | None, typer.Option("--row", "-r", min=1, metavar="N", help="Row to explain, from 1.")
    ] = None,
    k: Annotated[
        int | None, typer.Option("--k", "-k", min=1, metavar="N", help="Size of the neighbourhood.")
    ] = None,
    kernel: Annotated[KernelName | None, typer.Option(help="Weights of the neighbours.")] = None,
    convention: Annotated[
        ConventionName | None, typer.Option("--convention", "-c", help="Whose computations.")
    ] = None,
    numeric: Annotated[
        NumericName | None, typer.Option("--numeric", help="Normal density, or Weka's normal with precision.")
    ] = None,
    eq6: Annotated[Eq6Name | None, typer.Option("--eq6", help="Equation 6 put right or as printed.")] = None,
    reading: ReadingOptions,
) -> None:
    """Open the window; `lwnb FILE` does the same."""
    path = None if file is None else existing(file)
    if not window_exists():
        from lwnb_gui.commands.views.overview import show_overview

        show_overview(file)
        return
    opening = None
    if path is not None:
        opening = _opening(
            str(path),
            reading,
            row=row,
            k=k,
            kernel=None if kernel is None else str(kernel),
            convention=None if convention is None else str(convention),
            numeric=None if numeric is None else str(numeric),
            eq6=None if eq6 is None else str(eq6),
        )
    code = run_window(opening)
    if code:
        raise typer.Exit(code)


def _opening(path: str, reading: ReadingOptions, **settings: int | str | None) -> Opening:
    """What the options ask the window to open.

    An ARFF file declares its types, so that they can be changed only once it is read.
    """
    from lwnb_core.data.loading import declares_types
    from lwnb_gui.state.opening import Opening

    declared = declares_types(path)
    return Opening(
        path,
        class_attribute=reading.class_attribute,
        class_bins=reading.class_bins,
        nominal=tuple(reading.as_nominal or ()) if declared else (),
        numeric_columns=tuple(reading.as_numeric or ()) if declared else (),
        csv=reading.csv if declared else {**reading.csv, **reading.kinds},
        **settings,  # type: ignore[arg-type]
    )
