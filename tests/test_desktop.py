"""`packaging/desktop.py`: what it writes is well-formed and can be removed completely."""

from __future__ import annotations

import configparser
import os
import shlex
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.conftest import ROOT

pytestmark = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="menus of free desktops")


def run(share: Path, *arguments: str, path: Path | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "packaging" / "desktop.py"), *arguments]
    own = {**os.environ, "XDG_DATA_HOME": str(share), "PATH": str(path or share / "none")}
    return subprocess.run(command, capture_output=True, text=True, env=own, check=False)


def entry(share: Path) -> dict[str, str]:
    reader = configparser.RawConfigParser()
    reader.optionxform = str  # type: ignore[assignment,method-assign]
    reader.read(share / "applications" / "lwnb-explorer.desktop", encoding="utf-8")
    return dict(reader["Desktop Entry"])


def test_desktop_entry_is_installed_and_removed(tmp_path: Path) -> None:
    result = run(tmp_path)
    assert result.returncode == 0, result.stderr
    written = [Path(line.strip()) for line in result.stdout.splitlines()[1:]]
    assert len(written) == 3
    assert all(file.is_file() for file in written)
    values = entry(tmp_path)
    assert (tmp_path / "icons/hicolor/scalable/apps" / f"{values['Icon']}.svg").is_file()
    assert shlex.split(values["Exec"]) == [sys.executable, str(ROOT / "run.py"), "%f"]
    types = set(values["MimeType"].strip(";").split(";"))
    mime = ET.parse(tmp_path / "mime" / "packages" / "lwnb-explorer.xml").getroot()
    space = "{http://www.freedesktop.org/standards/shared-mime-info}"
    declared = {kind.get("type") for kind in mime.iter(f"{space}mime-type")}
    assert declared == types
    assert {glob.get("pattern") for glob in mime.iter(f"{space}glob")} == {"*.arff", "*.lwnb"}

    for _ in range(2):
        removed = run(tmp_path, "--remove")
        assert removed.returncode == 0, removed.stderr
        assert not any(file.exists() for file in written)


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    share = tmp_path / "share"
    share.write_text("a file in the way")
    result = run(share)
    assert result.returncode == 1
    assert "set XDG_DATA_HOME" in result.stderr
    assert "Traceback" not in result.stderr


def test_awkward_paths_are_quoted(tmp_path: Path) -> None:
    folder = tmp_path / 'my py 100% "x"'
    folder.mkdir()
    (folder / "lwnb").write_text("")
    (folder / "lwnb").chmod(0o755)
    result = run(tmp_path, path=folder)
    assert result.returncode == 0, result.stderr
    unescaped = entry(tmp_path)["Exec"].replace("\\\\", "\\").replace("%%", "%")
    assert shlex.split(unescaped) == [str(folder / "lwnb"), "%f"]
