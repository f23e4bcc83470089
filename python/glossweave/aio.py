"""Calls that are awaited: they run in threads, and the loop goes on meanwhile.

>>> import asyncio
>>> import glossweave
>>> from glossweave import aio
>>> async def text(page):
...     return (await aio.call(glossweave.decode, page, format="html")).text
>>> asyncio.run(text("<p>To <b>Cork"))
'To Cork'
"""

from __future__ import annotations

import asyncio
import os
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Callable, Iterable
from typing import ParamSpec, TypeVar

__all__ = ["call", "each"]

P = ParamSpec("P")
T = TypeVar("T")
R = TypeVar("R")


async def call(function: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
    """Awaits a call, such as `await call(session.entities.enrich, "places", page)`. When the task is
    cancelled, the call goes on in its thread and nobody is told of it."""
    return await asyncio.to_thread(function, *args, **kwargs)


async def each(
    function: Callable[[T], R],
    items: Iterable[T] | AsyncIterable[T],
    *,
    at_once: int | None = None,
) -> AsyncGenerator[R, None]:
    """Gives the results of a function of one argument for many items, in their order. At most
    `at_once` calls run or wait to be fetched (as many as there are processors); items are taken as
    results are."""
    most = max(1, at_once or os.cpu_count() or 1)
    running: deque[asyncio.Task[R]] = deque()
    try:
        async for item in _of(items):
            running.append(asyncio.ensure_future(call(function, item)))
            if len(running) >= most:
                yield await running.popleft()
        while running:
            yield await running.popleft()
    finally:
        for task in running:
            task.cancel()


async def _of(items: Iterable[T] | AsyncIterable[T]) -> AsyncIterator[T]:
    if isinstance(items, AsyncIterable):
        async for item in items:
            yield item
    else:
        for item in items:
            yield item
