"""A backend is a module and a line in the table: a made-up one, defined here, computes in threads."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import AbstractContextManager, ExitStack, nullcontext
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lwnb_core as lw
from lwnb_core.distributed import backends
from lwnb_core.distributed.backends import BACKENDS
from lwnb_core.distributed.cluster import Backend, Cluster


class Threads(Cluster):
    """A cluster of two threads of this process."""

    threads = 2

    def __init__(self, pool: ThreadPoolExecutor) -> None:
        self.client = pool
        self._named: dict[str, Future[Any]] = {}

    def submit(self, function: Callable[..., Any], *arguments: Any, name: str = "", retries: int = 0) -> Any:
        if name in self._named:
            return self._named[name]
        future = self.client.submit(_call, function, arguments)
        return self._named.setdefault(name, future) if name else future

    def ended(self, running: Collection[Any]) -> Iterable[Any]:
        return wait(running, 0.1, FIRST_COMPLETED).done

    def is_lazy(self, part: Any) -> bool:
        return False

    def computed(self, part: Any) -> Any:
        return part

    def in_use(self, *, can_resume: bool = True) -> AbstractContextManager[None]:
        return nullcontext()


def _call(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    return function(*(one.result() if isinstance(one, Future) else one for one in arguments))


def _open(where: str, stack: ExitStack) -> Cluster:
    return Threads(stack.enter_context(ThreadPoolExecutor(4)))


THREADS = Backend(
    "threads", "Give threads:2.", lambda where: where.startswith("threads:"), _open, lambda: None
)


@pytest.fixture(autouse=True)
def threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backends, "BACKENDS", (THREADS, *BACKENDS))


def test_experiments_cross_validation_and_curves_run_on_a_new_backend() -> None:
    iris = lw.sample("iris")
    there, here = (
        lw.Experiment(["iris"], ["nb", "knn"], runs=1, folds=3, jobs=1, cluster=where).run()
        for where in ("threads:2", None)
    )
    assert [row.accuracy for row in there.rows] == [row.accuracy for row in here.rows]
    again, once = (
        lw.cross_validate(lw.NB(), iris, runs=1, folds=3, cluster=where) for where in ("threads:2", None)
    )
    assert again.mean == once.mean
    curve, same = (
        lw.accuracy_curve([lw.LWNB()], iris, ks=[5, 9], evaluation="loo", cluster=where)
        for where in ("threads:2", None)
    )
    assert np.array_equal(curve["LWNB"].accuracy, same["LWNB"].accuracy)


def test_partitions_run_on_a_new_backend(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    iris = lw.sample("iris")
    for number, rows in enumerate(np.array_split(np.arange(len(iris)), 3)):
        iris.subset(rows).to_pandas().to_parquet(tmp_path / f"{number}.parquet")
    expected = lw.KNN(5).fit(iris).predict_proba(iris)
    with lw.KNN(5).fit_partitions(tmp_path, "class", cluster="threads:2") as model:
        np.testing.assert_array_equal(model.predict_proba(iris), expected)


def test_an_address_that_no_backend_knows_names_all_of_them() -> None:
    with pytest.raises(lw.SettingsError, match="threads or Dask") as caught:
        lw.Experiment(["iris"], ["nb"], runs=1, cluster="nowhere")
    assert all(backend.hint in caught.value.hint for backend in backends.BACKENDS)
