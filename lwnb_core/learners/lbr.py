"""LBR, lazy Bayesian rules (Zheng & Webb 2000): naive Bayes on the rows that share a few values with x."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from lwnb_core.learners.base import NOWHERE, Learner, Model
from lwnb_core.learners.counts import NominalRows, require_nominal
from lwnb_core.learners.lbr_search import LEAST_ERRORS, LEVEL, Node, Search, Trial
from lwnb_core.local.explanation import Explanation
from lwnb_core.local.naive_bayes import combine
from lwnb_core.local.training import Instances, TrainingSet
from lwnb_core.progress import Progress, silent


@dataclass(frozen=True, repr=False)
class LBR(Learner):
    """Lazy Bayesian rules, for nominal attributes.

    Starting from all training rows, values of the instance are added as conditions of a rule as long as naive
    Bayes on the remaining rows and attributes makes significantly fewer leave-one-out errors.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> data = lw.sample("vote")
    >>> answer = lw.LBR().fit(data).explain(data, row=5)
    >>> for step in answer.details["steps"]:
    ...     print(f"{step['attribute']} = {step['value']}: {step['rows']} rows")
    anti-satellite-test-ban = n: 181 rows
    """

    name: ClassVar[str] = "LBR"

    def fit_training(self, training: TrainingSet) -> LBRModel:
        require_nominal(training, self.name)
        return LBRModel(self, training)


class LBRModel(Model):
    """Finds a rule for each instance; intermediate results are cached for the next."""

    def __init__(self, learner: LBR, training: TrainingSet) -> None:
        super().__init__(learner, training)
        self.rows = NominalRows.of(training)
        self.search = Search(self.rows)

    def posteriors(
        self, instances: Instances, left_out: NDArray[np.intp], progress: Progress = silent
    ) -> NDArray[np.float64]:
        values = self.rows.ids.encode(instances)
        result = np.empty((len(instances), self.training.n_classes))
        together: dict[Node, list[int]] = {}
        for i, x in enumerate(values):
            search = self._search_without(int(left_out[i]))
            _, node = search.rule(x)
            if search is self.search:
                together.setdefault(node, []).append(i)
            else:
                result[i] = combine(list(search.log_factors(node, x[None, :])), "logs")
            progress(i + 1, len(instances))
        # Instances that end with the same rows share their tables.
        for node, positions in together.items():
            result[positions] = combine(list(self.search.log_factors(node, values[positions])), "logs")
        return result

    def explanation(self, instances: Instances, left_out: int, changed: tuple[str, ...]) -> Explanation:
        x = self.rows.ids.encode(instances)[0]
        search = self._search_without(left_out)
        steps, node = search.rule(x)
        contributions = search.log_factors(node, x[None, :])[:, 0]
        details = self._details(search, steps, node)
        return self._explanation_of_logs(instances, left_out, changed, contributions, details=details)

    def _search_without(self, left_out: int) -> Search:
        position = NOWHERE if left_out == NOWHERE else int(self.rows.positions[left_out])
        # A row of weight 0 has no position, and leaving it out changes nothing.
        return self.search if position == NOWHERE else Search(self.rows.without(position))

    def _details(self, search: Search, steps: list[Trial], node: Node) -> dict[str, Any]:
        """Return the rule step by step, as plain JSON."""
        attributes, offsets = self.training.attributes, self.rows.ids.offsets
        enough = node.errors < LEAST_ERRORS
        return {
            "rows": len(search.root.rows),
            "errors": search.root.errors,
            "level": LEVEL,
            "steps": [
                {
                    "attribute": attributes[step.attribute].name,
                    "value": attributes[step.attribute].values[step.value - int(offsets[step.attribute])],
                    "rows": step.rows,
                    "errors_before": step.before,
                    "errors_after": step.after,
                    "errors_elsewhere": step.elsewhere,
                    "total_errors": step.total,
                    "mended": step.mended,
                    "broken": step.broken,
                    "p": step.p,
                }
                for step in steps
            ],
            "stopped": f"fewer than {LEAST_ERRORS} errors" if enough else "no condition helps significantly",
            "final_rows": len(node.rows),
            "final_attributes": [attributes[j].name for j in node.attributes],
        }
