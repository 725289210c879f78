"""The paper's tables from the library, in one call."""

from __future__ import annotations

import lwnb_core as lw


def test_a_table_of_the_paper_is_computed_on_the_samples_and_written_beside_the_printed_one() -> None:
    table = lw.paper_table(2, datasets=["iris"], runs=1, jobs=1)
    assert table.datasets == ("iris",)
    assert "| iris" in table.to_text()
    assert r"\begin{tabular}" in table.to_text("latex")
