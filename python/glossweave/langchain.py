"""Documents of LangChain: a loader of files and a splitter, with offsets, headings, language and entities as metadata.

Needs langchain-core (`pip install glossweave[langchain]`).

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
    """Loads a file as one document of LangChain for each of its chunks. The metadata has `source` (the path), `index`,
    `start` and `end` (code points of the text of the file), `source_spans` (bytes of the file), `headings`,
    `language`, `entities` and `terms`.

    `format`: the format, by default that of the extension. `language`: the language of text for which the file states
    none. `recognize`: a function that finds annotations in a document, such as that of a `Dictionary`. The other
    keywords are those of `glossweave.chunks`.
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
    """Splits documents of LangChain into chunks, with the metadata of the document and the metadata of `ChunkLoader`, except
    `source` if it has none. Offsets count in the text of the document.

    The metadata of a document are kept, also if a chunk has a value of the same name, except for the position, the entities
    and the terms of a document of `ChunkLoader`. If the metadata state a `language`, the text is split by the rules of that
    language.

    `format`: the format of the texts, such as `"markdown"`; plain text by default. The other keywords are those of
    `ChunkLoader`.
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
        """Returns the chunks of the documents, in their order."""
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
        """Does what `split_documents` does."""
        return self.split_documents(documents)
