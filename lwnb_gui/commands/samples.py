"""`lwnb samples`: the data sets that ship with the program."""

from __future__ import annotations

from dataclasses import asdict

from lwnb_gui.commands.guard import guarded
from lwnb_gui.commands.options import Json
from lwnb_gui.commands.screen import print_json


@guarded
def samples(json: Json = False) -> None:
    """List the data sets that ship with the program."""
    from lwnb_core import samples as all_samples

    if json:
        print_json({"samples": [asdict(info) for info in all_samples()]})
        return
    from lwnb_gui.commands.views.samples import show_samples

    show_samples(all_samples())
