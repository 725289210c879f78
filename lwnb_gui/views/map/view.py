"""The map: the training rows by two attributes, two components or distance, and the neighbours."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from lwnb_core import Explanation
from lwnb_core.engine.regions import NAMES
from lwnb_gui.actions import key
from lwnb_gui.text import fixed
from lwnb_gui.views.drawing.canvas import Canvas, wrapped
from lwnb_gui.views.drawing.legend import legend
from lwnb_gui.views.drawing.scene import Scene, Shape, Text, stacked
from lwnb_gui.views.map.decision_regions import RegionsData, can_have_regions
from lwnb_gui.views.map.layers import moving_shapes, static_map
from lwnb_gui.views.map.page import page_map
from lwnb_gui.views.map.positions import RowPositions, map_about, positions_about
from lwnb_gui.views.map.reading import MapReading, class_entries, for_step, is_reached, map_reading
from lwnb_gui.views.map.view_transform import Limits
from lwnb_gui.views.page_panel import PagePanel
from lwnb_gui.views.report_section import ReportSection
from lwnb_gui.views.script import Script, literal
from lwnb_gui.views.steps import STEPS, Step
from lwnb_gui.views.view import Subject, View

if TYPE_CHECKING:
    from lwnb_gui.app.map_settings import MapSettings
    from lwnb_gui.app.query import Query

_EDGE = 12.0  # left of the caption
# For a live page: width, height, and the width of the column below which a drawing is shown.
_PAGE_SIZES = {"": (720.0, 480.0, 0.0), "_narrow": (370.0, 300.0, 560.0)}
_MOST_IN_DISTANCE_VIEW = 2_000  # the number of rows in a report; beyond it, only the window has this view


class Map(View[MapReading]):
    """Rows, regions and axes stay while k moves; ring, spokes, neighbours and star are drawn above them."""

    name = "map"
    title = "Map"
    area = "map"
    has_own_place = True
    help = f"""
        The star is the test instance. The size and shade of a neighbour show its weight, and spokes
        join the fifty nearest neighbours to the star. Rows outside the neighbourhood are faint.

        Click a point to make it the test instance; it is then left out of training. Click elsewhere
        or drag the star to classify that point; the attributes that are not shown keep their
        values.

        Distance is measured in all attributes in use. The bandwidth is a ring only where the map
        shows all of them, or distance itself.

        Regions colour the background by a learner’s prediction at each point; paler means less
        certain. They are a slice through the picked instance: attributes that are not shown keep
        its values. {key("next_regions")} cycles through the learners; all four can be shown side by side.
        """
    visible_from = "distances"
    tells_answer = False
    is_on_live_page = True
    page_column = "main"
    page_columns = 6
    least = (360, 150)
    figure_width = 760.0
    nothing = "There is no test instance to show."
    is_reported_as_shown = True
    spoken_name = "Map of the rows around the test instance"
    spoken_hint = (
        "The rows that count are in the table Neighbours. Arrows move the map, plus and minus zoom, "
        "Home shows everything."
    )

    def read(
        self,
        about: Subject,
        *,
        shown: MapSettings | None = None,
        positions: RowPositions | None = None,
        step: Step | None = None,
        regions: RegionsData | None = None,
        learners: Sequence[str] = (),
        hidden: frozenset[int] = frozenset(),
    ) -> MapReading:
        """Read an explanation for the map.

        Parameters
        ----------
        shown
            What the map shows; by default what the query says, otherwise as data open.
        positions
            Of the rows, where they are known already: they stay while k moves.
        step
            Of step mode; None: neighbours and weights are shown.
        learners
            Those that have a map each, side by side, while their regions are being computed.
        hidden
            Classes that are not drawn.
        """
        return map_reading(
            positions_about(about, shown) if positions is None else positions,
            for_step(about.explanation, step),
            weighed=is_reached(step, "weights"),
            regions=regions,
            learners=learners,
            hidden=hidden,
            only_training=about.query is not None and about.query.training_rows is not None,
        )

    def scene(
        self,
        reading: MapReading,
        canvas: Canvas,
        *,
        limits: Limits | None = None,
        height: float = 480.0,
        names: bool = True,
        emphasised: Collection[int] | None = None,
        hovered: int | None = None,
    ) -> Scene:
        """Draw the map within the limits, or all of it.

        In a file it is `height` pixels of the light theme high, with its caption; above it are the `names` of
        the classes.
        """
        caption: list[Shape] = []
        above, below = Scene(canvas.width, 0.0), 0.0
        if canvas.is_file:
            above = legend(class_entries(reading), canvas) if names else above
            canvas = canvas._replace(height=canvas.theme.px(height))
            caption, below = _caption(reading.caption, canvas)
        static = static_map(reading, canvas, limits, below)
        moving = moving_shapes(reading, static, canvas, below, emphasised=emphasised, hovered=hovered)
        return stacked([above, Scene(canvas.width, canvas.height, (*static.shapes, *moving, *caption))])

    def sentences(self, reading: MapReading) -> tuple[str, ...]:
        """Return the caption."""
        return (reading.caption,) if reading.caption else ()

    def report_sections(self, about: Subject, *, unused: Sequence[str] = ()) -> tuple[ReportSection, ...]:
        """Return the query's map, or that with which data open, if the training rows are known."""
        reading = self._reading_in_report(about)
        if reading is None:
            return ()
        drawing = partial(self.scene, reading)
        return (
            ReportSection(self.title, drawing=drawing, width=self.figure_width, is_dense=reading.is_dense),
        )

    def _reading_in_report(self, about: Subject) -> MapReading | None:
        data = about.training_data
        if about.explanation.neighbourhood is None or data is None:
            return None
        shown = map_about(about)
        if shown.kind == "distance":
            is_known = about.selection is not None or about.explanation.request is not None
            if not is_known or len(data) > _MOST_IN_DISTANCE_VIEW:
                return None
        return self.read(about, shown=shown)

    def page_panels(
        self, abouts: Sequence[Subject], canvas: Canvas, *, step: Step = STEPS[-1]
    ) -> Mapping[str, PagePanel]:
        """Return the largest panel of a wide screen, and a smaller one for narrow columns."""
        positions, last = positions_about(abouts[-1]), abouts[-1].explanation
        readings = [self.read(about, positions=positions, step=step) for about in abouts]
        return {
            suffix: page_map(
                readings, last, canvas._replace(width=width, height=canvas.theme.px(height)), below
            )
            for suffix, (width, height, below) in _PAGE_SIZES.items()
        }

    def script(
        self, script: Script, reading: MapReading, query: Query, *, size: tuple[float, float] = (720, 480)
    ) -> None:
        """Write the map as it is: two attributes, components or distances, with the visible regions."""
        shown, shape = query.map, f"size=({size[0]:g}, {size[1]:g})"
        axes = f"{literal(shown.x)}, {literal(shown.y)}"
        script.add("")
        if shown.kind != "attributes":
            kind = "distance" if shown.kind == "distance" else "components"
            script.figure(f"map(explanation, kind={literal(kind)}, {shape})", "map.svg")
        elif shown.regions == "off" or not (can_have_regions(query) and _are_in_use(query)):
            script.figure(f"map(explanation, {axes}, {shape})", "map.svg")
        else:
            learners = literal(list(NAMES if shown.regions == "all four" else (shown.regions,)))
            given = f"{axes}, learners={learners}, cells=160, {shape}"
            script.figure(f"regions(explanation, {given})", "map.svg")

    def step_sentence(self, step: Step, explanation: Explanation) -> str:
        return _distances(explanation) if step == "distances" else ""


