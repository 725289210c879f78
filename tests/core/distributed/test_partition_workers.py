"""Rows in parts on worker processes: the same numbers, even if a worker is killed on the way."""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lwnb_core as lw
from lwnb_core.distributed import workers
from lwnb_core.distributed.backends import connected
from lwnb_core.distributed.cluster import Cluster

pytest.importorskip("distributed", reason="the extra `dask` is not installed")
pytest.importorskip("pyarrow", reason="Parquet files need pyarrow")
pd = pytest.importorskip("pandas")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore"),  # raised by distributed itself
    pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL on Windows"),
]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with connected("local:2") as cluster:
        yield cluster


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write Iris to five files."""
    folder = tmp_path_factory.mktemp("iris")
    frame = lw.sample("iris").to_pandas()
    for i, rows in enumerate(np.array_split(np.arange(len(frame)), 5)):
        frame.iloc[rows].to_parquet(folder / f"part{i}.parquet", index=False)
    return folder


@pytest.mark.parametrize("learner", [lw.LWNB(9), lw.LWNB(9, "weka"), lw.NB("weka")], ids=repr)
def test_workers_find_what_one_process_finds(learner: lw.Learner, cluster: Cluster, folder: Path) -> None:
    data = lw.sample("iris")
    model = learner.fit_partitions(folder, "class", cluster=cluster)
    np.testing.assert_array_equal(model.predict_proba(data), learner.fit(data).predict_proba(data))
    assert "150 rows" in repr(model)


@pytest.mark.parametrize("on_cluster", [False, True], ids=["in this process", "on the cluster"])
def test_the_partitions_of_a_dask_frame_are_parts(on_cluster: bool, cluster: Cluster) -> None:
    frames = pytest.importorskip("dask.dataframe")
    data = lw.sample("labor")
    frame = frames.from_pandas(data.to_pandas(), npartitions=3, sort=False)
    learner = lw.LWNB(7)
    model = learner.fit_partitions(frame, "class", cluster=cluster if on_cluster else None)
    np.testing.assert_array_equal(model.predict_proba(data), learner.fit(data).predict_proba(data))
    result = model.explain(data, 3)
    np.testing.assert_array_equal(
        result.neighbour_rows, learner.fit(data).explain(data, 3, leave_out=False).neighbour_rows
    )


def test_a_worker_killed_while_parts_are_searched_loses_nothing(cluster: Cluster, folder: Path) -> None:
    data = lw.sample("iris").subset(np.tile(np.arange(150), 10))  # two batches of blocks
    learner = lw.LWNB(9)
    model = learner.fit_partitions(folder, "class", cluster=cluster)
    victims = list(cluster.client.run(os.getpid).values())[:1]

    def kill_one(done: int, total: int, /) -> None:
        if victims:
            os.kill(victims.pop(), signal.SIGKILL)

    result = model.predict_proba(data, progress=kill_one)
    assert not victims, "it was not killed"
    np.testing.assert_array_equal(result, learner.fit(data.subset(range(150))).predict_proba(data))


def test_a_killed_scheduler_is_a_clear_error(folder: Path) -> None:
    data = lw.sample("iris")

    def predict() -> None:
        with connected("local:1") as cluster:
            model = lw.KNN(3).fit_partitions(folder, "class", cluster=cluster)
            os.kill(cluster.client.run_on_scheduler(os.getpid), signal.SIGKILL)
            model.predict(data)

    with pytest.raises(lw.LwnbError, match="its scheduler is gone"):
        predict()


def test_a_model_starts_its_processes_once_and_ends_them(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, learner = lw.sample("iris"), lw.LWNB(9)
    opened: list[Cluster] = []
    open_cluster = workers.open_cluster

    def counted(*arguments: Any) -> Cluster:
        opened.append(open_cluster(*arguments))
        return opened[-1]

    monkeypatch.setattr(workers, "open_cluster", counted)
    expected = learner.fit(data).predict_proba(data)
    with learner.fit_partitions(folder, "class", cluster="local:1") as model:
        np.testing.assert_array_equal(model.predict_proba(data), expected)
        model.explain(data, 0)
        assert [cluster.client.status for cluster in opened] == ["running"]
    assert opened[0].client.status == "closed"
    copy = pickle.loads(pickle.dumps(model))  # connects by itself, like the closed model
    np.testing.assert_array_equal(copy.predict_proba(data), expected)
    assert [cluster.client.status for cluster in opened] == ["closed", "running"]
    del copy
    assert opened[1].client.status == "closed"


def test_a_model_whose_cluster_was_lost_connects_to_another(folder: Path) -> None:
    data, learner = lw.sample("iris"), lw.KNN(3)
    with learner.fit_partitions(folder, "class", cluster="local:1") as model:
        with model._workplace.workers() as running:
            assert isinstance(running, workers.OnCluster)
            os.kill(running._cluster.client.run_on_scheduler(os.getpid), signal.SIGKILL)
        with pytest.raises(lw.LwnbError, match="its scheduler is gone") as caught:
            model.predict(data)
        assert "start again" in caught.value.hint
        assert model.predict(data).tolist() == learner.fit(data).predict(data).tolist()


@pytest.mark.parametrize("source", [".", "*.parquet", "../{name}"])
def test_a_relative_folder_is_found_by_workers_that_run_elsewhere(
    source: str, cluster: Cluster, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    data = lw.sample("iris")
    model = lw.KNN(3).fit_partitions(source.format(name=folder.name), "class", cluster=cluster)
    assert model.predict(data).tolist() == lw.KNN(3).fit(data).predict(data).tolist()


def test_a_worker_that_does_not_see_a_file_is_named(cluster: Cluster, tmp_path: Path) -> None:
    frame = lw.sample("iris").to_pandas()
    frame.to_parquet(tmp_path / "only.parquet", index=False)
    model = lw.KNN(3).fit_partitions(tmp_path, "class", cluster=cluster)
    (tmp_path / "only.parquet").unlink()
    with pytest.raises(lw.DataError, match="cannot read it") as caught:
        model.predict(lw.sample("iris"))
    assert caught.value.file == str(tmp_path / "only.parquet")
    assert any(address in caught.value.message for address in cluster.client.nthreads())
    assert "under the same path" in caught.value.hint
