"""What was done before, for `--resume`."""

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
    """A result: the call that made it, its source, and the state that this was in."""

    how: str
    source: str
    state: list[int] | None


class Journal:
    """A file of JSON Lines: a line for each source that is done, with how its result was made.

    A source is done when its size and time of change are those of its line, its result is there, and
    no other call has made that result anew. Lines are only ever added, so a call that fails takes
    nothing from the one before. Where most of them are out of date the file is replaced by those that
    are not.
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
            message = "what is there was made with other options or other names: leave --resume out"
            raise Stop(f"{path.parent}: {message}", USAGE)

    def is_done(self, item: Item) -> bool:
        """Whether the result of a source is there already."""
        said = self._done.get(item.name)
        if said is None:
            return False
        result, state = said
        return state == _state(item) and Path(result).is_file()

    def add(self, item: Item, state: list[int] | None, result: Path) -> None:
        """Notes that a source is done, which was in a state before it was read."""
        before = b""
        if self._file is None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            # The last line may have been cut off in the middle.
            before = b"\n" if self._path.exists() else b""
            self._file = self._path.open("ab")
        line = _Line(self._how, item.name, state)
        self._results[str(result)] = line
        self._lines += 1
        self._file.write(before + _shown(str(result), line))
        self._file.flush()

    @staticmethod
    def state(item: Item) -> list[int] | None:
        """What tells that a source has changed; none where it is not there."""
        return _state(item)

    def close(self) -> None:
        """Lets go of the file, and of lines that say nothing any more where these are many."""
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
    """The results with what was said of them last, and how many lines there are."""
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
