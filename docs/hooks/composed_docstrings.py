"""The estimators' docstrings as they are at run time: their source contains only their own part."""

from __future__ import annotations

import importlib
import inspect
from typing import Any

from griffe import Class, Docstring, Extension

_ESTIMATORS = "lwnb_core.sklearn.estimators"


class ComposedDocstrings(Extension):
    """Replaces the docstrings that were read from the source; mkdocs.yml names this class."""

    def on_class_instance(self, *, cls: Class, **kwargs: Any) -> None:
        if cls.path.startswith(f"{_ESTIMATORS}."):
            estimator = getattr(importlib.import_module(_ESTIMATORS), cls.name)
            cls.docstring = Docstring(inspect.getdoc(estimator) or "", parent=cls)
