"""Pictures of the pages and panels."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def test_screenshots_leave_the_user_s_settings_alone(tmp_path: Path) -> None:
    """The experiment in one picture was offered to the user as if after a crash."""
    settings = tmp_path / "settings"
    settings.mkdir()
    command = [sys.executable, "-m", "lwnb_gui.screenshots", str(tmp_path), "experiment-small"]
    subprocess.run(command, check=True, env=os.environ | {"LWNB_CONFIG": str(settings)}, timeout=300)
    assert (tmp_path / "experiment-small.png").exists()
    assert not any(settings.rglob("*"))
