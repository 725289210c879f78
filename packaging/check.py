"""`python packaging/check.py`: does the program install and start outside this checkout?

Builds sdist and wheel with `build`, checks with `twine check --strict` what a package index would show of
them, installs the wheel into an empty environment and runs it there. --uv and --pipx install it with
`uv tool` and with pipx, too; --bundle builds the one-folder bundle with PyInstaller, starts it and states
its size. Needs the internet for the libraries; takes minutes, so no test runs it.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    parser = argparse.ArgumentParser(prog="python packaging/check.py", description=__doc__)
    parser.add_argument("--uv", action="store_true", help="install with `uv tool` too")
    parser.add_argument("--pipx", action="store_true", help="install with pipx too")
    parser.add_argument("--bundle", action="store_true", help="build and start the PyInstaller bundle too")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="work here and leave everything there")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = (options.keep or Path(scratch)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        tools = Environment(folder / "tools")
        tools.install("build", "twine")
        wheel = _built(tools, folder)
        clean = Environment(folder / "clean")
        clean.install(str(wheel))
        print(f"installed: {_size(clean.folder):,.0f} MB with all libraries")
        _try([str(clean.script("lwnb"))], folder / "elsewhere", "wheel")
        if options.uv:
            _uv(tools, wheel, folder)
        if options.pipx:
            _pipx(tools, wheel, folder)
        if options.bundle:
            _bundle(clean, folder)
    print("all well")
    return 0


class Environment:
    """A new, empty environment."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        if not folder.exists():
            venv.create(folder, with_pip=True)

    def script(self, name: str) -> Path:
        return self.folder / ("Scripts" if sys.platform == "win32" else "bin") / name

    def install(self, *what: str) -> None:
        _run([self.script("python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *what])


def _built(tools: Environment, folder: Path) -> Path:
    """Return the wheel, which must be the same from checkout and sdist, and acceptable to a package index."""
    dist, again = folder / "dist", folder / "again"
    for old in (dist, again):
        shutil.rmtree(old, ignore_errors=True)
    build = [tools.script("python"), "-m", "build", "--outdir"]
    _run([*build, dist, ROOT])  # the sdist, and the wheel built from it
    _run([*build, again, "--wheel", ROOT])
    (wheel,), (sdist,), (direct,) = dist.glob("*.whl"), dist.glob("*.tar.gz"), again.glob("*.whl")
    if _contents(wheel) != _contents(direct):
        differing = sorted(_contents(wheel) ^ _contents(direct))
        sys.exit(f"the wheel made from the sdist differs: {differing[:20]}")
    _run([tools.script("python"), "-m", "twine", "check", "--strict", wheel, sdist])
    for file in (wheel, sdist):
        print(f"{file.name}: {file.stat().st_size / 1e6:.1f} MB")
    return wheel


def _contents(wheel: Path) -> set[tuple[str, int]]:
    with zipfile.ZipFile(wheel) as archive:
        return {
            (entry.filename, entry.CRC)
            for entry in archive.infolist()
            if not entry.filename.endswith("RECORD")
        }


def _try(command: list[str], folder: Path, what: str) -> None:
    """Try the version, an explanation, and the window drawn into a picture, outside the checkout."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    gone = ("PYTHONPATH", "DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    environment = {key: value for key, value in os.environ.items() if key not in gone}
    environment |= {"LWNB_CACHE": str(folder / "cache"), "XDG_CONFIG_HOME": str(folder / "config")}

    def ask(*arguments: str) -> str:
        return _run([*command, *arguments], cwd=folder, env=environment)

    version = ask("--version").strip()
    explained = json.loads(ask("explain", "iris", "--row", "135", "--json"))
    if "posterior" not in json.dumps(explained):
        sys.exit(f"{what}: the explanation has no posterior")
    count = len(json.loads(ask("samples", "--json"))["samples"])
    start = time.monotonic()
    ask("iris")
    picture = folder / "lwnb-explorer.png"
    if not picture.exists() or picture.stat().st_size < 20_000:
        sys.exit(f"{what}: the window drew nothing")
    took = time.monotonic() - start
    print(f"{what}: {version} explains, has {count} samples, draws its window in {took:.0f} s")


def _uv(tools: Environment, wheel: Path, folder: Path) -> None:
    tools.install("uv")
    folders = {"UV_TOOL_DIR": folder / "uv-tools", "UV_TOOL_BIN_DIR": folder / "uv-bin"}
    environment = {**os.environ, **{key: str(folder_path) for key, folder_path in folders.items()}}
    command = [tools.script("uv"), "tool", "install", "--force", "--quiet", "--python", sys.executable, wheel]
    _run(command, env=environment)
    _try([str(folder / "uv-bin" / "lwnb")], folder / "elsewhere-uv", "uv tool")


def _pipx(tools: Environment, wheel: Path, folder: Path) -> None:
    tools.install("pipx")
    folders = {
        "PIPX_HOME": folder / "pipx",
        "PIPX_BIN_DIR": folder / "pipx-bin",
        "PIPX_MAN_DIR": folder / "pipx-man",
    }
    environment = {**os.environ, **{key: str(folder_path) for key, folder_path in folders.items()}}
    command = [tools.script("pipx"), "install", "--force", "--quiet", "--python", sys.executable, wheel]
    _run(command, env=environment)
    print(f"pipx: {_size(folder / 'pipx'):,.0f} MB")
    _try([str(folder / "pipx-bin" / "lwnb")], folder / "elsewhere-pipx", "pipx")


def _bundle(clean: Environment, folder: Path) -> None:
    clean.install("pyinstaller")
    spec = ROOT / "packaging" / "lwnb-explorer.spec"
    paths = ["--distpath", folder / "bundle", "--workpath", folder / "bundle-work"]
    _run([clean.script("pyinstaller"), "--noconfirm", "--log-level", "WARN", *paths, spec], cwd=folder)
    program = folder / "bundle" / "lwnb"
    print(f"bundle: {_size(program):,.0f} MB in {program.name}/")
    _try([str(program / "lwnb")], folder / "elsewhere-bundle", "bundle")


def _size(folder: Path) -> float:
    return (
        sum(file.stat().st_size for file in folder.rglob("*") if file.is_file() and not file.is_symlink())
        / 1e6
    )


def _run(command: list[object], **options: object) -> str:
    arguments = [str(word) for word in command]
    done = subprocess.run(arguments, capture_output=True, text=True, check=False, **options)  # type: ignore[call-overload]
    if done.returncode:
        said = done.stdout[-2000:] + done.stderr[-4000:]
        sys.exit(f"{' '.join(arguments)}\nended with code {done.returncode}\n{said}")
    return str(done.stdout)


if __name__ == "__main__":
    sys.exit(main())
