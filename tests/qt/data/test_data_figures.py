"""The numbers on the page Data, without its widgets: statistics, order of rows, reading a CSV file."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest

from lwnb_core import Attribute, Cancelled, Dataset, sample
from lwnb_gui.qt.data.csv_reading import read_head, read_in_steps, read_preview
from lwnb_gui.qt.data.row_order import RowOrder, arrange, cell_text
from lwnb_gui.qt.data.statistics import Summary, summarise, summarise_all, view_of


def mixed() -> Dataset:
    return Dataset.from_columns(
        "mixed",
        [
            Attribute.numeric("x"),
            Attribute.nominal("colour", ("red", "blue", "never")),
            Attribute.string("name"),
            Attribute.nominal("class", ("yes", "no")),
        ],
        [
            np.array([3.0, np.nan, -1.5, 2.0]),
            np.array([1, 0, -1, 0]),
            np.array(["Ann", None, "bob", "Cid"], dtype=object),
            np.array([0, 1, 0, -1]),
        ],
    )


def test_missing_and_distinct_values_are_counted() -> None:
    summaries = summarise_all(mixed())
    assert [(s.missing, s.distinct) for s in summaries] == [(1, 3), (1, 2), (1, 3), (1, 2)]
    assert summaries[0].missing_text == "25.0"
    assert Summary(0, 10, 1).missing_text == "0"
    assert Summary(1, 100_000, 1).missing_text == "<0.1"
    assert summarise(sample("vote"), 0).missing == 12


def test_numeric_statistics_agree_with_numpy() -> None:
    data = sample("iris")
    view = view_of(data, "petallength")
    column = data.column("petallength")
    assert float(dict(view.statistics.facts)["median"]) == pytest.approx(np.median(column))
    assert len({len(text.partition(".")[2]) for _, text in view.statistics.facts[:5]}) == 1
    setosa = column[data.class_codes == 0]
    line = view.statistics.lines[0]
    assert line.code == 0
    assert line.cells[1:4] == ("50", f"{setosa.mean():.2f}", f"{setosa.std(ddof=1):.2f}")
    assert view.statistics.lines[-1].cells[0] == "all rows"


def test_nominal_statistics_count_every_class() -> None:
    stats = view_of(mixed(), "colour").statistics
    assert stats.titles == ("value", "rows", "%", "yes", "no")
    assert [line.cells for line in stats.lines] == [
        ("red", "2", "66.7", "0", "1"),
        ("blue", "1", "33.3", "1", "0"),
        ("never", "0", "0.0", "0", "0"),
    ]
    assert "Laplace" in stats.note


def test_text_has_no_histogram_and_nothing_no_moments() -> None:
    assert view_of(mixed(), "name").histogram is None
    empty = Dataset.from_columns("d", [Attribute.numeric("x")], [np.array([np.nan, np.nan])])
    assert "missing in every row" in view_of(empty, "x").statistics.facts[0][1]


@pytest.mark.parametrize(
    ("order", "rows"),
    [
        (RowOrder(), [0, 1, 2, 3]),
        (RowOrder(descending=True), [3, 2, 1, 0]),
        (RowOrder(column=0), [2, 3, 0, 1]),
        (RowOrder(column=0, descending=True), [0, 3, 2, 1]),
        (RowOrder(column=1), [1, 3, 0, 2]),
        (RowOrder(column=2), [0, 2, 3, 1]),
        (RowOrder(text="RED"), [1, 3]),
        (RowOrder(text="?"), [1, 2, 3]),
        (RowOrder(text="2"), [1, 3]),  # a value or the number of the row
        (RowOrder(text="x>=2 red"), [3]),
        (RowOrder(text="colour!=red"), [0]),
        (RowOrder(text="X=?"), [1]),
        (RowOrder(text="name=ANN", column=0), [0]),
        (RowOrder(text="−1.5"), [2]),
        (RowOrder(text="bo"), [2]),
        (RowOrder(text="nothing like it"), []),
        (RowOrder(code=0), [0, 2]),
        (RowOrder(code=-1), [3]),
        (RowOrder(text="red", code=1), [1]),
    ],
)
def test_rows_are_found_and_sorted(order: RowOrder, rows: list[int]) -> None:
    assert arrange(mixed(), order).tolist() == rows


def test_sorting_can_be_stopped() -> None:
    def stop() -> None:
        raise Cancelled

    for order in (RowOrder(column=0), RowOrder(text="red"), RowOrder(text="x<2")):
        with pytest.raises(Cancelled):
            arrange(mixed(), order, stop)


def test_cells_read_as_in_the_file() -> None:
    assert [cell_text(mixed(), row, 0) for row in range(4)] == ["3.0", "?", "−1.5", "2.0"]


TEXT = "a;b;c\n1,5;x;1\n2,5;-;2\n3,5;y;3\n"


def test_csv_preview_detects_and_obeys_options() -> None:
    preview = read_preview(TEXT.encode(), {}, True)
    assert preview.dialect is not None
    assert preview.data is not None
    assert (preview.dialect.separator, preview.dialect.decimal) == (";", ",")
    assert [a.kind for a in preview.data.attributes] == ["numeric", "nominal", "numeric"]
    told = read_preview(TEXT.encode(), {"nominal": ("c",), "missing": ("-", "")}, True)
    assert told.data is not None
    assert told.data.attributes[2].is_nominal
    assert told.data.missing("b").tolist() == [False, True, False]


def test_csv_preview_reports_what_does_not_fit() -> None:
    preview = read_preview(TEXT.encode(), {"numeric": ("b",)}, True)
    assert preview.data is None
    assert "not a number" in str(preview.error)
    assert read_preview(TEXT.encode(), {"encoding": "no such"}, True).error is not None


@pytest.mark.parametrize("packed", [False, True])
def test_preview_of_a_large_file_reads_its_beginning_first(tmp_path: Path, packed: bool) -> None:
    lines = "x,y\n" + "".join(f"{i},{'ab'[i % 2]}\n" for i in range(60_000))
    file = tmp_path / ("large.csv.gz" if packed else "large.csv")
    file.write_bytes(gzip.compress(lines.encode()) if packed else lines.encode())
    raw, whole = read_head(str(file))
    assert raw.endswith(b"\n")
    assert not whole
    lengths: list[int] = []
    result = read_in_steps(str(file), {}, lambda r: lengths.append(len(r.data or ())), lambda: None)
    assert result.is_whole
    assert result.data is not None
    assert len(result.data) == 60_000
    assert 0 < lengths[0] < 60_000
