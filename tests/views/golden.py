"""Compares scenes, as text, with their last approved state.

    python -m tests.views.golden            what differs from the files in `golden/`
    python -m tests.views.golden --write    the same, and the files are written anew

Widths are those of a made-up font, so that nothing depends on what is installed.
"""

from __future__ import annotations

import difflib
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import lwnb_core as lw
from lwnb_core.engine.regions import regions_on_grid
from lwnb_gui.app.predictions import predict_all
from lwnb_gui.app.query import Query
from lwnb_gui.theme import LIGHT, PROJECTOR, Theme
from lwnb_gui.views.confusion.drawing import ConfusionCell
from lwnb_gui.views.confusion.matrices import confusions
from lwnb_gui.views.confusion.view import Confusion, ConfusionReading
from lwnb_gui.views.contributions import Contributions, contributions_reading
from lwnb_gui.views.drawing.canvas import Canvas, font_of
from lwnb_gui.views.drawing.scene import Scene
from lwnb_gui.views.equations import Equations
from lwnb_gui.views.links import Hover, LocalTableCell
from lwnb_gui.views.local_tables import LocalTables
from lwnb_gui.views.local_tables.tables_reading import TablesReading, ordered
from lwnb_gui.views.map.decision_regions import regions_data
from lwnb_gui.views.map.distance_positions import distance_data
from lwnb_gui.views.map.plane import map_of_attributes
from lwnb_gui.views.map.reading import map_reading
from lwnb_gui.views.map.view import Map
from lwnb_gui.views.posterior import Posterior
from lwnb_gui.views.ribbon import Ribbon, ribbon_reading
from lwnb_gui.views.view import Subject
from lwnb_gui.views.what_if import WhatIf, WhatIfLine
from tests.views_of import read

FOLDER = Path(__file__).parent / "golden"


def measure_in(theme: Theme) -> Callable[..., float]:
    """Return a width: every character is 0.6 em wide, bold ones 0.65."""

    def measure(text: str, font: str = "text") -> float:
        face = font_of(font)
        return len(text) * face.pixels(theme) * (0.65 if face.bold else 0.6)

    return measure


def canvas(width: float = 420.0, height: float = 0.0, theme: Theme = LIGHT) -> Canvas:
    return Canvas(theme.px(width), theme.px(height), theme, measure_in(theme))


CANVAS = canvas()


def explained(name: str, row: int, k: int = 50, **settings: object) -> lw.Explanation:
    data = lw.sample(name)
    return lw.LWNB(k=k, **settings).fit(data).explain(data, row=row - 1)  # type: ignore[arg-type]


def _equations(name: str, row: int, at: Canvas = CANVAS, hover: Hover | None = None, **more: object) -> Scene:
    active = more.pop("active", None)
    reading = read(Equations(), explained(name, row, **more), hover=hover)  # type: ignore[arg-type]
    return Equations().scene(reading, at, active=active)  # type: ignore[arg-type]


def _ribbon(name: str, row: int, k: int, at: Canvas, **more: bool) -> Scene:
    data = lw.sample(name)
    reading = ribbon_reading(lw.sweep(lw.LWNB(k).fit(data), data, row - 1))
    return Ribbon().scene(reading, at, k=k, **more)  # type: ignore[arg-type]


def _confusion(name: str, at: Canvas, learners: int = 4, **more: object) -> Scene:
    query = Query.opening(lw.sample(name))
    reading = ConfusionReading(confusions(predict_all(query))[:learners])
    return Confusion().scene(reading, at, **more)  # type: ignore[arg-type]


def _posterior(name: str, row: int, at: Canvas, **more: object) -> Scene:
    return Posterior().scene(Posterior().read(Subject(explained(name, row, **more))), at)  # type: ignore[arg-type]


def _contributions(name: str, row: int, at: Canvas, k: int = 50, **more: object) -> Scene:
    reading = contributions_reading(explained(name, row, k))
    assert reading is not None
    return Contributions().scene(reading, at, **more)  # type: ignore[arg-type]


def _what_if(name: str, row: int, k: int, at: Canvas, **more: object) -> Scene:
    data = lw.sample(name)
    result = lw.what_if(lw.LWNB(k).fit(data), data, row - 1)
    reading = WhatIf().read(Subject(what_if=result))
    assert reading is not None
    return WhatIf().scene(reading, at, **more)  # type: ignore[arg-type]


