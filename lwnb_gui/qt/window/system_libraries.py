"""System libraries that Qt needs and a minimal Linux may lack, reported before Qt would fail."""

from __future__ import annotations

import ctypes
import re
import sys
from pathlib import Path

# Debian packages whose names do not follow from the library's.
_OTHERWISE = {
    "libGLdispatch.so.0": "libglvnd0",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libbrotlidec.so.1": "libbrotli1",
    "libz.so.1": "zlib1g",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
_LIBRARY = re.compile(r"(lib[\w.+-]+\.so(?:\.\d+)+)")


def debian_package(library: str) -> str:
    """Return the Debian and Ubuntu package of a library: its name and version in lower case."""
    if library in _OTHERWISE:
        return _OTHERWISE[library]
    stem, _, version = library.partition(".so.")
    between = "-" if stem[-1:].isdigit() else ""
    return f"{stem.lower().replace('_', '-')}{between}{version}"


def missing_in(message: str) -> str | None:
    """Return the library that is missing according to a loader's message."""
    match = _LIBRARY.search(message)
    return match.group(1) if match and "cannot open shared object" in message else None


def missing_for_x11() -> str | None:
    """Return a library that Qt's X11 plugin cannot find; Qt would end the program without naming it."""
    if not sys.platform.startswith("linux"):
        return None
    import PySide6

    plugin = Path(PySide6.__file__).parent / "Qt" / "plugins" / "platforms" / "libqxcb.so"
    if not plugin.exists():
        return None
    try:
        ctypes.CDLL(str(plugin))
    except OSError as error:
        return missing_in(str(error))
    return None


def x11_answers() -> bool:
    """Whether there is an X server at DISPLAY; without one, Qt would abort the program."""
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return True  # Qt will say what it needs
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    is_open = not xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return is_open


def remedy(library: str) -> str:
    """Return the command that installs it."""
    return f"On Debian or Ubuntu: sudo apt install {debian_package(library)}"
