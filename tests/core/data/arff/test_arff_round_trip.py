"""Our reader, liac-arff and Weka read back what our writer writes."""

from __future__ import annotations

import gzip
import math
import shutil
import subprocess
from pathlib import Path

import arff as liac_arff
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lwnb_core.data import Attribute, Dataset, arff_text, read_arff, sample, samples, write_arff
from tests.core.data.helpers import assert_same_data, datasets, header_of, rows_of

WEKA = Path("/usr/share/java/weka.jar")


@given(datasets())
def test_arff_round_trip(data: Dataset) -> None:
    text = arff_text(data)
    back = read_arff(text.encode())
    assert_same_data(back, data)
    assert back.relation == data.relation
    # The only repair is that strings are left out, which is not the file's fault.
    assert all("not used for learning" in repair.text for repair in back.repairs)


@given(datasets(), st.sampled_from(["\r\n", "\r"]), st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]))
def test_line_ends_and_encodings_make_no_difference(data: Dataset, line_end: str, encoding: str) -> None:
    raw = arff_text(data).replace("\n", line_end).encode(encoding)
    assert_same_data(read_arff(raw), data)
    assert_same_data(read_arff(gzip.compress(raw)), data)


def test_rows_of_a_subset_are_written_in_its_order(tmp_path: Path) -> None:
    iris = sample("iris")
    part = iris.subset([149, 0, 70, 0])
    write_arff(part, tmp_path / "part.arff")
    back = read_arff(tmp_path / "part.arff")
    assert rows_of(back) == [rows_of(iris)[i] for i in (149, 0, 70, 0)]


def test_arff_text_of_a_small_data_set() -> None:
    attributes = [Attribute.numeric("a b"), Attribute.nominal("c", ("x", "it's", "?", ""))]
    columns = [[1.0, math.nan, 0.1, -math.inf], [0, 1, 2, -1]]
    data = Dataset.from_columns("r", attributes, columns, weights=[1, 1, 2.5, 1])
    assert arff_text(data) == (
        "@RELATION r\n\n@ATTRIBUTE \"a b\" NUMERIC\n@ATTRIBUTE c {x, 'it\\'s', '?', ''}\n\n"
        "@DATA\n1,x\n?,'it\\'s'\n0.1,'?',{2.5}\n-Infinity,?\n"
    )


@pytest.mark.parametrize("name", [info.name for info in samples()])
def test_liac_arff_reads_the_samples_as_we_do(name: str) -> None:
    """An independent reader agrees on files that avoid what it misreads."""
    data = sample(name)
    theirs = liac_arff.loads(arff_text(data))
    kinds = [[name, kind if isinstance(kind, list) else kind.lower()] for name, kind in theirs["attributes"]]
    assert kinds == header_of(data)
    assert theirs["data"] == rows_of(data)


@pytest.mark.skipif(not (WEKA.exists() and shutil.which("java")), reason="Weka 3.6 or Java is not installed")
def test_weka_reads_awkward_names_and_values_back(tmp_path: Path) -> None:
    """Weka reads our file and writes its own, which must have the same meaning."""
    awkward = ["it's", 'a "b"', "c\\d", "e%f", "{g}", "h,i", "?", "", "j\nk", "l\tm", " n ", "é", "@data"]
    awkward += ["o p", "50 %", "plain"]
    # Weka writes an empty name without quotes and cannot read that file itself.
    attributes = [Attribute.nominal(name or "empty", tuple(awkward)) for name in awkward]
    codes = [np.roll(np.arange(len(awkward)), shift) for shift in range(len(awkward))]
    codes[3] = np.full(len(awkward), -1)
    attributes.append(Attribute.string("text"))
    texts = np.array([*awkward[1:], None], dtype=object)
    data = Dataset.from_columns("it's", attributes, [*codes, texts], weights=np.arange(len(awkward)) / 4)
    write_arff(data, tmp_path / "ours.arff")
    command = ["java", "-Dfile.encoding=UTF-8", "-cp", str(WEKA), "weka.core.converters.ArffSaver"]
    subprocess.run(
        [*command, "-i", str(tmp_path / "ours.arff"), "-o", str(tmp_path / "theirs.arff")],
        check=True,
        capture_output=True,
    )
    theirs = read_arff(tmp_path / "theirs.arff")
    assert header_of(theirs) == header_of(data)
    assert rows_of(theirs) == rows_of(data)
    assert theirs.weights.tolist() == data.weights.tolist()
