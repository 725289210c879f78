"""Reports: one file with everything in it, text that remains text, and a browser that fetches nothing."""

from __future__ import annotations

import base64
import http.server
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

import lwnb_core as lw
from lwnb_core import Attribute, Dataset
from lwnb_gui.app.query import Query
from lwnb_gui.plots.scene_figure import scene_for
from lwnb_gui.render.curve_report import curve_report
from lwnb_gui.render.experiment_report import experiment_report
from lwnb_gui.render.explain_report import query_report
from lwnb_gui.render.facts import data_facts
from lwnb_gui.render.figures import SceneFigure
from lwnb_gui.render.html import to_html
from lwnb_gui.render.report import Report, Section
from lwnb_gui.text import probability
from lwnb_gui.theme import LIGHT
from lwnb_gui.views.curves.reading import reading_of_curves
from lwnb_gui.views.drawing.scene import Text
from lwnb_gui.views.map.view import Map
from lwnb_gui.views.tables import TextTable
from lwnb_gui.views.view import Subject

WHEN = datetime(2026, 1, 2, 3, 4, tzinfo=UTC)
BAD = "<script>document.title='run'</script><img src=x onerror=\"document.title='run'\">"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


class Reader(HTMLParser):
    """Tags with their attributes, and all text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def of(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]

    @property
    def text(self) -> str:
        return " ".join(self.texts)


def bad_query() -> Query:
    """Make a query about data in which every name tries to become markup."""
    rng = np.random.default_rng(1)
    attributes = [
        Attribute.numeric(BAD),
        Attribute.nominal(f"v{BAD}", (BAD, "'\"><b>")),
        Attribute.nominal(f"c{BAD}", (f"x{BAD}", "</style></code></pre><b>y")),
    ]
    columns = [rng.normal(size=30), rng.integers(0, 2, 30), rng.integers(0, 2, 30)]
    return Query.opening(Dataset.from_columns(BAD, attributes, columns))


def report_of(query: Query) -> Report:
    model = query.learner.fit(query.used, query.training_rows)
    selection = lw.select(model, query.instances, query.row, changes=query.changed_values)
    explanation = selection.explain(query.k)
    view = Map()
    reading = view.read(Subject(explanation, selection=selection, query=query))
    drawn = SceneFigure(partial(view.scene, reading), view.figure_width)
    sweep = lw.sweep(model, query.instances, query.row, changes=query.changed_values)
    return query_report(query, explanation, {view.name: drawn}, sweep)


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    iris = Query.opening(lw.sample("iris"), row=134).with_values({"sepallength": None})
    data = lw.sample("weather-numeric")
    learners = [lw.LWNB(), lw.KNN(), lw.NB()]
    curves = lw.accuracy_curve(learners, data, "cv", folds=5)
    reading = reading_of_curves(curves, names=["LWNB", "KNN", BAD])
    assert reading is not None
    study = curve_report(data, reading, script="x = 1")
    datasets = {BAD: data, "labor": lw.sample("labor")}
    result = lw.Experiment(datasets, ["nb", "knn:k=3", "lwnb:k=10"], 1, 5, jobs=1).run()
    reports = {
        "iris": report_of(iris),
        "bad": report_of(bad_query()),
        "curve": study,
        "experiment": experiment_report(result, datasets, script="y = 2"),
    }
    return {name: to_html(report, WHEN) for name, report in reports.items()}


def test_a_page_needs_no_other_file(pages: dict[str, str]) -> None:
    for name, page in pages.items():
        reader = Reader(page)
        assert reader.of("script") == reader.of("link") == reader.of("iframe") == reader.of("b") == [], name
        for image in reader.of("img"):
            assert (image["src"] or "").startswith("data:image/"), name
            assert image["alt"], name
            assert "onerror" not in image, name
        outside = re.sub(r"src='data:[^']*'", "", page)
        assert "http:" not in outside.replace("http-equiv", ""), name
        assert "https:" not in outside, name
        policy = [m for m in reader.of("meta") if m.get("http-equiv") == "Content-Security-Policy"]
        assert policy, name
        assert "default-src 'none'" in (policy[0]["content"] or ""), name
        assert "2026-01-02 03:04" in page, name
        assert f"LWNB Explorer {lw.__version__}" in page, name


def test_an_explanation_says_where_its_numbers_come_from(pages: dict[str, str]) -> None:
    reader = Reader(pages["iris"])
    data = lw.sample("iris")
    assert data.fingerprint in reader.text
    assert dict(data_facts(data))["file, SHA-256"] in reader.text
    for text in (
        "kernel",
        "linear",
        "convention",
        "paper",
        "numpy",
        "sepallength is ?, was",
        "lw.sample('iris')",
    ):
        assert text in reader.text, text
    query = Query.opening(data, row=134).with_values({"sepallength": None})
    model = query.learner.fit(data)
    expected = model.explain(data, 134, changes={"sepallength": None})
    for p in expected.posterior:
        assert probability(float(p), 6) in reader.text
    titles = [reader.texts[i] for i in range(len(reader.texts))]
    for title in ("Posterior", "Neighbours", "Contributions", "Equations with this row’s numbers", "Map"):
        assert title in titles, title
    assert len(reader.of("img")) >= 6


def test_a_report_says_its_sentences_once() -> None:
    report = report_of(Query.opening(lw.sample("iris"), row=134))
    figure = report.sections[0].figure
    assert isinstance(figure, SceneFigure)
    shapes = scene_for(figure.compose, LIGHT, 2_000.0).shapes
    words = [shape.text for shape in shapes if isinstance(shape, Text)]
    assert "Iris-virginica" in words
    assert not any(word in sentence for word in words if len(word) > 30 for sentence in report.sentences)


def test_names_from_data_are_escaped_in_reports(pages: dict[str, str]) -> None:
    assert BAD in Reader(pages["bad"]).text
    for image in Reader(pages["bad"]).of("img"):
        head, _, content = (image["src"] or "").partition(",")
        drawing = base64.b64decode(content).decode() if "svg" in head else ""
        assert "<script" not in drawing
        assert "onerror" not in drawing.replace("&quot;", "") or "<img" not in drawing


def test_the_same_report_is_the_same_file() -> None:
    report = report_of(Query.opening(lw.sample("weather-nominal")))
    assert to_html(report, WHEN) == to_html(report, WHEN)


def test_control_characters_do_not_break_the_page() -> None:
    odd = "a\x00b\x1b[1mc\ud800\u2028d\ne"
    page = to_html(
        Report(odd, (odd,), (Section(odd, table=TextTable([odd], [[odd]])),), ((odd, odd),), odd), WHEN
    )
    page.encode("utf-8")
    assert "\x00" not in page
    assert "\x1b" not in page


# -- in a browser ----------------------------------------------------------------------------------------


class _Counter(http.server.BaseHTTPRequestHandler):
    requested: list[str]

    def do_GET(self) -> None:
        self.requested.append(self.path)
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def proxy() -> Iterator[tuple[int, list[str]]]:
    """Start the proxy that receives every request of the browser."""
    handler = type("Counter", (_Counter,), {"requested": []})
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server.server_address[1], handler.requested  # type: ignore[attr-defined]
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")
def test_a_browser_shows_it_and_fetches_nothing(
    pages: dict[str, str], tmp_path: Path, proxy: tuple[int, list[str]]
) -> None:
    """With all pages in one window, no script changes a title, figures are drawn, and nothing is fetched."""
    port, requested = proxy
    names = ("bad", "curve")
    for name in names:
        (tmp_path / f"{name}.html").write_text(pages[name], encoding="utf-8")
    # The page around them could load and run anything that the reports do not forbid.
    frames = "".join(f"<iframe width=1000 height=1400 src='{name}.html'></iframe>" for name in names)
    (tmp_path / "all.html").write_text(f"<!doctype html><body>{frames}</body>", encoding="utf-8")
    picture = tmp_path / "all.png"
    ended = subprocess.run(
        [
            str(CHROMIUM), "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
            "--no-first-run", "--disable-features=NetworkTimeServiceQuerying",
            "--disable-background-networking", "--disable-component-update", "--disable-sync",
            f"--user-data-dir={tmp_path / 'profile'}", f"--proxy-server=127.0.0.1:{port}",
            "--window-size=1100,2900", "--virtual-time-budget=2000", "--enable-logging=stderr",
            f"--screenshot={picture}", (tmp_path / "all.html").as_uri(),
        ],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert picture.is_file(), ended.stderr
    own = (".google.com/", ".googleapis.com/", ".gstatic.com/")  # requests that browsers make by themselves
    assert [url for url in requested if not any(host in url for host in own)] == []
    assert "CONSOLE" not in ended.stderr, ended.stderr  # no script ran or had to be stopped
    from matplotlib.image import imread

    pixels = np.asarray(imread(picture))[:, :, :3]
    shades = np.unique((pixels * 15).astype(int).reshape(-1, 3), axis=0)
    assert len(shades) > 60  # figures are in colour, not only black on white
