"""Chunks of documents as dictionaries and Arrow tables."""

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
    """Divides the text of a document into chunks, for retrieval and language models. The chunks contain the entities
    and terms from the annotations in the document and from `annotations`.

    `options`: see `ChunkOptions`. A chunk consists of as many parts as fit, and never ends within a word, an entity or
    a term. `measure`: a function that returns the size of a text, used instead of `size_unit`, for example to count the
    tokens of a language model. The size of a chunk is the sum of the sizes of its parts.

    A chunk is a dictionary with `document`, `index` and `text`; `start` and `end` in code points of the text of the
    document; `source`, the spans of the source in bytes, without the markup between them; `headings`, outermost first;
    `language`; `entities` and `terms` with offsets in the text of the chunk.

    Raises `InvalidArgument` if the options contradict each other, and the exceptions of `measure`.

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
    """Converts chunks to an Arrow table. Requires pyarrow (`pip install glossweave[arrow]`).

    >>> import glossweave
    >>> page = glossweave.decode("<p>On the Lee. A port.", format="html")
    >>> table = glossweave.chunk_table(glossweave.chunks(page, size=0))
    >>> table.num_rows, table.column("source").to_pylist()[1]
    (2, [[15, 22]])
    """
    import pyarrow

    return pyarrow.Table.from_pylist(list(chunks), schema=_schema(pyarrow))


def _schema(pyarrow: Any) -> Any:
    """Returns the schema for the fields that the engine defines."""
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