def tables_of(name: str, row: int, **more: object) -> TablesReading:
    """Return the tables as the window has them; further arguments are the reading's, k and the convention."""
    settings = {key: more.pop(key) for key in ("k", "convention") if key in more}
    explanation = explained(name, row, **settings)  # type: ignore[arg-type]
    return TablesReading(explanation, ordered(explanation, "contribution"), **more)  # type: ignore[arg-type]


def _tables(name: str, row: int, at: Canvas, bottom: float = 0.0, **more: object) -> Scene:
    """Return what is visible down to a height."""
    narrow, legend = bool(more.pop("narrow", False)), bool(more.pop("legend", False))
    if more.pop("nb", False):
        data = lw.sample(name)
        more["nb_tables"] = lw.NB().fit(data).explain(data, row - 1).tables
    if bottom:
        at = at._replace(sight=(0.0, at.theme.px(bottom)))
    return LocalTables().scene(tables_of(name, row, **more), at, narrow=narrow, legend=legend)


def _map(name: str, row: int, at: Canvas, x: str = "", y: str = "", k: int = 20, **more: object) -> Scene:
    """Return a map of two attributes, or the distance view."""
    data = lw.sample(name)
    model = lw.LWNB(k=k).fit(data)
    explanation = model.explain(data, row=row - 1)
    if x:
        return Map().scene(map_reading(map_of_attributes(data, x, y), explanation), at, **more)  # type: ignore[arg-type]
    selection = lw.select(model, data, row - 1)
    return Map().scene(map_reading(distance_data(selection, data), explanation), at, **more)  # type: ignore[arg-type]


def _maps(name: str, row: int, at: Canvas, x: str, y: str, learners: Sequence[str]) -> Scene:
    """Return maps with regions."""
    data = lw.sample(name)
    model = lw.LWNB(k=20).fit(data)
    regions = regions_on_grid(model, lw.Grid.over(model.training, x, y, 8), model.instances(data, [row - 1]))
    explanation = model.explain(data, row=row - 1)
    positions = map_of_attributes(data, x, y)
    return Map().scene(map_reading(positions, explanation, regions=regions_data(regions, learners)), at)


