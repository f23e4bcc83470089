"""Calls leave the interpreter to other threads, and things are shared by threads."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import glossweave

LARGE = "<p>From Cork to <b>Dublin</b> &amp; back.\n" * 100_000
IDENTITY = """<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:template match="@*|node()"><xsl:copy><xsl:apply-templates select="@*|node()"/></xsl:copy>
  </xsl:template></xsl:stylesheet>"""


def ticks_during(work: Callable[[], object]) -> int:
    """How many times this thread wakes up while another one works."""
    span: list[float] = []
    ticks: list[float] = []

    def noted() -> None:
        span.append(time.perf_counter())
        work()
        span.append(time.perf_counter())

    thread = threading.Thread(target=noted)
    thread.start()
    while thread.is_alive():
        time.sleep(0.001)
        ticks.append(time.perf_counter())
    thread.join()
    # A busy machine may take a while to start the other thread.
    began, ended = span
    return sum(began < tick < ended for tick in ticks)


def held(seconds: float) -> Callable[[], object]:
    """Work that keeps the interpreter to itself: one long call of pure C."""
    number = 10**7
    while True:
        began = time.perf_counter()
        sum(range(number))
        if time.perf_counter() - began >= seconds:
            return lambda: sum(range(number))
        number *= 2


def test_other_threads_run_during_each_call(names: glossweave.Dictionary) -> None:
    page = glossweave.decode(LARGE, format="html")
    found = names.recognize(page)
    identity = glossweave.Stylesheet(IDENTITY)
    calls = {
        "decode": lambda: glossweave.decode(LARGE, format="html"),
        "recognize": lambda: names.recognize(page),
        "to_nif": lambda: glossweave.to_nif(page, found),
        "encode": lambda: glossweave.encode(page, found[:1000]),
        "run": lambda: identity.run(LARGE, format="html"),
    }
    for name, call in calls.items():
        began = time.perf_counter()
        ticks = ticks_during(call)
        seconds = time.perf_counter() - began
        assert ticks >= 3, f"{name}: {ticks} in {seconds:.3f} s"


def test_a_call_that_keeps_the_interpreter_would_be_noticed() -> None:
    # On a busy machine a thread may wait between two instructions, which lets a few ticks through.
    kept, released = ticks_during(held(0.2)), ticks_during(lambda: time.sleep(0.2))
    assert kept < released / 4, f"{kept} of {released}"


def test_things_are_shared_by_threads(
    page: glossweave.Document, names: glossweave.Dictionary
) -> None:
    expected = names.recognize(page)
    enriched = glossweave.encode(page, expected).bytes

    def work(_: int) -> bool:
        found = names.recognize(page)
        same = glossweave.encode(page, found).bytes == enriched
        return same and found == expected and page.text[expected[0].start] == "D"

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(64)))
