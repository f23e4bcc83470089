"""How a run ended, as a number for the shell."""

from __future__ import annotations

__all__ = ["DONE", "FAILED", "INTERRUPTED", "STOPPED", "USAGE", "Stop"]

DONE = 0
"""Everything was done, and nothing is wrong with it."""

FAILED = 1
"""Some documents could not be done, `validate` or `check` has findings, or a store refused a call."""

USAGE = 2
"""The call is wrong. Nothing was done."""

STOPPED = 3
"""A file that all documents need, or a store, cannot be read, or results cannot be written."""

INTERRUPTED = 130
"""Interrupted by the user; `--resume` goes on."""


class Stop(Exception):
    """Ends the run with a message."""

    def __init__(self, message: str, status: int = STOPPED) -> None:
        super().__init__(message)
        self.status = status
