"""Step mode's sentences: their figures give the results that they say."""

from __future__ import annotations

import re

import pytest

from lwnb_core import LWNB, sample
from lwnb_gui.state.steps import sentence


@pytest.mark.parametrize(
    ("name", "row", "k"), [("vote", 5, 43), ("vote", 402, 50), ("iris", 134, 50), ("glass", 0, 50)]
)
def test_the_fraction_is_the_result(name: str, row: int, k: int) -> None:
    data = sample(name)
    said = sentence("normalise", LWNB(k=k).fit(data).explain(data, row=row))
    match = re.search(r": (\S+) / (\S+), so P\(.*\) = (\d\.\d+)", said)
    assert match is not None, said
    above, below, share = (float(text) for text in match.groups())
    assert above / below == pytest.approx(share, abs=0.0015)


def test_a_small_deviation_has_its_digits() -> None:
    data = sample("glass")
    explanation = LWNB(k=50).fit(data).explain(data, row=0)
    others = [a.name for a in explanation.attributes if a.name != "RI"]
    said = sentence("tables", LWNB(k=50).fit(data.without(others)).explain(data.without(others), row=0))
    assert re.search(r"mean 1\.5\d{4} and deviation 0\.000\d\d here", said), said