SCENES: dict[str, Callable[[], Scene]] = {
    "equations-iris": partial(_equations, "iris", 135),
    "equations-iris-active": partial(_equations, "iris", 135, active=3),
    "equations-iris-absent-class": partial(_equations, "iris", 135, hover=Hover(cell=LocalTableCell(2, 0))),
    "equations-iris-weka": partial(_equations, "iris", 135, convention="weka"),
    "equations-vote": partial(_equations, "vote", 403),
    "equations-vote-printed": partial(_equations, "vote", 403, eq6="printed"),
    "equations-soybean": partial(_equations, "soybean", 6),
    "equations-glass-narrow": partial(_equations, "glass", 24, canvas(300)),
    "equations-weather-low": partial(_equations, "weather-numeric", 1, canvas(420, 170)),
    "ribbon-iris": partial(_ribbon, "iris", 135, 50, canvas(900)),
    "ribbon-vote-projector": partial(_ribbon, "vote", 403, 44, canvas(900, theme=PROJECTOR)),
    "ribbon-soybean-narrow": partial(_ribbon, "soybean", 6, 3, canvas(500)),
    "ribbon-weather-low": partial(
        _ribbon, "weather-numeric", 1, 13, canvas(900, 60), rivals=False, note=False, axis=False
    ),
    "confusion-iris": partial(
        _confusion, "iris", canvas(720), chosen=ConfusionCell("KNN", 2, 1), current=ConfusionCell("NB", 0, 0)
    ),
    "confusion-weather-narrow": partial(_confusion, "weather-nominal", canvas(330, 300)),
    "confusion-glass-one": partial(_confusion, "glass", canvas(720), learners=1),
    "posterior-iris": partial(_posterior, "iris", 135, canvas(640)),
    "posterior-vote-projector": partial(_posterior, "vote", 403, canvas(640, theme=PROJECTOR)),
    "posterior-soybean": partial(_posterior, "soybean", 6, canvas(640, 220)),
    "posterior-glass-narrow": partial(_posterior, "glass", 24, canvas(330, 220), k=210),
    "posterior-weather-weka": partial(_posterior, "weather-numeric", 1, canvas(640), k=5, convention="weka"),
    "contributions-iris": partial(
        _contributions, "iris", 135, canvas(300, 200), heading=False, highlighted=frozenset({2})
    ),
    "contributions-vote": partial(_contributions, "vote", 403, canvas(520)),
    "contributions-glass-narrow": partial(_contributions, "glass", 24, canvas(220, 160), 210, heading=False),
    "contributions-soybean-projector": partial(
        _contributions, "soybean", 6, canvas(520, 300, theme=PROJECTOR)
    ),
    "what-if-iris": partial(
        _what_if, "iris", 135, 50, canvas(480, 300), chosen=0, with_curve=0, current=WhatIfLine(2, True)
    ),
    "what-if-weather-narrow": partial(_what_if, "weather-nominal", 1, 5, canvas(250, 200)),
    "tables-iris": partial(_tables, "iris", 135, canvas(640, 290)),
    "tables-iris-highlighted": partial(
        _tables, "iris", 135, canvas(640, 290), 70, highlighted={2: LocalTableCell(2, 1)}, share=2.77
    ),
    "tables-iris-nb": partial(_tables, "iris", 135, canvas(640, 290), 70, nb=True),
    "tables-vote": partial(
        _tables, "vote", 403, canvas(640, 290), 90, highlighted={3: LocalTableCell(3, 0, 0)}, share=2.97
    ),
    "tables-vote-projector-nb": partial(_tables, "vote", 403, canvas(640, 290, PROJECTOR), 60, nb=True),
    "tables-soybean-narrow": partial(_tables, "soybean", 6, canvas(460, 290), 90, narrow=True),
    "tables-weather-file": partial(_tables, "weather-numeric", 1, canvas(640), k=5, legend=True),
    "tables-labor-missing-narrow": partial(_tables, "labor", 1, canvas(420, 800), 90, k=20, narrow=True),
    "map-iris": partial(
        _map, "iris", 135, canvas(720), "petalwidth", "petallength", emphasised=(0, 3, 4), hovered=2
    ),
    "map-vote-distances": partial(_map, "vote", 403, canvas(480), k=10),
    "map-weather-narrow-projector": partial(
        _map, "weather-numeric", 1, canvas(360, 200, PROJECTOR), "outlook", "humidity", k=5
    ),
    "map-soybean-piece": partial(
        _map, "soybean", 6, canvas(300), "date", "precip", limits=((0.5, 3.5), (-0.5, 1.5)), k=3
    ),
    "map-iris-regions": partial(_maps, "iris", 135, canvas(500, 300), "petalwidth", "petallength", ["LWNB"]),
    "map-checkers-all-four": partial(
        _maps, "checkers-board", 66, canvas(600), "x", "y", ["LWNB", "NB", "KNN", "KNNDW"]
    ),
    "equations-iris-projector": partial(_equations, "iris", 135, canvas(420, theme=PROJECTOR)),
}


def difference(name: str) -> list[str]:
    """Return what differs from the file, as `diff -u` shows it."""
    path = FOLDER / f"{name}.txt"
    before = path.read_text("utf-8").splitlines() if path.exists() else []
    now = SCENES[name]().as_lines()
    return list(difflib.unified_diff(before, now, f"{name} before", f"{name} now", lineterm="", n=1))


def main(arguments: list[str]) -> int:
    changed = 0
    for name, compose in SCENES.items():
        lines = difference(name)
        if lines:
            changed += 1
            print("\n".join(lines))
            if "--write" in arguments:
                FOLDER.mkdir(exist_ok=True)
                (FOLDER / f"{name}.txt").write_text("\n".join(compose().as_lines()) + "\n", "utf-8")
    for path in set(FOLDER.glob("*.txt")) - {FOLDER / f"{name}.txt" for name in SCENES}:
        changed += 1
        print(f"{path.name} is of no scene any more")
        if "--write" in arguments:
            path.unlink()
    print(f"{changed} of {len(SCENES)} scenes differ")
    return 1 if changed and "--write" not in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
