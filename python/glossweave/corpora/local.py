"""Runs an operator on this machine, in threads, and resumes interrupted runs."""

from __future__ import annotations

import hashlib
import json
import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

import glossweave
from glossweave import InvalidArgument, StorageError
from glossweave.corpora.journal import NAME, Journal
from glossweave.corpora.operator import Operator
from glossweave.corpora.schema import ERROR, OUTPUT
from glossweave.corpora.source import Chunk, Loaded, Source, open_source, size_of


@dataclass
class Report:
    """The totals of a run, including the parts that were completed before it was resumed."""

    documents: int = 0
    failed: int = 0
    annotations: int = 0
    parts: int = 0
    resumed: int = 0
    """The number of parts that were already complete."""
    seconds: float = 0.0


def annotate(
    input: str | os.PathLike[str],
    output: str | os.PathLike[str],
    operator: Operator,
    *,
    jobs: int | None = None,
    batch_size: int = 1000,
    resume: bool = False,
    kind: str = "auto",
    include: Sequence[str] = ("*",),
    exclude: Sequence[str] = (),
    progress: Callable[[Report], None] | None = None,
) -> Report:
    """Annotates Parquet files, JSON Lines or a folder of documents. Writes the results to a folder of Parquet files.

    `jobs`: the number of threads (default: the number of processors). `batch_size`: the number of documents in a
    batch; each batch is written atomically to a separate file. `resume`: continue an interrupted run without
    processing its completed batches again. `kind`: `auto`, `parquet`, `json-lines` or `folder`. `include` and
    `exclude`: patterns for the paths in a folder. `progress`: a function that is called when a part is complete.

    If a document fails, its row contains an `error`. Raises `Conflict` if the folder already contains results, or
    another run is writing to it, `PreconditionFailed` if the run to resume had other arguments, or a file of the
    engine has changed, `MalformedInput` if a Parquet file cannot be read, and `StorageError` if a part cannot be
    written. Completed parts are kept.
    """
    if batch_size < 1:
        raise InvalidArgument("expected a number from 1 on", parameter="batch_size")
    began = time.monotonic()
    source = open_source(Path(input), kind, operator.columns, include, exclude)
    folder = Path(output)
    folder.mkdir(parents=True, exist_ok=True)
    with Journal(folder, _run(source, operator, batch_size), resume=resume) as journal:
        run = _Run(folder, journal, operator, progress)
        run.take_over()
        chunks = source.chunks(batch_size, {name: p["rows"] for name, p in journal.parts.items()})
        run.work(chunks, jobs or len(os.sched_getaffinity(0)))
    run.report.seconds = time.monotonic() - began
    return run.report


def read_results(output: str | os.PathLike[str]) -> pa.Table:
    """Reads the result rows in a folder, sorted by identifier."""
    lines = (Path(output) / NAME).read_bytes().splitlines()[1:]
    # A part that was lost and written again is listed twice.
    names = sorted({json.loads(line)["part"] for line in lines})
    tables = [pq.read_table(_path(Path(output), name), schema=OUTPUT) for name in names]
    table = pa.concat_tables(tables) if tables else OUTPUT.empty_table()
    return table.sort_by("id").combine_chunks()


def _run(source: Source, operator: Operator, batch_size: int) -> dict[str, Any]:
    """Returns the values that must be equal when a run is resumed. Keys of services are only included as a digest."""
    files = [
        (str(path), size_of(path), path.lstat().st_mtime_ns) for path in map(Path.absolute, source.files())
    ]
    return {
        "version": glossweave.__version__,
        "input": _digest(files),
        "operator": _digest(operator.described),
        "batch_size": batch_size,
    }


def _digest(value: object) -> str:
    def named(function: object) -> str:
        module = getattr(function, "__module__", "")
        return f"{module}.{getattr(function, '__qualname__', type(function).__qualname__)}"

    return hashlib.sha256(json.dumps(value, sort_keys=True, default=named).encode()).hexdigest()


def _path(folder: Path, part: str) -> Path:
    return folder / f"part-{part}.parquet"


class _Run:
    def __init__(
        self,
        folder: Path,
        journal: Journal,
        operator: Operator,
        progress: Callable[[Report], None] | None,
    ) -> None:
        self.report = Report()
        self._folder = folder
        self._journal = journal
        self._operator = operator
        self._progress = progress
        self._stop = threading.Event()
        self._taking = threading.Lock()
        self._telling = threading.Lock()
        self._failures: list[BaseException] = []

    def take_over(self) -> None:
        """Counts the completed parts, and forgets the parts whose files are missing or have changed."""
        for draft in self._folder.glob(".part-*"):
            draft.unlink()
        for name, part in list(self._journal.parts.items()):
            path = _path(self._folder, name)
            if path.exists() and path.stat().st_size == part["bytes"]:
                self._count(part)
                self.report.resumed += 1
            else:
                self._journal.forget(name)

    def work(self, chunks: Iterator[Chunk], jobs: int) -> None:
        """Processes all chunks. Raises the first failure."""
        threads = [
            threading.Thread(target=self._loop, args=(chunks,), name=f"glossweave-{number}")
            for number in range(jobs)
        ]
        for thread in threads:
            thread.start()
        try:
            for thread in threads:
                thread.join()
        finally:
            # After an interrupt, wait for the parts that are being written.
            self._stop.set()
            for thread in threads:
                thread.join()
        if self._failures:
            raise self._failures[0]

    def _loop(self, chunks: Iterator[Chunk]) -> None:
        try:
            while not self._stop.is_set():
                # Only one thread reads at a time, so there are never more batches than threads.
                with self._taking:
                    chunk = next(chunks, None)
                if chunk is None:
                    return
                self._do(chunk)
        except BaseException as error:
            self._failures.append(error)
            self._stop.set()

    def _do(self, chunk: Chunk) -> None:
        loaded = chunk.load()
        made = told(self._operator.annotate(loaded.batch), loaded)
        path = _path(self._folder, chunk.name)
        try:
            size = _write(path, made)
            facts = {
                "rows": len(made),
                "failed": len(made) - made.column("error").null_count,
                "annotations": len(made.column("annotations").flatten()),
                "bytes": size,
                "process": os.getpid(),
                "thread": threading.current_thread().name,
            }
            self._journal.add(chunk.name, facts)
            with self._telling:
                self._count(facts)
                if self._progress is not None:
                    self._progress(self.report)
        except OSError as error:
            raise StorageError(f"`{path}` could not be written: {error}") from error

    def _count(self, part: dict[str, Any]) -> None:
        self.report.documents += part["rows"]
        self.report.failed += part["failed"]
        self.report.annotations += part["annotations"]
        self.report.parts += 1


def told(made: pa.RecordBatch, loaded: Loaded) -> pa.RecordBatch:
    """Returns the rows, with the errors of documents that could not be read."""
    if not loaded.wrong:
        return made
    errors = made.column("error").to_pylist()
    for at, (kind, message) in loaded.wrong.items():
        errors[at] = {"kind": kind, "message": message}
    at = made.schema.get_field_index("error")
    return made.set_column(at, OUTPUT.field(at), pa.array(errors, ERROR))


def _write(path: Path, batch: pa.RecordBatch) -> int:
    """Writes a file atomically, and returns its size."""
    draft = path.with_name(f".{path.name}")
    try:
        with open(draft, "wb") as file:
            pq.write_table(pa.Table.from_batches([batch]), file)
            file.flush()
            os.fsync(file.fileno())
            size = os.fstat(file.fileno()).st_size
        os.replace(draft, path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
    return size
