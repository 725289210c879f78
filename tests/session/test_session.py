"""Sessions: every setting is restored, and a bad file is refused with its name, the line and a remedy."""

from __future__ import annotations

import contextlib
import copy
import json
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lwnb_core import CONVENTIONS, KERNELS, LWNB, DataError, load, sample, save
from lwnb_gui.app.column_edits import Edits
from lwnb_gui.app.display_state import DisplayState
from lwnb_gui.app.map_settings import MapSettings
from lwnb_gui.app.query import Query, Value
from lwnb_gui.app.test_rows import Fold, HeldOut, OwnRows, TestFile
from lwnb_gui.experiment.plan import DataChoice, ExperimentSettings, Plan
from lwnb_gui.session.data import DataAway, DataSource
from lwnb_gui.session.file import VERSION, from_json, is_session, load_session, session_text, to_json
from lwnb_gui.session.session import Session
from lwnb_gui.session.untrusted_json import line_of
from lwnb_gui.study.settings import CurveSettings
from lwnb_gui.teaching.panels import CONTROLS, panel_names
from lwnb_gui.teaching.screen import Screen
from lwnb_gui.teaching.teaching import Lecture, Teaching
from lwnb_gui.views.steps import STEPS
from tests.conftest import examples

FIXTURES = Path(__file__).parent.parent / "data" / "sessions"
IRIS = sample("iris")
NAMES = st.text(st.characters(codec="utf-8", exclude_characters="\0\r"), min_size=1, max_size=8)
VALUES: st.SearchStrategy[Value] = st.one_of(
    st.none(), NAMES, st.floats(allow_nan=False, allow_infinity=False)
)


def never(path: str) -> bool:
    return False


def always(path: str) -> bool:
    return True


@st.composite
def conventions(draw: st.DrawFn) -> object:
    base = CONVENTIONS[draw(st.sampled_from(sorted(CONVENTIONS)))]
    knobs = {"numeric": st.sampled_from(("density", "precision")), "snap": st.booleans()}
    return base.with_knobs(**{name: draw(kind) for name, kind in knobs.items()})


def _literal(text: str) -> str:
    """Escape a text so that its braces quote nothing."""
    return text.replace("{", "{{").replace("}", "}}")


