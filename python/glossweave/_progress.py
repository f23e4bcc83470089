"""A progress bar for streams, which uses the optional package `tqdm`."""

from __future__ import annotations

from collections.abc import Iterable, Sized
from typing import Protocol


class Bar(Protocol):
    """The methods that a progress bar needs."""

    def update(self, n: int) -> object:
        """Adds `n` finished calls."""

    def close(self) -> object:
        """Ends the progress bar."""


def bar(calls: Iterable[object]) -> Bar:
    """Creates a progress bar for calls. It shows the total number if it is known."""
    try:
        from tqdm.auto import tqdm
    except ImportError as missing:
        raise ImportError("`progress` needs the package tqdm: pip install tqdm") from missing
    total = len(calls) if isinstance(calls, Sized) else None
    shown: Bar = tqdm(total=total, unit="call")
    return shown
