"""Learners as one line of text, such as ``lwnb:k=100,kernel=tricube,convention=tables``.

The command line, experiment files and sessions all name learners in this way. To register another learner,
add its class to `LEARNERS`; its settings are taken from its constructor.
"""

from __future__ import annotations

import inspect
from collections.abc import Collection, Iterable, Mapping
from dataclasses import fields
from typing import Any

from lwnb_core.arguments import LEARNER, MAPPING, TEXT, check_arguments
from lwnb_core.errors import SettingsError
from lwnb_core.learners.aode import AODE
from lwnb_core.learners.base import Learner
from lwnb_core.learners.discretisation.discretised import Discretised
from lwnb_core.learners.knn import KNN, KNNDW
from lwnb_core.learners.lbr import LBR
from lwnb_core.learners.lwaode import LWAODE
from lwnb_core.learners.lwnb import LWNB
from lwnb_core.learners.nb import NB
from lwnb_core.learners.tan import TAN
from lwnb_core.local.convention import PAPER, Convention
from lwnb_core.spelling import did_you_mean, nearest

LEARNERS: dict[str, type[Learner]] = {
    "lwnb": LWNB,
    "nb": NB,
    "knn": KNN,
    "knndw": KNNDW,
    "aode": AODE,
    "lbr": LBR,
    "tan": TAN,
    "lwaode": LWAODE,
}

_DISCRETISED = "discretised"
_TRUE, _FALSE = ("true", "yes", "on", "1"), ("false", "no", "off", "0")


@check_arguments(spec=TEXT, defaults=MAPPING)
def learner_from_spec(spec: str, defaults: Mapping[str, Any] | None = None) -> Learner:
    """Make the learner that a text such as ``lwnb:k=100,kernel=tricube`` describes.

    A `d` after the name (``lwnbd``, ``nbd``) or ``discretised=true`` puts the discretiser in front of it.
    Settings that the text does not name are taken from `defaults` if the learner has them, and are otherwise
    the learner's own defaults.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> lw.learner_from_spec("lwnb:k=100,kernel=tricube")
    LWNB(k=100, kernel='tricube')
    >>> lw.learner_from_spec("nbd", {"convention": "weka"})
    Discretised(NB(convention='weka'))
    >>> lw.learner_from_spec("lwmb")
    Traceback (most recent call last):
        ...
    lwnb_core.errors.SettingsError: no learner 'lwmb'
      Did you mean 'lwnb'? Learners: lwnb, nb, knn, knndw, aode, lbr, tan, lwaode.
    """
    name, settings = parse_spec(spec)
    known = settings_of(name)
    usual = {key: value for key, value in (defaults or {}).items() if key in known}
    return make_learner(name, usual | settings)


def parse_spec(spec: str) -> tuple[str, dict[str, Any]]:
    """Return the name (a key of `LEARNERS`) and the settings in a text; the settings are not checked yet."""
    written, _, rest = spec.partition(":")
    name, discretised = _look_up(written)
    settings = _parse_settings(rest, spec)
    if discretised:
        settings.setdefault(_DISCRETISED, True)
    return name, settings


def make_learner(name: str, settings: Mapping[str, Any]) -> Learner:
    """Return a learner by name and settings; raise a clear error if either does not exist."""
    name, discretised = _look_up(name)
    kind, known = LEARNERS[name], settings_of(name)
    chosen = dict(settings)
    for setting in chosen:
        if setting not in known:
            raise SettingsError(
                f"{kind.name} has no setting {setting!r}",
                hint=_suggestion(setting, known, "Settings", used=chosen),
            )
    discretised = _as_bool(chosen.pop(_DISCRETISED, discretised))
    own = _taken_by(kind)
    # Settings that the learner does not have are the discretiser's: the cut, and perhaps a convention.
    cutting = {key: value for key, value in chosen.items() if key in known and key not in own}
    try:
        learner = kind(**{key: value for key, value in chosen.items() if key not in cutting})
        return Discretised(learner, **cutting) if discretised else learner
    except SettingsError:
        raise
    except (TypeError, ValueError, OverflowError):  # a text in place of a number
        given = ", ".join(f"{key} = {value!r}" for key, value in chosen.items())
        raise SettingsError(f"{kind.name} cannot be set to {given}") from None


