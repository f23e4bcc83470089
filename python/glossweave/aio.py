"""Asynchronous calls, which run in threads so that they do not block the event loop.

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
    """Runs a call in a thread and returns its result, for example
    `await call(session.entities.enrich, "places", page)`. If the task is cancelled, the call continues in its
    thread, and its result is discarded."""
    return await asyncio.to_thread(function, *args, **kwargs)


async def each(
    function: Callable[[T], R],
    items: Iterable[T] | AsyncIterable[T],
    *,
    at_once: int | None = None,
) -> AsyncGenerator[R, None]:
    """Calls a function of one argument for each item, and yields the results in the order of the items. At most
    `at_once` calls are running or have results that are not consumed yet (default: the number of processors).
    New items are taken as results are consumed."""
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
