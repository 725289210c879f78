"""The map: the rows in a plane or around the instance; a click classifies, a drag of the star too."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from lwnb_core import Explanation, Regions, Selection
from lwnb_gui.export import FigureView, scripts
from lwnb_gui.export.maps import figure_of
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.panel import Panel
from lwnb_gui.qt.panels.caption import Caption
from lwnb_gui.qt.panels.map_ground import Ground
from lwnb_gui.qt.panels.map_header import MapHeader
from lwnb_gui.qt.panels.map_regions import RegionLoader, Request, learners_of, side_by_side
from lwnb_gui.qt.panels.map_source import MapSource
from lwnb_gui.qt.panels.map_view import MapSceneView
from lwnb_gui.readings.map import (
    Callout,
    MapReading,
    Places,
    callouts,
    can_have_regions,
    caption,
    map_reading,
)
from lwnb_gui.readings.places import MapData
from lwnb_gui.readings.points import AxisScale
from lwnb_gui.scenes.map_marks import Hit
from lwnb_gui.state import MapView, Query, Snapshot, TestFile, Value, default_map
from lwnb_gui.state.links import Hover, neighbours_behind
from lwnb_gui.state.steps import as_earned
from lwnb_gui.theme import Theme

_SETTLED = 120  # ms before the regions follow a change
_FOLLOWS = 5000  # rows up to which they follow while k is still moving


class MapPanel(Panel):
    title = "Map"
    help_topic = "map"
    least = (360, 160)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.view = MapSceneView(self)
        self.view.find_callouts = self._callouts
        self.caption = Caption(self)
        self.header = MapHeader(self, self.view, self.add_header_widget, self._choose_map)
        self.body.addWidget(self.view, 1)
        self.body.addWidget(self.caption)
        self.source = MapSource(context.tasks, self._show_places, self._no_places)
        self.regions = RegionLoader(context.tasks, self._show_regions, self.computing_bar)
        self.ground = Ground()
        self._low = False
        self._row: int | None = None  # outside the neighbourhood, under the mouse
        self._belonging: tuple[object, bool] = (None, False)
        self._settled = QTimer(self, singleShot=True, interval=_SETTLED)
        self._settled.timeout.connect(self._ask_regions)
        self.view.hovered.connect(self._on_hit)
        self.view.point_clicked.connect(self._pick)
        self.view.place_chosen.connect(self._go_to)
        self.view.zoomed.connect(self._regions_soon)
        context.selected.connect(self._on_selected)

    @property
    def reading(self) -> MapReading | None:
        """What is drawn."""
        return self.view.reading

    # -- following ----------------------------------------------------------------------------------

    def show_explanation(self, explanation: Explanation | None) -> None:
        query = self.context.state.query
        if explanation is None or query is None:
            self._forget_places()
            self.show_no_result("There is no test instance to show.")
            return
        self.show_content()
        self.header.show_query(query, can_have_regions=can_have_regions(query))
        self._follow(query)
        if self._fits(explanation):
            self._show_reading()
            if not self.context.hover.now.is_nothing:
                self.show_hover(self.context.hover.now)
        self._regions_soon()

    def show_hover(self, hover: Hover) -> None:
        explanation, query = self.context.explanation, self.context.state.query
        if explanation is None or query is None or not self._fits(explanation):
            return
        kept = None
        if hover.cell is not None and hover.cell.attribute < len(explanation.attributes):
            kept = np.flatnonzero(neighbours_behind(explanation, query.data, hover.cell)).tolist()
        self.view.highlight(kept, hover.neighbour)

    def show_state(self, old: Snapshot, new: Snapshot) -> None:
        query = new.query
        if query is None:
            return
        if new.view.teaching != old.view.teaching:
            self._regions_soon()
            self._show_step(old, new)
        if new.view.hidden_classes != old.view.hidden_classes:
            self._show_reading()
        if old.query is None or query.map != old.query.map or query.used is not old.query.used:
            if self._repair(query):
                return  # a better map has been asked for, and comes here
            self.header.show_query(query, can_have_regions=can_have_regions(query))
            if self.isVisible() and self.context.explanation is not None:
                if old.query is not None and query.used is old.query.used:  # others get a result soon
                    self._follow(query)
                self._regions_soon()
            elif not self.isVisible():
                self._stale = True  # another map, in another place, was turned: this one follows when seen

    def apply_theme(self, theme: Theme) -> None:
        self.view.set_theme(theme)
        self.caption.set_theme(theme)
        self.header.set_theme(theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.header.set_room(self.width() / self.context.theme.scale)

    def apply_compact(self, narrow: bool, low: bool) -> None:
        self._low = low
        self.header.set_narrow(narrow)
        self.caption.setVisible(not low)
        self.view.setToolTip(self.caption.text if low else "")
        self.view.refresh()

    def to_figure(self) -> FigureView | None:
        reading, scale = self.view.reading, self.context.theme.scale
        if self.context.explanation is None or reading is None:
            return None
        limits = self.view.limits if self.view.is_zoomed else None  # what is seen is what is exported
        return figure_of(reading, (self.width() / scale, self.height() / scale), limits)

    def to_script(self) -> str | None:
        query = self.context.state.query
        if query is None or self.context.explanation is None:
            return None
        scale = self.context.theme.scale
        return scripts.map_script(query, (round(self.width() / scale), round(self.height() / scale)))

    # -- places -------------------------------------------------------------------------------------

    def _follow(self, query: Query) -> None:
        self.source.follow(query, self.context.selection)
        if self.source.is_busy:
            self.computing_bar.begin()

    def _forget_places(self) -> None:
        """No row, mark, region or word of data that are not open any more is left."""
        self._settled.stop()
        self.source.forget()
        self.regions.forget()
        self.ground.forget()
        self._row = None
        self.view.show_reading(None)
        self.header.forget()
        self.caption.say("")
        self._belonging = (None, False)

    def _fits(self, explanation: Explanation) -> bool:
        """Whether the places are those of this explanation; a distance view is of one instance only."""
        if self.source.places is None or self.source.is_busy:
            return False
        return self._belongs()

    def _belongs(self) -> bool:
        """Whether result and places are of the data that are open: others may just have been opened."""
        query, selection = self.context.state.query, self.context.selection
        if query is None or selection is None or not self.source.is_of(query, selection):
            return False
        key = (selection, query.training_key)
        if self._belonging[0] != key:
            training = selection.model.training
            predictors = tuple(query.used.attributes[j] for j in query.used.predictors)
            same = training.origin == query.data.origin and training.attributes == predictors
            same = same and training.class_names == query.data.classes
            own = query.training_rows
            same = same and (own is None or bool(np.isin(training.rows, own).all()))
            self._belonging = (key, same)
        return self._belonging[1]

    def _show_places(self, places: Places) -> None:
        if not self.context.computing:
            self.computing_bar.end()
        self.clear_error()
        self.ground.forget()
        self._row = None
        self._show_reading(keep_zoom=False)
        self._regions_soon()

    def _show_reading(self, *, keep_zoom: bool = True) -> None:
        """Show the present places, explanation and regions, as far as they belong together."""
        places, query, explanation = self.source.places, self.context.state.query, self.context.explanation
        if places is None or query is None:
            return
        if explanation is None or not self._belongs():
            explanation = None
        else:
            explanation = self._earned(explanation)
        # Maps change their number with their regions, not before; other rows are at once on as many.
        is_changed = not keep_zoom or (self.reading is not None and bool(self.reading.learners))
        is_awaiting_regions = self.ground.figure is None and is_changed and self._wants_regions(query)
        reading = map_reading(
            places,
            explanation,
            weighed=self._weighed,
            regions=self.ground.figure,
            learners=side_by_side(query.map.regions) if is_awaiting_regions else (),
            hidden=self.context.state.view.hidden_classes,
        )
        self.view.show_reading(reading, keep_zoom=keep_zoom)
        if explanation is None:
            return
        text = caption(
            places,
            explanation,
            weighed=self._weighed,
            regions=reading.regions,
            side_by_side=bool(reading.learners),
            only_training=query.training_rows is not None,
        )
        self.caption.say(text)
        if self._low:
            self.view.setToolTip(text)

    def _no_places(self, error: BaseException) -> None:
        self.computing_bar.end()
        self.view.show_reading(None)
        self.show_error(error, "Choose other axes for the map.")

    def _on_selected(self, selection: Selection | None) -> None:
        self._row = None

    def _repair(self, query: Query) -> bool:
        """Where the map shows an attribute that is not in use any more, ask for another map."""
        names = {query.used.attributes[j].name for j in query.used.predictors}
        view = query.map
        if view.kind == "attributes" and names and not {view.x, view.y} <= names:
            better = replace(default_map(query.data, query.unused), regions=view.regions)
            if better != view and (better.kind != "attributes" or {better.x, better.y} <= names):
                self.context.state.set_map(better)
                return True
        return False

    def _choose_map(self, view: MapView) -> None:
        query = self.context.state.query
        if query is None:
            return
        names = [query.used.attributes[j].name for j in query.used.predictors]
        if view.kind == "attributes" and view.y not in names:
            view = replace(view, y=next((n for n in names if n != view.x), view.x))
        self.context.state.set_map(view)

    def _callouts(self) -> list[Callout]:
        """What is named on the map at present."""
        explanation, query, places = (
            self.context.explanation,
            self.context.state.query,
            self.source.places,
        )
        if explanation is None or query is None or places is None or not self._fits(explanation):
            return []
        is_small = self.view.reading is not None and bool(self.view.reading.learners)
        now = self.context.state.now
        return callouts(
            query,
            explanation,
            places,
            neighbour=self.context.hover.now.neighbour,
            row=self._row,
            at_rest=not self.view.is_dragging_star and not is_small,
            with_instance=not self._low and not is_small,
            is_located=now.view.teaching.shows("neighbours", now.query),
            weighed=self._weighed,
            hidden=now.view.hidden_classes,
        )

    # -- step mode ----------------------------------------------------------------------------------

    @property
    def _weighed(self) -> bool:
        now = self.context.state.now
        return now.view.teaching.shows("weights", now.query)

    def _earned(self, explanation: Explanation) -> Explanation:
        step = self.context.state.view.teaching.step
        return explanation if step is None else as_earned(explanation, step)

    def _show_step(self, old: Snapshot, new: Snapshot) -> None:
        """Another step: who is in, and what each weighs, is marked only from its own step on."""
        explanation, query = self.context.explanation, new.query
        if new.view.teaching.step == old.view.teaching.step or explanation is None or query is None:
            return
        if self.isVisible() and self._fits(explanation):
            self._show_reading()

    # -- the mouse ----------------------------------------------------------------------------------

    def _on_hit(self, hit: Hit | None) -> None:
        places = self.source.places
        row = None
        if hit is not None and hit.neighbour is None and places is not None:
            row = int(places.rows[hit.point])
        is_other, self._row = row != self._row, row
        self.context.hover.on_neighbour(None if hit is None else hit.neighbour)
        if is_other:
            self.view.refresh()

    def _pick(self, row: int) -> None:
        """A point: it becomes the test instance. With a test file, whose rows these are not, the instance
        takes over its values.
        """
        query, state = self.context.state.query, self.context.state
        if query is None:
            return
        self.context.hover.clear()
        self._row = None
        if not isinstance(query.test_rows, TestFile):
            state.pick_row(row)
            return
        data = query.used.all_rows
        names = (data.attributes[j].name for j in data.predictors)
        state.change_values({name: data.value(row, name) for name in names})

    def _go_to(self, x: float, y: float, token: object | None) -> None:
        """A place in the plane: the two attributes take its values, the others keep theirs."""
        places, query = self.source.places, self.context.state.query
        if not isinstance(places, MapData) or places.axes is None or query is None:
            return
        values: dict[str, Value] = {}
        limits = self.view.limits
        for i, (scale, value) in enumerate(zip(places.axes, (x, y), strict=True)):
            span = abs(limits[i][1] - limits[i][0]) if limits is not None else 0.0
            if scale.attribute.name not in values:
                values[scale.attribute.name] = place_value(scale, value, span)
        self.context.state.change_values(values, token)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.header.drop_tools()
        else:
            super().keyPressEvent(event)

    # -- regions ------------------------------------------------------------------------------------

    def _regions_soon(self) -> None:
        query = self.context.state.query
        if query is None or not self._wants_regions(query):
            self._settled.stop()
            self.regions.forget()
            if self.ground.request is not None:
                self.ground.forget()
                self._show_reading()
            elif self.view.reading is not None and self.view.reading.learners:
                self._show_reading()
        elif self.isVisible():
            # A small map follows while k moves, in coarse pictures; a large one waits until k rests.
            small = self.source.places is not None and len(self.source.places) <= _FOLLOWS
            if not small or not self._settled.isActive():
                self._settled.start()

    def _wants_regions(self, query: Query) -> bool:
        """Whether they are asked for, and would not give a guess or a later step away."""
        allowed = self.context.state.view.teaching.shows("regions", query)
        return allowed and query.map.regions != "off" and can_have_regions(query)

    def _ask_regions(self) -> None:
        query, selection = self.context.state.query, self.context.selection
        limits = self.view.limits
        if query is None or selection is None or limits is None or self.source.is_busy:
            return
        if not isinstance(self.source.places, MapData) or not self._wants_regions(query):
            return
        request = Request(
            selection, query.k, query.map.x, query.map.y, limits, learners_of(query.map.regions)
        )
        shown, found = self.ground.request, self.ground.found
        if shown is not None and found is not None and shown.covers(request):
            if self.ground.wanted != query.map.regions:
                self._show_regions(shown, found)  # those of this learner are there already
        else:
            self.regions.ask(request, self.show_error)

    def _show_regions(self, request: Request, found: Regions) -> None:
        query, explanation = self.context.state.query, self.context.explanation
        places = self.source.places
        if query is None or explanation is None or not isinstance(places, MapData):
            return
        if not self._wants_regions(query) or request.selection is not self.context.selection:
            return
        if not self._belongs():
            return  # the rows are others already; their result, and regions with it, comes soon
        if not set(learners_of(query.map.regions)) <= set(request.learners):
            return  # another learner has been chosen meanwhile, and asked
        self.clear_error()
        self.ground.show(request, found, query.map.regions)
        self._show_reading()
        if not self.context.hover.now.is_nothing:
            self.show_hover(self.context.hover.now)


def place_value(scale: AxisScale, value: float, span: float) -> Value:
    """The value of an attribute at a place: a name, or a number with as many digits as the eye can tell."""
    if math.isnan(value):
        return None
    if scale.nominal:
        n = len(scale.attribute.values)
        return scale.attribute.values[min(max(round(value), 0), n - 1)] if n else None
    if not span > 0:
        return value
    step = 10.0 ** math.floor(math.log10(span / 200))
    return float(f"{round(value / step) * step:.12g}")
