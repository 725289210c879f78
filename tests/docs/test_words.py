"""What the guide mentions exists: keys, menu entries and options."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.docs.code_blocks import ROOT, pages

# Keys of widgets, not of actions.
_ANYWHERE = {"Ctrl+C"}
_KEY = re.compile(r"<kbd>((?:(?:Ctrl|Alt|Shift)\+)+[^<]+|F\d+)</kbd>")
_TYPED_KEY = re.compile(r"(?:Ctrl|Alt|Shift)\+[\w+.]*\w|\bF(?:[2-9]|1[0-2])\b")
_COMMAND = re.compile(r"`lwnb ([a-z]+)([^`]*)`")
_MENU = re.compile(r"\*(File|Edit|View|Data|Teach|Help)\*, \*([^*]+)\*")


def _texts() -> list[tuple[str, str]]:
    return [(page.relative_to(ROOT).as_posix(), page.read_text(encoding="utf-8")) for page in pages()]


@pytest.fixture(scope="module")
def commands() -> dict[str, Any]:
    import typer

    from lwnb_gui.cli.app import app

    return dict(typer.main.get_command(app).commands)  # type: ignore[attr-defined]


def test_keys_of_actions_are_named_by_the_action() -> None:
    from lwnb_gui.actions import with_keys

    typed = {(page, key) for page, text in _texts() for key in _KEY.findall(text)}
    assert {key for _, key in typed} <= _ANYWHERE, "write <kbd>{action}</kbd>"
    filled = [key for _, text in _texts() for key in _KEY.findall(with_keys(text))]  # each of them exists
    assert len(filled) > 20
    assert not [page for page, text in _texts() if "<kbd>{" in with_keys(text)]


def test_texts_of_the_window_take_keys_from_the_table_of_actions() -> None:
    from lwnb_gui.actions import SPECS

    known = {key for spec in SPECS.values() for key in spec.keys if len(key) > 1} - {"F1"}  # and a measure
    longest_first = sorted(known, key=len, reverse=True)
    named = re.compile(rf"(?<![\w+])({'|'.join(map(re.escape, longest_first))})(?![\w+])")
    for file in sorted((ROOT / "lwnb_gui").rglob("*.py")):
        if file != ROOT / "lwnb_gui/actions.py":
            tree = ast.parse(file.read_text(encoding="utf-8"))
            found = [named.search(text) for text in _strings(tree)]
            assert not any(found), f"{file}: {[one[0] for one in found if one]}"


def _strings(tree: ast.AST) -> Iterator[str]:
    """Return every text of a module except its docstrings."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, documented) and node.body and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.value


def test_keys_in_lectures_belong_to_an_action() -> None:
    from lwnb_gui.actions import SPECS
    from lwnb_gui.teaching.lectures import shipped

    known = {key for spec in SPECS.values() for key in spec.keys} | _ANYWHERE
    texts = [lecture.file.read_text(encoding="utf-8") for lecture in shipped()]
    assert texts
    named = {key for text in texts for key in _TYPED_KEY.findall(text)}
    assert named <= known


def test_menu_entries_that_are_named_are_in_that_menu() -> None:
    from lwnb_gui import actions

    def plain(label: str) -> str:
        return label.replace("&", "").rstrip("…").lower()

    named = {(menu, " ".join(entry.split())) for _, text in _texts() for menu, entry in _MENU.findall(text)}
    assert len(named) > 5
    for menu, entry in named:
        names = actions.MENUS[f"&{menu}"]
        present = {plain(actions.SPECS[name].text) for name in names if name in actions.SPECS}
        present |= {plain(actions.SUBMENUS[name]) for name in names if name in actions.SUBMENUS}
        if menu == "Data" and entry == "File and repairs":  # the place of that name, and one of its tabs
            continue
        assert plain(entry) in present, f"{menu} has no {entry}"


def test_options_that_are_named_exist(commands: dict[str, Any]) -> None:
    checked = 0
    for page, text in _texts():
        for name, rest in _COMMAND.findall(text):
            if name not in commands:
                continue
            known = {opt for parameter in commands[name].params for opt in parameter.opts} | {"--help"}
            for option in re.findall(r"--[a-z][a-z0-9-]*", rest):
                checked += 1
                assert option in known, f"{page}: lwnb {name} {option}"
    assert checked > 3


def test_options_that_commands_share_are_listed_once() -> None:
    from lwnb_gui.guide import generated_parts

    page = generated_parts.commands()
    for option in ("--kernel", "--convention", "--separator", "--class"):
        rows = [line for line in page.splitlines() if line.startswith(f"| `{option}`")]
        # `experiment` has its own --convention, for learners that do not name one.
        assert len(rows) == (2 if option == "--convention" else 1), (option, rows)
    sections = page.split("\n## ")
    for heading in ("Learning", "Reading the data"):
        assert any(section.startswith(f"{heading}\n\n| option |") for section in sections)
        assert f"[{heading}](#{heading.lower().replace(' ', '-')})" in page
    assert "lwnb experiment [OPTIONS] DATA…" in page
    assert "lwnb open [OPTIONS] [FILE]" in page
