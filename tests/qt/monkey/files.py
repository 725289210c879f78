"""The files that a walk opens, good and bad, and dialogs that answer themselves."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from PySide6.QtGui import QColor, QDesktopServices
from PySide6.QtWidgets import QColorDialog, QFileDialog, QInputDialog, QMessageBox

from lwnb_core import sample, save
from lwnb_gui.teaching.lectures import shipped

_BAD_FILES = {
    "broken.arff": "@relation x\n@attribute a {1,2\n@data\n",
    "words.arff": "this is not a data set\n",
    "empty.csv": "",
    "torn.csv": 'a,b,c\n1,"2,3\n4,5\n',
    "one.csv": "a,class\n1,x\n",
    "empty.lwnb": "{}",
    "newer.lwnb": '{"lwnb": 999}',
}


class Files:
    """A folder of files for one walk, and the files that it has saved."""

    def __init__(self, folder: Path, pick: random.Random) -> None:
        self.folder, self._pick = folder, pick
        self.out = folder / "out"
        self.out.mkdir(parents=True, exist_ok=True)
        good = []
        for name in ("iris", "vote", "weather-nominal", "labor", "soybean", "checkers-board"):
            good.append(folder / f"{name}.arff")
            save(sample(name), good[-1])
        table = folder / "table.csv"
        rows = "".join(f"{i},5;{i % 7};{'xy'[i % 2]}\n" for i in range(40))
        table.write_text("a;b;kind\n" + rows, "utf-8")
        lectures = [Path(shutil.copy(info.file, folder)) for info in shipped()]
        bad = []
        for name, text in _BAD_FILES.items():
            bad.append(folder / name)
            bad[-1].write_text(text, encoding="utf-8")
        self._kinds = [[*good, table], lectures, [*bad, folder / "gone.arff"]]

    def some(self) -> Path:
        """Return one of these files, or of those that the walk has saved."""
        saved = sorted(p for p in self.out.iterdir() if p.suffix in (".lwnb", ".arff", ".csv"))
        kinds = [*self._kinds, saved or self._kinds[0]]
        return self._pick.choice(self._pick.choices(kinds, [5, 2, 2, 2])[0])

    @contextmanager
    def dialogs(self) -> Iterator[None]:
        """Make dialogs answer at once: a file, a number, a name, or nothing."""
        pick = self._pick

        def opened(*_: object, **__: object) -> tuple[str, str]:
            return (str(self.some()) if pick.random() < 0.7 else "", "")

        def saved(
            _parent: object, _title: str, name: str = "", chosen: str = "", *_: object, **__: object
        ) -> Any:
            folder = self.folder / pick.choice(["out", "out", "not-there"])
            return (str(folder / Path(name or "file.csv").name) if pick.random() < 0.7 else "", chosen)

        def number(
            _p: object, _t: object, _l: object, value: Any = 0, low: Any = 0, high: Any = 9, *_: object
        ) -> Any:
            return pick.choice([value, low, min(high, low + 7)]), pick.random() < 0.7

        def item(*given: Any, **__: Any) -> tuple[str, bool]:
            return (given[3][0] if given[3] else "", pick.random() < 0.7)

        with (
            patch.object(QFileDialog, "getOpenFileName", opened),
            patch.object(QFileDialog, "getOpenFileNames", lambda *a, **k: ([opened()[0]], "")),
            patch.object(QFileDialog, "getExistingDirectory", lambda *a, **k: str(self.folder)),
            patch.object(QFileDialog, "getSaveFileName", saved),
            patch.object(QInputDialog, "getInt", number),
            patch.object(QInputDialog, "getDouble", number),
            patch.object(QInputDialog, "getText", lambda *a, **k: (pick.choice(["", "x", "1"]), True)),
            patch.object(QInputDialog, "getItem", item),
            patch.object(QColorDialog, "getColor", lambda *a, **k: QColor("#336699")),
            patch.object(QMessageBox, "about", lambda *a: None),
            patch.object(QMessageBox, "question", lambda *a, **k: QMessageBox.StandardButton.No),
            patch.object(QMessageBox, "warning", lambda *a, **k: QMessageBox.StandardButton.Ok),
            patch.object(QMessageBox, "information", lambda *a, **k: QMessageBox.StandardButton.Ok),
            patch.object(QDesktopServices, "openUrl", lambda url: True),
        ):
            yield