SCREENS = st.builds(
    Screen,
    text=NAMES.map(_literal),
    task=st.sampled_from(("", "Set k to {k}.")),
    answer=NAMES.map(_literal),
    row=st.integers(0, 1000),
    changes=st.dictionaries(NAMES, VALUES, max_size=2).map(lambda d: tuple(d.items())),
    learner=st.builds(LWNB, st.integers(1, 500), conventions(), kernel=st.sampled_from(KERNELS)),
    map=st.one_of(st.none(), st.builds(MapSettings, st.just("attributes"), NAMES, NAMES)),
    page=st.sampled_from(("explore", "curves")),
    panels=st.one_of(st.none(), st.frozensets(st.sampled_from(panel_names()))),
    hidden_controls=st.frozensets(st.sampled_from(sorted(CONTROLS))),
    step=st.one_of(st.none(), st.sampled_from(STEPS)),
    guess_first=st.booleans(),
    draw_first=st.booleans(),
)
SESSIONS = st.builds(
    Session,
    data=st.one_of(
        st.builds(DataSource, sample=NAMES),
        st.builds(DataSource, path=NAMES, fingerprint=st.just("abc"), csv=st.just({"header": True})),
        st.builds(DataSource, inside=NAMES),
    ),
    kind=st.sampled_from(("session", "lecture")),
    edits=st.builds(
        Edits,
        kinds=st.dictionaries(NAMES, st.sampled_from(("numeric", "nominal")), max_size=2),
        class_name=st.one_of(st.none(), NAMES),
        bins=st.one_of(
            st.none(),
            st.integers(2, 9),
            st.lists(st.floats(-1e9, 1e9), max_size=3, unique=True).map(sorted).map(tuple),
        ),
    ),
    test_rows=st.one_of(
        st.just(OwnRows()),
        st.just(HeldOut()),
        st.builds(HeldOut, st.integers(1, 90), st.integers(0, 99)),
        st.builds(Fold, st.integers(1, 10), st.integers(1, 5), st.integers(5, 10)),
    ),
    row=st.integers(0, 1000),
    changes=st.dictionaries(NAMES, VALUES, max_size=3).map(lambda d: tuple(d.items())),
    learner=st.builds(
        LWNB,
        st.integers(1, 500),
        conventions(),
        kernel=st.sampled_from(KERNELS),
        eq6=st.sampled_from(("right", "printed")),
    ),
    unused=st.frozensets(NAMES, max_size=2),
    map=st.one_of(st.none(), st.builds(MapSettings, st.just("attributes"), NAMES, NAMES, st.just("LWNB"))),
    page=st.sampled_from(("data", "explore", "curves", "experiment")),
    hidden_classes=st.lists(NAMES, max_size=2).map(tuple),
    class_colours=st.dictionaries(NAMES, st.just("#0072B2"), max_size=2).map(lambda d: tuple(d.items())),
    panels=st.one_of(st.none(), st.frozensets(st.sampled_from(panel_names()))),
    hidden_controls=st.frozensets(st.sampled_from(sorted(CONTROLS))),
    step=st.one_of(st.none(), st.sampled_from(STEPS)),
    guess_first=st.booleans(),
    draw_first=st.booleans(),
    curves=st.builds(
        CurveSettings,
        evaluation=st.sampled_from(("loo", "cv", "repeated-cv")),
        ks=st.sampled_from(("all", "grid", "figures")),
        sample=st.one_of(st.none(), st.integers(1, 10**6)),
        precision=st.one_of(st.none(), st.sampled_from((0.5, 1.0, 50.0))),
        variants=st.lists(
            st.builds(lambda c, kernel: LWNB(50, c, kernel=kernel), conventions(), st.sampled_from(KERNELS)),
            max_size=2,
        ).map(tuple),
        measure=st.sampled_from(("accuracy", "log_loss", "brier", "kappa")),
        log=st.booleans(),
        band=st.booleans(),
        best=st.booleans(),
        hidden=st.frozensets(NAMES, max_size=2),
    ),
    experiment=st.builds(
        ExperimentSettings,
        preset=st.sampled_from(("own", "table2", "figure4")),
        measure=st.sampled_from(("accuracy", "auc")),
        plans=st.lists(
            st.builds(
                Plan,
                preset=st.just("own"),
                data=st.one_of(
                    st.none(),
                    st.lists(
                        st.builds(
                            DataChoice.of, NAMES, st.sampled_from(("", "open", "sample:iris", "a/b.arff"))
                        ),
                        max_size=3,
                        unique_by=lambda choice: choice.name,
                    ).map(tuple),
                ),
                learners=st.just(("nb", "lwnb:k=3")),
                base=st.integers(0, 1),
                runs=st.integers(1, 1000),
                folds=st.integers(2, 1000),
                convention=st.sampled_from(sorted(CONVENTIONS)),
                results=st.sampled_from(("", "r.csv", "r.parquet")),
            ),
            max_size=1,
        ).map(tuple),
    ),
    theme=st.one_of(st.none(), st.sampled_from(("light", "projector"))),
    lecture=st.one_of(
        st.none(),
        st.builds(Lecture, title=NAMES),
        st.builds(Lecture, title=NAMES, screens=st.lists(SCREENS, min_size=1, max_size=3).map(tuple)),
    ),
)


