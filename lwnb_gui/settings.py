"""The settings of learners, each declared once: name, label, choices, default, tip, command-line option.

The k strip, the dialogs, the session files, the command line, the list of what was changed, scripts, reports
and the guide all read this table. A new setting needs an entry here, and its use in the engine. The module
imports nothing of ours, so that `lwnb --help` need not load the engine; a test compares choices and defaults
with the engine's. Kernels have a table of their own in the engine, which is read when they are needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Option:
    """The command-line option of a setting."""

    names: tuple[str, ...]
    help: str


@dataclass(frozen=True)
class Setting:
    """One setting of a learner.

    Attributes
    ----------
    name
        In Python, in scripts and in a learner's spec (`lwnb:kernel=tricube`).
    label
        What people read.
    short_label
        The same where there is little space, if the label is too long for that.
    values
        The values it can have, where they are declared here; none where it is a number.
    example
        A number, for a setting that has neither choices nor a default.
    default
        None where each convention has its own.
    learner
        The spec of a learner that alone reads it (another may be made of that one), for a setting that is no
        part of a convention though each has its own default.
    value_labels
        What people read for a value, where that is not the value itself.
    names, table
        Give the values, and what people read for each, where they are declared elsewhere. The values alone
        load no numpy, so that the help of a command is quick.
    tip
        In the window.
    option
        None where the command line has it only as part of a learner's spec.
    key
        In a session file, where it is not the name.
    """

    name: str
    label: str
    values: tuple[str | bool, ...] = ()
    default: int | str | bool | None = None
    value_labels: Mapping[Any, str] = field(default_factory=dict)
    tip: str = ""
    option: Option | None = None
    key: str = ""
    example: float | None = None
    short_label: str = ""
    learner: str = ""
    names: Callable[[], tuple[str, ...]] | None = None
    table: Callable[[], Mapping[str, str]] | None = None

    @property
    def choices(self) -> tuple[str | bool, ...]:
        """The possible values; none if it is a number."""
        return self.values if self.names is None else self.names()

    @property
    def has_choices(self) -> bool:
        """Whether it has one of several values, which are not looked up for that."""
        return bool(self.values) or self.names is not None

    def value_label(self, value: Any) -> str:
        """Return the name of a value."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        labels = self.value_labels if self.table is None else self.table()
        return labels.get(value, str(value))

    @property
    def written(self) -> str:
        """Return how it is written in a learner's spec, with its values: `eq6=right or printed`."""
        values = self.choices or (self.example if self.default is None else self.default,)
        return f"{self.name}={' or '.join(str(v).lower() if isinstance(v, bool) else str(v) for v in values)}"


def _kernels() -> tuple[str, ...]:
    from lwnb_core.local.kernel_names import KERNELS

    return KERNELS


def _kernel_titles() -> dict[str, str]:
    from lwnb_core.local.kernels import WEIGHTINGS

    return {name: entry.title for name, entry in WEIGHTINGS.items()}


