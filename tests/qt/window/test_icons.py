"""Icons: every file can be rendered in the colours of the theme, wherever the program is installed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QDir
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QCheckBox
from pytestqt.qtbot import QtBot

from lwnb_core.data import assets_dir
from lwnb_gui.qt.widgets.icons import find_icons, pixmap
from lwnb_gui.qt.window.style_sheet import style_sheet
from lwnb_gui.theme import LIGHT, THEMES, Theme

FOLDER = assets_dir() / "icons"
AMBER = ("#FFF1C9", "#E0B84A")


def inks(image: QImage) -> set[str]:
    """Return the colours of the opaque pixels."""
    colours = (image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height()))
    return {colour.name() for colour in colours if colour.alpha() > 250}


@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.svg")))
def test_every_icon_is_painted_in_the_requested_ink(qtbot: QtBot, name: str) -> None:
    picture = pixmap(name, "#5B3FC4", 32)
    assert (picture.width(), picture.devicePixelRatio()) == (64, 2.0)
    image = picture.toImage()
    assert inks(image) == {"#5b3fc4"}
    assert inks(image.copy(0, 0, 32, 64)) == inks(image.copy(32, 0, 32, 64)), "none is cut off"


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_style_sheet_icons_have_the_theme_s_colours(qtbot: QtBot, theme: Theme) -> None:
    inks_of = {
        "up": theme.ink2, "down": theme.ink2, "down-disabled": theme.separator_strong,
        "check": theme.on_accent,
    }  # fmt: skip
    for name, ink in inks_of.items():
        file = FOLDER / theme.name / f"{name}.svg"
        assert QColor(ink).name() in inks(QImage(str(file)).scaled(64, 64)), name
        assert f"url(icons:{theme.name}/{name}.svg)" in style_sheet(theme, AMBER)


def test_tick_icons_load_from_a_folder_of_any_name(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain, odd = ticked(qtbot), tmp_path / "O'Brien's (x) {y}; # 100 %"
    shutil.copytree(FOLDER, odd / "icons")
    monkeypatch.setattr("lwnb_gui.qt.widgets.icons.assets_dir", lambda: odd)
    assert ticked(qtbot) == plain
    QDir.setSearchPaths("icons", [])
    assert ticked(qtbot, find=False) != plain


def ticked(qtbot: QtBot, *, find: bool = True) -> QImage:
    """Return a check box that is checked."""
    if find:
        find_icons()
    box = QCheckBox()
    qtbot.addWidget(box)
    box.setStyleSheet(style_sheet(LIGHT, AMBER))
    box.setChecked(True)
    return box.grab().toImage()
