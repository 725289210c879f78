"""A model of rows in parts gives exactly the numbers of a model of the same rows in one data set."""

from __future__ import annotations

import datetime as dt
import sys
from pathlib import Path

import numpy as np
import pytest

import lwnb_core as lw

pytest.importorskip("pyarrow", reason="Parquet files need pyarrow")
pd = pytest.importorskip("pandas")

SAMPLES = [info.name for info in lw.samples()]
# Numbers with ties, and mixed attributes with missing values.
FEW = ["iris", "labor"]


def learners(convention: str) -> list[lw.Learner]:
    return [
        lw.LWNB(10, convention),
        lw.LWNB(3, convention, kernel="tricube", eq6="printed"),
        lw.KNN(5, convention),
        lw.KNNDW(5, convention),
        lw.NB(convention),
    ]


def write_parts(frame: pd.DataFrame, folder: Path, parts: int) -> Path:
    folder.mkdir(exist_ok=True)
    for i, rows in enumerate(np.array_split(np.arange(len(frame)), parts)):
        frame.iloc[rows].to_parquet(folder / f"part{i}.parquet", index=False)
    return folder


def check(name: str, convention: str, folder: Path) -> None:
    sample = lw.sample(name)
    target = sample.class_attribute.name
    frame = sample.to_pandas()
    for parts in (1, 2, 7):
        shuffled = frame.sample(frac=1, random_state=parts).reset_index(drop=True)
        data = lw.Dataset.from_pandas(shuffled, target)
        source = write_parts(shuffled, folder / str(parts), parts)
        rows = np.arange(0, len(data), max(1, len(data) // 20))
        for learner in learners(convention):
            model = learner.fit_partitions(source, target)
            expected = learner.fit(data)
            np.testing.assert_allclose(
                model.predict_proba(data, rows), expected.predict_proba(data, rows), rtol=0, atol=1e-12
            )


@pytest.mark.parametrize("convention", lw.CONVENTIONS)
@pytest.mark.parametrize("name", FEW)
def test_posteriors_are_those_of_rows_in_one_place(name: str, convention: str, tmp_path: Path) -> None:
    check(name, convention, tmp_path)


@pytest.mark.thorough
@pytest.mark.parametrize("convention", lw.CONVENTIONS)
@pytest.mark.parametrize("name", SAMPLES)
def test_posteriors_of_every_sample(name: str, convention: str, tmp_path: Path) -> None:
    check(name, convention, tmp_path)


@pytest.mark.parametrize("convention", lw.CONVENTIONS)
def test_explanation_is_that_of_rows_in_one_place(convention: str, tmp_path: Path) -> None:
    data = lw.sample("labor")
    source = write_parts(data.to_pandas(), tmp_path, 3)
    learner = lw.LWNB(7, convention)
    result = learner.fit_partitions(source, "class").explain(data, 5)
    expected = learner.fit(data).explain(data, 5, leave_out=False)
    np.testing.assert_array_equal(result.neighbour_rows, expected.neighbour_rows)
    np.testing.assert_allclose(result.posterior, expected.posterior, rtol=0, atol=1e-12)
    assert result.others.keys() == expected.others.keys()
    for name, posterior in expected.others.items():
        np.testing.assert_allclose(result.others[name], posterior, rtol=0, atol=1e-12)
    assert result.training_rows == expected.training_rows == 57


def test_ties_across_parts_are_all_neighbours(tmp_path: Path) -> None:
    """Of ten equal rows, two in each of five parts, the third neighbour ties with all."""
    frame = pd.DataFrame({"x": [1.0] * 10 + [5.0] * 5, "class": ["a", "b"] * 5 + ["b"] * 5})
    source = write_parts(frame, tmp_path, 5)
    data = lw.Dataset.from_pandas(frame, "class")
    result = lw.KNN(3).fit_partitions(source, "class").explain(data, 0)
    assert result.neighbour_rows is not None
    assert result.neighbour_rows.tolist() == list(range(10))


def test_a_neighbourhood_without_width_reaches_into_the_other_part(tmp_path: Path) -> None:
    """In `tables` the smallest positive distance becomes the bandwidth; its row is in the second part."""
    frame = pd.DataFrame({"x": [1.0] * 6 + [2.0, 9.0, 9.0], "class": ["a"] * 5 + ["b"] * 4})
    source = write_parts(frame, tmp_path, 2)
    data = lw.Dataset.from_pandas(frame, "class")
    learner = lw.LWNB(2, "tables")
    np.testing.assert_array_equal(
        learner.fit_partitions(source, "class").predict_proba(data), learner.fit(data).predict_proba(data)
    )


def test_rows_without_a_class_teach_nothing_and_are_counted(tmp_path: Path) -> None:
    frame = pd.DataFrame(
        {"x": [0.0, 1.0, 2.0, 1e6], "n": ["u", "v", None, "w"], "class": ["a", "b", "a", None]}
    )
    source = write_parts(frame, tmp_path, 4)  # the last part has no training row
    data = lw.Dataset.from_pandas(frame, "class")
    learner = lw.LWNB(2)
    model = learner.fit_partitions(source, "class")
    np.testing.assert_array_equal(model.predict_proba(data), learner.fit(data).predict_proba(data))
    assert "1 training rows without a class were dropped" in model.explain(data, 0).notes


def test_whole_numbers_are_classes_in_ascending_order(tmp_path: Path) -> None:
    frame = pd.DataFrame({"x": [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], "class": [3, 3, 1, 1, 2, 2]})
    model = lw.NB().fit_partitions(write_parts(frame, tmp_path, 3), "class")
    assert model.classes == ("1", "2", "3")


def test_without_a_name_the_class_is_the_last_column_that_can_be_one(tmp_path: Path) -> None:
    frame = pd.DataFrame({"x": range(20), "kind": ["a", "b"] * 10, "id": [f"row {i}" for i in range(20)]})
    model = lw.NB().fit_partitions(write_parts(frame, tmp_path, 2))
    assert model.training.class_attribute.name == "kind"


@pytest.mark.parametrize(
    ("learner", "message"),
    [
        (lw.LWNB(5, kernel="gaussian"), "every training row a weight"),
        (lw.AODE(), "all training rows in one place"),
        (lw.Discretised(lw.LWNB(5)), "all training rows in one place"),
        (lw.LWNB("auto"), "all training rows in one place"),
        (lw.KNN(5, knn_ranges="first"), "which row comes first"),
    ],
)
def test_what_needs_all_rows_in_one_place_is_refused(learner: lw.Learner, message: str) -> None:
    with pytest.raises(lw.SettingsError, match=message):
        learner.fit_partitions("nowhere", "class")


def test_parts_that_do_not_fit_together_are_named(tmp_path: Path) -> None:
    pd.DataFrame({"x": [1.0, 2.0], "class": ["a", "b"]}).to_parquet(tmp_path / "1.parquet")
    pd.DataFrame({"x": ["u", "v"], "class": ["a", "b"]}).to_parquet(tmp_path / "2.parquet")
    with pytest.raises(lw.DataError, match=r"'x' has numbers in one part.*1\.parquet.*2\.parquet"):
        lw.NB().fit_partitions(tmp_path, "class")
    pd.DataFrame({"y": [1.0], "class": ["a"]}).to_parquet(tmp_path / "2.parquet")
    with pytest.raises(lw.DataError, match="no column 'x'") as caught:
        lw.NB().fit_partitions(tmp_path, "class")
    assert caught.value.file.endswith("2.parquet")


def test_columns_of_parts_have_the_kinds_of_the_same_file_opened(tmp_path: Path) -> None:
    random = np.random.default_rng(1)
    frame = pd.DataFrame(
        {
            "whole": pd.array([1, None, 2, 3] * 125, dtype="Int64"),
            "day": [dt.date(2020, 1, 1 + i % 28) for i in range(500)],
            "name": [f"v{i % 250}" for i in range(500)],  # looks like free text in each half
            "class": random.choice(["a", "b"], 500),
        }
    )
    frame.to_parquet(tmp_path / "whole.pq")
    data = lw.load(tmp_path / "whole.pq", "class")
    model = lw.LWNB(5).fit_partitions(write_parts(frame, tmp_path / "parts", 2), "class")
    assert model.header is not None
    assert model.header.attributes == data.attributes
    expected = lw.LWNB(5).fit(data).predict_proba(data, range(20))
    np.testing.assert_allclose(model.predict_proba(data, range(20)), expected, rtol=0, atol=1e-12)


def test_without_pyarrow_the_error_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.parquet").write_bytes(b"PAR1")
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(lw.DataError, match="need the package pyarrow") as caught:
        lw.NB().fit_partitions(tmp_path)
    assert 'pip install "lwnb-explorer[parquet]"' in caught.value.hint


@pytest.mark.parametrize("source", ["nothing/*.parquet", "."])
def test_where_no_file_is_there_it_says_so(
    source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(lw.DataError, match="no Parquet file"):
        lw.NB().fit_partitions(source, "class")


@pytest.mark.parametrize("source", ["s3://bucket/*.parquet", "https://example.org/parts"])
def test_addresses_of_parts_are_refused_as_such(source: str) -> None:
    with pytest.raises(lw.DataError, match="addresses are not opened") as caught:
        lw.NB().fit_partitions(source, "class")
    assert caught.value.file == source


def test_a_broken_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "bad.parquet").write_bytes(b"PAR1 nothing")
    with pytest.raises(lw.DataError, match="is not a Parquet file") as caught:
        lw.NB().fit_partitions(tmp_path, "class")
    assert caught.value.file.endswith("bad.parquet")


def test_the_compiled_engine_and_the_reference_find_the_same_candidates(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = lw.sample("labor")
    source = write_parts(data.to_pandas(), tmp_path, 2)
    result = {}
    for engine in ("reference", "numba"):
        monkeypatch.setenv("LWNB_ENGINE", engine)
        model = lw.LWNB(5, "weka").fit_partitions(source, "class")
        result[engine] = model.predict_proba(data)
    np.testing.assert_allclose(result["numba"], result["reference"], rtol=0, atol=1e-9)
