"""The design tokens as Qt wants them: palette, style sheet and fonts."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from lwnb_gui.qt.glyphs import glyphs
from lwnb_gui.qt.in_turns import AGAIN, is_over
from lwnb_gui.qt.style_sheet import style_sheet
from lwnb_gui.state.preferences import ThemeChoice
from lwnb_gui.state.view import View
from lwnb_gui.theme import DARK, LIGHT, PROJECTOR, Theme

LEAST = QSize(1180, 680)  # a window that shows everything in the light theme's type
_SMALLEST = 1.1  # times the light theme's type
AMBER_LIGHT = ("#FFF1C9", "#E0B84A")
AMBER_DARK = ("#4A3A12", "#8A6D1E")


def theme_for(choice: ThemeChoice) -> Theme:
    """The theme that was chosen; `system` is light or dark as the desktop is."""
    match choice:
        case "light":
            return LIGHT
        case "dark":
            return DARK
        case "projector":
            return fitted(PROJECTOR, _screen())
        case "system":
            scheme = QGuiApplication.styleHints().colorScheme()
            return DARK if scheme == Qt.ColorScheme.Dark else LIGHT


def fitted(theme: Theme, screen: QSize | None) -> Theme:
    """A theme in as large a type as the screen has room for; None: as large as it is.

    A beamer shows a small screen as large as a large one, so that nothing is lost to those who look on.
    """
    if screen is None:
        return theme
    room = min(screen.width() / LEAST.width(), screen.height() / LEAST.height())
    scale = math.floor(room * 20) / 20  # sizes that can be told apart
    return replace(theme, scale=min(theme.scale, max(scale, _SMALLEST)))


def _screen() -> QSize | None:
    """What the desktop leaves of the screen; None where there is none to look at."""
    if QGuiApplication.platformName() == "offscreen":
        return None
    return QGuiApplication.primaryScreen().availableSize()


def with_class_colours(theme: Theme, view: View) -> Theme:
    """A theme with the class colours that the user has chosen."""
    return replace(theme, recoloured=dict(view.class_colours)) if view.class_colours else theme


def ui_font(theme: Theme, size: float | None = None, *, semibold: bool = False) -> QFont:
    """The system's font with tabular figures, in pixels."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    font.setPixelSize(max(1, round(size or theme.size_text)))
    font.setFeature(QFont.Tag("tnum"), 1)
    font.setWeight(QFont.Weight.DemiBold if semibold else QFont.Weight.Normal)
    return font


def palette(theme: Theme) -> QPalette:
    """Qt's colour roles."""
    made = QPalette()
    role = QPalette.ColorRole
    for which, colour in (
        (role.Window, theme.window),
        (role.WindowText, theme.ink),
        (role.Base, theme.panel),
        (role.AlternateBase, theme.hover),
        (role.Text, theme.ink),
        (role.PlaceholderText, theme.ink3),
        (role.Button, theme.panel),
        (role.ButtonText, theme.ink),
        (role.BrightText, theme.ink),
        (role.ToolTipBase, theme.panel),
        (role.ToolTipText, theme.ink),
        (role.Highlight, theme.accent_tint),
        (role.HighlightedText, theme.ink),
        (role.Link, theme.accent),
        (role.LinkVisited, theme.accent),
        (role.Light, theme.panel),
        (role.Midlight, theme.separator),
        (role.Mid, theme.separator_strong),
        (role.Dark, theme.separator_strong),
        (role.Shadow, theme.separator_strong),
        (role.Accent, theme.accent),
    ):
        made.setColor(which, QColor(colour))
    for which in (role.WindowText, role.Text, role.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, which, QColor(theme.ink3))
    return made


class Themer:
    """Puts a theme into force.

    Palette and font are the application's. The style sheet is put on the parts of the window one by one
    (`dress`): given to the application, Qt polishes every widget once for each of its ancestors, in hidden
    places too, which takes ten times as long.
    """

    def __init__(self, app: QApplication) -> None:
        self._app = app
        self._sheet = ""
        self._font = QFont()
        app.setStyle("Fusion")

    def apply(self, theme: Theme) -> None:
        self._app.setPalette(palette(theme))
        self._font = ui_font(theme)
        self._app.setFont(self._font)
        self._sheet = style_sheet(theme, glyphs(theme), _amber(theme))

    def dress(self, part: QWidget) -> None:
        """Put the theme's style sheet on a part and all that is in it, unless it has it on."""
        if part.styleSheet() != self._sheet:
            part.setFont(self._font)  # what has a style sheet does not follow the application's
            part.setStyleSheet(self._sheet)

    def dress_some(self, place: QWidget) -> object:
        """Dress a place part by part, until the turn has had its share; `AGAIN` where some are left."""
        left = [part for part in parts_of(place) if part.styleSheet() != self._sheet]
        for i, part in enumerate(left, 1):
            self.dress(part)
            if is_over() and i < len(left):
                return AGAIN
        return None

    def has_dressed(self, place: QWidget) -> bool:
        """Whether all parts of a place have the theme's style sheet on."""
        return all(part.styleSheet() == self._sheet for part in parts_of(place))


def parts_of(place: QWidget) -> tuple[QWidget, ...]:
    """What of a place is dressed one by one: Qt styles all that is in a widget in one go."""
    return tuple(place.parts_to_dress()) if isinstance(place, HasParts) else (place,)


@runtime_checkable
class HasParts(Protocol):
    """A place that says what is to be dressed in it; nothing around these parts needs the style sheet."""

    def parts_to_dress(self) -> Iterable[QWidget]: ...


def _amber(theme: Theme) -> tuple[str, str]:
    return AMBER_DARK if theme.dark else AMBER_LIGHT
