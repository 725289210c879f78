"""All errors that the user can do something about.

Any other exception raised by the engine is a bug.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from lwnb_core.remedies import Remedy, Words, in_python


class LwnbError(Exception):
    """The base class of all errors for users: what is wrong, and what to do about it.

    Attributes
    ----------
    message
        What is wrong.
    general_hint
        What to do about it, if that is the same in Python, on the command line and in the window.
    remedies
        What else would help, as values that each front end puts into its own words; the best one first.
    hint
        Both of these, in the words for Python.
    """

    def __init__(self, message: str, *, hint: str = "", remedies: Iterable[Remedy] = ()) -> None:
        super().__init__(message, hint)
        self.message = message
        self.general_hint = hint
        self.remedies = tuple(remedies)

    @property
    def hint(self) -> str:
        return self.advice()

    @property
    def problem(self) -> str:
        """Return what is wrong and where, without advice; rows are counted from 0, as usual in Python."""
        return self.problem_counting_rows_from(0)

    def problem_counting_rows_from(self, first: int) -> str:
        """Return what is wrong and where, for a front end that counts rows from 0 or 1."""
        return self.message

    def advice(self, words: Words = in_python) -> str:
        """Return what to do about it, in the words of a front end."""
        return " ".join(filter(None, [self.general_hint, *map(words, self.remedies)]))

    def full_message(self, words: Words = in_python, first_row: int = 0) -> str:
        """Return the whole message: what is wrong, and what to do about it in the words of a front end."""
        problem, advice = self.problem_counting_rows_from(first_row), self.advice(words)
        return f"{problem}\n  {advice}" if advice else problem

    def __str__(self) -> str:
        return self.full_message()

    def __reduce__(self) -> tuple[object, ...]:
        # Keyword-only arguments do not survive the default pickling that worker processes use.
        details = {name: value for name, value in vars(self).items() if name != "message"}
        details["hint"] = details.pop("general_hint")
        return _rebuild, (type(self), self.message, details)


def _rebuild(kind: type[LwnbError], message: str, details: dict[str, Any]) -> LwnbError:
    return kind(message, **details)


class ArgumentError(LwnbError, TypeError):
    """An argument has the wrong type, such as a frame instead of a data set."""


class SettingsError(LwnbError, ValueError):
    """A learner, kernel, convention or option does not exist or does not fit."""


class DataError(LwnbError, ValueError):
    """Data cannot be used as requested; names the file, line or row, and text at fault where they are known.

    Attributes
    ----------
    line
        The line of the file, counted from 1.
    row
        The row of the data, counted from 0.
    """

    def __init__(
        self,
        message: str,
        *,
        file: str = "",
        line: int | None = None,
        row: int | None = None,
        text: str = "",
        hint: str = "",
        remedies: Iterable[Remedy] = (),
    ) -> None:
        super().__init__(message, hint=hint, remedies=remedies)
        self.file = file
        self.line = line
        self.row = row
        self.text = text

    def problem_counting_rows_from(self, first: int) -> str:
        from lwnb_core.data.samples.assets import file_label  # it raises errors of this module

        places = [file_label(self.file)] if self.file else []
        if self.line is not None:
            places.append(f"line {self.line}")
        if self.row is not None:
            counted = " (counted from 0)" if first == 0 else ""
            places.append(f"row {self.row + first}{counted}")
        location = ", ".join(places)
        told = f"{location}: {self.message}" if location else self.message
        return f"{told}\n  read: {self.text}" if self.text else told


class ArffError(DataError):
    """An ARFF file breaks Weka's grammar in a way that is not repaired."""


class CsvError(DataError):
    """A CSV file cannot be read with the given or detected separator, quote and encoding."""


class HeaderMismatch(DataError):  # noqa: N818 - says what it is without the suffix
    """The attributes of test data do not match those of the training data."""


class Cancelled(Exception):  # noqa: N818 - not an error: the user asked for it
    """Raise this in a progress callback to stop a computation; it stops between two blocks of work."""
