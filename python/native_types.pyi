# The names that the types in python/src use. scripts/stubs writes them into the stub of the module.

import builtins
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, Literal, Protocol, TypeAlias, TypedDict, final

from typing_extensions import Buffer, Unpack, disjoint_base

from glossweave._settings import Settings
from glossweave.options import (
    CheckOptions,
    ChunkOptions,
    DecodeOptions,
    EncodeOptions,
    EntityOptions,
    EntityRequestOptions,
    RedactOptions,
    RequestOptions,
    ResourceOptions,
    TermOptions,
    TermRequestOptions,
    TranslationOptions,
    TranslationRequestOptions,
    XliffOptions,
)

_Stored: TypeAlias = Literal[
    "template", "filter", "pipeline", "dataset", "xsltconverter", "document", "profile"
]
_Table: TypeAlias = (
    Literal["csv", "json", "xml", "turtle", "json-ld", "n3", "n-triples", "rdf-xml"] | str
)
_Scope: TypeAlias = Literal["read", "enrich", "write", "admin"]
_Role: TypeAlias = Literal["ROLE_USER", "ROLE_ADMIN"]
_Processor: TypeAlias = Literal["libxslt", "saxon"]
_Case: TypeAlias = Literal["auto", "name", "term", "folded", "capital", "upper", "exact"]
_Visibility: TypeAlias = Literal["public", "private"]

class _Writer(Protocol):
    def write(self, data: bytes, /) -> object: ...

class _BinaryFile(Protocol):
    def read(self) -> bytes: ...

class _LargeFile(Protocol):
    def read(self, size: int, /) -> bytes: ...

# A `str` is text, never the name of a file.
_Source: TypeAlias = str | Buffer | os.PathLike[str] | _BinaryFile
# What may be large is read bit by bit.
_Large: TypeAlias = str | Buffer | os.PathLike[str] | _LargeFile
_Format: TypeAlias = (
    Literal[
        "text",
        "html",
        "xml",
        "xliff",
        "odt",
        "docx",
        "pptx",
        "xlsx",
        "epub",
        "ods",
        "odp",
        "idml",
        "po",
        "properties",
        "jsonc",
        "srt",
        "vtt",
        "markdown",
        "yaml",
        "strings",
        "fluent",
        "stringsdict",
        "xcstrings",
        "csv",
        "tsv",
        "pdf",
        "conll-2003",
        "conll-u",
        "cas-xmi",
        "cas-xmi-zip",
        "cas-json",
        "brat",
        "pubannotation",
        "label-studio",
        "bioc-xml",
        "bioc-json",
        "gate-xml",
        "gate-json",
        "tei-standoff",
        "annotated-document",
        "turtle",
        "json-ld",
        "n3",
        "n-triples",
        "rdf-xml",
    ]
    | str
)
_Version: TypeAlias = Literal["2.0", "2.1"]
_Shape: TypeAlias = Literal["units", "its"]
_Kind: TypeAlias = Literal["entity", "term", "translation", "metadata"]
_Engine: TypeAlias = Literal["recognizer", "term-finder", "translator", "endpoint"]
# Called with the bytes that were read, all bytes, and the records that were taken.
_Progress: TypeAlias = Callable[[int, int, int], object]
_Option: TypeAlias = str | float | Sequence[str] | None
_Recognizer: TypeAlias = Dictionary | Tagger | Provider | Callable[[Passage], Iterable[Annotation]]
_Translator: TypeAlias = TranslationMemory | Callable[[list[str], str, str], Sequence[str | None]]

class _AnnotationFields(TypedDict, total=False):
    text: str
    idents: Sequence[str]
    classes: Sequence[str]
    source: str | None
    source_ident: str | None
    info_ref: str | None
    info: str | None
    target: str | None
    language: str | None
    category: str | None
    fields: Mapping[str, str] | None
    records: Sequence[Mapping[str, str]]
    confidence: float | None
    annotator: str | None

class _TaggerTraining(TypedDict, total=False):
    rounds: int | None
    patience: int | None
    iris: Sequence[tuple[str, str]] | None
    namespace: str | None
    names: Sequence[Sequence[str]] | None
    dictionaries: Sequence[Dictionary] | None
    languages: Sequence[str] | None
    word_vectors: str | os.PathLike[str] | None
    max_words: int | None
    max_features: int | None

class _ModelTraining(TypedDict, total=False):
    documents: str | None
    dataset: str | None
    languages: Sequence[str] | None
    rounds: int | None
    cutoff: int | None
    patience: int | None
    iris: Sequence[tuple[str, str]] | None
    namespace: str | None
