"""`predict` and `convert`: what they write, and which files do not match."""

from __future__ import annotations

import gzip
import json
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from typer.testing import CliRunner, Result

import lwnb_core as lw
from lwnb_core.evaluation.confusion import Confusion
from lwnb_core.evaluation.measures import CONFUSION_MEASURES
from lwnb_gui.cli.app import app, is_file_name

Run = Callable[..., Result]
Json = Callable[..., dict[str, Any]]


@pytest.fixture
def unlabelled(tmp_path: Path) -> Path:
    """Iris in which every fifth row lacks its class."""
    data = lw.sample("iris").subset(slice(0, None, 5))
    classless = data.with_columns(
        data.attributes,
        [*(data.all_rows.column(j) for j in range(4)), np.full(150, -1, dtype=np.int32)],
        data.class_index,
    )
    file = tmp_path / "new.arff"
    lw.save(classless, file)
    return file


def test_predict_without_a_class(run: Run, run_json: Json, unlabelled: Path, tmp_path: Path) -> None:
    data = lw.sample("iris")
    expected = lw.LWNB(k=20).fit(data).predict_proba(lw.load(unlabelled))
    out = tmp_path / "predictions.csv"
    document = run_json("predict", "iris", unlabelled, "--k", 20, "--out", out)
    rows = document["predictions"]
    # Few rows: the command takes the readable engine, the library the compiled one if it is loaded already.
    told = [list(row["probabilities"].values()) for row in rows]
    np.testing.assert_allclose(told, expected, rtol=1e-9)
    assert [row["predicted"] for row in rows] == [data.classes[c] for c in expected.argmax(axis=1)]
    assert [(row["row"], row["index"], row["true"]) for row in rows[:2]] == [(1, 0, None), (2, 1, None)]
    assert [document[name] for name in CONFUSION_MEASURES] == [None] * len(CONFUSION_MEASURES)
    header, first, *_ = out.read_text(encoding="utf-8").splitlines()
    names = ",".join(f"P({name})" for name in data.classes)
    assert header.replace('"', "") == f"row,true,predicted,{names}"
    assert first.startswith("1,")
    assert "have no true classes to compare with" in run("predict", "iris", unlabelled).stdout


