"""The journal of completed documents, used for `--resume`."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import IO, NamedTuple

from glossweave.cli.exit import USAGE, Stop
from glossweave.cli.files import Item

__all__ = ["Journal"]


class _Line(NamedTuple):
    """The call that wrote a result, its source, and the state of the source."""

    how: str
    source: str
    state: list[int] | None


class Journal:
    """A JSON Lines file with a line for each completed source, which also identifies the call.

    A source is complete if its size and modification time match its line, its result exists, and no other call has
    written that result since. Lines are only appended, so that a failed call does not invalidate previous results. When
    most lines are obsolete, the file is replaced by the current lines.
    """

    def __init__(self, path: Path, how: Mapping[str, object], *, resume: bool) -> None:
        self._path = path
        self._how = hashlib.sha256(json.dumps(how, sort_keys=True).encode()).hexdigest()[:16]
        self._file: IO[bytes] | None = None
        self._results, self._lines = _read(path)
        self._done = {
            line.source: (result, line.state)
            for result, line in self._results.items()
            if resume and line.how == self._how
        }
        if resume and self._results and not self._done:
            message = "the existing results were written with other options or names: do not use --resume"
            raise Stop(f"{path.parent}: {message}", USAGE)

    def is_done(self, item: Item) -> bool:
        """Returns `True` if the source is complete."""
        said = self._done.get(item.name)
        if said is None:
            return False
        result, state = said
        return state == _state(item) and Path(result).is_file()

    def add(self, item: Item, state: list[int] | None, result: Path) -> None:
        """Records a completed source. `state`: its state before it was read."""
        before = b""
        if self._file is None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            # The last line may be truncated.
            before = b"\n" if self._path.exists() else b""
            self._file = self._path.open("ab")
        line = _Line(self._how, item.name, state)
        self._results[str(result)] = line
        self._lines += 1
        self._file.write(before + _shown(str(result), line))
        self._file.flush()

    @staticmethod
    def state(item: Item) -> list[int] | None:
        """Returns the size and modification time of a source. Returns `None` if the source is not a file."""
        return _state(item)

    def close(self) -> None:
        """Closes the file. Removes obsolete lines when most lines are obsolete."""
        if self._file is None:
            return
        self._file.close()
        if self._lines > 2 * len(self._results) + 1000:
            partial = self._path.with_name(f"{self._path.name}.{os.getpid()}.partial")
            with partial.open("wb") as file:
                file.writelines(_shown(*one) for one in self._results.items())
            os.replace(partial, self._path)


def _shown(result: str, line: _Line) -> bytes:
    said = {"how": line.how, "source": line.source, "state": line.state, "result": result}
    return json.dumps(said).encode() + b"\n"


def _state(item: Item) -> list[int] | None:
    if item.path is None:
        return None
    try:
        said = item.path.stat()
    except OSError:
        return None
    return [said.st_size, said.st_mtime_ns]


def _read(path: Path) -> tuple[dict[str, _Line], int]:
    """Returns the last line of each result, and the number of lines."""
    results: dict[str, _Line] = {}
    lines = path.read_bytes().splitlines() if path.exists() else []
    for line in lines:
        try:
            said = json.loads(line)
        except ValueError:
            continue
        if isinstance(said, dict) and "source" in said:
            results[said["result"]] = _Line(said.get("how", ""), said["source"], said["state"])
    return results, len(lines)