class TestRoundTrip:
    @examples(60)
    @given(SESSIONS)
    def test_every_session_comes_back_from_its_file(self, session: Session) -> None:
        assert from_json(to_json(session)) == session

    def test_every_setting_of_query_and_view_comes_back(self) -> None:
        """A field that is added to either has to be added to sessions too."""
        query = replace(
            Query.opening(IRIS),
            row=134,
            k=17,
            kernel="tricube",
            convention=CONVENTIONS["tables"].with_knobs(numeric="density"),
            eq6="printed",
            unused=frozenset({"sepalwidth"}),
            map=MapSettings("attributes", "sepallength", "petalwidth", "LWNB"),
            test_rows=HeldOut(40, 7),
        ).with_values({"petallength": 4.25})
        display = DisplayState(
            page="curves",
            hidden_classes=frozenset({("class", "Iris-versicolor")}),
            class_colours=((("class", "Iris-virginica"), "#123456"),),
            teaching=Teaching(
                step="counts",
                guess_first=True,
                draw_first=True,
                panels=frozenset({"map", "posterior"}),
                hidden_controls=frozenset({"ribbon"}),
                lecture=Lecture(
                    "A title",
                    "in a line",
                    screens=(Screen("and *more*", answer="and the answer", learner=LWNB(3)), Screen("{k}")),
                ),
                screen=1,
            ),
            curves=CurveSettings("loo", "grid", 200, (LWNB(kernel="tricube"),), "kappa", False, False, False),
            experiment=ExperimentSettings(plans=(Plan("own", (DataChoice.of("iris", "open"),), ("nb",)),)),
        )
        defaults = Query.opening(IRIS)
        for f in fields(Query):
            assert f.name == "data" or getattr(query, f.name) != getattr(defaults, f.name), f.name
        for f in fields(DisplayState):
            assert getattr(display, f.name) != getattr(DisplayState(), f.name), f.name
        session = Session.of(query, display, IRIS)
        opened = from_json(to_json(session)).open(None, never)
        assert replace(opened.query, data=query.data) == query
        assert opened.query.data.fingerprint == IRIS.fingerprint
        assert opened.display == display

    def test_edits_of_the_data_are_restored(self) -> None:
        data = IRIS.as_nominal("petalwidth").with_class("sepallength", 3)
        query = Query.opening(data, row=3)
        opened = from_json(to_json(Session.of(query, DisplayState("data"), IRIS))).open(None, never)
        assert opened.query.data.attributes == data.attributes
        assert opened.query.data.class_index == data.class_index
        assert opened.read.attributes == IRIS.attributes

    def test_session_with_embedded_data(self) -> None:
        session = Session.of(Query.opening(IRIS, row=5), DisplayState("explore"), IRIS)
        session = from_json(to_json(replace(session, data=DataSource.of_data(IRIS))))
        opened = session.open(None, never)
        assert opened.query.data.fingerprint == IRIS.fingerprint
        assert opened.query.data.name == IRIS.relation

    def test_session_with_data_and_test_file_by_path(self, tmp_path: Path) -> None:
        save(IRIS, tmp_path / "iris.csv")
        save(IRIS.subset([3, 77, 120]), tmp_path / "test.arff")
        file = tmp_path / "week 1.lwnb"
        csv = {"separator": ",", "missing": ("?", ""), "header": True, "nominal": ()}
        data = load(tmp_path / "iris.csv", **csv)
        assert DataSource.of(data) == DataSource(path=str(tmp_path / "iris.csv"), csv=csv)
        query = Query.opening(data, test_rows=TestFile(load(tmp_path / "test.arff")), row=2)
        session = Session.of(query, DisplayState("explore"), data)
        file.write_text(session_text(session, query, data, file), encoding="utf-8")
        saved = load_session(file)
        assert (saved.data.path, saved.data.csv, saved.test_file.path) == ("iris.csv", csv, "test.arff")
        opened = load_session(file).open(file, never)
        assert len(opened.query.instances) == 3
        assert opened.query.row == 2
        assert opened.warning == ""

    def test_other_data_under_the_same_name_are_noticed(self, tmp_path: Path) -> None:
        save(IRIS.subset(range(100)), tmp_path / "iris.arff")
        source = replace(DataSource(path="iris.arff"), fingerprint=IRIS.fingerprint)
        opened = Session(source, row=3, learner=LWNB(5)).open(tmp_path / "a.lwnb", never)
        assert "has changed since" in opened.warning
        with pytest.raises(DataError, match="no row 135"):
            Session(source, row=134).open(tmp_path / "a.lwnb", never)


