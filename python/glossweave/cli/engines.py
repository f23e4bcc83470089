"""The command that lists recognizers, term finders and translators, and the protocols for opening them."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from pathlib import Path

import glossweave
from glossweave.cli.commands import specified
from glossweave.cli.exit import DONE

__all__ = ["list_engines"]


def list_engines(options: argparse.Namespace) -> int:
    """Writes a line for each recognizer, term finder and translator, or for each option of a protocol."""
    if options.protocols:
        return _list_protocols()
    engine = glossweave.Engine() if options.engine is None else specified(Path(options.engine))[0]
    if options.systems:
        return _list_systems(engine)
    engines = engine.session().engines()
    for kind, several in (
        ("recognizer", engines.recognizers),
        ("term-finder", engines.term_finders),
        ("translator", engines.translators),
    ):
        for one in several:
            pairs = ["-".join(filter(None, pair)) for pair in one.languages or []]
            _line(kind, one.name, pairs, (parameter.name for parameter in one.parameters))
    return DONE


def _list_systems(engine: glossweave.Engine) -> int:
    translations = engine.session().translations
    for provider in translations.providers:
        for system in translations.systems(provider):
            fields = ("name", "source", "target", "domain", "state", "always_running")
            values = {name: getattr(system, name) for name in fields}
            print(json.dumps({"provider": provider, **values}, ensure_ascii=False))
    return DONE


def _list_protocols() -> int:
    for one in glossweave.protocols():
        _line(one.kind, one.name, [one.place], "", "", "", "", one.text)
        for option in one.parameters:
            marks = [mark for mark in ("required", "repeats") if getattr(option, mark)]
            values = option.words or [option.type]
            _line(one.kind, one.name, [one.place], option.name, values, option.default, marks, option.text)
    return DONE


def _line(*cells: str | Iterable[str] | None) -> None:
    """Writes a line of cells, separated by tabs. Lists in cells are comma-separated."""
    texts = (cell if isinstance(cell, str) else ",".join(cell or []) for cell in cells)
    print(*texts, sep="\t")
