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

    Examples
    --------
    >>> import lwnb_core as lw
    >>> try:
    ...     lw.LWNB(k=50, kernel="tricubic")
    ... except lw.LwnbError as error:
    ...     print(error.problem)
    ...     print(error.hint)
    no kernel 'tricubic'
    Kernels: linear, epanechnikov, tricube, inverse, gaussian, constant.

    A front end of your own can put the remedies into its own words:

    >>> try:
    ...     lw.AODE().fit(lw.sample("iris"))
    ... except lw.LwnbError as error:
    ...     print(error.full_message())
    ...     print(error.advice(lambda remedy: f"Tick the box '{remedy.kind}'."))
    AODE needs nominal attributes, but 'sepallength' and 3 more are numeric
      Discretise first: lw.Discretised(lw.AODE(…)).
    Tick the box 'discretise'.
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
        """Return what is wrong and where, for a front end that counts rows from 0 or 1.

        Examples
        --------
        >>> import lwnb_core as lw
        >>> try:
        ...     lw.sample("iris").subset([7, 500])
        ... except lw.DataError as error:
        ...     print(error.problem_counting_rows_from(1))
        sample iris, row 501: no such row: there are only 150 rows
        """
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
    """An argument has the wrong type, such as a frame instead of a data set.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> lw.NB().fit(lw.sample("iris").to_pandas())
    Traceback (most recent call last):
        ...
    lwnb_core.errors.ArgumentError: data must be a data set, not a DataFrame
      Give lw.Dataset.from_pandas(frame, CLASS).
    """


class SettingsError(LwnbError, ValueError):
    """A learner, kernel, convention or option does not exist or does not fit.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> lw.LWNB(k=0)
    Traceback (most recent call last):
        ...
    lwnb_core.errors.SettingsError: k = 0: k must be a positive whole number
      k is the number of neighbours, or their total weight; a k larger than the data uses all rows.
    """


class DataError(LwnbError, ValueError):
    """Data cannot be used as requested; names the file, line or row, and text at fault where they are known.

    Attributes
    ----------
    line
        The line of the file, counted from 1.
    row
        The row of the data, counted from 0.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> lw.load("no-such-file.arff")
    Traceback (most recent call last):
        ...
    lwnb_core.errors.DataError: no-such-file.arff: there is no such file
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
    """An ARFF file breaks Weka's grammar in a way that is not repaired.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> text = "@relation r\\n@attribute size numeric\\n@attribute kind {a, b}\\n@data\\n1, a\\n2, c\\n"
    >>> lw.Dataset.from_arff_text(text)
    Traceback (most recent call last):
        ...
    lwnb_core.errors.ArffError: line 6: 'c' is not among the declared values (attribute 'kind')
      read: 2, c
      Declared: a, b. Values with spaces or commas must be in quotes.
    """


class CsvError(DataError):
    """A CSV file cannot be read with the given or detected separator, quote and encoding.

    Examples
    --------
    >>> from pathlib import Path
    >>> import lwnb_core as lw
    >>> _ = Path("people.csv").write_text("name,likes\\nAnn,tea\\nBob,tea,coffee\\n")
    >>> try:
    ...     lw.load("people.csv")
    ... except lw.CsvError as error:
    ...     print(error.problem)
    people.csv, line 3: the row has 3 cells, but the first one has 2
      read: Bob,tea,coffee
    """


class HeaderMismatch(DataError):  # noqa: N818 - says what it is without the suffix
    """The attributes of test data do not match those of the training data.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> model = lw.NB().fit(lw.sample("iris"))
    >>> model.predict(lw.sample("iris").without(["petalwidth"]))
    Traceback (most recent call last):
        ...
    lwnb_core.errors.HeaderMismatch: sample iris: does not fit the training data: no attribute 'petalwidth'
      Attributes are matched by name, which must be identical.
    """


class Cancelled(Exception):  # noqa: N818 - not an error: the user asked for it
    """Raise this in a progress callback to stop a computation; it stops between two blocks of work.

    Examples
    --------
    >>> import lwnb_core as lw
    >>> def stop_halfway(done: int, total: int) -> None:
    ...     if done > total / 2:
    ...         raise lw.Cancelled
    >>> try:
    ...     lw.cross_validate(lw.LWNB(), lw.sample("iris"), progress=stop_halfway)
    ... except lw.Cancelled:
    ...     print("stopped")
    stopped
    """
