"""Lists every text that a user reads, with its place: `python docs/hooks/texts.py [FILTER …]`.

A filter is part of the name of an area ("window", "guide") or of a path ("qt/teach"). The list is for
reading aloud, not a check: where it is not certain whether a string is shown, the string is listed.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# Area -> patterns of its files; a file belongs to the first area that matches.
AREAS: dict[str, tuple[str, ...]] = {
    "lectures": ("assets/*.lwnb", "assets/lectures/*.lwnb"),
    "lectures and teaching": ("lwnb_gui/qt/teach/*.py",),
    "live page": ("lwnb_gui/render/live_page/*",),
    "command line": ("lwnb_gui/cli/**/*.py", "lwnb_gui/render/terminal/*.py"),
    "reports and exports": ("lwnb_gui/render/**/*.py", "lwnb_gui/qt/export/*.py"),
    "views and figures": ("lwnb_gui/views/**/*.py", "lwnb_gui/plots/*.py"),
    "window": ("lwnb_gui/qt/**/*.py",),
    "state, settings and remedies": ("lwnb_gui/**/*.py",),
    "library": ("lwnb_core/**/*.py",),
    "setup": ("run.py", "bootstrap/*.py", "assets/desktop/*.desktop", "assets/desktop/*.xml"),
    "guide": ("docs/**/*.md", "docs/notebooks/*.ipynb"),
    "readme and others": ("*.md", "assets/README.md", "benchmarks/README.md", "tests/README.md"),
}

# Calls that show even a single lower-case word, and arguments and fields that hold one.
_SHOWING_CALLS = re.compile(
    r"(?i)^(Q(Label|PushButton|ToolButton|CheckBox|RadioButton|GroupBox|Action|Message\w*)"
    r"|set(Text|ToolTip|WindowTitle|Title|PlaceholderText|AccessibleName|AccessibleDescription|StatusTip"
    r"|Prefix|Suffix|_?tip)|set_tip|add(Item|Action|Menu|Row|Tab|Items)|echo|print|Setting|Spec)$"
)
_SHOWING_ARGUMENTS = {"text", "tip", "label", "title", "help", "short_label", "nothing", "summary", "caption"}
# Calls and arguments whose strings no user sees.
_SILENT_CALLS = re.compile(
    r"^(compile|getLogger|setObjectName|encode|decode|getattr|setattr|hasattr|cast|TypeVar|property|match|search"
    r"|fullmatch|sub|findall|import_module|glob|rglob|strftime|strptime|setStyleSheet|field_validator|warm_up"
    r"|AssertionError|NotImplementedError|debug)$"
)
_SILENT_ARGUMENTS = {"encoding", "errors", "mode", "pattern", "key", "object_name", "format", "dtype", "sep"}
_WORDS = re.compile(r"[^\W\d_]{2,}[,;:.!?…’”)]*\s+[(“‘*]?[^\W_]")
_LABEL = re.compile(r"^&?[A-Z][a-z&]{2,}[a-z&’…:.!?-]*$")
_CODE = re.compile(
    r"\(\?[:P=!<]|\\[dswb]|^https?://\S+$|^[\w.-]+/[\w.+-]+$"
    r"|^(Ctrl|Alt|Shift)\+|^use strict$|^(small )?(strong|italic)$"
    r"|^import |^from \w+ import |[{;]\s*[a-z-]+:\s?[^ ]+;"
)


@dataclass(frozen=True)
class Text:
    """A text that a user reads."""

    area: str
    path: str
    line: int
    words: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.words}"


def texts(root: Path = ROOT) -> list[Text]:
    """Return every text, by area, then by file and line."""
    found: list[Text] = []
    seen: set[Path] = set()
    for area, patterns in AREAS.items():
        paths = sorted({path for pattern in patterns for path in root.glob(pattern)} - seen)
        seen.update(paths)
        for path in paths:
            name = path.relative_to(root).as_posix()
            for line, words in sorted(set(texts_of_file(path))):
                found.append(Text(area, name, line, words))
    return found


def texts_of_file(path: Path) -> Iterator[tuple[int, str]]:
    """Return the texts of one file with their lines."""
    readers = {
        ".py": _of_python,
        ".lwnb": _of_json,
        ".js": _of_script,
        ".md": _of_markdown,
        ".ipynb": _of_notebook,
        ".desktop": _of_desktop_entry,
        ".xml": _of_desktop_entry,
    }
    reader = readers.get(path.suffix)
    for line, words in reader(path.read_text(encoding="utf-8")) if reader else ():
        yield line, " ".join(words.split())


def _of_python(source: str) -> Iterator[tuple[int, str]]:
    tree = ast.parse(source)
    docstrings = {id(_docstring(node)) for node in ast.walk(tree)}
    yield from _public_docstrings(tree.body)
    yield from _strings(tree, docstrings, showing=False)


def _docstring(node: ast.AST) -> ast.Constant | None:
    if (
        not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        or not node.body
    ):
        return None
    first = node.body[0]
    if (
        isinstance(first, ast.Expr)
        and isinstance(first.value, ast.Constant)
        and isinstance(first.value.value, str)
    ):
        return first.value
    return None


def _public_docstrings(body: list[ast.stmt], *, inside: bool = False) -> Iterator[tuple[int, str]]:
    """Return what `--help` or the reference shows: of commands, and of public names with their methods."""
    for node in body:
        if not isinstance(node, ast.ClassDef | ast.FunctionDef) or node.name.startswith("_"):
            continue
        decorators = {ast.unparse(decorator).partition("(")[0] for decorator in node.decorator_list}
        if inside or node.name in public_names() or decorators & {"guarded", "app.callback"}:
            docstring = _docstring(node)
            if docstring is not None:
                yield docstring.lineno, str(docstring.value)
            if isinstance(node, ast.ClassDef):
                yield from _public_docstrings(node.body, inside=True)


@cache
def public_names() -> frozenset[str]:
    """Return the names in `__all__` of the modules that the reference describes."""
    names: set[str] = set()
    for module in (
        "lwnb_core/__init__",
        "lwnb_core/sklearn/__init__",
        "lwnb_gui/figures",
        "lwnb_gui/notebook",
    ):
        for node in ast.parse((ROOT / f"{module}.py").read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
                names |= set(ast.literal_eval(node.value))
    return frozenset(names)


def _strings(node: ast.AST, skipped: set[int], *, showing: bool) -> Iterator[tuple[int, str]]:
    """Return the strings below a node that may be shown; `showing`: in a place where even one word is."""
    if id(node) in skipped:
        return
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str) and _is_read(node.value, showing):
            yield node.lineno, node.value
        return
    if isinstance(node, ast.JoinedStr):
        words = "".join(
            str(part.value) if isinstance(part, ast.Constant) else f"{{{ast.unparse(part.value)}}}"
            for part in node.values
            if isinstance(part, ast.Constant | ast.FormattedValue)
        )
        if _is_read(re.sub(r"\{[^{}]*\}", "{}", words), showing):
            yield node.lineno, words
        for part in node.values:  # a conditional text inside contains its own strings
            if isinstance(part, ast.FormattedValue):
                yield from _strings(part.value, skipped, showing=showing)
        return
    for child, child_showing in _children(node, showing):
        yield from _strings(child, skipped, showing=child_showing)


def _children(node: ast.AST, showing: bool) -> Iterator[tuple[ast.AST, bool]]:
    """Return the parts of a node that can hold a text, each with whether a single word is shown there."""
    match node:
        case ast.Call(func=func, args=args, keywords=keywords):
            name = func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")
            yield func, False
            if not _SILENT_CALLS.match(name):
                shows = bool(_SHOWING_CALLS.match(name))
                yield from ((arg, shows) for arg in args)
                for keyword in keywords:
                    if keyword.arg not in _SILENT_ARGUMENTS:
                        yield keyword.value, keyword.arg in _SHOWING_ARGUMENTS
        case ast.Dict(values=values):  # keys are names, not texts
            yield from ((value, showing) for value in values)
        case ast.Subscript(value=ast.Name(id="Annotated"), slice=ast.Tuple(elts=[_, *notes])):
            yield from ((note, False) for note in notes)  # an option with its help
        case ast.Subscript(value=value):
            yield value, False
        case ast.Compare() | ast.Assert() | ast.Import() | ast.ImportFrom():
            return
        case ast.AnnAssign(target=target, annotation=annotation, value=value):
            yield annotation, False
            if value is not None:
                yield value, getattr(target, "id", "") in _SHOWING_ARGUMENTS
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            yield value, name in _SHOWING_ARGUMENTS
        case ast.arg(annotation=annotation):
            if annotation is not None:
                yield annotation, False
        case ast.FunctionDef():
            yield from ((part, False) for part in (node.args, *node.body))
        case ast.MatchValue():
            return
        case _:
            yield from ((child, showing) for child in ast.iter_child_nodes(node))


def _is_read(value: str, showing: bool) -> bool:
    if _CODE.search(value):
        return False
    if showing:
        return bool(re.search(r"[^\W\d_]{2,}", value))
    return bool(_WORDS.search(value) or _LABEL.match(value))


def _of_json(source: str) -> Iterator[tuple[int, str]]:
    """Return the texts of a lecture, which has one string per line."""
    for number, line in enumerate(source.splitlines(), start=1):
        found = re.match(r'\s*(?:"(\w+)": )?("(?:[^"\\]|\\.)*"),?$', line)
        if found and (" " in found[2] or found[1] in {"title", "summary"}):
            yield number, json.loads(found[2])


def _of_script(source: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(source.splitlines(), start=1):
        code = re.sub(r"(^|\s)//.*", "", line)
        for found in re.finditer(r'"((?:[^"\\]|\\.)*)"|`([^`]*)`', code):
            words = found[1] or found[2] or ""
            before = code[: found.start()].rstrip()
            labelled = before.endswith(("aria-label:", "title:", "textContent =", "placeholder:"))
            if _is_read(re.sub(r"\$\{[^{}]*\}", "{}", words), labelled):
                yield number, words


def _of_markdown(source: str) -> Iterator[tuple[int, str]]:
    """Return paragraphs, table rows and list items, but no code."""
    paragraph: list[str] = []
    start, fenced = 0, False
    for number, line in enumerate([*source.splitlines(), ""], start=1):
        is_fence = line.lstrip().startswith("```")
        begins = not line.strip() or is_fence or fenced or re.match(r"\s*([-*|#]|\d+\.|<!--|:::)", line)
        if begins and paragraph:
            yield start, "\n".join(paragraph)
            paragraph = []
        fenced ^= is_fence
        is_text = not fenced and not is_fence and not re.match(r"\s*(<!--|:::)", line)
        if is_text and re.search(r"[^\W\d_]{2,}", line):
            start = start if paragraph else number
            paragraph.append(line)


def _of_notebook(source: str) -> Iterator[tuple[int, str]]:
    lines = source.splitlines()
    for cell in json.loads(source)["cells"]:
        if cell["cell_type"] == "markdown" and cell["source"]:
            first = json.dumps(cell["source"][0], ensure_ascii=False)
            yield (
                next((i for i, line in enumerate(lines, start=1) if first in line), 1),
                "".join(cell["source"]),
            )


def _of_desktop_entry(source: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(source.splitlines(), start=1):
        found = re.match(r"\s*(?:(?:Name|GenericName|Comment|Keywords)=|<comment[^>]*>)([^<]+)", line)
        if found:
            yield number, found[1]


def main(filters: list[str]) -> None:
    """Print the texts whose area or path matches one of the filters, or all texts."""
    chosen = [
        text for text in texts() if not filters or any(f in text.area or f in text.path for f in filters)
    ]
    for area, members in groupby(chosen, key=lambda text: text.area):
        print(f"\n## {area}\n")
        for text in members:
            print(text)


if __name__ == "__main__":
    main(sys.argv[1:])
