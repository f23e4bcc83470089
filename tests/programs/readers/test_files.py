"""Documents of others keep the laws of `laws.py`. READERS_FILES is a folder with more of them, READERS_SECONDS
how long one may take.
"""

from __future__ import annotations

import multiprocessing
import os
from collections import Counter
from collections.abc import Iterator
from concurrent import futures
from concurrent.futures.process import BrokenProcessPool, ProcessPoolExecutor
from pathlib import Path

import glossweave
import pytest

from laws import checked
from texts import READERS

ROOT = Path(__file__).resolve().parents[3]
SECONDS = float(os.environ.get("READERS_SECONDS", "120"))
FOLDERS = [ROOT / "tests/data", ROOT / "examples/data", ROOT / "../shared/conformance/office"]
FOLDERS += [Path(one) for one in [os.environ.get("READERS_FILES")] if one]


def documents() -> list[Path]:
    found = [path for folder in FOLDERS for path in folder.rglob("*.*") if path.is_file()]
    return sorted(one for one in found if glossweave._native._format_of_path(str(one)) in READERS)


def worker() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, multiprocessing.get_context("spawn"))


@pytest.fixture(scope="module")
def workers() -> Iterator[list[ProcessPoolExecutor]]:
    """A process that checks one file after the other, the last one of the list."""
    made = [worker()]
    yield made
    made[-1].shutdown()
    print("", *FIGURES.most_common(), sep="\n")


FIGURES: Counter[str] = Counter()


@pytest.mark.parametrize("path", documents(), ids=lambda path: os.path.relpath(path, ROOT))
def test_a_document_keeps_the_laws(path: Path, workers: list[ProcessPoolExecutor]) -> None:
    try:
        faults, figures, refusal, other = workers[-1].submit(checked, path).result(SECONDS)
    except (futures.TimeoutError, BrokenProcessPool):
        for process in multiprocessing.active_children():
            process.kill()
        workers.append(worker())
        pytest.fail(f"the process ended, or gave no answer within {SECONDS} seconds")
    FIGURES.update(figures)
    assert not faults, "\n".join(faults)
    if refusal:
        pytest.skip(f"{refusal}; the other library: {other or 'reads it'}")
