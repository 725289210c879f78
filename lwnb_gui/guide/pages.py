"""The pages of the guide for the window: Markdown that Qt reads, with the equations set aside.

The same files are the site that MkDocs builds. They are beside the packages in a checkout and inside
`lwnb_gui/guide` once installed. No Qt in here.
"""

from __future__ import annotations

import importlib
import inspect
import re
from dataclasses import dataclass
from pathlib import Path

from lwnb_core import LwnbError
from lwnb_gui.actions import with_keys
from lwnb_gui.guide import generated_parts as parts
from lwnb_gui.guide.notebooks import as_markdown, notebook_of

_HERE = Path(__file__).resolve().parent
# In the order of mkdocs.yml: a heading has no page.
CONTENTS: tuple[tuple[str, str], ...] = (
    ("LWNB Explorer", "index.md"),
    ("Start in five minutes", "start.md"),
    ("The window", "window/index.md"),
    ("Start page", "window/start-page.md"),
    ("Data", "window/data.md"),
    ("Explore", "window/explore.md"),
    ("Curves", "window/curves.md"),
    ("Experiment", "window/experiment.md"),
    ("Export", "window/export.md"),
    ("How to", ""),
    ("Teach with it", "teaching.md"),
    ("Live pages", "live-pages.md"),
    ("In a notebook", "notebook.md"),
    ("A row explained, and its k studied", "notebooks/explain.md"),
    ("Learners compared on your own data frame", "notebooks/compare.md"),
    ("Study how much k matters", "k-study.md"),
    ("When one machine is not enough", "many-rows.md"),
    ("Reproduce the paper", "paper.md"),
    ("The paper's tables, cell by cell", "reproduction.md"),
    ("The mathematics", "mathematics.md"),
    ("Data files", "files.md"),
    ("How far it can be trusted", "reliability.md"),
    ("Reference", ""),
    ("Command line", "reference/command-line.md"),
    ("Library", "reference/library.md"),
    ("scikit-learn", "reference/scikit-learn.md"),
    ("Keys and accessibility", "reference/keys.md"),
    ("When something goes wrong", "troubleshooting.md"),
)
# Pages under a heading, or under the page of their folder.
INSIDE = frozenset(page for _, page in CONTENTS if "/" in page and not page.endswith("index.md")) | {
    "teaching.md",
    "live-pages.md",
    "notebook.md",
    "k-study.md",
    "many-rows.md",
    "paper.md",
    "reproduction.md",
}

_GENERATED = re.compile(r"^<!-- generated: (\w+) -->$", re.MULTILINE)
_COMMENT = re.compile(r"^<!-- .*? -->\n", re.MULTILINE)
_DISPLAY = re.compile(r"^```math\n(.*?)\n```$", re.MULTILINE | re.DOTALL)
_INLINE = re.compile(r"\$`(.+?)`\$")
_KEY = re.compile(r"<kbd>(.+?)</kbd>")
_DOCUMENTED = re.compile(r"^::: ([\w.]+)(?:\n +.*)*$", re.MULTILINE)  # with its options for the site
_PICTURE = re.compile(r"^!\[[^\]]*\]\(([^)\s]+)\)$", re.MULTILINE)
_LIVE_PAGE = re.compile(r"\[([^\]]+)\]\((?:\.\./)*live/[^)]+\)")
_CASES = re.compile(r"\\begin\{cases\}(.+?)\\\\(.+?)\\end\{cases\}", re.DOTALL)
EQUATION = "equation:"


@dataclass(frozen=True)
class Page:
    """A page's Markdown, in which `equation:3` is the picture of the fourth of its equations."""

    markdown: str
    equations: tuple[str, ...] = ()


def pages_dir() -> Path:
    """Return the folder of the pages."""
    for folder in (_HERE / "pages", _HERE.parent.parent / "docs"):
        if (folder / "index.md").is_file():
            return folder
    raise LwnbError("the guide is missing", hint="Install the program again.")


def page(name: str) -> Page:
    """Return a page by its path in the guide, such as `window/explore.md`."""
    notebook = notebook_of(name, pages_dir())
    file = notebook or pages_dir() / name
    if not (file.is_file() and file.resolve().is_relative_to(pages_dir().resolve())):
        raise LwnbError(f"the guide has no page {name}")
    text = file.read_text(encoding="utf-8") if notebook is None else as_markdown(notebook, with_html=False)
    text = _GENERATED.sub(lambda mark: str(getattr(parts, mark[1])()), text)
    text = with_keys(text)
    text = _DOCUMENTED.sub(lambda mark: documented(mark[1]), text)
    text = _COMMENT.sub("", text)
    equations: list[str] = []

    def picture(latex: str) -> str:
        equations.append(as_mathtext(latex))
        return f"![equation]({EQUATION}{len(equations) - 1})"

    text = _DISPLAY.sub(lambda match: picture(match[1].replace(r"\frac", r"\dfrac")), text)
    text = _INLINE.sub(lambda match: picture(match[1]), text)
    text = _KEY.sub(r"**\1**", text)
    text = _LIVE_PAGE.sub(r"\1", text)  # live pages need a browser, and are only on the site
    # Only a few of the site's pictures are installed with the program.
    text = _PICTURE.sub(lambda match: match[0] if _is_there(file.parent, match[1]) else "", text)
    return Page(text, tuple(equations))


def _is_there(folder: Path, picture: str) -> bool:
    return picture.startswith(EQUATION) or (folder / picture).is_file()


def as_mathtext(latex: str) -> str:
    """Convert LaTeX to matplotlib's mathtext: one line, and two cases as a fraction without a line."""
    text = " ".join(latex.split())
    text = _CASES.sub(lambda m: rf"\genfrac{{\{{}}{{.}}{{0}}{{0}}{{{_case(m[1])}}}{{{_case(m[2])}}}", text)
    text = text.replace(r"\text{", r"\mathrm{")
    return re.sub(r"\\(le|ge)(?![a-z])", r"\\\1q", text)


def _case(text: str) -> str:
    return text.strip().replace("&", r"\quad")


def documented(name: str) -> str:
    """Return a name of the library with its signature and its docstring."""
    module, _, attribute = name.rpartition(".")
    try:
        thing = getattr(importlib.import_module(module), attribute)
    except ImportError:  # reading about it does not need scikit-learn
        return f"### {attribute}\n"
    lines = [f"### {attribute}", _described(attribute, thing)]
    if inspect.isclass(thing):
        for member, value in vars(thing).items():
            call = value.__func__ if isinstance(value, classmethod | staticmethod) else value
            if not member.startswith("_") and inspect.isfunction(call) and call.__doc__:
                lines.append(_described(f"{attribute}.{member}", call))
    return "\n\n".join(lines) + "\n"


def _described(name: str, thing: object) -> str:
    try:
        signature = str(inspect.signature(thing))  # type: ignore[arg-type]
    except (TypeError, ValueError):
        signature = ""
    if inspect.isclass(thing) and issubclass(thing, Exception):
        signature = ""
    docstring = inspect.cleandoc(thing.__doc__ or "")
    return f"```python\n{name}{signature}\n```\n\n```text\n{docstring}\n```"


def slug(heading: str) -> str:
    """Return the anchor of a heading, as in links."""
    plain = re.sub(r"[^\w\s-]", "", heading.lower())
    return re.sub(r"[-\s]+", "-", plain).strip("-")
