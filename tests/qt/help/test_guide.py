"""The guide in the window: every page, its equations and its links, without a network."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from pytestqt.qtbot import QtBot

from lwnb_core import LwnbError
from lwnb_gui.experiment.plan import Plan
from lwnb_gui.guide.pages import CONTENTS, EQUATION, page, pages_dir, slug
from lwnb_gui.qt.experiment.learner_dialog import LearnerDialog
from lwnb_gui.qt.help.guide_page import equation_picture
from lwnb_gui.qt.help.guide_window import GuideWindow
from lwnb_gui.qt.window.main_window import MainWindow
from lwnb_gui.theme import LIGHT
from tests.qt.conftest import wait_until_idle

ROOT = Path(__file__).parent.parent.parent.parent
PAGES = [name for _, name in CONTENTS if name]
LINK = re.compile(r"(?<!!)\[[^\]]+\]\(([^)\s]+)\)")


def headings(name: str) -> set[str]:
    result = re.findall(r"^#+ (.+)$", page(name).markdown, re.MULTILINE)
    return {slug(re.sub(r"[*`]", "", heading)) for heading in result}


@pytest.fixture
def guide(window: MainWindow, qtbot: QtBot) -> GuideWindow:
    window.actions_by_name["guide"].trigger()
    current = window.commands.guide
    assert current is not None
    wait_for(current, qtbot, "index.md")
    return current


def wait_for(guide: GuideWindow, qtbot: QtBot, name: str) -> None:
    qtbot.waitUntil(lambda: guide.shown == name, timeout=5000)
    window = guide.parentWidget()
    assert isinstance(window, MainWindow)
    wait_until_idle(window, qtbot)


def test_the_contents_are_those_of_the_site() -> None:
    nav = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")[2]
    assert re.findall(r"([\w/-]+\.md)", nav) == PAGES
    files = [*pages_dir().rglob("*.md"), *pages_dir().rglob("*.ipynb")]
    on_disc = {file.relative_to(pages_dir()).with_suffix(".md").as_posix() for file in files}
    assert on_disc == set(PAGES)


@pytest.mark.parametrize("name", PAGES)
def test_every_page_of_the_guide_is_rendered_completely(name: str) -> None:
    guide_page = page(name)
    assert "<!--" not in guide_page.markdown
    assert "<kbd>" not in guide_page.markdown
    assert "$`" not in guide_page.markdown
    assert "\n:::" not in guide_page.markdown
    for i, equation in enumerate(guide_page.equations):
        assert f"({EQUATION}{i})" in guide_page.markdown
        picture = equation_picture(equation, LIGHT)
        assert picture.width() > 4, equation
        assert picture.hasAlphaChannel()


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_to_pages_and_headings_that_are_there(name: str) -> None:
    for link in LINK.findall(page(name).markdown):
        if re.match(r"https?:|mailto:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (pages_dir() / name).parent / path if path else pages_dir() / name
        where = target.resolve().relative_to(pages_dir().resolve()).as_posix()
        assert where in PAGES, link
        if anchor and "." not in anchor:  # names of the library have anchors only on the website
            assert anchor in headings(where), link


def test_help_guide_opens_it_and_links_work(
    guide: GuideWindow, window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert guide.isVisible()
    assert "LWNB Explorer" in guide.page.toPlainText()
    assert not guide.back.isEnabled()
    guide.follow(QUrl("window/explore.md#neighbours"))
    wait_for(guide, qtbot, "window/explore.md#neighbours")
    assert guide.page.textCursor().block().text() == "Neighbours"
    guide.follow(QUrl("../mathematics.md"))
    wait_for(guide, qtbot, "mathematics.md")
    assert len(guide.page.equations) > 50
    assert guide.contents.currentItem().text().strip() == "The mathematics"
    guide.back.click()
    wait_for(guide, qtbot, "window/explore.md#neighbours")
    guide.forward.click()
    wait_for(guide, qtbot, "mathematics.md")
    keys = guide.contents.findItems("Keys and accessibility", Qt.MatchFlag.MatchContains)[0]
    guide.contents.setCurrentItem(keys)
    wait_for(guide, qtbot, "reference/keys.md")
    assert "Guide" in guide.page.toPlainText()
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toString()))
    guide.follow(QUrl("https://example.org/"))
    assert opened == ["https://example.org/"]
    assert guide.shown == "reference/keys.md"
    guide.close()
    window.actions_by_name["guide"].trigger()
    assert guide.shown == "reference/keys.md", "where it was left"


def test_pictures_come_from_the_guide_and_from_nowhere_else(guide: GuideWindow, qtbot: QtBot) -> None:
    guide.go("window/explore.md")
    wait_for(guide, qtbot, "window/explore.md")
    picture = guide.page.loadResource(2, QUrl("../pictures/explore.webp"))
    assert 300 < picture.width() <= guide.page.picture_width * guide.devicePixelRatioF()  # type: ignore[attr-defined]
    outside = guide.page.loadResource(2, QUrl("../../assets/desktop/lwnb-explorer.svg"))
    assert outside.isNull()  # type: ignore[attr-defined]
    with pytest.raises(LwnbError):
        page("../README.md")


def test_learners_dialog_uses_the_guide_s_descriptions(window: MainWindow) -> None:
    dialog = LearnerDialog(Plan(), window.context.theme, window)
    for kind in range(dialog.kind.count()):
        dialog.kind.setCurrentIndex(kind)
        text = dialog.settings_text.text()
        assert not re.search(r"kernel_one|snap|vote_smoothing|eq6|_", text), text
    dialog.kind.setCurrentIndex(0)
    assert "constant in the kernel" in dialog.settings_text.text()
    assert "constant in the kernel: kernel_one=1.0" in dialog.settings_text.toolTip(), "how to write it"
    dialog.close()
