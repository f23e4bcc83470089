"""The location of the trained models, which the optional package `glossweave-models` contains."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path


def folder() -> Path | None:
    """Returns the folder with the models. Returns `None` if the package is not installed. The package is not imported."""
    try:
        found = find_spec("glossweave_models")
    except (ImportError, ValueError):
        return None
    if found is None or found.origin is None:
        return None
    data = Path(found.origin).parent / "data"
    return data if data.is_dir() else None
