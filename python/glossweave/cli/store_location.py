"""The location of the store that a command uses, and checks of its existence."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from glossweave.cli.exit import USAGE, Stop

__all__ = ["VARIABLE", "location", "report_creation", "require"]

VARIABLE = "GLOSSWEAVE_STORE_LOCATION"
"""The variable with the location of the store, used if `--store` is not given."""


def location(options: argparse.Namespace) -> str:
    """Returns the location from the options, or from the environment if the option is not used."""
    # An engine reads the variable too, and refuses an empty one.
    variable = os.environ.pop(VARIABLE, None)
    store: str | None = options.store or variable
    if not store:
        raise Stop(f"--store is missing: use it, or the variable {VARIABLE}, to specify a folder or postgres://…", USAGE)
    return store


def require(store: str) -> None:
    """Refuses a folder without a store, because an engine would create a store in it."""
    folder = _folder(store)
    if folder is None or _is_store(folder):
        return
    reason = "no store in this folder" if folder.is_dir() else "no such folder"
    raise Stop(f"--store {store}: {reason}; use a command such as `user create` or `import` to create a store")


def report_creation(store: str) -> None:
    """Reports on standard error if a command is about to create a store."""
    folder = _folder(store)
    if folder is not None and not _is_store(folder):
        print(f"glossweave: {store}: creating a new store", file=sys.stderr)


def _folder(store: str) -> Path | None:
    """Returns the folder of a location. Returns `None` for a database or a store in memory."""
    path = store.removeprefix("file://" if store.startswith("file:///") else "file:")
    is_other = path.startswith(("memory:", "postgres:", "postgresql:")) or "://" in path
    return None if is_other else Path(path)


def _is_store(folder: Path) -> bool:
    """Returns `True` if a folder contains a store. The engine reports it if the store is damaged."""
    return any((folder / name).exists() for name in ("sled", "witness"))  # `witness` marks what is acknowledged.
