"""A query that was saved and opened again is the same, and the posteriors are equal to the last bit.

Whichever way class, kinds, missing markers and test rows were chosen, for sessions and lectures, with the
data inside the file or beside it.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path

import pytest

import lwnb_core as lw
from lwnb_core.data import sample_file, sample_of
from lwnb_gui.app.app_state import AppState
from lwnb_gui.app.column_edits import Edits
from lwnb_gui.app.data_edit import set_class, set_kind
from lwnb_gui.app.display_state import DisplayState
from lwnb_gui.app.opening import Opening
from lwnb_gui.app.query import Query
from lwnb_gui.app.test_file import read_test_file
from lwnb_gui.app.test_rows import Fold, HeldOut
from lwnb_gui.app.unused_columns import unused_columns
from lwnb_gui.session.file import from_json, load_session, session_text
from lwnb_gui.session.session import Opened, Session
from lwnb_gui.teaching.teaching import Lecture

HEADER = "Art;Schnabel (mm);Insel;Code;Jahr;Anmerkung;Geschlecht"


class Saver:
    """Opens, changes and saves as the window does."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.state = AppState()

    def open(self, source: str | Path, **requested: object) -> None:
        opening = Opening(str(source), row=7, settings={"k": 13}, **requested)  # type: ignore[arg-type]
        self.state.open(opening.query())

    def test_file(self, path: Path) -> None:
        self.state.set_test_rows(read_test_file(str(path), self.query.data, self.query.unused)[0])

    @property
    def query(self) -> Query:
        assert self.state.query is not None
        return self.state.query

    def save(self, file: Path, kind: str, *, embed: bool, with_unused: bool = True) -> None:
        read = self.state.read
        assert read is not None
        session = Session.of(self.query, self.state.display, read)
        if kind == "lecture":
            session = replace(session, kind="lecture", lecture=Lecture("Zwei Pinguine"))
        text = session_text(session, self.query, read, file, embed=embed, with_unused=with_unused)
        file.write_text(text, encoding="utf-8")


def penguins(folder: Path, name: str = "pinguine.csv", rows: int = 60, seed: int = 1) -> Path:
    """Write a file with `;`, decimal commas, codes and unusual missing markers; its class is not last."""
    draw = random.Random(seed)
    lines = []
    for _ in range(rows):
        art = draw.choice(("Gentoo", "Adelie", "Chinstrap"))
        size = str(round(draw.gauss(40 + len(art), 4), 1)).replace(".", ",")
        island = draw.choice(("Dream", "Biscoe", "k.A."))
        year = draw.choice((2007, 2007, 2007, 2007, 2008, 2009))
        note = draw.choice(("brütet", "it's odd, 100 %", "-999", ""))
        sex = draw.choice(("m", "w", "NA"))
        lines.append(f"{art};{size};{island};{draw.randint(1, 3):03};{year};{note};{sex}")
    path = folder / name
    path.write_text("\n".join([HEADER, *lines]), encoding="utf-8")
    return path


def without_column(path: Path, column: int) -> Path:
    lines = [line.split(";") for line in path.read_text(encoding="utf-8").split("\n")]
    path_without = path.with_name("ohne.csv")
    path_without.write_text(
        "\n".join(";".join(c for j, c in enumerate(cells) if j != column) for cells in lines)
    )
    return path_without


def numbers_only(folder: Path) -> Path:
    draw = random.Random(3)
    lines = [f"{draw.gauss(0, 1)},{draw.randint(0, 2)},{draw.randint(1, 4)}" for _ in range(40)]
    path = folder / "numbers.csv"
    path.write_text("\n".join(["a,b,c", *lines]), encoding="utf-8")
    return path


def by_sample(s: Saver) -> None:
    s.open("sample:iris")


def by_sample_with_columns_left_out(s: Saver) -> None:
    """As `lwnb iris --ignore sepalwidth` opens it."""
    s.open(sample_file("iris"), csv={"ignore": ("sepalwidth",)}, edits=Edits({}, "petalwidth", 3))


