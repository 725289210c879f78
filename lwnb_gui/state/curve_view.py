"""What the place Curves is set to: which study, and how it is looked at. A plain value for the state and for
files; the learners beyond LWNB's variants follow the query.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, cast

from lwnb_core import LWNB, SettingsError
from lwnb_gui.state.session_schema import Checked

if TYPE_CHECKING:  # what computes curves is loaded when the place is
    from lwnb_core.evaluation.curve_result import CurveMeasure
    from lwnb_core.evaluation.curves import Evaluation

ViewKs = Literal["all", "grid", "figures"]
_EVALUATIONS = ("loo", "cv", "repeated-cv")
_KS = ("all", "grid", "figures")
_MEASURES = ("accuracy", "log_loss", "brier", "kappa")
_MOST_VARIANTS = 50


@dataclass(frozen=True)
class CurveView:
    """The left column of Curves.

    Attributes
    ----------
    ks
        Every k, a grid of them, or those of the paper's figures.
    sample
        So many test rows; None: all.
    variants
        LWNB with other settings, beside the one of the query.
    hidden
        Names of the curves that are switched off.
    """

    evaluation: Evaluation = "cv"
    ks: ViewKs = "all"
    sample: int | None = None
    variants: tuple[LWNB, ...] = ()
    measure: CurveMeasure = "accuracy"
    log: bool = True
    band: bool = True
    best: bool = True
    hidden: frozenset[str] = frozenset()

    def to_plain(self) -> dict[str, Any]:
        """For JSON; what is at its default is left out."""
        from lwnb_core.learners.specs import spec_of

        plain: dict[str, Any] = {
            "evaluation": self.evaluation,
            "k": self.ks,
            "test_rows": self.sample,
            "variants": [spec_of(variant) for variant in self.variants],
            "measure": self.measure,
            "axis": "log" if self.log else "linear",
            "band": self.band,
            "best_k": self.best,
            "hidden": sorted(self.hidden),
        }
        usual = _DEFAULTS | {"test_rows": None, "variants": [], "hidden": []}
        return {name: value for name, value in plain.items() if value != usual[name]}

    @classmethod
    def from_checked(cls, plain: Checked) -> CurveView:
        """From a file that nobody vouches for."""
        found = cls(
            evaluation=cast("Evaluation", plain.choice("evaluation", _EVALUATIONS, "cv")),
            ks=cast(ViewKs, plain.choice("k", _KS, "all")),
            sample=plain.whole("test_rows", 1, 10**9) if plain.has("test_rows") else None,
            variants=tuple(_variant(spec, plain) for spec in plain.names("variants", _MOST_VARIANTS)),
            measure=cast("CurveMeasure", plain.choice("measure", _MEASURES, "accuracy")),
            log=plain.choice("axis", ("log", "linear"), "log") == "log",
            band=plain.yes_no("band", True),
            best=plain.yes_no("best_k", True),
            hidden=frozenset(plain.names("hidden")),
        )
        plain.done()
        return found


_DEFAULTS = {
    "evaluation": "cv", "k": "all", "measure": "accuracy", "axis": "log", "band": True, "best_k": True,
}  # fmt: skip


def _variant(spec: str, plain: Checked) -> LWNB:
    from lwnb_core.learners.specs import learner_from_spec

    try:
        learner = learner_from_spec(spec)
    except SettingsError as error:
        plain.refuse(error.message, "variants", hint=error.hint)
    if not isinstance(learner, LWNB):
        plain.refuse(f"a variant must be an LWNB, not {learner.name}", "variants")
    return learner
