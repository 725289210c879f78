"""Data and learners as lines of Python."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path
from typing import Any

from lwnb_core import KNN, KNNDW, LWNB, NB, Dataset, Learner, sample
from lwnb_core.data import sample_of
from lwnb_core.data.align import Unknown
from lwnb_gui.app.column_edits import Edits, is_cut
from lwnb_gui.app.unused_columns import unused_columns, without_columns
from lwnb_gui.settings import SETTINGS
from lwnb_gui.views.script import Script, call, literal

# Data that are in no file are written into the script, up to this many cells.
_MOST_INSIDE = 20_000


# -- data ---------------------------------------------------------------------------------------------


def open_data(script: Script, data: Dataset) -> None:
    """Write the lines that read these data again, from sample, file or content, with kinds and class.

    Data that are in no file are written into the script, without the columns that no learner uses.
    """
    if not data.source:
        data = without_columns(data, unused_columns(data))
    script.add(f"data = {_source(script, data)}")
    read = _as_script_reads(data)
    edits = Edits.since_reading(read)
    for attribute, kind in edits.kinds.items():
        if kind in ("nominal", "numeric"):
            script.add(f"data = data.as_{kind}({literal(attribute)})")
    if edits.class_name:
        bins = {} if edits.bins is None else {"bins": literal(edits.bins)}
        script.add(f"data = {call('data.with_class', literal(edits.class_name), **bins)}")
    if dropped := _dropped(read):
        script.add(f"data = data.without({literal(dropped)})")
    if len(data) != len(data.all_rows):
        script.add(f"data = data.subset({literal([int(i) for i in data.row_numbers])})")
    script.add(
        f"content = {data.fingerprint!r}",
        'assert data.fingerprint == content, "the data have changed"',
    )


def open_test_file(
    script: Script,
    test: Dataset,
    data: Dataset,
    unused: Collection[str] = (),
    unknown: Unknown = "refuse",
) -> None:
    """Write the lines that read a second file again and convert it to the header of the data."""
    named = {"class_was_cut": "True"} if is_cut(data.class_attribute) else {}
    if unused:
        named["unused"] = literal(sorted(unused))
    if unknown != "refuse":
        named["unknown"] = literal(unknown)
    script.add(
        f"test = {_source(script, test)}",
        f"test = {call('lw.matched', 'test', 'data', **named)}",
    )
    if len(test) != len(test.all_rows):
        script.add(f"test = test.subset({literal([int(i) for i in test.row_numbers])})")


def _source(script: Script, data: Dataset) -> str:
    sample_name = sample_of(data.source)
    if sample_name:
        return f"lw.sample({literal(sample_name)})"
    if data.source:
        given = {key: literal(_plain(value)) for key, value in data.reading.options.items()}
        return call("lw.load", literal(str(Path(data.source).expanduser().absolute())), **given)
    whole = data.all_rows
    if len(whole) * len(whole.attributes) > _MOST_INSIDE:
        script.add("# These data were not in a file: save them as data.arff first, with lw.save.")
        return 'lw.load("data.arff")'
    from lwnb_core.data import arff_text

    lines = arff_text(whole).rstrip("\n").split("\n")  # other line ends are parts of values
    content = "\n".join(["(", *(f"    {literal(line + chr(10))}" for line in lines), ")"])
    return f"lw.Dataset.from_arff_text({content})"


def _as_script_reads(data: Dataset) -> Dataset:
    """Return the data with the header that the script's first line gives: of a sample, all of it."""
    sample_name = sample_of(data.source)
    if sample_name and data.reading.options:
        return replace(data, reading=sample(sample_name).reading)
    return data


def _dropped(data: Dataset) -> list[str]:
    """Return the attributes of the file that these data lack."""
    names = {attribute.name for attribute in data.attributes}
    return [a.name for a in data.reading.attributes if a.name not in names]


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


# -- learners -----------------------------------------------------------------------------------------


def learner_code(learner: Learner, *, with_k: bool = True) -> str:
    """Return the call that creates a learner; arguments at their defaults are left out."""
    if type(learner) not in (LWNB, NB, KNN, KNNDW):
        from lwnb_core import spec_of  # with it come all learners

        return f"lw.learner_from_spec({literal(spec_of(learner))})"
    given = {name: value for name, value in learner.settings.items() if value != SETTINGS[name].default}
    given.pop("k", None)
    # k is written even at its default, because users will want to change it
    if with_k and "k" in learner.settings:
        given = {"k": learner.settings["k"], **given}
    return call(f"lw.{type(learner).__name__}", **{name: literal(value) for name, value in given.items()})
