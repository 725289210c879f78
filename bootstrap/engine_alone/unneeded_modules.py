"""Print the modules of this environment that neither the given requirements bring nor what these need.

    python unneeded_modules.py "numpy>=2.0" "pytest>=8.2"

Runs in an environment that has pytest, and so has `packaging`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, entry_points, packages_distributions, requires

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

# Every environment has the first two; the last is this checkout.
ALWAYS = ("pip", "setuptools", "lwnb-explorer")


def closure(requirements: Iterable[str]) -> set[str]:
    """The names of the distributions that pip would install for these requirements here."""
    names: set[str] = set()
    seen: set[tuple[str, str]] = set()
    waiting = [(Requirement(text), "") for text in requirements]
    while waiting:
        requirement, of_extra = waiting.pop()
        if requirement.marker is not None and not requirement.marker.evaluate({"extra": of_extra}):
            continue
        name = canonicalize_name(requirement.name)
        names.add(name)
        for extra in ("", *requirement.extras):
            if (name, extra) in seen:
                continue
            seen.add((name, extra))
            try:
                waiting += [(Requirement(text), extra) for text in requires(name) or ()]
            except PackageNotFoundError:
                continue  # an optional one without a wheel for this Python
    return names


def plugins() -> list[str]:
    """The distributions that hypothesis imports by itself, because they announce themselves to it."""
    return [entry.dist.name for entry in entry_points(group="hypothesis") if entry.dist is not None]


def main(requirements: list[str]) -> None:
    needed = closure([*requirements, *plugins()]) | set(ALWAYS)
    for module, distributions in sorted(packages_distributions().items()):
        if not needed.intersection(canonicalize_name(name) for name in distributions):
            print(module)


if __name__ == "__main__":
    main(sys.argv[1:])
