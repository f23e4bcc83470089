"""What the adapters for retrieval frameworks share: documents as chunks with their metadata."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypedDict

from glossweave._chunks import Chunk, chunks
from glossweave._native import Annotation, Document, decode

__all__ = [
    "METADATA", "ChunkKeywords", "Recognize", "SplitKeywords", "chunks_of_file", "chunks_of_text", "metadata",
]

Recognize = Callable[[Document], list[Annotation]]
"""A function that finds annotations in a document, such as `Dictionary.recognize`."""

METADATA = ("index", "start", "end", "source", "headings", "language", "entities", "terms")
"""The fields of a chunk that are its metadata; `source` becomes `source_spans`."""


class SplitKeywords(TypedDict, total=False):
    """The keywords of `glossweave.chunks` that can be written to a file; those of a loader may be more."""

    split: Any
    size: int
    size_unit: Any
    overlap: int
    at_headings: bool


class ChunkKeywords(SplitKeywords, total=False):
    """The keywords of `glossweave.chunks`."""

    measure: Callable[[str], int] | None


def chunks_of_file(
    path: str | os.PathLike[str],
    recognize: Recognize | None,
    keywords: SplitKeywords,
    *,
    format: str | None = None,
    language: str | None = None,
) -> list[Chunk]:
    """The chunks of a file, in the format of its extension unless another is given."""
    page = decode(Path(path), format=format, language=language)
    return chunks(page, recognize(page) if recognize else [], name=str(path), **keywords)


def chunks_of_text(
    text: str, recognize: Recognize | None, keywords: SplitKeywords, *, format: str, language: str | None
) -> list[Chunk]:
    """The chunks of a text, which may have markup."""
    page = decode(text, format=format, language=language)
    return chunks(page, recognize(page) if recognize else [], **keywords)


def metadata(chunk: Chunk) -> dict[str, Any]:
    """The fields of a chunk beside its text."""
    found: dict[str, Any] = {name: chunk[name] for name in METADATA}  # type: ignore[literal-required]
    found["source_spans"] = found.pop("source")
    return found
