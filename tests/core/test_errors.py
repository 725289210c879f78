"""Errors reach the user complete, even from worker processes."""

from __future__ import annotations

import pickle

import pytest

import lwnb_core as lw


@pytest.mark.parametrize(
    "error",
    [
        lw.SettingsError("no kernel 'x'", hint="Kernels: linear."),
        lw.DataError("no such row", file="a.arff", line=3, text="1,2", hint="Count again."),
        lw.ArffError("bad number", file="b.arff", line=7),
        lw.HeaderMismatch("other attributes"),
    ],
)
def test_errors_survive_pickling(error: lw.LwnbError) -> None:
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error)
    assert str(copy) == str(error)
    assert vars(copy) == vars(error)
