"""Formats by their names and the extensions of files, as the package has them."""

from __future__ import annotations

from dataclasses import dataclass

from glossweave._native import _formats

__all__ = ["RDF", "Format", "named", "of_name"]


@dataclass(frozen=True)
class Format:
    """A format of documents or of RDF."""

    name: str
    media_types: tuple[str, ...]
    extensions: tuple[str, ...]
    is_rdf: bool
    """Whether it is a notation of RDF."""
    returns: bool
    """Whether annotations can go into it."""


ALL = [
    Format(name, tuple(media_types), tuple(extensions), is_rdf, returns)
    for name, media_types, extensions, is_rdf, returns in _formats()
]
RDF = [one.name for one in ALL if one.is_rdf]


def named(word: str) -> Format | None:
    """A format by its name or media type."""
    plain = word.split(";")[0].strip().lower()
    return next((one for one in ALL if plain == one.name or plain in one.media_types), None)


def of_name(name: str) -> Format | None:
    """The format that the name of a file says."""
    extension = name.rpartition("/")[2].rpartition(".")[2].lower() if "." in name else ""
    return next((one for one in ALL if extension in one.extensions), None)
