"""The estimators' docstrings as they are when the program runs: their source has only what is their own."""

from __future__ import annotations

import importlib
import inspect
from typing import Any

from griffe import Class, Docstring, Extension

_ESTIMATORS = "lwnb_core.sklearn.estimators"


class ComposedDocstrings(Extension):
    """Replaces what was read from the source; mkdocs.yml names it."""

    def on_class_instance(self, *, cls: Class, **kwargs: Any) -> None:
        if cls.path.startswith(f"{_ESTIMATORS}."):
            estimator = getattr(importlib.import_module(_ESTIMATORS), cls.name)
            cls.docstring = Docstring(inspect.getdoc(estimator) or "", parent=cls)
