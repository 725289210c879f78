"""Reading a file: its bytes, unpacked, and its text, with encoding and line ends."""

from __future__ import annotations

import codecs
import contextlib
import re
from dataclasses import dataclass
from pathlib import Path

from lwnb_core.data.attribute import Repair
from lwnb_core.data.formats.archive_members import MARK, split_part
from lwnb_core.data.formats.packing import MOST_UNPACKED_BYTES, is_document, is_zip, unpack
from lwnb_core.errors import DataError
from lwnb_core.remedies import Remedy

_UTF16_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_UTF32_MARKS = (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)  # the first begins with a mark of UTF-16
_C1_CONTROLS = re.compile(r"[\x80-\x9f]")


@dataclass(frozen=True)
class Decoded:
    """The text of a file, its encoding, and the repairs made to decode it."""

    text: str
    encoding: str
    repairs: tuple[Repair, ...] = ()


def read_bytes(path: Path, *, most: int = MOST_UNPACKED_BYTES) -> bytes:
    """Return the content of a file, unpacked if it is packed, or of a part of it, as in `data.zip#train.csv`.

    A file that cannot be read raises a `DataError`. A workbook is returned whole, because its reader knows
    the parts.
    """
    on_disc, part = split_part(path)
    try:
        raw = on_disc.read_bytes()
    except FileNotFoundError:
        raise DataError("there is no such file", file=str(path)) from None
    except IsADirectoryError:
        raise DataError("this is a folder, not a file", file=str(path)) from None
    except PermissionError:
        raise DataError(
            "no permission to read this file", file=str(path), hint="Check the file's access rights."
        ) from None
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror or error}", file=str(path)) from None
    except ValueError:  # a NUL character in the name
        raise DataError("this is not a file name", file=repr(str(path))) from None
    content = unpack(raw, file=str(path), member=part, most=most)
    if part and not is_zip(raw) and not is_document(content):
        raise DataError("this file has no parts", file=str(path), hint=f"Leave out {MARK}{part}.")
    return content


def decode(raw: bytes, *, encoding: str | None = None, file: str = "") -> Decoded:
    """Decode bytes to text with `\n` as the only line end.

    A byte-order mark decides; then UTF-8; then Latin-1, which can read anything, or Windows' variant of it
    (cp1252) where that makes more sense. A given `encoding` is used as it is.
    """
    repairs: list[Repair] = []
    if encoding is not None:
        text, used = _decode_as(raw, encoding, file).removeprefix("\ufeff"), encoding
    elif raw.startswith(_UTF32_MARKS):
        text, used = _decode_as(raw, "utf-32", file), "utf-32"
        repairs.append(Repair("the file is in UTF-32; read as such"))
    elif raw.startswith(_UTF16_MARKS):
        text, used = _decode_as(raw, "utf-16", file), "utf-16"
        repairs.append(Repair("the file is in UTF-16; read as such"))
    else:
        marked = raw.startswith(codecs.BOM_UTF8)
        if marked:
            raw = raw[len(codecs.BOM_UTF8) :]
            repairs.append(Repair("a byte-order mark at the start of the file was left out", 1))
        try:
            text, used = raw.decode("utf-8"), "utf-8-sig" if marked else "utf-8"
        except UnicodeDecodeError as error:
            text, used = _decode_western(raw)
            line = raw.count(b"\n", 0, error.start) + 1
            repairs.append(Repair("the file is not UTF-8; read as Latin-1 (Western European)", line))
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return Decoded(text.rstrip("\x1a"), used, tuple(repairs))  # DOS ended its text files with Ctrl-Z


def looks_binary(raw: bytes) -> bool:
    """Whether the first bytes are not text in any encoding that we read."""
    head = raw[:4096]
    if head.startswith((*_UTF16_MARKS, *_UTF32_MARKS)):
        return False
    controls = sum(head.count(byte) for byte in _CONTROLS)
    return controls * 20 > len(head)


_CONTROLS = tuple(bytes([b]) for b in (*range(0x09), *range(0x0E, 0x1A), *range(0x1C, 0x20), 0x7F))


def _decode_western(raw: bytes) -> tuple[str, str]:
    text = raw.decode("latin-1")
    if _C1_CONTROLS.search(
        text
    ):  # unused in texts; in Windows' encoding these are quotes, dashes and the euro sign
        with contextlib.suppress(UnicodeDecodeError):
            return raw.decode("cp1252"), "cp1252"
    return text, "latin-1"


def _decode_as(raw: bytes, encoding: str, file: str) -> str:
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError as error:
        raise DataError(
            f"byte {error.start:,} cannot be read as {encoding}",
            file=file,
            remedies=[Remedy("encoding")],
        ) from None
    except (LookupError, ValueError):  # this also refuses codecs with another purpose, such as idna
        raise DataError(
            f"no encoding is called {encoding!r}",
            file=file,
            hint="Common ones: utf-8, utf-16, cp1252, latin-1.",
        ) from None
