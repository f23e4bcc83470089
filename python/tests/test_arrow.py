"""Tables that others read without copying."""

from __future__ import annotations

from typing import Any

import duckdb
import glossweave
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from glossweave import Annotation, Document, Table

CORK = "http://example.org/Cork"
FOUND = [
    Annotation(3, 7, text="Cork", idents=[CORK], classes=["http://example.org/Town"], confidence=0.5),
    Annotation(0, 2, kind="term", info="towards", info_ref="http://example.org/to"),
    Annotation(3, 7, kind="translation", target="Corcaigh", language="ga", annotator="http://a.org"),
    Annotation(
        0, 7, kind="metadata", category="localization-note",
        fields={"locNote": "a town", "locNoteType": "description"},
    ),
    Annotation(
        0, 7, kind="metadata", category="provenance", records=[{"org": "http://a.org"}, {"tool": "b"}]
    ),
]
SAID = pa.list_(
    pa.struct([pa.field("name", pa.string(), False), pa.field("value", pa.string(), False)])
)


@pytest.fixture
def documents() -> dict[str, Document]:
    return {
        "a.html": glossweave.decode("<p>To Cork", format="html", language="en"),
        "b.txt": glossweave.decode("Straße \U0001f600".encode("utf-16"), format="text"),
    }


def test_the_schemas_are_those_that_are_documented(documents: dict[str, Document]) -> None:
    string = pa.string()
    assert pa.schema(Table.of_documents(documents)) == pa.schema([
        pa.field("id", string, False),
        pa.field("format", string, False),
        pa.field("encoding", string, False),
        pa.field("language", string),
        pa.field("text", pa.large_string(), False),
        pa.field("source", pa.large_binary(), False),
    ])
    table = Table.of_annotations({"a.html": FOUND})
    assert pa.schema(table) == pa.schema([
        pa.field("document", string, False),
        pa.field("start", pa.int32(), False),
        pa.field("end", pa.int32(), False),
        pa.field("kind", string, False),
        pa.field("text", string, False),
        pa.field("idents", pa.list_(string), False),
        pa.field("classes", pa.list_(string), False),
        *(
            pa.field(name, string)
            for name in ("source", "source_ident", "info_ref", "info", "target", "language", "category")
        ),
        pa.field("confidence", pa.float64()),
        pa.field("annotator", string),
        pa.field("fields", SAID, False),
        pa.field("records", pa.list_(SAID), False),
    ])
    assert table.column_names == pa.schema(table).names
    assert pa.schema(Table.of_annotations([])) == pa.schema(table)


def again(row: dict[str, Any]) -> Annotation:
    """The annotation of a row."""
    def said(pairs: list[dict[str, str]]) -> dict[str, str]:
        return {pair["name"]: pair["value"] for pair in pairs}

    keywords = {
        name: value
        for name, value in row.items()
        if name not in ("document", "start", "end", "fields", "records")
        and value is not None and value != []
    }
    if row["fields"]:
        keywords["fields"] = said(row["fields"])
    if row["records"]:
        keywords["records"] = [said(record) for record in row["records"]]
    return Annotation(row["start"], row["end"], **keywords)


def test_nothing_is_lost_in_a_table(documents: dict[str, Document]) -> None:
    table = Table.of_annotations([("a.html", FOUND), ("b.txt", []), ("c", FOUND[:1])])
    rows = pa.table(table).to_pylist()
    assert [row["document"] for row in rows] == ["a.html"] * 5 + ["c"]
    assert [again(row) for row in rows] == [*FOUND, FOUND[0]]
    assert rows == pl.DataFrame(table).to_dicts()
    assert pa.table(table).to_pylist() == rows, "a table may be read again"
    assert len(table) == 6
    page = pa.table(Table.of_documents(documents)).to_pylist()
    for row, (name, document) in zip(page, documents.items(), strict=True):
        assert row == {
            "id": name, "format": document.format, "encoding": document.encoding,
            "language": document.language, "text": document.text, "source": document.source,
        }


def test_all_of_them_read_it(documents: dict[str, Document]) -> None:
    table = Table.of_documents(documents)
    texts = [document.text for document in documents.values()]
    assert pa.table(table)["text"].to_pylist() == texts
    assert pa.record_batch(table).column("text").to_pylist() == texts
    assert pa.RecordBatchReader.from_stream(table).read_all()["text"].to_pylist() == texts
    assert pl.DataFrame(table)["text"].to_list() == texts
    assert pd.DataFrame.from_arrow(table)["text"].tolist() == texts
    connection = duckdb.connect()
    connection.register("documents", table)
    found = connection.sql("select text from documents order by id").fetchall()
    assert [row[0] for row in found] == texts


def test_nothing_is_copied(documents: dict[str, Document]) -> None:
    table = Table.of_documents(documents)
    first, second = pa.table(table), pa.table(table)
    addresses = [
        one["text"].chunk(0).buffers()[2].address for one in (first, second)
    ]
    assert addresses[0] == addresses[1]
    del table, second
    assert first["text"].to_pylist()[0] == "To Cork", "it outlives what it came from"


def test_what_is_no_table_is_refused() -> None:
    wrong: list[Any] = [1, [1], {"a": 1}, [("a", "b")], {1: []}]
    for one in wrong:
        with pytest.raises((TypeError, ValueError)):
            Table.of_annotations(one)
        with pytest.raises((TypeError, ValueError)):
            Table.of_documents(one)
