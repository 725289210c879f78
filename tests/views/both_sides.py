"""Evaluates both sides of a formula from the digits that it shows."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?")
_RELATION = re.compile(r" ([=<>]|\\approx) ")


@dataclass(frozen=True)
class Side:
    """One side of an equation: its value, and how far hidden digits can change it."""

    text: str
    relation: str
    value: float
    error: float

    def fits(self, true: float) -> bool:
        if self.relation == "<":
            return true < self.value
        if self.relation == ">":
            return true > self.value
        return abs(self.value - true) <= self.error * (1 + 1e-9) + 1e-12 * abs(true)


@cache  # most equations of an explanation are the same for every class or attribute
def sides_of(latex: str) -> tuple[Side, ...]:
    """The sides that are numbers, of the equation itself; a definition behind it (u = …) is put in."""
    equation, *definitions = latex.split(r", \quad ")
    known = {}
    for definition in definitions:
        name, *_, numbers = definition.split(" = ")
        known[name.strip()] = numbers
    relation, result = "=", []
    for i, text in enumerate(_RELATION.split(re.sub(r" \\quad \(.*\)$", "", equation))):
        if i % 2:
            relation = text
            continue
        side = _side(text, relation, known)
        if side is not None:
            result.append(side)
    return tuple(result)


def _side(text: str, relation: str, known: dict[str, str]) -> Side | None:
    code = _python(text)
    for name, numbers in known.items():
        code = re.sub(rf"\b{name}\b", f"({_python(numbers)})", code)
    try:
        tree = ast.parse(code, mode="eval")
    except SyntaxError:
        return None  # symbols
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    if not names <= set(_FUNCTIONS):
        return None
    value = _value(code)
    error = sum(abs(_value(moved) - value) for moved in _moved(code))
    return Side(text, relation, value, error)


def _moved(code: str) -> Iterator[str]:
    """Return the side with one number changed by half a unit of its last digit, in both directions."""
    for match in _NUMBER.finditer(code):
        digits = match[0].partition(".")[2]
        if not digits:
            continue  # counts and exponents are exact numbers
        for half in (0.5, -0.5):
            moved = float(match[0]) + half * 10.0 ** -len(digits)
            yield f"{code[: match.start()]}({moved!r}){code[match.end() :]}"


def _value(code: str) -> float:
    try:
        return float(eval(code, {"__builtins__": {}}, _FUNCTIONS))
    except ZeroDivisionError:
        return math.inf


def _python(latex: str) -> str:
    code = latex.replace(r"\left", "").replace(r"\right", "")
    while (at := code.find(r"\dfrac")) >= 0:
        above, end = _braces(code, at + len(r"\dfrac"))
        below, end = _braces(code, end)
        code = f"{code[:at]}(({above})/({below})){code[end:]}"
    code = re.sub(r"\^\{([^{}]*)\}", r"**(\1)", code)
    code = re.sub(r"\^(\d)", r"**\1", code)
    for before, after in (
        (r"\cdot", "*"),
        (r"\times", "*"),
        (r"\exp", "exp"),
        (r"\Phi", "Phi"),
        (r"\sqrt", "sqrt"),
        (r"\,(", "*("),
        (";", ","),
        ("\\ ", " "),
        ("−", "-"),
        ("{", "("),
        ("}", ")"),
    ):
        code = code.replace(before, after)
    return code.strip()


def _braces(text: str, start: int) -> tuple[str, int]:
    depth = 0
    for i in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[i], 0)
        if depth == 0:
            return text[start + 1 : i], i + 1
    raise AssertionError(text)


def _normal(x: float, mean: float, sd: float) -> float:
    return math.exp(-((x - mean) ** 2) / (2 * sd * sd)) / (sd * math.sqrt(2 * math.pi))


_FUNCTIONS: dict[str, Any] = {
    "exp": math.exp,
    "sqrt": math.sqrt,
    "N": _normal,
    "Phi": lambda z: 0.5 * math.erfc(-z / math.sqrt(2)),
}
