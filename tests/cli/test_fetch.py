"""`lwnb fetch` with a server on this machine that implements the part of OpenML's interface that we use."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

import lwnb_core as lw
from lwnb_core.data import assets_dir
from lwnb_core.data.formats import openml
from lwnb_core.data.formats.openml import FetchError, fetch

Run = Callable[..., Result]
Json = Callable[..., dict[str, Any]]

IRIS = (assets_dir() / "samples" / "iris.arff").read_bytes()


@dataclass
class Catalogue:
    """The data sets that the server has, and the requests that it received."""

    address: str = ""
    files: dict[int, bytes] = field(default_factory=lambda: {61: IRIS, 969: IRIS + b"% other\n"})
    about: dict[int, dict[str, Any]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    def reply(self, path: str) -> tuple[int, bytes]:
        parts = path.strip("/").split("/")
        if parts[:2] == ["data", "v1"]:
            return 200, self.files[int(parts[3])]
        assert parts[:4] == ["api", "v1", "json", "data"]
        if parts[4] != "list":
            number = int(parts[4])
            if number not in self.files:
                return 412, b'{"error":{"code":"111","message":"Unknown dataset"}}'
            return 200, json.dumps({"data_set_description": self.description(number)}).encode()
        requested = dict(zip(parts[5::2], parts[6::2], strict=True))
        if requested["data_name"] != "iris":
            return 412, b'{"error":{"code":"372","message":"No results"}}'
        rows = [{"did": 969, "name": "iris", "version": 3}, {"did": 61, "name": "iris", "version": 1}]
        version = requested.get("data_version")
        rows = [row for row in rows if version in (None, str(row["version"]))]
        return 200, json.dumps({"data": {"dataset": rows}}).encode()

    def description(self, number: int) -> dict[str, Any]:
        return {
            "id": str(number),
            "name": "iris",
            "version": "1" if number == 61 else "3",
            "format": "ARFF",
            "licence": "Public",
            "url": f"{self.address}/data/v1/download/{number}/iris.arff",
            "default_target_attribute": "class",
            "md5_checksum": hashlib.md5(self.files[number]).hexdigest(),
            **self.about.get(number, {}),
        }


@pytest.fixture
def catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Catalogue]:
    known = Catalogue()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            known.asked.append(self.path)
            code, body = known.reply(self.path)
            self.send_response(code)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    known.address = f"http://127.0.0.1:{server.server_port}"
    monkeypatch.setenv("LWNB_OPENML", known.address)
    monkeypatch.setenv("LWNB_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    yield known
    server.shutdown()
    thread.join()
    server.server_close()


def test_fetched_by_name_then_from_the_cache(
    run: Run, run_json: Json, catalogue: Catalogue, tmp_path: Path
) -> None:
    out = tmp_path / "own.csv"
    first = run_json("fetch", "iris", "--out", out)
    assert (first["id"], first["version"], first["rows"], first["from_cache"]) == (61, "1", 150, False)
    assert Path(first["path"]).read_bytes() == IRIS
    assert Path(first["path"]).is_relative_to(tmp_path / "cache" / "openml")
    assert len(lw.load(out)) == 150
    requested = len(catalogue.asked)
    second = run("fetch", "61")
    assert second.exit_code == 0, second.output
    assert "Was already in" in second.output
    assert "--class class" in second.output
    assert len(catalogue.asked) == requested  # no server was asked
    assert run_json("fetch", "iris", "--again")["from_cache"] is False
    assert run_json("fetch", "iris", "--version", 3)["id"] == 969


def test_unknown_data_sets_are_reported(run: Run, catalogue: Catalogue) -> None:
    for what, said in (("irys", "no data set called 'irys'"), ("77", "no data set 77")):
        result = run("fetch", what)
        assert result.exit_code == 1
        assert said in result.output
    with pytest.raises(FetchError, match="with version 9"):
        fetch("iris", version=9)
    with pytest.raises(FetchError, match="no name"):
        fetch(" ")


def test_offline_is_reported(run: Run, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    saved = fetch("iris")
    monkeypatch.setenv("LWNB_OPENML", "http://127.0.0.1:9")  # no server listens there
    result = run("fetch", "wine")
    assert result.exit_code == 1
    assert "no connection to 127.0.0.1:9" in result.output
    assert "offline" in result.output
    assert fetch("iris").path == saved.path


def test_a_damaged_file_is_not_kept(catalogue: Catalogue, tmp_path: Path) -> None:
    catalogue.about[61] = {"md5_checksum": "0" * 32}
    with pytest.raises(FetchError, match="arrived damaged"):
        fetch(61)
    assert not list(tmp_path.rglob("*.arff"))
    catalogue.about.clear()
    saved = fetch(61)
    saved.path.write_bytes(b"changed since")
    assert fetch(61).from_cache is False  # and complete again
    assert saved.path.read_bytes() == IRIS


@pytest.mark.parametrize(
    ("about", "said"),
    [
        ({"url": "file:///etc/passwd"}, "is not allowed"),
        ({"url": "ftp://example.org/x"}, "is not allowed"),
        ({"url": "http://[broken"}, "is not allowed"),
        ({"format": "Parquet"}, "is parquet, not ARFF"),
    ],
)
def test_untrusted_addresses_are_refused(catalogue: Catalogue, about: dict[str, str], said: str) -> None:
    catalogue.about[61] = about
    with pytest.raises(FetchError, match=said):
        fetch(61)


def test_names_from_the_server_stay_in_the_folder(catalogue: Catalogue, tmp_path: Path) -> None:
    catalogue.about[61] = {"name": "../../../../tmp/x\x00\n"}
    assert fetch(61).path.parent == tmp_path / "cache" / "openml"


def test_malformed_answers_are_refused(catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    for body in (b"<html>login</html>", b"[]", b'{"data_set_description": []}', b"[" * 100_000):
        monkeypatch.setattr(catalogue, "reply", lambda path, body=body: (200, body))
        with pytest.raises(FetchError):
            fetch(61)
        with pytest.raises(FetchError):
            fetch("iris")
    monkeypatch.setattr(catalogue, "reply", lambda path: (503, b""))
    with pytest.raises(FetchError, match="answered 503"):
        fetch(61)
    monkeypatch.setattr(openml, "_MOST_DESCRIPTION_BYTES", 10)
    monkeypatch.setattr(catalogue, "reply", lambda path: (200, b"x" * 100))
    with pytest.raises(FetchError, match="more than 10 bytes"):
        fetch(61)


def test_a_cache_that_cannot_be_written(catalogue: Catalogue, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file in the way")
    with pytest.raises(lw.DataError, match="cannot be made"):
        fetch(61)
