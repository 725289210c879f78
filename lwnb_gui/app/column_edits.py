"""The user's changes to data since they were read: kinds of attributes, the class, its intervals."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Annotated, ClassVar

from lwnb_core import Attribute, Dataset
from lwnb_core.data import Kind
from lwnb_core.data.columns import cuts_in
from lwnb_gui.session.annotations import Field
from lwnb_gui.session.file_types import FILE, ClassBins, Kinds, Name

EDITS_IN_FILE = ("kinds", "class", "class_bins")


@dataclass(frozen=True)
class Edits:
    """The differences between a data set and what was read.

    Attributes
    ----------
    kinds
        The new kind of each attribute whose kind is another.
    class_name
        The class, empty for none; None: as it was read.
    bins
        How a class that is numeric in the file is cut: into so many intervals, or at these cuts. None where
        it is not numeric.
    """

    __pydantic_config__: ClassVar = FILE

    kinds: Kinds = field(default_factory=dict)
    class_name: Annotated[Name | None, Field(alias="class")] = None
    bins: Annotated[ClassBins, Field(alias="class_bins")] = None

    @classmethod
    def between(cls, read: Dataset, now: Dataset) -> Edits:
        """Return the edits that turn `read` into `now`."""
        return cls._between(read.attributes, class_name(read), now)

    @classmethod
    def since_reading(cls, data: Dataset) -> Edits:
        """Return the edits since the reader of the file; with them the data are as they are now."""
        return cls._between(data.reading.attributes, data.reading.class_name, data)

    @classmethod
    def _between(cls, attributes: tuple[Attribute, ...], before_class: str, now: Dataset) -> Edits:
        chosen = class_name(now)
        kinds: dict[str, Kind] = {}
        bins = None
        known = {attribute.name: attribute for attribute in attributes}
        for after in now.attributes:
            before = known.get(after.name, after)
            if before == after:
                continue
            if after.name == chosen and before.is_numeric and is_cut(after):
                # The cuts rather than their number: ties can leave fewer intervals than requested, and
                # cutting into that many would give different ones.
                bins = cuts_in(after.values)
            else:
                kinds[after.name] = after.kind
        return cls(kinds, None if chosen == before_class else chosen, bins)

    def apply(self, read: Dataset) -> Dataset:
        """Return the data with these changes, or `read` itself if there are none."""
        data = read
        if self.class_name not in (None, class_name(read)):
            data = replace(read, class_index=None)  # what was the class may become numeric
        for name, kind in self.kinds.items():
            if kind == "nominal":
                data = data.as_nominal(name)
            elif kind == "numeric":
                data = data.as_numeric(name)
        if self.class_name and (self.class_name != class_name(data) or self.bins is not None):
            data = data.with_class(self.class_name, self.bins)
        return data


def class_name(data: Dataset) -> str:
    """Return the name of the class attribute, empty if there is none."""
    return data.attributes[data.class_index].name if data.class_index is not None else ""


def is_cut(attribute: Attribute) -> bool:
    """Whether the values are intervals from cutting a numeric attribute."""
    return attribute.is_nominal and cuts_in(attribute.values) is not None
