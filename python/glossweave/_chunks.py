"""Chunks of documents as dictionaries and as tables of Arrow."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, TypedDict

from glossweave._native import Annotation, Document, _chunk_fields, chunk_lines

__all__ = ["Chunk", "ChunkEntity", "ChunkTerm", "chunk_table", "chunks"]


class ChunkEntity(TypedDict):
    """An entity in a chunk. Offsets count code points of the text of the chunk."""

    start: int
    end: int
    text: str
    idents: list[str]
    classes: list[str]
    confidence: float | None


class ChunkTerm(TypedDict):
    """A term in a chunk. Offsets count code points of the text of the chunk."""

    start: int
    end: int
    text: str
    info_ref: str | None
    info: str | None
    confidence: float | None


class Chunk(TypedDict):
    """A chunk of the text of a document."""

    document: str | None
    index: int
    text: str
    start: int
    end: int
    source: list[tuple[int, int]]
    headings: list[str]
    language: str | None
    entities: list[ChunkEntity]
    terms: list[ChunkTerm]


def chunks(
    document: Document,
    annotations: Sequence[Annotation] = (),
    *,
    split: Literal["units", "sentences", "words"] = "sentences",
    size: int = 1000,
    size_unit: Literal["characters", "words"] = "characters",
    overlap: int = 0,
    at_headings: bool = True,
    measure: Callable[[str], int] | None = None,
    name: str | None = None,
) -> list[Chunk]:
    """Divides the text of a document into chunks, for retrieval and language models. Of the annotations of the
    document, and of those that are given, the entities and terms are in the chunks.

    `split`: the parts that the text is divided into; as many as fit are one chunk, and one that is too large is
    divided into smaller parts. No chunk ends within a word, an entity or a term. `size`: the maximum size of a
    chunk; 0 makes each unit or sentence a chunk. `size_unit`: the unit of sizes. `measure`: a function that counts
    the size of a text instead, such as the tokens of a language model; the size of a chunk is the sum of those of its
    parts. `overlap`: the maximum size of the text that a chunk shares with the one before, at most half of the size.
    `at_headings`: begin a new chunk with a heading. `name`: a name of the document, which each chunk gets.

    A chunk is a dictionary: `document`, `index`, `text`; `start` and `end` in code points of the text of the document;
    `source`, the bytes of the source as pairs, without the markup between them; `headings`, the outermost first;
    `language`; `entities` and `terms` with offsets in the text of the chunk.

    Raises `InvalidArgument` for options that do not fit together, and what `measure` raises.

    >>> import glossweave
    >>> page = glossweave.decode("<h1>Cork</h1><p>On the <b>Lee</b>. A port.", format="html")
    >>> lee = glossweave.Annotation(12, 15, idents=["http://example.org/lee"])
    >>> first = glossweave.chunks(page, [lee], size=20)[0]
    >>> first["text"], first["headings"], first["source"]
    ('Cork On the Lee. ', ['Cork'], [[4, 8], [16, 23], [26, 29], [33, 35]])
    >>> first["entities"][0]["start"], first["entities"][0]["idents"]
    (12, ['http://example.org/lee'])
    """
    lines = chunk_lines(
        document, list(annotations), split=split, size=size, size_unit=size_unit, overlap=overlap,
        at_headings=at_headings, measure=measure, name=name,
    )
    return [json.loads(line) for line in lines.split(b"\n") if line]


def chunk_table(chunks: Iterable[Chunk]) -> Any:
    """Makes a table of Arrow of chunks. Needs pyarrow (`pip install glossweave[arrow]`).

    >>> import glossweave
    >>> page = glossweave.decode("<p>On the Lee. A port.", format="html")
    >>> table = glossweave.chunk_table(glossweave.chunks(page, size=0))
    >>> table.num_rows, table.column("source").to_pylist()[1]
    (2, [[15, 22]])
    """
    import pyarrow

    return pyarrow.Table.from_pylist(list(chunks), schema=_schema(pyarrow))


def _schema(pyarrow: Any) -> Any:
    """The columns, of the table of fields of the engine."""
    types = {
        "text": pyarrow.string(),
        "integer": pyarrow.int64(),
        "number": pyarrow.float64(),
        "texts": pyarrow.list_(pyarrow.string()),
        "spans": pyarrow.list_(pyarrow.list_(pyarrow.int64(), 2)),
    }

    def of(kind: str, inner: list[tuple[str, str]]) -> Any:
        if kind != "objects":
            return types[kind]
        return pyarrow.list_(pyarrow.struct([(name, types[one]) for name, one in inner]))

    return pyarrow.schema([(name, of(kind, inner)) for name, kind, inner in _chunk_fields()])
