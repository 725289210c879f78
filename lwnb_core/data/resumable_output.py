"""A file that grows block by block and can be resumed after the program was interrupted or killed.

While it grows it is called NAME.part. Next to it, NAME.part.log has a line of JSON for the inputs that the
file was computed from, and then one for every block that is certain to be on the disc: the size of the file
in bytes, and what the writer needs to resume. Anything beyond that size, such as half a line, is cut off. A
complete file gets its name in one step, and the log is deleted. Pipes and devices are written to directly.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

from lwnb_core.data.safe_files import atomic_write, not_written
from lwnb_core.errors import DataError
from lwnb_core.remedies import Remedy

Identity = dict[str, str]
"""The inputs that a file was computed from, by name: digests, settings."""


class GrowingFile:
    """A context in which blocks are appended.

    Attributes
    ----------
    state
        What the writer stored with the last block, if the file is resumed; otherwise None.
    """

    def __init__(self, path: Path, identity: Identity, *, resume: bool) -> None:
        self.path = path.resolve()  # a symbolic link is kept: its target is replaced
        self.part = part_of(self.path)
        self.log = self.path.with_name(self.path.name + ".part.log")
        self._identity = identity
        self.state: dict[str, Any] | None = None
        self._size = 0
        if resume and self.part.exists():
            self._find_end()
        self._file: BinaryIO | None = None
        self._log: BinaryIO | None = None

    def __enter__(self) -> GrowingFile:
        try:
            begun = self.state is not None
            self._file = self.part.open("r+b" if begun else "wb")
            self._file.truncate(self._size)
            self._file.seek(self._size)
            entries: list[dict[str, Any]] = [{"made of": self._identity}]
            if self.state is not None:
                entries.append({"bytes": self._size, **self.state})
            atomic_write(self.log, "".join(map(_line, entries)))  # without half a line at its end
            self._log = self.log.open("ab")
        except OSError as error:
            self._close()
            raise not_written(self.part, error) from None
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()
        if error is not None and self.state is None:  # there is nothing to resume
            with suppress(OSError):
                self.part.unlink(missing_ok=True)
                self.log.unlink(missing_ok=True)

    def append(self, text: str, state: dict[str, Any]) -> None:
        """Add a block; when this returns, it is on the disc, and the file could be resumed from here."""
        assert self._file is not None
        raw = text.encode("utf-8")
        try:
            self._file.write(raw)
            _flush(self._file)
            self._size += len(raw)
            self._say({"bytes": self._size, **state})
        except OSError as error:
            told = not_written(self.path, error)
            remedies = () if self.state is None else [Remedy("go_on")]
            raise DataError(told.message, file=told.file, hint=told.general_hint, remedies=remedies) from None
        self.state = state

    def finish(self) -> None:
        """Give the complete file its name."""
        self._close()
        try:
            if self.path.exists():
                self.part.chmod(self.path.stat().st_mode & 0o777)
            self.part.replace(self.path)
        except OSError as error:
            raise not_written(self.path, error) from None
        with suppress(OSError):
            self.log.unlink()

    def _find_end(self) -> None:
        """Find the end of the last certain block; an error if the file was computed from other inputs."""
        try:
            lines = self.log.read_bytes().split(b"\n")[:-1]  # what has no end of line was not finished
            entries = [json.loads(line) for line in lines]
            identity = entries[0]["made of"]
            size = self.part.stat().st_size
            certain = [entry for entry in entries[1:] if entry["bytes"] <= size]
        except (OSError, ValueError, LookupError, TypeError):
            raise DataError(
                "cannot be resumed: the log of finished work is missing or damaged",
                file=str(self.log),
                hint="Run the command without resuming to start again.",
            ) from None
        other = [name for name, value in self._identity.items() if identity.get(name) != value]
        if other:
            raise DataError(
                f"cannot be resumed: it was started with different {', '.join(other)}",
                file=str(self.part),
                hint="Run the command without resuming to start again.",
            )
        if certain:
            self.state = certain[-1]
            self._size = self.state.pop("bytes")

    def _say(self, entry: dict[str, Any]) -> None:
        assert self._log is not None
        self._log.write(_line(entry).encode("utf-8"))
        _flush(self._log)

    def _close(self) -> None:
        for stream in (self._file, self._log):
            if stream is not None:
                with suppress(OSError):  # the error about what could not be written has been raised already
                    stream.close()


def part_of(path: Path) -> Path:
    """The name of a file while it grows."""
    target = path.resolve()
    return target.with_name(target.name + ".part")


class DirectOutput:
    """A pipe or a device, used like a `GrowingFile`; what was written is gone, so it cannot be resumed."""

    state = None

    def __init__(self, path: Path) -> None:
        self.path = path

    def __enter__(self) -> DirectOutput:
        try:
            self._file = self.path.open("wb", buffering=0)
        except OSError as error:
            raise not_written(self.path, error) from None
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def append(self, text: str, state: dict[str, Any]) -> None:
        """Write a block; there is nowhere to keep the state."""
        rest = memoryview(text.encode("utf-8"))
        try:
            while rest:  # a pipe may take a part of it
                rest = rest[self._file.write(rest) :]
        except OSError as error:
            raise not_written(self.path, error) from None

    def finish(self) -> None:
        """Do nothing: a pipe needs no finishing."""


def _line(entry: dict[str, Any]) -> str:
    return json.dumps(entry) + "\n"


def _flush(stream: BinaryIO) -> None:
    stream.flush()
    os.fsync(stream.fileno())
