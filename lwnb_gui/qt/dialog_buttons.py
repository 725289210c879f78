"""The two buttons below a dialog: do it, or leave all as it was."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QDialogButtonBox

Button = QDialogButtonBox.StandardButton


def dialog_buttons(dialog: QDialog, do: str | Button = Button.Ok) -> QDialogButtonBox:
    """A button that accepts, in words of its own or in the system's, and one that cancels."""
    buttons = QDialogButtonBox(dialog)
    if isinstance(do, str):
        buttons.addButton(do, QDialogButtonBox.ButtonRole.AcceptRole)
    else:
        buttons.addButton(do)
    buttons.addButton(Button.Cancel)
    buttons.accepted.connect(dialog.accept)
    buttons.rejected.connect(dialog.reject)
    return buttons
