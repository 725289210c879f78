"""An explanation as pandas frames, with one observation per row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lwnb_core.local.naive_bayes import NominalTable, Table

if TYPE_CHECKING:
    import pandas as pd

    from lwnb_core.local.explanation import Explanation

_NEIGHBOURS = ("row", "class", "distance", "weight", "rescaled", "tied")
_TABLES = ("attribute", "kind", "value", "class", "weight", "probability", "mean", "sd")
_CONTRIBUTIONS = ("attribute", "position", "value", "class", "log_contribution")


def frames_of(answer: Explanation) -> dict[str, pd.DataFrame]:
    """Return the frames that `Explanation.to_pandas` describes."""
    return {
        "posterior": _posterior(answer),
        "neighbours": _neighbours(answer),
        "tables": _tables(answer),
        "contributions": _contributions(answer),
    }


def _posterior(answer: Explanation) -> pd.DataFrame:
    import pandas as pd

    said = {answer.learner: answer.posterior, **answer.others}
    return pd.DataFrame(
        {
            "class": list(answer.classes) * len(said),
            "learner": np.repeat(list(said), len(answer.classes)),
            "posterior": np.concatenate(list(said.values())),
        }
    )


def _neighbours(answer: Explanation) -> pd.DataFrame:
    import pandas as pd

    neighbourhood, rows, classes = answer.neighbourhood, answer.neighbour_rows, answer.neighbour_classes
    if neighbourhood is None or rows is None or classes is None:
        return pd.DataFrame(columns=list(_NEIGHBOURS))
    names = np.array(answer.classes, dtype=object)[classes]
    columns = (
        rows,
        names,
        neighbourhood.distances,
        neighbourhood.weights,
        neighbourhood.rescaled,
        neighbourhood.tied,
    )
    return pd.DataFrame(dict(zip(_NEIGHBOURS, columns, strict=True)))


def _tables(answer: Explanation) -> pd.DataFrame:
    import pandas as pd

    lines = [line for table in answer.tables for line in _table_lines(answer, table)]
    return pd.DataFrame(lines, columns=list(_TABLES))


def _table_lines(answer: Explanation, table: Table) -> list[tuple[Any, ...]]:
    name = table.attribute.name
    if isinstance(table, NominalTable):
        return [
            (name, "nominal", value, c, table.counts[v, i], table.probabilities[v, i], np.nan, np.nan)
            for v, value in enumerate(table.attribute.values)
            for i, c in enumerate(answer.classes)
        ]
    return [
        (name, "numeric", None, c, table.weights[i], np.nan, table.mean[i], table.sd[i])
        for i, c in enumerate(answer.classes)
    ]


def _contributions(answer: Explanation) -> pd.DataFrame:
    import pandas as pd

    if answer.log_contributions is None:
        return pd.DataFrame(columns=list(_CONTRIBUTIONS))
    sources = [("prior", -1, None), *((a.name, j, answer.value(j)) for j, a in enumerate(answer.attributes))]
    lines = [
        (*source, c, logs[i])
        for source, logs in zip(sources, answer.log_contributions, strict=True)
        for i, c in enumerate(answer.classes)
    ]
    return pd.DataFrame(lines, columns=list(_CONTRIBUTIONS))
