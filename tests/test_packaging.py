"""The wheel contains everything that the program reads at run time, and nothing else."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.conftest import ROOT

pytest.importorskip("hatchling")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", str(folder)],
        cwd=ROOT,
        check=True,
        capture_output=True,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )
    return folder


def relative(folder: str, pattern: str = "*") -> set[str]:
    return {
        file.relative_to(ROOT).as_posix()
        for file in (ROOT / folder).rglob(pattern)
        if file.is_file() and "__pycache__" not in file.parts
    }


def test_the_wheel_has_all_assets_and_modules(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        entry_points = next(name for name in names if name.endswith("entry_points.txt"))
        assert "lwnb = lwnb_gui.cli:main" in archive.read(entry_points).decode()
    assert {f"lwnb_core/{name}" for name in relative("assets")} <= names
    assert relative("lwnb_core", "*.py") | relative("lwnb_gui", "*.py") <= names
    guide = {name.removeprefix("docs/") for name in relative("docs", "*.md")}
    assert {f"lwnb_gui/guide/pages/{name}" for name in guide} <= names, "the guide is read without a network"
    assert "lwnb_gui/guide/pages/pictures/explore.webp" in names
    assert {"lwnb_core/py.typed", "lwnb_gui/py.typed"} <= names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    strays = [name for name in names if not name.startswith(("lwnb_core/", "lwnb_gui/", "lwnb_explorer-"))]
    assert strays == []
    assert not any("__pycache__" in name for name in names)


def test_the_description_links_to_nothing_that_a_package_index_lacks(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        metadata = next(name for name in archive.namelist() if name.endswith("/METADATA"))
        text = archive.read(metadata).decode("utf-8")
    description = text.partition("\n\n")[2]
    assert description.startswith("# LWNB Explorer")
    assert re.findall(r"\]\((?!https?:)[^)]*\)|<!--", description) == []


def test_the_sdist_can_build_it_and_run_the_tests(built: Path) -> None:
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert relative("assets") | relative("lwnb_core", "*.py") | relative("lwnb_gui", "*.py") <= names
    assert relative("tests", "*.py") <= names
    assert {"pyproject.toml", "README.md", "LICENSE", "packaging/lwnb-explorer.spec", "SECURITY.md"} <= names


def test_the_desktop_entry_goes_with_the_window() -> None:
    """A desktop shows the entry's icon for the window whose application has the same name."""
    source = (ROOT / "lwnb_gui" / "qt" / "app.py").read_text(encoding="utf-8")
    assert 'setDesktopFileName("lwnb-explorer")' in source
    entry = (ROOT / "packaging" / "lwnb-explorer.desktop").read_text(encoding="utf-8")
    assert "Icon=lwnb-explorer\n" in entry


@pytest.mark.parametrize("package", ["lwnb_core", "lwnb_gui"])
def test_what_is_imported_is_declared(package: str) -> None:
    """The libraries of the tests and of the guide are not present where the program is installed."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    optional = project["optional-dependencies"]
    groups = [
        project["dependencies"],
        *(optional[extra] for extra in ("parquet", "excel", "dask", "sklearn")),
    ]
    declared = {canonicalize_name(Requirement(text).name) for group in groups for text in group}
    declared.add("pydantic-core")  # the other half of pydantic
    distributions = packages_distributions()
    for module in imported(ROOT / package) - sys.stdlib_module_names - {"lwnb_core", "lwnb_gui"}:
        names = {canonicalize_name(name) for name in distributions.get(module, [module])}
        assert names & declared, f"{package} imports {module}"


def imported(folder: Path) -> set[str]:
    """Return the top-level names of all modules that the modules in a folder import."""
    names: set[str] = set()
    for file in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_bytes())):
            if isinstance(node, ast.Import):
                names.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names.add(node.module)
    return {name.partition(".")[0] for name in names}