def by_sample_with_another_class(s: Saver) -> None:
    s.open("sample:vote", edits=Edits(class_name="immigration"))


def as_the_file_is_read(s: Saver) -> None:
    s.open(penguins(s.folder))


def class_in_the_preview(s: Saver) -> None:
    s.open(penguins(s.folder), csv={"class_attribute": "Art"})


def kinds_in_the_preview(s: Saver) -> None:
    s.open(penguins(s.folder), csv={"nominal": ("Jahr", "Code"), "class_attribute": "Jahr"})


def missing_markers_in_the_preview(s: Saver) -> None:
    s.open(penguins(s.folder), csv={"missing": ("k.A.", "-999", ""), "class_attribute": "Insel"})


def dialect_in_the_preview(s: Saver) -> None:
    s.open(penguins(s.folder), csv={"separator": ";", "decimal": ",", "quote": "", "header": True})


def class_in_the_command(s: Saver) -> None:
    s.open(penguins(s.folder), edits=Edits(class_name="Art"))


def cut_class_in_the_command(s: Saver) -> None:
    s.open(penguins(s.folder), edits=Edits({}, "Schnabel (mm)", 3))


def kinds_in_the_command(s: Saver) -> None:
    s.open(penguins(s.folder), edits=Edits({"Jahr": "nominal"}, "Art"))


def the_default_class_numeric_in_the_command(s: Saver) -> None:
    path = numbers_only(s.folder)
    s.open(path, csv={"nominal": ("b", "c")}, edits=Edits({"c": "numeric"}, "b"))


def a_command_and_then_another_class(s: Saver) -> None:
    s.open(penguins(s.folder), edits=Edits({"Jahr": "nominal"}, "Schnabel (mm)", 3))
    set_class(s.state, "Art")


def class_in_the_window(s: Saver) -> None:
    s.open(penguins(s.folder))
    set_class(s.state, "Art")


def cut_class_in_the_window(s: Saver) -> None:
    s.open(penguins(s.folder))
    set_class(s.state, "Schnabel (mm)", 4)


def cut_class_with_ties(s: Saver) -> None:
    """Five intervals are requested, but ties leave fewer; cutting into that many gives others."""
    s.open(penguins(s.folder))
    set_class(s.state, "Jahr", 5)
    assert len(s.query.data.classes) < 5


def class_of_one_interval(s: Saver) -> None:
    path = s.folder / "constant.csv"
    path.write_text("x,y\n" + "\n".join(f"{i % 3},4" for i in range(20)), encoding="utf-8")
    s.open(path)
    set_class(s.state, "y", 3)
    assert s.query.data.classes == ("any number",)


def kinds_in_the_window(s: Saver) -> None:
    s.open(penguins(s.folder), csv={"class_attribute": "Art"})
    set_kind(s.state, "Jahr", "nominal")
    set_kind(s.state, "Code", "nominal")


def another_class_and_the_old_one_numeric(s: Saver) -> None:
    s.open(numbers_only(s.folder), csv={"nominal": ("b", "c")})
    set_class(s.state, "b")
    set_kind(s.state, "c", "numeric")


def no_class(s: Saver) -> None:
    s.open(numbers_only(s.folder))


def no_class_but_a_nominal_attribute(s: Saver) -> None:
    s.open(numbers_only(s.folder), edits=Edits({"b": "nominal"}))
    assert s.query.data.class_index is None


def arff_with_weights(s: Saver) -> None:
    data = lw.sample("breast-cancer")
    data = data.with_weights([0.5 + i % 4 for i in range(len(data))])
    lw.save(data, s.folder / "weighted.arff")
    s.open(s.folder / "weighted.arff", edits=Edits(class_name="menopause"))


def held_out(s: Saver) -> None:
    s.open(penguins(s.folder), csv={"class_attribute": "Art"})
    s.state.set_test_rows(HeldOut(40, 3))


