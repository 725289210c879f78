"""Sessions and lectures: everything that makes up a screen, as versioned JSON in a `.lwnb` file.

A `Session` is plain and comparable and holds no data; `to_json` and `from_json` take it to a file and back,
its method `open` reads the data and gives query and view. Files may come from anybody: see `session_schema`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, cast, get_args

from lwnb_core import CONVENTIONS, KERNELS, Convention, DataError, SettingsError
from lwnb_core.data.text import decode, read_bytes
from lwnb_core.local.kernels import Kernel
from lwnb_core.local.naive_bayes import Eq6
from lwnb_gui.state.curve_view import CurveView
from lwnb_gui.state.edits import Edits
from lwnb_gui.state.experiment_view import ExperimentView
from lwnb_gui.state.map_view import MapKind, MapView, Regions
from lwnb_gui.state.preferences import ThemeChoice
from lwnb_gui.state.session_data import (
    DataAway,
    DataSource,
    bins_from_checked,
    bins_to_plain,
    kinds_from_checked,
)
from lwnb_gui.state.session_schema import MOST_BYTES, MOST_TEXT, Checked, parse
from lwnb_gui.state.session_screen import Kind, Opened, Session
from lwnb_gui.state.steps import STEPS, Step
from lwnb_gui.state.teaching import CONTROLS, PANEL_NAMES, Lecture
from lwnb_gui.state.test_rows import Fold, HeldOut, OwnRows
from lwnb_gui.state.view import PLACES, Place

__all__ = [
    "DataAway",
    "DataSource",
    "Opened",
    "Session",
    "from_json",
    "is_session",
    "load_session",
    "to_json",
]

# Version 2 added `curves`, version 3 `experiment`, beside which `data` may be missing; version 4 the class
# and kinds with which `data` were opened, cuts in the place of a number of `class_bins`, and the `answer` of
# a lecture. A file is written in the oldest version that has all it says.
VERSION = 4
SUFFIX = ".lwnb"
FORMAT = "lwnb"
_MOST = 10**9
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


# -- writing ------------------------------------------------------------------------------------------


def to_json(session: Session) -> str:
    """As text for a file; what is at its default is left out."""
    map_plain = None
    if session.map is not None:
        map_plain = {f.name: getattr(session.map, f.name) for f in fields(MapView)}
    curves, experiment = session.curves.to_plain(), session.experiment.to_plain()
    plain: dict[str, Any] = {
        "format": FORMAT,
        "version": _version(session, curves, experiment),
        "kind": session.kind,
        "lecture": _without_empty(
            {}
            if session.lecture is None
            else {
                "title": session.lecture.title,
                "summary": session.lecture.summary,
                "text": session.lecture.text.split("\n") if session.lecture.text else [],
                "answer": session.lecture.answer.split("\n") if session.lecture.answer else [],
            }
        ),
        "data": session.data.to_plain(),
        "kinds": dict(session.kinds),
        "class": session.class_name,
        "test_rows": _test_plain(session),
        "row": session.row + 1,
        "changes": dict(session.changes),
        "k": session.k,
        "kernel": session.kernel,
        "convention": session.convention.name,
        "knobs": session.convention.changed_knobs,
        "equation_6": session.eq6,
        "unused": sorted(session.unused),
        "map": map_plain,
        "place": session.place,
        "hidden_classes": list(session.hidden_classes),
        "class_colours": dict(session.class_colours),
        "hidden_controls": sorted(session.hidden_controls),
        "step": session.step,
        "guess_first": session.guess_first or None,
        "curves": curves,
        "experiment": experiment,
        "theme": session.theme,
    }
    plain = _without_empty(plain)
    if session.panels is not None:
        plain["panels"] = [name for name in PANEL_NAMES if name in session.panels]
    if session.bins is not None:
        plain["class_bins"] = bins_to_plain(session.bins)
    return json.dumps(plain, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def _version(session: Session, curves: object, experiment: object) -> int:
    sources = [session.data] + ([session.test_file] if session.test_file is not None else [])
    answers = session.lecture is not None and bool(session.lecture.answer)
    if answers or isinstance(session.bins, tuple) or any(source.edits != Edits() for source in sources):
        return 4
    return 3 if experiment else 2 if curves else 1


def _test_plain(session: Session) -> dict[str, Any]:
    if session.test_file is not None:
        return {"kind": "file", "data": session.test_file.to_plain()}
    match session.test_rows:
        case HeldOut(percent=percent, seed=seed):
            return {"kind": "held out", "percent": percent, "seed": seed}
        case Fold(run=run, fold=fold, folds=folds):
            return {"kind": "fold", "run": run, "fold": fold, "folds": folds}
    return {}


def _without_empty(plain: Mapping[str, Any]) -> dict[str, Any]:
    return {n: v for n, v in plain.items() if v is not None and (v or isinstance(v, int)) and v != ""}


# -- reading ------------------------------------------------------------------------------------------


def is_session(path: str | Path) -> bool:
    """Whether a file is one of ours, by its name."""
    return str(path).lower().endswith(SUFFIX)


def load_session(path: str | Path) -> Session:
    """Read a `.lwnb` file; every failure is a `DataError` with file, line and remedy."""
    file = Path(path)
    try:
        size = file.stat().st_size
    except OSError:
        size = 0  # the reader says what is the matter
    if size > MOST_BYTES:
        raise DataError(
            f"{size / 2**20:.0f} MB is too large for a session or lecture",
            file=str(file),
            hint="Keep large data in a file of their own beside it.",
        )
    return from_json(decode(read_bytes(file), file=str(file)).text, str(file))


def from_json(text: str, file: str = "") -> Session:
    """The session in a text; `file` is what messages call it."""
    plain = parse(text, file)
    if plain.words("format", "") != FORMAT:
        plain.refuse(
            "this is no session or lecture of LWNB Explorer", hint='Such a file says "format": "lwnb".'
        )
    version = plain.whole("version", 0, _MOST)
    if version > VERSION:
        plain.refuse(
            f"this file was made by a newer LWNB Explorer (format {version}; this one reads up to {VERSION})",
            "version",
            hint="Update LWNB Explorer to open it; the file itself is fine and stays as it is.",
        )
    if version < 1:
        plain.refuse(f"there is no format {version}", "version")
    experiment = ExperimentView()
    if version >= 3 and plain.has("experiment"):
        experiment = ExperimentView.from_checked(plain.inner("experiment"))
    no_data = experiment != ExperimentView() and not plain.has("data")
    session = _version_1(plain, version, no_data=no_data)
    if version >= 2 and plain.has("curves"):
        session = replace(session, curves=CurveView.from_checked(plain.inner("curves")))
    plain.done()
    return replace(session, experiment=experiment)


def _version_1(plain: Checked, version: int, *, no_data: bool) -> Session:
    def source(inner: Checked) -> DataSource:
        return DataSource.from_checked(inner, with_edits=version >= 4)

    test_rows, test_file = (
        _test_rows(plain.inner("test_rows"), source) if plain.has("test_rows") else (OwnRows(), None)
    )
    step = plain.choice("step", STEPS) if plain.has("step") else None
    theme = plain.choice("theme", get_args(ThemeChoice)) if plain.has("theme") else None
    panels = None
    if plain.has("panels"):
        panels = frozenset(plain.names("panels"))
        _known(plain, "panels", panels, PANEL_NAMES)
    hidden = frozenset(plain.names("hidden_controls"))
    _known(plain, "hidden_controls", hidden, tuple(CONTROLS))
    colours = plain.values("class_colours")
    for name, colour in colours.items():
        if not isinstance(colour, str) or not _COLOUR.fullmatch(colour):
            plain.refuse(f"the colour of {name!r} must look like #0072B2", "class_colours")
    return Session(
        data=DataSource() if no_data else source(plain.inner("data")),
        kind=cast(Kind, plain.choice("kind", get_args(Kind), "session")),
        kinds=tuple(kinds_from_checked(plain).items()),
        class_name=plain.words("class", ""),
        bins=bins_from_checked(plain, cuts=version >= 4),
        test_rows=test_rows,
        test_file=test_file,
        row=plain.whole("row", 1, _MOST, 1) - 1,
        changes=tuple(plain.values("changes").items()),
        k=plain.whole("k", 1, _MOST, 50),
        kernel=cast(Kernel, plain.choice("kernel", KERNELS, "linear")),
        convention=_convention(plain),
        eq6=cast(Eq6, plain.choice("equation_6", get_args(Eq6), "right")),
        unused=frozenset(plain.names("unused")),
        map=_map(plain.inner("map")) if plain.has("map") else None,
        place=cast(Place, plain.choice("place", [p for p in PLACES if p != "start"], "explore")),
        hidden_classes=plain.names("hidden_classes"),
        class_colours=tuple((name, str(colour)) for name, colour in colours.items()),
        panels=panels,
        hidden_controls=hidden,
        step=cast("Step | None", step),
        guess_first=plain.yes_no("guess_first"),
        theme=cast("ThemeChoice | None", theme),
        lecture=_lecture(plain.inner("lecture"), version) if plain.has("lecture") else None,
    )


def _lecture(plain: Checked, version: int) -> Lecture:
    lecture = Lecture(
        plain.words("title", "", 200),
        plain.words("summary", "", 500),
        _text(plain, "text"),
        _text(plain, "answer") if version >= 4 else "",
    )
    plain.done()
    return lecture


def _text(plain: Checked, name: str) -> str:
    text = plain.lines(name) if plain.has(name) else ""
    if len(text) > MOST_TEXT:
        plain.refuse(f"the {name} has {len(text):,} characters; {MOST_TEXT:,} are allowed", name)
    return text


def _map(plain: Checked) -> MapView:
    shown = MapView(
        kind=cast(MapKind, plain.choice("kind", get_args(MapKind), "attributes")),
        x=plain.words("x", ""),
        y=plain.words("y", ""),
        regions=cast(Regions, plain.choice("regions", get_args(Regions), "off")),
    )
    plain.done()
    return shown


def _test_rows(
    plain: Checked, source: Callable[[Checked], DataSource]
) -> tuple[OwnRows | HeldOut | Fold, DataSource | None]:
    kind = plain.choice("kind", ("own", "held out", "fold", "file"), "own")
    found: OwnRows | HeldOut | Fold = OwnRows()
    other = None
    if kind == "held out":
        found = HeldOut(plain.whole("percent", 1, 90), plain.whole("seed", 0, _MOST))
    elif kind == "fold":
        folds = plain.whole("folds", 2, 10_000, 10)
        found = Fold(plain.whole("run", 1, 100_000), plain.whole("fold", 1, folds), folds)
    elif kind == "file":
        other = source(plain.inner("data"))
    plain.done()
    return found, other


def _convention(plain: Checked) -> Convention:
    base = CONVENTIONS[plain.choice("convention", tuple(CONVENTIONS), "paper")]
    knobs = plain.pairs("knobs")
    for knob, value in knobs.items():
        try:
            base = base.with_knobs(**{knob: value})
        except SettingsError as error:
            plain.refuse(error.message, "knobs", hint=error.hint)
    return base


def _known(plain: Checked, name: str, given: frozenset[str], known: tuple[str, ...]) -> None:
    unknown = sorted(given - set(known))
    if unknown:
        plain.refuse(f"{name} has no {unknown[0]!r}; it can hold {', '.join(known)}", name)
