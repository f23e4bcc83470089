"""Chunks of documents as dictionaries and as tables of Arrow."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypedDict

from glossweave._native import Annotation, Document, _chunk_fields, chunk_lines

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from glossweave.options import ChunkOptions

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
    measure: Callable[[str], int] | None = None,
    **options: Unpack[ChunkOptions],
) -> list[Chunk]:
    """Divides the text of a document into chunks, for retrieval and language models. Of the annotations of the
    document, and of those that are given, the entities and terms are in the chunks.

    `options`: the options of `ChunkOptions`. As many parts as fit are one chunk. No chunk ends within a word, an entity or a
    term. `measure`: a function that counts the size of a text instead of `size_unit`, such as the tokens of a language
    model; the size of a chunk is the sum of the sizes of its parts.

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
    lines = chunk_lines(document, list(annotations), measure=measure, **options)
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