class TestPaths:
    @pytest.mark.parametrize(
        "path", ["../iris.arff", "/etc/passwd", "~/x.arff", "C:\\x.arff", "\\\\h\\x.arff"]
    )
    def test_nothing_outside_the_folder_is_read_unasked(self, tmp_path: Path, path: str) -> None:
        (tmp_path / "inner").mkdir()
        save(IRIS, tmp_path / "iris.arff")
        with pytest.raises(DataAway) as caught:
            Session(DataSource(path=path)).open(tmp_path / "inner" / "a.lwnb", never)
        assert caught.value.hint
        assert caught.value.missing == path

    def test_a_link_out_of_the_folder_is_outside_too(self, tmp_path: Path) -> None:
        (tmp_path / "inner").mkdir()
        save(IRIS, tmp_path / "iris.arff")
        try:
            (tmp_path / "inner" / "link.arff").symlink_to(tmp_path / "iris.arff")
        except OSError:
            pytest.skip("no symbolic links here")
        with pytest.raises(DataAway):
            Session(DataSource(path="link.arff")).open(tmp_path / "inner" / "a.lwnb", never)

    def test_a_file_that_the_user_has_chosen_is_read(self, tmp_path: Path) -> None:
        save(IRIS, tmp_path / "iris.arff")
        session = Session(DataSource(path=str(tmp_path / "iris.arff")))
        assert len(session.open(tmp_path / "elsewhere" / "a.lwnb", always).query.data) == 150

    def test_missing_data_file_is_reported(self, tmp_path: Path) -> None:
        with pytest.raises(DataAway, match="does not exist"):
            Session(DataSource(path="gone.arff")).open(tmp_path / "a.lwnb", never)


GOOD = to_json(Session(DataSource(sample="iris"), row=134, lecture=Lecture("T", "s", (Screen("text"),))))


def changed(**entries: object) -> str:
    return json.dumps(json.loads(GOOD) | entries, indent=1)


def in_screens(*screens: object) -> str:
    return changed(lecture={"title": "T", "screens": screens})


def planned(**entries: object) -> str:
    return changed(experiment={"plans": {"own": entries}})


