"""What was done before, for `--resume`."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import IO

from glossweave.cli.exit import USAGE, Stop
from glossweave.cli.files import Item

__all__ = ["Journal"]


class Journal:
    """A file of JSON Lines: how the results are made, then a line for each source that is done.

    A source is done when its size and time of change are those of its line and its result is there.
    """

    def __init__(self, path: Path, how: Mapping[str, object], *, resume: bool) -> None:
        digest = hashlib.sha256(json.dumps(how, sort_keys=True).encode()).hexdigest()
        self._done = _read(path, digest) if resume else {}
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = not (resume and path.exists())
        self._file: IO[bytes] = path.open("wb" if fresh else "ab")
        # The last line may have been cut off in the middle.
        self._write({"how": digest}, b"" if fresh else b"\n")

    def is_done(self, item: Item) -> bool:
        """Whether the result of a source is there already."""
        said = self._done.get(item.name)
        if said is None:
            return False
        result, state = said
        return state == _state(item) and Path(result).is_file()

    def add(self, item: Item, state: list[int] | None, result: Path) -> None:
        """Notes that a source is done, which was in a state before it was read."""
        self._write({"source": item.name, "state": state, "result": str(result)})

    @staticmethod
    def state(item: Item) -> list[int] | None:
        """What tells that a source has changed; none where it is not there."""
        return _state(item)

    def close(self) -> None:
        """Lets go of the file."""
        self._file.close()

    def _write(self, line: Mapping[str, object], before: bytes = b"") -> None:
        self._file.write(before + json.dumps(line).encode() + b"\n")
        self._file.flush()


def _state(item: Item) -> list[int] | None:
    if item.path is None:
        return None
    try:
        said = item.path.stat()
    except OSError:
        return None
    return [said.st_size, said.st_mtime_ns]


def _read(path: Path, digest: str) -> dict[str, tuple[str, list[int]]]:
    done: dict[str, tuple[str, list[int]]] = {}
    lines = path.read_bytes().splitlines() if path.exists() else []
    for line in lines:
        try:
            said = json.loads(line)
        except ValueError:
            continue
        if not isinstance(said, dict):
            continue
        if said.get("how", digest) != digest:
            message = "what is there was made with other options or other names: leave --resume out"
            raise Stop(f"{path.parent}: {message}", USAGE)
        if "source" in said:
            done[said["source"]] = (said["result"], said["state"])
    return done
