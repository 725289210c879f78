"""One of several tables in a file, named after a mark: `data.zip#train.csv`, `book.xlsx#Sheet2`."""

from __future__ import annotations

import html
import lzma
import re
import zipfile
import zlib
from pathlib import Path

from lwnb_core.data.formats.packing import is_document, is_zip, members_of

MARK = "#"
_SHEET = re.compile(r'<(?:\w+:)?sheet\s[^>]*?\bname="([^"]*)"')
_HEAD_BYTES = 64
_MOST_OF_WORKBOOK = 1 << 20  # bytes of the member that lists the sheets, which may be a zip bomb
# The exceptions of zipfile for a damaged or encrypted file, another kind of file, or an absent member.
_DAMAGED = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError)
_UNREADABLE = (*_DAMAGED, OSError, ValueError, KeyError, RuntimeError)


def split_part(path: str | Path) -> tuple[Path, str]:
    """Split a path into the file on disc and the named part, empty for none. File names may contain a #."""
    text = str(path)
    start = -1
    while not _is_file(text) and (start := text.find(MARK, start + 1)) >= 0:
        if _is_file(text[:start]):
            return Path(text[:start]), text[start + 1 :]
    return Path(path), ""


def on_disc(path: str | Path) -> Path:
    """Return the file on disc that a path with or without a part names."""
    return split_part(path)[0]


def sheet_of(path: str | Path) -> str | None:
    """Return the sheet of a workbook that a path names; empty for none, None if the path cannot name one.

    It cannot for a workbook inside a zip file, because there the part is the workbook.
    """
    file, part = split_part(path)
    try:
        with file.open("rb") as stream:
            head = stream.read(_HEAD_BYTES)
    except OSError:  # standard input
        return None
    return None if is_zip(head) and not is_document(head) else part


def parts_of(path: str | Path) -> tuple[str, ...]:
    """Return the tables of a zip file or workbook if there are several and the path names none of them."""
    try:
        with Path(path).open("rb") as stream:
            is_workbook = is_document(stream.read(_HEAD_BYTES))
        with zipfile.ZipFile(path) as archive:
            if is_workbook:
                with archive.open("xl/workbook.xml") as stream:
                    sheets = _SHEET.findall(stream.read(_MOST_OF_WORKBOOK).decode("utf-8", "replace"))
                names = [html.unescape(name) for name in sheets]
            else:
                names = [member.filename for member in members_of(archive)]
    except _UNREADABLE:
        return ()  # not a zip file, or one about which its reader has more to say
    return tuple(names) if len(names) > 1 else ()


def member_head(archive: Path, member: str, size: int) -> bytes:
    """Return the first bytes of a file in a zip file; none if they cannot be read."""
    try:
        with zipfile.ZipFile(archive) as members, members.open(member) as stream:
            return stream.read(size)
    except _UNREADABLE:
        return b""


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # a name that no file can have
        return False
