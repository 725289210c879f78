"""What the guide's build adds to Markdown: equations, and parts that are generated from the program.

Equations are written as on GitHub, in a fence of the language `math` or inline as $`…`$, and become MathML,
which browsers show without any script. A line `<!-- generated: commands -->` is replaced by what the function
of that name in `lwnb_gui/guide/generated_parts.py` writes, and `<kbd>{undo}</kbd>` by the key of that action,
so that such parts cannot be out of date. Each notebook is a page, too, with the outputs that are stored in it
(`notebooks.py` next to this file runs them).
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from latex2mathml.converter import convert
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from lwnb_gui.actions import with_keys
from lwnb_gui.guide.notebooks import as_markdown

ElementTree.register_namespace("", "http://www.w3.org/1998/Math/MathML")

_MARK = re.compile(r"^<!-- generated: (\w+) -->$", re.MULTILINE)
_DISPLAY = re.compile(r"^```math\n(.*?)\n```$", re.MULTILINE | re.DOTALL)
_INLINE = re.compile(r"\$`(.+?)`\$")
_BIG = ("∑", "∏")  # their limits are above and below where there is space
_PICTURE = re.compile(r'(<img [^>]*src="([^"]+\.webp)"[^>]*>)')
_KEPT = re.compile(r"(?:<p>)?MATHML(\d+)END(?:</p>)?")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add a page for each notebook, beside the notebook itself, which can be downloaded."""
    notebooks = [file for file in files if file.src_uri.endswith(".ipynb")]
    for file in notebooks:
        link = f"[Download this notebook]({Path(file.src_uri).name})\n\n"
        content = as_markdown(Path(file.abs_src_path or ""), with_html=True)
        title, _, rest = content.partition("\n\n")
        page = file.src_uri.replace(".ipynb", ".md")
        files.append(File.generated(config, page, content=f"{title}\n\n{link}{rest}"))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Insert generated parts, and take equations out, because Markdown must not see their content."""
    markdown = with_keys(_MARK.sub(_generated, markdown))
    equations: list[str] = []
    page.meta["equations"] = equations

    def keep(mathml: str) -> str:
        equations.append(mathml)
        return f"MATHML{len(equations) - 1}END"

    markdown = _DISPLAY.sub(lambda match: keep(_block(match[1])), markdown)
    return _INLINE.sub(lambda match: keep(mathml(match[1])), markdown)


def on_page_content(html: str, page: Any, **_: Any) -> str:
    """Put the equations back, and let a click on a picture show it in full size."""
    equations: list[str] = page.meta.get("equations", [])

    def put_back(match: re.Match[str]) -> str:
        equation = equations[int(match[1])]
        if equation.startswith("<div"):
            return equation  # a block that replaces its paragraph
        return match[0].replace(f"MATHML{match[1]}END", equation)

    return _PICTURE.sub(r'<a href="\2">\1</a>', _KEPT.sub(put_back, html))


def mathml(latex: str, display: str = "inline") -> str:
    """Return one equation; it includes its source for users who copy it or hear it."""
    tree = ElementTree.fromstring(convert(latex.strip(), display=display))
    tree.set("alttext", latex.strip())
    if display == "block":
        for element in tree.iter():
            if len(element) > 1 and element[0].text in _BIG:
                element.tag = element.tag.replace("msubsup", "munderover").replace("msub", "munder")
    return ElementTree.tostring(tree, encoding="unicode")


def _generated(mark: re.Match[str]) -> str:
    from lwnb_gui.guide import generated_parts as parts

    return str(getattr(parts, mark[1])())


def _block(latex: str) -> str:
    return f'<div class="equation">{mathml(latex, "block")}</div>'
