"""What the adapters for retrieval frameworks share: documents as chunks with their metadata."""

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
"""A function that finds annotations in a document, such as `Dictionary.recognize`."""

METADATA = ("index", "start", "end", "source", "headings", "language", "entities", "terms")
"""The fields of a chunk that are its metadata; `source` becomes `source_spans`."""

DIVIDED = ("index", "start", "end", "source_spans", "entities", "terms")
"""The metadata of a chunk that do not hold for its parts."""

TAG = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*")
"""The form of the tag of a language."""


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


def metadata(chunk: Chunk, given: dict[str, Any] | None = None) -> dict[str, Any]:
    """The fields of a chunk beside its text, and the metadata that its document has. These are kept, except for what does not
    hold for the parts of a chunk that is divided again."""
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
    """The language that the metadata of a document state, unless it is a name such as `German`."""
    language = given.get("language")
    return language if isinstance(language, str) and TAG.fullmatch(language) else None
