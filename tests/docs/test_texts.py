"""The list of all texts that a user reads contains what is shown and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docs.hooks import texts as hook
from tests.docs.code_blocks import ROOT

_MODULE = '''
"""Of the module."""

KEY = "kernel_name"
TITLES = {"the key of a title": "Local tables", "other": "two words"}
Row = Annotated[int | None, typer.Option("--row", help="Row of the file.")]


@dataclass
class Reading:
    kind: Literal["text", "number"] = "number"
    header: Annotated[bool, reading("The first row holds names.", "--header")] = False


@guarded
def explain(file: Annotated[str, typer.Argument(help="ARFF or CSV.")], way: Literal["left out"]) -> None:
    """Explain one row."""
    if file == "a file":
        raise DataError(f"no row {row + 1:,} in {file}", hint="Choose another.")
    button = QPushButton("go")
    button.setObjectName("the big button")
    pattern = re.compile("one or two")
    echo(f"{n} rows{', all of them' if n > 1 else ''}")


def helper() -> None:
    """Nobody reads this."""
'''


def listed(path: Path, source: str) -> list[str]:
    path.write_text(source, encoding="utf-8")
    return [f"{line}: {words}" for line, words in sorted(hook.texts_of_file(path))]


def test_python(tmp_path: Path) -> None:
    assert listed(tmp_path / "module.py", _MODULE) == [
        "5: Local tables",
        "5: two words",
        "6: Row of the file.",
        "12: The first row holds names.",
        "16: ARFF or CSV.",
        "17: Explain one row.",
        "19: Choose another.",
        "19: no row {row + 1} in {file}",
        "20: go",
        "23: , all of them",
        "23: {n} rows{', all of them' if n > 1 else ''}",
    ]


def test_other_files(tmp_path: Path) -> None:
    page = "# Title\n\nOne sentence\nin two lines.\n\n```sh\nlwnb info iris\n```\n- an item\n"
    assert listed(tmp_path / "page.md", page) == [
        "1: # Title",
        "3: One sentence in two lines.",
        "9: - an item",
    ]
    lecture = '{\n "format": "lwnb",\n "text": [\n  "Drag k."\n ]\n}\n'
    assert listed(tmp_path / "lecture.lwnb", lecture) == ["4: Drag k."]
    script = '"use strict";\nconst a = "Draw again"; // not "this one"\nconst b = "row";\n'
    assert listed(tmp_path / "page.js", script) == ["2: Draw again"]


@pytest.fixture(scope="module")
def found() -> list[hook.Text]:
    return hook.texts()


def test_every_area_has_texts(found: list[hook.Text]) -> None:
    assert {text.area for text in found} == set(hook.AREAS)
    lines = (ROOT / "lwnb_gui" / "settings.py").read_text(encoding="utf-8").splitlines()
    kernel = next(text for text in found if text.path.endswith("gui/settings.py") and text.words == "kernel")
    assert '"kernel"' in lines[kernel.line - 1]


def test_help_of_every_option_is_listed(found: list[hook.Text]) -> None:
    import typer

    from lwnb_gui.cli.app import app

    commands = typer.main.get_command(app).commands.values()  # type: ignore[attr-defined]
    helps = {" ".join(param.help.split()) for command in commands for param in command.params if param.help}
    assert len(helps) > 60
    texts = [text.words for text in found]
    # `{content}` in an f-string stands for anything; settings are listed without full stop and default.
    fields = [
        re.compile(re.sub(r"\\{.*?\\}", ".+", re.escape(words))) for words in texts if "{content}" in words
    ]
    assert fields
    for text in helps:
        start = text.partition(" (default: ")[0].removesuffix(".")
        assert {text, start} & set(texts) or any(field.fullmatch(text) for field in fields), text


def test_no_text_reads_as_if_translated(found: list[hook.Text]) -> None:
    """Turns of phrase that once made texts stiff do not come back; the better form is in the comment."""
    stiff = re.compile(
        r"\bElse\b"  # otherwise
        r"|\bat no k\b"  # not at any k
        r"|\b[Ii]n truth\b"  # really
        r"|\b[Aa]ll the same\b"  # anyway
        r"|\b[Ww]hoever\b"  # anyone who
        r"|\bspeaks? (for|against)\b"  # favours
        r"|\btakes? \S+ for missing\b"  # treats as missing
        r"|\b[Tt]ake \w+ away\b"  # dismiss
        r"|\b[Oo]ne \w+ a line\b"  # per line
        r"|\bnone of them\b"  # not among them
        r"|\bHow many k\b"  # for how many values of k
        r"|\b[Nn]ear is\b|\bnear is not\b"  # near means
        r"|\bat rest\b"  # not used
        r"|\bmakes? the same numbers\b"  # reproduces these numbers
        r"|\bweighs? nothing\b"  # has weight 0
        r"|\bthe fainter\b"  # paler
    )
    assert [str(text) for text in found if stiff.search(text.words)] == []
