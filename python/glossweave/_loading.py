"""Shared code of the adapters for retrieval frameworks: documents as chunks with metadata."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypedDict

from glossweave._chunks import Chunk, chunks
from glossweave._native import Annotation, Document, decode

__all__ = [
    "METADATA", "ChunkKeywords", "Recognize", "SplitKeywords", "chunks_of_file", "chunks_of_text", "metadata",
    "stated_language",
]

Recognize = Callable[[Document], list[Annotation]]
"""A function that finds annotations in a document, for example `Dictionary.recognize`."""

METADATA = ("index", "start", "end", "source", "headings", "language", "entities", "terms")
"""The fields of a chunk that are used as metadata. `source` is renamed to `source_spans`."""

DIVIDED = ("index", "start", "end", "source_spans", "entities", "terms")
"""The metadata of a chunk that do not apply to its parts."""

TAG = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*")
"""The syntax of a language tag."""


class SplitKeywords(TypedDict, total=False):
    """The keyword arguments of `glossweave.chunks` that can be written to a file."""

    split: Any
    size: int
    size_unit: Any
    overlap: int
    at_headings: bool


class ChunkKeywords(SplitKeywords, total=False):
    """The keyword arguments of `glossweave.chunks`."""

    measure: Callable[[str], int] | None


def chunks_of_file(
    path: str | os.PathLike[str],
    recognize: Recognize | None,
    keywords: SplitKeywords,
    *,
    format: str | None = None,
    language: str | None = None,
) -> list[Chunk]:
    """Divides a file into chunks. By default, the extension determines the format."""
    page = decode(Path(path), format=format, language=language)
    return chunks(page, recognize(page) if recognize else [], name=str(path), **keywords)


def chunks_of_text(
    text: str, recognize: Recognize | None, keywords: SplitKeywords, *, format: str, language: str | None
) -> list[Chunk]:
    """Divides a text, which may contain markup, into chunks."""
    page = decode(text, format=format, language=language)
    return chunks(page, recognize(page) if recognize else [], **keywords)


def metadata(chunk: Chunk, given: dict[str, Any] | None = None) -> dict[str, Any]:
    """Returns the metadata of a chunk and of its document. The metadata of the document take precedence, except for values
    that do not apply to the parts when a chunk is divided again."""
    found: dict[str, Any] = {name: chunk[name] for name in METADATA}  # type: ignore[literal-required]
    found["source_spans"] = found.pop("source")
    given = given or {}
    divided = DIVIDED if "source_spans" in given else ()
    kept = {
        name: value for name, value in given.items()
        if name not in divided or found[name] in (None, [], ())
    }
    return {**found, **kept}


def stated_language(given: dict[str, Any]) -> str | None:
    """Returns the language tag in the metadata of a document. Returns `None` for a name such as `German`."""
    language = given.get("language")
    return language if isinstance(language, str) and TAG.fullmatch(language) else None
