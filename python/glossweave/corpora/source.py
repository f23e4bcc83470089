"""Sources of documents: Parquet, JSON Lines, folders of files.

A source divides its documents into named chunks. Names and chunks are the same in every run over the same files
with the same `batch_size`. Several threads can call `load` of their chunks at the same time, so `load` does the
expensive work.
"""

from __future__ import annotations

import fnmatch
import gzip
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any, NamedTuple, Protocol

import pyarrow as pa
import pyarrow.json as pj
import pyarrow.parquet as pq

from glossweave import InvalidArgument, MalformedInput
from glossweave._native import _format_of_path
from glossweave.corpora.operator import columns_in

# The size of a chunk of lines or files, in bytes, at which it ends even if it has fewer than `batch_size` documents.
_CHUNK_BYTES = 16 << 20


class Loaded(NamedTuple):
    """The documents of a chunk, and the errors of documents that could not be read."""

    batch: pa.RecordBatch
    wrong: Mapping[int, tuple[str, str]] = {}


class Chunk(NamedTuple):
    """A sequence of consecutive documents."""

    name: str
    load: Callable[[], Loaded]


class Source(Protocol):
    """A source of documents in chunks."""

    def files(self) -> list[Path]:
        """Returns the files of the source, in the order of reading."""

    def chunks(self, size: int, done: Mapping[str, int]) -> Iterator[Chunk]:
        """Yields chunks of `size` documents. `done` maps the names of completed chunks, which are skipped, to their
        number of rows."""


def open_source(
    path: Path,
    kind: str,
    columns: tuple[str, str, str, str],
    include: Sequence[str],
    exclude: Sequence[str],
) -> Source:
    """Opens the source at a path. If `kind` is `auto`, the extensions of the files determine the kind."""
    if not path.exists():
        raise InvalidArgument(f"`{path}` does not exist", parameter="input")
    inside = sorted(one for one in path.iterdir() if one.is_file()) if path.is_dir() else [path]
    parquet = [one for one in inside if one.name.endswith(".parquet")]
    lines = [one for one in inside if one.name.endswith(_LINES)]
    if kind == "auto":
        kind = "parquet" if parquet else "json-lines" if lines else "folder"
    if kind == "parquet":
        return Parquet(parquet or inside, columns)
    if kind == "json-lines":
        return Lines(lines or inside, columns)
    if kind != "folder":
        expected = "`auto`, `parquet`, `json-lines` or `folder`"
        raise InvalidArgument(f"expected {expected} and found `{kind}`", parameter="kind")
    if not path.is_dir():
        message = f"`{path}`: expected a folder, or a file whose name ends in .parquet or .jsonl"
        raise InvalidArgument(message, parameter="input")
    return Folder(path, columns, include, exclude)


def size_of(path: Path) -> int:
    """Returns the size of a file. Returns 0 if it does not exist, for example for a broken link."""
    return path.stat().st_size if path.exists() else 0


_LINES = (".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz")


class Parquet:
    """Rows of Parquet files."""

    def __init__(self, paths: list[Path], columns: tuple[str, str, str, str]) -> None:
        self._paths = paths
        self._columns: list[list[str]] = []
        self._groups: list[list[int]] = []
        for path in paths:
            with _open_parquet(path) as file:
                self._columns.append(columns_in(file.schema_arrow, columns))
                groups = range(file.metadata.num_row_groups)
                self._groups.append([file.metadata.row_group(one).num_rows for one in groups])

    def files(self) -> list[Path]:
        return self._paths

    def chunks(self, size: int, done: Mapping[str, int]) -> Iterator[Chunk]:
        for number, path in enumerate(self._paths):
            names = self._columns[number]
            with _open_parquet(path) as file:
                for group, rows in enumerate(self._groups[number]):
                    prefix = f"{number:05d}-{group:05d}-"
                    if sum(n for name, n in done.items() if name.startswith(prefix)) >= rows:
                        continue
                    batches = file.iter_batches(
                        size, row_groups=[group], columns=names, use_threads=False
                    )
                    for at, batch in enumerate(_readable(path, batches)):
                        name = f"{prefix}{at:05d}"
                        if name not in done:
                            yield Chunk(name, lambda batch=batch: Loaded(batch))  # type: ignore[misc]


def _open_parquet(path: Path) -> pq.ParquetFile:
    try:
        return pq.ParquetFile(path)
    except (pa.ArrowInvalid, OSError) as error:
        raise MalformedInput(f"`{path}` is not a Parquet file that can be read: {error}") from error


