"""CSV: what is detected, what can be overruled, what is repaired, and what is refused."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

import lwnb_core as lw
from lwnb_core.data import (
    Attribute,
    CsvDialect,
    Dataset,
    csv_text,
    detect_dialect,
    fast_path,
    preview,
    read_csv,
    sample,
    write_csv,
)
from lwnb_core.data.csv import DEFAULT_MISSING, parse_csv
from lwnb_core.data.csv.plain import read_plain
from lwnb_core.errors import CsvError, DataError, SettingsError
from tests.conftest import examples
from tests.core.data.helpers import assert_same_data, header_of, rows_of

MIXED = [[1.5, "x"], [None, "y"]]


def detected(raw: bytes, tmp_path: Path) -> CsvDialect:
    (tmp_path / "file.csv").write_bytes(raw)
    return detect_dialect(tmp_path / "file.csv")


@pytest.mark.parametrize(
    ("raw", "dialect"),
    [
        (b"a,c\n1.5,x\n?,y\n", CsvDialect()),
        (b"a;c\n1,5;x\n;y\n", CsvDialect(separator=";", decimal=",")),
        (b"a\tc\r\n1.5\tx\r\nNA\ty\r\n", CsvDialect(separator="\t")),
        (b"a|c\n1.5|x\nNaN|y\n", CsvDialect(separator="|")),
        (b" a   c\n1.5 x  \n ?\t y\n", CsvDialect(separator=" ")),
        (b"'a','c'\n1.5,'x'\n?,'y'\n", CsvDialect(quote="'")),
        (b'"a","c"\n"1.5","x"\n"?","y"\n', CsvDialect(everything_quoted=True)),
        (b'a,c\n"1,5",x\n,y\n', CsvDialect(decimal=",")),
        (b"\xef\xbb\xbfa,c\n1.5,x\n?,y\n", CsvDialect(encoding="utf-8-sig")),
        ("a,c\n1.5,x\n?,y\n".encode("utf-16"), CsvDialect(encoding="utf-16")),
        (b"1.5,x\n?,y\n", CsvDialect(header=False)),
        (b"sep=;\na;c\n1.5;x\n?;y\n", CsvDialect(separator=";")),
        (b"a, c\n1.5, x\n , y\n", CsvDialect()),
        (b"\n\na,c\n\n1.5,x\n?,y\n\n", CsvDialect()),
    ],
)
def test_the_dialect_is_detected(raw: bytes, dialect: CsvDialect, tmp_path: Path) -> None:
    assert detected(raw, tmp_path) == dialect
    data = read_csv(tmp_path / "file.csv")
    assert [attribute.kind for attribute in data.attributes] == ["numeric", "nominal"]
    assert rows_of(data) == MIXED
    assert data.class_attribute.name == data.attributes[1].name


@pytest.mark.parametrize(
    ("raw", "encoding", "text"),
    [(b"c\ncaf\xe9\n", "latin-1", "café"), (b"c\n\x80\n", "cp1252", "€"), ("c\né\n".encode(), "utf-8", "é")],
)
def test_the_encoding_is_detected(raw: bytes, encoding: str, text: str, tmp_path: Path) -> None:
    assert detected(raw, tmp_path).encoding == encoding
    assert rows_of(read_csv(tmp_path / "file.csv")) == [[text]]


def test_given_options_overrule_the_detected_dialect() -> None:
    raw = b"a;c\n'1,5';x\n-;'y'\n"
    data = parse_csv(raw, separator=";", quote="'", decimal=",", header=True, missing=["-"], numeric=["a"])
    assert rows_of(data) == MIXED
    assert rows_of(parse_csv(raw, separator="#", quote="", header=False))[1] == ["'1,5';x"]
    assert rows_of(parse_csv("a,c\n1,é\n".encode(), encoding="latin-1")) == [[1.0, "Ã©"]]


@pytest.mark.parametrize(
    "wrong", [{"separator": ",,"}, {"separator": ""}, {"quote": "''"}, {"quote": ","}, {"decimal": ";"}]
)
def test_impossible_csv_options_are_refused(wrong: dict[str, str]) -> None:
    with pytest.raises(SettingsError):
        parse_csv(b"a,b\n1,2\n", **wrong)  # type: ignore[arg-type]


def test_kinds_of_columns_are_detected() -> None:
    raw = b"n,few,code,text,empty,c\n1,0,007,a,,x\n-2.5e3,1,012,b,,y\ninf,0,007,1,,x\n"
    data = parse_csv(raw, nominal=["few", "code"])
    assert header_of(data) == [
        ["n", "numeric"],
        ["few", ["0", "1"]],
        ["code", ["007", "012"]],
        ["text", ["a", "b", "1"]],
        ["empty", "numeric"],
        ["c", ["x", "y"]],
    ]
    assert data.value(1, "n") == -2500
    assert data.missing("empty").all()


@pytest.mark.parametrize("threshold", [0, 1 << 60])
def test_a_number_can_stand_for_missing(threshold: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast_path, "WORTHWHILE_CHARACTERS", threshold)
    data = parse_csv(b"a,c\n-999,x\n-999.0,y\n3,?\n", missing=["-999"])
    assert rows_of(data) == [[None, "x"], [-999.0, "y"], [3.0, "?"]]


def test_values_come_in_the_order_in_which_they_appear() -> None:
    assert parse_csv(b"c\nz\na\n?\nz\nm\n").classes == ("z", "a", "m")


def test_quoted_numbers_are_text_unless_everything_is_quoted() -> None:
    codes = parse_csv(b'zip,a,c\n"02139",1,x\n"10115",2,y\n')
    assert header_of(codes)[0] == ["zip", ["02139", "10115"]]
    all_quoted = parse_csv(b'"zip","a"\n"02139","1"\n"10115","2"\n')
    assert [kind for _, kind in header_of(all_quoted)] == ["numeric", "numeric"]
    assert header_of(parse_csv(b'zip,a\n"02139",1\n10115,2\n'))[0] == ["zip", "numeric"]
    assert header_of(parse_csv(b'zip,a\n"02139",1\n"10115",2\n', numeric=["zip"]))[0] == ["zip", "numeric"]


def test_quoted_markers_are_values_of_a_nominal_column_and_missing_in_a_numeric_one() -> None:
    data = parse_csv(b'a,c\n1,"?"\n"NA",?\n2,""\n')
    assert rows_of(data) == [[1.0, "?"], [None, None], [2.0, None]]


def test_cells_keep_what_is_in_their_quotes() -> None:
    data = parse_csv(b'a,c\n1,"x, ""y""\n z"\n2, " w "\n3,v"u\n')
    assert [row[1] for row in rows_of(data)] == ['x, "y"\n z', " w ", 'v"u']


def test_free_text_is_kept_for_display() -> None:
    lines = [f"person {i},{'xy'[i % 2]},{i % 7}" for i in range(300)]
    raw = "\n".join(["name,c,n", *lines]).encode()
    data = parse_csv(raw)
    assert [attribute.kind for attribute in data.attributes] == ["string", "nominal", "numeric"]
    assert data.value(17, "name") == "person 17"
    assert any("'name' is free text" in repair.text for repair in data.repairs)
    assert data.class_attribute.name == "c"
    for told in ({"nominal": ["name"]}, {"class_attribute": "name"}):
        assert parse_csv(raw, **told).attributes[0].is_nominal  # type: ignore[arg-type]
    assert parse_csv("\n".join(["name,c,n", *lines[:150]]).encode()).attributes[0].is_nominal


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        (("colour", "country"), "colour"),  # one value only
        (("colour", "person"), "colour"),  # a different one in every row
        (("colour", "shape", "country", "person"), "shape"),
        (("person", "country"), "country"),  # no column is left, so it is the last one
        (("size",), None),
    ],
)
def test_column_of_unique_texts_is_not_taken_for_the_class(
    columns: tuple[str, ...], expected: str | None
) -> None:
    cells = {
        "colour": lambda i: "red" if i % 3 else "blue",
        "shape": lambda i: ("round", "flat", "")[i % 3],
        "country": lambda i: "here" if i % 5 else "",
        "person": lambda i: f"p{i}" if i else "p1",
        "size": lambda i: f"{i}",
    }
    rows = [",".join(cells[name](i) for name in columns) for i in range(20)]
    data = parse_csv("\n".join([",".join(columns), *rows]).encode(), header=True, separator=",")
    result = None if data.class_index is None else data.class_attribute.name
    assert result == expected


def test_in_few_rows_a_column_of_unique_texts_can_be_the_class() -> None:
    assert parse_csv(b"a,b,c\np,x,1\nq,y,2\np,z,3\n").class_attribute.name == "b"


def test_not_available_is_missing_in_either_case() -> None:
    data = parse_csv(b"a,c\n1,x\nn/a,y\nN/A,x\n")
    assert rows_of(data) == [[1.0, "x"], [None, "y"], [None, "x"]]


def test_class_is_the_last_nominal_column_unless_chosen() -> None:
    raw = b"c,d,a\nx,p,1.5\ny,q,2\n"
    assert parse_csv(raw).class_attribute.name == "d"
    assert parse_csv(raw, class_attribute="c").class_attribute.name == "c"
    assert parse_csv(raw, class_attribute=-2).class_attribute.name == "d"
    with pytest.raises(DataError, match="the class 'a' is numeric") as caught:
        parse_csv(raw, class_attribute="a")
    assert [remedy.kind for remedy in caught.value.remedies] == ["as_nominal", "cut_class"]


@pytest.mark.parametrize(
    ("raw", "options", "line", "message"),
    [
        (b"", {}, None, "the file is empty"),
        (b"\n \n", {}, None, "the file is empty"),
        (b"a,c\n", {}, 1, "only a header row"),
        (b"a,c\n,\n", {}, None, "no rows"),
        (b"a,b,c\n1,2,x\n\n3,x\n4,5,y\n", {}, 4, "the row has 2 cells, but the first one has 3"),
        (b"a,b,c\n1,2,x\n4,5,y,z\n", {}, 3, "the row has 4 cells, but the first one has 3"),
        (b'a,b,c\n1,"2\n\n",x\n3,x\n', {}, 5, "the row has 2 cells, but the first one has 3"),
        (b'a,c\n1,x\n"2,\ny\n', {}, 3, "a quote is opened but never closed"),
        (b"a,c\n1,x\n2,y\nz,y\n", {"numeric": ["a"]}, 4, "'z' is not a number (column 'a')"),
        (b"a,c\n1,x\n", {"nominal": ["b"]}, None, "no column is called 'b'"),
        (b"a,c\n1,x\n", {"class_attribute": 5}, None, "no column number 5"),
        (b"a,c\n1,x\n", {"nominal": ["a"], "numeric": ["a"]}, None, "cannot be both"),
    ],
)
def test_malformed_csv_is_refused_with_line_and_hint(
    raw: bytes, options: dict[str, Any], line: int | None, message: str
) -> None:
    with pytest.raises(CsvError) as caught:
        parse_csv(raw, file="f.csv", **options)
    assert message in caught.value.message
    assert (caught.value.line, caught.value.file) == (line, "f.csv")
    if line is not None:
        assert caught.value.text
        assert caught.value.hint


@pytest.mark.parametrize(
    ("raw", "names", "note", "line"),
    [
        (b"a,a,c\n1,2,x\n", ["a", "a_2", "c"], "two columns are called 'a'", 1),
        (b"a,a_2,a\n1,2,3\n", ["a", "a_2", "a_3"], "two columns are called 'a'", 1),
        (b"a,a,a_2\n1,2,3\n", ["a", "a_3", "a_2"], "two columns are called 'a'", 1),
        (b"a,,c\n1,2,x\n", ["a", "column2", "c"], "without a name", 1),
        (b"1,2,x\n3,4,y\n", ["column1", "column2", "column3"], "no header row", None),
        (b"a,b,c\n1,2,x,,\n3,4,y\n", ["a", "b", "c"], "empty cells beyond the last column", 2),
        (b"a,b,c\n1,2,x\n,,\n3,4,y\n", ["a", "b", "c"], "a row of empty cells", 3),
        (b"a,c\nr1,1,x\nr2,2,y\n", ["row", "a", "c"], "the first column is called row", 1),
        (b"a,c\n1,caf\xe9\n", ["a", "c"], "not UTF-8", 2),
    ],
)
def test_repairs_are_reported_once(raw: bytes, names: list[str], note: str, line: int | None) -> None:
    data = parse_csv(raw)
    assert [attribute.name for attribute in data.attributes] == names
    assert [repair.line for repair in data.repairs if note in repair.text] == [line]
    assert data.value(0, -1) in ("x", 3.0, "café")


def test_many_repairs_of_one_kind_are_summed_up() -> None:
    data = parse_csv(b"a,c\n" + b"1,x,\n" * 25)
    assert len(data) == 25
    assert [repair.line for repair in data.repairs] == [*range(2, 12), None]
    assert "15 more lines" in data.repairs[-1].text


def test_preview_shows_what_a_dialect_does(tmp_path: Path) -> None:
    path = tmp_path / "file.csv"
    path.write_bytes(b'a;b\n1,5;"x;y"\n2;z;3\n4;w\n')
    shown = preview(path, rows=2)
    assert shown.dialect == CsvDialect(separator=";", decimal=",")
    assert shown.names == ("a", "b", "column3")
    assert shown.rows == (("1,5", "x;y"), ("2", "z", "3"))
    other = preview(path, CsvDialect(separator=",", quote="", header=False))
    assert other.names == ("column1", "column2")
    assert other.rows[:2] == (("a;b",), ("1", '5;"x;y"'))
    assert len(other.rows) == 4


cell_text = st.text(st.sampled_from("'\";,|\t\n ?%x1é\x00\xa0\u2028-."), max_size=5) | st.sampled_from(
    ["?", "NA", "NaN", "1", "007", "1e5", "inf", "1,5"]
)


@given(
    st.lists(
        st.tuples(st.none() | cell_text.filter(bool), st.none() | st.floats(width=64)), min_size=1, max_size=8
    ),
    st.sampled_from([",", ";", "\t", "|"]),
)
@example([("1,5", 0.0)], ",")
@example([("1,5", -1e300)], ",")
def test_csv_round_trip(rows: list[tuple[str | None, float | None]], separator: str) -> None:
    """The file does not contain the types, but it does contain the values."""
    values = tuple(dict.fromkeys(text for text, _ in rows if text is not None))
    codes = [-1 if text is None else values.index(text) for text, _ in rows]
    floats = [float("nan") if number is None else number for _, number in rows]
    if all(number != number for number in floats):
        floats[0] = 0.5  # the kind of an empty column is unknown
    shows_its_decimal_mark = any(map(math.isfinite, floats))
    assume(shows_its_decimal_mark or not any("," in value for value in values))
    attributes = [
        Attribute.nominal("a text", values),
        Attribute.numeric("number"),
        Attribute.nominal("c", ("k",)),
    ]
    data = Dataset.from_columns("r", attributes, [codes, floats, [0] * len(rows)])
    back = parse_csv(
        csv_text(data, separator).encode(), separator=separator, header=True, class_attribute="c"
    )
    if values:
        assert_same_data(back, data)
    else:
        assert back.missing(0).all()


def test_samples_written_as_tsv_are_read_back_equal(tmp_path: Path) -> None:
    for name in ("iris", "vote", "credit-g", "soybean"):
        data = sample(name)
        write_csv(data, tmp_path / f"{name}.tsv")
        back = read_csv(tmp_path / f"{name}.tsv")
        assert detect_dialect(tmp_path / f"{name}.tsv").separator == "\t"
        assert rows_of(back) == rows_of(data)
        assert [a.kind for a in back.attributes] == [a.kind for a in data.attributes]


def test_csv_text_of_a_small_data_set() -> None:
    attributes = [Attribute.numeric("a,b"), Attribute.nominal("weight", ("x", "?", "12", 'q"r'))]
    data = Dataset.from_columns(
        "r", attributes, [[1, 0.1, float("nan"), 3], [0, 1, 2, 3]], weights=[1, 2, 1, 0.5]
    )
    assert csv_text(data) == ('"a,b",weight,{weight}\n1,x,1\n0.1,"?",2\n?,"12",1\n3,"q""r",0.5\n')


NUMBERS = Attribute.numeric("10")
TEXTS = Attribute.nominal("class", ("a", "b"))


@pytest.mark.parametrize("separator", [",", "\t"])
@pytest.mark.parametrize(
    "attributes",
    [
        [NUMBERS, TEXTS],
        [NUMBERS, Attribute.numeric("2005")],
        [NUMBERS],
        [Attribute.numeric("1,5"), TEXTS],
        [Attribute.numeric("inf"), TEXTS],
        [Attribute.nominal("10", ("1", "2")), TEXTS],
        [Attribute.nominal("10", ("1", "2")), Attribute.nominal("11", ("a", "b"))],
        [Attribute.nominal("10", ("1", "2")), Attribute.nominal("class", ("1", "2"))],
        [Attribute.nominal("2,5", ("a", "b")), Attribute.nominal("3,5", ("a", "b")), TEXTS],
        [Attribute.nominal("a", ("a", "b")), TEXTS],
        [Attribute.nominal("class", ("class", "b"))],
    ],
    ids=lambda attributes: "-".join(a.name for a in attributes),
)
def test_names_that_could_be_values_are_read_back(attributes: list[Attribute], separator: str) -> None:
    columns = [[1, 2.5, 3, 4] if a.is_numeric else [0, 1, 0, 1] for a in attributes]
    data = Dataset.from_columns("r", attributes, columns)
    back = parse_csv(csv_text(data, separator).encode())
    assert back.attributes == data.attributes
    assert rows_of(back) == rows_of(data)


@pytest.mark.parametrize(
    ("text", "header"),
    [
        ('"10",class\n1,a\n2,b\n', True),
        ('"10","20"\n1,2\n3,4\n', True),
        ('"007",1.5\n"008",2.5\n', False),
        ('"007",a\n"008",b\n"009",a\n', False),
        ('"10","20"\n"1","2"\n"3","4"\n', False),  # everything is quoted, so quotes mean nothing
        ('"x","y"\n"z",NA\n"x","y"\n', False),  # R writes rows without names like this
        ('"Doe, J.","a, b"\nMiller,a\n"Doe, J.",b\n', False),  # quoted because of the commas
    ],
)
def test_quotes_tell_names_that_are_numbers_from_numbers(text: str, header: bool) -> None:
    rows = text.count("\n") - header
    assert len(parse_csv(text.encode())) == rows


def weighted(*attributes: Attribute) -> Dataset:
    columns = [[1, 2.5, 3, 4] if a.is_numeric else [0, 1, 0, 1] for a in attributes]
    return Dataset.from_columns("r", attributes, columns, weights=[1, 2, 0.5, 3])


@pytest.mark.parametrize("name", ["x.csv", "x.tsv", "x.csv.gz"])
def test_instance_weights_come_back_as_weights(tmp_path: Path, name: str) -> None:
    data = weighted(NUMBERS, TEXTS)
    lw.save(data, tmp_path / name)
    back = lw.load(tmp_path / name)
    assert back.attributes == data.attributes
    assert back.weights.tolist() == data.weights.tolist()


def test_an_attribute_called_weight_stays_an_attribute() -> None:
    for name in ("{weight}", "weight"):
        data = weighted(TEXTS, Attribute.numeric(name))
        back = parse_csv(csv_text(data).encode())
        assert back.attributes == data.attributes
        assert back.weights.tolist() == data.weights.tolist()
    plain = Dataset.from_columns("r", [TEXTS, Attribute.numeric("{weight}")], [[0, 1], [5, 6]])
    back = parse_csv(csv_text(plain).encode())
    assert back.attributes == plain.attributes
    assert back.weights.tolist() == [1, 1]


@pytest.mark.parametrize(("cell", "message"), [("x", "not a number"), ("-1", "not negative"), ("", "finite")])
def test_weights_that_are_none_are_refused(cell: str, message: str) -> None:
    with pytest.raises(lw.DataError, match=message):
        parse_csv(f"a,class,{{weight}}\n1,x,2\n2,y,{cell}\n".encode())


def both_ways(raw: bytes, **options: Any) -> tuple[object, object]:
    """Read the same bytes by the fast path and by the general path, and return what each gives or raises."""

    def outcome(threshold: int) -> object:
        with pytest.MonkeyPatch().context() as patch:
            patch.setattr(fast_path, "WORTHWHILE_CHARACTERS", threshold)
            try:
                data = parse_csv(raw, file="file.csv", **options)
            except CsvError as error:
                return str(error)
            return header_of(data), rows_of(data), data.repairs

    return outcome(0), outcome(1 << 60)


fast_cells = st.sampled_from("1 -2.5 0.1 1e5 ? NA nan inf INF 1_0 x y 1,5 NULL  true é ' # 0x1".split(" "))


@given(
    st.lists(st.lists(fast_cells, min_size=3, max_size=3), min_size=1, max_size=6),
    st.sampled_from([("?", "NA", "nan", "NaN", ""), ("?", "NA", ""), ("1",)]),
    st.sampled_from([(), ("b",)]),
)
def test_csv_fast_path_and_general_reader_agree(
    rows: list[list[str]], missing: tuple[str, ...], nominal: tuple[str, ...]
) -> None:
    raw = "\n".join(["a;b;c", *map(";".join, rows), ""]).encode()
    fast, general = both_ways(raw, separator=";", header=True, decimal=".", missing=missing, nominal=nominal)
    assert fast == general


# Numbers, markers and texts. Quotes, separators, line ends and blanks are added when a cell is written.
nasty_contents = st.sampled_from(
    [
        *("1", "2", "-2.5", "3,25", "007", "1e5", "9007199254740993", "", "?", "NA", "nan", "x", "é", "#"),
        *("New York", " x", "x ", " 1", "2\x0b", "tab\there", "a,b", "c;d", 'q"r', '"', "two\nlines"),
        *("-999", "-999.0", "-99", "\x01", "\x06"),
    ]
)
ways_to_write = st.sampled_from(["bare", "quoted", "quoted", "as needed", "blank before", "torn", "open"])


def written(content: str, way: str, separator: str) -> str:
    quoted = '"' + content.replace('"', '""') + '"'
    if way == "as needed":
        return quoted if any(c in content for c in f'{separator}"\n') else content
    return {
        "bare": content,
        "quoted": quoted,
        "blank before": f" {content}",
        "torn": f"{quoted}t",
        "open": f'"{content}',
    }[way]


@st.composite
def nasty_csv(draw: st.DrawFn) -> tuple[bytes, str]:
    """Draw a file whose columns are mostly written uniformly, as in real files, and its separator."""
    separator = draw(st.sampled_from([",", ";", "\t"]))
    width = draw(st.integers(2, 3))
    # Occasionally a cell that is written differently, or a row with more or fewer cells.
    usual = [draw(st.sampled_from(["bare", "quoted", "as needed"])) for _ in range(width)]
    pools = [draw(st.lists(nasty_contents, min_size=1, max_size=4)) for _ in range(width)]
    lines = [separator.join(written(name, draw(st.sampled_from(usual)), separator) for name in "abc"[:width])]
    for _ in range(draw(st.integers(1, 6))):
        cells = [
            written(
                draw(st.sampled_from(pool)),
                way if draw(st.integers(0, 9)) else draw(ways_to_write),
                separator,
            )
            for way, pool in zip(usual, pools, strict=True)
        ]
        if not draw(st.integers(0, 14)):
            cells = draw(
                st.sampled_from([cells[:-1], [*cells, ""], [*cells, "x"], ["", *[""] * (width - 1)]])
            )
        lines.append(separator.join(cells))
        lines += [""] * (not draw(st.integers(0, 9)))
    end = draw(st.sampled_from(["\n", "\r\n"]))
    text = end.join(lines) + draw(st.sampled_from(["", end]))
    mark = draw(st.sampled_from([b"", b"\xef\xbb\xbf"]))
    return mark + text.encode(), separator


@given(
    nasty_csv(),
    st.sampled_from([".", ",", None]),
    st.sampled_from(
        [
            *({}, {"nominal": ("a",)}, {"numeric": ("b",)}, {"missing": ("NA",)}, {"quote": ""}),
            *({"missing": (*DEFAULT_MISSING, "-999")}, {"missing": ("-999", "1", "3,25")}),
        ]
    ),
)
@example((b'a,b\n"1",x\n"2",y\n', ","), None, {})
@example((b'"a","b"\n"",""\n"1","x"\n', ","), None, {})
@example((b'"a","b"\n"1","x"\n""\n', ","), None, {})
@example((b'a,b\n"",x\n"",y\n', ","), None, {})
@example((b'a,b\n"x y",1\n"z\tw",2\n', ","), None, {})
@example((b'a,b\n"-999",x\n5,y\n', ","), None, {"missing": ("-999",)})
@example((b'"a","b"\n"-999","x"\n"-999","-999"\n', ","), None, {"missing": (*DEFAULT_MISSING, "-999")})
@examples(150)
def test_quoted_cells_take_the_fast_path_to_the_same_result(
    file: tuple[bytes, str], decimal: str | None, options: dict[str, Any]
) -> None:
    raw, separator = file
    fast, general = both_ways(raw, separator=separator, header=True, decimal=decimal, **options)
    assert fast == general


@pytest.mark.parametrize(
    "raw",
    [
        b"a,c\n1,x\n2,y\n",
        b'"a","c"\n1,x\n2,y\n',
        b'"a","c"\n1,"x"\n2,"y"\n',
        b'"a","c"\n"1","x"\n"2","y"\n',
        b'"a\nb","c"\r\n1, x\r\n2 ,y\r\n',
    ],
)
def test_plain_and_quoted_csv_takes_the_fast_path(raw: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    columns = columns_of_fast_path(monkeypatch)
    assert rows_of(parse_csv(raw)) == [[1.0, "x"], [2.0, "y"]]
    assert len(columns) == 1


def test_a_number_as_missing_marker_takes_the_fast_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "lwnb_core.data.csv.numeric_missing_markers._CHUNK", 5
    )  # cells extend beyond the ends of chunks
    raw = b"a,b,c\n-999,-999,x\n-999.0,-9990,-999\n-999,1-999,y\n8,-999,-999\n"
    columns = columns_of_fast_path(monkeypatch)
    data = parse_csv(raw, missing=(*DEFAULT_MISSING, "-999"))
    assert len(columns) == 1
    rows = [[None, None, "x"], [-999.0, "-9990", None], [None, "1-999", "y"], [8.0, None, None]]
    assert rows_of(data) == rows


def columns_of_fast_path(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Record what the fast path returns from now on; even small files try it."""
    monkeypatch.setattr(fast_path, "WORTHWHILE_CHARACTERS", 0)
    columns: list[Any] = []

    def spy(*args: Any) -> Any:
        result = read_plain(*args)
        columns.extend([result] if result is not None else [])
        return result

    monkeypatch.setattr("lwnb_core.data.csv.reader.read_plain", spy)
    return columns


