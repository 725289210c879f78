"""The guide builds without warnings, is complete, and loads nothing from other sites when it is read."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from PIL import Image

from tests.docs.code_blocks import ROOT
from tests.render.live_page.packed import packed

pytest.importorskip("mkdocs", reason="the extra `docs` is not installed")

_LOADING = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src"}


class Page(HTMLParser):
    """What a browser would load for a page, its pictures without alternative text, and its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.ids: set[str] = set()
        self.wordless: list[str] = []
        self.texts: list[str] = []
        self.feed(html)
        self.text = " ".join(" ".join(self.texts).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag in _LOADING and given.get("rel") != "canonical" and given.get(_LOADING[tag]):
            self.loads.append(str(given[_LOADING[tag]]))
        if tag == "img" and len(given.get("alt") or "") < 10:
            self.wordless.append(str(given.get("src")))
        if given.get("id"):
            self.ids.add(str(given["id"]))

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the guide once, with warnings as errors."""
    folder = tmp_path_factory.mktemp("site")
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=240,
        check=False,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    return folder


@pytest.fixture(scope="module")
def built_pages(site: Path) -> dict[str, Page]:
    return {
        file.relative_to(site).as_posix(): Page(file.read_text(encoding="utf-8"))
        for file in site.rglob("*.html")
    }


def test_every_page_is_built(built_pages: dict[str, Page]) -> None:
    for source in (ROOT / "docs").rglob("*.md"):
        name = source.relative_to(ROOT / "docs").with_suffix(".html").as_posix()
        assert name in built_pages
        assert "<!-- generated" not in built_pages[name].text
        assert "MATHML" not in built_pages[name].text


def test_nothing_is_fetched_from_elsewhere(site: Path, built_pages: dict[str, Page]) -> None:
    for name, page in built_pages.items():
        elsewhere = [url for url in page.loads if re.match(r"(https?:)?//", url)]
        assert not elsewhere, f"{name} loads {elsewhere}"
    for sheet in site.rglob("*.css"):
        assert not re.search(r"url\(['\"]?(https?:)?//|@import", sheet.read_text(encoding="utf-8")), (
            sheet.name
        )


def test_pictures_have_words_and_are_small(built_pages: dict[str, Page]) -> None:
    for name, page in built_pages.items():
        assert not page.wordless, f"{name}: no description of {page.wordless}"
    pictures = list((ROOT / "docs" / "pictures").iterdir())
    assert sum(picture.stat().st_size for picture in pictures) < 3_000_000
    written = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "docs").rglob("*.md"))
    unused = [picture.name for picture in pictures if f"pictures/{picture.name}" not in written]
    assert not unused, f"no page shows {unused}"


def test_the_moving_picture_moves_and_is_small() -> None:
    file = ROOT / "docs" / "pictures" / "moving.webp"
    assert file.stat().st_size <= 1_500_000
    with Image.open(file) as picture:
        assert getattr(picture, "n_frames", 1) > 20


def test_live_pages_stand_in_the_guide_and_are_there(site: Path, built_pages: dict[str, Page]) -> None:
    for name in ("mathematics.html", "k-study.html"):
        frames = [address for address in built_pages[name].loads if address.startswith("live/")]
        assert len(frames) == 1, name
        assert 'id="data"' in (site / frames[0]).read_text(encoding="utf-8")


@pytest.mark.thorough
def test_the_live_page_of_the_readme_says_what_the_program_says_now(tmp_path: Path) -> None:
    """Only the texts are compared: pictures may differ by a byte between versions of matplotlib."""
    written = tmp_path / "page.html"
    options = ["--row", "217", "--panels", "map,posterior,curves", "--out", str(written)]
    subprocess.run([sys.executable, "-m", "lwnb_gui", "page", "checkers-board", *options], check=True)
    stored = ROOT / "docs" / "live" / "checkers-board.html"
    then, now = (packed(file.read_text(encoding="utf-8"))["texts"] for file in (stored, written))
    assert [text for text in then if not text.startswith("data:")] == [
        text for text in now if not text.startswith("data:")
    ]


def test_equations_are_mathml(built_pages: dict[str, Page]) -> None:
    text = built_pages["mathematics.html"].text
    assert "$`" not in text
    assert "\\frac" not in text


def test_every_command_and_option_is_listed(built_pages: dict[str, Page]) -> None:
    import typer

    from lwnb_gui.cli.app import app

    page = built_pages["reference/command-line.html"]
    commands = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    for name, command in commands.items():
        assert f"lwnb-{name}" in page.ids, f"lwnb {name} is not in the reference"
        for parameter in command.params:
            if parameter.param_type_name == "option" and not parameter.hidden:
                assert parameter.opts[0] in page.text, f"lwnb {name} {parameter.opts[0]}"


def test_every_action_is_listed_with_its_keys(built_pages: dict[str, Page]) -> None:
    from lwnb_gui.actions import SPECS

    text = built_pages["reference/keys.html"].text
    for name, spec in SPECS.items():
        assert spec.text.replace("&", "") in text, name
        for key in spec.keys:
            assert key in text, (name, key)


def test_every_public_name_is_in_the_library_reference(built_pages: dict[str, Page]) -> None:
    import lwnb_core as lw

    page = built_pages["reference/library.html"]
    for name in lw.__all__:
        assert f"lwnb_core.{name}" in page.ids or f"lw.{name}" in page.text, f"{name} is not in the reference"


def test_every_sample_and_lecture_is_listed(built_pages: dict[str, Page]) -> None:
    import lwnb_core as lw
    from lwnb_gui.teaching.lectures import shipped

    assert all(sample.name in built_pages["files.html"].text for sample in lw.samples())
    assert all(lecture.title in built_pages["teaching.html"].text for lecture in shipped())