def test_predict_to_arff(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "predictions.arff"
    result = run("predict", "iris", "iris", "--learner", "nb", "--out", out)
    assert result.exit_code == 0, result.output
    written, data = lw.load(out), lw.sample("iris")
    model = lw.NB().fit(data)
    assert np.array_equal(written.column("predicted"), model.predict(data))
    assert np.array_equal(written.column("true"), data.class_codes)
    assert np.array_equal(written.column("P(Iris-setosa)"), model.predict_proba(data)[:, 0])
    accuracy = 100 * np.mean(model.predict(data) == data.class_codes)
    assert f"{accuracy:.2f} %" in result.stdout
    confusion = np.zeros((3, 3))
    np.add.at(confusion, (data.class_codes, model.predict(data)), 1)
    expected = Confusion.of_matrix(confusion)
    f1 = np.nanmean(expected.f1_of_classes)
    assert f"balanced accuracy {expected.balanced_accuracy:.2f} %" in result.stdout
    assert f"kappa {expected.kappa:.4f} · MCC {expected.mcc:.4f} · F1 (macro) {f1:.4f}" in result.stdout


def test_predict_finds_attributes_by_name(run_json: Json, tmp_path: Path) -> None:
    file = tmp_path / "shuffled.arff"
    file.write_text(
        "@relation other\n@attribute windy {FALSE,TRUE}\n@attribute note string\n"
        "@attribute humidity {normal,high}\n@attribute temperature {mild,hot,cool}\n"
        "@attribute outlook {rainy,sunny,overcast}\n@data\nTRUE,x,high,hot,sunny\n"
    )
    document = run_json("predict", "weather-nominal", file, "--k", 5)
    data = lw.sample("weather-nominal")
    row = int(np.flatnonzero(lw.LWNB(k=5).fit(data).predict_proba(data)[:, 0] >= 0)[1])  # row 2 of the file
    assert data.value(row, "outlook") == "sunny"
    assert list(document["predictions"][0]["probabilities"].values()) == pytest.approx(
        lw.LWNB(k=5).fit(data).predict_proba(data, [row])[0].tolist()
    )
    assert any("note" in note for note in document["notes"])


@pytest.mark.parametrize(
    ("header", "values", "message"),
    [
        ("@attribute x numeric\n@attribute colour {red,green}\n", "1,red", "'color'"),
        ("@attribute x {a,b}\n@attribute color {red,green}\n", "a,red", "nominal, not numeric"),
        ("@attribute x numeric\n@attribute color {red,blue}\n", "1,blue", "'blue'"),
        ("@attribute color {red,green}\n", "red", "'x'"),
    ],
)
def test_predict_refuses_what_does_not_fit(
    run: Run, tmp_path: Path, header: str, values: str, message: str
) -> None:
    train, test, out = tmp_path / "train.arff", tmp_path / "test.arff", tmp_path / "out.csv"
    train.write_text(
        "@relation t\n@attribute x numeric\n@attribute color {red,green}\n@attribute c {yes,no}\n"
        "@data\n1,red,yes\n2,green,no\n"
    )
    test.write_text(f"@relation t\n{header}@data\n{values}\n")
    result = run("predict", train, test, "--out", out)
    assert result.exit_code == 1
    assert message in result.stderr
    assert not out.exists()


def test_predict_takes_unknown_values_as_missing_where_it_is_told_to(
    run: Run, run_json: Json, tmp_path: Path
) -> None:
    train, test = tmp_path / "train.csv", tmp_path / "test.csv"
    train.write_text("colour,size,c\nred,1,x\nblue,2,y\nred,3,x\nblue,4,y\n", encoding="utf-8")
    test.write_text("colour,size,c\ngreen,1,x\nred,2,z\n", encoding="utf-8")
    refused = run("predict", train, test, "--learner", "nb")
    assert refused.exit_code == 1
    assert "--unknown missing" in refused.stderr
    document = run_json("predict", train, test, "--learner", "nb", "--unknown", "missing")
    assert [row["true"] for row in document["predictions"]] == ["x", None]
    assert document["known"] == 1
    assert document["notes"][-2:] == [
        "'colour': not in the training data, treated as missing: 'green' (1 row)",
        "'c': not in the training data, treated as missing: 'z' (1 row)",
    ]
    assert "'green' (1 row)" in run("predict", train, test, "--unknown", "missing").stdout


def test_explain_a_row_of_another_file(run: Run, run_json: Json, tmp_path: Path) -> None:
    test, report = tmp_path / "new.csv", tmp_path / "new.html"
    test.write_text("outlook,temperature,humidity,windy\nrainy,mild,high,TRUE\nfog,hot,high,TRUE\n")
    document = run_json(
        "explain", "weather-nominal", "--test", test, "--row", 1, "--k", 5, "--unknown", "missing"
    )
    train = lw.sample("weather-nominal")
    expected = lw.LWNB(k=5).fit(train).explain(lw.matched(lw.load(test).subset([0]), train), 0)
    assert list(document["learners"]["LWNB"]["posterior"].values()) == expected.posterior.tolist()
    assert (document["test"], document["row"]) == (str(test), 1)
    refused = run("explain", "weather-nominal", "--test", test, "--row", 3, "--unknown", "missing")
    assert "from 1 to 2" in refused.stderr
    shown = run(
        "explain", "weather-nominal", "--test", test, "--row", 2, "--unknown", "missing", "--html", report
    )
    assert shown.exit_code == 0, shown.output
    assert "new · row 2" in shown.stdout
    assert "14 training rows of weather-nominal" in shown.stdout
    assert "'fog' (1 row)" in shown.stdout
    assert "unknown=" in report.read_text(encoding="utf-8")


def test_info_of_a_parquet_file_says_what_its_end_tells(run: Run, run_json: Json, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="Parquet files need pyarrow")
    file = tmp_path / "iris.parquet"
    lw.sample("iris").to_pandas().to_parquet(file, row_group_size=100)
    document = run_json("info", file)
    assert (document["rows"], document["row_groups"], document["rows_read"]) == (150, 2, False)
    first = document["attributes"][0]
    assert (first["name"], first["missing"], first["min"], first["max"]) == ("sepallength", 0, 4.3, 7.9)
    assert "2 row groups" in run("info", file).stdout
    full = run_json("info", file, "--full")
    assert full["class"] == "class"
    assert full["attributes"] == run_json("info", "iris")["attributes"]


def test_info_of_a_parquet_file_reads_no_rows(run: Run, run_json: Json, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="Parquet files need pyarrow")
    file = tmp_path / "iris.parquet"
    lw.sample("iris").to_pandas().to_parquet(file)
    expected, raw = run_json("info", file), file.read_bytes()
    length = int.from_bytes(raw[-8:-4], "little") + 8  # text behind the rows
    file.write_bytes(raw[:4] + bytes(len(raw) - length - 4) + raw[-length:])
    assert run_json("info", file) == expected
    assert run("info", file, "--full").exit_code != 0


@pytest.mark.parametrize("suffix", [".parquet", ".json", ".csv.xz"])
def test_commands_take_files_of_every_format(run_json: Json, tmp_path: Path, suffix: str) -> None:
    if suffix == ".parquet":
        pytest.importorskip("pyarrow", reason="Parquet files need pyarrow")
    iris, file = lw.sample("iris"), tmp_path / f"iris{suffix}"
    frame = iris.to_pandas()
    if suffix == ".parquet":
        frame.to_parquet(file)
    elif suffix == ".json":
        frame.to_json(file, orient="records")
    else:
        frame.to_csv(file, index=False)
    expected = run_json("predict", "iris", "iris", "--learner", "nb")["predictions"]
    assert run_json("predict", file, file, "--learner", "nb")["predictions"] == expected
    assert run_json("explain", "iris", "--test", file, "--row", 3)["prediction"] == "Iris-setosa"
    assert run_json("convert", file, tmp_path / "out.arff")["rows"] == 150


def test_one_table_of_several_is_named_behind_the_file(run: Run, run_json: Json, tmp_path: Path) -> None:
    pytest.importorskip("openpyxl", reason="Excel files need openpyxl")
    frame, book, archive = lw.sample("iris").to_pandas(), tmp_path / "book.xlsx", tmp_path / "data.zip"
    with pd.ExcelWriter(book) as sheets:
        frame.iloc[::2].to_excel(sheets, sheet_name="train", index=False)
        frame.iloc[1::2].to_excel(sheets, sheet_name="test", index=False)
    with zipfile.ZipFile(archive, "w") as members:
        members.writestr("train.csv", frame.iloc[::2].to_csv(index=False))
        members.writestr("test.csv", frame.iloc[1::2].to_csv(index=False))
    of_sheets, of_members = (
        run_json("predict", f"{file}#train{suffix}", f"{file}#test{suffix}", "--learner", "nb")["predictions"]
        for file, suffix in ((book, ""), (archive, ".csv"))
    )
    assert len(of_sheets) == 75
    assert of_sheets == of_members
    refused = run("info", archive)
    assert refused.exit_code != 0
    assert f"Name one of them: '{archive}#train.csv'" in refused.output.replace("\n", "")
    assert "book.xlsx#test" in run("info", book).output
    assert is_file_name(f"{book}#test")  # which opens the window
    assert not is_file_name("book.xlsx#test")  # is not here


def test_predict_with_a_numeric_class_in_intervals(run_json: Json) -> None:
    document = run_json("predict", "iris", "iris", "--class", "petalwidth", "--class-bins", 3)
    assert len(document["classes"]) == 3
    assert document["accuracy"] is None
    assert any("not compared" in note for note in document["notes"])


def test_csv_columns_are_taken_as_the_training_data_have_them(run_json: Json, tmp_path: Path) -> None:
    train, test = tmp_path / "train.csv", tmp_path / "test.csv"
    train.write_text("code,x,label\na1,1.5,yes\n7,2.5,no\na1,1.0,yes\n7,3.0,no\nb,2.0,yes\n")
    test.write_text("x;code\n1,25;7\n2,75;7\n")
    document = run_json("predict", train, test, "--k", 3, "--separator", ";", "--decimal", ",")
    assert document["rows"] == 2


def test_convert_there_and_back(run: Run, tmp_path: Path) -> None:
    table, back = tmp_path / "labor.tsv", tmp_path / "labor.arff"
    result = run("convert", "labor", table)
    assert result.exit_code == 0, result.output
    assert "57 rows" in result.stdout
    assert len(table.read_text(encoding="utf-8").splitlines()) == 58
    assert run("convert", table, back).exit_code == 0
    first, second = lw.sample("labor"), lw.load(back)
    for attribute in first.attributes:
        for row in range(len(first)):
            assert second.value(row, attribute.name) == first.value(row, attribute.name)


def test_convert_lists_repairs(run: Run, run_json: Json, tmp_path: Path) -> None:
    latin = tmp_path / "latin.arff"
    latin.write_bytes(
        "@relation x\n@attribute größe numeric\n@attribute c {x,y}\n@data\n1,x\n".encode("latin-1")
    )
    assert "Repairs" in run("convert", latin, tmp_path / "out.arff").stdout
    document = run_json("convert", latin, tmp_path / "out.arff", "--force")
    assert document["repairs"][0]["line"] == 2


def test_convert_says_what_is_lost(run_json: Json, tmp_path: Path) -> None:
    weighted = tmp_path / "weighted.arff"
    weighted.write_text("@relation x\n@attribute a numeric\n@attribute c {x,y}\n@data\n1,x,{2}\n2,y\n")
    assert run_json("convert", weighted, tmp_path / "out.csv")["notes"]
    assert not run_json("convert", weighted, tmp_path / "out.arff")["notes"]


def test_convert_never_writes_over_its_own_input(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "iris.arff"
    lw.save(lw.sample("iris"), file)
    before = file.read_bytes()
    assert run("convert", file, file).exit_code == 1
    assert file.read_bytes() == before


def test_csv_options(run_json: Json, tmp_path: Path) -> None:
    file = tmp_path / "odd.csv"
    file.write_bytes("größe;zahl;art\n1,5;1;a\nNV;2;b\n2,5;1;a\n".encode("cp1252"))
    options = ["--separator", ";", "--decimal", ",", "--encoding", "cp1252", "--missing", "NV"]
    plain = run_json("info", file, *options)["attributes"]
    assert [a["kind"] for a in plain] == ["numeric", "numeric", "nominal"]
    assert (plain[0]["name"], plain[0]["missing"], plain[0]["max"]) == ("größe", 1, 2.5)
    chosen = run_json("info", file, *options, "--nominal", "zahl")["attributes"]
    assert (chosen[1]["kind"], chosen[1]["values"]) == ("nominal", {"1": 2, "2": 1})


def test_the_kind_of_a_column_can_be_changed_in_arff_too(run_json: Json) -> None:
    attributes = run_json("info", "balance-scale", "--nominal", "left-weight")["attributes"]
    changed = next(a for a in attributes if a["name"] == "left-weight")
    assert list(changed["values"]) == ["1", "2", "3", "4", "5"]


def test_formulas_are_counted_and_kept(run: Run, run_json: Json, tmp_path: Path) -> None:
    """CSV files must read back unchanged; a message warns of formulas if they are opened in a spreadsheet."""
    file, out = tmp_path / "in.arff", tmp_path / "out.csv"
    file.write_text(
        "@relation r\n@attribute '=cmd()' {'=1+2','-x','-3'}\n@attribute s string\n@attribute w {a,b}\n"
        "@data\n"
        "'=1+2','@SUM(A1)',a\n'-x','plain',b,{2}\n'-3',?,a\n"
    )
    notes = run_json("convert", file, out)["notes"]
    assert notes[0] == "the instance weights are the last column, {weight}"
    assert notes[1].startswith("a spreadsheet would treat 4 cells as formulas")
    assert lw.load(out).value(0, "=cmd()") == "=1+2"
    assert "treat 4 cells as formulas" in run("convert", file, tmp_path / "again.csv").output
    assert run_json("convert", file, tmp_path / "out.arff")["notes"] == []
    predicted = run("predict", file, file, "--class", "=cmd()", "--out", tmp_path / "p.csv")
    assert "as formulas" in predicted.output


def test_missing_adds_to_the_usual_markers(run_json: Json, tmp_path: Path) -> None:
    """A marker may contain blanks; an empty cell is missing whatever other markers are given."""
    file = tmp_path / "penguins.csv"
    file.write_text("length;mass;kind\n47.5;1;a\nn. b.;2;b\nNA;;a\n-999;4;b\n")

    def read(*options: str) -> list[tuple[str, int]]:
        result = run_json("info", file, *options)["attributes"]
        return [(a["kind"], a["missing"]) for a in result]

    assert read() == [("nominal", 1), ("numeric", 1), ("nominal", 0)]
    both = ("--missing", "n. b.", "--missing", "-999")
    assert read(*both) == [("numeric", 3), ("numeric", 1), ("nominal", 0)]
    assert read(*both, "--missing-only") == [("nominal", 2), ("numeric", 1), ("nominal", 0)]
    assert read("--missing-only") == [("nominal", 0), ("numeric", 1), ("nominal", 0)]


def test_a_file_without_a_header_and_with_other_quotes(run: Run, run_json: Json, tmp_path: Path) -> None:
    file = tmp_path / "odd.csv"
    file.write_text("name,kind\n*a,b*,x\n*c*,y\n")
    plain = run_json("info", file, "--no-header", "--quote", "*")
    assert [a["name"] for a in plain["attributes"]] == ["column1", "column2"]
    assert plain["attributes"][0]["values"] == {"name": 1, "a,b": 1, "c": 1}
    named = run_json("info", file, "--header", "--quote", "*")
    assert [a["name"] for a in named["attributes"]] == ["name", "kind"]
    inches = tmp_path / "inches.csv"
    inches.write_text('size,kind\n5",x\n"7,y\n')
    unquoted = run_json("info", inches, "--quote", "none")
    assert unquoted["attributes"][0]["values"] == {'5"': 1, '"7': 1}
    both = run("info", file, "--header", "--no-header")
    assert both.exit_code == 2
    arff = run("info", "iris", "--no-header")
    assert arff.exit_code == 1
    assert "only for CSV files" in arff.stderr


class TestStandardInput:
    """`-` instead of a file; the content says whether it is ARFF or CSV."""

    ARFF = Path(lw.sample("iris").source).read_bytes()
    CSV = b"x;y;kind\n1,5;1;a\n2,5;2;b\n1,25;1;a\n2,75;2;b\n"

    @pytest.fixture
    def piped(self) -> Callable[..., Result]:
        from lwnb_gui.cli.app import app

        def go(given: bytes, *arguments: object) -> Result:
            return CliRunner().invoke(app, [str(argument) for argument in arguments], input=given)

        return go

    def test_every_command_reads_standard_input(self, piped: Run, tmp_path: Path) -> None:
        for given in (self.ARFF, gzip.compress(self.ARFF)):
            result = piped(given, "info", "-", "--json")
            assert result.exit_code == 0, result.output
            actual = json.loads(result.stdout)
            assert (actual["file"], actual["rows"], actual["class"]) == ("-", 150, "class")
        for arguments in (
            ("explain", "-", "--row", "1"),
            ("evaluate", "-", "--runs", "1"),
            ("curve", "-", "--k", "1:3"),
            ("predict", "-", "iris"),
            ("predict", "iris", "-"),
            ("experiment", "-", "glass", "-l", "nb", "--runs", "1", "--jobs", "1"),
            ("convert", "-", tmp_path / "out.csv"),
        ):
            result = piped(self.ARFF, *arguments)
            assert result.exit_code == 0, result.output
        assert len((tmp_path / "out.csv").read_text().splitlines()) == 151

    def test_standard_input_as_csv_with_options(self, piped: Run) -> None:
        result = json.loads(piped(self.CSV, "info", "-", "--json").stdout)
        assert [a["kind"] for a in result["attributes"]] == ["numeric", "numeric", "nominal"]
        result = json.loads(piped(self.CSV, "info", "-", "--json", "--nominal", "y").stdout)
        assert [a["kind"] for a in result["attributes"]] == ["numeric", "nominal", "nominal"]

    def test_a_report_holds_the_data_that_are_in_no_file(self, piped: Run, tmp_path: Path) -> None:
        out = tmp_path / "report.html"
        result = piped(self.CSV, "explain", "-", "--row", "1", "--html", out)
        assert result.exit_code == 0, result.output
        assert "from_arff_text(" in out.read_text(encoding="utf-8")

    @pytest.mark.parametrize(
        ("given", "arguments", "message"),
        [
            (b"", ("info", "-"), "standard input: the file is empty"),
            (bytes(range(256)) * 8, ("info", "-"), "not a text file"),
            (b"@relation r\n@attribute a {1\n@data\n", ("info", "-"), "standard input, line 2"),
            (ARFF, ("info", "-", "--separator", ";"), "only for CSV files"),
            (ARFF, ("predict", "-", "-"), "only once"),
            (ARFF, ("experiment", "-", "-"), "only once"),
            (ARFF, ("-",), "window cannot read standard input"),
            (ARFF, ("open", "-"), "window cannot read standard input"),
        ],
    )
    def test_standard_input_that_is_refused(
        self, piped: Run, given: bytes, arguments: tuple[str, ...], message: str
    ) -> None:
        result = piped(given, *arguments)
        assert result.exit_code == 1, result.output
        assert message in result.stderr
        assert result.stdout == ""


def coded(path: Path, classes: int = 3) -> Path:
    rows = "".join(f"{i / 7:.3f},{i % classes}\n" for i in range(60))
    path.write_text(f"x,target\n{rows}")
    return path


def test_few_whole_numbers_become_classes_and_are_reported(run: Run, run_json: Json, tmp_path: Path) -> None:
    path = coded(tmp_path / "wine.csv")
    result = run("evaluate", path, "--class", "target", "--runs", 1)
    assert result.exit_code == 0
    assert "its 3 whole numbers are used as nominal" in " ".join(result.stderr.split())
    assert run_json("info", path, "--class", "target")["attributes"][1]["kind"] == "nominal"
    result = run("info", path, "--class", "target")
    assert "used as nominal" in " ".join(result.stdout.split())
    assert not result.stderr


def test_many_whole_numbers_are_offered_as_nominal_first(run: Run, tmp_path: Path) -> None:
    result = run("evaluate", coded(tmp_path / "wine.csv", 25), "--class", "target")
    assert result.exit_code == 1
    text = " ".join(result.stderr.split())
    assert text.index("--nominal target --class target") < text.index("--class target --class-bins 3")
    assert "data." not in text


CUSTOMERS = "id,x,y,class\n" + "".join(f"c{i},{i % 7},{i % 5},{'ab'[i % 2]}\n" for i in range(40))


def attribute_names(document: dict[str, Any]) -> list[str]:
    return [attribute["name"] for attribute in document["attributes"]]


def test_columns_are_left_out_wherever_they_are_read(run: Run, run_json: Json, tmp_path: Path) -> None:
    file = tmp_path / "customers.csv"
    file.write_text(CUSTOMERS)
    assert attribute_names(run_json("info", file, "--ignore", "id", "--ignore", "y")) == ["x", "class"]
    assert attribute_names(run_json("info", file, "--ignore", "id,y")) == ["x", "class"]
    assert attribute_names(run_json("info", file, "--only", "y")) == ["y", "class"]
    assert attribute_names(run_json("info", file, "--only", "y", "--class", "x")) == ["x", "y"]
    refused = run("info", file, "--ignore", "idd")
    assert refused.exit_code == 1
    assert "Did you mean id?" in refused.output
    lw.save(lw.load(file, ignore="id"), tmp_path / "without.csv")
    left_out = run_json("evaluate", file, "--ignore", "id", "--runs", "1")
    never_there = run_json("evaluate", tmp_path / "without.csv", "--runs", "1")
    assert left_out["folds"] == never_there["folds"]


def test_a_column_left_out_of_the_training_file_need_not_be_in_the_test_file(
    run_json: Json, tmp_path: Path
) -> None:
    train, test, bare = tmp_path / "train.csv", tmp_path / "test.csv", tmp_path / "bare.csv"
    train.write_text(CUSTOMERS)
    test.write_text("id,x,y\nnew,3,4\n")
    bare.write_text("x,y\n3,4\n")
    first, second = (
        run_json("predict", train, file, "--ignore", "id")["predictions"][0]["probabilities"]
        for file in (test, bare)
    )
    assert first == second


def test_hints_name_the_options_of_the_command_line(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "x.csv"
    for text, options, expected in (
        ("a,b,c\n1,2,x\n3\n", [], "--fill"),
        ("a,b\n", [], "--no-header"),
        ("a,b\n1,x\nabc,y\n2,x\n", ["--as-numeric", "a"], "--missing abc"),
        ('a,b\n1,"x\n', [], "--quote none"),
        ("ä,b\n1,x\n", ["--encoding", "ascii"], "--encoding cp1252"),
    ):
        file.write_text(text, encoding="utf-8")
        refused = run("info", file, *options)
        assert refused.exit_code == 1
        assert expected in refused.output
    assert "lwnb fetch" in run("info", "https://example.org/x.csv").output


def test_columns_that_name_rows_are_said_with_the_option_that_leaves_them_out(
    run: Run, run_json: Json, tmp_path: Path
) -> None:
    file = tmp_path / "customers.csv"
    file.write_text(CUSTOMERS)
    told = run("info", file).output
    assert "id: 40 values in 40 rows: it names the rows" in told
    assert "--ignore id" in told
    noted = {a["name"]: a["note"] for a in run_json("info", file)["attributes"] if "note" in a}
    assert noted == {"id": "40 values in 40 rows: it names the rows"}
    assert "--ignore" not in run("info", file, "--ignore", "id").output


def test_nothing_to_learn_from_is_said(tmp_path: Path) -> None:
    texts, colons = tmp_path / "x.arff", tmp_path / "x.csv"
    texts.write_text(
        "@relation r\n@attribute Text string\n@attribute class {a,b}\n@data\n" + "'x y',a\n'z',b\n" * 9
    )
    colons.write_text("a:b:c\n" + "1:2:x\n3:4:y\n" * 9)
    for file, expected in ((texts, "'Text' is text"), (colons, "the class is the only column")):
        result = CliRunner().invoke(app, ["evaluate", str(file), "--runs", "1", "--learner", "nb"])
        assert result.exit_code == 0
        said = " ".join(result.stderr.split())
        assert f"no attribute to learn from: {expected}." in said
        assert ("Note: only one column: is the separator right?" in said) == (file == colons)
    assert "only one column: is the separator right?" in CliRunner().invoke(app, ["info", str(colons)]).output


def test_many_columns_are_cut_or_refused(run: Run, tmp_path: Path) -> None:
    columns = 2_200
    file = tmp_path / "wide.csv"
    rows = [",".join(str((i * 7 + j) % 11) for j in range(columns)) + f",{'ab'[i % 2]}" for i in range(6)]
    file.write_text("\n".join([",".join([*(f"g{j}" for j in range(columns)), "kind"]), *rows]) + "\n")
    short = run("info", file)
    assert short.exit_code == 0, short.output
    assert "and 2,100 more attributes (--full lists all)" in short.stdout
    assert ("g99 " in short.stdout, "g100 " in short.stdout) == (True, False)
    page = run("page", file, "--row", 1, "--out", tmp_path / "page.html")
    assert page.exit_code == 1
    assert "a live page of 2,201 attributes would be too large" in page.stderr
    assert "--only LIST" in page.stderr
    explained = run("explain", file, "--row", 1)
    assert explained.exit_code == 0, explained.output
    table = explained.stdout[explained.stdout.index("Contributions") :]
    assert 0 < len(re.findall(r"^g\d+ +\d", table, re.MULTILINE)) <= 100
    assert "smaller" in table
    report = run("explain", file, "--row", 1, "--html", tmp_path / "report.html")
    assert report.exit_code == 1
    assert "on 2,201 attributes would take too long" in report.stderr
    assert "g2199 " in run("info", file, "--full").stdout