def _caption(text: str, canvas: Canvas) -> tuple[list[Shape], float]:
    """Draw the caption along the lower edge, and return the height that it takes."""
    if not text:
        return [], 0.0
    px, step = canvas.theme.px, canvas.theme.size_small * 1.4
    lines = wrapped(text, "small", canvas.width - 2 * px(_EDGE), canvas.measure)
    bottom = canvas.height - px(10) - (len(lines) - 1) * step - 0.35 * canvas.theme.size_small
    shapes: list[Shape] = [
        Text(px(_EDGE), bottom + i * step, line, "small", "ink2") for i, line in enumerate(lines)
    ]
    return shapes, px(14) + len(lines) * step


def _are_in_use(query: Query) -> bool:
    """Whether the learners use the attributes that are the axes."""
    return {query.map.x, query.map.y} <= {query.used.attributes[j].name for j in query.used.predictors}


# -- step mode ------------------------------------------------------------------------------------------


def _distances(explanation: Explanation) -> str:
    """Describe the first step of step mode, with its numbers."""
    neighbourhood, rows = explanation.neighbourhood, explanation.neighbour_rows
    assert neighbourhood is not None
    assert rows is not None
    numeric = any(attribute.is_numeric for attribute in explanation.attributes)
    how = (
        "with every numeric attribute scaled to 0…1"
        if numeric
        else "with one term for each attribute that differs"
    )
    nearest = ""
    if len(rows):
        at = fixed(float(neighbourhood.distances[0]), 4)
        nearest = f" The nearest is row {int(rows[0]) + 1}, at {at}."
    to_all = f"to all {explanation.training_rows:,} training rows"
    return f"These are the distances from {_who(explanation)} {to_all}, {how}.{nearest}"


def _who(explanation: Explanation) -> str:
    if explanation.row is None or explanation.is_new_instance:
        return "the instance"
    return f"row {explanation.row + 1}" + (" with your changes" if explanation.changed else "")
