"""`lwnb integrate`: what it writes, that it is well-formed, and that it all goes again."""

from __future__ import annotations

import configparser
import shlex
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from lwnb_gui.cli import integrate as module

Run = Callable[..., Result]
Json = Callable[..., dict[str, Any]]

pytestmark = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="menus of free desktops")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    return tmp_path / "share"


def test_desktop_entry_is_installed_and_removed(run: Run, run_json: Json, home: Path) -> None:
    result = run("integrate")
    assert result.exit_code == 0, result.output
    assert "is now in the menu" in result.output
    entry = configparser.RawConfigParser()
    entry.optionxform = str  # type: ignore[assignment,method-assign]
    entry.read(home / "applications" / "lwnb-explorer.desktop", encoding="utf-8")
    values = dict(entry["Desktop Entry"])
    assert (home / "icons/hicolor/scalable/apps" / f"{values['Icon']}.svg").is_file()
    assert "@" not in values["Exec"]
    assert values["Exec"].endswith(" %f")
    types = set(values["MimeType"].strip(";").split(";"))
    mime = ET.parse(home / "mime" / "packages" / "lwnb-explorer.xml").getroot()
    space = "{http://www.freedesktop.org/standards/shared-mime-info}"
    declared = {kind.get("type") for kind in mime.iter(f"{space}mime-type")}
    assert declared == types
    assert {glob.get("pattern") for glob in mime.iter(f"{space}glob")} == {"*.arff", "*.lwnb"}

    removed = run_json("integrate", "--remove")["removed"]
    assert len(removed) == 3
    assert not any(Path(file).exists() for file in removed)
    assert "Nothing to remove" in run("integrate", "--remove").output


def test_a_folder_that_cannot_be_made(run: Run, home: Path) -> None:
    home.write_text("a file in the way")
    result = run("integrate")
    assert result.exit_code == 1
    assert "cannot be made" in result.output
    assert "Traceback" not in result.output


def test_awkward_paths_are_quoted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module.shutil, "which", lambda name: None)
    monkeypatch.setattr(sys, "executable", '/opt/my py/100%/"x"/python')
    line = module.exec_line()
    assert line.endswith(' "-m" "lwnb_gui"')
    unescaped = line.replace("\\\\", "\\").replace("%%", "%")
    assert shlex.split(unescaped)[0] == sys.executable


def test_other_systems_get_advice(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    result = run("integrate")
    assert result.exit_code == 1
    assert "Open with" in result.output
