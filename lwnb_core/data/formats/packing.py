"""Packed files: gzip, bzip2, xz and zip, recognised by their first bytes, never unpacked beyond a limit."""

from __future__ import annotations

import bz2
import io
import lzma
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from lwnb_core.errors import DataError
from lwnb_core.remedies import Remedy

PACKING_SUFFIXES = (".gz", ".bz2", ".xz", ".zip")

MOST_UNPACKED_BYTES = 4 << 30
"""A few kilobytes can unpack to any size; more than this is not a data set for a desktop."""

SUSPICIOUS_UNPACKED_BYTES = 256 << 20
SUSPICIOUS_RATIO = 250
"""Tables shrink to a tenth, at best to a hundredth; beyond both of these it is a trap, not a table."""

_GZIP, _BZIP2, _XZ, _ZIP = b"\x1f\x8b", b"BZh", b"\xfd7zXZ\x00", b"PK\x03\x04"
_NAMES = {_GZIP: "gzip", _BZIP2: "bzip2", _XZ: "xz", _ZIP: "zip"}
_CHUNK = 1 << 20
_PACKED_CHUNK = 1 << 14
_XZ_MEMORY = 512 << 20  # a header can ask for 4 GB before a single byte is out
_MOST_LISTED = 8
_ZIP_HEADER = 30  # bytes before the name of a member
# What spreadsheets and the like write is a zip file, too; it counts as a document, not as a packed file.
_DOCUMENT_PARTS = (b"[Content_Types].xml", b"mimetype", b"docProps/", b"xl/", b"_rels/")


def without_packing(name: str) -> str:
    """Return a file's name without the suffix of its packing."""
    suffix = next((s for s in PACKING_SUFFIXES if name.lower().endswith(s)), "")
    return name[: len(name) - len(suffix)]


def is_packed(raw: bytes) -> bool:
    """Whether the first bytes are those of a packed file; spreadsheets do not count."""
    return _packing_of(raw) is not None


def is_zip(raw: bytes) -> bool:
    """Whether the bytes are a zip file, which may be a document."""
    return raw.startswith(_ZIP)


def is_document(raw: bytes) -> bool:
    """Whether a zip file is a spreadsheet or another document, by the name of its first member."""
    return raw.startswith(_ZIP) and raw[_ZIP_HEADER : _ZIP_HEADER + 32].startswith(_DOCUMENT_PARTS)


def unpack(raw: bytes, *, file: str = "", member: str = "", most: int = MOST_UNPACKED_BYTES) -> bytes:
    """Unpack the bytes, up to `most` of them; bytes that are not packed are returned unchanged.

    `member` names the file to read if a zip file holds several.
    """
    packing = _packing_of(raw)
    if packing is None:
        return raw
    limit = min(most, likely_limit(len(raw)))
    unpacked = io.BytesIO()
    try:
        for piece in _pieces(raw, packing, file, member):
            unpacked.write(piece)
            if unpacked.tell() > limit:
                raise DataError(
                    f"unpacks to more than {limit:,} bytes",
                    file=file,
                    hint="Unpack it yourself and keep only the rows that you need.",
                )
    except NotImplementedError as error:  # a kind of zip file that Python does not know
        message = f"the zip file cannot be unpacked: {error}"
        raise DataError(message, file=file, hint="Unpack it yourself.") from None
    except EOFError:
        message = f"the {_NAMES[packing]} file ends too early"
        raise DataError(message, file=file, hint="Copy or download it again.") from None
    except (zlib.error, lzma.LZMAError, zipfile.BadZipFile, OSError, ValueError) as error:
        if isinstance(error, DataError):
            raise
        message = f"the {_NAMES[packing]} file is damaged"
        raise DataError(message, file=file, hint="Copy or download it again.") from None
    return unpacked.getvalue()


def unpacked_head(raw: bytes, size: int) -> bytes:
    """Unpack the beginning of a file, given its first bytes; as much as possible."""
    packing = _packing_of(raw)
    if packing is None:
        return raw[:size]
    head = b""
    try:
        if packing == _ZIP:
            return _head_of_zip(raw, size)
        for piece in _pieces(raw, packing):
            head += piece
            if len(head) >= size:
                break
    except (EOFError, zlib.error, lzma.LZMAError, OSError):
        pass  # the bytes end within a block
    return head[:size]


def likely_limit(packed: int) -> int:
    """Return how many bytes this many packed ones hold at most, if they are a table."""
    return max(SUSPICIOUS_UNPACKED_BYTES, SUSPICIOUS_RATIO * packed)


