"""Providers that are opened by the names of their protocols."""

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

__all__ = ["opened"]

KEY = "GLOSSWEAVE_TRANSLATOR_KEY"
"""The variable with the key of a service, which is not for lists of processes."""


def opened(
    options: argparse.Namespace,
    kind: Literal["recognizer", "term-finder", "translator", "endpoint"],
    name: str,
    system: dict[str, str] | None = None,
) -> tuple[glossweave.Provider, object]:
    """The provider of `--service` and `--option`, and what tells its file from others."""
    protocol, place = options.service
    rows = (one for one in glossweave.protocols() if (one.kind, one.name) == (kind, protocol))
    row = next(rows, None)
    known = [] if row is None else [one.name for one in row.parameters]
    given: dict[str, list[str]] = {}
    for option, value in options.option:
        if row is not None and option not in known:
            there = hint.expected(option, known, f"{protocol} has these options: ")
            raise Stop(f"--option {option}: {there}", USAGE)
        given.setdefault(option.replace("-", "_"), []).append(value)
    if "key" in known and "key" not in given and (key := os.environ.get(KEY)):
        given["key"] = [key]
    keywords = {} if row is None else given
    try:
        provider = glossweave.Provider(kind, name, protocol, place, system=system, **keywords)
    except (InvalidArgument, MalformedInput) as error:
        # What is wrong in a file is no wrong call.
        if isinstance(error, MalformedInput) and error.parameter not in given:
            raise
        option = (error.parameter or "").replace("_", "-")
        where = check.option(error.parameter)
        if option in known:
            where = f"--option {option}: "
        elif row is None and (kinds := [info.kind for info in glossweave.protocols() if info.name == protocol]):
            raise Stop(f"--service {protocol}: is a {kinds[0]}, expected a {kind}", USAGE) from error
        elif option in ("", "protocol", "place"):
            # A password before the host is not for the log.
            shown = re.sub(r"(?<=//)[^/@]*@", "…@", place)
            where = f"--service {protocol} {shown}: "
        raise Stop(f"{where}{error.message}", USAGE) from error
    is_file = row is not None and row.place == "file"
    return provider, _digest(Path(place)) if is_file else None


def _digest(place: Path) -> str:
    """The digest of a file, or of the files of a folder, with their names."""
    if not place.is_dir():
        return hashlib.sha256(place.read_bytes()).hexdigest()
    digests = [
        f"{path.relative_to(place).as_posix()} {hashlib.sha256(path.read_bytes()).hexdigest()}"
        for path in sorted(place.rglob("*")) if path.is_file()
    ]
    return hashlib.sha256("\n".join(digests).encode()).hexdigest()
