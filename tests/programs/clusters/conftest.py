"""Clusters of this machine, and what all of them have to come to."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "python/tests"))

import corpus  # noqa: E402
from glossweave.corpora import OUTPUT, Operator  # noqa: E402

DOCUMENTS = int(os.environ.get("CLUSTER_DOCUMENTS", "100000"))


@pytest.fixture(scope="session")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("clusters")


@pytest.fixture(scope="session")
def names(work: Path) -> Path:
    return corpus.save_names(work / "places.names")


@pytest.fixture(scope="session")
def source(work: Path) -> Path:
    return corpus.write_parquet(work / "input.parquet", DOCUMENTS, words_of=40)


@pytest.fixture(scope="session")
def wanted(names: Path, source: Path) -> pa.Table:
    """What a loop in one process makes of the documents."""
    batches = pq.ParquetFile(source).iter_batches(777)
    made = Operator(corpus.engine(names), "names").annotate_batches(batches)
    return pa.Table.from_batches(made, schema=OUTPUT).sort_by("id")


def noted(journal: Path) -> dict[int, list[dict[str, Any]]]:
    """What each process wrote down that it did."""
    found: dict[int, list[dict[str, Any]]] = {}
    for path in journal.glob("*.jsonl"):
        for line in path.read_bytes().split(b"\n")[:-1]:
            entry = json.loads(line)
            found.setdefault(entry["process"], []).append(entry)
    return found


def busy(journal: Path) -> int:
    """A process that has done some batches."""
    deadline = time.monotonic() + 300
    while time.monotonic() < deadline:
        for process, done in noted(journal).items():
            if len(done) >= 3:
                return process
        time.sleep(0.02)
    raise AssertionError("the workers did not begin")


def kill_process(process: int) -> None:
    os.kill(process, signal.SIGKILL)


@contextmanager
def one_killed(journal: Path, kill: Callable[[int], None] = kill_process) -> Iterator[None]:
    """Kills a worker that is at work, while the block runs. Afterwards it was one that had done
    something, and all of it was done."""
    killed: list[int] = []
    failures: list[BaseException] = []

    def strike() -> None:
        try:
            process = busy(journal)
            kill(process)
            killed.append(process)
        except BaseException as failure:
            failures.append(failure)

    killer = threading.Thread(target=strike)
    killer.start()
    try:
        yield
    finally:
        killer.join()
    assert not failures, failures
    told = {
        one: sum(entry["documents"] for entry in entries) for one, entries in noted(journal).items()
    }
    print(f"\n{journal.name}: documents by process: {told}; killed: {killed[0]}")
    assert told[killed[0]] > 0 and sum(told.values()) >= DOCUMENTS
