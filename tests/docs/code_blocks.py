"""The fenced code blocks of the documentation, and the files that its commands mention."""

from __future__ import annotations

import re
import shlex
import zipfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# Why a block is not run as it is: it needs something that a test does not have. Its options are checked
# anyway.
REASONS = ("window", "network", "data", "long")

_FENCE = re.compile(
    r"(?:^<!-- test: (?P<reason>\w+) -->\n)?^```(?P<language>\w+)\n(?P<text>.*?)^```$"
    r"(?:\n+^```output\n(?P<output>.*?)^```$)?",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Block:
    """One fenced block: where it is, its text, and the output that the page shows for it, if any."""

    page: str
    line: int
    language: str
    text: str
    output: str | None = None
    reason: str = ""

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"

    @property
    def commands(self) -> list[list[str]]:
        r"""The commands of a shell block, in words: comments removed, continued lines and `&&` resolved."""
        lines = self.text.replace("\\\n", " ").replace(" && ", "\n").splitlines()
        return [arguments for arguments in (shlex.split(line, comments=True) for line in lines) if arguments]


def pages() -> list[Path]:
    """The Markdown files in the project's root folder for readers, and every page of the guide."""
    at_the_head = [ROOT / name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md")]
    return [*at_the_head, *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(*languages: str) -> list[Block]:
    """Return all blocks in these languages."""
    result = []
    for page in pages():
        text = page.read_text(encoding="utf-8")
        for match in _FENCE.finditer(text):
            if match["language"] in languages:
                line = text.count("\n", 0, match.start("text"))
                name = page.relative_to(ROOT).as_posix()
                result.append(
                    Block(
                        name, line, match["language"], match["text"], match["output"], match["reason"] or ""
                    )
                )
    return result


def write_files(folder: Path) -> None:
    """Write the files that the examples mention, under the names that they use."""
    import pandas as pd

    import lwnb_core as lw
    from lwnb_core.data import csv_text

    iris = lw.sample("iris")
    lw.save(iris.subset(slice(0, 150, 2)), folder / "train.arff")
    lw.save(iris.subset(slice(1, 150, 2)), folder / "test.csv")
    with pd.ExcelWriter(folder / "book.xlsx") as book:
        for i, sheet in enumerate(("train", "test")):
            iris.subset(slice(i, 150, 2)).to_pandas().to_excel(book, sheet_name=sheet, index=False)
    with zipfile.ZipFile(folder / "data.zip", "w") as archive:
        for name in ("rows/train.csv", "rows/test.csv"):
            archive.writestr(name, csv_text(iris))
    (folder / "data").mkdir()
    for i in range(3):
        part = iris.subset(slice(2 * i, 150, 6)).to_pandas()
        part.to_parquet(folder / "data" / f"part{i}.parquet", index=False)
    rows = [
        f"{1.5 + i % 7};{i * 11 % 5};{80000 + i % 3};{'yes' if i * 11 % 5 > 2 else 'no'}" for i in range(40)
    ]
    text = "\n".join(["size;age;zip;outcome", *rows, "-999;3;80001;no", ""])
    (folder / "my.csv").write_text(text.replace(".", ","), encoding="utf-8")
