"""The design tokens in Qt's form: palette, style sheet and fonts."""

from __future__ import annotations

import math
from dataclasses import replace

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from lwnb_gui.app.app_state import Snapshot
from lwnb_gui.app.preferences import ThemeChoice
from lwnb_gui.qt.widgets.icons import find_icons
from lwnb_gui.qt.window.style_sheet import style_sheet
from lwnb_gui.theme import DARK, LIGHT, PROJECTOR, Theme

LEAST = QSize(1180, 680)  # of a window that shows everything at the light theme's font size
_SMALLEST = 1.1  # times the light theme's font size
AMBER_LIGHT = ("#FFF1C9", "#E0B84A")
AMBER_DARK = ("#4A3A12", "#8A6D1E")


def theme_for(choice: ThemeChoice) -> Theme:
    """Return the chosen theme; `system` follows the desktop."""
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
    """Return a theme with the largest font that fits on the screen, at most its own (None).

    A projector shows a small screen as large as a large one, so that the audience loses nothing.
    """
    if screen is None:
        return theme
    largest = min(screen.width() / LEAST.width(), screen.height() / LEAST.height())
    scale = math.floor(largest * 20) / 20
    return replace(theme, scale=min(theme.scale, max(scale, _SMALLEST)))


def _screen() -> QSize | None:
    """Return the part of the screen that the desktop leaves free; None without a screen."""
    if QGuiApplication.platformName() == "offscreen":
        return None
    return QGuiApplication.primaryScreen().availableSize()


def with_class_colours(theme: Theme, now: Snapshot) -> Theme:
    """Return a theme with the class colours that the user has chosen."""
    return replace(theme, recoloured=now.class_colours) if now.class_colours else theme


def ui_font(theme: Theme, size: float | None = None, *, semibold: bool = False) -> QFont:
    """Return the system's font with tabular numbers, in pixels."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
    font.setPixelSize(max(1, round(size or theme.size_text)))
    font.setFeature(QFont.Tag("tnum"), 1)
    font.setWeight(QFont.Weight.DemiBold if semibold else QFont.Weight.Normal)
    return font


def palette(theme: Theme) -> QPalette:
    """Return Qt's colour roles."""
    colours = QPalette()
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
        colours.setColor(which, QColor(colour))
    for which in (role.WindowText, role.Text, role.ButtonText):
        colours.setColor(QPalette.ColorGroup.Disabled, which, QColor(theme.ink3))
    return colours


def apply_theme(window: QWidget, theme: Theme) -> None:
    """Set palette and font of the application, and the style sheet of the window and its dialogs."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    find_icons()
    app.setPalette(palette(theme))
    font = ui_font(theme)
    app.setFont(font)
    window.setFont(font)  # a widget with a style sheet does not follow the application's font
    window.setStyleSheet(style_sheet(theme, _amber(theme)))


def _amber(theme: Theme) -> tuple[str, str]:
    return AMBER_DARK if theme.dark else AMBER_LIGHT