class TestBrokenFiles:
    @pytest.mark.parametrize(
        ("text", "line", "message"),
        [
            ("", 1, "not JSON"),
            ("\0\0\0", 1, "not JSON"),
            ("[]", 1, "object in braces"),
            ('{\n "format": "lwnb"\n "version": 1}', 3, "not JSON"),
            ('{"format": "other"}', 1, "not a session or lecture"),
            ('{"format": "lwnb"}', 1, "'version' is missing"),
            (GOOD[: len(GOOD) // 2], None, "not JSON"),
            (changed(version=VERSION + 1), 3, "newer LWNB Explorer"),
            (changed(version=0), 3, "no format 0"),
            (changed(row=0), None, "row must be a whole number"),
            (changed(row=True), None, "row must be a whole number"),
            (changed(k="many"), None, "k must be a whole number"),
            (changed(kernel="cubic"), None, "kernel cannot be"),
            (changed(knobs={"numeric": "magic"}), None, "numeric cannot be"),
            (changed(knobs={"__class__": 1}), None, "no setting"),
            (changed(panels=["map", "secret"]), None, "entry 2 of 'panels' cannot be 'secret'"),
            (changed(panels=[1]), None, "entry 1 of 'panels' cannot be 1"),
            (changed(hidden_controls=["menu"]), None, "cannot be 'menu'"),
            (changed(step="jump"), None, "step cannot be"),
            (changed(changes={"a": [1]}), None, "a must be a number"),
            (changed(changes={"a": 10**400}), None, "too large"),
            (changed(class_colours={"a": "red; x"}), None, "must look like"),
            (changed(kinds={"a": "string"}), None, "numeric or nominal"),
            (changed(data={}), None, "given as sample, file or inside"),
            (changed(data={"sample": "iris", "file": "x"}), None, "given as sample"),
            (changed(data={"file": "a\0b"}), None, "NUL character"),
            (changed(data={"file": "a", "csv": {"eval": "1"}}), None, "is unknown"),
            (in_screens({"text": ["x" * 30_000]}), None, "30,000 characters"),
            (changed(test_rows={"kind": "fold", "run": 1, "fold": 11}), None, "fold must be"),
            (changed(surprise=1), None, "'surprise' is unknown"),
            (planned(data=[{"name": "a"}, {"name": "a"}]), None, "same name"),
            (planned(data=[{"name": "a", "file": "x", "open": True}]), None, "given as sample, file or open"),
            (planned(data=[{"name": "a", "file": "sample:iris"}]), None, "cannot be called"),
            (planned(data=[{"name": "a", "file": "a\0b"}]), None, "NUL character"),
            (planned(data=["a"]), None, "object in braces"),
            (planned(data=[{"name": "a", "run": "rm"}]), None, "'run' is unknown"),
            (planned(data=[{"name": "a"}] * 1001), None, "at most 1,000"),
            (planned(learners=["nb"], base=2), None, "base must be"),
            (planned(runs=0), None, "runs must be"),
            (planned(folds=10**6), None, "folds must be"),
            (planned(results="/home/me/.bashrc"), None, "results file ends in"),
            (changed(experiment={"plans": {"table9": {}}}), None, "'table9' is unknown"),
            (changed(experiment={"measure": "luck"}), None, "measure cannot be"),
            (changed(curves={"variants": ["knn"]}), None, "LWNB, not KNN"),
            (in_screens({"text": ["{foo}"]}), 9, "text in screen 1 of 'lecture': {foo} is unknown"),
            (in_screens({"text": ["{k:3}"]}), None, "k takes nothing after the colon"),
            (in_screens({"text": ["{k.__class__}"]}), None, "{k.__class__} is unknown"),
            (in_screens({"text": ["a { b"]}), None, "unmatched brace"),
            (in_screens({"task": ["{probability}"]}), None, "does not name a class"),
            (in_screens({"text": ["{prediction:SVM}"]}), None, "unknown learner 'SVM'"),
            (in_screens({"text": ["{distance:0}"]}), None, "give the rank of a neighbour"),
            (in_screens({}, {"k": 0}), None, "k must be a whole number of at least 1"),
            (in_screens({}, {"panels": ["x"]}), None, "'panels' of screen 2 of 'lecture' cannot be 'x'"),
            (in_screens({}, {"theme": "dark"}), None, "'theme' is unknown in screen 2"),
            (in_screens({}, {"learner": {}}), None, "'learner' is unknown in screen 2"),
            (in_screens(), None, "screens is empty"),
            (in_screens("x"), None, "must be an object"),
            (changed(lecture={"text": ["a"], "screens": [{}]}), None, "'text' is unknown in 'lecture'"),
            (changed(screen=2), None, "there is no screen 2"),
            (changed(class_bins=[1.5, "x"]), None, "class_bins must be a list"),
            (changed(class_bins=[10**400]), None, "class_bins must be a list"),
            (changed(data={"sample": "iris", "kinds": {"a": "date"}}), None, "numeric or nominal"),
            (GOOD.replace('"k": 50', '"k": 50, "k": 51'), None, "twice"),
            (GOOD.replace('"k": 50', '"k": NaN'), None, "NaN is not a number"),
            ('{"a":' * 5000, None, ""),
            (GOOD.replace('"k": 50', f'"k": {"[" * 300 + "]" * 300}'), None, "'k' is nested too deeply"),
            (
                changed(changes={"a": "\ud800"}), None,
                "'a' of 'changes' contains half of a two-part character",
            ),
            (changed(changes={"\ud800": 1}), None, "'changes' contains half of a two-part character"),
            (changed(knobs={"self": 1}), None, "self"),
            (changed(test_rows={"kind": "odd"}), None, "kind cannot be 'odd'; it can be own, held out"),
            (changed(test_rows={"kind": []}), None, "kind cannot be []; it can be own"),
        ],
    )  # fmt: skip
    def test_broken_file_is_refused_with_file_line_and_remedy(
        self, text: str, line: int | None, message: str
    ) -> None:
        with pytest.raises(DataError) as caught:
            from_json(text, "lesson.lwnb")
        assert message in str(caught.value)
        assert caught.value.file == "lesson.lwnb"
        assert caught.value.hint
        if line is not None:
            assert caught.value.line == line

    def test_the_line_is_that_of_the_value(self) -> None:
        text = changed(changes={"petalwidth": 1.5, "petallength": [1]})
        with pytest.raises(DataError) as caught:
            from_json(text, "a.lwnb")
        assert caught.value.line is not None
        assert "petallength" in text.splitlines()[caught.value.line - 1]
        assert line_of('{"a": [1,\n {"b": 2}]}', ("a", 1, "b")) == 2

    @examples(80)
    @given(st.data())
    def test_damaged_files_are_read_or_refused(self, data: st.DataObject) -> None:
        at = data.draw(st.integers(0, len(GOOD) - 1))
        cut = data.draw(st.integers(0, 12))
        text = GOOD[:at] + data.draw(st.text(max_size=3)) + GOOD[at + cut :]
        with contextlib.suppress(DataError):
            from_json(text, "a.lwnb")

    def test_a_file_that_is_not_there_or_too_large(self, tmp_path: Path) -> None:
        with pytest.raises(DataError):
            load_session(tmp_path / "none.lwnb")
        big = tmp_path / "big.lwnb"
        with big.open("wb") as stream:
            stream.truncate(65 << 20)
        with pytest.raises(DataError, match="too large"):
            load_session(big)

    @pytest.mark.parametrize(
        "change",
        [
            {"unused": ["no such"]},
            {"changes": {"sepalwidth": "red"}},
            {"class": "sepallength", "class_bins": [6.4, 5.5]},
            {"data": {"sample": "iris", "class": "sepallength", "class_bins": 1}},
        ],
    )
    def test_values_that_do_not_fit_the_data_are_refused(self, change: dict[str, object]) -> None:
        with pytest.raises(DataError):
            from_json(changed(**change), "a.lwnb").open(None, never)


def _places(value: object, at: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], object]]:
    """Every value of a file, with its position."""
    yield at, value
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        yield from _places(one, (*at, key))


