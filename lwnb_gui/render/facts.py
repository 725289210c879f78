"""The facts in a report about the origin of its numbers: data, settings, versions."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Mapping
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from lwnb_core import Dataset, __version__
from lwnb_core.data import sample_of
from lwnb_core.data.formats.archive_members import on_disc
from lwnb_gui.app.query import Query
from lwnb_gui.settings import setting_label, value_label
from lwnb_gui.text import count, listed, printable

Facts = tuple[tuple[str, str], ...]

_LIBRARIES = ("numpy", "scipy", "numba", "matplotlib")


def data_facts(data: Dataset, name: str = "data") -> Facts:
    """Return file, size, class and fingerprints."""
    sample = sample_of(data.source)
    where = f"sample {sample}" if sample else data.source or "not in a file"
    numeric = sum(data.attributes[j].is_numeric for j in data.predictors)
    nominal = len(data.predictors) - numeric
    kinds = [f"{n} {kind}" for n, kind in ((numeric, "numeric"), (nominal, "nominal")) if n]
    size = f"{count(len(data), 'row')}, {listed(kinds) or 'no'} attributes"
    facts = [(name, printable(where)), ("size", size)]
    if data.class_index is not None:
        classes = data.classes if len(data.classes) <= 12 else (*data.classes[:11], "…")
        named = ", ".join(printable(c) for c in classes)
        facts.append(("class", f"{printable(data.class_attribute.name)}: {named}"))
    facts.append(("content, SHA-256", data.fingerprint))
    digest = file_digest(data.source)
    if digest:
        facts.append(("file, SHA-256", digest))
    return tuple(facts)


def settings_facts(settings: Mapping[str, Any]) -> Facts:
    """Return a learner's settings in words."""
    return tuple(
        (setting_label(name), printable(value_label(name, value))) for name, value in settings.items()
    )


def query_facts(query: Query) -> Facts:
    """Return the settings, the rows and the attributes in use."""
    facts = [("learner", query.learner.name), *settings_facts(query.learner.settings)]
    if "numeric" not in query.learner.settings:  # state it even if it is the convention's own
        facts += settings_facts({"numeric": query.numeric})
    facts.append(("tested", printable(query.test_rows.text)))
    if query.unused:
        facts.append(("attributes not used", printable(", ".join(sorted(query.unused)))))
    return tuple(facts)


def version_facts() -> Facts:
    """Return the versions of everything that computes or draws."""
    versions = [f"LWNB Explorer {__version__}", f"Python {platform.python_version()}"]
    for name in _LIBRARIES:
        with suppress(PackageNotFoundError):
            versions.append(f"{name} {version(name)}")
    return (("versions", ", ".join(versions)),)


def file_digest(source: str) -> str:
    """Return the file's checksum as printed by `sha256sum`; empty if the file can no longer be read."""
    if not source:
        return ""
    try:
        with on_disc(Path(source).expanduser()).open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except (OSError, ValueError):
        return ""
