"""What the operating system must provide: Qt's libraries, a font, the tools of some tests."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from bootstrap import run, say

# Debian's and Ubuntu's package for each library that Qt's window plugin may need.
DEBIAN_PACKAGES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libGLX.so.0": "libglx0",
    "libGLdispatch.so.0": "libglvnd0",
    "libICE.so.6": "libice6",
    "libOpenGL.so.0": "libopengl0",
    "libSM.so.6": "libsm6",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libX11.so.6": "libx11-6",
    "libXau.so.6": "libxau6",
    "libXdmcp.so.6": "libxdmcp6",
    "libbrotlidec.so.1": "libbrotli1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libexpat.so.1": "libexpat1",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libpng16.so.16": "libpng16-16",
    "libstdc++.so.6": "libstdc++6",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-glx.so.0": "libxcb-glx0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xinerama.so.0": "libxcb-xinerama0",
    "libxcb-xinput.so.0": "libxcb-xinput0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxcb.so.1": "libxcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libz.so.1": "zlib1g",
    "libzstd.so.1": "libzstd1",
}

# Debian's packages for the screen and the mouse of some window tests, and the command that shows whether each
# is present.
TEST_TOOLS = {"xvfb": "Xvfb", "xdotool": "xdotool"}
# Those of the thorough tests: a browser with its driver, for the live page.
THOROUGH_TOOLS = {"chromium-driver": "chromedriver"}


def missing_libraries(ldd_output: str) -> list[str]:
    """Return the libraries that `ldd` did not find, each once, without those that come with Qt."""
    names = re.findall(r"^\s*(\S+) => not found", ldd_output, flags=re.MULTILINE)
    return sorted({name for name in names if not name.startswith(("libQt6", "libicu"))})


def debian_packages(libraries: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return the Debian packages of these libraries, and the libraries whose package we do not know."""
    libraries = list(libraries)
    packages = {DEBIAN_PACKAGES[name] for name in libraries if name in DEBIAN_PACKAGES}
    return sorted(packages), [name for name in libraries if name not in DEBIAN_PACKAGES]


def library_advice(libraries: Sequence[str], packager: str | None) -> str:
    """Return what a person should type to install these libraries."""
    if packager == "apt-get":
        packages, unknown = debian_packages(libraries)
        advice = f"sudo apt-get install {' '.join(packages)}" if packages else ""
        if unknown:
            advice += ("\nand " if advice else "") + "the packages that contain " + ", ".join(unknown)
        return advice
    if packager in ("dnf", "zypper"):
        # These find a package by a library in it.
        return f"sudo {packager} install " + " ".join(f"'{name}()(64bit)'" for name in libraries)
    return "install your system's packages that contain " + ", ".join(libraries)


def on_debian() -> bool:
    return Path("/etc/debian_version").exists() and shutil.which("apt-get") is not None


def is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def packager() -> str | None:
    """Return how this Linux installs packages, if we know it."""
    if on_debian():
        return "apt-get"
    return next((name for name in ("dnf", "zypper") if shutil.which(name)), None)


def apt_install(packages: Sequence[str]) -> bool:
    """Install Debian packages as root; report a failure and return False."""
    say(f"Installing system packages: {' '.join(packages)}")
    environ = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    apt = ["apt-get", "-qq", "-o", "DPkg::Lock::Timeout=120", "-o", "Dpkg::Use-Pty=0"]
    install = [*apt, "install", "-y", "--no-install-recommends", *packages]
    # A fresh machine has no package lists, and old ones name files that no longer exist; but usually they
    # work.
    output = ""
    for command in (install, [*apt, "update"], install):
        code, output = run(command, environ)
        if command is install and code == 0:
            return True
    say(f"apt-get could not install them:\n{output.strip()}")
    return False


def qt_libraries(env: Path) -> list[str]:
    """Return the system libraries that Qt needs to open a window and this machine lacks."""
    plugins = env.glob("lib/python3*/site-packages/PySide6/Qt/plugins/platforms/libqxcb.so")
    _, output = run(["ldd", *map(str, plugins)], os.environ)
    return missing_libraries(output)


def has_fonts() -> bool:
    """Return whether any font is installed; without one, Qt draws empty boxes."""
    folders = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), Path.home() / ".local/share/fonts")
    return any(next(folder.rglob("*.[ot]t[fc]"), None) is not None for folder in folders)


def provide_system_libraries(env: Path, tools: Mapping[str, str] | None = None) -> None:
    """Install what Qt needs from the system if we may; otherwise say what is missing, and continue.

    `tools` are further packages, each with the command that shows whether it is present.
    """
    if not sys.platform.startswith("linux"):
        return
    libraries = qt_libraries(env)
    if on_debian() and is_root():
        packages, _ = debian_packages(libraries)
        if not has_fonts():
            packages.append("fonts-dejavu-core")
        if packages and apt_install(packages):
            libraries = qt_libraries(env)
        # Each separately, so that a failure does not prevent the others.
        for package, command in (tools or {}).items():
            if not shutil.which(command):
                apt_install([package])
    if libraries:
        say(f"Qt cannot open a window yet: {', '.join(libraries)} not found. To install them:")
        say(library_advice(libraries, packager()))
