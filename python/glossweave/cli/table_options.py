"""Flags for the options of the engine, created from its option tables."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from glossweave._native import ParameterInfo, _option_tables

__all__ = ["CHOSEN", "add", "chosen", "count", "pair"]

_TABLES: dict[str, list[ParameterInfo]] = dict(_option_tables())

CHOSEN: dict[str, tuple[str, ...]] = {
    "RequestOptions": ("informat", "outformat", "filter", "prefix", "any-language", "any-format", "translations"),
    "DecodeOptions": ("base", "parameters"),
    "EntityOptions": ("dataset", "mentions"),
    "TermOptions": ("dataset", "collection"),
    "TranslationOptions": ("key", "dataset", "collection"),
    "XliffOptions": ("original",),
    "CheckOptions": ("terms",),
    "RedactOptions": ("key",),
    "ChunkOptions": ("name",),
}
"""The options of each table that commands set themselves, or for which they have separate flags."""


def count(word: str) -> int:
    """Parses a number from 1."""
    number = int(word)
    if number < 1:
        raise ValueError
    return number


def _contents(word: str) -> str:
    """Reads a text file."""
    try:
        # With or without a byte order mark.
        return Path(word).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise argparse.ArgumentTypeError(f"{word}: {error}") from None


def pair(word: str) -> tuple[str, str]:
    """Parses `NAME=VALUE`."""
    name, equals, value = word.partition("=")
    if not name or not equals:
        raise argparse.ArgumentTypeError(f"expected NAME=VALUE, got {word}")
    return name, value


def _markup_profile(word: str) -> str:
    """Returns the name of a markup profile, or the content of its file."""
    if not word.endswith(".json") and not Path(word).is_file():
        return word
    text = _contents(word)
    try:
        json.loads(text)
    except ValueError as error:
        # The message must not contain the text, because the file may be any other file.
        raise argparse.ArgumentTypeError(f"{word}: not valid JSON: {error}") from None
    return text


_TYPES: dict[str, tuple[Callable[[str], Any], str]] = {
    "file": (_contents, "FILE"),
    "path": (str, "PATH"),
    "language": (str, "TAG"),
    "number": (float, "N"),
    "amount": (float, "N"),
}


def _rows(table: str, only: Iterable[str] | None, without: Iterable[str]) -> Iterator[ParameterInfo]:
    skipped = {*CHOSEN.get(table, ()), *without}
    for row in _TABLES[table]:
        if row.name in only if only is not None else row.name not in skipped:
            yield row


def add(
    parser: argparse._ActionsContainer,
    table: str,
    *,
    only: Iterable[str] | None = None,
    without: Iterable[str] = (),
    required: Iterable[str] = (),
) -> None:
    """Adds a flag for each option of a table, or for some of them."""
    for row in _rows(table, only, without):
        flag = f"--{row.keyword.replace('_', '-')}"
        text = row.text[0].lower() + row.text[1:].rstrip(".").replace("%", "%%")
        if row.default is not None and row.words != ["yes", "no"]:
            text += f" (default: {row.default})"
        given: dict[str, Any] = {"dest": row.keyword, "help": text}
        if row.words == ["yes", "no"]:
            given["action"] = argparse.BooleanOptionalAction
        elif row.words:
            given["choices"] = row.words
        elif row.type == "integer":
            # Numbers without a unit may be 0, but sizes may not.
            given.update(type=int if row.unit is None else count, metavar="N")
        elif row.name == "profile":
            given.update(type=_markup_profile, metavar="NAME|FILE")
        else:
            read, metavar = _TYPES.get(row.type, (str, row.type.upper()))
            given.update(type=read, metavar=metavar)
        if row.repeats or row.type in ("list", "lines"):
            given.update(action="append", default=[])
            given["help"] += "" if "repeated" in text else " (may be repeated)"
        if row.name in required:
            given["required"] = True
        parser.add_argument(flag, **given)


def chosen(
    options: argparse.Namespace, table: str, *, only: Iterable[str] | None = None, without: Iterable[str] = ()
) -> dict[str, Any]:
    """Returns the options of a table that are set, as keyword arguments."""
    keywords = {}
    for row in _rows(table, only, without):
        value = getattr(options, row.keyword, None)
        if row.type in ("list", "lines") and value is not None and len(value) == 1:
            # When the flag is used once, its value may be a comma-separated list.
            (value,) = value
        if value is not None and value != []:
            keywords[row.keyword] = value
    return keywords
