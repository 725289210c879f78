"""The artificial data sets have the distributions that they claim."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from lwnb_core.data import Dataset, balance_scale, checkers_board, read_arff, two_spheres, waveform
from lwnb_core.errors import SettingsError
from tests.core.data.helpers import assert_same_data


def points(data: Dataset) -> NDArray[np.float64]:
    return np.array([data.column(j) for j in data.predictors]).T


@pytest.mark.parametrize("dimensions", [1, 2, 3, 6])
def test_two_spheres_fill_their_volumes_evenly(dimensions: int) -> None:
    data = two_spheres(20_000, seed=3, dimensions=dimensions)
    assert points(data).shape == (20_000, dimensions)
    assert data.classes == ("inner", "outer")
    radii = np.linalg.norm(points(data), axis=1)
    inner, outer = radii[data.class_codes == 0], radii[data.class_codes == 1]
    assert len(inner) == len(outer) == 10_000
    assert inner.max() <= 0.5 <= outer.min() <= outer.max() <= 1
    # The share of the volume within the radius of each point is uniform.
    for share in ((inner / 0.5) ** dimensions, (outer**dimensions - 0.5**dimensions) / (1 - 0.5**dimensions)):
        np.testing.assert_allclose(np.sort(share), np.linspace(0, 1, 10_000), atol=0.03)
    np.testing.assert_allclose(points(data).mean(axis=0), 0, atol=0.03)


def test_the_board_has_eight_by_eight_squares() -> None:
    data = checkers_board(5_000)
    x, y = points(data).T
    assert 0 <= min(x.min(), y.min()) <= max(x.max(), y.max()) < 1
    black = (np.floor(x * 8) + np.floor(y * 8)) % 2 == 0
    assert data.classes == ("black", "white")
    assert np.array_equal(data.class_codes == 0, black)
    assert abs(black.mean() - 0.5) < 0.03
    assert checkers_board(100, width=0.5).class_codes.tolist() != checkers_board(100).class_codes.tolist()


def test_waveforms_have_the_means_of_their_mixtures() -> None:
    data = waveform(30_000, seed=2)
    values, codes = points(data), data.class_codes
    assert values.shape == (30_000, 40)
    assert np.array_equal(values, np.round(values, 2))
    t = np.arange(1, 22)
    wave = {peak: np.maximum(6 - np.abs(t - peak), 0) for peak in (7, 11, 15)}
    for code, (one, other) in enumerate([(7, 15), (7, 11), (11, 15)]):
        rows = values[codes == code]
        np.testing.assert_allclose(rows[:, :21].mean(axis=0), (wave[one] + wave[other]) / 2, atol=0.06)
        np.testing.assert_allclose(rows[:, 21:].mean(axis=0), 0, atol=0.05)
        # noise of variance 1, and the variance of a uniform share of the difference between the waves
        expected = np.sqrt(1 + (wave[one] - wave[other]) ** 2 / 12)
        np.testing.assert_allclose(rows[:, :21].std(axis=0), expected, atol=0.05)
    assert waveform(10, noise_attributes=0).predictors == tuple(range(21))


def test_waveforms_resemble_the_uci_file(uci_dir: Path) -> None:
    theirs, ours = read_arff(uci_dir / "waveform5000.arff"), waveform()
    assert ours.attributes == theirs.attributes
    for code in range(3):
        one, other = (points(data)[data.class_codes == code] for data in (ours, theirs))
        np.testing.assert_allclose(one.mean(axis=0), other.mean(axis=0), atol=0.2)
        np.testing.assert_allclose(one.std(axis=0), other.std(axis=0), atol=0.12)


def test_the_balance_scale_by_hand() -> None:
    data = balance_scale()
    assert len(data) == 625
    assert [data.value(0, j) for j in range(5)] == [1, 1, 1, 1, "B"]
    assert [data.value(1, j) for j in range(5)] == [1, 1, 1, 2, "R"]
    assert [data.value(624, j) for j in range(5)] == [5, 5, 5, 5, "B"]
    assert np.bincount(data.class_codes).tolist() == [288, 49, 288]


def test_the_balance_scale_is_the_uci_file(uci_dir: Path) -> None:
    assert_same_data(balance_scale(), read_arff(uci_dir / "balance.scale.arff"))


@pytest.mark.parametrize("generate", [two_spheres, checkers_board, waveform])
def test_a_seed_fixes_the_rows_and_any_size_will_do(generate: object) -> None:
    assert callable(generate)
    assert generate(50, seed=7).fingerprint == generate(50, seed=7).fingerprint
    assert generate(50, seed=7).fingerprint != generate(50, seed=8).fingerprint
    assert [len(generate(n)) for n in (0, 1, 7)] == [0, 1, 7]
    with pytest.raises(SettingsError):
        generate(-1)


def test_the_streams_have_not_changed() -> None:
    """Published numbers of others depend on these rows."""
    assert two_spheres(2).value(0, "x") == pytest.approx(-0.09592037381591557, abs=1e-12)
    assert checkers_board(1).value(0, "x") == 0.417022004702574
    assert waveform(1).value(0, "x7") == 3.33


@pytest.mark.parametrize(
    "wrong", [{"dimensions": 0}, {"width": 0.0}, {"width": 2.0}, {"noise_attributes": -1}]
)
def test_impossible_sizes_and_seeds_are_refused(wrong: dict[str, float]) -> None:
    generate = {"dimensions": two_spheres, "width": checkers_board}.get(next(iter(wrong)), waveform)
    with pytest.raises(SettingsError):
        generate(10, **wrong)  # type: ignore[arg-type]
