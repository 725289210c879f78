"""The settings of the page Curves, a plain value for the state and for files: the study, and how it is drawn.

Learners other than LWNB's variants follow the query.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from lwnb_core.evaluation.curves.splits import Evaluation
from lwnb_core.evaluation.measures import CURVE_MEASURES
from lwnb_gui.session.annotations import Field
from lwnb_gui.session.file_types import FILE, Count, Flag, IsLogAxis, NameSet, Points, Variants, measure_among

KsChoice = Literal["all", "grid", "figures"]


@dataclass(frozen=True)
class CurveSettings:
    """The settings in the left column of Curves.

    Attributes
    ----------
    ks
        Every k, a grid of them, or those of the paper's figures.
    sample
        The number of test rows; None: all.
    variants
        LWNB with other settings, compared with the one of the query.
    hidden
        Names of the curves that are switched off.
    precision
        Test rows until the accuracies are known to this many points; None: all.
    """

    __pydantic_config__: ClassVar = FILE

    evaluation: Evaluation = "cv"
    ks: Annotated[KsChoice, Field(alias="k")] = "all"
    sample: Annotated[Count | None, Field(alias="test_rows")] = None
    variants: Variants = ()
    measure: Annotated[str, measure_among(CURVE_MEASURES)] = "accuracy"
    log: Annotated[IsLogAxis, Field(alias="axis")] = True
    band: Flag = True
    best: Annotated[Flag, Field(alias="best_k")] = True
    hidden: NameSet = frozenset()
    precision: Points | None = None