def _readable(path: Path, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    try:
        yield from batches
    except (pa.ArrowException, OSError) as error:
        raise MalformedInput(f"`{path}` cannot be read to its end: {error}") from error


class Lines:
    """JSON objects, one on each line. `.gz` files are decompressed. An invalid line is a document that fails."""

    def __init__(self, paths: list[Path], columns: tuple[str, str, str, str]) -> None:
        self._paths = paths
        self._columns = columns

    def files(self) -> list[Path]:
        return self._paths

    def chunks(self, size: int, done: Mapping[str, int]) -> Iterator[Chunk]:
        for number, path in enumerate(self._paths):
            with _open_lines(path) as file:
                for at, lines in enumerate(_grouped(file, size)):
                    name = f"{number:05d}-00000-{at:05d}"
                    if name not in done:
                        yield Chunk(name, lambda lines=lines, path=path: self._load(path, lines))  # type: ignore[misc]

    def _load(self, path: Path, lines: list[tuple[int, bytes]]) -> Loaded:
        schema = pa.schema([pa.field(name, pa.string()) for name in self._columns])
        data = b"".join(line for _, line in lines)
        try:
            table = pj.read_json(
                pa.BufferReader(data),
                read_options=pj.ReadOptions(use_threads=False, block_size=len(data) + 1),
                parse_options=pj.ParseOptions(
                    explicit_schema=schema, unexpected_field_behavior="ignore"
                ),
            )
            batches = table.combine_chunks().to_batches()
            if len(batches) == 1 and len(batches[0]) == len(lines):
                if batches[0].column(self._columns[0]).null_count == 0:
                    return Loaded(batches[0])
        except pa.ArrowException:
            pass
        return self._one_by_one(path, lines, schema)

    def _one_by_one(self, path: Path, lines: list[tuple[int, bytes]], schema: pa.Schema) -> Loaded:
        """Reads lines when some of them are invalid."""
        rows: list[dict[str, str | None]] = []
        wrong: dict[int, tuple[str, str]] = {}
        for number, line in lines:
            row, fault = self._row(line)
            if row[self._columns[0]] is None:
                row[self._columns[0]] = f"{path.name}:{number}"
            if fault is not None:
                message = f"line {number} of `{path.name}`: {fault}"
                wrong[len(rows)] = ("Malformed", message)
            rows.append(row)
        return Loaded(pa.RecordBatch.from_pylist(rows, schema=schema), wrong)

    def _row(self, line: bytes) -> tuple[dict[str, str | None], str | None]:
        row: dict[str, str | None] = dict.fromkeys(self._columns)
        try:
            found = json.loads(line)
        except ValueError as error:
            return row, f"no JSON: {error}"
        if not isinstance(found, dict):
            return row, "expected an object"
        fault = None
        for name in self._columns:
            value = found.get(name)
            if name == self._columns[0] and type(value) is int:
                value = str(value)
            if value is None or (isinstance(value, str) and _is_unicode(value)):
                row[name] = value
            else:
                fault = f"expected a text as `{name}`"
        return row, fault


def _is_unicode(text: str) -> bool:
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


def _open_lines(path: Path) -> IO[bytes] | gzip.GzipFile:
    if path.name.endswith(".gz"):
        return gzip.open(path, "rb")
    return open(path, "rb")


def _grouped(file: Iterable[bytes], size: int) -> Iterator[list[tuple[int, bytes]]]:
    group: list[tuple[int, bytes]] = []
    length = 0
    for number, line in enumerate(file, 1):
        if line.isspace():
            continue
        group.append((number, line if line.endswith(b"\n") else line + b"\n"))
        length += len(line)
        if len(group) >= size or length >= _CHUNK_BYTES:
            yield group
            group, length = [], 0
    if group:
        yield group


class Folder:
    """Files in a folder. Each file is a document, and its relative path is the identifier."""

    def __init__(
        self,
        folder: Path,
        columns: tuple[str, str, str, str],
        include: Sequence[str],
        exclude: Sequence[str],
    ) -> None:
        self._folder = folder
        self._columns = columns
        found: list[Path] = []
        for place, folders, names in os.walk(folder):
            folders.sort()
            found.extend(Path(place, name) for name in names)

        def wanted(path: Path) -> bool:
            name = path.relative_to(folder).as_posix()
            return any(fnmatch.fnmatch(name, one) for one in include) and not any(
                fnmatch.fnmatch(name, one) for one in exclude
            )

        self._paths = sorted(path for path in found if wanted(path))

    def files(self) -> list[Path]:
        return self._paths

    def chunks(self, size: int, done: Mapping[str, int]) -> Iterator[Chunk]:
        for at, paths in enumerate(self._sized(size)):
            name = f"00000-00000-{at:05d}"
            if name not in done:
                yield Chunk(name, lambda paths=paths: self._load(paths))  # type: ignore[misc]

    def _sized(self, size: int) -> Iterator[list[Path]]:
        group: list[Path] = []
        length = 0
        for path in self._paths:
            group.append(path)
            length += size_of(path)
            if len(group) >= size or length >= _CHUNK_BYTES:
                yield group
                group, length = [], 0
        if group:
            yield group

    def _load(self, paths: list[Path]) -> Loaded:
        contents: list[bytes | None] = []
        formats: list[str | None] = []
        wrong: dict[int, tuple[str, str]] = {}
        for at, path in enumerate(paths):
            try:
                contents.append(path.read_bytes())
            except OSError as error:
                contents.append(None)
                wrong[at] = ("Storage", f"cannot be read: {error.strerror}")
            formats.append(_format_of_path(path.name) or path.suffix[1:] or None)
        ids = [path.relative_to(self._folder).as_posix() for path in paths]
        columns: dict[str, Any] = {
            self._columns[0]: pa.array(ids, pa.string()),
            self._columns[1]: pa.array(contents, pa.binary()),
            self._columns[2]: pa.array(formats, pa.string()),
        }
        return Loaded(pa.RecordBatch.from_pydict(columns), wrong)