def test_what_stands_in_quotes_comes_back_from_the_fast_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast_path, "WORTHWHILE_CHARACTERS", 0)
    monkeypatch.setattr("lwnb_core.data.csv.quotes._CHUNK", 5)  # cells extend beyond its ends
    monkeypatch.setattr("lwnb_core.data.csv.reader._general_columns", None)
    data = parse_csv(b'a,b,c\n"x, ""y""\n z ",1,"NA"\n" ",,NA\n"?",3,"007"\n')
    assert rows_of(data) == [['x, "y"\n z ', 1.0, "NA"], [" ", None, None], ["?", 3.0, "007"]]


SHORT = "a,b,class\n1,2,x\n3\n5,6\n7,8,y\n"


def test_short_rows_are_refused_with_a_remedy_and_filled_on_request() -> None:
    with pytest.raises(CsvError, match="the row has 1 cell, but the first one has 3") as caught:
        parse_csv(SHORT.encode())
    assert caught.value.line == 3
    assert [remedy.kind for remedy in caught.value.remedies] == ["fill_rows", "separator"]
    data = parse_csv(SHORT.encode(), fill=True)
    assert rows_of(data) == [[1, 2, "x"], [3, None, None], [5, 6, None], [7, 8, "y"]]
    assert [repair.line for repair in data.repairs] == [3, 4]


