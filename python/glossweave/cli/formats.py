"""The formats of the package, by name and extension."""

from __future__ import annotations

import argparse

import glossweave
from glossweave import FormatInfo
from glossweave.cli.exit import DONE

__all__ = ["ALL", "EXPORTS", "RDF", "is_rdf", "list_formats", "named", "of_name"]

ALL = glossweave.formats()
RDF = [one.name for one in ALL if "rdf" in one.abilities]
EXPORTS = [one.name for one in ALL if "export" in one.abilities]


def named(word: str) -> FormatInfo | None:
    """Returns a format by its name or media type."""
    plain = word.split(";")[0].strip().lower()
    return next((one for one in ALL if plain == one.name or plain in one.media_types), None)


def of_name(name: str) -> FormatInfo | None:
    """Returns the format for the extension of a file name."""
    extension = name.rpartition("/")[2].rpartition(".")[2].lower() if "." in name else ""
    return next((one for one in ALL if extension in one.extensions), None)


def is_rdf(one: FormatInfo) -> bool:
    """Returns `True` for a format of RDF."""
    return "rdf" in one.abilities


def list_formats(_: argparse.Namespace) -> int:
    """Writes a line for each format: its name, abilities, extensions and media types."""
    for one in ALL:
        lists = (one.abilities, one.extensions, one.media_types)
        print(one.name, *(",".join(words) for words in lists), sep="\t")
    return DONE
