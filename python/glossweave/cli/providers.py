"""Opening providers by the name of their protocol."""

from __future__ import annotations

import argparse
import hashlib
import os
import re
from pathlib import Path
from typing import Literal

import glossweave
from glossweave.cli import check, hint
from glossweave.cli.exit import USAGE, Stop
from glossweave.errors import InvalidArgument, MalformedInput

__all__ = ["Kind", "opened", "parted"]

KEY = "GLOSSWEAVE_TRANSLATOR_KEY"
"""The variable with the key of a service, because other users can see the arguments of a process."""


Kind = Literal["recognizer", "term-finder", "translator", "endpoint"]

DEFAULTS: dict[Kind, str] = {
    "recognizer": "dictionary", "term-finder": "termbase", "translator": "memory", "endpoint": "sparql",
}
"""The default protocol of each kind."""


def parted(word: str, kind: Kind) -> tuple[str, str]:
    """Splits a word such as `apertium=eng-spa` into protocol and place. When the word contains no protocol, the default
    protocol is used."""
    protocol, equals, place = word.partition("=")
    # The URL may contain a password, so messages do not quote it.
    if re.match(r"[A-Za-z]+:/", word):
        raise Stop(f"--{kind}: a URL requires a protocol: use PROTOCOL=URL", USAGE)
    if not equals or Path(word).exists() or not re.fullmatch("[a-z][a-z-]*", protocol):
        return DEFAULTS[kind], word
    names = [row.name for row in glossweave.protocols() if row.kind == kind]
    if protocol not in names:
        others = [row.kind for row in glossweave.protocols() if row.name == protocol]
        unknown = f"no protocol `{protocol}`; {hint.expected(protocol, names)}"
        known = f"is a {others[0]}, expected a {kind}" if others else unknown
        raise Stop(f"--{kind} {protocol}: {known}", USAGE)
    row = next(row for row in glossweave.protocols() if (row.kind, row.name) == (kind, protocol))
    if row.place == "file" and re.match(r"[A-Za-z]+:/", place):
        raise Stop(f"--{kind} {protocol}: expected a file, got a URL", USAGE)
    return protocol, place


def opened(
    options: argparse.Namespace,
    kind: Kind,
    name: str,
    protocol: str,
    place: str,
    *,
    system: dict[str, str] | None = None,
) -> tuple[glossweave.Provider, object]:
    """Opens a provider with the options of `--option`. Returns it with the digest of its file."""
    row = next(row for row in glossweave.protocols() if (row.kind, row.name) == (kind, protocol))
    known = [parameter.name for parameter in row.parameters]
    given: dict[str, list[str]] = {}
    for option, value in options.option:
        if option not in known:
            there = hint.expected(option, known, f"{protocol} has the options ")
            raise Stop(f"--option {option}: {there}", USAGE)
        given.setdefault(option.replace("-", "_"), []).append(value)
    if "key" in known and "key" not in given and (key := os.environ.get(KEY)):
        given["key"] = [key]
    try:
        provider = glossweave.Provider(kind, name, protocol, place, system=system, **given)
    except (InvalidArgument, MalformedInput) as error:
        # A fault in a file is not an invalid call.
        if isinstance(error, MalformedInput) and error.parameter not in given:
            raise
        option = (error.parameter or "").replace("_", "-")
        where = check.option(error.parameter)
        if option in known:
            where = f"--option {option}: "
        elif option in ("", "protocol", "place"):
            # A URL may contain a password, so messages do not quote it.
            where = f"--{kind} {protocol}: " if row.place == "url" else f"--{kind} {protocol}={place}: "
        raise Stop(f"{where}{error.message}", USAGE) from error
    return provider, _digest(Path(place)) if row.place == "file" else None


def _digest(place: Path) -> str:
    """Returns the digest of a file, or of the names and contents of the files in a folder."""
    if not place.is_dir():
        return hashlib.sha256(place.read_bytes()).hexdigest()
    digests = [
        f"{path.relative_to(place).as_posix()} {hashlib.sha256(path.read_bytes()).hexdigest()}"
        for path in sorted(place.rglob("*")) if path.is_file()
    ]
    return hashlib.sha256("\n".join(digests).encode()).hexdigest()
