"""Data sets from OpenML, on request only: searched, downloaded, checked, and cached.

Nothing here runs by itself. A data set that was fetched once is read from the cache without a connection; a
file whose checksum differs from the one that OpenML gives is never used. OpenML's own client would bring
scikit-learn, pyarrow, minio and requests with it, and unpickles what it has cached.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import socket
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from dataclasses import asdict, dataclass
from http.client import HTTPException
from pathlib import Path
from typing import Any

from lwnb_core.data.safe_files import atomic_write, cache_directory, make_folder
from lwnb_core.errors import LwnbError
from lwnb_core.progress import Progress, silent
from lwnb_core.remedies import Remedy

SERVER = "https://www.openml.org"
MOST_BYTES = 1 << 30
"""The largest data set in bytes; the limit of descriptions is far lower."""

_MOST_DESCRIPTION_BYTES = 16 << 20
_SECONDS = 30
_CHUNK = 1 << 18
_NOT_FOUND = (404, 412)  # OpenML answers 412 where nothing matches


class FetchError(LwnbError):
    """Raised when a data set could not be fetched: no connection, no such data set, or unexpected content."""


@dataclass(frozen=True)
class Fetched:
    """A data set in the cache.

    Attributes
    ----------
    path
        The ARFF file.
    target
        The attribute that OpenML has tasks predict, or None.
    from_cache
        Whether it was in the cache, so that nothing was downloaded.
    """

    path: Path
    id: int
    name: str
    version: str
    target: str | None
    licence: str
    checksum: str
    from_cache: bool = False


def fetch(
    what: str | int,
    *,
    version: int | None = None,
    again: bool = False,
    server: str | None = None,
    folder: Path | None = None,
    progress: Progress = silent,
) -> Fetched:
    """Get a data set by its number, or by its name (the oldest active version unless `version` says).

    Parameters
    ----------
    again
        Download it even if it is in the cache.
    server
        The server; OpenML itself, or what the environment variable LWNB_OPENML names.
    folder
        Where fetched files are stored; in the user's cache folder by default.
    """
    host = _Host(server or os.environ.get("LWNB_OPENML") or SERVER)
    store = _Store(folder or default_folder())
    text = str(what).strip()
    if not text:
        raise FetchError("no name or number of a data set to fetch", remedies=[Remedy("fetch_something")])
    known = None if again else store.find(text, version)
    if known is not None:
        return known
    number = int(text) if re.fullmatch(r"[0-9]{1,9}", text) else _find(host, text, version)
    return _download(host, store, number, progress)


def default_folder() -> Path:
    """Return the folder where fetched data sets are stored."""
    return cache_directory() / "openml"


# -- asking ---------------------------------------------------------------------------------------


class _Host:
    """A server that speaks OpenML's interface."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")
        self._scheme = urllib.parse.urlsplit(self.address).scheme
        if self._scheme not in ("http", "https"):
            raise FetchError(f"{address!r} is not a web address", hint="It should begin with https://")

    def json(self, path: str) -> dict[str, Any]:
        raw = self.get(f"{self.address}/api/v1/json/{path}", _MOST_DESCRIPTION_BYTES)
        try:
            document = json.loads(raw)
        except (ValueError, RecursionError):
            document = None
        if not isinstance(document, dict):
            raise FetchError(
                f"{self.address} sent a response that is not from OpenML",
                hint="There may be a proxy or a login page in between. Try the address in a browser.",
            )
        return document

    def get(self, url: str, most: int, progress: Progress = silent) -> bytes:
        """Return the bytes at an address; every failure is a `FetchError`."""
        try:
            scheme = urllib.parse.urlsplit(url).scheme
        except ValueError:
            scheme = ""
        if scheme not in ("https", self._scheme):  # never a local file, never less secure than requested
            raise FetchError(f"the server redirects to {url[:200]!r}, which is not allowed")
        request = urllib.request.Request(url, headers={"User-Agent": "LWNB Explorer"})
        try:
            # The scheme was checked just above.
            with urllib.request.urlopen(request, timeout=_SECONDS) as reply:  # nosec B310
                return _read(reply.read, _length(reply.headers.get("Content-Length")), most, progress)
        except urllib.error.HTTPError as error:
            error.close()
            if error.code in _NOT_FOUND:
                raise _NothingThere from None
            raise FetchError(
                f"{self.address} answered {error.code} {error.reason}", hint="Try again later."
            ) from None
        except (OSError, HTTPException, ValueError) as error:  # URLError is an OSError
            raise FetchError(
                f"no connection to {urllib.parse.urlsplit(url).netloc or url[:100]}: {_reason(error)}",
                hint="Fetching needs the internet. Data sets fetched before and all samples work offline.",
            ) from None


class _NothingThere(Exception):  # noqa: N818 - never leaves this module
    """The server has no such resource."""