def a_fold(s: Saver) -> None:
    s.open(penguins(s.folder), csv={"class_attribute": "Art"})
    s.state.set_test_rows(Fold(2, 3, 5))


def a_test_file(s: Saver) -> None:
    s.open(penguins(s.folder), csv={"class_attribute": "Art", "missing": ("k.A.", "-999", "")})
    s.test_file(penguins(s.folder, "test.csv", 12, 9))


def a_test_file_without_class(s: Saver) -> None:
    s.open(penguins(s.folder), csv={"class_attribute": "Art", "nominal": ("Code", "Jahr")})
    s.test_file(without_column(penguins(s.folder, "test.csv", 12, 9), 0))


def an_arff_test_file(s: Saver) -> None:
    lw.save(lw.sample("iris").subset(range(0, 150, 11)), s.folder / "test.arff")
    s.open("sample:iris")
    s.test_file(s.folder / "test.arff")


def a_test_file_and_a_cut_class(s: Saver) -> None:
    s.open(penguins(s.folder), edits=Edits({}, "Schnabel (mm)", 3))
    s.test_file(penguins(s.folder, "test.csv", 12, 9))


def a_test_file_and_then_a_cut_class_and_back(s: Saver) -> None:
    s.open(penguins(s.folder), csv={"class_attribute": "Art"})
    s.test_file(penguins(s.folder, "test.csv", 12, 9))
    set_class(s.state, "Schnabel (mm)", 3)
    set_class(s.state, "Insel")


def a_test_file_that_lacks_what_is_used_again(s: Saver) -> None:
    s.open(penguins(s.folder), csv={"class_attribute": "Art"})
    s.state.use_attribute("Insel", False)
    s.test_file(without_column(penguins(s.folder, "test.csv", 12, 9), 2))


def a_test_file_and_then_another_class(s: Saver) -> None:
    s.open(penguins(s.folder), csv={"class_attribute": "Art"})
    s.test_file(penguins(s.folder, "test.csv", 12, 9))
    set_class(s.state, "Insel")


def attributes_not_in_use_and_changed_values(s: Saver) -> None:
    s.open(penguins(s.folder), csv={"class_attribute": "Art"})
    s.state.use_attribute("Insel", False)
    s.state.change_values({"Schnabel (mm)": 41.25, "Geschlecht": None})
    s.state.change_settings(kernel="tricube")


WAYS: tuple[Callable[[Saver], None], ...] = (
    by_sample, by_sample_with_columns_left_out, by_sample_with_another_class,
    as_the_file_is_read, class_in_the_preview, kinds_in_the_preview,
    missing_markers_in_the_preview, dialect_in_the_preview, class_in_the_command, cut_class_in_the_command,
    kinds_in_the_command, the_default_class_numeric_in_the_command, a_command_and_then_another_class,
    class_in_the_window, cut_class_in_the_window, cut_class_with_ties, class_of_one_interval,
    kinds_in_the_window, another_class_and_the_old_one_numeric, no_class, no_class_but_a_nominal_attribute,
    arff_with_weights, held_out, a_fold, a_test_file, a_test_file_without_class, an_arff_test_file,
    a_test_file_and_a_cut_class, a_test_file_and_then_another_class,
    a_test_file_and_then_a_cut_class_and_back, a_test_file_that_lacks_what_is_used_again,
    attributes_not_in_use_and_changed_values,
)  # fmt: skip


def outside(path: str) -> bool:
    return False


def posterior(query: Query) -> list[float] | None:
    """Return the posterior of the instance on the screen, as the window computes it."""
    if query.data.class_index is None:
        return None
    model = query.learner.fit(query.used, query.training_rows)
    explanation = lw.select(model, query.instances, query.row, changes=query.changed_values).explain(query.k)
    return [
        *explanation.posterior,
        *(p for name in sorted(explanation.others) for p in explanation.others[name]),
    ]


