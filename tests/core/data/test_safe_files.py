"""A file is written completely or not at all."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import platformdirs
import pytest

from lwnb_core.data import atomic_write, safe_files
from lwnb_core.data.safe_files import check_writable
from lwnb_core.errors import DataError


def test_writes_text_and_bytes(tmp_path: Path) -> None:
    atomic_write(tmp_path / "a", "é\n")
    atomic_write(str(tmp_path / "b"), b"\x00")
    assert (tmp_path / "a").read_bytes() == "é\n".encode()
    assert (tmp_path / "b").read_bytes() == b"\x00"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b"]


@pytest.mark.parametrize("step", ["replace", "chmod"])
def test_a_failure_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    target = tmp_path / "a"
    target.write_text("old")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, step, fail)
    with pytest.raises(DataError, match="No space left on device"):
        atomic_write(target, "new")
    assert target.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_an_interruption_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "a"
    target.write_text("old")

    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        atomic_write(target, "new")
    assert target.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


@pytest.mark.skipif(os.name != "posix", reason="access rights and links as on Unix")
def test_atomic_write_keeps_mode_and_symbolic_link(tmp_path: Path) -> None:
    target, link = tmp_path / "a", tmp_path / "link"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    atomic_write(link, "new")
    assert link.is_symlink()
    assert target.read_text() == "new"
    assert target.stat().st_mode & 0o777 == 0o640
    mask = os.umask(0o022)
    try:
        atomic_write(tmp_path / "fresh", "")
    finally:
        os.umask(mask)
    assert (tmp_path / "fresh").stat().st_mode & 0o777 == 0o644


def test_text_that_is_no_utf8_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot be written to a file"):
        atomic_write(tmp_path / "a", "\ud800")
    with pytest.raises(DataError, match="cannot be written"):
        atomic_write(tmp_path, "x")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("mode", [0o444, 0o400, 0o040])
def test_a_write_protected_file_is_refused_and_stays(tmp_path: Path, mode: int) -> None:
    """This also holds for administrators, whom the system would allow to write; the tests may run as one."""
    target, link = tmp_path / "a", tmp_path / "link"
    target.write_text("precious")
    target.chmod(mode)
    link.symlink_to(target)
    for path in (target, link):
        with pytest.raises(DataError, match="write-protected") as refused:
            atomic_write(path, "new")
        assert "another name" in refused.value.hint
        with pytest.raises(DataError, match="write-protected"):
            check_writable(path)
    target.chmod(0o644)
    assert target.read_text() == "precious"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "link"]


def test_check_writable_leaves_no_file_behind(tmp_path: Path) -> None:
    old, blocked = tmp_path / "old.csv", tmp_path / "file"
    old.write_text("precious")
    blocked.write_text("")
    check_writable(old)
    check_writable(tmp_path / "new.csv")
    assert old.read_text() == "precious"
    for path in (tmp_path, tmp_path / "no" / "a.csv", blocked / "a.csv"):
        with pytest.raises(DataError, match="cannot be written"):
            check_writable(path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "old.csv"]


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="a folder of the system that takes no files")
def test_a_folder_that_takes_no_file_even_from_an_administrator() -> None:
    with pytest.raises(DataError, match="cannot be written"):
        check_writable("/proc/self/out.csv")


@pytest.mark.skipif(os.name != "posix", reason="pipes with a name, as on Unix")
def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        check_writable(pipe)
        atomic_write(pipe, "text")
        assert os.read(reader, 100) == b"text"
    finally:
        os.close(reader)
    assert pipe.is_fifo()


def test_cache_folder_is_the_users_unless_a_variable_names_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LWNB_CACHE", raising=False)
    assert safe_files.cache_directory() == Path(platformdirs.user_cache_dir("lwnb", appauthor=False))
    if sys.platform.startswith("linux"):
        monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
        assert safe_files.cache_directory() == Path("/somewhere/lwnb")
    monkeypatch.setenv("LWNB_CACHE", "/elsewhere")
    assert safe_files.cache_directory() == Path("/elsewhere")
