"""Write the samples anew: `python -m lwnb_core.data.samples.build` (for maintainers; needs a checkout).

The generated ones come from their generators, the others from the example files of Debian's package `weka`,
whose order of rows is kept.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np

from lwnb_core.data.arff import read_arff, write_arff
from lwnb_core.data.dataset import Dataset
from lwnb_core.data.samples.assets import assets_dir
from lwnb_core.data.samples.catalogue import samples
from lwnb_core.data.samples.generators import balance_scale, checkers_board, two_spheres, waveform

EXAMPLES = Path("/usr/share/doc/weka/examples")

_GENERATORS = {
    "two-spheres": two_spheres,
    "checkers-board": checkers_board,
    "waveform": waveform,
    "balance-scale": balance_scale,
}
_EXAMPLE_FILES = {
    "weather-nominal": ("weather.nominal",),
    "weather-numeric": ("weather.numeric",),
    "segment": ("segment-challenge", "segment-test"),
}


def build(name: str, examples: Path = EXAMPLES) -> Dataset:
    """Build one sample, from its generator or from the example files."""
    if name in _GENERATORS:
        return _GENERATORS[name]()
    parts = [read_arff(examples / f"{stem}.arff") for stem in _EXAMPLE_FILES.get(name, (name,))]
    return parts[0] if len(parts) == 1 else _joined(parts)


def _joined(parts: list[Dataset]) -> Dataset:
    first = parts[0]
    if any(part.attributes != first.attributes for part in parts):
        raise SystemExit(f"{first.source}: the files to be joined have different headers")
    columns = [np.concatenate([part.column(j) for part in parts]) for j in range(len(first.attributes))]
    joined = Dataset.from_columns(first.relation, first.attributes, columns)
    return replace(joined, source=first.source)


def main() -> None:
    examples = Path(sys.argv[1]) if len(sys.argv) > 1 else EXAMPLES
    folder = assets_dir() / "samples"
    for info in samples():
        write_arff(build(info.name, examples), folder / f"{info.name}.arff")
        print(folder / f"{info.name}.arff")


if __name__ == "__main__":
    main()
