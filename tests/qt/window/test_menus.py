"""The menus by their underlined letters: each letter is unique in its menu."""

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
    """With duplicates Qt only highlights the next entry, so the user has to read and press Enter."""
    entries = [entry for entry in _MENUS[title] if entry != actions.SEPARATOR]
    texts = [actions.SUBMENUS[e] if e in actions.SUBMENUS else actions.SPECS[e].text for e in entries]
    letters = [match.group(1).lower() for text in texts if (match := re.search("&(.)", text))]
    assert len(letters) == len(texts), "every entry has one"
    assert len(set(letters)) == len(letters), sorted(texts, key=lambda text: text.partition("&")[2])
