"""Reads the data inside a live page for the tests."""

from __future__ import annotations

import base64
import gzip
import json
import re
from typing import Any


def packed(page: str) -> dict[str, Any]:
    """Return the data inside a page."""
    match = re.search(r'id="data">([^<]+)<', page)
    assert match is not None
    unpacked: dict[str, Any] = json.loads(gzip.decompress(base64.b64decode(match.group(1))))
    return unpacked
