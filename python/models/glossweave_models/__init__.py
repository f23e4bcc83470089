"""Trained models for Glossweave, as files.

>>> import glossweave_models
>>> glossweave_models.path("en.tagger").suffix
'.tagger'
"""

from pathlib import Path

__all__ = ["names", "path"]

_DATA = Path(__file__).parent / "data"


def names() -> list[str]:
    """The file names of the models."""
    return sorted(file.name for file in _DATA.iterdir())


def path(name: str) -> Path:
    """The path of the model with a file name.

    Raises:
        FileNotFoundError: There is none.
    """
    known = names()
    if name not in known:
        raise FileNotFoundError(f"no model {name!r}, expected one of {', '.join(known)}")
    return _DATA / name
