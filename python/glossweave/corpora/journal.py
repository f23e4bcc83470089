"""The journal of a run on disk, with a line of JSON for each completed part."""

from __future__ import annotations

import errno
import fcntl
import json
import os
import threading
from pathlib import Path
from types import TracebackType
from typing import Any

from glossweave import Conflict, MalformedInput, PreconditionFailed

NAME = "journal.jsonl"


class Journal:
    """The journal of an output folder. Only one run can use it at a time.

    A line is written when its part is on disk under its final name. Incomplete parts of a killed run are not in
    the journal, so they are written again. If the last line is truncated, it is ignored.
    """

    def __init__(self, folder: Path, run: dict[str, Any], *, resume: bool) -> None:
        self.path = folder / NAME
        self._file = open(self.path, "a+b", buffering=0)
        self._writing = threading.Lock()
        try:
            self._lock()
            self.parts = self._read(run, resume)
        except BaseException:
            self._file.close()
            raise

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            message = f"another run is writing to `{self.path.parent}`"
            raise Conflict(message, parameter="output") from error

    def _read(self, run: dict[str, Any], resume: bool) -> dict[str, dict[str, Any]]:
        self._file.seek(0)
        data = self._file.read()
        whole = data[: data.rfind(b"\n") + 1]
        if len(whole) < len(data):
            self._file.truncate(len(whole))
        if not whole:
            self._write({"run": run})
            return {}
        if not resume:
            message = f"`{self.path.parent}` has the results of a run: resume it, or choose another"
            raise Conflict(message, parameter="output")
        try:
            first, *rest = [json.loads(line) for line in whole.splitlines()]
            before = first["run"]
            parts = {line["part"]: line for line in rest}
        except (ValueError, KeyError, TypeError) as error:
            raise MalformedInput(f"`{self.path}` is not the journal of a run") from error
        for name, value in run.items():
            if before.get(name) != value:
                message = f"the run to resume had another {name}"
                raise PreconditionFailed(message, parameter=name)
        return parts

    def add(self, part: str, facts: dict[str, Any]) -> None:
        """Records a completed part. Several threads can call it at the same time."""
        line = {"part": part, **facts}
        self._write(line)
        self.parts[part] = line

    def forget(self, part: str) -> None:
        """Marks a part as incomplete, because its file is missing or has changed."""
        del self.parts[part]

    def _write(self, line: dict[str, Any]) -> None:
        data = json.dumps(line).encode() + b"\n"
        with self._writing:
            before = os.fstat(self._file.fileno()).st_size
            try:
                # If the disk is full, only a part of the line is written.
                if self._file.write(data) != len(data):
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            except OSError:
                self._file.truncate(before)
                raise
        # Outside the lock, so that several threads can wait for the disk at the same time. If this fails, the
        # line may remain, because its part is on disk.
        os.fsync(self._file.fileno())

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()
