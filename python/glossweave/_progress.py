"""A bar that shows how far a stream is, by `tqdm`, which is not needed otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Sized
from typing import Protocol


class Bar(Protocol):
    """The methods that a progress bar needs."""

    def update(self, n: int) -> object:
        """Says that more are done."""

    def close(self) -> object:
        """Says that this was all."""


def bar(calls: Iterable[object]) -> Bar:
    """A bar for calls, with their number where it is known."""
    try:
        from tqdm.auto import tqdm
    except ImportError as missing:
        raise ImportError("`progress` needs the package tqdm: pip install tqdm") from missing
    total = len(calls) if isinstance(calls, Sized) else None
    shown: Bar = tqdm(total=total, unit="call")
    return shown
