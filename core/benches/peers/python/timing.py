"""Times the work of Python's libraries."""

import gc
import json
import time
from collections.abc import Callable

AT_LEAST = 0.06
"""Work is done again until this many seconds have gone by, so that small pages count too."""


def seconds(work: Callable[[], object]) -> tuple[float, float]:
    """Returns the time of one turn, by the clock and of the processor."""
    turns = 0
    # The collector of cycles slows large pages down and has nothing to do with the work.
    gc.collect()
    gc.disable()
    start, processor = time.perf_counter(), time.process_time()
    while turns == 0 or time.perf_counter() - start < AT_LEAST:
        work()
        turns += 1
    taken = (time.perf_counter() - start) / turns, (time.process_time() - processor) / turns
    gc.enable()
    return taken


def tell(page: str, work: str, who: str, size: int, turn: Callable[[], object]) -> None:
    """Prints the rates of some work on so many bytes, in MB a second."""
    clock, processor = seconds(turn)
    rates = {"rate": size / clock / 1e6, "processor": size / processor / 1e6}
    print(json.dumps({"page": page, "work": work, "who": who, **rates}))