_SETTINGS = (
    Setting("k", "k", default=50, option=Option(("--k", "-k"), "Size of the neighbourhood")),
    Setting(
        "kernel",
        "kernel",
        names=_kernels,
        table=_kernel_titles,
        default="linear",
        tip="The kernel f turns a distance into a weight, w = f(u) with u = d ∕ h, where h is the bandwidth. "
        "The linear kernel gives weight 1 at distance 0 and 0 at the bandwidth, so that a neighbour’s "
        "influence fades out gradually instead of ending abruptly.",
        option=Option(("--kernel",), "How neighbours are weighted"),
    ),
    Setting(
        "convention",
        "convention",
        ("paper", "weka", "tables"),
        "paper",
        tip="Which source to follow where the paper’s text, Weka’s code and the paper’s own "
        "tables differ. Each is checked against independent numbers.",
        option=Option(("--convention", "-c"), "Which source to follow"),
    ),
    # The settings of a convention, in the order of `lwnb_core.Convention`.
    Setting(
        "bandwidth",
        "bandwidth",
        ("kth", "next"),
        value_labels={"kth": "distance of neighbour k", "next": "distance of neighbour k + 1"},
    ),
    Setting("kernel_one", "constant in the kernel", example=1.0),
    Setting("members", "neighbourhood", ("within", "weighted")),
    Setting("nominal_distance", "nominal distance", ("binarised", "overlap")),
    Setting("ranges", "ranges for scaling", ("training", "growing")),
    Setting(
        "numeric",
        "numeric attributes",
        ("density", "precision"),
        value_labels={"density": "normal density", "precision": "Weka’s normal"},
        tip="How a number becomes a factor: the density of the class’s weighted normal curve, or Weka’s "
        "probability of an interval as wide as the attribute’s precision. The two can differ a lot.",
        option=Option(("--numeric",), "Normal density, or Weka's normal with precision"),
        short_label="numeric",
    ),
    Setting("arithmetic", "product of the factors", ("logs", "products")),
    Setting("zero_bandwidth", "zero bandwidth", ("uniform", "widen")),
    Setting("counting", "what k counts", ("weights", "rows")),
    Setting("snap", "ties despite rounding", (True, False)),
    Setting("vote_smoothing", "smoothed votes", (True, False)),
    Setting("knndw", "KNNDW’s weight", ("linear", "similarity")),
    # Settings of one learner whose defaults the convention determines.
    Setting("knn_ranges", "KNN’s ranges", ("rows", "first"), learner="knn"),
    Setting("cut", "discretiser cuts at", ("midpoint", "left"), learner="nbd"),
    Setting("limit", "AODE: rows for a parent", example=30, learner="aode"),
    Setting("aode_prior", "AODE: prior", ("joint", "class"), learner="aode"),
    Setting("aode_missing", "AODE: missing values", ("subtracted", "kept"), learner="aode"),
    # Settings of a learner that are part of no convention.
    Setting(
        "eq6",
        "equation 6",
        ("right", "printed"),
        "right",
        {"right": "corrected", "printed": "as printed"},
        option=Option(("--eq6",), "Equation 6 corrected or as printed"),
        key="equation_6",
    ),
    Setting(
        "discretised",
        "discretised",
        (True, False),
        False,
        option=Option(("--discretise",), "Cut numeric attributes into intervals first"),
    ),
)
SETTINGS: dict[str, Setting] = {setting.name: setting for setting in _SETTINGS}


def is_of_convention(name: str) -> bool:
    """Whether the setting is part of a convention, for every learner."""
    return has_default_by_convention(name) and not SETTINGS[name].learner


def has_default_by_convention(name: str) -> bool:
    """Whether a convention decides on the setting unless it is given."""
    return name in SETTINGS and SETTINGS[name].default is None


def setting_label(name: str) -> str:
    """Return the name of a setting, such as `constant in the kernel` for `kernel_one`."""
    return SETTINGS[name].label if name in SETTINGS else name.replace("_", " ")


def value_label(name: str, value: Any) -> str:
    """Return the name of a value of a setting."""
    return SETTINGS.get(name, Setting(name, name)).value_label(value)


def settings_text(learner: str, known: Iterable[str]) -> str:
    """Describe the settings of a learner: its own, then those that come with the convention."""
    own = [setting_label(name) for name in known if not has_default_by_convention(name)]
    others = [setting_label(name) for name in known if has_default_by_convention(name)]
    more = (
        f" A convention fixes the details in which the paper and Weka differ: {', '.join(others)}."
        if others
        else ""
    )
    return f"Settings of {learner}: {', '.join(own)}.{more}"


def settings_written(known: Iterable[str]) -> str:
    """Return how each setting is written in a line, with its values."""
    return "\n".join(f"{SETTINGS[name].label}: {SETTINGS[name].written}" for name in known)
