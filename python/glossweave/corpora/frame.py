"""Conversion between Arrow batches and tables or data frames."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pyarrow as pa

from glossweave.corpora.schema import OUTPUT

__all__ = ["framed"]

_Work = Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]


def framed(frame: Any, work: _Work) -> Any:
    """Applies a function to the batches of a table or data frame, and returns a result of the same type."""
    if isinstance(frame, pa.Table):
        return _done(frame, work)
    # Compare the names of modules first, so that polars and pandas are not imported unnecessarily.
    module = type(frame).__module__.partition(".")[0]
    if module == "polars":
        import polars as pl

        if isinstance(frame, pl.DataFrame):
            return pl.from_arrow(_done(frame.to_arrow(), work))
    if module == "pandas":
        import pandas as pd

        if isinstance(frame, pd.DataFrame):
            table = pa.Table.from_pandas(frame, preserve_index=False)
            made = _done(table, work).to_pandas()
            made.index = frame.index
            return made
    raise TypeError(f"expected a table or a frame and got `{type(frame).__qualname__}`")


def _done(table: pa.Table, work: _Work) -> pa.Table:
    return pa.Table.from_batches(work(table.to_batches()), schema=OUTPUT)
