"""The samples are present, match their descriptions, and come from the sources that they name."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from lwnb_core.data import (
    Dataset,
    SampleInfo,
    assets_dir,
    read_arff,
    sample,
    sample_file,
    sample_of,
    samples,
)
from lwnb_core.data.samples import assets
from lwnb_core.data.samples.build import EXAMPLES, build
from lwnb_core.errors import DataError
from tests.core.data.helpers import assert_same_data

every_sample = pytest.mark.parametrize("info", samples(), ids=lambda info: info.name)


def facts(data: Dataset) -> tuple[int, int, int, int, float]:
    """Return the numbers of rows, numeric and nominal attributes and classes, and the percentage missing."""
    predictors = [data.attributes[j] for j in data.predictors]
    numeric = sum(attribute.is_numeric for attribute in predictors)
    missing = 100 * np.mean([data.missing(j) for j in data.predictors])
    return len(data), numeric, len(predictors) - numeric, len(data.classes), round(float(missing), 1)


@every_sample
def test_samples_are_as_described(info: SampleInfo) -> None:
    data = sample(info.name)
    assert facts(data) == (info.rows, info.numeric, info.nominal, info.classes, info.missing_percent)
    assert data.class_index == len(data.attributes) - 1
    assert (data.repairs, data.name) == ((), info.name)
    assert all((info.title, info.description, info.why, info.source, info.licence))


def test_readme_of_the_samples_has_the_same_figures() -> None:
    text = (assets_dir() / "README.md").read_text(encoding="utf-8")
    row = re.compile(
        r"^\| ([a-z-]+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| ([\d.]+) % \| .* \| (.*) \|$", re.MULTILINE
    )
    table = [
        (name, *map(int, counts), float(missing), licence)
        for name, *counts, missing, licence in row.findall(text)
    ]
    assert table == [
        (i.name, i.rows, i.numeric, i.nominal, i.classes, i.missing_percent, i.licence) for i in samples()
    ]


def test_every_file_is_a_sample_and_the_other_way_round() -> None:
    files = {path.stem for path in (assets_dir() / "samples").glob("*.arff")}
    assert files == {info.name for info in samples()}


@every_sample
def test_samples_can_be_rebuilt(info: SampleInfo) -> None:
    if not info.source.startswith("generated") and not EXAMPLES.is_dir():
        pytest.skip("Debian's package weka is not installed")
    assert_same_data(build(info.name), sample(info.name))


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        *((name, name) for name in ("iris", "glass", "vote", "labor", "diabetes", "ionosphere", "soybean")),
        ("breast-cancer", "breast.cancer"),
        ("credit-g", "credit.g"),
        ("balance-scale", "balance.scale"),
    ],
)
def test_samples_are_the_papers_data(ours: str, theirs: str, uci_dir: Path) -> None:
    assert_same_data(sample(ours), read_arff(uci_dir / f"{theirs}.arff"))


def test_segment_has_the_rows_of_uci(uci_dir: Path) -> None:
    """They are in another order and have four digits (two of 2,310 rows differ in the fourth)."""

    def rows(data: Dataset) -> Counter[tuple[str, ...]]:
        def shown(value: object) -> str:
            return f"{value:.4g}" if isinstance(value, float) else str(value)

        return Counter(tuple(shown(data.value(i, j)) for j in range(20)) for i in range(len(data)))

    theirs, ours = read_arff(uci_dir / "segment.arff"), sample("segment")
    assert ours.attributes == theirs.attributes
    assert (rows(ours) & rows(theirs)).total() == 2308


@pytest.mark.parametrize("name", ["weather.numeric", "Weather Numeric", " weather_numeric"])
def test_sample_names_ignore_case_blanks_and_dots(name: str) -> None:
    assert sample(name).name == "weather-numeric"


def test_unknown_names_get_a_suggestion() -> None:
    with pytest.raises(DataError, match="Did you mean 'iris'"):
        sample("irs")
    with pytest.raises(DataError, match="Samples: two-spheres, "):
        sample("qqqqq")
    with pytest.raises(DataError):
        sample("../README")


def test_samples_are_found_inside_an_installed_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "lwnb_core"
    monkeypatch.setattr(assets, "_PACKAGE", package)
    assets_dir.cache_clear()
    try:
        with pytest.raises(DataError, match="are missing"):
            assets_dir()
        shutil.copytree(
            Path(__file__).resolve().parents[4] / "assets" / "samples", package / "assets" / "samples"
        )
        assert assets_dir() == package / "assets"
        assert len(sample("iris")) == 150
    finally:
        monkeypatch.undo()
        assets_dir.cache_clear()


def test_a_file_is_told_to_be_a_sample_however_its_path_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = sample_file("Balance Scale")
    assert sample_of(file) == sample_of(sample("balance-scale").source) == "balance-scale"
    assert sample_of(file.parent / ".." / "samples" / file.name) == "balance-scale"
    monkeypatch.chdir(file.parent)
    assert sample_of(file.name) == "balance-scale"
    (tmp_path / "samples").mkdir()
    others = (tmp_path / "samples" / file.name, assets_dir() / "first-look.lwnb", "", "a\0/b.arff")
    assert [sample_of(other) for other in others] == [""] * 4
