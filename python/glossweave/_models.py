"""The location of the trained models: the package `glossweave-models`, an extra of this one."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path


def folder() -> Path | None:
    """The folder with the models of the package, which is not imported; none if it is not installed."""
    try:
        found = find_spec("glossweave_models")
    except (ImportError, ValueError):
        return None
    if found is None or found.origin is None:
        return None
    data = Path(found.origin).parent / "data"
    return data if data.is_dir() else None
