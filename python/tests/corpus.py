"""Documents for the tests of corpora: as many as are wanted, the same in every run."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from glossweave import Dictionary, Engine

NAMES = 2000
WORDS = "the of and to in that was for on with from by at this which were had not but are".split()


def name(number: int) -> str:
    """A name of two words, which no other text has."""
    return f"Place{number % 40} Number{number}"


def save_names(path: Path, count: int = NAMES) -> Path:
    rows = [(f"http://example.org/place/{number}", name(number)) for number in range(count)]
    Dictionary(rows).save(path)
    return path


def engine(path: Path) -> Engine:
    return Engine({"names": Dictionary.open(path)}, settings={"prefix": "http://example.org/texts/"})


def document(number: int, words_of: int = 180) -> dict[str, str | None]:
    """Text or HTML of about a thousand characters, or of so many words; one of a hundred cannot be
    read."""
    draw = random.Random(number)
    words = []
    for _ in range(draw.randrange(words_of // 2, words_of * 3 // 2)):
        words.append(name(draw.randrange(NAMES)) if draw.random() < 0.04 else draw.choice(WORDS))
    text = " ".join(words)
    form: str | None = None
    if number % 5 == 0:
        form, text = "html", f"<p lang=en>{text.replace(' of ', ' <b>of</b> &amp; ')}</p>"
    if number % 100 == 50:
        form = "latex"
    language = "en" if number % 3 == 0 else None
    return {"id": f"doc-{number:07d}", "content": text, "format": form, "language": language}


def documents(count: int) -> Iterator[dict[str, str | None]]:
    return map(document, range(count))


SCHEMA = pa.schema([(key, pa.string()) for key in ("id", "content", "format", "language")])


def batches(count: int, size: int = 1000, words_of: int = 180) -> Iterator[pa.RecordBatch]:
    for start in range(0, count, size):
        rows = [document(number, words_of) for number in range(start, min(start + size, count))]
        yield pa.RecordBatch.from_pylist(rows, schema=SCHEMA)


def write_parquet(path: Path, count: int, *, words_of: int = 180) -> Path:
    """A file with a thousand documents in a group of rows."""
    with pq.ParquetWriter(path, SCHEMA) as writer:
        for batch in batches(count, 1000, words_of):
            writer.write_batch(batch)
    return path


def write_lines(path: Path, count: int) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in documents(count)))
    return path


def as_bytes(table: pa.Table) -> bytes:
    """A table, sorted by identifiers, as lines of JSON: its values, and not how they lie in memory."""
    lines: list[str] = []
    for batch in table.sort_by("id").to_batches(max_chunksize=1000):
        lines.extend(json.dumps(row) for row in batch.to_pylist())
    return "\n".join(lines).encode()
