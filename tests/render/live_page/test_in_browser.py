"""The live page in a real browser shows what Python computes, and does nothing else.

Debian's chromium, driven by Selenium. `python3 run.py test --thorough` installs it where it may; where there
is none, these tests are skipped and say so.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import lwnb_core as lw
from lwnb_gui import notebook
from lwnb_gui.app.query import Query
from lwnb_gui.render.live_page import PageContent, PageCurves, page_content, to_live_page
from lwnb_gui.render.live_page.steps import PageScreen
from lwnb_gui.session.file import load_session
from lwnb_gui.study.result import StudyResult
from lwnb_gui.study.run import run_study
from lwnb_gui.study.study import CurveStudy
from lwnb_gui.teaching.drawing import Drawing, DrawnLine, comparisons
from lwnb_gui.teaching.guessing import Score
from lwnb_gui.teaching.lectures import first_look
from lwnb_gui.teaching.teaching import Teaching
from lwnb_gui.text import breakable, probabilities
from lwnb_gui.views.curves.drawn import drawn_sentences
from lwnb_gui.views.drawing.scene import Scene
from lwnb_gui.views.wording.guess import score_text, verdict

pytestmark = pytest.mark.thorough

webdriver = pytest.importorskip("selenium.webdriver", reason="selenium drives the browser")
from selenium.webdriver.common.action_chains import ActionChains  # noqa: E402
from selenium.webdriver.common.by import By  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402
from selenium.webdriver.support.ui import Select, WebDriverWait  # noqa: E402

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
DRIVER = shutil.which("chromedriver")
NASTY = (
    "</script><script>document.title='broken'</script><img src=x onerror=alert(1)>\u202e'\"&" + "x" * 10_000
)
TEN_KS = (1, 2, 8, 9, 20, 50, 75, 100, 148, 149)
ROWS = (134, 70)

Browser = Any  # selenium's driver; selenium may be missing
Open = Callable[..., Browser]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None or DRIVER is None:
        pytest.skip("needs chromium and chromedriver (Debian: apt-get install chromium-driver)")
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for argument in ("--headless=new", "--disable-gpu", "--disable-background-networking"):
        options.add_argument(argument)
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        options.add_argument("--no-sandbox")  # with it, chromium refuses to start as root
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    yield driver
    driver.quit()


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Callable[[PageContent], Path]:
    """Write the file of a page once and return it."""
    folder, files = tmp_path_factory.mktemp("pages"), {}

    def file_of(content: PageContent) -> Path:
        if id(content) not in files:
            file = folder / f"page-{len(files)}.html"
            file.write_text(to_live_page(content), encoding="utf-8")
            files[id(content)] = content, file  # kept with the content, so that no other content gets its id
        return files[id(content)][1]

    return file_of


@pytest.fixture(scope="module")
def content() -> PageContent:
    """Return the content of a page on two rows of iris."""
    return page_content(Query.opening(lw.sample("iris"), row=ROWS[0]), ROWS)


@pytest.fixture(scope="module")
def guessing() -> PageContent:
    query = Query.opening(lw.sample("contact-lenses"), row=3)
    return page_content(query, [3, 5], Teaching(guess_first=True))


@pytest.fixture(scope="module")
def study() -> StudyResult:
    query = Query.opening(lw.sample("weather-numeric"))
    return run_study(CurveStudy.of(query), query.used)


@pytest.fixture(scope="module")
def with_curves(study: StudyResult) -> PageContent:
    return page_content(Query.opening(lw.sample("weather-numeric")), curves=PageCurves(study))


@pytest.fixture(scope="module")
def to_be_drawn(study: StudyResult) -> PageContent:
    query = Query.opening(lw.sample("weather-numeric"))
    return page_content(query, panels=["curves"], curves=PageCurves(study, draw_first=True))


@pytest.fixture
def visit(browser: Browser, written: Callable[[PageContent], Path]) -> Iterator[Open]:
    """Open a page at a width; after the test, check that nothing else was loaded and the console is empty."""
    opened = set()

    def open_page(
        content: PageContent, address: str = "", *, width: int = 1200, dark: bool = False
    ) -> Browser:
        file = written(content)
        opened.add(file.as_uri())
        size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
        browser.get("about:blank")  # otherwise another #address would not load the file again
        browser.get(file.as_uri() + address)
        WebDriverWait(browser, 60).until(
            lambda _: browser.find_elements(By.CSS_SELECTOR, "#controls svg text")
        )
        return browser

    for log in ("browser", "performance"):
        browser.get_log(log)
    yield open_page
    assert [entry["message"] for entry in browser.get_log("browser")] == []
    sent = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    requests = [
        one["params"]["request"]["url"] for one in sent if one["method"] == "Network.requestWillBeSent"
    ]
    assert {url.partition("#")[0] for url in requests if not url.startswith(("data:", "blob:"))} == opened


def texts_of(browser: Browser, panel: str) -> list[str]:
    script = "return [...document.querySelectorAll(arguments[0])].map((text) => text.textContent)"
    return list(browser.execute_script(script, f'svg[data-panel="{panel}"] text'))


def slider(browser: Browser, name: str = "ribbon") -> Any:
    return browser.find_element(By.CSS_SELECTOR, f'svg[data-panel="{name}"]')


def k_of(browser: Browser) -> int:
    return int(slider(browser).get_attribute("aria-valuenow"))


def type_k(browser: Browser, k: int) -> None:
    box = browser.find_element(By.ID, "k")
    box.send_keys(Keys.CONTROL, "a")
    box.send_keys(str(k), Keys.ENTER)


def place_of_k(browser: Browser, content: PageContent, k: int) -> tuple[int, int]:
    """Return where the slider has a k on the screen, relative to the middle of the slider."""
    row = content.rows[0]
    width = row.panels["ribbon"].scenes[0].width
    size = slider(browser).size
    x = row.cursors["ribbon"][row.ks.index(k)] / width * size["width"]
    return round(x - size["width"] / 2), 0


def test_at_ten_k_every_panel_says_what_its_scene_says(visit: Open, content: PageContent) -> None:
    browser, row = visit(content), content.rows[0]
    model_data = lw.sample("iris")
    selection = lw.select(lw.LWNB(k=50).fit(model_data), model_data, ROWS[0])
    for k in TEN_KS:
        type_k(browser, k)
        step = row.ks.index(k)
        for name, panel in row.panels.items():
            static = Scene(0.0, 0.0, panel.static).texts
            assert texts_of(browser, name) == [*static, *panel.scenes[step].texts], (name, k)
        posterior = texts_of(browser, "posterior")
        assert all(text in posterior for text in probabilities(selection.explain(k).posterior.tolist()))


def test_the_table_lists_the_neighbours_of_k_with_their_weights(visit: Open, content: PageContent) -> None:
    browser, table = visit(content), content.rows[0].neighbours
    assert table is not None
    for k in TEN_KS:
        type_k(browser, k)
        step = content.rows[0].ks.index(k)
        script = (
            'return [...document.querySelectorAll("#neighbours tbody tr:not([hidden])")]'
            ".map((row) => [3, 4].map((i) => row.cells[i].textContent))"
        )
        assert table.changing == (3, 4)
        assert browser.execute_script(script) == [list(pair) for pair in table.steps[step]]
        assert browser.find_element(By.CSS_SELECTOR, "#neighbours .summary").text == table.summaries[step]


def test_keys_move_k(visit: Open, content: PageContent) -> None:
    browser = visit(content, "#row=135&k=20")
    assert k_of(browser) == 20
    for key, k in (
        (Keys.ARROW_RIGHT, 21),
        (Keys.ARROW_UP, 22),
        (Keys.ARROW_LEFT, 21),
        (Keys.ARROW_DOWN, 20),
        (Keys.PAGE_UP, 30),
        (Keys.PAGE_DOWN, 20),
        ("]", 21),
        ("[", 20),
        (Keys.END, 149),
        (Keys.ARROW_RIGHT, 149),
        (Keys.HOME, 1),
        (Keys.ARROW_LEFT, 1),
    ):
        slider(browser).send_keys(key)
        assert k_of(browser) == k, key
    assert slider(browser).get_attribute("aria-valuetext") == content.rows[0].spoken[0]


def test_dragging_moves_k_also_when_the_mouse_leaves_the_ribbon(visit: Open, content: PageContent) -> None:
    browser = visit(content)
    svg = slider(browser)
    ActionChains(browser).move_to_element_with_offset(
        svg, *place_of_k(browser, content, 9)
    ).click_and_hold().perform()
    assert k_of(browser) == 9
    x, _ = place_of_k(browser, content, 100)
    ActionChains(browser).move_to_element_with_offset(svg, x, 300).perform()
    WebDriverWait(browser, 20).until(lambda _: abs(k_of(browser) - 100) <= 1)
    ActionChains(browser).release().perform()
    ActionChains(browser).move_to_element_with_offset(svg, *place_of_k(browser, content, 2)).perform()
    assert abs(k_of(browser) - 100) <= 1


def test_the_chooser_shows_another_row_at_the_same_k(visit: Open, content: PageContent) -> None:
    browser = visit(content, "#row=135&k=30")
    Select(browser.find_element(By.ID, "row")).select_by_visible_text("row 71")
    assert browser.current_url.endswith("#row=71&k=30")
    row = content.rows[1]
    assert texts_of(browser, "posterior") == list(row.panels["posterior"].scenes[row.ks.index(30)].texts)
    assert row.neighbours is not None
    first = browser.find_element(By.CSS_SELECTOR, "#neighbours tbody tr").text
    assert first.split()[1] == row.neighbours.cells[0][1]


def test_the_address_says_row_and_k_and_is_followed(visit: Open, content: PageContent) -> None:
    browser = visit(content, "#row=71&k=12")
    assert (k_of(browser), browser.find_element(By.ID, "row").get_attribute("value")) == (12, "1")
    browser.execute_script("location.hash = '#row=135&k=40'")
    WebDriverWait(browser, 60).until(lambda _: k_of(browser) == 40)
    assert browser.find_element(By.ID, "row").get_attribute("value") == "0"


@pytest.mark.parametrize("address", ["#row=9999&k=-3", "#k=abc", "#row=%3Cb%3E", "#%"])
def test_an_address_that_makes_no_sense_opens_the_page_as_it_was_made(
    visit: Open, content: PageContent, address: str
) -> None:
    row = content.rows[0]
    assert k_of(visit(content, address)) == row.ks[row.start]


@pytest.mark.parametrize(("typed", "k"), [("0", 1), ("100000", 149), ("-5", 1)])
def test_a_number_beyond_the_ends_becomes_the_nearest_k(
    visit: Open, content: PageContent, typed: str, k: int
) -> None:
    browser = visit(content)
    box = browser.find_element(By.ID, "k")
    box.send_keys(Keys.CONTROL, "a")
    box.send_keys(typed, Keys.ENTER)
    assert (k_of(browser), box.get_attribute("value")) == (k, str(k))


def test_a_number_between_two_steps_becomes_the_nearest_and_that_is_said(visit: Open) -> None:
    content = page_content(Query.opening(lw.sample("checkers-board")), panels=["posterior"])
    browser, row = visit(content), content.rows[0]
    typed = next(k for k in range(200, 999) if k not in row.ks)
    type_k(browser, typed)
    nearest = min(row.ks, key=lambda k: abs(k - typed))
    note = browser.find_element(By.ID, "note")
    assert (k_of(browser), note.text) == (
        nearest,
        f"k = {typed} is not on this page; the nearest one is {nearest}.",
    )
    type_k(browser, 20)
    assert note.text == ""


def test_an_empty_number_leaves_k_alone(visit: Open, content: PageContent) -> None:
    browser = visit(content, "#row=135&k=20")
    box = browser.find_element(By.ID, "k")
    box.send_keys(Keys.CONTROL, "a")
    box.send_keys(Keys.DELETE, Keys.ENTER, Keys.TAB)
    assert (k_of(browser), box.get_attribute("value")) == (20, "20")


def test_pointing_at_a_neighbour_shows_its_tip_and_highlights_its_row_and_cells(
    visit: Open, content: PageContent
) -> None:
    browser = visit(content, "#row=135&k=5")
    spot = browser.find_element(By.CSS_SELECTOR, '#map .spot[data-key="n4"]')
    browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", spot)
    ActionChains(browser).move_to_element(spot).perform()
    tip = browser.find_element(By.ID, "tip")
    assert re.fullmatch(r"row \d+ · .+ · rank \d", tip.text)
    rank = int(tip.text.rpartition(" ")[2]) - 1  # the nearest of several neighbours at one place is on top
    highlighted = browser.find_elements(By.CSS_SELECTOR, "#neighbours tr.highlighted")
    assert [row.get_attribute("data-key") for row in highlighted] == [f"n{rank}"]
    assert browser.find_elements(By.CSS_SELECTOR, "#local_tables .spot.highlighted")
    slider(browser).send_keys(Keys.ESCAPE)
    assert not tip.is_displayed()
    assert not browser.find_elements(By.CSS_SELECTOR, ".highlighted")


def test_pointing_at_a_line_of_the_table_highlights_its_mark_on_the_map(
    visit: Open, content: PageContent
) -> None:
    browser = visit(content, "#row=135&k=5")
    line = browser.find_element(By.CSS_SELECTOR, '#neighbours tr[data-key="n2"]')
    browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", line)
    ActionChains(browser).move_to_element(line.find_element(By.CSS_SELECTOR, "td")).perform()
    marks = browser.find_elements(By.CSS_SELECTOR, 'svg[data-panel="map"] .highlighted')
    assert [mark.get_attribute("data-key") for mark in marks] == ["n2"]
    ActionChains(browser).move_to_element(browser.find_element(By.TAG_NAME, "h1")).perform()
    assert not browser.find_elements(By.CSS_SELECTOR, ".highlighted")


def test_arrow_keys_go_through_what_a_panel_has_to_tell(visit: Open, content: PageContent) -> None:
    browser = visit(content, "#row=135&k=5")
    panel = browser.find_element(By.CSS_SELECTOR, 'svg[data-panel="local_tables"]')
    spoken = set()
    for _ in range(3):
        panel.send_keys(Keys.ARROW_RIGHT)
        spoken.add(browser.execute_script('return document.getElementById("spoken").textContent'))
    assert len(spoken) == 3
    assert k_of(browser) == 5


def test_guess_first_hides_the_answer_until_a_class_is_chosen(visit: Open, guessing: PageContent) -> None:
    browser = visit(guessing)
    truths = [guessing.class_names[row.true_class] for row in guessing.rows]
    first, second = (row.explanations[row.start] for row in guessing.rows)

    def buttons() -> list[Any]:
        return list(browser.find_elements(By.CSS_SELECTOR, "#guess button"))

    assert [button.text for button in buttons()] == list(guessing.class_names)
    assert not browser.find_element(By.CSS_SELECTOR, 'svg[data-panel="posterior"]').is_displayed()
    assert not slider(browser).is_displayed()
    assert slider(browser).get_attribute("aria-valuetext").partition(":")[2] == ""
    next(button for button in buttons() if button.text == truths[0]).click()
    right, said = verdict(guessing.rows[0].true_class, first)
    assert right
    assert browser.find_element(By.ID, "guess").text == f"{said} {score_text(Score(1, 1))}."
    assert browser.find_element(By.CSS_SELECTOR, 'svg[data-panel="posterior"]').is_displayed()
    Select(browser.find_element(By.ID, "row")).select_by_index(1)
    wrong = next(code for code, name in enumerate(guessing.class_names) if name != truths[1])
    buttons()[wrong].click()
    right, said = verdict(wrong, second)
    assert not right
    assert browser.find_element(By.ID, "guess").text == (
        f"{said} {score_text(Score(2, 1))}. That was the last row."
    )


def test_the_cursor_of_the_curves_is_k_and_a_click_there_sets_it(
    visit: Open, with_curves: PageContent
) -> None:
    browser, row = visit(with_curves, "#k=3"), with_curves.rows[0]
    assert "k = 3" in texts_of(browser, "curves")
    curves = slider(browser, "curves")
    browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", curves)
    width = curves.size["width"]
    x = row.cursors["curves"][row.ks.index(8)] / row.panels["curves"].scenes[0].width * width
    ActionChains(browser).move_to_element_with_offset(curves, round(x - width / 2), 0).click().perform()
    assert k_of(browser) == 8
    panel = row.panels["curves"]
    static = Scene(0.0, 0.0, panel.static).texts
    assert texts_of(browser, "curves") == [*static, *panel.scenes[row.ks.index(8)].texts]


def axes_to_draw_on(browser: Browser) -> Any:
    return browser.find_element(By.CSS_SELECTOR, 'svg[data-panel="curves_empty"]')


def gap_text(browser: Browser) -> str:
    return str(browser.find_element(By.CSS_SELECTOR, "#curves .gap").text)


def test_curves_are_drawn_by_keys_and_compared_as_python_would(
    visit: Open, to_be_drawn: PageContent, study: StudyResult
) -> None:
    browser = visit(to_be_drawn, "#k=1")
    assert not slider(browser, "curves").is_displayed()
    axes = axes_to_draw_on(browser)
    for key in (Keys.ARROW_UP, Keys.SHIFT + Keys.ARROW_UP + Keys.NULL, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT):
        axes.send_keys(key)
    axes.send_keys(Keys.SHIFT + Keys.ARROW_DOWN + Keys.NULL)
    axes.send_keys(Keys.END, Keys.ARROW_UP)  # beyond the study's last k, the value at the last one is shown
    axes.send_keys(Keys.ENTER, Keys.ARROW_DOWN, Keys.DELETE)
    assert browser.find_element(By.ID, "draw-1").is_selected()
    axes.send_keys(Keys.SPACE)
    knn = study.curves[study.names.index("KNN")]
    assert knn is not None
    line = DrawnLine(((1, 61.0), (3, 51.0), (int(knn.ks[-1]), 52.0)))
    expected = drawn_sentences(comparisons(study, Drawing((line, DrawnLine())), log=True))
    assert gap_text(browser) == " ".join(expected)
    assert slider(browser, "curves").is_displayed()
    assert not axes.is_displayed()


def test_a_stroke_of_the_mouse_draws_and_drawing_again_begins_anew(
    visit: Open, to_be_drawn: PageContent
) -> None:
    browser, row = visit(to_be_drawn), to_be_drawn.rows[0]
    assert row.by_hand is not None
    browser.find_element(By.ID, "draw-1").click()
    axes, scene = axes_to_draw_on(browser), row.panels["curves_empty"].scenes[0]
    scale = axes.size["width"] / scene.width
    places = []
    for k, percent in ((2, 80.0), (10, 40.0)):
        x = row.cursors["curves_empty"][row.ks.index(k)]
        y = row.by_hand.lowest + percent / 100 * (row.by_hand.highest - row.by_hand.lowest)
        places.append((round((x - scene.width / 2) * scale), round((y - scene.height / 2) * scale)))
    browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", axes)
    chain = ActionChains(browser).move_to_element_with_offset(axes, *places[0]).click_and_hold()
    chain.move_to_element_with_offset(axes, *places[1]).release().perform()
    browser.find_element(By.CSS_SELECTOR, "#curves .compare").click()
    nothing, said = gap_text(browser).split(". ", 1)
    assert nothing == "KNN: you drew nothing"
    assert re.fullmatch(r"LWNB: you were [\d.]+ points too (high|low) .* \(drawn from k = 2 to 10\)\.", said)
    browser.find_element(By.CSS_SELECTOR, "#curves .again").click()
    assert axes.is_displayed()
    browser.find_element(By.CSS_SELECTOR, "#curves .compare").click()
    assert gap_text(browser) == "KNN: you drew nothing. LWNB: you drew nothing."


def test_nasty_names_are_shown_as_they_are_and_do_nothing(visit: Open) -> None:
    frame = pd.DataFrame({NASTY: [1.0, 2.0, 3.0, 4.0] * 3, "c": [NASTY, "b", "b", NASTY] * 3})
    content = page_content(
        Query.opening(lw.Dataset.from_pandas(frame, "c")), teaching=Teaching(guess_first=True)
    )
    said = PageScreen(0, 0, ("posterior", "local_tables", "neighbours"), (NASTY[:300],))
    nasty = replace(content, title=NASTY[:100], subtitle=NASTY[:300], screens=(said,))
    browser = visit(nasty, width=360)
    assert browser.title != "broken"
    assert not browser.find_elements(By.TAG_NAME, "img")
    assert len(browser.find_elements(By.TAG_NAME, "script")) == 2
    assert browser.find_element(By.CSS_SELECTOR, "#guess button").text.startswith("</script>")
    assert body_overflow(browser) <= 0


@pytest.mark.parametrize("width", [360, 768, 1440])
def test_the_page_is_never_wider_than_the_screen(visit: Open, content: PageContent, width: int) -> None:
    browser = visit(content, width=width)
    assert body_overflow(browser) <= 0
    framed = browser.find_elements(By.CSS_SELECTOR, "svg[data-panel]:not(.scroll > *), .scroll")
    shown = [one for one in framed if one.is_displayed()]
    assert all(one.rect["x"] >= 0 and one.rect["x"] + one.rect["width"] <= width for one in shown)


@pytest.mark.parametrize("width", [360, 800, 1280, 1600])
def test_panels_stand_where_the_keyboard_expects_them(visit: Open, content: PageContent, width: int) -> None:
    browser = visit(content, width=width)
    boxes = [section.rect for section in browser.find_elements(By.CSS_SELECTOR, "section.panel")]
    for i, box in enumerate(boxes):
        for later in boxes[i + 1 :]:
            is_below = later["y"] >= box["y"] + box["height"]
            is_right = later["x"] >= box["x"] + box["width"]
            is_left = later["x"] + later["width"] <= box["x"]
            assert is_below or is_right or (is_left and later["y"] > box["y"]), (box, later)
    gaps = [
        min((y["y"] - x["y"] - x["height"] for y in boxes if y["y"] > x["y"] and y["x"] == x["x"]), default=0)
        for x in boxes
    ]
    assert max(gaps) <= 20, "a column has no holes"


@pytest.mark.parametrize("width", [360, 800, 1280, 1600])
def test_texts_of_the_ribbon_can_be_read_at_every_width(
    visit: Open, content: PageContent, width: int
) -> None:
    browser = visit(content, width=width)
    [shown] = [svg for svg in browser.find_elements(By.CSS_SELECTOR, "#controls svg") if svg.is_displayed()]
    composed = float(shown.get_dom_attribute("viewBox").split()[2])
    assert 0.8 <= shown.rect["width"] / composed <= 1.4


def body_overflow(browser: Browser) -> int:
    return int(
        browser.execute_script(
            "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
    )


def test_the_page_is_dark_where_the_system_is(visit: Open, content: PageContent) -> None:
    shade = "return getComputedStyle(document.body).backgroundColor"
    light, dark = (visit(content, dark=dark).execute_script(shade) for dark in (False, True))
    brightness = [sum(map(int, re.findall(r"\d+", colour)[:3])) for colour in (light, dark)]
    assert brightness[0] > 600
    assert brightness[1] < 200
    for is_dark, name in ((False, "light"), (True, "dark")):
        browser = visit(content, dark=is_dark)
        images = browser.find_elements(By.CSS_SELECTOR, 'svg[data-panel="ribbon"] image')
        assert {image.get_attribute("class") for image in images if image.is_displayed()} == {name}


def test_on_paper_the_whole_list_is_there_and_no_controls(visit: Open, content: PageContent) -> None:
    browser = visit(content)
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        assert not browser.find_element(By.CSS_SELECTOR, "#controls .line").is_displayed()
        wide = browser.find_element(By.CSS_SELECTOR, "#neighbours .wide")
        assert (
            browser.execute_script("return arguments[0].scrollHeight - arguments[0].clientHeight", wide) == 0
        )
    finally:
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def test_in_a_notebook_the_page_draws_itself_in_a_sandbox(browser: Browser, tmp_path: Path) -> None:
    data = lw.sample("weather-nominal")
    shown = notebook.page(lw.LWNB(k=5).fit(data), data, row=3)
    file = tmp_path / "cell.html"
    file.write_text(f"<!DOCTYPE html><meta charset='utf-8'>{shown._repr_html_()}", encoding="utf-8")
    browser.get_log("browser")
    browser.get(file.as_uri())
    browser.switch_to.frame(browser.find_element(By.TAG_NAME, "iframe"))
    try:
        WebDriverWait(browser, 60).until(lambda _: texts_of(browser, "posterior"))
        slider(browser).send_keys(Keys.ARROW_RIGHT)
        assert k_of(browser) == 6
    finally:
        browser.switch_to.default_content()
    assert [entry["message"] for entry in browser.get_log("browser")] == []


# -- lectures -----------------------------------------------------------------------------------------------


def said_in(browser: Browser) -> str:
    """Return the text of the visible screen, without the marks that keep names on one line."""
    return breakable(str(browser.find_element(By.ID, "said").text))


def visible_panels(browser: Browser) -> list[str]:
    return [
        section.get_attribute("id")
        for section in browser.find_elements(By.CSS_SELECTOR, "section.panel")
        if section.is_displayed()
    ]


@pytest.fixture(scope="module")
def first_look_page() -> PageContent:
    opened = load_session(first_look().file).open(None, lambda path: False)
    assert opened.query is not None
    return page_content(opened.query, teaching=opened.display.teaching)


def test_first_look_is_walked_by_buttons_and_page_keys(visit: Open, first_look_page: PageContent) -> None:
    browser = visit(first_look_page)
    assert visible_panels(browser) == ["map"]
    assert not browser.find_element(By.ID, "controls").is_displayed()
    back, forward = browser.find_elements(By.CSS_SELECTOR, "#way button")
    assert not back.is_enabled()
    forward.click()
    assert "10 nearest flowers" in said_in(browser)
    assert visible_panels(browser) == ["map", "neighbours"]
    slider = browser.find_element(By.CSS_SELECTOR, 'svg[data-panel="ribbon"]')
    slider.send_keys(Keys.ARROW_RIGHT)
    assert "11 nearest flowers" in said_in(browser), "what is quoted follows k"
    slider.send_keys(Keys.PAGE_DOWN)
    assert "3 of 4" in browser.find_element(By.ID, "way").text, "the page keys turn the screens, not k"
    ActionChains(browser).send_keys(Keys.PAGE_DOWN).perform()
    last = first_look_page.screens[-1]
    assert said_in(browser).split() == last.texts[last.start].replace("*", "").split()
    assert browser.execute_script("return location.hash") == "#screen=4&row=135&k=10"
    forward.click()
    assert visible_panels(browser) == ["map", "posterior", "neighbours"], "everything"
    back.click()
    assert visible_panels(browser) == ["map", "neighbours"]


def test_an_address_opens_its_screen(visit: Open, first_look_page: PageContent) -> None:
    browser = visit(first_look_page, "#screen=2&k=30")
    assert "30 nearest flowers" in said_in(browser)


def test_what_every_screen_says_is_what_python_filled_in(visit: Open, first_look_page: PageContent) -> None:
    for width in (1200, 360):
        browser = visit(first_look_page, width=width)
        for screen in first_look_page.screens:
            text = screen.texts[screen.start] if len(screen.texts) > 1 else screen.texts[0]
            assert said_in(browser).split() == text.replace("*", "").split()
            assert browser.execute_script("return document.documentElement.scrollWidth") <= width
            browser.find_elements(By.CSS_SELECTOR, "#way button")[1].click()
