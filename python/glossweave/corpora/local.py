"""Runs an operator on this machine, in threads, and goes on where a run was cut off."""

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
    """What a run came to, what was done before it was resumed included."""

    documents: int = 0
    failed: int = 0
    annotations: int = 0
    parts: int = 0
    resumed: int = 0
    """How many parts were there already."""
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
    """Annotates Parquet files, JSON Lines or a folder of documents into a folder of Parquet files.

    `jobs` threads (one for each processor where none are given) work on batches of `batch_size`
    documents and write each to a file of its own, which is there as a whole or not at all. With
    `resume` a run goes on whose process ended: what is done is not done again. `kind` is `auto`,
    `parquet`, `json-lines` or `folder`; `include` and `exclude` are patterns of paths in a folder.
    `progress` is called when a part is done.

    A document that fails has an `error` in its row. Conflict: the folder has results already, or
    another run is writing to it. PreconditionFailed: the run that is to be resumed was another one, or
    a file of the engine has changed. MalformedInput: a Parquet file cannot be read. StorageError: a
    part could not be written; what is done stays.
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
    """The rows that runs wrote to a folder, sorted by their identifiers."""
    lines = (Path(output) / NAME).read_bytes().splitlines()[1:]
    # A part that was lost and made again is there twice.
    names = sorted({json.loads(line)["part"] for line in lines})
    tables = [pq.read_table(_path(Path(output), name), schema=OUTPUT) for name in names]
    table = pa.concat_tables(tables) if tables else OUTPUT.empty_table()
    return table.sort_by("id").combine_chunks()


def _run(source: Source, operator: Operator, batch_size: int) -> dict[str, Any]:
    """What has to be the same for a run to be resumed. Keys of services are in it as a digest."""
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
        """Counts the parts that are there, and forgets those that are not as they were."""
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
        """Works until all is done or something fails, which is raised."""
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
            # Whoever interrupts waits for the parts that are being written.
            self._stop.set()
            for thread in threads:
                thread.join()
        if self._failures:
            raise self._failures[0]

    def _loop(self, chunks: Iterator[Chunk]) -> None:
        try:
            while not self._stop.is_set():
                # One thread reads at a time, so there are never more batches than threads.
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
    """The rows, with what was wrong with documents before the operator saw them."""
    if not loaded.wrong:
        return made
    errors = made.column("error").to_pylist()
    for at, (kind, message) in loaded.wrong.items():
        errors[at] = {"kind": kind, "message": message}
    at = made.schema.get_field_index("error")
    return made.set_column(at, OUTPUT.field(at), pa.array(errors, ERROR))


def _write(path: Path, batch: pa.RecordBatch) -> int:
    """Writes a file that is there under its name as a whole or not at all, and says how long it is."""
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
