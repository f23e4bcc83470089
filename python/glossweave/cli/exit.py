"""The exit codes."""

from __future__ import annotations

__all__ = ["DONE", "FAILED", "INTERRUPTED", "STOPPED", "USAGE", "Stop"]

DONE = 0
"""All documents were processed, and no faults were found."""

FAILED = 1
"""Some documents failed, `validate` or `check` has findings, or a store refused a call."""

USAGE = 2
"""The options or their values are invalid. Nothing was done."""

STOPPED = 3
"""A file that is used for all documents, or a store, cannot be read, or results cannot be written."""

INTERRUPTED = 130
"""The user interrupted the run. Use `--resume` to continue it."""


class Stop(Exception):
    """An exception that ends the run with a message."""

    def __init__(self, message: str, status: int = STOPPED) -> None:
        super().__init__(message)
        self.status = status
