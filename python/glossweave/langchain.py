"""LangChain documents: a file loader and a splitter, with offsets, headings, language and entities as metadata.

Requires langchain-core (`pip install glossweave[langchain]`). For example:

    from glossweave.langchain import ChunkLoader
    documents = ChunkLoader("report.docx", recognize=names.recognize, size=800).load()
    documents[0].metadata["headings"], documents[0].metadata["entities"]
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Any

from langchain_core.document_loaders import BaseLoader
from langchain_core.documents import BaseDocumentTransformer, Document
from typing_extensions import Unpack

from glossweave._loading import (
    ChunkKeywords,
    Recognize,
    chunks_of_file,
    chunks_of_text,
    metadata,
    stated_language,
)

__all__ = ["ChunkLoader", "ChunkSplitter"]


class ChunkLoader(BaseLoader):
    """Loads a file as LangChain documents, one for each chunk. The metadata contains `source` (the path), `index`,
    `start` and `end` (code points of the text of the file), `source_spans` (bytes of the file), `headings`,
    `language`, `entities` and `terms`.

    `format`: the format; by default, the extension determines it. `language`: the language of text without a declared
    language. `recognize`: a function that finds annotations in a document, for example `Dictionary.recognize`. The
    other keyword arguments are described at `glossweave.chunks`.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        format: str | None = None,
        language: str | None = None,
        recognize: Recognize | None = None,
        **keywords: Unpack[ChunkKeywords],
    ) -> None:
        self._path, self._recognize, self._keywords = path, recognize, keywords
        self._reading = {"format": format, "language": language}

    def lazy_load(self) -> Iterator[Document]:
        """Yields the documents, in the order of the text."""
        for chunk in chunks_of_file(self._path, self._recognize, self._keywords, **self._reading):
            yield Document(chunk["text"], metadata={"source": str(self._path), **metadata(chunk)})


class ChunkSplitter(BaseDocumentTransformer):
    """Splits LangChain documents into chunks. The metadata contains the metadata of the document and the metadata of
    `ChunkLoader`, except `source` if the document has none. Offsets refer to the text of the document.

    The metadata of a document take precedence over values of the same name of a chunk, except for the offsets, the
    entities and the terms of a document of `ChunkLoader`. If the metadata contain a `language`, the rules of this
    language are used to split the text.

    `format`: the format of the texts, for example `"markdown"` (default: plain text). The other keyword arguments are
    described at `ChunkLoader`.
    """

    def __init__(
        self,
        *,
        format: str = "text",
        language: str | None = None,
        recognize: Recognize | None = None,
        **keywords: Unpack[ChunkKeywords],
    ) -> None:
        self._format, self._language = format, language
        self._recognize, self._keywords = recognize, keywords

    def split_documents(self, documents: Sequence[Document]) -> list[Document]:
        """Returns the chunks, in the order of the documents."""
        made = []
        for document in documents:
            found = chunks_of_text(
                document.page_content, self._recognize, self._keywords, format=self._format,
                language=self._language or stated_language(document.metadata),
            )
            made += [
                Document(chunk["text"], metadata=metadata(chunk, document.metadata)) for chunk in found
            ]
        return made

    def transform_documents(self, documents: Sequence[Document], **_: Any) -> Sequence[Document]:
        """Calls `split_documents`."""
        return self.split_documents(documents)
