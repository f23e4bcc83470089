"""Haystack components: a file converter and a splitter, with offsets, headings, language and entities as metadata.

Requires haystack-ai (`pip install glossweave[haystack]`). For example:

    from glossweave.haystack import ChunkConverter
    documents = ChunkConverter(names="places.names", size=800).run(sources=["report.docx"])["documents"]
    documents[0].meta["headings"], documents[0].meta["entities"]
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from haystack import Document, component, default_from_dict, default_to_dict
from haystack.dataclasses import ByteStream
from typing_extensions import Unpack

from glossweave._chunks import Chunk, chunks
from glossweave._loading import (
    Recognize,
    SplitKeywords,
    chunks_of_file,
    chunks_of_text,
    metadata,
    stated_language,
)
from glossweave._native import Dictionary, decode

__all__ = ["ChunkConverter", "ChunkSplitter"]


class _Component:
    """The options of both components, and their serialization in a pipeline file."""

    def __init__(
        self, names: str | None, format: str | None, language: str | None, keywords: SplitKeywords
    ) -> None:
        self._names, self._format, self._language, self._keywords = names, format, language, keywords
        self._recognize: Recognize | None = None
        if names is not None:
            self._recognize = _dictionary(Path(names)).recognize

    def to_dict(self) -> dict[str, Any]:
        """Returns the component as a dictionary for a pipeline file."""
        options = {"names": self._names, "format": self._format, "language": self._language}
        return default_to_dict(self, **options, **self._keywords)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Any:
        """Creates the component from a dictionary in a pipeline file."""
        return default_from_dict(cls, data)


def _dictionary(path: Path) -> Dictionary:
    return Dictionary.from_csv(path) if path.suffix.lower() in (".csv", ".tsv") else Dictionary.open(path)


@component
class ChunkConverter(_Component):
    """Converts files to Haystack documents, one for each chunk. The metadata contains `file_path`, `index`,
    `start` and `end` (code points of the text of the file), `source_spans` (bytes of the file), `headings`,
    `language`, `entities` and `terms`.

    `names`: the file of a dictionary, which is used to find entities. `format`: the format of all sources; by default,
    the extension or media type determines it. `language`: the language of text without a declared language. The other
    keyword arguments are described at `glossweave.chunks`.
    """

    def __init__(
        self,
        names: str | None = None,
        format: str | None = None,
        language: str | None = None,
        **keywords: Unpack[SplitKeywords],
    ) -> None:
        # The decorator makes another class, of which `super()` does not know.
        _Component.__init__(self, names, format, language, keywords)

    @component.output_types(documents=list[Document])
    def run(
        self, sources: list[str | Path | ByteStream], meta: dict[str, Any] | None = None
    ) -> dict[str, list[Document]]:
        """Returns the documents under the key `documents`. `meta` is added to the metadata of each document."""
        made = []
        for source in sources:
            own, found = self._chunks(source)
            made += [
                Document(content=chunk["text"], meta={**own, **(meta or {}), **metadata(chunk)})
                for chunk in found
            ]
        return {"documents": made}

    def _chunks(self, source: str | Path | ByteStream) -> tuple[dict[str, Any], list[Chunk]]:
        format, language = self._format, self._language
        if not isinstance(source, ByteStream):
            found = chunks_of_file(
                source, self._recognize, self._keywords, format=format, language=language
            )
            return {"file_path": os.fspath(source)}, found
        page = decode(source.data, format=format or source.mime_type or "text", language=language)
        annotations = self._recognize(page) if self._recognize else []
        return dict(source.meta), chunks(page, annotations, **self._keywords)


@component
class ChunkSplitter(_Component):
    """Splits Haystack documents into chunks. The metadata contains the metadata of the document, the metadata of
    `ChunkConverter`, and `source_id`, the identifier of the document.

    `format`: the format of the texts, for example `"markdown"` (default: plain text). The other keyword arguments are
    described at `ChunkConverter`.
    """

    def __init__(
        self,
        names: str | None = None,
        format: str = "text",
        language: str | None = None,
        **keywords: Unpack[SplitKeywords],
    ) -> None:
        # The decorator makes another class, of which `super()` does not know.
        _Component.__init__(self, names, format, language, keywords)

    @component.output_types(documents=list[Document])
    def run(self, documents: list[Document]) -> dict[str, list[Document]]:
        """Returns the chunks under the key `documents`, in the order of the documents."""
        made = []
        for document in documents:
            found = chunks_of_text(
                document.content or "", self._recognize, self._keywords,
                format=self._format or "text",
                language=self._language or stated_language(document.meta),
            )
            own = {**document.meta, "source_id": document.id}
            made += [Document(content=chunk["text"], meta=metadata(chunk, own)) for chunk in found]
        return {"documents": made}
