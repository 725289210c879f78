"""The map: the rows by two attributes or around the instance. Clicks and drags of the star classify."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from lwnb_core import Explanation, Selection
from lwnb_gui.app.app_state import Snapshot
from lwnb_gui.app.map_settings import MapSettings
from lwnb_gui.app.query import Query, Value
from lwnb_gui.app.test_rows import TestFile
from lwnb_gui.qt.context import Context
from lwnb_gui.qt.explore.map.map_header import MapHeader
from lwnb_gui.qt.explore.map.map_regions import RegionLoader, Request, learners_of, side_by_side
from lwnb_gui.qt.explore.map.map_source import MapSource
from lwnb_gui.qt.explore.map.map_view import MapSceneView
from lwnb_gui.qt.panel import Panel
from lwnb_gui.qt.widgets.labels import TwoLineLabel
from lwnb_gui.render.figures import FigureView, SceneFigure
from lwnb_gui.render.scripts import view_script
from lwnb_gui.theme import Theme
from lwnb_gui.views.links import Hover, neighbours_behind
from lwnb_gui.views.map.callouts import Callout, callouts
from lwnb_gui.views.map.decision_regions import can_have_regions
from lwnb_gui.views.map.map_marks import Hit
from lwnb_gui.views.map.plane import MapData
from lwnb_gui.views.map.positions import RowPositions
from lwnb_gui.views.map.reading import MapReading, map_reading
from lwnb_gui.views.map.view import Map
from lwnb_gui.views.view import Subject

# Regions take seconds for many rows: they are computed once k and zoom have been still for this many ms. Up
# to this many rows, they follow at that pace while k is still moving.
_REGIONS_DELAY = 120
_FOLLOWING_ROWS = 5000


class MapPanel(Panel):
    shows = Map()

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.view = MapSceneView(self)
        self.view.find_callouts = self._callouts
        self.caption = TwoLineLabel(self)
        self.caption.setAccessibleDescription("Caption of the map")
        self.header = MapHeader(self, self.view, self.add_header_widget, self._choose_map)
        self.body.addWidget(self.view, 1)
        self.body.addWidget(self.caption)
        self.source = MapSource(context.tasks, self._show_positions, self._fail_positions)
        self.regions = RegionLoader(context.tasks, self.computing_bar, self._on_regions, self.show_error)
        self._is_low = False
        self._hovered_row: int | None = None  # outside the neighbourhood
        self._checked: tuple[object, bool] = (None, False)  # see `_is_consistent`
        self._regions_timer = QTimer(self, singleShot=True, interval=_REGIONS_DELAY)
        self._regions_timer.timeout.connect(self._load_regions)
        self.view.hovered.connect(self._on_hovered)
        self.view.point_clicked.connect(self.pick)
        self.view.values_chosen.connect(self._set_values)
        self.view.zoomed.connect(self._load_regions_soon)
        self.listen(context.selected, self._on_selected)

    @property
    def reading(self) -> MapReading | None:
        """The reading that is drawn."""
        return self.view.reading

    # -- context and state --------------------------------------------------------------------------

    def show_explanation(self, explanation: Explanation | None) -> None:
        query = self.context.state.query
        if explanation is None or query is None:
            self._forget()
            self.show_no_result(self.shows.nothing)
            return
        self.show_content()
        if self.reading is None:  # as after `_forget`; while something is shown, the header follows the state
            self.header.show_query(query)
        self._follow(query)
        if self._can_show_explanation():
            self._show_reading()
        if self.regions.data is not None or self._shows_regions(query):
            self._load_regions_soon()

    def show_hover(self, hover: Hover) -> None:
        explanation, query = self.context.explanation, self.context.state.query
        if explanation is None or query is None or not self._can_show_explanation():
            return
        emphasised = None
        if hover.cell is not None and hover.cell.attribute < len(explanation.attributes):
            emphasised = np.flatnonzero(neighbours_behind(explanation, query.data, hover.cell)).tolist()
        self.view.highlight(emphasised, hover.neighbour)

    def show_state(self, old: Snapshot, new: Snapshot) -> None:
        query = new.query
        if query is None:
            return
        if new.display.teaching != old.display.teaching:
            self._load_regions_soon()
            self._show_reading()
        if new.hidden_classes != old.hidden_classes:
            self._show_reading()
        if old.query is None or query.map != old.query.map or query.used is not old.query.used:
            if self._repair(query):
                return  # another map has been chosen: this is called again
            self.header.show_query(query)
            if self.context.explanation is not None:
                # otherwise a new explanation follows
                if old.query is not None and query.used is old.query.used:
                    self._follow(query)
                self._load_regions_soon()

    def _on_selected(self, selection: Selection | None) -> None:
        self._hovered_row = None
        self.regions.cancel()

    def _repair(self, query: Query) -> bool:
        """Choose another map if this one shows an attribute that is no longer in use."""
        if query.map_in_use == query.map or not query.used.predictors:
            return False
        self.context.state.set_map(query.map_in_use)
        return True

    # -- what is drawn ------------------------------------------------------------------------------

    def _follow(self, query: Query) -> None:
        self.source.follow(query, self.context.selection)
        if self.source.is_busy:
            self.computing_bar.begin()

    def _forget(self) -> None:
        """Release everything that belongs to data that are not open any more."""
        self._regions_timer.stop()
        self.source.forget()
        self.regions.forget()
        self._hovered_row = None
        self.view.show_reading(None)
        self.header.forget()
        self.caption.setText("")
        self._checked = (None, False)

    def _can_show_explanation(self) -> bool:
        return not self.source.is_busy and self._is_consistent()

    def _is_consistent(self) -> bool:
        """Whether explanation, positions and query refer to the same training rows.

        Other data may just have been opened, or other rows chosen for training.
        """
        query, selection = self.context.state.query, self.context.selection
        if query is None or selection is None or not self.source.is_of(query, selection):
            return False
        key = (selection, query.training_key)
        if self._checked[0] != key:  # checked once per selection: it takes 10 ms for 100,000 rows
            training, rows = selection.model.training, query.training_rows
            predictors = tuple(query.used.attributes[j] for j in query.used.predictors)
            is_consistent = (
                training.origin == query.data.origin
                and training.attributes == predictors
                and training.class_names == query.data.classes
                and (rows is None or bool(np.isin(training.rows, rows).all()))
            )
            self._checked = (key, is_consistent)
        return self._checked[1]

    def _show_positions(self, positions: RowPositions) -> None:
        if not self.context.computing:
            self.computing_bar.end()
        self.clear_error()
        self.regions.forget()
        self._hovered_row = None
        self._show_reading(keep_zoom=False)
        self._load_regions_soon()

    def _fail_positions(self, error: BaseException) -> None:
        self.computing_bar.end()
        self.view.show_reading(None)
        self.show_error(error, "Choose other axes for the map.")

    def _show_reading(self, *, keep_zoom: bool = True) -> None:
        """Show the present positions and regions, and the explanation if it is consistent with them."""
        positions, query = self.source.positions, self.context.state.query
        if positions is None or query is None:
            return
        explanation = self.context.explanation if self._is_consistent() else None
        # Switch between one map and four when the regions arrive. New rows keep the current number.
        had_four = self.reading is not None and bool(self.reading.learners)
        awaits_regions = self.regions.data is None and self._shows_regions(query)
        keeps_four = awaits_regions and (had_four or not keep_zoom)
        learners = side_by_side(query.map.regions) if keeps_four else ()
        regions, now = self.regions.data, self.context.state.now
        if explanation is None:
            rows = map_reading(positions, None, regions=regions, learners=learners, hidden=now.hidden_classes)
            self.view.show_reading(rows, keep_zoom=keep_zoom)
            return
        reading = self.shows.read(
            Subject(explanation, query=query),
            positions=positions,
            step=now.display.teaching.step,
            regions=regions,
            learners=learners,
            hidden=now.hidden_classes,
        )
        self.view.show_reading(reading, keep_zoom=keep_zoom)
        self.caption.setText(reading.caption)
        self._show_caption_tip()
        if self.context.hover.now != Hover():
            self.show_hover(self.context.hover.now)

    def _callouts(self) -> list[Callout]:
        explanation, positions = self.context.explanation, self.source.positions
        now = self.context.state.now
        if explanation is None or positions is None or now.query is None or not self._can_show_explanation():
            return []
        is_small = self.reading is not None and bool(self.reading.learners)
        names_at_rest = not is_small and "callouts" not in now.display.teaching.hidden_controls
        return callouts(
            now.query,
            explanation,
            positions,
            neighbour=self.context.hover.now.neighbour,
            row=self._hovered_row,
            at_rest=names_at_rest and not self.view.is_dragging_star,
            with_instance=names_at_rest and not self._is_low,
            is_located=now.display.teaching.shows("neighbours", now.query),
            weighed=self._shows_weights,
            hidden=now.hidden_classes,
        )

    @property
    def _shows_weights(self) -> bool:
        """Whether weights are shown, which step mode reaches later than the neighbours."""
        now = self.context.state.now
        return now.display.teaching.shows("weights", now.query)

    # -- header, mouse and keys ---------------------------------------------------------------------

    def _choose_map(self, view: MapSettings) -> None:
        query = self.context.state.query
        if query is None:
            return
        names = [query.used.attributes[j].name for j in query.used.predictors]
        if view.kind == "attributes" and view.y not in names:
            view = replace(view, y=next((n for n in names if n != view.x), view.x))
        self.context.state.set_map(view)

    def _on_hovered(self, hit: Hit | None) -> None:
        positions, before = self.source.positions, self._hovered_row
        self._hovered_row = None
        if hit is not None and hit.neighbour is None and positions is not None:
            self._hovered_row = int(positions.rows[hit.point])
        self.context.hover.on_neighbour(None if hit is None else hit.neighbour)
        if self._hovered_row != before:
            self.view.refresh()

    def pick(self, row: int) -> None:
        """Make a row the test instance.

        If a test file is open, whose rows these are not, the instance takes over the row's values.
        """
        query, state = self.context.state.query, self.context.state
        if query is None:
            return
        self.context.hover.clear()
        self._hovered_row = None
        if not isinstance(query.test_rows, TestFile):
            state.pick_row(row)
            return
        data = query.used.all_rows
        names = (data.attributes[j].name for j in data.predictors)
        state.change_values({name: data.value(row, name) for name in names})

    def _set_values(self, x: float, y: float, token: object | None) -> None:
        """Give the instance the values of a point of the map; the other attributes stay unchanged."""
        positions, limits = self.source.positions, self.view.limits
        if not isinstance(positions, MapData) or positions.axes is None or limits is None:
            return
        values: dict[str, Value] = {}
        for scale, value, (low, high) in zip(positions.axes, (x, y), limits, strict=True):
            values.setdefault(scale.attribute.name, scale.value_at(value, abs(high - low)))
        self.context.state.change_values(values, token)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.header.drop_tools()
        else:
            super().keyPressEvent(event)

    # -- regions ------------------------------------------------------------------------------------

    def _shows_regions(self, query: Query) -> bool:
        """Whether regions are selected and would not give away a guess or a later step."""
        may_show = self.context.state.display.teaching.shows("regions", query)
        return may_show and query.map.regions != "off" and can_have_regions(query)

    def _load_regions_soon(self) -> None:
        query, positions = self.context.state.query, self.source.positions
        if query is None or not self._shows_regions(query):
            self._regions_timer.stop()
            self.regions.forget()
            if self.reading is not None and (self.reading.regions is not None or self.reading.learners):
                self._show_reading()
        elif self.isVisible():
            follows = positions is not None and len(positions) <= _FOLLOWING_ROWS
            if not follows or not self._regions_timer.isActive():
                self._regions_timer.start()

    def _load_regions(self) -> None:
        query, selection, limits = self.context.state.query, self.context.selection, self.view.limits
        if query is None or selection is None or limits is None or not self._can_show_explanation():
            return
        if isinstance(self.source.positions, MapData) and self._shows_regions(query):
            shown = query.map
            learners = learners_of(shown.regions)
            self.regions.load(Request(selection, query.k, shown.x, shown.y, limits, learners), shown.regions)

    def _on_regions(self) -> None:
        self.clear_error()
        self._show_reading()

    # -- theme, sizes and export --------------------------------------------------------------------

    def apply_theme(self, theme: Theme) -> None:
        self.view.set_theme(theme)
        self.caption.set_theme(theme)
        self.header.set_theme(theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.header.set_width(self.width() / self.context.theme.scale)

    def apply_compact(self, narrow: bool, low: bool) -> None:
        self._is_low = low
        self.header.set_narrow(narrow)
        self.caption.setVisible(not low)
        self._show_caption_tip()
        self.view.refresh()

    def _show_caption_tip(self) -> None:
        """Show the caption as a tip, because a low window has no space for it."""
        self.view.tip = self.caption.text() if self._is_low else ""

    @property
    def _size(self) -> tuple[float, float]:
        """Return the size in pixels of the light theme."""
        return self.width() / self.context.theme.scale, self.height() / self.context.theme.scale

    def to_figure(self) -> FigureView | None:
        reading, (width, height) = self.reading, self._size
        if self.context.explanation is None or reading is None:
            return None
        limits = self.view.limits if self.view.is_zoomed else None
        compose = partial(self.shows.scene, reading, limits=limits, height=height)
        return SceneFigure(compose, width, dense=reading.is_dense)

    def to_script(self) -> str | None:
        query, (width, height) = self.context.state.query, self._size
        if query is None or self.context.explanation is None:
            return None
        return view_script(self.shows, self.reading, query, size=(round(width), round(height)))