@check_arguments(learner=LEARNER)
def spec_of(learner: Learner) -> str:
    """Return the text, with every setting, from which `learner_from_spec` makes the same learner again.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> lw.spec_of(lw.LWNB(k=20, numeric="precision"))
    'lwnb:k=20,convention=paper,kernel=linear,eq6=right,numeric=precision'
    >>> lw.learner_from_spec(lw.spec_of(lw.NB())) == lw.NB()
    True
    """
    inner = learner.learner if isinstance(learner, Discretised) else learner
    name = next((name for name, kind in LEARNERS.items() if type(inner) is kind), None)
    name = name or getattr(inner, "spec_name", None)
    if name is None:
        raise SettingsError(f"{learner.name} cannot be written as text", hint="It is not in LEARNERS.")
    settings = {
        setting: getattr(inner, setting)
        for setting in _constructor_settings(type(inner))
        if setting not in inner.unchanged_knobs
    }
    if isinstance(learner, Discretised):
        name += "d"
        settings.setdefault("convention", learner.convention)
    convention = settings.get("convention", PAPER)
    settings |= {"convention": convention.name} if "convention" in settings else {}
    knobs = convention.changed_knobs
    if "cut" not in learner.unchanged_knobs and isinstance(learner, Discretised):
        knobs["cut"] = learner.cut
    written = [f"{key}={_text(value)}" for key, value in {**settings, **knobs}.items()]
    return f"{name}:{','.join(written)}" if written else name


def settings_of(name: str) -> tuple[str, ...]:
    """Return the possible settings: constructor arguments, the convention's knobs, `discretised`."""
    return tuple(dict.fromkeys([*_taken_by(LEARNERS[_look_up(name)[0]]), "convention", "cut", _DISCRETISED]))


def _taken_by(kind: type[Learner]) -> tuple[str, ...]:
    own = _constructor_settings(kind)
    if not any(p.kind is p.VAR_KEYWORD for p in inspect.signature(kind).parameters.values()):
        return own
    return (*own, *(f.name for f in fields(Convention) if f.name != "name" and f.name not in own))


def _constructor_settings(kind: type[Learner]) -> tuple[str, ...]:
    parameters = inspect.signature(kind).parameters.values()
    return tuple(p.name for p in parameters if p.kind not in (p.VAR_KEYWORD, p.VAR_POSITIONAL))


def _look_up(name: str) -> tuple[str, bool]:
    """Return the registered name that is meant, and whether it is written as discretised."""
    key = name.strip().lower()
    if key in LEARNERS:
        return key, False
    if key.endswith("d") and key[:-1] in LEARNERS:
        return key[:-1], True
    raise SettingsError(f"no learner {name.strip()!r}", hint=_suggestion(key, LEARNERS, "Learners"))


def _parse_settings(text: str, spec: str) -> dict[str, Any]:
    settings: dict[str, Any] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not (key and equals and value):
            raise SettingsError(
                f"{part!r} in {spec!r} is not a setting", hint="Write it as lwnb:k=100,kernel=tricube."
            )
        if key in settings:
            raise SettingsError(f"{key!r} occurs twice in {spec!r}")
        settings[key] = _value(value)
    return settings


def _value(text: str) -> Any:
    for number in (int, float):
        try:
            return number(text)
        except ValueError:
            continue
    return {"true": True, "false": False}.get(text.lower(), text)


def _as_bool(value: Any) -> bool:
    text = str(value).lower()
    if text in _TRUE:
        return True
    if text in _FALSE:
        return False
    raise SettingsError(f"{_DISCRETISED} cannot be {value!r}", hint="Choices: true, false.")


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _suggestion(wrong: str, known: Iterable[str], heading: str, used: Collection[str] = ()) -> str:
    names = list(known)
    near = did_you_mean(map(repr, nearest(wrong, names, used=used)))
    return f"{near} {heading}: {', '.join(names)}.".lstrip()