def assert_same(now: Opened, before: Query, read: lw.Dataset) -> None:
    query = now.query
    assert query is not None
    for field in fields(Query):
        if field.name not in ("data", "test_rows"):
            assert getattr(query, field.name) == getattr(before, field.name), field.name
    assert query.data.attributes == before.data.attributes
    assert query.data.fingerprint == before.data.fingerprint
    assert query.instances.attributes == before.instances.attributes
    assert query.instances.fingerprint == before.instances.fingerprint
    assert type(query.test_rows) is type(before.test_rows)
    assert query.rows_to_test.tolist() == before.rows_to_test.tolist()
    assert posterior(query) == posterior(before)
    assert now.read is not None
    assert now.read.fingerprint == read.fingerprint, "as it was read: what Reset goes back to"
    assert now.warning == ""


@pytest.mark.parametrize("embed", [True, False], ids=["inside", "beside"])
@pytest.mark.parametrize("kind", ["session", "lecture"])
@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_the_same_query_and_the_same_posteriors(
    way: Callable[[Saver], None], kind: str, embed: bool, tmp_path: Path
) -> None:
    saver = Saver(tmp_path)
    way(saver)
    read = saver.state.read
    assert read is not None
    file = tmp_path / "gespeichert.lwnb"
    saver.save(file, kind, embed=embed)
    if embed:
        for data in tmp_path.glob("*.*"):
            if data != file:
                data.unlink()  # a lecture that travels alone needs no other file
    opened = load_session(file).open(file, outside)
    assert_same(opened, saver.query, read)
    assert load_session(file).kind == kind
    again = Saver(tmp_path)  # and saved once more, from what was opened
    assert opened.query is not None
    again.state.open(opened.query, display=opened.display, read=opened.read)
    again.save(tmp_path / "nochmals.lwnb", kind, embed=False)
    second = load_session(tmp_path / "nochmals.lwnb").open(tmp_path / "nochmals.lwnb", outside)
    assert_same(second, saver.query, read)


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_columns_that_are_not_in_use_stay_out_of_a_lecture(
    way: Callable[[Saver], None], tmp_path: Path
) -> None:
    saver = Saver(tmp_path)
    way(saver)
    used = saver.query.used
    saver.state.use_attribute(used.attributes[used.predictors[-1]].name, False)
    before = saver.query
    assert unused_columns(before.data, before.unused)
    file = tmp_path / "gespeichert.lwnb"
    saver.save(file, "lecture", embed=True, with_unused=False)
    opened = load_session(file).open(file, lambda source: False).query
    assert opened is not None
    if not sample_of(before.data.source):  # a sample is never written into a file
        assert unused_columns(opened.data, opened.unused) == ()
    assert posterior(opened) == posterior(before)


def test_a_source_stays_known_however_many_test_files_are_tried(tmp_path: Path) -> None:
    saver = Saver(tmp_path)
    cut_class_in_the_command(saver)
    before = saver.query
    for i in range(20):
        saver.test_file(penguins(tmp_path, f"test {i}.csv", 5, i))
        Session.of(saver.query, saver.state.display, before.data)  # as the autosave does
    session = Session.of(saver.query, saver.state.display, before.data)
    assert isinstance(session, Session)
    assert session.data.edits.class_name == "Schnabel (mm)"


def test_data_in_no_file_are_written_only_when_the_text_is_created() -> None:
    """A session is made in the GUI thread, its text in a task: writing 100,000 rows takes seconds."""
    data = replace(lw.sample("iris"), source="")
    query = Query.opening(data, row=3)
    session = Session.of(query, DisplayState("explore"), data)
    assert session.data.is_embedded
    assert session.data.inside == ""
    text = session_text(session, query, data, None)
    opened = from_json(text).open(None, lambda path: False)
    assert opened.query is not None
    assert opened.read is not None
    assert opened.query.data.fingerprint == data.fingerprint
    again = Session.of(opened.query, opened.display, opened.read)
    assert again.data.inside == from_json(text).data.inside, "as it was read, for the next time"
