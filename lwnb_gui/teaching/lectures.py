"""The lectures that come with the program, those of a folder, and their texts as HTML. No Qt in here."""

from __future__ import annotations

import html
import json
import re
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path

from lwnb_core import LwnbError
from lwnb_core.data import assets_dir
from lwnb_gui.session.file import SUFFIX, load_session
from lwnb_gui.text import unbroken

Run = tuple[tuple[str, ...], str]  # tags from the outside in, and the text inside

_STRONG = re.compile(r"\*\*(?=\S)(.+?)(?<=\S)\*\*")
_EMPHASIS = re.compile(r"\*(?=\S)(.+?)(?<=\S)\*")
_BANDWIDTH = re.compile(r"\bd_k\b")  # the symbol rather than a part of a name such as `sold_kg`


@dataclass(frozen=True)
class LectureInfo:
    """A lecture for a list: its file, title and summary."""

    file: Path
    title: str
    summary: str


def shipped() -> tuple[LectureInfo, ...]:
    """Return the lectures of the course, in order."""
    return tuple(_shipped(file) for file in in_folder(assets_dir() / "lectures"))


def first_look() -> LectureInfo:
    """Return the lecture for first-time users, which is not part of the course."""
    return _shipped(assets_dir() / "first-look.lwnb")


def _shipped(file: Path) -> LectureInfo:
    """Return title and summary, unchecked: the tests check these files, and checking the quotes needs all
    views, which are loaded after the start page is shown.
    """
    lecture = json.loads(file.read_text(encoding="utf-8"))["lecture"]
    return LectureInfo(file, lecture["title"], lecture["summary"])


def lectures_in(folder: Path) -> tuple[LectureInfo, ...]:
    """Return the lectures of a folder, ordered by name, without sessions. Slow if they embed data.

    One that cannot be read is left out: opening it says why.
    """
    lectures = []
    for file in in_folder(folder):
        try:
            session = load_session(file)
        except LwnbError:
            continue
        if session.kind == "lecture" and session.lecture is not None:
            lectures.append(LectureInfo(file, session.lecture.title or file.stem, session.lecture.summary))
    return tuple(lectures)


def in_folder(folder: Path) -> list[Path]:
    """Return the `.lwnb` files of a folder, in the order of their names."""
    try:
        files = [
            f for f in folder.iterdir() if f.name.lower().endswith(SUFFIX) and not f.name.startswith(".")
        ]
    except OSError:
        return []
    return sorted(files, key=lambda f: f.name.lower())


def position_in_folder(file: str | Path) -> tuple[Path | None, Path | None, int, int]:
    """Return (previous, next, number, how many) of a lecture among those of its folder."""
    here = Path(file)
    files = in_folder(here.parent)
    if here not in files:
        return None, None, 0, len(files)
    at = files.index(here)
    before = files[at - 1] if at > 0 else None
    after = files[at + 1] if at + 1 < len(files) else None
    return before, after, at + 1, len(files)


class _Runs(HTMLParser):
    """Parses what `as_html` writes."""

    def __init__(self) -> None:
        super().__init__()
        self.paragraphs: list[list[Run]] = []
        self._tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag == "p":
            self.paragraphs.append([])
        else:
            self._tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag != "p":
            self._tags.pop()

    def handle_data(self, data: str) -> None:
        self.paragraphs[-1].append((tuple(self._tags), data))


def runs(text: str) -> list[list[Run]]:
    """Return the paragraphs of a text, each in pieces with their tags."""
    reader = _Runs()
    reader.feed(as_html(text))
    reader.close()
    return reader.paragraphs


def as_html(text: str) -> str:
    """Convert *emphasis*, **strong emphasis** and empty lines between paragraphs, and nothing else."""
    paragraphs = [p for p in re.split(r"\n\s*\n", text.strip()) if p.strip()]
    lines = []
    for paragraph in paragraphs:
        safe = html.escape(unbroken(" ".join(paragraph.split())), quote=False)
        safe = _EMPHASIS.sub(r"<i>\1</i>", _STRONG.sub(r"<b>\1</b>", safe))
        safe = _BANDWIDTH.sub("d<sub>k</sub>", safe)
        lines.append(f"<p style='margin: 0 0 4px 0'>{safe}</p>")
    return "".join(lines)
