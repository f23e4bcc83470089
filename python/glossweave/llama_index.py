"""LlamaIndex nodes: a file reader and a node parser, with offsets, headings, language and entities as metadata.

Requires llama-index-core (`pip install glossweave[llama-index]`). For example:

    from glossweave.llama_index import ChunkReader
    documents = ChunkReader(recognize=names.recognize, size=800).load_data("report.docx")
    documents[0].metadata["headings"], documents[0].metadata["entities"]
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from llama_index.core.node_parser import NodeParser
from llama_index.core.readers.base import BaseReader
from llama_index.core.schema import BaseNode, Document, MetadataMode, NodeRelationship, TextNode
from pydantic import PrivateAttr
from typing_extensions import Unpack

from glossweave._loading import (
    ChunkKeywords,
    Recognize,
    chunks_of_file,
    chunks_of_text,
    metadata,
    stated_language,
)

__all__ = ["ChunkParser", "ChunkReader"]

HIDDEN = ["index", "start", "end", "source_spans", "entities", "terms", "file_path"]
"""The metadata that is not included in the text for models."""


class ChunkReader(BaseReader):
    """Reads a file as LlamaIndex documents, one for each chunk. The metadata contains `file_path`, `index`,
    `start` and `end` (code points of the text of the file), `source_spans` (bytes of the file), `headings`,
    `language`, `entities` and `terms`. The text for models includes `headings` and `language`.

    `format`: the format; by default, the extension determines it. `language`: the language of text without a declared
    language. `recognize`: a function that finds annotations in a document, for example `Dictionary.recognize`. The
    other keyword arguments are described at `glossweave.chunks`.
    """

    def __init__(
        self,
        *,
        format: str | None = None,
        language: str | None = None,
        recognize: Recognize | None = None,
        **keywords: Unpack[ChunkKeywords],
    ) -> None:
        self._recognize, self._keywords = recognize, keywords
        self._reading = {"format": format, "language": language}

    def load_data(
        self, file: str | os.PathLike[str], extra_info: dict[str, Any] | None = None
    ) -> list[Document]:
        """Returns the documents, in the order of the text. `extra_info` is added to the metadata of each document."""
        found = chunks_of_file(file, self._recognize, self._keywords, **self._reading)
        own = {"file_path": str(file), **(extra_info or {})}
        return [
            Document(
                text=chunk["text"], metadata={**own, **metadata(chunk)},
                excluded_llm_metadata_keys=HIDDEN, excluded_embed_metadata_keys=HIDDEN,
            )
            for chunk in found
        ]


class ChunkParser(NodeParser):
    """Divides LlamaIndex documents into nodes with the metadata of `ChunkReader`. `start_char_idx` and
    `end_char_idx` count code points of the text of the document.

    `format`: the format of the texts, for example `"markdown"` (default: plain text). The other keyword arguments are
    described at `ChunkReader`.
    """

    format: str = "text"
    language: str | None = None
    _recognize: Recognize | None = PrivateAttr(default=None)
    _keywords: ChunkKeywords = PrivateAttr(default_factory=lambda: ChunkKeywords())

    def __init__(
        self,
        *,
        format: str = "text",
        language: str | None = None,
        recognize: Recognize | None = None,
        **keywords: Unpack[ChunkKeywords],
    ) -> None:
        super().__init__(format=format, language=language)
        self._recognize, self._keywords = recognize, keywords

    @classmethod
    def class_name(cls) -> str:
        return "ChunkParser"

    def _parse_nodes(
        self, nodes: Sequence[BaseNode], show_progress: bool = False, **_: Any
    ) -> list[BaseNode]:
        made: list[BaseNode] = []
        for node in nodes:
            found = chunks_of_text(
                node.get_content(metadata_mode=MetadataMode.NONE), self._recognize, self._keywords,
                format=self.format, language=self.language or stated_language(node.metadata),
            )
            made += [
                TextNode(
                    text=chunk["text"], metadata=metadata(chunk, node.metadata),
                    start_char_idx=chunk["start"], end_char_idx=chunk["end"],
                    excluded_llm_metadata_keys=[*node.excluded_llm_metadata_keys, *HIDDEN],
                    excluded_embed_metadata_keys=[*node.excluded_embed_metadata_keys, *HIDDEN],
                    relationships={NodeRelationship.SOURCE: node.as_related_node_info()},
                )
                for chunk in found
            ]
        return made
