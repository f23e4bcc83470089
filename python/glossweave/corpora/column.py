"""Conversion between Arrow batches and the arguments and results of the engine."""

from __future__ import annotations

from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from glossweave import InvalidArgument
from glossweave.corpora.schema import ANNOTATION, ERROR, FIELD, OUTPUT

_Texts = tuple[bytes, bytes]


class Rows(NamedTuple):
    """The documents of a batch: identifiers, and the arguments for the engine."""

    ids: pa.Array
    documents: list[tuple[str | bytes | None, str | None, str | None]]


def rows_of(batch: pa.RecordBatch, columns: tuple[str, str, str, str], format: str) -> Rows:
    """Reads the documents of a batch. `columns` are the names of the columns."""
    id_name, content_name, format_name, language_name = columns
    ids = _column(batch, id_name).cast(pa.string())
    contents = _column(batch, content_name)
    texts = (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view)
    sources = (pa.types.is_binary, pa.types.is_large_binary, pa.types.is_binary_view)
    if not any(fits(contents.type) for fits in (*texts, *sources, pa.types.is_null)):
        raise InvalidArgument(
            f"expected text or bytes in the column `{content_name}` and found {contents.type}",
            parameter="content",
        )
    names = batch.schema.names
    nothing = [None] * len(ids)
    formats = _column(batch, format_name).to_pylist() if format_name in names else nothing
    languages = _column(batch, language_name).to_pylist() if language_name in names else nothing
    said = [format if one is None else one for one in formats]
    return Rows(ids, list(zip(contents.to_pylist(), said, languages)))


def _column(batch: pa.RecordBatch, name: str) -> pa.Array:
    at = batch.schema.get_field_index(name)
    if at < 0:
        there = ", ".join(f"`{name}`" for name in batch.schema.names)
        raise InvalidArgument(f"no column `{name}`, expected one of {there}", parameter="columns")
    column = batch.column(at)
    return column.dictionary_decode() if pa.types.is_dictionary(column.type) else column


def table_of(ids: pa.Array, columns: dict[str, Any], *, texts: bool) -> pa.RecordBatch:
    """Creates the result rows from the buffers that the engine returned."""
    confidences = _numbers(pa.float64(), columns["confidence"])
    unknown = pa.nulls(len(confidences), pa.float64())
    fields = pa.StructArray.from_arrays(
        [_texts(columns["name"]), _texts(columns["value"])], fields=list(FIELD)
    )
    annotations = pa.StructArray.from_arrays(
        [
            _numbers(pa.int32(), columns["start"]),
            _numbers(pa.int32(), columns["end"]),
            _texts(columns["text"]),
            _texts(columns["kind"]),
            _lists(columns["idents"], _texts(columns["ident"])),
            _lists(columns["classes"], _texts(columns["class"])),
            pc.if_else(pc.is_nan(confidences), unknown, confidences),
            _lists(columns["fields"], fields),
        ],
        fields=list(ANNOTATION),
    )
    kinds = _texts(columns["error"])
    held = pc.equal(kinds, "")
    errors = pa.StructArray.from_arrays(
        [kinds, _texts(columns["message"])], fields=list(ERROR), mask=held
    )
    documents = _texts(columns["document"])
    if texts:
        documents = pc.if_else(held, documents, pa.nulls(len(ids), pa.string()))
    else:
        documents = pa.nulls(len(ids), pa.string())
    return pa.RecordBatch.from_arrays(
        [ids, documents, _lists(columns["ends"], annotations), errors], schema=OUTPUT
    )


def _numbers(of: pa.DataType, data: bytes) -> pa.Array:
    width: int = of.bit_width // 8
    return pa.Array.from_buffers(of, len(data) // width, [None, pa.py_buffer(data)])


def _texts(texts: _Texts) -> pa.Array:
    offsets, data = texts
    buffers = [None, pa.py_buffer(offsets), pa.py_buffer(data)]
    return pa.Array.from_buffers(pa.string(), len(offsets) // 4 - 1, buffers)


def _lists(offsets: bytes, values: pa.Array) -> pa.Array:
    of = pa.list_(pa.field("item", values.type))
    buffers = [None, pa.py_buffer(offsets)]
    return pa.Array.from_buffers(of, len(offsets) // 4 - 1, buffers, children=[values])
