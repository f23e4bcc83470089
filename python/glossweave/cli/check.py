"""Checks the values of options with an empty document, before any file is written."""

from __future__ import annotations

import argparse
from collections.abc import Callable

import glossweave
from glossweave.cli import hint
from glossweave.cli.exit import USAGE, Stop
from glossweave.cli.formats import ALL, is_rdf, named
from glossweave.cli.table_options import chosen
from glossweave.errors import InvalidArgument, NotFound, TooLarge, Unsupported

__all__ = ["option", "outgoing", "values"]

OPTIONS = {
    "format": "--from", "informat": "--from", "outformat": "--to", "output": "--to",
    "version": "--nif-version", "numLinks": "--num-links", "entries": "--recognizer",
}
"""The flags of parameters that have other names in the package."""


KINDS = ("recognizer", "term_finder", "translator", "endpoint")
"""The flags of providers, to which `--option` applies."""


def values(options: argparse.Namespace, *attempts: Callable[[], object]) -> None:
    """Refuses invalid values of options. `attempts`: calls of the services with these values and an empty document."""
    given = vars(options)
    informat = given.get("informat")
    if informat is not None and named(informat) is None:
        raise Stop(f"--from {informat}: {hint.expected(informat, _names(ALL))}", USAGE)

    if given.get("option") and all(given.get(kind) is None for kind in KINDS):
        raise Stop("--option requires the recognizer, term finder, translator or endpoint that it belongs to", USAGE)

    def read() -> None:
        keywords = chosen(options, "DecodeOptions")
        page = glossweave.decode(b"", format="text", **keywords)
        glossweave.decode(b"<a/>", format="xml", **{**keywords, "charset": None})
        if given.get("prefix") is not None:
            glossweave.to_nif(page, prefix=given["prefix"].replace("{path}", "path"))

    for attempt in (read, *attempts):
        try:
            attempt()
        except TooLarge:
            # Limits on results apply to each document.
            continue
        except (InvalidArgument, NotFound, Unsupported) as error:
            raise Stop(f"{option(error.parameter)}{error.message}", USAGE) from error


def outgoing(
    word: str | None, *more: str, ability: str = "annotate"
) -> glossweave.FormatInfo | None:
    """Returns the format of results. Accepts formats with the ability, exchange formats, RDF, and the words in `more`,
    for which it returns `None`."""
    if word is None or word in more:
        return None
    to = named(word)
    formats = [one for one in ALL if is_rdf(one) or {ability, "export"} & set(one.abilities)]
    if to is None or to not in formats:
        raise Stop(f"--to {word}: {hint.expected(word, [*more, *_names(formats)])}", USAGE)
    return to


def _names(formats: list[glossweave.FormatInfo]) -> list[str]:
    return [row.name for row in formats]


def option(parameter: str | None) -> str:
    """Returns the prefix of a message: the flag of a parameter."""
    if parameter is None:
        return ""
    return f"{OPTIONS.get(parameter, '--' + parameter.replace('_', '-'))}: "
