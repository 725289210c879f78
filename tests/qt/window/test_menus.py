"""The menus by their underlined letters: one press of a letter is one entry."""

from __future__ import annotations

import re

import pytest

from lwnb_gui import actions

_MENUS = {
    **actions.MENUS,
    **{actions.SUBMENUS[name]: entries for name, entries in actions.FIXED.items()},
}


@pytest.mark.parametrize("title", list(_MENUS))
def test_mnemonics_of_a_menu_are_unique(title: str) -> None:
    """Qt only marks the next of two, so that the menu has to be read and Enter pressed."""
    entries = [entry for entry in _MENUS[title] if entry != actions.SEPARATOR]
    texts = [actions.SUBMENUS[e] if e in actions.SUBMENUS else actions.SPECS[e].text for e in entries]
    letters = [match.group(1).lower() for text in texts if (match := re.search("&(.)", text))]
    assert len(letters) == len(texts), "every entry has one"
    assert len(set(letters)) == len(letters), sorted(texts, key=lambda text: text.partition("&")[2])
