"""The command that divides documents into chunks."""

from __future__ import annotations

import argparse
import io
import json
from typing import Any

import glossweave
from glossweave.cli import batch, check
from glossweave.cli.batch import Made
from glossweave.cli.commands import engine_of, how, page_of, warned
from glossweave.cli.exit import USAGE, Stop
from glossweave.cli.files import STANDARD, Item
from glossweave.cli.table_options import chosen

__all__ = ["FORMATS", "chunk"]

FORMATS = ("jsonl", "arrow")
"""The formats of chunks: JSON Lines, and the Arrow streaming format."""

def chunk(options: argparse.Namespace) -> int:
    """Divides documents into chunks."""
    keywords = chosen(options, "ChunkOptions")
    if options.outformat == "arrow":
        _pyarrow()

    def nothing() -> object:
        return glossweave.chunk_lines(glossweave.decode(b"", format="text"), **keywords)

    check.values(options, nothing)
    finds = (options.recognizer, options.engine) != (None, None)
    engine, recognizer, revision = engine_of(options) if finds else (None, "", None)

    def work(item: Item) -> Made:
        page = page_of(options, item)
        found: list[glossweave.Annotation] = []
        if engine is not None:
            entities = engine.session().entities
            found = entities.recognize(recognizer, page, language=options.language)
        name = None if item.name == STANDARD else item.name
        lines = glossweave.chunk_lines(page, found, name=name, **keywords)
        facts: dict[str, object] = {"chunks": lines.count(b"\n"), "annotations": len(found)}
        data = _arrow(lines) if options.outformat == "arrow" else lines
        return Made(data, extension=options.outformat, facts=facts, notes=warned(page))

    return batch.run(options, work, how(options, recognizer=revision), engine)


def _pyarrow() -> Any:
    try:
        import pyarrow
    except ImportError as error:
        raise Stop("--to arrow requires pyarrow: pip install glossweave[arrow]", USAGE) from error
    return pyarrow


def _arrow(lines: bytes) -> bytes:
    """Converts chunks to the Arrow streaming format."""
    table = glossweave.chunk_table(json.loads(line) for line in lines.split(b"\n") if line)
    sink = io.BytesIO()
    with _pyarrow().ipc.new_stream(sink, table.schema) as stream:
        stream.write_table(table)
    return sink.getvalue()
