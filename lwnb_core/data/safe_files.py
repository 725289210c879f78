"""Writing files so that a crash or a full disc never leaves half of one; folders, and where the cache is.

A write-protected file is never replaced, although renaming a new file over it needs only the folder's rights.
"""

from __future__ import annotations

import atexit
import contextlib
import errno
import functools
import gzip
import os
import re
import shutil
import stat
import tempfile
import uuid
from pathlib import Path

import platformdirs

from lwnb_core.errors import DataError

_ADDRESS = re.compile(r"(?:https?|ftp|s3|file):/", re.IGNORECASE)


def atomic_write(path: str | Path, content: str | bytes, *, lasting: bool = True) -> None:
    """Write a whole file or nothing: a temporary file is written first, and then renamed.

    Text is written as UTF-8; a file whose name ends in `.gz` is packed. If it need not be `lasting`,
    the call does not wait for the disc: a power failure can then damage the file. A write-protected file is
    refused and left unchanged.
    """
    target = Path(path)
    try:
        raw = content.encode("utf-8") if isinstance(content, str) else content
    except UnicodeEncodeError as error:
        raise DataError(
            f"the text contains a character that cannot be written to a file ({error.object[error.start]!r})",
            file=str(target),
        ) from None
    if target.name.lower().endswith(".gz"):
        raw = gzip.compress(raw, mtime=0)  # without a time stamp, the same content gives the same file
    try:
        _replace(target, raw, lasting)
    except OSError as error:
        raise not_written(target, error) from None


def check_writable(path: str | Path) -> None:
    """Raise a `DataError` if no file can be written under this name; call it before hours of work.

    Whether a folder accepts a new file is tested by creating one in it, which is removed again. Access rights
    alone are not enough (administrators, read-only discs, folders of the system).
    """
    target = Path(path)
    try:
        if is_special(target):
            return
        target = target.resolve()
        refuse_protected(target)
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        temporary = _temporary_beside(target)
        with temporary.open("xb"):
            pass
        temporary.unlink()
    except OSError as error:
        raise not_written(Path(path), error) from None


def is_special(target: Path) -> bool:
    """Whether the target is a pipe or device, such as /dev/stdout, which is written to but never replaced."""
    return target.exists() and not target.is_file() and not target.is_dir()


def address_of(file: str | Path) -> str:
    """Return the address that was given for a file, in which `Path` has merged slashes; empty for a path."""
    if not _ADDRESS.match(str(file)) or Path(file).exists():
        return ""
    scheme, _, rest = str(file).partition(":")
    rest = rest.lstrip("/")
    return f"{scheme}:///{rest}" if scheme.lower() == "file" else f"{scheme}://{rest}"


def not_written(path: Path, error: OSError) -> DataError:
    """Return the error for a file that could not be written, with the same message everywhere."""
    if address := address_of(path):
        return DataError(
            "an address cannot be written to",
            file=address,
            hint="Give a file on this computer, and upload it.",
        )
    if isinstance(error, FileNotFoundError | NotADirectoryError) and not path.parent.is_dir():
        return DataError(
            f"cannot be written: there is no folder {str(path.parent)!r}",
            file=str(path),
            hint="Create the folder first, or choose another.",
        )
    return DataError(
        f"cannot be written: {error.strerror or error}",
        file=str(path),
        hint="Check that the folder exists, that you may write to it, and that the disk is not full.",
    )


def refuse_protected(target: Path) -> None:
    """Raise a `DataError` for an existing file that must not be changed.

    The file's own mode is looked at as well: the system lets administrators write to any file.
    """
    try:
        mode = target.stat().st_mode
    except OSError:
        return
    if stat.S_ISREG(mode) and (not mode & 0o222 or not os.access(target, os.W_OK)):
        raise DataError(
            "the file is write-protected",
            file=str(target),
            hint="It was not changed. Choose another name, or remove the protection.",
        )


def make_folder(folder: Path, hint: str) -> None:
    """Create a folder, and those above it, unless it exists."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DataError(f"cannot be made: {error.strerror or error}", file=str(folder), hint=hint) from None


def cache_directory() -> Path:
    """Return the user's folder for files that can be created or fetched again."""
    if given := os.environ.get("LWNB_CACHE"):
        return Path(given)
    return platformdirs.user_cache_path("lwnb", appauthor=False)


@functools.cache
def passing_folder() -> Path:
    """Return a temporary folder of this process, for users whose cache cannot be written to."""
    folder = Path(tempfile.mkdtemp(prefix="lwnb-"))
    atexit.register(remove_passing_folder)
    return folder


def remove_passing_folder() -> None:
    """Remove the temporary folder; for code that ends the process without Python's own clean-up."""
    if passing_folder.cache_info().currsize:
        shutil.rmtree(passing_folder(), ignore_errors=True)


def _replace(target: Path, raw: bytes, lasting: bool) -> None:
    if is_special(target):
        target.write_bytes(raw)
        return
    target = target.resolve()  # a symbolic link is kept: its target is replaced
    refuse_protected(target)
    temporary = _temporary_beside(target)
    try:
        with temporary.open("xb") as stream:
            stream.write(raw)
            if lasting:
                stream.flush()
                os.fsync(stream.fileno())
        if target.exists():
            temporary.chmod(target.stat().st_mode & 0o777)
        temporary.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise


def _temporary_beside(target: Path) -> Path:
    return target.parent / f".{target.name[:100]}.{uuid.uuid4().hex}.tmp"
