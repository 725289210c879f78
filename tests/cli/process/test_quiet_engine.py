"""Commands do not print what the engine tells users of the library."""

from __future__ import annotations

import logging

import pytest

from lwnb_core.engine.compiled.compile_notice import TEXT, logger
from lwnb_gui.cli.process.standard_streams import keep_engine_quiet


def test_commands_do_not_print_that_the_engine_is_compiled(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logger, "handlers", [])
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    monkeypatch.setattr(logging, "lastResort", logging.StreamHandler())
    logger.warning(TEXT)
    assert TEXT in capsys.readouterr().err, "Python shows it where nobody has taken care of it"
    keep_engine_quiet()
    logger.warning(TEXT)
    assert TEXT not in capsys.readouterr().err
