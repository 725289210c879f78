"""How wide the columns of the neighbours are: names where they fit, numbers where they do not."""

from __future__ import annotations

from lwnb_gui.qt.panels.neighbour_model import CLASS, FIXED, RANK, RESCALED, ROW, D, NeighbourModel, W
from lwnb_gui.qt.panels.painting import Fonts
from lwnb_gui.qt.panels.row_table import CELL_PAD
from lwnb_gui.text import shown
from lwnb_gui.theme import Theme

_BAR, _SHORT_BAR = 52, 30
_LEAST_NAME = 44  # a name cut shorter than this says nothing: a number is better
_WIDEST_VALUE, _WIDEST_CLASS = 84, 120
_MEASURED = 40  # values of an attribute whose widths are looked at


class Widths:
    """Measures once per data set and theme; only the room changes while the window is resized."""

    def __init__(self, model: NeighbourModel) -> None:
        self._model = model
        self.bar = 0.0  # of a weight of 1
        self.air = 0.0  # before the weights' bars and the classes
        self._measured: tuple[list[float], list[float], list[float]] | None = None

    def forget(self) -> None:
        """The columns or the fonts are new."""
        self._measured = None

    def for_width(self, width: int, theme: Theme, fonts: Fonts) -> list[int]:
        """Widths of all columns. Sets whether the heads of the values are names or numbers."""
        model = self._model
        if not model.columnCount() or model.explanation is None:
            return []
        if self._measured is None:
            self._measured = self._measure(theme, fonts)
        fixed, values, names = self._measured
        room = width - sum(fixed)
        wanted = [max(v, n) for v, n in zip(values, names, strict=True)]
        # Names come before long bars.
        self.bar = min(max(theme.px(_SHORT_BAR), theme.px(_BAR) + room - sum(wanted)), theme.px(_BAR))
        room += theme.px(_BAR) - self.bar
        chosen, model.numbered = self._values(values, names, wanted, room, theme)
        spare = max(room - sum(chosen), 0.0)
        # What is left is air: first before bars and classes, then between the values.
        self.air = min(spare / 4, theme.px(14))
        spare -= 4 * self.air
        widths = list(fixed)
        widths[W] -= theme.px(_BAR) - self.bar
        for column in (D, W, RESCALED, CLASS):
            widths[column] += self.air
        after_class = min(spare / 3, theme.px(32))
        widths[CLASS] += after_class
        each = min((spare - after_class) / max(len(chosen), 1), theme.px(60))
        return [int(w) for w in (*widths, *(c + each for c in chosen))]

    def _values(
        self, values: list[float], names: list[float], wanted: list[float], room: float, theme: Theme
    ) -> tuple[list[float], bool]:
        """Widths of the values, and whether their heads are numbers."""
        if sum(wanted) <= room:
            return wanted, False
        least = [max(v, min(n, theme.px(_LEAST_NAME))) for v, n in zip(values, names, strict=True)]
        if sum(least) <= room:
            share = (room - sum(least)) / max(sum(wanted) - sum(least), 1e-9)
            return [a + share * (b - a) for a, b in zip(least, wanted, strict=True)], False
        # Short values such as y and n stand close together under numbers; long ones have room for a name.
        if sum(values) <= theme.px(_LEAST_NAME) * 0.75 * len(values):
            return values, True
        return least, False

    def _measure(self, theme: Theme, fonts: Fonts) -> tuple[list[float], list[float], list[float]]:
        model, px = self._model, theme.px
        assert model.explanation is not None
        pad = 2 * px(CELL_PAD)

        def text(words: str) -> float:
            return fonts.width(words, fonts.text) + pad

        rows = len(model.rows)
        last_row = max((len(str(int(r) + 1)) for r in model.rows[:2000]), default=1) + 1
        classes = max(fonts.width(shown(c)[:40], fonts.text) for c in model.explanation.classes)
        classes = max(classes, fonts.width("class", fonts.small) - px(8))
        fixed = [0.0] * FIXED
        fixed[RANK] = max(text("0" * len(str(max(rows, 99)))), fonts.width("rank", fonts.small) + pad) + px(6)
        fixed[ROW] = max(text("0" * last_row), px(40))
        fixed[D] = text("0.0000") + px(6)
        fixed[W] = px(_BAR) + text("<0.001") + px(6)
        fixed[RESCALED] = text("<0.01") + px(4)
        fixed[CLASS] = min(classes, px(_WIDEST_CLASS)) + pad + px(18)
        values, names = [], []
        for j, attribute in enumerate(model.attributes):
            number = fonts.width(str(len(model.attributes)), fonts.small) + px(3)
            if attribute.is_numeric:
                known = model.facts(j)
                widest = max(fonts.width(known.text(v), fonts.strong) for v in (known.low, known.high))
                widest += pad + 2
            else:
                some = attribute.values[:_MEASURED]
                widest = max((fonts.width(shown(v)[:20], fonts.strong) for v in some), default=0.0) + px(9)
            values.append(max(min(widest, px(_WIDEST_VALUE)), number))
            names.append(fonts.width(shown(attribute.name)[:40], fonts.small) + pad + 3)
        return fixed, values, names
