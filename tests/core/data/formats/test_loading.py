"""Opening and saving files by name."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from pathlib import Path

import pytest

from lwnb_core.data import load, sample, save
from lwnb_core.errors import ArffError, CsvError, DataError, SettingsError
from tests.core.data.helpers import HEADER, assert_same_data, rows_of

ARFF = HEADER + b"1,x\n2,y\n"
CSV = b"a,c\n1,x\n2,y\n"
ROWS = [[1.0, "x"], [2.0, "y"]]


@pytest.mark.parametrize(
    ("name", "raw"),
    [
        ("f.arff", ARFF),
        ("F.ARFF", ARFF),
        ("f.arff.gz", gzip.compress(ARFF, mtime=0)),
        ("f.csv", CSV),
        ("f.csv.gz", gzip.compress(CSV, mtime=0)),
        ("f.tsv", CSV.replace(b",", b"\t")),
        ("f.txt", CSV.replace(b",", b" ")),
        ("f.data", CSV),
        ("f.txt", b"% a comment\n\n" + ARFF.upper().replace(b"X", b"x").replace(b"Y", b"y")),
        ("f", ARFF),
        ("f", CSV),
        ("f.dat", gzip.compress(ARFF, mtime=0)),
        ("f.dat", "\ufeff".encode() + ARFF),
    ],
)
def test_the_suffix_or_the_content_decides(name: str, raw: bytes, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(raw)
    data = load(path)
    assert rows_of(data) == ROWS
    assert data.name in ("f", "F", "f.dat")
    assert data.source == str(path)
    assert rows_of(load(str(path))) == ROWS


def test_known_suffix_decides_over_the_content(tmp_path: Path) -> None:
    (tmp_path / "f.arff").write_bytes(CSV)
    with pytest.raises(ArffError, match="If this is a CSV file"):
        load(tmp_path / "f.arff")


def test_class_and_class_bins_are_applied_on_loading(tmp_path: Path) -> None:
    path = tmp_path / "f.csv"
    path.write_bytes(b"a,b,c\n1,p,x\n2,q,y\n3,p,x\n4,q,y\n")
    assert load(path, "b").class_attribute.name == "b"
    assert load(path, 1).class_attribute.name == "b"
    cut = load(path, "a", class_bins=2)
    assert cut.class_codes.tolist() == [0, 0, 1, 1]
    assert "cut into 2 intervals" in cut.repairs[-1].text
    with pytest.raises(DataError, match="numeric"):
        load(path, "a")
    with pytest.raises(DataError, match="no column is called 'z'"):
        load(path, "z")
    with pytest.raises(SettingsError):
        load(path, class_bins=3)


def test_csv_options_reach_csv_and_only_csv(tmp_path: Path) -> None:
    (tmp_path / "f.csv").write_bytes(CSV)
    (tmp_path / "f.arff").write_bytes(ARFF)
    assert load(tmp_path / "f.csv", nominal=["a"]).attributes[0].values == ("1", "2")
    with pytest.raises(SettingsError, match="nominal: only for CSV"):
        load(tmp_path / "f.arff", nominal=["a"])


def test_a_free_text_column_can_be_asked_for_as_class(tmp_path: Path) -> None:
    path = tmp_path / "f.csv"
    path.write_text("a,name\n" + "".join(f"{i},n{i}\n" for i in range(250)), encoding="utf-8")
    assert load(path).class_index is None
    assert len(load(path, "name").classes) == 250


def test_a_missing_file_suggests_its_neighbours(tmp_path: Path) -> None:
    (tmp_path / "Iris.arff").write_bytes(ARFF)
    with pytest.raises(DataError, match="there is no such file") as caught:
        load(tmp_path / "iriss.arff")
    assert caught.value.hint == "Did you mean Iris.arff?"
    with pytest.raises(DataError, match="no folder"):
        load(tmp_path / "nowhere" / "iris.arff")


def test_folders_and_binary_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "iris.arff").write_bytes(ARFF)
    with pytest.raises(DataError, match="a folder, not a file") as caught:
        load(tmp_path)
    assert "iris.arff" in caught.value.hint
    (tmp_path / "picture").write_bytes(bytes(range(32)) * 40)
    with pytest.raises(DataError, match="not a text file"):
        load(tmp_path / "picture")
    (tmp_path / "sheet.csv").write_bytes(b"PK\x03\x04" + bytes(60))
    with pytest.raises(DataError, match="zip file is damaged"):
        load(tmp_path / "sheet.csv")
    with pytest.raises(DataError):
        load("a\0b.arff")
    (tmp_path / "empty").write_bytes(b"")
    with pytest.raises(CsvError, match="empty"):
        load(tmp_path / "empty")


@pytest.mark.skipif(os.name != "posix" or os.getuid() == 0, reason="needs a user whose access can be denied")
def test_file_without_read_permission_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "f.arff"
    path.write_bytes(ARFF)
    path.chmod(0)
    with pytest.raises(DataError, match="no permission"):
        load(path)


def test_save_by_suffix(tmp_path: Path) -> None:
    iris = sample("iris")
    for name in ("iris.arff", "iris.csv", "iris.tsv"):
        save(iris, tmp_path / name)
        assert_same_data(load(tmp_path / name), iris)
    assert (tmp_path / "iris.tsv").read_text(encoding="utf-8").startswith("sepallength\t")
    with pytest.raises(DataError, match="cannot tell the format"):
        save(iris, tmp_path / "iris.xlsx")
    with pytest.raises(DataError, match="cannot be written"):
        save(iris, tmp_path / "nowhere" / "iris.arff")


def test_saving_as_gz_compresses(tmp_path: Path) -> None:
    for name in ("iris.arff.gz", "iris.csv.gz"):
        save(sample("iris"), tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(b"\x1f\x8b")
        assert_same_data(load(tmp_path / name), sample("iris"))


def test_loading_does_not_import_pandas() -> None:
    code = (
        "import sys, lwnb_core.data as d\n"
        "data = d.sample('iris'); d.csv_text(data); d.arff_text(data)\n"
        "d.align(data, data); d.two_spheres(10)\n"
        "assert 'pandas' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).resolve().parents[4])


@pytest.mark.parametrize("name", ["empty.csv", "empty.arff"])
@pytest.mark.parametrize("raw", [b"", b"\n \n"])
def test_an_empty_file_is_called_so(tmp_path: Path, name: str, raw: bytes) -> None:
    (tmp_path / name).write_bytes(raw)
    with pytest.raises(DataError, match="the file is empty"):
        load(tmp_path / name)