def test_rows_that_are_too_long_are_not_cut() -> None:
    with pytest.raises(CsvError, match="4 cells, but the first one has 3") as caught:
        parse_csv(b"a,b,c\n1,2,x\n1,2,x,9\n", fill=True)
    assert [remedy.kind for remedy in caught.value.remedies] == ["separator"]


def test_a_given_encoding_is_believed(tmp_path: Path) -> None:
    file = tmp_path / "x.csv"
    for encoding in ("utf-16-le", "utf-16-be", "utf-32-le", "cp1252"):
        file.write_bytes("größe,art\n1,ä\n2,b\n".encode(encoding))
        assert [a.name for a in lw.load(file, encoding=encoding).attributes] == ["größe", "art"]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
@pytest.mark.parametrize("order", ["le", "be"])
def test_a_byte_order_mark_tells_utf_32_from_utf_16(tmp_path: Path, encoding: str, order: str) -> None:
    file = tmp_path / "x.csv"
    file.write_bytes("\ufeffgröße,art\n1,ä\n2,b\n".encode(f"{encoding}-{order}"))
    data = lw.load(file)
    assert [a.name for a in data.attributes] == ["größe", "art"]
    assert data.repairs[0].text == f"the file is in {encoding.upper()}; read as such"


@pytest.mark.parametrize(
    "address", ["https://example.org/x.csv", "http://example.org/x.zip#a.csv", "file:///tmp/x.csv"]
)
def test_an_address_is_not_a_missing_file(address: str) -> None:
    with pytest.raises(DataError, match="addresses are not opened") as caught:
        lw.load(address)
    assert caught.value.file == address
