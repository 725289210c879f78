"""Pydantic's annotations for the types of a file, without pydantic until a schema is made of them.

Importing it takes an eighth of the time until the start page is shown, which reads and writes no session.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any


@dataclass(frozen=True)
class _Annotation:
    """An annotation of pydantic by its name; a schema asks it as it would ask the real one."""

    name: str
    argument: Callable[..., Any] | str
    return_type: Any = None

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        import pydantic

        more = {} if self.return_type is None else {"return_type": self.return_type}
        real = getattr(pydantic, self.name)(self.argument, **more)
        return real.__get_pydantic_core_schema__(source, handler)


Discriminator = partial(_Annotation, "Discriminator")
AfterValidator = partial(_Annotation, "AfterValidator")
BeforeValidator = partial(_Annotation, "BeforeValidator")
PlainValidator = partial(_Annotation, "PlainValidator")
PlainSerializer = partial(_Annotation, "PlainSerializer")
WrapSerializer = partial(_Annotation, "WrapSerializer")


@dataclass(frozen=True)
class Strict:
    """Pydantic's `Strict`: no conversion, such as of "5" or true to 5."""

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        return handler(source) | {"strict": True}


def Field(**options: Any) -> Any:
    """Return pydantic's `Field`. Only for annotations in a class, which are texts until there is a schema."""
    import pydantic

    return pydantic.Field(**options)