def _others(value: object) -> list[object]:
    """What a lax reader takes for the same, and what is of another kind altogether."""
    match value:
        case bool():
            return [int(value), str(value).lower(), "yes", 0.0, []]
        case int():
            return [str(value), f"{value}.0", value + 0.5, value == 1, [value]]
        case float():
            return [True, [value], {}]
        case str():
            return [1, True, [value], {}]
        case list():
            return ["".join(map(str, value)), {str(i): one for i, one in enumerate(value)}, 1]
        case dict():
            return [list(value.items()), str(value), 1]
    return [0, [], {}]


def test_no_value_is_taken_for_one_of_another_kind() -> None:
    """Anywhere in a file: the number "5", the truth 1, an object for a list."""
    whole = json.loads((FIXTURES / f"version-{VERSION}.lwnb").read_text(encoding="utf-8"))
    taken = []
    for at, value in _places(whole):
        for other in _others(value) if at else ():
            changed = copy.deepcopy(whole)
            around = changed
            for key in at[:-1]:
                around = around[key]
            around[at[-1]] = other
            with contextlib.suppress(DataError):
                from_json(json.dumps(changed), "a.lwnb")
                taken.append((at, other))
    assert taken == [
        (("lecture", "screens", 1, "panels"), []),
        (("data", "class_bins"), 1),  # intervals, or a list of cuts
        (("class_bins",), [0]),
    ]