def refuse_trap(unpacked: int, packed: int, file: str) -> None:
    """Raise a `DataError` if a few bytes unpack to more than a table's would."""
    if unpacked > likely_limit(packed):
        raise DataError(
            f"unpacks to more than {likely_limit(packed):,} bytes",
            file=file,
            hint="Keep only the rows and columns that you need.",
        )


def _packing_of(raw: bytes) -> bytes | None:
    magic = next((magic for magic in _NAMES if raw.startswith(magic)), None)
    return None if magic == _ZIP and is_document(raw) else magic


def _pieces(raw: bytes, packing: bytes, file: str = "", member: str = "") -> Iterator[bytes]:
    if packing == _GZIP:
        return _gzip_pieces(raw)
    if packing == _ZIP:
        return _zip_pieces(raw, file, member)
    return _stream_pieces(raw, packing)


def _gzip_pieces(raw: bytes) -> Iterator[bytes]:
    """Yield what the members of a gzip file hold, at most a megabyte at a time; `EOFError` if it is cut off.

    The input goes in by small slices, because zlib copies what it has not used yet.
    """
    position, view = 0, memoryview(raw)
    while raw.startswith(_GZIP, position):
        member = zlib.decompressobj(wbits=31)
        while not member.eof:
            packed: bytes | memoryview = member.unconsumed_tail
            if not packed:
                packed = view[position : position + _PACKED_CHUNK]
                position += len(packed)
            if not packed:
                raise EOFError
            yield member.decompress(packed, _CHUNK)
        position -= len(member.unused_data)


def _stream_pieces(raw: bytes, packing: bytes) -> Iterator[bytes]:
    """Do the same for bzip2 and xz, which buffer unused input themselves."""
    position = 0
    while raw.startswith(packing, position):
        stream = bz2.BZ2Decompressor() if packing == _BZIP2 else lzma.LZMADecompressor(memlimit=_XZ_MEMORY)
        while not stream.eof:
            packed = b""
            if stream.needs_input:
                packed = raw[position : position + _PACKED_CHUNK]
                position += len(packed)
                if not packed:
                    raise EOFError
            yield stream.decompress(packed, _CHUNK)
        position -= len(stream.unused_data)


def _zip_pieces(raw: bytes, file: str, member: str) -> Iterator[bytes]:
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        chosen = _chosen(members_of(archive), file, member)
        if chosen.flag_bits & 1:
            raise DataError("the zip file is encrypted", file=file, hint="Unpack it first.")
        with archive.open(chosen) as stream:
            while piece := stream.read(_CHUNK):
                yield piece


def members_of(archive: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    """Return the files in a zip file, without folders and the files that macOS adds."""
    return [m for m in archive.infolist() if not m.is_dir() and not _is_left_over(m.filename)]


def _chosen(members: list[zipfile.ZipInfo], file: str, name: str) -> zipfile.ZipInfo:
    chosen = [m for m in members if m.filename == name] if name else members
    if len(chosen) == 1:
        return chosen[0]
    if not members:
        raise DataError("the zip file is empty", file=file)
    names = ", ".join(m.filename for m in members[:_MOST_LISTED])
    more = f" and {len(members) - _MOST_LISTED} more" if len(members) > _MOST_LISTED else ""
    if name:
        raise DataError(
            f"the zip file does not contain {name!r}", file=file, hint=f"It contains {names}{more}."
        )
    can_be_named = Path(file).is_file()  # not if they come from standard input
    raise DataError(
        f"the zip file contains {len(members)} files: {names}{more}",
        file=file,
        hint="" if can_be_named else "Unpack it first.",
        remedies=[Remedy("name_part", f"{file}#{members[0].filename}")] if can_be_named else (),
    )


def _head_of_zip(raw: bytes, size: int) -> bytes:
    """Read the beginning of a zip file. The list of its members is at its end, so only the first is found."""
    method, names, extra = (int.from_bytes(raw[at : at + 2], "little") for at in (8, 26, 28))
    start = _ZIP_HEADER + names + extra
    if method != zipfile.ZIP_DEFLATED:
        return raw[start : start + size] if method == zipfile.ZIP_STORED else b""
    try:
        return zlib.decompressobj(wbits=-15).decompress(raw[start:], size)
    except zlib.error:
        return b""


def _is_left_over(name: str) -> bool:
    """Whether a file was added by macOS or a file manager."""
    return name.startswith("__MACOSX/") or name.rpartition("/")[2].startswith(".")