def _read(read: Callable[[int], bytes], length: int, most: int, progress: Progress) -> bytes:
    chunks: list[bytes] = []
    size = 0
    while chunk := read(_CHUNK):
        chunks.append(chunk)
        size += len(chunk)
        if size > most:
            raise FetchError(f"more than {most:,} bytes", hint="Download it yourself and keep what you need.")
        progress(size, max(length, size))
    if size < length:
        raise FetchError("the connection was lost during the download", hint="Try again.")
    return b"".join(chunks)


def _length(header: str | None) -> int:
    return int(header) if header is not None and re.fullmatch(r"[0-9]{1,15}", header) else 0


def _reason(error: BaseException) -> str:
    inner = getattr(error, "reason", error)
    if isinstance(inner, socket.gaierror):
        return "the host name cannot be resolved (offline?)"
    if isinstance(inner, TimeoutError):
        return f"no answer within {_SECONDS} s"
    return str(getattr(inner, "strerror", None) or inner or type(error).__name__)


def _find(host: _Host, name: str, version: int | None) -> int:
    """Return the number of the data set of a name: the given version, or the oldest active one."""
    query = f"data/list/data_name/{urllib.parse.quote(name, safe='')}"
    query += "/status/active" if version is None else f"/data_version/{int(version)}"
    try:
        versions = host.json(query).get("data", {}).get("dataset", [])
        numbers = [(int(entry["version"]), int(entry["did"])) for entry in versions]
    except _NothingThere:
        numbers = []
    except (AttributeError, KeyError, TypeError, ValueError):
        raise FetchError(f"{host.address} sent a response that is not from OpenML") from None
    if not numbers:
        which = "" if version is None else f" with version {version}"
        raise FetchError(
            f"OpenML has no data set called {name!r}{which}",
            hint="Names must be exact, including capitals; see https://www.openml.org/search.",
        )
    return min(numbers)[1]


def _download(host: _Host, store: _Store, number: int, progress: Progress) -> Fetched:
    try:
        about = host.json(f"data/{number}").get("data_set_description", {})
        form, url = str(about.get("format", "")).lower(), str(about.get("url", ""))
        if form not in ("arff", "sparse_arff"):
            raise FetchError(f"data set {number} is {form or 'of an unknown format'}, not ARFF")
        raw = host.get(url, MOST_BYTES, progress)
    except _NothingThere:
        raise FetchError(
            f"OpenML has no data set {number}", hint="https://www.openml.org/search lists the numbers."
        ) from None
    except AttributeError:
        raise FetchError(f"{host.address} sent a response that is not from OpenML") from None
    checksum = str(about.get("md5_checksum", "")).lower()
    # This guards against accidents in transit; OpenML publishes no other checksum.
    digest = hashlib.md5(raw, usedforsecurity=False).hexdigest()
    if digest != checksum:
        raise FetchError(
            f"data set {number} arrived damaged: its checksum is {digest}, OpenML says {checksum or 'none'}",
            hint="Try again; nothing was kept.",
        )
    target = about.get("default_target_attribute") or None
    return store.keep(
        Fetched(
            store.path_of(number, str(about.get("name", ""))),
            number,
            str(about.get("name", "")),
            str(about.get("version", "")),
            None if target is None else str(target),
            str(about.get("licence", "")),
            checksum,
        ),
        raw,
    )


# -- keeping --------------------------------------------------------------------------------------


class _Store:
    """A folder with one ARFF file and one description per data set."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def path_of(self, number: int, name: str) -> Path:
        """Return a path that stays in the folder: only the plainest characters of the name are used."""
        plain = re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip(".-")[:60]
        return self._folder / f"{plain or 'data'}-{number}.arff"

    def keep(self, fetched: Fetched, raw: bytes) -> Fetched:
        make_folder(self._folder, hint="Set LWNB_CACHE to a folder that you may write to.")
        atomic_write(fetched.path, raw)
        about = {key: value for key, value in asdict(fetched).items() if key not in ("path", "from_cache")}
        atomic_write(fetched.path.with_suffix(".json"), json.dumps(about, indent=2) + "\n")
        return fetched

    def find(self, what: str, version: int | None) -> Fetched | None:
        """Return the oldest complete copy in the cache, or None."""
        stored = [known for known in map(self._read, self._folder.glob("*.json")) if known is not None]
        stored = [
            known
            for known in stored
            if what in (known.name, str(known.id)) and version in (None, _number(known.version))
        ]
        return min(stored, key=lambda known: (_number(known.version), known.id), default=None)

    def _read(self, file: Path) -> Fetched | None:
        try:
            about = json.loads(file.read_text(encoding="utf-8"))
            fetched = Fetched(file.with_suffix(".arff"), **about, from_cache=True)
            digest = hashlib.md5(fetched.path.read_bytes(), usedforsecurity=False).hexdigest()
        except (OSError, TypeError, ValueError, RecursionError):
            return None
        return fetched if digest == fetched.checksum else None  # a file that was changed is fetched again


def _number(version: str) -> int:
    return int(version) if re.fullmatch(r"[0-9]{1,9}", version) else 0