@pytest.mark.parametrize("file", sorted(FIXTURES.glob("*.lwnb")), ids=lambda f: f.stem)
def test_a_file_that_says_everything_opens(file: Path) -> None:
    opened = load_session(file).open(file, never)
    assert opened.query.row == 134
    assert opened.query.k == 40
    assert opened.query.changed_values == {"petalwidth": 1.6}
    assert opened.query.kernel == "epanechnikov"
    assert opened.display.hidden_classes == {("class", "Iris-setosa")}
    assert opened.display.teaching.step == "weights"
    assert opened.display.curves == CurveSettings(
        "repeated-cv", "grid", 100, (LWNB(kernel="tricube"),), "kappa", False, False, False,
        frozenset({"KNN"}),
    )  # fmt: skip
    own, table = opened.display.experiment.plans
    assert opened.display.experiment.measure == "kappa"
    assert own == Plan(
        "own",
        (
            DataChoice.of("iris", "open"), DataChoice.of("weather", "sample:weather-nominal"),
            DataChoice.of("mine", "data/mine.arff", is_included=False), DataChoice.of("gone"),
        ),
        ("nb", "lwnb:k=30,kernel=tricube"), 1, 3, 5, "weka", "results/mine.csv",
    )  # fmt: skip
    assert table == Plan("table3", (DataChoice("letter", is_included=False),), runs=2)
    assert opened.read.classes == ("up to 5.5", "5.5 to 6.4", "above 6.4")
    assert opened.read.attributes[1].is_nominal
    first, second, third = opened.display.teaching.lecture.screens
    assert first.learner == load_session(file).learner
    assert (second.row, second.learner.k, second.learner.kernel) == (2, 9, "epanechnikov")
    assert (second.changes, second.step, second.panels, second.guess_first) == ((), None, None, True)
    assert third == replace(second, text="As before.", page="curves", hidden_controls=frozenset({"steps"})), (
        "what it leaves out is as on the screen before"
    )
    assert opened.display.teaching.draw_first


@pytest.mark.parametrize(
    "session",
    [
        Session(DataSource(sample="iris"), test_rows=HeldOut()),
        Session(DataSource(sample="iris"), test_rows=HeldOut(seed=2)),
        Session(DataSource(sample="iris"), test_rows=Fold(1, 1)),
        Session(DataSource(sample="iris"), lecture=Lecture()),
        Session(DataSource(sample="iris"), map=MapSettings()),
    ],
    ids=lambda session: str(session.lecture or session.map or session.test_rows),
)
def test_a_choice_whose_details_are_at_their_defaults_is_still_a_choice(session: Session) -> None:
    assert from_json(to_json(session)) == session


@pytest.mark.parametrize(
    ("screen", "message"),
    [
        ({"row": 999}, "screen 2: no row 999"),
        ({"text": ["{probability:rose}"]}, "screen 2: {probability:rose} names a class"),
        ({"map": {"x": "colour", "y": "petalwidth"}}, "screen 2: the data have no attribute 'colour'"),
        ({"changes": {"petalwidth": "wide"}}, "screen 2: 'wide' is not a value"),
    ],
)
def test_a_screen_that_does_not_fit_the_data_is_named(screen: dict[str, object], message: str) -> None:
    text = json.dumps(json.loads(in_screens({}, screen)) | {"kind": "lecture"})
    with pytest.raises(DataError) as caught:
        from_json(text).open(Path("mine.lwnb"), never)
    assert message in str(caught.value)
    assert caught.value.file == "mine.lwnb"
    assert caught.value.hint or "changes" in screen


def test_a_lecture_opens_as_its_first_screen_and_a_session_as_it_was_left() -> None:
    for kind, k in (("lecture", 3), ("session", 7)):
        text = json.dumps(json.loads(in_screens({"k": 3}, {"k": 5})) | {"kind": kind, "k": 7})
        opened = from_json(text).open(None, never)
        assert opened.query is not None
        assert opened.query.k == k
        assert [screen.learner.k for screen in opened.display.teaching.screens] == [3, 5]


def test_rows_for_testing_of_no_kind_are_the_own_ones() -> None:
    assert from_json(changed(test_rows={})).test_rows == OwnRows()


def test_there_is_a_fixture_for_every_version() -> None:
    assert {f.stem for f in FIXTURES.glob("*.lwnb")} == {f"version-{v}" for v in range(1, VERSION + 1)}


def test_session_files_are_recognised_by_suffix() -> None:
    assert is_session("a/b.LWNB")
    assert not is_session("a.arff")
