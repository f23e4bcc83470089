# Written by scripts/stubs from python/src and python/native_types.pyi.

import builtins
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, Literal, Protocol, TypeAlias, final

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

__all__ = [
    "__version__",
    "Annotation",
    "Answer",
    "ApiKey",
    "AuditEntry",
    "Batch",
    "BatchDocument",
    "BatchLines",
    "BatchResult",
    "Call",
    "CallBatch",
    "CallResult",
    "Collection",
    "Context",
    "Converters",
    "Datasets",
    "Dictionary",
    "DictionaryDifference",
    "Document",
    "Encoded",
    "Engine",
    "EngineInfo",
    "Engines",
    "Entities",
    "Entry",
    "Filters",
    "Finding",
    "FormatInfo",
    "FuzzyMatch",
    "Highlight",
    "ImportReport",
    "Invitation",
    "Job",
    "Jobs",
    "LinkFailure",
    "Links",
    "MentionModel",
    "Model",
    "ModelReport",
    "Models",
    "Nif",
    "ParameterInfo",
    "Part",
    "Passage",
    "Pipeline",
    "Pipelines",
    "Placement",
    "ProtocolInfo",
    "Provider",
    "ProviderUsage",
    "QualityIssue",
    "RankingWeights",
    "Reconciliation",
    "RedactedSpan",
    "Redaction",
    "Reply",
    "Resource",
    "Section",
    "Session",
    "SkippedParts",
    "StoredDocuments",
    "Stylesheet",
    "SystemInfo",
    "Table",
    "Tagger",
    "TensorInfo",
    "TermBase",
    "Terms",
    "TranslationMemory",
    "TranslationSystem",
    "Translations",
    "Unit",
    "Upload",
    "User",
    "Users",
    "XsltMessage",
    "XsltParameter",
    "XsltReply",
    "_annotation",
    "_chunk_fields",
    "_closest",
    "_fail",
    "_format_of_path",
    "_listen",
    "_made",
    "_option_tables",
    "_restore",
    "_serve_mcp",
    "_xslt_work",
    "analyze_its",
    "check_model",
    "check_nif",
    "check_translations",
    "chunk_lines",
    "decode",
    "embedded_document",
    "encode",
    "export",
    "formats",
    "identify_language",
    "import_store",
    "merge_xliff",
    "nif_skeleton",
    "protocols",
    "pseudonym_key",
    "read_nif",
    "read_web_annotations",
    "redact",
    "restore_redacted",
    "restore_text",
    "to_nif",
    "to_web_annotation",
    "to_xliff",
    "write_vocabulary_table",
]

__version__: Final[str]
"""The version of the package."""

@final
class Annotation:
    """A statement about a span of a text: that it names an entity, is a term, has a translation, or
    what ITS 2.0 says of it in another data category.

    Offsets count code points, as `str` does: `document.text[a.start:a.end] == a.text`. Which of
    the keywords may be given depends on `kind`: `idents`, `classes`, `source` and `source_ident`
    belong to `"entity"`, `info_ref` and `info` to `"term"`, `target` and `language` to
    `"translation"`, which needs both, `category`, `fields` and `records` to `"metadata"`.

    `text` may be left out of an annotation made by hand. It does not count in comparisons; if it is given
    and is not the text of the span, the annotation is refused.

    >>> from glossweave import Annotation
    >>> Annotation(0, 6, idents=["http://dbpedia.org/resource/Dublin"], confidence=0.9)
    Annotation(0, 6, idents=('http://dbpedia.org/resource/Dublin',), confidence=0.9)
    """
    def __new__(
        cls,
        start: int,
        end: int,
        *,
        kind: _Kind = "entity",
        text: str = "",
        idents: Sequence[str] = ...,
        classes: Sequence[str] = ...,
        source: str | None = None,
        source_ident: str | None = None,
        info_ref: str | None = None,
        info: str | None = None,
        target: str | None = None,
        language: str | None = None,
        category: str | None = None,
        fields: Mapping[str, str] | None = None,
        records: Sequence[Mapping[str, str]] = ...,
        confidence: float | None = None,
        annotator: str | None = None,
    ) -> Annotation: ...
    @property
    def annotator(self) -> str | None:
        """The IRI of the tool that made the annotation (`its:annotatorsRef`)."""
    @property
    def category(self) -> str | None:
        """The data category of ITS 2.0 by its identifier, such as `"localization-note"`."""
    @property
    def classes(self) -> tuple[str, ...]:
        """IRIs of the classes of the entity (`its:taClassRef`)."""
    @property
    def confidence(self) -> float | None:
        """The confidence from 0 to 1, if it is known."""
    @property
    def end(self) -> int:
        """The end, in code points of the text."""
    @property
    def fields(self) -> dict[str, str]:
        """The fields of the category, by the names of ITS."""
    @property
    def idents(self) -> tuple[str, ...]:
        """IRIs of the entity, the best one first (`its:taIdentRef`)."""
    @property
    def info(self) -> str | None:
        """Text that explains the term (`its:termInfo`)."""
    @property
    def info_ref(self) -> str | None:
        """The IRI of what explains the term (`its:termInfoRef`)."""
    @property
    def kind(self) -> _Kind:
        """The kind: `"entity"`, `"term"`, `"translation"` or `"metadata"`."""
    @property
    def language(self) -> str | None:
        """The language of the translation."""
    @property
    def provenance(self) -> dict[str, str] | None:
        """The provenance that the IRI of the tool tells, if it does: a dictionary with `tool`, and `version`, `dataset`,
        `revision` and `time` as far as they are known.

        >>> from glossweave import Annotation
        >>> made = Annotation(0, 4, idents=["http://example.org/Cork"], annotator="urn:example:tagger?=version=2")
        >>> made.provenance
        {'tool': 'urn:example:tagger', 'version': '2'}
        """
    @property
    def records(self) -> tuple[dict[str, str], ...]:
        """The records of provenance or of quality issues."""
    @property
    def source(self) -> str | None:
        """The collection that `source_ident` is from (`its:taSource`)."""
    @property
    def source_ident(self) -> str | None:
        """The identifier of the entity in that collection (`its:taIdent`)."""
    @property
    def start(self) -> int:
        """The start, in code points of the text."""
    @property
    def target(self) -> str | None:
        """The translated text (`itsrdf:target`)."""
    @property
    def text(self) -> str:
        """The covered text; empty if the annotation was made by hand without it."""
    def to_dict(self) -> dict[str, Any]:
        """Returns the annotation as plain values, by the keywords that construct it, without those that are
        left out.
        """
    def to_json(self) -> str:
        """Returns the same as an object of JSON."""
    def __eq__(self, value: object, /) -> bool: ...
    def __getnewargs_ex__(self) -> tuple[tuple[int, int], dict[str, Any]]: ...
    def __hash__(self) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class Answer:
    """The answer of a service."""
    @property
    def bytes(self) -> builtins.bytes:
        """The answer."""
    @property
    def failures(self) -> list[LinkFailure]:
        """The entities for which a template failed, if `partial` allowed it."""
    @property
    def media_type(self) -> str:
        """Its media type: the name that was asked for."""
    @property
    def skipped(self) -> list[tuple[str, int | None, int | None]]:
        """The parts of the input that were left out: wrong strings of NIF, which are errors with `strict`, and
        the warnings about a document. Messages with their line and column, `None` if the location is not
        known.
        """
    def __bytes__(self) -> builtins.bytes: ...

@final
class ApiKey:
    """An API key, as the engine shows it: without its secret."""
    @property
    def created(self) -> datetime:
        """The time of its creation, in UTC."""
    @property
    def expires(self) -> datetime | None:
        """The time from which it is no longer valid, in UTC."""
    @property
    def last_used(self) -> datetime | None:
        """The time of its last use, to the minute, in UTC."""
    @property
    def name(self) -> str:
        """The name, which no other key of the user has."""
    @property
    def scopes(self) -> list[_Scope]:
        """The scopes: some of `"read"`, `"enrich"`, `"write"` and `"admin"`."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class AuditEntry:
    """An entry of the audit log: who changed what."""
    @property
    def action(self) -> Literal["create", "update", "delete"]:
        """The kind of the change: `"create"`, `"update"` or `"delete"`."""
    @property
    def api_key(self) -> str | None:
        """The name of the API key that it was made with."""
    @property
    def changed(self) -> list[str]:
        """The parts that were changed, such as `"content"`, `"owner"` or `"password"`."""
    @property
    def id(self) -> str:
        """The identifier, which no other entry has. Entries are in the order of their identifiers."""
    @property
    def kind(self) -> str:
        """The kind of what was changed: `"user"`, `"token"`, `"api-key"`, `"invitation"`, or that of a resource."""
    @property
    def name(self) -> str:
        """The name of what was changed: for tokens that of their user, for keys `"user/key"`."""
    @property
    def time(self) -> datetime:
        """The time of the change, to the second, in UTC."""
    @property
    def user(self) -> str | None:
        """The user who made it, `None` for an anonymous caller who registered."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class Batch:
    """A batch that is being done: an iterator of `BatchResult`."""
    def close(self) -> None:
        """Stops the work; what is not done is left."""
    def lines(self) -> BatchLines:
        """Returns the results that are left as lines of JSON, the last of which is a summary: an iterator of `bytes`.
        Nothing is left in the batch.
        """
    def __enter__(self) -> Batch: ...
    def __exit__(self, *_exception: object) -> None: ...
    def __iter__(self) -> Batch: ...
    def __next__(self) -> BatchResult: ...

@final
class BatchDocument:
    """A document of a batch.

    >>> from glossweave import BatchDocument
    >>> BatchDocument("<p>To Cork!", name="cork.html")
    <BatchDocument cork.html: 11 bytes>
    """
    def __new__(
        cls,
        content: _Source,
        *,
        name: str | None = None,
        media_type: str | None = None,
    ) -> BatchDocument:
        """`name`: that of the path if `content` is one. `media_type`: that of the extension of the name."""
    @property
    def media_type(self) -> str | None:
        """The media type; that of the extension of the name if it is `None`."""
    @property
    def name(self) -> str | None:
        """The name, which its result has too."""
    @staticmethod
    def failed(error: BaseException, *, name: str | None = None) -> BatchDocument:
        """Creates a document that cannot be read: its result is the exception.

        >>> from glossweave import BatchDocument
        >>> BatchDocument.failed(OSError("no such file"), name="a.html")
        <BatchDocument a.html: failed>
        """

@final
class BatchLines:
    """The results of a batch as lines of JSON: an iterator of `bytes`."""
    def close(self) -> None:
        """Stops the work; what is not done is left."""
    def __iter__(self) -> BatchLines: ...
    def __next__(self) -> bytes: ...

@final
class BatchResult:
    """A document of a batch that is finished."""
    @property
    def answer(self) -> Answer | None:
        """The answer, `None` if the document failed."""
    @property
    def error(self) -> BaseException | None:
        """The error, `None` if there was none."""
    @property
    def index(self) -> int:
        """The index of the document, from 0."""
    @property
    def name(self) -> str | None:
        """The name of the document, `None` if it has none."""

@final
class Call:
    """A call of a service by its path: what a request over HTTP says.

    >>> from glossweave import Call
    >>> Call("/e-entity/dictionary/documents", "To Cork!", parameters={"dataset": "places"})
    <Call /e-entity/dictionary/documents: 8 bytes>
    """
    def __new__(
        cls,
        path: str,
        body: _Source | None = None,
        *,
        parameters: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Call:
        """`path`: below the version segment, with or without parameters behind a `?`. `parameters` and
        `headers`: mappings of `str` to `str`.
        """

@final
class CallBatch:
    """A stream of calls that are being done: an iterator of `CallResult`."""
    @property
    def progress(self) -> tuple[int, int]:
        """The number of finished calls, and of those that failed."""
    def close(self) -> None:
        """Stops the work; what is not done is left."""
    def __enter__(self) -> CallBatch: ...
    def __exit__(self, *_exception: object) -> None: ...
    def __iter__(self) -> CallBatch: ...
    def __next__(self) -> CallResult: ...

@final
class CallResult:
    """One call of a stream that is done."""
    @property
    def answer(self) -> Answer | None:
        """The answer, `None` if the call failed."""
    @property
    def error(self) -> BaseException | None:
        """The error, `None` if there was none."""
    @property
    def index(self) -> int:
        """The index of the call, from 0."""

@disjoint_base
class Collection:
    """The stored resources of one kind.

    `ResourceOptions` has the options of resources.

    >>> from glossweave import Engine
    >>> engine = Engine()
    >>> users = engine.session().users
    >>> anna = users.create("anna", "correct horse")
    >>> session = engine.session(users.authenticate("anna", "correct horse"))
    >>> session.filters.create("subjects", "SELECT ?s { ?s ?p ?o }", visibility="private")
    <Resource filter subjects, private, of anna>
    >>> session.collection("filter").read("subjects").content["query"]
    'SELECT ?s { ?s ?p ?o }'
    """
    @property
    def kind(self) -> _Stored:
        """The name of the kind of what stands on it."""
    def check_use(self, name: str) -> None:
        """Raises the error of using a resource, if the caller may not use it."""
    def create(
        self,
        name: str | None,
        content: _Source,
        **options: Unpack[ResourceOptions],
    ) -> Resource:
        """Stores something new, which then belongs to the caller. Where the store gives numbers,
        `name` is `None`. `options`: the options of `ResourceOptions`; the default of `visibility` is `public`.
        """
    def delete(self, name: str, *, if_revision: int | None = None) -> None:
        """Removes a resource, if it still has the revision `if_revision`, where one is given."""
    def list(
        self,
        *,
        after: str | None = None,
        limit: int | None = None,
        contents: bool = False,
    ) -> builtins.list[Resource]:
        """Returns the resources that the caller may see, in the order of their names, at most `limit` of them
        (100 without it), from behind the name `after`. Large contents (queries, stylesheets, requests of
        pipelines) are included with `contents=True`. A part has up to 8 MiB; the list is at its end if
        nothing follows the last name.
        """
    def read(self, name: str) -> Resource:
        """Returns a resource. A private one of another user is `NotFound`."""
    def update(
        self,
        name: str,
        content: _Source | None = None,
        **options: Unpack[ResourceOptions],
    ) -> Resource:
        """Changes a resource: its content if some is given, and whatever else is. All of it happens or
        nothing. `options`: the options of `ResourceOptions`. If another revision than `if_revision` is current, that is
        `PreconditionFailed`.
        """

@final
class Context:
    """A text that NIF states, with its annotations. Offsets count code points, whatever the graph counts."""
    @property
    def annotations(self) -> list[Annotation]:
        """The annotations of spans of the text."""
    @property
    def document(self) -> Document:
        """The text as a document."""
    @property
    def iri(self) -> str:
        """The IRI of the context, or the label of its blank node."""

@final
class Converters(Collection):
    """The collection of converters: stored XSLT stylesheets that turn one markup into another.

    >>> from glossweave import Engine
    >>> engine = Engine()
    >>> users = engine.session().users
    >>> anna = users.create("anna", "correct horse")
    >>> converters = engine.session(users.authenticate("anna", "correct horse")).converters
    >>> count = '''<p xsl:version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:value-of
    ...   select="count(//*)"/></p>'''
    >>> _ = converters.create("count", count)
    >>> converters.apply("count", "<a><b/></a>").bytes
    b'<?xml version="1.0"?>\\n<p>2</p>\\n'
    """
    def apply(
        self,
        name: str,
        source: _Source,
        *,
        format: _Format | None = None,
        output: str | None = None,
        charset: str | None = None,
        parameters: Mapping[str, str] | None = None,
    ) -> XsltReply:
        """Transforms a document by a stored stylesheet. The keywords are those of `Stylesheet.run`."""

@final
class Datasets(Collection):
    """The collection of datasets: stored names of things, which `Entities` finds in texts.

    >>> from glossweave import Engine
    >>> engine = Engine()
    >>> users = engine.session().users
    >>> anna = users.create("anna", "correct horse")
    >>> session = engine.session(users.authenticate("anna", "correct horse"))
    >>> places = session.datasets.create("places", "uri,label\\nhttp://example.org/Cork,Cork\\n")
    >>> places.content["labels"]
    1
    >>> from glossweave import decode
    >>> page = decode("To Cork!", format="text")
    >>> session.entities.recognize("dictionary", page, dataset="places")
    [Annotation(3, 7, text='Cork', idents=('http://example.org/Cork',), confidence=1.0)]
    """
    def load(
        self,
        name: str,
        source: _Large,
        *,
        update: bool = False,
        progress: _Progress | None = None,
        **options: Unpack[ResourceOptions],
    ) -> Resource:
        """Loads a dataset from a path or a binary file, neither of which is read into memory as a whole, or
        from bytes or text: creates it if `update` is false, else changes it by `mode` (`"add"`,
        `"replace"`, `"remove"`).

        A binary file is asked for at most so many bytes, as `read(size)` of the files of Python.
        `progress`: is called now and then with the bytes read (0 of RDF until the end), those that
        there are, and the records taken. What it, the file or the handler of a signal raises ends the
        load, with nothing changed. `options`: the options of `ResourceOptions`. The default of `informat` is the format
        of the extension of a path.
        """
    def upload(self, name: str) -> Upload:
        """Returns a source that is sent in parts, and stays until it is loaded or discarded, even when the
        program ends: the same user continues it under the same name.
        """

@final
class Dictionary:
    """A list of names that is looked for in text.

    It is built once, may be used by any number of threads at once, can be saved as one file, and
    is mapped into memory when it is opened.

    >>> from glossweave import Dictionary
    >>> names = Dictionary([("http://example.org/new-york", "New York")])
    >>> names.recognize("From NEW YORK.")
    [Annotation(5, 13, text='NEW YORK', idents=('http://example.org/new-york',), confidence=1.0)]
    """
    def __new__(
        cls,
        entries: Iterable[Entry | tuple[str, str]],
        *,
        case: _Case | None = None,
        never_alone: Sequence[str] | None = None,
        corpus: str | os.PathLike[str] | None = None,
        progress: _Progress | None = None,
    ) -> Dictionary:
        """`entries`: `Entry` objects, or pairs of an IRI and a label. The others are as for `from_csv`,
        with 0 as the numbers of bytes.
        """
    @property
    def common_entries(self) -> int:
        """The number of entries whose label is a common word: they are found with a first capital only, where it is
        not due to the place.
        """
    @property
    def entries(self) -> int:
        """The number of entries."""
    @property
    def never_alone_entries(self) -> int:
        """The number of entries that are not found, as their label is a word that is not a name by itself."""
    @property
    def revision(self) -> str:
        """A digest of the content: the same for the same content."""
    @property
    def skipped(self) -> list[tuple[str, int | None, int | None]]:
        """The rows and labels of the source that were left out since they are wrong: the message, the line and the
        column, which are `None` if the location is not known.
        """
    def difference(self, older: Dictionary) -> DictionaryDifference:
        """The differences from an older dictionary."""
    @staticmethod
    def from_bytes(data: Buffer, *, mention_model: MentionModel | None = None) -> Dictionary:
        """Takes the bytes of a file that `save` wrote. `mention_model`: as for `with_mention_model`."""
    @staticmethod
    def from_csv(
        source: _Source,
        *,
        case: _Case | None = None,
        never_alone: Sequence[str] | None = None,
        corpus: str | os.PathLike[str] | None = None,
        progress: _Progress | None = None,
    ) -> Dictionary:
        """Builds from CSV or TSV with a header: `uri` and `label`, and optionally `language`, `type` (IRIs
        parted by spaces or `|`), `weight` and `case`. Rows that are wrong become `skipped`; it is an error if no row
        is right.

        `case`: that of names that have none of their own: `"auto"`, `"name"`, `"term"`, `"folded"`,
        `"capital"`, `"upper"` or `"exact"`. `never_alone`: words that are not names by themselves.
        `corpus`: a file of text; words that it has in lower case are common ones. `progress`: is called now and then with the bytes that were read, those that there are, and
        the entries that were taken. What it or the handler of a signal raises ends the call.
        """
    @staticmethod
    def from_rdf(
        source: _Source,
        *,
        format: _Format | None = None,
        base: str | None = None,
        case: _Case | None = None,
        never_alone: Sequence[str] | None = None,
        corpus: str | os.PathLike[str] | None = None,
        progress: _Progress | None = None,
    ) -> Dictionary:
        """Builds from the labels in RDF (`rdfs:label`, `skos:prefLabel` and others). The options are
        those of `read_nif`; the others are as for `from_csv`, with statements for entries until all
        are read.
        """
    @staticmethod
    def from_vocabulary(
        vocabulary: str,
        files: Sequence[str | os.PathLike[str]],
        *,
        languages: Sequence[str] = ...,
        classes: Sequence[str] = ...,
        options: Sequence[tuple[str, str]] = ...,
        journal: str | os.PathLike[str] | None = None,
        progress: _Progress | None = None,
    ) -> tuple[Dictionary, ImportReport]:
        """Builds from the files of a public vocabulary: `geonames`, `wikidata`, `dbpedia`, `obo`, `mesh`, `skos`
        or `csv`. They may be compressed. What is wrong or not wanted is left out, and counted in the report.

        `languages`: names in other languages are left out. `classes`: IRIs; entities of other classes are
        left out. `options`: names and values of the other options (`country`, `code`, `column`,
        `separator`, `case`, `never-alone`, `corpus`), which may be repeated. `journal`: a file that keeps what was read, so that an import
        that is ended goes on the next time. `progress` is as for `from_csv`.
        """
    @staticmethod
    def open(
        path: str | os.PathLike[str],
        *,
        revision: str | None = None,
        mention_model: MentionModel | None = None,
    ) -> Dictionary:
        """Opens a saved dictionary; what is not needed is not read. `revision`: the one that it is to have;
        another one is a `PreconditionFailed`. `mention_model`: as for `with_mention_model`.
        """
    def recognize(
        self,
        text: str | Document,
        *,
        language: str | None = None,
    ) -> list[Annotation]:
        """Finds the names in a text or a document. `language`: entries of other languages are passed
        over; that of a document is known.
        """
    def save(self, path: str | os.PathLike[str]) -> None:
        """Saves to one file, which replaces an older one at once or not at all."""
    def verify(self) -> None:
        """Reads all of the file and compares its checksum."""
    def with_mention_model(self, model: MentionModel) -> Dictionary:
        """Returns a dictionary that finds its names only where `model` says that an entity is probably meant,
        with a confidence that is multiplied by that probability.
        """
    def __len__(self) -> int: ...

@final
class DictionaryDifference:
    """The differences between two dictionaries. As a `str`, it has a line for each of the first entries."""
    @property
    def added(self) -> int:
        """The number of entries that only the newer one has."""
    @property
    def changed(self) -> int:
        """The number of entries that have other classes, or another weight."""
    @property
    def removed(self) -> int:
        """The number of entries that only the older one has."""

@final
class Document:
    """A document that was read: its text, the source of each character, and the annotations of its markup. It
    is immutable.

    Offsets count code points, as `str` does: `document.text[a.start:a.end] == a.text`. The length
    is that of the text. Documents can be pickled.
    """
    @property
    def annotations(self) -> list[Annotation]:
        """The annotations that the markup of the source carries."""
    @property
    def encoding(self) -> str:
        """The name of the encoding that the source was read in."""
    @property
    def format(self) -> str:
        """The name of the format that the source was read as."""
    @property
    def language(self) -> str | None:
        """The language of the first text, if the source declares one."""
    @property
    def parts(self) -> list[Part]:
        """The files of a package (OpenDocument) that were read, and their spans for `source_span`; none for
        formats that are not packages.
        """
    @property
    def sections(self) -> list[Section]:
        """The stretches of the text with a name and languages of their own: the `file`s of XLIFF. Every
        other document is one section.
        """
    @property
    def source(self) -> bytes:
        """The bytes as they came in."""
    @property
    def target(self) -> Document | None:
        """The texts that the source gives as translations, as a document of their own."""
    @property
    def text(self) -> str:
        """The text of all units, with one space between two of them."""
    @property
    def units(self) -> list[Unit]:
        """The runs of text that belong together, such as paragraphs, headings and table cells."""
    @property
    def warnings(self) -> list[tuple[str, int, int]]:
        """The warnings about the source, as messages with their line and column."""
    def _repr_html_(self) -> str: ...
    def highlight(self, annotations: Sequence[Annotation] | None = None) -> Highlight:
        """Marks annotations in the text, for notebooks and web pages; those of the markup if none are given.
        The text is cut after 100,000 bytes.
        """
    def marked_text(self, start: int, end: int) -> str:
        """Returns the text of a span with a marker for each inline element in it (`<1>bold</1>`, `<2/>`), as
        translators may keep them for `encode` with `translations`.
        """
    def source_span(self, start: int, end: int) -> tuple[int, int] | None:
        """Returns the bytes of the source that a span of the text comes from, as start and end, with all
        markup between them. `None` if the span is empty, leaves the text, begins or ends in text that has
        no bytes of its own in the source, or ends before it begins there.
        """
    def target_unit(self, unit: int) -> int | None:
        """Returns the number of the unit of `target` that is the translation of a unit, by its number."""
    def __len__(self) -> int: ...

@final
class Encoded:
    """A document that was encoded or exported. It can be pickled."""
    def __new__(
        cls,
        bytes: Buffer,
        placements: Sequence[Placement],
        inserted: Sequence[tuple[int, int]],
        replaced: Sequence[tuple[tuple[int, int], tuple[int, int]]],
        parts: Sequence[Part],
        skipped: Sequence[tuple[str, str]],
    ) -> Encoded: ...
    @property
    def bytes(self) -> builtins.bytes:
        """The bytes."""
    @property
    def inserted(self) -> list[tuple[int, int]]:
        """The insertions as start and end in the bytes; without them the bytes are the source."""
    @property
    def parts(self) -> list[Part]:
        """The spans of the files of a package among the bytes that `inserted` and `replaced` count; none for
        formats that are not packages.
        """
    @property
    def placements(self) -> list[Placement]:
        """The result for each annotation, in the order in which they were given."""
    @property
    def replaced(self) -> list[tuple[tuple[int, int], tuple[int, int]]]:
        """The spans that translations replaced: start and end in the source, then in the bytes."""
    @property
    def skipped(self) -> list[tuple[str, str]]:
        """The losses of an export: the name of what the format cannot store, such as `"confidences"`, and a message. Empty after
        `encode`.
        """
    def __bytes__(self) -> builtins.bytes: ...
    def __getnewargs__(
        self,
    ) -> tuple[builtins.bytes, list[Placement], list[tuple[int, int]], list[tuple[tuple[int, int], tuple[int, int]]], list[Part], list[tuple[str, str]]]: ...

@final
class Engine:
    """An engine: settings, recognizers under the names that callers use, users and their resources.

    A recognizer is a `Dictionary`, a `Tagger`, or a callable that takes a `Passage` and returns its
    `Annotation`s; an exception of the callable is raised by the call that uses it. Calls from several
    threads call it from several threads.

    `translators`: lists of `TranslationSystem`s under the names of their providers. `term_bases`:
    `TermBase`s under the names that `Terms` knows them by. `providers`: recognizers, term finders,
    translators and endpoints that are opened by their protocols, as `Provider`s.
    `settings`: a mapping like `Settings`, or the path of a file of settings. `environment`: settings that are missing are taken
    from variables such as `GLOSSWEAVE_STORE_LOCATION` and `GLOSSWEAVE_ADMIN_PASSWORD`.

    `close` lets go of the store, and so does the end of a `with` block.

    >>> from glossweave import Annotation, Engine
    >>> def cork(passage):
    ...     at = passage.text.find("Cork")
    ...     return [Annotation(at, at + 4, idents=["http://example.org/Cork"])] if at >= 0 else []
    >>> session = Engine({"cork": cork}).session()
    >>> session.entities.enrich("cork", "<p>To Cork", informat="html", outformat="html").bytes
    b'<p>To <span its-ta-ident-ref="http://example.org/Cork">Cork</span>'
    """
    def __new__(
        cls,
        recognizers: Mapping[str, _Recognizer] | None = None,
        *,
        translators: Mapping[str, Sequence[TranslationSystem]] | None = None,
        term_bases: Mapping[str, TermBase] | None = None,
        providers: Sequence[Provider] | None = None,
        settings: Settings | str | os.PathLike[str] | None = None,
        environment: bool = False,
    ) -> Engine: ...
    def close(self) -> None:
        """Closes the store, once the calls that run have ended. Every later call to the engine or a session of
        it is an `InvalidArgument`. Closing twice is fine.
        """
    def expire(self) -> int:
        """Removes what has expired, and returns the number of items: pipelines after one week, uploads that nobody added
        to for one week, shared files that no dataset has had for the time of grace, and jobs that have ended long
        enough ago. Expired items are hidden in any case; a program that runs for long calls this once a day.

        >>> from glossweave import Engine
        >>> Engine().expire()
        0
        """
    @staticmethod
    def from_specification(specification: dict[str, Any]) -> Engine:
        """Creates an engine from a `specification`, in this process or another one. A file that has another
        revision now is a `PreconditionFailed`, the specification of another version of the package an
        `InvalidArgument`.
        """
    def local_session(self) -> Session:
        """Returns a session of the local user, for programs with a single user: an admin, who needs no password
        or token and is created under the name `local` if needed. A server that opens the same store guards
        what this user stored. A user of that name who is not an admin is a `Conflict`.

        >>> from glossweave import Engine
        >>> session = Engine().local_session()
        >>> session.filters.create("all", "SELECT * { ?s ?p ?o }", visibility="private").owner
        'local'
        """
    def session(self, token: str | None = None) -> Session:
        """Returns a session of the holder of a token, of an API key or of a token of the OpenID provider, or of an
        anonymous caller. A wrong token is refused by the calls that check it.
        """
    def specification(self) -> dict[str, Any]:
        """Returns the components and the settings of the engine for other processes: a `dict` of plain values,
        which may be written as JSON if every component is in a file or remote. Dictionaries, taggers and
        memories that were opened are included as their paths and revisions, others as bytes, callables as
        they are. Keys and headers of services are in it and have to be kept secret.

        Engines with `store.location`, `files.location`, `admin.create` or `oidc.client-secret` have none. Users and their resources are
        not included.
        """
    def token_usage(self) -> list[ProviderUsage]:
        """Returns the use of each language model since the engine was opened: recognizers, in the order of their
        names, then translators.

        >>> from glossweave import Engine, Provider
        >>> model = Provider("recognizer", "model", "chat-completions", "http://localhost:11434/v1", model="gemma3")
        >>> [(one.name, one.calls) for one in Engine(providers=[model]).token_usage()]
        [('model', 0)]
        """
    def __enter__(self) -> Engine: ...
    def __exit__(self, *_exception: object) -> None: ...

@final
class EngineInfo:
    """The description of a recognizer, a term finder or a translator."""
    @property
    def languages(self) -> list[tuple[str, str | None]] | None:
        """The languages of its input, each with that of translations or `None`; `None` if any may be used, or
        they are not known.
        """
    @property
    def name(self) -> str:
        """The name in paths."""
    @property
    def parameters(self) -> list[ParameterInfo]:
        """The parameters of a request, by their names in `Session.call`."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class Engines:
    """The recognizers, term finders and translators of an engine that a caller may use."""
    @property
    def recognizers(self) -> list[EngineInfo]:
        """Those that find entities."""
    @property
    def term_finders(self) -> list[EngineInfo]:
        """Those that find terms."""
    @property
    def translators(self) -> list[EngineInfo]:
        """Those that translate."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class Entities:
    """The recognizers of an engine, on behalf of a caller."""
    @property
    def names(self) -> list[str]:
        """The names of the recognizers, sorted."""
    @property
    def providers(self) -> list[str]:
        """The names of recognizers in paths, sorted: those of the engine, and `"dictionary"`."""
    def _annotate_batch(
        self,
        recognizer: str,
        rows: Sequence[tuple[str | bytes | bytearray | None, str | None, str | None]],
        *,
        texts: bool = False,
        **options: Unpack[EntityOptions],
    ) -> dict[str, Any]:
        """Finds the entities of many documents, each a tuple of its content, format and language, any of which
        may be `None`. Returns the buffers of Arrow columns, which `glossweave.corpora` puts together; with
        `texts` the texts of the documents are among them. The others are those of `recognize`.
        """
    def enrich(
        self,
        recognizer: str,
        source: _Source,
        **options: Unpack[EntityRequestOptions],
    ) -> Reply:
        """Finds the entities of a document and answers in the requested format: NIF, or the document itself
        with the entities inserted.

        `options`: the options of `EntityOptions` and `RequestOptions`. `informat` may be a format of RDF, which then holds NIF.
        With a `filter`, the answer is CSV if `outformat` is not given.
        """
    def explain(
        self,
        document: Document,
        *,
        language: str | None = None,
        **options: Unpack[EntityOptions],
    ) -> list[dict[str, Any]]:
        """Explains the disambiguation of each name of datasets in a document: a list of dicts with `start` and
        `end` (code points), `text`, `mention` (the probability that it means an entity) and `choices`, the
        likeliest first, each with `ident`, `classes`, `weight` (as the dataset has it), `confidence`, `score` and
        `features`, of which each has a `value` and a `weight`. `language` and `options`: as for `recognize`.
        """
    def recognize(
        self,
        recognizer: str,
        document: Document,
        *,
        language: str | None = None,
        **options: Unpack[EntityOptions],
    ) -> list[Annotation]:
        """Finds the entities of a document. None spans several units.

        The recognizer `"dictionary"` finds the names of stored datasets. `language`: the language of the text; by
        default, the language of the document. `options`: the options of `EntityOptions`.
        """

@final
class Entry:
    """A name of an entity."""
    def __new__(
        cls,
        uri: str,
        label: str,
        *,
        language: str | None = None,
        classes: Sequence[str] = ...,
        weight: float = 1.0,
        case: _Case | None = None,
    ) -> Entry: ...
    @property
    def case(self) -> str | None:
        """The case in which the name must be written, as in the column `case` of tables."""
    @property
    def classes(self) -> list[str]:
        """IRIs of the classes of the entity."""
    @property
    def label(self) -> str:
        """The name."""
    @property
    def language(self) -> str | None:
        """The language of the name; a name without one is good for all."""
    @property
    def uri(self) -> str:
        """The IRI of the entity."""
    @property
    def weight(self) -> float:
        """The likelihood that the name means this entity, beside others of the same name."""
    def __eq__(self, value: object, /) -> bool: ...
    def __getnewargs_ex__(self) -> tuple[tuple[str, str], dict[str, Any]]: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class Filters(Collection):
    """The collection of filters: stored queries (a SELECT of SPARQL each) that turn RDF into tables.

    >>> from glossweave import Engine
    >>> engine = Engine()
    >>> users = engine.session().users
    >>> anna = users.create("anna", "correct horse")
    >>> filters = engine.session(users.authenticate("anna", "correct horse")).filters
    >>> _ = filters.create("pairs", "SELECT ?s ?o { ?s ?p ?o }")
    >>> filters.apply("pairs", "<http://a.example/> <http://a.example/p> 'x' .", format="turtle")
    b's,o\\r\\nhttp://a.example/,x\\r\\n'
    """
    def apply(
        self,
        name: str,
        source: _Source,
        *,
        format: _Format | None = None,
        output: _Table = "csv",
    ) -> bytes:
        """Applies a filter to RDF.

        `format`: that of the source. `output`: that of the table: `"csv"`, `"json"` and `"xml"` as
        SPARQL has them, or a format of RDF, in the vocabulary of result sets.
        """
    def apply_to_document(
        self,
        name: str,
        document: Document,
        annotations: Sequence[Annotation] = ...,
        *,
        output: _Table = "csv",
        prefix: str | None = None,
        version: _Version = "2.0",
        language: str | None = None,
        shape: _Shape = "units",
    ) -> bytes:
        """Applies a filter to the NIF that `to_nif` would write of a document and annotations of it.

        `output`: as in `apply`. The others are those of `to_nif`.
        """

@final
class Finding:
    """A violation of a rule of NIF by a graph."""
    def __new__(cls, rule: str, resource: str, message: str) -> Finding: ...
    @property
    def message(self) -> str:
        """The message."""
    @property
    def resource(self) -> str:
        """The IRI of the resource, or the label of its blank node."""
    @property
    def rule(self) -> str:
        """The rule: a fixed short name such as `anchor` or `context-end`."""
    def __eq__(self, value: object, /) -> bool: ...
    def __getnewargs__(self) -> tuple[str, str, str]: ...
    def __hash__(self) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class FormatInfo:
    """The names and abilities of a format."""
    @property
    def abilities(self) -> list[str]:
        """The uses: `"read"` as a document, `"annotate"` and `"translate"` for documents that are returned
        so, `"rdf"`.
        """
    @property
    def extensions(self) -> list[str]:
        """The file name extensions, without the dot."""
    @property
    def is_package(self) -> bool:
        """True for documents that are zip archives."""
    @property
    def media_types(self) -> list[str]:
        """Every media type that is read as this format; the first one is written."""
    @property
    def name(self) -> str:
        """The name that functions take as `format`, `informat` or `outformat`."""
    @property
    def title(self) -> str:
        """The name for people."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class FuzzyMatch:
    """A segment of a memory that is like a text."""
    @property
    def score(self) -> float:
        """The similarity of the texts, from 0 to 1."""
    @property
    def source(self) -> str:
        """The text that the memory has."""
    @property
    def target(self) -> str:
        """Its translation."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class Highlight:
    """A text with annotations marked in it. Notebooks show it; `str` returns its HTML."""
    def _repr_html_(self) -> str: ...

@final
class ImportReport:
    """A report on an import: what it took, and what it left out. As a `str`, it has a line for each reason."""
    @property
    def entities(self) -> int:
        """The number of entities with names."""
    @property
    def names(self) -> int:
        """The number of names, each in its languages."""
    @property
    def resumed(self) -> int:
        """The number of bytes that were not read again, because the journal had their content."""
    @property
    def skipped(self) -> list[SkippedParts]:
        """The parts that were left out, a reason each."""

@final
class Invitation:
    """An invitation to register, as the engine shows it: without its code."""
    @property
    def created(self) -> datetime:
        """The time of its creation, in UTC."""
    @property
    def expires(self) -> datetime | None:
        """The time from which it is no longer valid, in UTC."""
    @property
    def name(self) -> str:
        """The name, which no other invitation has."""
    @property
    def role(self) -> _Role:
        """The role of the user who registers with it: `"ROLE_USER"` or `"ROLE_ADMIN"`."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class Job:
    """A job, as the engine shows it."""
    @property
    def attempts(self) -> int:
        """The number of times that it was begun."""
    @property
    def created(self) -> datetime:
        """The time of its submission, in UTC."""
    @property
    def ended(self) -> datetime | None:
        """The time of its end, in UTC."""
    @property
    def error(self) -> BaseException | None:
        """The error of a failed job: what `result` raises."""
    @property
    def expires(self) -> datetime | None:
        """The time from which it is removed with its result, in UTC."""
    @property
    def id(self) -> str:
        """The identifier."""
    @property
    def owner(self) -> str:
        """The name of the user who submitted it."""
    @property
    def path(self) -> str:
        """The path of the call, without parameters."""
    @property
    def progress(self) -> tuple[int, int] | None:
        """The numbers of steps of a pipeline that are done, and of all its steps, while it runs."""
    @property
    def started(self) -> datetime | None:
        """The time at which the last attempt began, in UTC."""
    @property
    def state(self) -> Literal["queued", "running", "done", "failed", "cancelled"]:
        """The state: `"queued"`, `"running"`, `"done"`, `"failed"` or `"cancelled"`."""
    @property
    def webhook(self) -> Literal["pending", "delivered", "failed"] | None:
        """The state of the webhook, once the job has ended: `"pending"`, `"delivered"` or `"failed"`."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class Jobs:
    """The jobs of a caller: calls that run after they were submitted, and their answers.

    >>> from glossweave import Engine
    >>> jobs = Engine().local_session().jobs
    >>> job = jobs.submit("/e-terminology/extraction?language=en", "One black hole.")
    >>> jobs.wait(job.id)
    <Job /e-terminology/extraction: done>
    >>> jobs.result(job.id).media_type
    'text/turtle'
    """
    def cancel(self, id: str) -> Job:
        """Cancels a job: one that is queued never runs, one that runs is stopped before its next step, and its result is
        dropped. One that has ended stays as it is.
        """
    def delete(self, id: str) -> None:
        """Removes a job with its result. One that has not ended is stopped, and its webhook is not called."""
    def list(self, *, after: str | None = None, limit: int | None = None) -> builtins.list[Job]:
        """Returns the jobs of the caller in the order of their time, for admins those of all users, at most `limit` of
        them (100 without it), from behind the identifier `after`.
        """
    def read(self, id: str) -> Job:
        """Returns a job. Only its owner and admins may call it."""
    def result(self, id: str) -> Answer:
        """Returns the answer of a job that is done. Raises the error of a failed job, and `Conflict` for one that has not
        ended or was cancelled.
        """
    def submit(
        self,
        path: str,
        body: _Source | None = None,
        *,
        parameters: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
        webhook: str | None = None,
    ) -> Job:
        """Submits a call of a service or a pipeline, which runs later with the rights that the caller has then. It may
        run twice, if an engine ends in the middle of it; its result is stored once.

        The first keywords are those of `Call`. `webhook`: a URL that is called when the job has ended.
        """
    def wait(self, id: str, seconds: float = 60.0) -> Job:
        """Waits until a job has ended, or so many seconds have gone, and returns it as it is then."""

@final
class LinkFailure:
    """An entity for which a template failed."""
    def __new__(cls, entity: str, kind: str, message: str) -> LinkFailure: ...
    @property
    def entity(self) -> str:
        """The IRI of the entity."""
    @property
    def kind(self) -> str:
        """The kind of the failure, by its name in docs/http.md."""
    @property
    def message(self) -> str:
        """The message."""
    def __eq__(self, value: object, /) -> bool: ...
    def __getnewargs__(self) -> tuple[str, str, str]: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class Links:
    """The links that stored templates find for entities, on behalf of a caller."""
    def enrich(
        self,
        template: str,
        source: _Source,
        *,
        parameters: Mapping[str, str] | None = None,
        partial: bool = False,
        **options: Unpack[RequestOptions],
    ) -> Reply:
        """Runs a stored template for the entities of a document or of NIF and adds the links.

        `parameters`: the values of the template's own placeholders, each a `str`. `partial`: return what is
        found even if the template fails for some of the entities; the reply has the `failures`. `options`: the options
        of `RequestOptions`. A document that is returned in its own format has none of the links.
        """
    def explore(self, resource: str, endpoint: str, *, format: _Format = "turtle") -> bytes:
        """Returns the statements about one resource, and the names of the resources that it points to.

        `endpoint`: the URL of a SPARQL endpoint, or `"dataset:NAME"`. `format`: that of the answer,
        one of RDF.
        """

@final
class MentionModel:
    """A model of the probability that a name of a vocabulary means an entity where it stands: `Nice` in
    `to Nice`, but not in `Nice weather`. It may be used by any number of threads at once.

    >>> from glossweave import Dictionary, MentionModel
    >>> names = Dictionary([("http://example.org/nice", "Nice")])
    >>> text = "We O\\nwent O\\nto O\\nNice B-LOC\\n. O\\n\\nNice O\\nweather O\\n! O\\n\\n" * 20
    >>> likely = names.with_mention_model(MentionModel.train(text, names))
    >>> [(found.start, found.text) for found in likely.recognize("Nice people. We went to Nice.")]
    [(24, 'Nice')]
    """
    @property
    def languages(self) -> list[str]:
        """The languages of the text that it was trained on."""
    @property
    def revision(self) -> str:
        """A digest of the content: the same for the same content."""
    @staticmethod
    def from_bytes(
        data: Buffer,
        *,
        threshold: float | None = None,
        tagger: Tagger | None = None,
    ) -> MentionModel:
        """Takes the bytes of a file that `save` wrote. `threshold`, `tagger`: as for `with_threshold` and
        `with_tagger`.
        """
    @staticmethod
    def open(
        path: str | os.PathLike[str],
        *,
        revision: str | None = None,
        threshold: float | None = None,
        tagger: Tagger | None = None,
    ) -> MentionModel:
        """Opens a saved model. `revision`: the one that it is to have; another one is a `PreconditionFailed`.
        `threshold`, `tagger`: as for `with_threshold` and `with_tagger`.
        """
    def save(self, path: str | os.PathLike[str]) -> None:
        """Saves to one file, which replaces an older one at once or not at all."""
    @staticmethod
    def train(
        corpus: _Source | Iterable[tuple[str, Sequence[Annotation]]],
        names: Dictionary,
        *,
        format: str | None = None,
        model: MentionModel | None = None,
        word_vectors: str | os.PathLike[str] | None = None,
        max_words: int | None = None,
        languages: Sequence[str] = ...,
        rounds: int | None = None,
        progress: _Progress | None = None,
    ) -> MentionModel:
        """Trains on annotated text, as `Tagger.train` does, and on the places in it that `names` finds.

        `format`: as for `Tagger.train`. `model`: another one whose classes of words are used. `word_vectors`: a file with the vectors of words, the most frequent word first: a word and its numbers
        on a line. `max_words`: the number of words that are read of it, 100,000 unless given. `languages`: the
        languages of the corpus; text in others is searched without the model. `rounds`: how often the corpus is
        gone through. `progress`: as for `Tagger.train`.
        """
    def with_tagger(self, tagger: Tagger) -> MentionModel:
        """Returns a model that asks a tagger too: names are found more precisely, at the speed of the tagger."""
    def with_threshold(self, threshold: float) -> MentionModel:
        """Returns a model that reports names with at least this probability of a mention, from 0 to 1; 0.3 unless
        set.
        """

@final
class Model:
    """The description of a stored model."""
    @property
    def classes(self) -> list[str]:
        """The IRIs of the classes of a tagger."""
    @property
    def kind(self) -> Literal["tagger", "mentions", "weights", "context"]:
        """The kind: `"tagger"`, `"mentions"`, `"weights"` or `"context"`."""
    @property
    def languages(self) -> list[str]:
        """The languages of the text that it was trained on, as far as they were given."""
    @property
    def name(self) -> str:
        """The name."""
    @property
    def revision(self) -> str:
        """The fingerprint of its content."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class ModelReport:
    """The description of the file of a model. Fields that have no meaning for its kind are empty or `None`."""
    @property
    def bytes(self) -> int:
        """The size of the file in bytes."""
    @property
    def classes(self) -> list[tuple[str, str]]:
        """The classes of what the model finds, and their IRIs."""
    @property
    def dimensions(self) -> int | None:
        """The number of numbers in a vector of a sentence encoder."""
    @property
    def entries(self) -> int | None:
        """The number of entries of a dictionary."""
    @property
    def file(self) -> str:
        """The path of the file."""
    @property
    def identity(self) -> str:
        """A fingerprint of the content. Two files with the same one are the same model."""
    @property
    def inputs(self) -> list[TensorInfo]:
        """The inputs of a neural model."""
    @property
    def kind(self) -> str:
        """The kind: `"token-classifier"`, `"span-classifier"`, `"sentence-encoder"`, `"tagger"`, `"mention-model"`,
        `"dictionary"`, `"entity-index"`, `"term-base"` or `"translation-memory"`.
        """
    @property
    def languages(self) -> list[str]:
        """The languages of the text that it was trained on, as far as the file says."""
    @property
    def license(self) -> tuple[str, str] | None:
        """The name and the text of the file with the licence beside it."""
    @property
    def max_tokens(self) -> int | None:
        """The maximum number of tokens that a neural model takes at once."""
    @property
    def memory(self) -> int | None:
        """The bytes by which the memory of the process has grown; `None` if the system does not tell."""
    @property
    def open_milliseconds(self) -> float:
        """The time to open it, in milliseconds."""
    @property
    def operators(self) -> list[tuple[str, int]]:
        """The operators of a neural model, and how often each occurs."""
    @property
    def outputs(self) -> list[TensorInfo]:
        """The outputs of a neural model."""
    @property
    def tokenizer(self) -> str | None:
        """The kind of the tokenizer."""
    @property
    def tokens_per_second(self) -> float | None:
        """The tokens a second on an English text, measured now."""
    @property
    def vocabulary(self) -> int | None:
        """The number of tokens that the tokenizer knows."""
    @property
    def weights(self) -> int | None:
        """The number of constants of a neural model in memory, most of them weights."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class Models:
    """The taggers and mention models that were trained in an engine. Everybody may use them by their names: a tagger
    as a recognizer, a mention model as `mentions`.

    >>> from glossweave import Engine
    >>> session = Engine().local_session()
    >>> session.models.train("towns", b"To O\\nCork B-LOC\\n", rounds=1)
    <Model towns, tagger>
    >>> session.models.read("towns").classes
    ['http://nerd.eurecom.fr/ontology#Location']
    >>> session.models.delete("towns")
    >>> session.models.list()
    []
    """
    def delete(self, name: str) -> None:
        """Removes a model. Only admins may."""
    def list(self) -> builtins.list[Model]:
        """Returns the descriptions of all models, in the order of their names."""
    def read(self, name: str) -> Model:
        """Returns the description of a model."""
    def train(
        self,
        name: str,
        corpus: _Source,
        *,
        kind: Literal["tagger", "mentions", "weights", "context"] | None = None,
        informat: str | None = None,
        documents: str | None = None,
        dataset: str | None = None,
        languages: Sequence[str] | None = None,
        rounds: int | None = None,
        cutoff: int | None = None,
        patience: int | None = None,
        iris: Sequence[tuple[str, str]] | None = None,
        namespace: str | None = None,
    ) -> Model:
        """Trains a model on annotated text and stores it, or replaces the one of that name. Only admins may.

        `kind`: `"tagger"`, `"mentions"`, `"weights"`, or `"context"`, which adds the sentences with linked entities to
        the dataset of the name. `informat`: the format of NIF or of a document; columns of
        CoNLL otherwise. `dataset`: the one whose names a mention model judges; `languages`: as for
        `MentionModel.train`; `documents`: names of stored documents, with commas, in place of the text, which is empty
        then; `cutoff`: the minimum number of occurrences of a feature. `rounds`, `patience`, `iris`,
        `namespace`: as for `Tagger.train`. A recognizer of the engine with that name is a `Conflict`; training for
        more than half an hour is `DeadlineExceeded`.
        """

@final
class Nif:
    """NIF that was read: a graph, and the texts with annotations in it. What is not understood stays
    in the graph. It can be pickled.
    """
    def __new__(cls, triples: bytes) -> Nif: ...
    @property
    def contexts(self) -> list[Context]:
        """The texts that the graph states, in its order."""
    @property
    def skipped(self) -> list[tuple[str, int | None, int | None]]:
        """The parts that `read_nif` left out when it was lenient: messages with their line and column, `None`
        if the location is not known.
        """
    def annotated(self, context: int, annotations: Sequence[Annotation]) -> Nif:
        """Returns the same with annotations added to a context, given by its index in `contexts`. Their IRIs
        continue the numbering of the existing ones.
        """
    def annotations_of(self, document: Document) -> list[Annotation] | None:
        """Returns the annotations that the graph has for the text of a document, or for the texts of its
        sections; `None` if it has no such text.
        """
    def write(self, *, format: _Format = "turtle") -> bytes:
        """Writes the whole graph. `format`: as in `to_nif`."""
    def __getnewargs__(self) -> tuple[bytes]: ...

@final
class ParameterInfo:
    """An option of a protocol, or a parameter of a request."""
    @property
    def default(self) -> str | None:
        """The value if none is given; `None` if that is not a single value."""
    @property
    def host(self) -> bool:
        """True if only the host sets it: requests over HTTP may not."""
    @property
    def keyword(self) -> str:
        """The keyword argument for it."""
    @property
    def name(self) -> str:
        """The name."""
    @property
    def repeats(self) -> bool:
        """True if it may be given several times, and each value counts."""
    @property
    def required(self) -> bool:
        """True if it must be given."""
    @property
    def text(self) -> str:
        """The meaning."""
    @property
    def type(self) -> str:
        """The type of its values: `"text"`, `"list"` (with commas), `"lines"`, `"file"` (its text),
        `"path"`, `"pair"` (`NAME=VALUE`), `"language"`, `"integer"`, `"number"` (from
        0 to 1), `"amount"` (a number from 0 on), `"word"`, or `"secret"` for a text that is never shown.
        """
    @property
    def unit(self) -> str | None:
        """The unit of a number."""
    @property
    def words(self) -> list[str]:
        """The words that are allowed; none if others are too."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class Part:
    """A file of a package (OpenDocument), and its span among the bytes of all files that were read, one after
    the other.
    """
    def __new__(cls, name: str, start: int, end: int, encoding: str) -> Part: ...
    @property
    def encoding(self) -> str:
        """The encoding of the file in the package."""
    @property
    def end(self) -> int:
        """The end; its bytes are UTF-8 whatever the encoding of the file."""
    @property
    def name(self) -> str:
        """Its name in the package, such as `content.xml`."""
    @property
    def start(self) -> int:
        """The start."""
    def __eq__(self, value: object, /) -> bool: ...
    def __getnewargs__(self) -> tuple[str, int, int, str]: ...
    def __hash__(self) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class Passage:
    """A text that a recognizer is asked to look through. Offsets count code points of it."""
    @property
    def language(self) -> str | None:
        """The language of the text, if it is known."""
    @property
    def pieces(self) -> list[tuple[int, int]]:
        """The stretches that belong together, as start and end: no annotation should reach from one
        into another.
        """
    @property
    def text(self) -> str:
        """The whole text."""

@final
class Pipeline:
    """A pipeline: requests to services, each on the result of the one before. Each method returns a pipeline
    with one more step; `output` sets the format of the last one.

    `Pipelines.apply` runs it, and `to_json` gives what `Pipelines.create` stores. Names and values may contain
    variables (`$NAME$`), to which the call gives values.

    >>> from glossweave import Dictionary, Engine, Pipeline
    >>> places = Dictionary.from_csv(b"uri,label\\nhttp://example.org/Cork,Cork\\n")
    >>> pipelines = Engine({"places": places}).local_session().pipelines
    >>> pipeline = Pipeline().entities("places").terms("extraction").output("html")
    >>> pipelines.apply(pipeline, "<p>To Cork!", informat="html").bytes[:30]
    b'<p>To <span its-ta-ident-ref="'
    >>> stored = pipelines.create(None, pipeline.to_json())
    >>> Pipeline.from_json(pipeline.to_json()) == pipeline
    True
    """
    def __new__(cls) -> Pipeline: ...
    @property
    def requests(self) -> list[dict[str, Any]]:
        """The requests, a `dict` for each step."""
    def converter(self, name: str, parameters: Mapping[str, str] | None = None) -> Pipeline:
        """Adds a stored stylesheet, with the values of its parameters."""
    def entities(self, recognizer: str, **options: Unpack[EntityOptions]) -> Pipeline:
        """Adds a recognizer. `options`: the options of `EntityOptions`."""
    def filter(self, name: str, outformat: _Format | _Table = "csv") -> Pipeline:
        """Adds a stored filter. `outformat`: the format of its results."""
    @staticmethod
    def from_json(json: str) -> Pipeline:
        """Parses requests in JSON."""
    def links(self, template: str, parameters: Mapping[str, str] | None = None) -> Pipeline:
        """Adds a stored template of a query for entities, with the values of its parameters."""
    def output(self, outformat: _Format) -> Pipeline:
        """Sets the format of the result of the last step."""
    def request(
        self,
        endpoint: str,
        *,
        parameters: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Pipeline:
        """Adds a request of any other kind, such as one to a remote service."""
    def stored(self, id: str) -> Pipeline:
        """Adds a stored pipeline."""
    def terms(self, provider: str, **options: Unpack[TermOptions]) -> Pipeline:
        """Adds a provider of terms. `options`: the options of `TermOptions`."""
    def to_json(self) -> str:
        """Returns the requests as JSON."""
    def translation(
        self,
        provider: str,
        source_lang: str | None,
        target_lang: str,
        **options: Unpack[TranslationOptions],
    ) -> Pipeline:
        """Adds a translation. The arguments are as for `Translations.translate`. A key is in the JSON, too: give a
        variable such as `$KEY$` to a pipeline that is stored.
        """
    def __eq__(self, value: object, /) -> bool: ...
    def __len__(self) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class Pipelines(Collection):
    """The collection of pipelines: requests that run one after the other, each on what the one before gave.

    >>> from glossweave import Dictionary, Engine
    >>> places = Dictionary.from_csv(b"uri,label\\nhttp://example.org/Cork,Cork\\n")
    >>> pipelines = Engine({"places": places}).session().pipelines
    >>> step = {"method": "POST", "endpoint": "/e-entity/$WHO$/documents", "body": "To Cork!"}
    >>> pipelines.run([step], parameters={"WHO": "places"}).media_type
    'text/turtle'
    """
    def apply(
        self,
        pipeline: Pipeline,
        source: _Source,
        *,
        informat: str | None = None,
        outformat: str | None = None,
        parameters: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """Runs a `Pipeline` on a source. The others are those of `run_stored`."""
    def run(
        self,
        requests: _Source | list[Any] | tuple[Any, ...],
        *,
        parameters: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """Runs requests, the first on its own body. `requests`: JSON, or a list of `dict`.

        `parameters`: values of variables, and what the call of a pipeline may say (docs/pipelines.md):
        `filter`, `outformat`, `useI18n`, `stats` and so on. `headers`: `Accept` counts.
        """
    def run_stored(
        self,
        id: str,
        source: _Source,
        *,
        informat: str | None = None,
        outformat: str | None = None,
        parameters: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """Runs a stored pipeline on a source.

        `informat`: the format of the source, if neither a path nor the pipeline says it.
        `outformat`: that of the answer. The others are as for `run`.
        """

@final
class Placement:
    """The result for an annotation. True if the output carries it."""
    def __new__(cls, state: str, fragments: int, rule: str | None) -> Placement: ...
    @property
    def fragments(self) -> int:
        """The number of new elements."""
    @property
    def rule(self) -> str | None:
        """Why it was not placed."""
    @property
    def state(self) -> Literal["placed", "on-parent", "present", "not-placed"]:
        """The state: `"placed"` in new elements, `"on-parent"` as attributes of an element of the source,
        `"present"` in the source already, or `"not-placed"`.
        """
    def __bool__(self) -> bool: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __getnewargs__(self) -> tuple[str, int, str | None]: ...
    def __hash__(self) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class ProtocolInfo:
    """A protocol by which a `Provider` is opened."""
    @property
    def kind(self) -> _Engine:
        """The kind of its providers."""
    @property
    def name(self) -> str:
        """The name, each once for a kind."""
    @property
    def parameters(self) -> list[ParameterInfo]:
        """The options."""
    @property
    def place(self) -> Literal["file", "url", "mode", "words"]:
        """The meaning of the place: `"file"`, `"url"`, `"mode"` (of an installed program) or
        `"words"` (that the protocol knows).
        """
    @property
    def text(self) -> str:
        """The provider, in one sentence."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class Provider:
    """A provider that is opened by the name of its protocol: one of the `providers` of an `Engine`.

    `kind` is `"recognizer"`, `"term-finder"`, `"translator"` or `"endpoint"`. `name` is the name that
    callers use; for an endpoint, the URL for which it answers. `protocols()` lists the protocols of each
    kind, the meaning of `place` and the options, which are keywords with underscores for hyphens: a `str`,
    a number or a `bool`, a list of `str` for several values, `None` for an option that is left out. A
    translator needs a `system`: `source_lang` and `target_lang`, and optionally `name`, `domain`, `key` and
    `always_running`, as in `TranslationSystem`.

    A URL may be anywhere, on the same machine too. A service that gives a wrong response or none is
    `Unavailable`, a slow one `DeadlineExceeded`, when it is used.

    >>> from glossweave import Engine, Provider
    >>> url = "http://localhost:2222/rest"
    >>> spotlight = Provider("recognizer", "places", "spotlight", url, confidence=0.5)
    >>> spotlight
    <Provider places: spotlight at http://localhost:2222/rest>
    >>> Engine(providers=[spotlight])
    <Engine with places>
    """
    def __new__(
        cls,
        kind: _Engine,
        name: str,
        protocol: str,
        place: str | os.PathLike[str],
        *,
        system: Mapping[str, _Option] | None = None,
        **options: _Option,
    ) -> Provider: ...
    @property
    def kind(self) -> _Engine:
        """The kind: `"recognizer"`, `"term-finder"`, `"translator"` or `"endpoint"`."""
    @property
    def name(self) -> str:
        """The name that callers use."""
    @property
    def place(self) -> str:
        """The path, the URL, the mode or the words."""
    @property
    def protocol(self) -> str:
        """The name of the protocol."""
    def recognize(
        self,
        text: str | Document,
        *,
        language: str | None = None,
    ) -> list[Annotation]:
        """Finds the entities of a text or a document, if it is a recognizer; another kind is an
        `InvalidArgument`. `language`: that of the text; that of a document is known.
        """

@final
class ProviderUsage:
    """The use of the language models of a provider."""
    @property
    def cached(self) -> int:
        """The number of questions that were answered from the cache."""
    @property
    def calls(self) -> int:
        """The number of calls."""
    @property
    def completion_tokens(self) -> int:
        """The number of tokens of the answers, counted in the same way."""
    @property
    def cost(self) -> float:
        """The cost of all of them by the prices that are set; 0 without prices."""
    @property
    def kind(self) -> Literal["recognizer", "translator"]:
        """The kind of the provider: `"recognizer"` or `"translator"`."""
    @property
    def name(self) -> str:
        """Its name."""
    @property
    def prompt_tokens(self) -> int:
        """The number of tokens of the questions, as the server counts them; if it does not, one for four bytes."""
    @property
    def system(self) -> str | None:
        """The name of the translation system."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class QualityIssue:
    """An issue of a translation (ITS 2.0, Localization Quality Issue). Offsets count code points."""
    def __new__(
        cls,
        type: str,
        severity: int,
        comment: str,
        unit: int,
        source: tuple[int, int],
        target: tuple[int, int],
        line: int | None = None,
        column: int | None = None,
    ) -> QualityIssue: ...
    @property
    def column(self) -> int | None:
        """The column in the line, from 1."""
    @property
    def comment(self) -> str:
        """The fault, in one sentence."""
    @property
    def line(self) -> int | None:
        """The line in the file, from 1; `None` if the document is a package."""
    @property
    def severity(self) -> int:
        """The severity, from 0 to 100."""
    @property
    def source(self) -> tuple[int, int]:
        """The start and end of the unit in the text of the document."""
    @property
    def target(self) -> tuple[int, int]:
        """The start and end in the text of the translations (`Document.target`); both at the end of the translation
        if something is missing.
        """
    @property
    def type(self) -> str:
        """The type, as ITS 2.0 has it (appendix C), such as `"markup"`."""
    @property
    def unit(self) -> int:
        """The identifier of the unit."""
    def __eq__(self, value: object, /) -> bool: ...
    def __getnewargs__(
        self,
    ) -> tuple[str, int, str, int, tuple[int, int], tuple[int, int], int | None, int | None]: ...
    def __hash__(self) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class RankingWeights:
    """The weights by which the entities of one name are ranked: what one unit of each feature adds to a score.

    `weights`: those of features by their names; the others have their defaults. An engine uses saved ones as
    `Engine(settings={"models": {"ranking_weights": path}})`.

    >>> from glossweave import RankingWeights
    >>> graph = \"\"\"@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    ... <http://example.org/city> rdfs:label 'Cork' ; rdfs:comment 'a harbour of Ireland' .
    ... <http://example.org/bark> rdfs:label 'Cork' ; rdfs:comment 'the bark of an oak' .\"\"\"
    >>> text = "Harbour O\\nof O\\nCork B-http://example.org/city\\n"
    >>> weights = RankingWeights.train(text, graph, graph_format="turtle")
    >>> weights.weights["words"] > RankingWeights().weights["words"]
    True
    """
    def __new__(cls, weights: Mapping[str, float] = ...) -> RankingWeights: ...
    @property
    def weights(self) -> dict[str, float]:
        """The weights of all features, by their names."""
    @staticmethod
    def open(path: str | os.PathLike[str]) -> RankingWeights:
        """Reads a file of weights."""
    def save(self, path: str | os.PathLike[str]) -> None:
        """Saves to one file, which replaces an older one."""
    @staticmethod
    def train(
        corpus: _Source | Iterable[tuple[str, Sequence[Annotation]]],
        graph: _Source,
        *,
        format: str | None = None,
        graph_format: str | None = None,
        model: MentionModel | None = None,
    ) -> RankingWeights:
        """Fits the weights to texts whose names are linked to entities of a vocabulary: columns of CoNLL with tags such
        as `B-http://example.org/cork`, NIF, a document with ITS markup, or pairs of a text and its annotations.

        `graph`: the vocabulary in RDF, in the format `graph_format`. `format`: that of the texts, as for `Tagger.train`.
        `model`: the mention model whose classes of words are used, as engines do.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __getnewargs__(self) -> tuple[dict[str, float]]: ...

@final
class Reconciliation:
    """Reconciliation with stored datasets: the things that names may mean, and the values of their properties, by the
    Reconciliation Service API. Queries and answers are those of its JSON.

    `version`: `"0.2"` (the default) or `"1.0-draft"`. `languages`: the languages of names and descriptions, separated
    by commas, the most wanted first.

    >>> from glossweave import Engine
    >>> session = Engine().local_session()
    >>> made = session.datasets.create("places", "uri,label\\nhttp://example.org/cork,Cork\\n")
    >>> answer = session.reconciliation.answer("places", {"q0": {"query": "cork"}})
    >>> answer["q0"]["result"][0]["id"], answer["q0"]["result"][0]["match"]
    ('http://example.org/cork', True)
    """
    def answer(
        self,
        dataset: str,
        queries: str | Mapping[str, Any],
        *,
        version: str | None = None,
        languages: str | None = None,
    ) -> dict[str, Any]:
        """Returns the candidates for a batch of queries, given as JSON or as what becomes JSON."""
    def extend(
        self,
        dataset: str,
        query: str | Mapping[str, Any],
        *,
        version: str | None = None,
        languages: str | None = None,
    ) -> dict[str, Any]:
        """Returns the values of properties of things (data extension), for a query with `ids` and `properties`."""
    def manifest(
        self,
        dataset: str,
        url: str,
        *,
        version: str | None = None,
        languages: str | None = None,
    ) -> dict[str, Any]:
        """Returns the manifest of the service for a dataset; `url` is its URL."""
    def preview(
        self,
        dataset: str,
        id: str,
        *,
        version: str | None = None,
        languages: str | None = None,
    ) -> str:
        """Returns a page of HTML about a thing. Raises `NotFound` if the dataset names no such thing."""
    def propose(
        self,
        dataset: str,
        class_iri: str = "",
        *,
        limit: int | None = None,
        version: str | None = None,
        languages: str | None = None,
    ) -> dict[str, Any]:
        """Returns the properties that things of a class have, or all things, those that are used most first, up to
        `limit` or 100.
        """
    def suggest(
        self,
        dataset: str,
        prefix: str,
        *,
        suggested: str = "entity",
        skip: int = 0,
        version: str | None = None,
        languages: str | None = None,
    ) -> dict[str, Any]:
        """Returns up to 20 things, classes or properties (`suggested`: `"entity"`, `"type"` or `"property"`) whose name
        begins with a text, after the first `skip` ones.
        """

@final
class RedactedSpan:
    """A place of a document that was redacted, or where a redacted string is left."""
    def __new__(
        cls,
        label: str,
        replacement: str,
        part: str | None,
        start: int,
        end: int,
    ) -> RedactedSpan: ...
    @property
    def end(self) -> int:
        """The end; the start for the name of the part."""
    @property
    def label(self) -> str:
        """The label of the class, such as `"PERSON"`."""
    @property
    def part(self) -> str | None:
        """The name of the part of a package; `None` for a source that is not a package."""
    @property
    def replacement(self) -> str:
        """The text that was written there; empty if nothing was, and for a string that is left."""
    @property
    def start(self) -> int:
        """The start in bytes of the part, or of the source: of the document before redaction, or of the result for a string
        that is left.
        """
    def __eq__(self, value: object, /) -> bool: ...
    def __getnewargs__(self) -> tuple[str, str, str | None, int, int]: ...
    def __hash__(self) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class Redaction:
    """A redacted document."""
    @property
    def bytes(self) -> builtins.bytes:
        """The bytes of the document after redaction, in its own format and encoding."""
    @property
    def key(self) -> builtins.bytes | None:
        """The key of pseudonyms in JSON; `None` for another method."""
    @property
    def left_out(self) -> list[str]:
        """The names of parts that were left out: thumbnails."""
    @property
    def residue(self) -> list[RedactedSpan]:
        """The places where a redacted string is left."""
    @property
    def spans(self) -> list[RedactedSpan]:
        """All places that were redacted, in the order of parts and places."""
    @property
    def unchecked(self) -> list[str]:
        """The names of parts that could not be looked into, such as pictures: they were only searched as bytes."""
    def __bytes__(self) -> builtins.bytes: ...

@final
class Reply:
    """The answer to a request. It can be pickled."""
    def __new__(
        cls,
        bytes: builtins.bytes,
        format: str,
        placements: Sequence[Placement],
        skipped: Sequence[tuple[str, int | None, int | None]],
        rule_set: str | None,
        statuses: Sequence[str],
        issues: Sequence[tuple[str, int, str, int]],
        failures: Sequence[LinkFailure],
    ) -> Reply: ...
    @property
    def bytes(self) -> builtins.bytes:
        """The answer."""
    @property
    def failures(self) -> list[LinkFailure]:
        """Of links: the entities for which the template failed, if `partial` allowed it."""
    @property
    def format(self) -> str:
        """The name of its format."""
    @property
    def issues(self) -> list[tuple[str, int, str, int]]:
        """Of a translation: the issues, for example of its terms: type, severity from 0 to 100, comment, and the number of
        the unit, from 1; 0 for a text without units.
        """
    @property
    def placements(self) -> list[Placement]:
        """The result for each annotation if a document was returned; none otherwise."""
    @property
    def rule_set(self) -> str | None:
        """The name of the bundled ITS rules by which a document in XML was read; `None` without such rules."""
    @property
    def skipped(self) -> list[tuple[str, int | None, int | None]]:
        """The parts that were skipped: wrong strings of NIF, which are errors with `strict`, the warnings about
        a document, and parts of the answers of language models that do not fit the text. Messages with their line and
        column, `None` if the location is not known.
        """
    @property
    def statuses(self) -> list[str]:
        """Of a translation: the status of each sentence, `"machine"`, `"exact"`, `"fuzzy"` or `"untranslated"`."""
    def __bytes__(self) -> builtins.bytes: ...
    def __getnewargs__(
        self,
    ) -> tuple[builtins.bytes, str, list[Placement], list[tuple[str, int | None, int | None]], str | None, list[str], list[tuple[str, int, str, int]], list[LinkFailure]]: ...

@final
class Resource:
    """A stored resource."""
    @property
    def content(self) -> Mapping[str, Any]:
        """Its content, by the names of its kind: `query` of a filter, `requests` of a pipeline and so on.
        Changing it changes nothing that is stored.
        """
    @property
    def created(self) -> datetime:
        """The time of its creation, in UTC."""
    @property
    def description(self) -> str | None:
        """The description."""
    @property
    def kind(self) -> _Stored:
        """The name of its kind."""
    @property
    def name(self) -> str:
        """Its name, or the number that the store gave."""
    @property
    def owner(self) -> str:
        """The name of the user whose it is."""
    @property
    def revision(self) -> int:
        """The number of the change of the store that it was changed by. Every change has a greater one."""
    @property
    def updated(self) -> datetime:
        """The time of its last change, in UTC."""
    @property
    def visibility(self) -> _Visibility:
        """The visibility: everybody (`"public"`), or its owner and admins (`"private"`)."""
    def to_json(self) -> str:
        """Returns all of it as JSON, in the form of services."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class Section:
    """A stretch of the text with a name and languages of its own. Offsets count code points."""
    @property
    def end(self) -> int:
        """The end of its last unit."""
    @property
    def language(self) -> str | None:
        """The language of its text, if the source declares one."""
    @property
    def name(self) -> str | None:
        """The name in the source, such as the `original` of a `file`."""
    @property
    def start(self) -> int:
        """The start of its first unit."""
    @property
    def target_language(self) -> str | None:
        """The language of its translations, if the source declares one."""
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class Session:
    """An engine on behalf of a caller: nothing is reached without one."""
    @property
    def converters(self) -> Converters:
        """Stored XSLT stylesheets."""
    @property
    def datasets(self) -> Datasets:
        """Stored names of things."""
    @property
    def documents(self) -> StoredDocuments:
        """Stored documents with annotations that people correct."""
    @property
    def entities(self) -> Entities:
        """Named entities."""
    @property
    def filters(self) -> Filters:
        """Stored queries that turn RDF into tables."""
    @property
    def jobs(self) -> Jobs:
        """Jobs: calls that run after they were submitted."""
    @property
    def links(self) -> Links:
        """Links of stored templates for entities."""
    @property
    def models(self) -> Models:
        """Trained models."""
    @property
    def pipelines(self) -> Pipelines:
        """Stored pipelines."""
    @property
    def profiles(self) -> Collection:
        """Stored markup profiles."""
    @property
    def reconciliation(self) -> Reconciliation:
        """Reconciliation: the things of stored datasets that names may mean."""
    @property
    def templates(self) -> Collection:
        """Stored queries that enrich what was found."""
    @property
    def terms(self) -> Terms:
        """Terms."""
    @property
    def translations(self) -> Translations:
        """Translations."""
    @property
    def users(self) -> Users:
        """Users."""
    def batch(
        self,
        path: str,
        documents: Iterable[BatchDocument | _Source],
        *,
        parameters: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
        threads: int = 0,
        ordered: bool = False,
    ) -> Batch:
        """Calls a service or a pipeline for each document of an iterable of `BatchDocument`, or of sources, on several
        threads: returns an iterator of `BatchResult`. A document that fails stops nothing. Documents are taken as results
        are.

        `threads`: 0 for what the engine was opened with. `ordered`: in the order of the documents; as they are finished
        otherwise. `parameters` and `headers` are those of `Call`.

        >>> from glossweave import BatchDocument, Engine
        >>> pages = [BatchDocument("One black hole.", name="a.txt"), BatchDocument("", name="b.txt")]
        >>> batch = Engine().session().batch("/e-terminology/extraction?language=en", pages, ordered=True)
        >>> [(one.name, one.error is None) for one in batch]
        [('a.txt', True), ('b.txt', False)]
        """
    def batch_body(
        self,
        path: str,
        body: _Source,
        media_type: str,
        *,
        parameters: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
        threads: int = 0,
        ordered: bool = False,
    ) -> Batch:
        """Calls a service or a pipeline for each document in a body, as `batch` does: lines of JSON
        (`application/x-ndjson`), a zip archive (`application/zip`), or the parts of `multipart/form-data` or
        `multipart/mixed`.

        >>> from glossweave import Engine
        >>> lines = '{"name": "a.txt", "content": "One black hole."}'
        >>> session = Engine().session()
        >>> batch = session.batch_body("/e-terminology/extraction?language=en", lines, "application/x-ndjson")
        >>> next(batch)
        <BatchResult 0: done>
        """
    def call(
        self,
        path: str,
        body: _Source | None = None,
        *,
        parameters: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """Does what a path stands for, a service or a pipeline: what a request over HTTP would do.

        The keywords are those of `Call`. docs/pipelines.md has the paths.
        """
    def call_many(
        self,
        calls: Iterable[Call],
        *,
        threads: int = 0,
        ordered: bool = True,
        progress: bool = False,
    ) -> CallBatch:
        """Calls an iterable of `Call` on several threads: returns an iterator of `CallResult`. A call that fails
        stops nothing. No more calls are taken than can be answered soon.

        `threads`: 0 for the number of cores. `ordered`: in the order of the calls; in the order in which
        they finish otherwise. `progress`: show a bar, for which `tqdm` has to be installed.
        """
    def collection(self, kind: _Stored) -> Collection:
        """Returns the stored resources of a kind: `"template"`, `"filter"`, `"pipeline"`, `"dataset"`,
        `"xsltconverter"`, `"document"` or `"profile"`.
        """
    def engines(self) -> Engines:
        """Returns the recognizers, term finders and translators that the caller may use, with the parameters of
        requests and the languages.

        >>> from glossweave import Engine, TermBase
        >>> rivers = TermBase.from_csv("uri,term,language\\nhttp://example.org/bank,bank,en\\n")
        >>> engines = Engine(term_bases={"rivers": rivers}).session().engines()
        >>> [(one.name, one.languages) for one in engines.term_finders if one.name == "rivers"]
        [('rivers', [('en', None)])]
        """
    def export(self, to: str | os.PathLike[str] | _Writer) -> None:
        """Writes down all that is stored, to a path or a binary file, for `import_store`. Only admins
        may.

        Hashes of passwords and tokens are among it: a new file is for its owner only.
        """

@final
class SkippedParts:
    """The parts of a vocabulary that were left out for one reason."""
    @property
    def count(self) -> int:
        """Their number."""
    @property
    def message(self) -> str:
        """The reason as a text."""
    @property
    def places(self) -> list[str]:
        """The places of the first ones: a file with a line, or the IRI of an entity."""
    @property
    def reason(self) -> str:
        """The name of the reason, such as `language`."""

@final
class StoredDocuments(Collection):
    """The collection of documents with annotations that people accept, reject, change and add.

    >>> import json
    >>> from glossweave import Engine
    >>> documents = Engine().local_session().documents
    >>> page = {"dcterms:references": {"value": "To Cork"}, "items": [
    ...     {"motivation": "identifying", "body": "http://example.org/Cork",
    ...      "target": {"selector": {"type": "TextQuoteSelector", "exact": "Cork"}}}]}
    >>> stored = documents.create("letter", json.dumps(page))
    >>> page = stored.content["page"]
    >>> page["items"][0]["schema:creativeWorkStatus"]
    'proposed'
    >>> page["items"][0]["schema:creativeWorkStatus"] = "accepted"
    >>> _ = documents.update("letter", json.dumps(page), if_revision=stored.revision)
    >>> document, accepted = documents.open("letter")
    >>> (document.text, accepted[0].idents)
    ('To Cork', ('http://example.org/Cork',))
    """
    def open(self, name: str) -> tuple[Document, list[Annotation]]:
        """Returns a document in its own format, and the annotations that were accepted."""

@final
class Stylesheet:
    """A compiled XSLT stylesheet. Any number of threads may run it at once.

    Version 1.0 runs on libxslt with EXSLT, which is built in. Version 2.0 and 3.0 run on SaxonC-HE
    where that is there: `pip install glossweave[xslt3]`. A stylesheet of a later version that needs
    nothing but XSLT 1.0 runs without it.

    `processor`: `"libxslt"` or `"saxon"`, whatever the version. `saxon`: the path of its library; that of
    the variable SAXONC_HE_LIB or of the package `saxonche` otherwise. `folder`: whose files the stylesheet
    may read; without one it reads nothing. `worker`: the path of a program that runs stylesheets in place of this
    process and can be ended, such as that of the command `glossweave`. What a run may take: `milliseconds`
    (10,000), `memory` and `output` (bytes), `depth` (of the elements of a source), `recursion` (of
    templates).

    >>> from glossweave import Stylesheet
    >>> greet = Stylesheet('''
    ...   <xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
    ...     <xsl:output method="text"/>
    ...     <xsl:param name="greeting" select="'Hello'"/>
    ...     <xsl:template match="/"><xsl:value-of select="concat($greeting, ', ', name)"/></xsl:template>
    ...   </xsl:stylesheet>'''.strip())
    >>> greet.run("<name>Cork</name>", parameters={"greeting": "So long"}).bytes
    b'So long, Cork'
    >>> greet.parameters
    [<XsltParameter greeting, by default 'Hello'>]
    """
    def __new__(
        cls,
        source: _Source,
        *,
        processor: _Processor | None = None,
        saxon: str | os.PathLike[str] | None = None,
        worker: str | os.PathLike[str] | None = None,
        folder: str | os.PathLike[str] | None = None,
        milliseconds: int | None = None,
        memory: int | None = None,
        output: int | None = None,
        depth: int | None = None,
        recursion: int | None = None,
    ) -> Stylesheet: ...
    @property
    def parameters(self) -> list[XsltParameter]:
        """Its global parameters."""
    @property
    def processor(self) -> _Processor:
        """The processor: `"libxslt"` or `"saxon"`."""
    @property
    def version(self) -> str:
        """The version that it asks for, as it says it."""
    def run(
        self,
        source: _Source,
        *,
        format: _Format | None = None,
        output: str | None = None,
        charset: str | None = None,
        parameters: Mapping[str, str] | None = None,
    ) -> XsltReply:
        """Transforms a document.

        `format`: `"xml"`, which is usual, or `"html"`, or a media type; a path says it by its
        extension. `output`: `"xml"`, `"html"`, `"xhtml"`, `"text"`, or media types as an Accept header
        has them; as the stylesheet says otherwise. `charset`: what the transport declared.
        `parameters`: values of global parameters, each a `str`; `{namespace}local` where a name is in
        one. Those that the stylesheet does not have do not matter.
        """

@final
class SystemInfo:
    """The description of a translation system."""
    @property
    def always_running(self) -> bool:
        """True if it stays running without requests."""
    @property
    def domain(self) -> str | None:
        """The domain of its texts; `None` for any."""
    @property
    def name(self) -> str:
        """Its name."""
    @property
    def source(self) -> str:
        """The language of the texts that it takes."""
    @property
    def state(self) -> str:
        """The state: `"available"`, or `"standby"` if the first request starts it."""
    @property
    def target(self) -> str:
        """The language that it gives."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class Table:
    """A table in the memory layout of Apache Arrow, which `pyarrow.table`, `polars.DataFrame`, pandas,
    DuckDB and whatever else knows the PyCapsule interface read without copying. It can be pickled.

    `of_documents` has a row for each document: `id`, `format`, `encoding`, `language` (or null),
    `text` (large string), `source` (large binary). `of_annotations` has a row for each annotation:
    `document`, `start` and `end` (int32, code points), `kind`, `text`, `idents` and `classes` (lists of
    strings), `source`, `source_ident`, `info_ref`, `info`, `target`, `language`, `category`,
    `confidence` (double), `annotator`, `fields` (a list of `name` and `value`), `records` (a list of
    such lists). What an annotation does not have is null, or an empty list.

    >>> from glossweave import Annotation, Table, decode
    >>> page = decode("<p>To Cork", format="html")
    >>> Table.of_documents({"page.html": page})
    <Table of 1 row: id, format, encoding, language, text, source>
    >>> found = Table.of_annotations({"page.html": [Annotation(3, 7)]})
    >>> len(found), found.column_names[:3]
    (1, ['document', 'start', 'end'])
    """
    def __new__(cls, data: bytes) -> Table: ...
    @property
    def column_names(self) -> list[str]:
        """The names of the columns."""
    @staticmethod
    def of_annotations(
        annotations: Mapping[str, Sequence[Annotation]] | Iterable[tuple[str, Sequence[Annotation]]],
    ) -> Table:
        """Creates a table of annotations by the names of their documents; a mapping of lists, or pairs."""
    @staticmethod
    def of_documents(
        documents: Mapping[str, Document] | Iterable[tuple[str, Document]],
    ) -> Table:
        """Creates a table of documents by their names; a mapping, or pairs."""
    def __arrow_c_array__(
        self,
        requested_schema: object | None = None,
    ) -> tuple[object, object]:
        """A requested schema need not be honoured."""
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...
    def __getnewargs__(self) -> tuple[bytes]: ...
    def __len__(self) -> int: ...

@final
class Tagger:
    """Finds names that are in no list, by their form and their context, after it was trained on annotated
    text. It may be used by any number of threads at once.

    >>> from glossweave import Tagger
    >>> towns = ["Cork", "Dublin", "Galway", "Sligo"]
    >>> text = "".join(f"We O\\nwent O\\nto O\\n{town} B-LOC\\n. O\\n\\n" for town in towns)
    >>> tagger = Tagger.train(text)
    >>> [found.text for found in tagger.recognize("We went to Limerick.")]
    ['Limerick']
    >>> tagger.classes
    {'LOC': 'http://nerd.eurecom.fr/ontology#Location'}
    """
    @property
    def classes(self) -> dict[str, str]:
        """The IRIs of the classes by their names."""
    @property
    def languages(self) -> list[str]:
        """The languages of the text that it was trained on, as far as they were given."""
    @property
    def revision(self) -> str:
        """A digest of the content: the same for the same content."""
    def evaluate(
        self,
        corpus: _Source | Iterable[tuple[str, Sequence[Annotation]]],
        *,
        format: str | None = None,
    ) -> dict[str | None, dict[str, float]]:
        """Compares what is found in a corpus with what it says, as conlleval counts: for each class, and
        for `None` (all of them), a dict with `precision`, `recall`, `f1`, `expected`, `found` and
        `correct`. `format` as for `train`.
        """
    @staticmethod
    def from_bytes(data: Buffer) -> Tagger:
        """Takes the bytes of a file that `save` wrote."""
    @staticmethod
    def open(path: str | os.PathLike[str], *, revision: str | None = None) -> Tagger:
        """Opens a saved tagger; what is not needed is not read. `revision`: the one that it is to have;
        another one is a `PreconditionFailed`.
        """
    def recognize(self, text: str | Document) -> list[Annotation]:
        """Finds the names in a text or a document."""
    def save(self, path: str | os.PathLike[str]) -> None:
        """Saves to one file, which replaces an older one at once or not at all."""
    @staticmethod
    def train(
        corpus: _Source | Iterable[tuple[str, Sequence[Annotation]]],
        *,
        format: str | None = None,
        rounds: int | None = None,
        patience: int | None = None,
        iris: Sequence[tuple[str, str]] | None = None,
        namespace: str | None = None,
        names: Sequence[Sequence[str]] | None = None,
        dictionaries: Sequence[Dictionary] | None = None,
        languages: Sequence[str] | None = None,
        word_vectors: str | os.PathLike[str] | None = None,
        max_words: int | None = None,
        max_features: int | None = None,
        progress: _Progress | None = None,
    ) -> Tagger:
        """Trains on CoNLL columns (a token and its tag on a line, an empty line behind each sentence), on NIF, on a
        document with ITS markup, or on pairs of a text and its annotations.

        `format`: that of NIF or a document; by default that of the extension of a path, or `conll`. `rounds`: how often the corpus is gone through at most. `patience`: after how many rounds that do
        not help on text that was held out training ends; 0 for never. `iris`: the IRIs of classes by their
        names. `namespace`: what the IRI of a class begins with that has none there. `names`: lists of
        names, each of one sort, that are looked at beside the text. `dictionaries`: their names are such lists, one for
        each kind of entities. `languages`: primary subtags of the languages of the corpus; an engine uses the tagger of
        its settings for texts in these. `word_vectors`, `max_words`: as for
        `MentionModel.train`; similar words then count as alike. `max_features`: how many features of each of
        the two layers are kept, those with the most influence; all unless given. `progress`: is called now and
        then with the sentences that were learned from, each as often as it was, how many that can be at most,
        and the rounds that were done. What it or the handler of a signal raises ends the call.
        """

@final
class TensorInfo:
    """An input or output of a neural model."""
    @property
    def data_type(self) -> str:
        """The type, such as `"tensor(i32)"`; empty if the model does not say."""
    @property
    def name(self) -> str:
        """The name."""
    @property
    def shape(self) -> list[str]:
        """The size of each dimension: a number, a name for one that varies, or `"?"`."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class TermBase:
    """Concepts with terms in several languages, which `Terms` finds in documents when an engine has
    them as one of its `term_bases`.

    It is built once, may be used by any number of threads at once, can be saved as one file, and
    is mapped into memory when it is opened.

    >>> from glossweave import Engine, TermBase, decode
    >>> rivers = TermBase.from_csv("uri,term,language\\nhttp://example.org/bank,bank,en\\n")
    >>> session = Engine(term_bases={"rivers": rivers}).session()
    >>> page = decode("Two banks.", format="text", language="en")
    >>> [(found.text, found.info_ref) for found in session.terms.find("rivers", page)]
    [('banks', 'http://example.org/bank')]
    """
    @property
    def concepts(self) -> int:
        """The number of concepts."""
    @property
    def revision(self) -> str:
        """A digest of the content: the same for the same content."""
    @property
    def skipped(self) -> list[tuple[str, int | None, int | None]]:
        """The entries of the source that were left out if it was read with `lenient`: the message, the line
        and the column, which are `None` if the location is not known.
        """
    @staticmethod
    def from_bytes(data: Buffer) -> TermBase:
        """Takes the bytes of a file that `save` wrote."""
    @staticmethod
    def from_csv(
        source: _Source,
        *,
        language: str | None = None,
        lenient: bool = False,
    ) -> TermBase:
        """Builds from CSV or TSV with a header: `concept` (or `id`) or `uri`, `term`, and optionally
        `language`, `pos`, `status`, `domain`, `definition` and `note`. `language`: that of terms without
        one. `lenient`: leaves out wrong rows, which become `skipped`; else the first one is an error.
        """
    @staticmethod
    def from_rdf(
        source: _Source,
        *,
        format: _Format | None = None,
        language: str | None = None,
        lenient: bool = False,
    ) -> TermBase:
        """Builds from SKOS in RDF. `format` is that of `read_nif`, `language` that of labels that say none.
        `lenient`: leaves out concepts that are wrong, as `from_csv` does.
        """
    @staticmethod
    def from_tbx(source: _Source, *, lenient: bool = False) -> TermBase:
        """Builds from TBX-Basic (ISO 30042) in both styles, or MARTIF. `lenient`: leaves out entries that
        are wrong, as `from_csv` does.
        """
    @staticmethod
    def open(path: str | os.PathLike[str], *, revision: str | None = None) -> TermBase:
        """Opens a saved term base; what is not needed is not read. `revision`: the one that it is to have;
        another one is a `PreconditionFailed`.
        """
    def save(self, path: str | os.PathLike[str]) -> None:
        """Saves to one file, which replaces an older one at once or not at all."""
    def term_list(self, source_lang: str, target_lang: str) -> str:
        """Returns the terms of a language with their translations into another language: a table in CSV with the columns `source`,
        `target` and `status`, for the option `terms` of `check_translations`. Languages are compared by their first subtags.

        If a concept has several translations, the list has the preferred translation, or the first. Deprecated translations are
        forbidden. A term that several concepts translate differently is omitted.

        >>> import glossweave
        >>> terms = "concept,term,language,status\\n1,ship,en,\\n1,barco,es,\\n1,nave,es,deprecated\\n"
        >>> glossweave.TermBase.from_csv(terms).term_list("en", "es").splitlines()
        ['source,target,status', 'ship,barco,', 'ship,nave,forbidden']
        """
    def verify(self) -> None:
        """Reads all of the file and compares its checksum."""
    def __len__(self) -> int: ...

@final
class Terms:
    """The terms of documents, on behalf of a caller."""
    @property
    def providers(self) -> list[str]:
        """The names that paths have for providers of terms, sorted."""
    def _annotate_batch(
        self,
        provider: str,
        rows: Sequence[tuple[str | bytes | bytearray | None, str | None, str | None]],
        *,
        texts: bool = False,
        **options: Unpack[TermOptions],
    ) -> dict[str, Any]:
        """As `Entities._annotate_batch`, with the options of `find`."""
    def enrich(
        self,
        provider: str,
        source: _Source,
        **options: Unpack[TermRequestOptions],
    ) -> Reply:
        """Finds the terms of a document, or of NIF, and answers in the format that was asked for.

        `options`: the options of `TermOptions` and `RequestOptions`. With the mode `"full"`, RDF has the names of each concept in
        both languages, from which `Translations.enrich` chooses words.
        """
    def find(
        self,
        provider: str,
        document: Document,
        **options: Unpack[TermOptions],
    ) -> list[Annotation]:
        """Finds the terms of a document: with the provider `"termbase"` those of the stored term bases
        that `dataset` names, with `"extraction"` what looks like terms, or what a recognizer of the
        engine marks as terms.

        `options`: the options of `TermOptions`.
        """

@final
class TranslationMemory:
    """A translation memory: segments in two languages, found by the text of one, exactly or nearly.

    Read from TMX or XLIFF, or opened from a file that `save` wrote, which is mapped into memory.

    >>> from glossweave import TranslationMemory
    >>> tmx = '''<tmx version="1.4"><header srclang="en"/><body><tu>
    ... <tuv xml:lang="en"><seg>Good morning</seg></tuv>
    ... <tuv xml:lang="es"><seg>Buenos días</seg></tuv></tu></body></tmx>'''
    >>> memory = TranslationMemory.from_tmx(tmx)
    >>> memory
    <TranslationMemory of 1 segment>
    >>> [match.target for match in memory.matches("Good morning", "en", "es")]
    ['Buenos días']
    """
    @property
    def revision(self) -> str:
        """A digest of the content: the same for the same content."""
    @property
    def skipped(self) -> list[tuple[str, int | None, int | None]]:
        """The units of the source that were left out if it was read with `lenient`: the message, with line and
        column.
        """
    @staticmethod
    def from_bytes(data: Buffer) -> TranslationMemory:
        """Takes the bytes of a file that `save` wrote."""
    @staticmethod
    def from_tmx(source: _Source, *, lenient: bool = False) -> TranslationMemory:
        """Reads a memory in TMX 1.4. `lenient`: leaves out units that are wrong, which become `skipped`;
        else the first one is an error.
        """
    @staticmethod
    def from_xliff(source: _Source, *, lenient: bool = False) -> TranslationMemory:
        """Reads the translations of a document in XLIFF. `lenient`: leaves out those that are wrong, as
        `from_tmx` does.
        """
    def matches(
        self,
        text: str,
        source: str,
        target: str,
        *,
        limit: int = 5,
    ) -> list[FuzzyMatch]:
        """Returns the segments that are similar to a text, the most similar first, at most `limit`."""
    @staticmethod
    def open(path: str | os.PathLike[str], *, revision: str | None = None) -> TranslationMemory:
        """Opens a saved memory; what is not needed is not read. `revision`: the one that it is to have;
        another one is a `PreconditionFailed`.
        """
    def save(self, path: str | os.PathLike[str]) -> None:
        """Saves to one file, which replaces an older one at once or not at all."""
    def __len__(self) -> int: ...

@final
class TranslationSystem:
    """A translation system: a pair of languages, and what translates between them.

    `translator` is a `TranslationMemory`, or a callable that takes a list of texts, the language they are
    in and the one that is wanted, and gives a list of as many: a `str` each, or `None` for what it cannot
    translate. Other translators are `providers` of an `Engine`. `name`: what it is called in lists.
    `domain`: what its texts are about; only requests for that domain, or for none, get it. `key`: makes it
    private: who names the key may use it, and it is in no list. `always_running`: it stays up when nobody
    translates for an hour.

    >>> from glossweave import Engine, TranslationSystem
    >>> def shout(texts, source, target):
    ...     return [text.upper() for text in texts]
    >>> session = Engine(translators={"shout": [TranslationSystem("en", "en-x-loud", shout)]}).session()
    >>> page = "<p>A <b>red</b> house."
    >>> session.translations.enrich("shout", page, "en", "en-x-loud", informat="html",
    ...     outformat="html", translations=True).bytes
    b'<p>A <b>RED</b> HOUSE.'
    """
    def __new__(
        cls,
        source: str,
        target: str,
        translator: _Translator,
        *,
        name: str | None = None,
        domain: str | None = None,
        key: str | None = None,
        always_running: bool = False,
    ) -> TranslationSystem: ...

@final
class Translations:
    """The translation systems of an engine, on behalf of a caller."""
    @property
    def providers(self) -> list[str]:
        """The names of the providers, sorted."""
    def _annotate_batch(
        self,
        provider: str,
        rows: Sequence[tuple[str | bytes | bytearray | None, str | None, str | None]],
        *,
        target_lang: str,
        texts: bool = False,
        source_lang: str | None = None,
        **options: Unpack[TranslationOptions],
    ) -> dict[str, Any]:
        """As `Entities._annotate_batch`, with the options of `translate`."""
    def enrich(
        self,
        provider: str,
        source: _Source,
        source_lang: str | None,
        target_lang: str,
        **options: Unpack[TranslationRequestOptions],
    ) -> Reply:
        """Translates a document, or NIF, and answers in the format that was asked for. Terms of NIF
        whose concepts have words in the target language, as `Terms.enrich` gives them, are translated
        by these.

        A document comes back translated with `translations=True`, else as it was. `options`: the options of `TranslationOptions`
        and of `RequestOptions`.
        """
    def systems(self, provider: str) -> list[SystemInfo]:
        """Returns the systems of a provider that need no key, with their states."""
    def translate(
        self,
        provider: str,
        document: Document,
        source_lang: str | None,
        target_lang: str,
        **options: Unpack[TranslationOptions],
    ) -> list[Annotation]:
        """Translates a document: an annotation for each unit that is translated as a whole, which
        `encode` writes with `translations=True`.

        `source_lang`: the language of the text; with `None` the language of the document, or else the detected
        language. `options`: the options of `TranslationOptions`.
        """

@final
class Unit:
    """A run of text that belongs together. Offsets count code points of the text of the document."""
    def __new__(
        cls,
        start: int,
        end: int,
        text: str,
        id: int,
        language: str | None,
        name: str | None = None,
    ) -> Unit: ...
    @property
    def end(self) -> int:
        """The end."""
    @property
    def id(self) -> int:
        """The identifier that NIF gives it (`dc:identifier`)."""
    @property
    def language(self) -> str | None:
        """The language of its first character, if the source declares one."""
    @property
    def name(self) -> str | None:
        """The name in the source, such as the `id` of a `trans-unit`."""
    @property
    def start(self) -> int:
        """The start."""
    @property
    def text(self) -> str:
        """Its text."""
    def __eq__(self, value: object, /) -> bool: ...
    def __getnewargs__(self) -> tuple[int, int, str, int, str | None, str | None]: ...
    def __hash__(self) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class Upload:
    """A source on its way in; made by `Datasets.upload`."""
    @property
    def name(self) -> str:
        """The name of the dataset that it is for."""
    def append(self, data: _Large) -> None:
        """Adds bytes at the end: those of a path or a binary file bit by bit. Where that fails, what was
        read before is here; `len` says how much.
        """
    def discard(self) -> None:
        """Gives it up."""
    def load(self, *, update: bool = False, **options: Unpack[ResourceOptions]) -> Resource:
        """Loads the source, as `Datasets.load` does, and removes it. If that fails, it stays. `NotFound` if
        there is none.
        """
    def __len__(self) -> int:
        """The number of bytes that were received."""

@final
class User:
    """A user, as the engine shows it."""
    @property
    def created(self) -> datetime:
        """The time of the registration, in UTC."""
    @property
    def role(self) -> _Role:
        """The role: `"ROLE_USER"` or `"ROLE_ADMIN"`."""
    @property
    def username(self) -> str:
        """The name."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class Users:
    """The users of an engine: registering, logging in, changing, removing.

    >>> from glossweave import Engine
    >>> engine = Engine()
    >>> users = engine.session().users
    >>> users.create("anna", "correct horse").role
    'ROLE_USER'
    >>> token = users.authenticate("anna", "correct horse")
    >>> engine.session(token).users.read("anna").username
    'anna'
    """
    def authenticate(self, username: str, password: str) -> str:
        """Gives a token to who knows the password. It never expires.

        A wrong password and an unknown user are both `Unauthenticated`; after five failures in a row
        a name is `Throttled`, and `retry_after` says for how many seconds.
        """
    def create(self, username: str, password: str, *, invitation: str | None = None) -> User:
        """Registers a user; everybody may, unless the engine has `registration`. A name has 1 to 64 letters,
        digits, `.`, `_` and `-` and begins with a letter; a password has at least 8 characters.

        `invitation`: the code of an invitation, which is used up. `Forbidden` if it is not valid.
        """
    def create_invitation(
        self,
        name: str,
        *,
        role: _Role | None = None,
        expires: datetime | None = None,
    ) -> tuple[Invitation, str]:
        """Creates an invitation, and returns it with its code, which nobody can read again. One user can be
        registered with it. Only admins may. There are at most 1,000.

        `role`: that of the user, `"ROLE_USER"` by default. `expires`: the time from which it is no longer valid, with
        a time zone.
        """
    def create_key(
        self,
        username: str,
        name: str,
        scopes: Sequence[_Scope],
        *,
        expires: datetime | None = None,
    ) -> tuple[ApiKey, str]:
        """Creates an API key, and returns it with its secret, which nobody can read again. Programs send the
        secret in place of a token, and act as the user within the scopes: some of `"read"`, `"enrich"`,
        `"write"` and `"admin"`. Only that user may, logged in with the password. A user has at most 100 keys.

        `expires`: the time from which it is no longer valid, with a time zone.
        """
    def delete(self, username: str, *, resources: Literal["delete"] | None = None) -> None:
        """Removes a user, whose tokens and API keys stop working at once. Only that user and admins may. One who
        owns something, and the last admin, stay: `Conflict`. `resources="delete"` removes what is owned
        too.
        """
    def list(
        self,
        *,
        after: str | None = None,
        limit: int | None = None,
    ) -> builtins.list[User]:
        """Returns users in the order of their names, at most `limit` of them (100 without it), from behind the
        name `after`. Only admins may call it.
        """
    def list_invitations(self) -> builtins.list[Invitation]:
        """Returns the invitations that are valid, in the order of their names. Only admins may."""
    def list_keys(self, username: str) -> builtins.list[ApiKey]:
        """Returns the API keys of a user in the order of their names, to the callers of `read_key`."""
    def read(self, username: str) -> User:
        """Returns a user. Only that user and admins may call it."""
    def read_audit_log(
        self,
        *,
        after: str | None = None,
        limit: int | None = None,
    ) -> builtins.list[AuditEntry]:
        """Returns a part of the audit log, the oldest entries first. There is one if the engine has `audit_days`. Only
        admins may.

        `after`: the `id` of an entry, after which the part begins. `limit`: the maximum number of entries, 100 by
        default.
        """
    def read_invitation(self, name: str) -> Invitation:
        """Returns an invitation that is valid. Only admins may."""
    def read_key(self, username: str, name: str) -> ApiKey:
        """Returns an API key that has not expired. Only its user and admins may, logged in with the password."""
    def revoke(self, token: str) -> None:
        """Makes a token, or the API key with that secret, stop working. Only admins may."""
    def revoke_all(self, username: str) -> None:
        """Makes all tokens and API keys of a user stop working. Only admins may."""
    def revoke_invitation(self, name: str) -> None:
        """Revokes an invitation, whose code stops working at once. Only admins may."""
    def revoke_key(self, username: str, name: str) -> None:
        """Revokes an API key, which stops working at once, for the callers of `read_key`."""
    def set_password(self, username: str, password: str) -> User:
        """Changes a password. Only that user and admins may. Tokens stay as they are."""
    def set_role(self, username: str, role: _Role) -> User:
        """Makes a user an admin (`"ROLE_ADMIN"`), or an admin a user (`"ROLE_USER"`). Only admins may.
        The last admin stays one: `Conflict`.
        """

@final
class XsltMessage:
    """A message of `xsl:message`."""
    @property
    def column(self) -> int | None:
        """The column, from 1."""
    @property
    def line(self) -> int | None:
        """The line of the instruction in the stylesheet, from 1."""
    @property
    def text(self) -> str:
        """The text."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class XsltParameter:
    """A global parameter of a stylesheet."""
    @property
    def default(self) -> str | None:
        """The value if none is given and it is a literal."""
    @property
    def name(self) -> str:
        """The name; `{namespace}local` if it is in one."""
    @property
    def required(self) -> bool:
        """True if a value is required."""
    @property
    def select(self) -> str | None:
        """The expression for the value if none is given and it is not a literal."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class XsltReply:
    """The result of a stylesheet for a document."""
    @property
    def bytes(self) -> builtins.bytes:
        """The result, in the encoding that the stylesheet asks for."""
    @property
    def documents(self) -> dict[str, builtins.bytes]:
        """Results beside the main one (`xsl:result-document`) by their IRIs. Nothing is written
        anywhere.
        """
    @property
    def encoding(self) -> str:
        """The name of its encoding."""
    @property
    def media_type(self) -> str:
        """Its media type, without parameters."""
    @property
    def messages(self) -> list[XsltMessage]:
        """The messages of `xsl:message`."""
    @property
    def method(self) -> Literal["xml", "html", "xhtml", "text"]:
        """The method that it was written by: `"xml"`, `"html"`, `"xhtml"` or `"text"`."""
    def __bytes__(self) -> builtins.bytes: ...

def _annotation(start: int, end: int, keywords: dict[str, Any]) -> Annotation:
    """Makes an annotation that was pickled, which may have relative references of a document."""

def _chunk_fields() -> list[tuple[str, str, list[tuple[str, str]]]]:
    """Returns the fields of chunks."""

def _closest(word: str, known: Sequence[str]) -> str | None:
    """Returns the known name closest to a word."""

def _fail(number: int) -> None:
    """Fails with the kind of a number, or by a panic for 0. Tests use it for all kinds."""

def _format_of_path(path: str) -> str | None:
    """Returns the name of the format of the extension of a path; `None` if it is unknown."""

def _listen(listener: Callable[[str, str, str], None]) -> None:
    """Calls a function with the level, the component and the message of each event from now on."""

def _made(plain: dict[str, Any]) -> Any:
    """Constructs what was pickled: a component or an engine."""

def _option_tables() -> list[tuple[str, list[ParameterInfo]]]:
    """Returns the tables of options by the names that their types have in Python."""

def _restore(
    source: bytes,
    format: str,
    given: list[tuple[str, str]],
    is_target: bool,
) -> Document:
    """Reads a pickled document."""

def _serve_mcp(
    session: Session,
    *,
    allow: Sequence[str | os.PathLike[str]] = ...,
    max_bytes: int | None = None,
    max_output_bytes: int | None = None,
    max_results: int | None = None,
    seconds: float | None = None,
) -> None:
    """Serves the tools of a session to one client over standard input and output, until the client closes them.

    `allow`: the folders that files may be read from. `max_bytes`: the largest document. `max_output_bytes`: the longest
    answer. `max_results`: the most results of an answer. `seconds`: the longest time until an answer.

    Raises `NotFound` for a folder that is not there, and `Unavailable` if the client does not speak the protocol.
    """

def _xslt_work() -> None:
    """Runs stylesheets for another process until its input ends: what the command `glossweave` does that is
    called with `xslt-worker`.
    """

def analyze_its(
    source: _Source,
    category: str,
    *,
    format: _Format | None = None,
    resolver: Callable[[str, str], bytes | None] | None = None,
    **options: Unpack[DecodeOptions],
) -> list[tuple[str, dict[str, str]]]:
    """Says what ITS 2.0 has for every element and attribute of markup, in one data category: a list of
    paths with the values that hold there.

    `category`: an identifier such as `"translate"` or `"localization-note"`. `decode` takes the other arguments, too.

    >>> import glossweave
    >>> glossweave.analyze_its("<p>To <b translate=no>Cork", "translate", format="html")[4]
    ('/html/body[1]/p[1]/b[1]', {'translate': 'no'})
    """

def check_model(path: str | os.PathLike[str]) -> ModelReport:
    """Describes the file of a model: one that this library has saved, such as a `Tagger`, or with the Cargo feature
    `neural` a neural model, by its file or its folder. It is opened; a neural one also runs, which takes about half a
    second.

    A file that cannot be read or is damaged is a `StorageError`, one of another kind `MalformedInput`, and a neural
    model that cannot be run, or without the feature, `Unsupported`.

    >>> import tempfile
    >>> from pathlib import Path
    >>> from glossweave import Tagger, check_model
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "towns.tagger"
    ...     Tagger.train(b"To O\\nCork B-LOC\\n", languages=["en"]).save(path)
    ...     report = check_model(path)
    >>> report.kind, report.languages, report.classes
    ('tagger', ['en'], [('LOC', 'http://nerd.eurecom.fr/ontology#Location')])
    """

def check_nif(
    source: _Source,
    *,
    format: _Format | None = None,
    base: str | None = None,
) -> list[Finding]:
    """Checks a graph against the rules of NIF 2.0 and 2.1; no findings mean that it keeps them. The
    options are those of `read_nif`, which refuses some of what is only found here.

    >>> import glossweave
    >>> page = glossweave.decode("To Cork", format="text")
    >>> broken = glossweave.to_nif(page).replace(b'"To Cork"', b'"Cork"')
    >>> [finding.rule for finding in glossweave.check_nif(broken, format="turtle")]
    ['context-end']
    """

def check_translations(
    document: Document,
    **options: Unpack[CheckOptions],
) -> list[QualityIssue]:
    """Checks the translations in a document: XLIFF, PO, string catalogs, tables with translations.

    `options`: the options of `CheckOptions`.

    Raises `Unsupported` if the document has no translations, and `InvalidArgument` for a wrong value.

    >>> import glossweave
    >>> po = 'msgid ""\\nmsgstr "Language: es\\\\n"\\n\\n#, c-format\\nmsgid "%d files"\\nmsgstr "archivos"\\n'
    >>> glossweave.check_translations(glossweave.decode(po, format="po"))
    [<QualityIssue markup 100 in unit 1: `%1$d` is missing>]
    """

def chunk_lines(
    document: Document,
    annotations: Sequence[Annotation] = ...,
    *,
    measure: Callable[[str], int] | None = None,
    **options: Unpack[ChunkOptions],
) -> bytes:
    """Divides a document into chunks and writes them as JSON Lines, with the keys of the dictionaries of `chunks`.

    `measure`: a function that returns the size of a text, instead of the unit of sizes. `options`: the options of `ChunkOptions`.

    Raises `InvalidArgument` for options that do not fit together, and `TooLarge` for a longer result.

    >>> import glossweave, json
    >>> page = glossweave.decode("<h1>Cork</h1><p>On the Lee. A port.", format="html")
    >>> [json.loads(line)["text"] for line in glossweave.chunk_lines(page, size=12).splitlines()]
    ['Cork ', 'On the Lee. ', 'A port.']
    """

def decode(
    source: _Source,
    *,
    format: _Format | None = None,
    resolver: Callable[[str, str], bytes | None] | None = None,
    **options: Unpack[DecodeOptions],
) -> Document:
    """Reads a document.

    A `str` is text that was decoded already, never the name of a file; a path needs `pathlib` or
    another `os.PathLike`, and says the format by its extension unless `format` is given.

    `format`: a name such as `"html"` or `"text"`, or a media type. `resolver`: a callable that opens the files that ITS
    rules and records are in, given the reference and the base, in place of `rules_folder`; it returns `bytes`, or `None` if
    there is no such file. `options`: the options of `DecodeOptions`.

    >>> import glossweave
    >>> page = glossweave.decode("<p>Caf&eacute; <b>Bar</b>", format="html")
    >>> page.text
    'Café Bar'
    >>> page.source_span(5, 8)
    (18, 21)
    """

def embedded_document(xliff: _Source, **options: Unpack[DecodeOptions]) -> Document | None:
    """Reads the document that is in a file in XLIFF that was made from it by `to_xliff`. Returns `None` if there is none.

    `options`: the options of `DecodeOptions`. They have to be the options with which the document was read.

    Raises `MalformedInput` with its place if the file is not XLIFF, or its skeleton is not what `to_xliff` writes, and
    the errors of `decode`.

    >>> import glossweave
    >>> page = glossweave.decode("<p>The <b>red</b> house", format="html")
    >>> file = glossweave.to_xliff(page, "fr", source_lang="en")
    >>> glossweave.embedded_document(file).source
    b'<p>The <b>red</b> house'
    """

def encode(
    document: Document,
    annotations: Sequence[Annotation] = ...,
    **options: Unpack[EncodeOptions],
) -> Encoded:
    """Writes a document in its own format with annotations inserted; every byte of the source stays.

    `options`: the options of `EncodeOptions`.

    >>> import glossweave
    >>> page = glossweave.decode("<p>To <b>Cork</b>!", format="html")
    >>> cork = glossweave.Annotation(3, 7, idents=["http://example.org/Cork"])
    >>> glossweave.encode(page, [cork]).bytes
    b'<p>To <b><span its-ta-ident-ref="http://example.org/Cork">Cork</span></b>!'
    >>> glossweave.encode(page, [cork], profile="html-links").bytes
    b'<p>To <b><a href="http://example.org/Cork">Cork</a></b>!'
    """

def export(
    document: Document,
    annotations: Sequence[Annotation] = ...,
    *,
    format: _Format,
    name: str | None = None,
    max_output_bytes: int | None = None,
) -> Encoded:
    """Writes a document of any format as a new file with its annotations: those that its markup carries and those
    that are given.

    `format`: one with the ability `"export"`, such as `"conll-u"`, `"cas-json"`, `"brat"` or `"bioc-xml"`.
    `name`: the name of the document in the file. `max_output_bytes`: the longest result.

    Raises `Unsupported` for a format in which nothing is exported, and `TooLarge` for a longer result.

    >>> import glossweave
    >>> page = glossweave.decode("<p>To <b>Cork</b>", format="html")
    >>> place = "http://nerd.eurecom.fr/ontology#Location"
    >>> cork = glossweave.Annotation(3, 7, classes=[place], confidence=0.9)
    >>> made = glossweave.export(page, [cork], format="conll-2003")
    >>> made.bytes
    b'To _ _ O\\nCork _ _ B-LOC\\n\\n'
    >>> [name for name, message in made.skipped]
    ['confidences']
    """

def formats() -> list[FormatInfo]:
    """Returns the formats of documents and of RDF.

    >>> from glossweave import formats
    >>> [one.name for one in formats() if "annotate" in one.abilities]
    ['html', 'xml', 'xliff', 'odt', 'docx', 'epub', 'ods', 'odp', 'pptx', 'xlsx', 'markdown']
    """

def identify_language(text: str) -> tuple[str, float] | None:
    """Returns the tag of the likely language of a text, and the confidence from 0 to 1; `None` if no language
    is likely. Knows 69 languages; a sentence or two is enough to tell most apart, a word or two is not.

    >>> from glossweave import identify_language
    >>> text = "Der Bahnhof liegt nicht weit von hier, gleich hinter der alten Brücke."
    >>> tag, confidence = identify_language(text)
    >>> tag, confidence > 0.5
    ('de', True)
    >>> identify_language("12 34") is None
    True
    """

def import_store(folder: str | os.PathLike[str], data: _Source) -> None:
    """Reads what `Session.export` wrote into a folder that is empty or not there: all of it, or nothing.

    Users, tokens, names and numbers are then as they were, in an `Engine` with that folder as
    `store`. A folder with a store in use is a `StorageError`, one in which something was stored a
    `Conflict`, an export that is cut or changed `MalformedInput`. Any other place that `Engine` takes as
    `store` will do too.
    """

def merge_xliff(document: Document, xliff: _Source) -> list[Annotation]:
    """Returns the translations in a file in XLIFF that was made from a document, as annotations of that document.
    `encode` with `translations=True` writes them into it.

    Raises `MalformedInput` with its place if the file is not XLIFF, and `Conflict` with the units that differ if the
    document has changed since, or is another one.

    >>> import glossweave
    >>> page = glossweave.decode("<p>The <b>red</b> house", format="html")
    >>> file = glossweave.to_xliff(page, "fr", source_lang="en").decode()
    >>> file = file.replace("</source>", '</source><target>La maison <pc id="1">rouge</pc></target>')
    >>> found = glossweave.merge_xliff(page, file)
    >>> glossweave.encode(page, found, translations=True).bytes
    b'<p>La maison <b>rouge</b>'
    """

def nif_skeleton(
    document: Document,
    *,
    format: _Format = "turtle",
    prefix: str | None = None,
    version: _Version = "2.0",
    language: str | None = None,
    shape: _Shape = "units",
) -> bytes:
    """Writes the data that leads NIF of a document back into it: its text and units, the markup as a second
    text, and the span of each unit in the markup (`nif:wasConvertedFrom`). The options are those of
    `to_nif`.
    """

def protocols() -> list[ProtocolInfo]:
    """Returns the protocols by which a `Provider` is opened, by kind.

    >>> from glossweave import protocols
    >>> "spotlight" in [one.name for one in protocols() if one.kind == "recognizer"]
    True
    >>> deepl = next(one for one in protocols() if one.name == "deepl")
    >>> [one.name for one in deepl.parameters if one.required]
    ['key']
    """

def pseudonym_key(*, reversible: bool = True) -> bytes:
    """Generates a key of pseudonyms, as JSON for the argument `key` of `redact`. One that is not `reversible` gives the same
    string the same pseudonym, and restores nothing.

    >>> import glossweave
    >>> key = glossweave.pseudonym_key()
    >>> page = glossweave.decode("Ask Jane Roe.", format="text")
    >>> first = glossweave.redact(page, deny=["Jane Roe"], method="pseudonym", key=key)
    >>> first.bytes == glossweave.redact(page, deny=["Jane Roe"], method="pseudonym", key=key).bytes
    True
    """

def read_nif(
    source: _Source,
    *,
    format: _Format | None = None,
    base: str | None = None,
    lenient: bool = False,
) -> Nif:
    """Reads NIF.

    `format`: as in `to_nif`; a path says it by its extension. `base`: what relative IRIs are
    resolved against. `lenient`: strings that leave their text or are not what the NIF says they are
    become `Nif.skipped`; else the first one is an error.

    >>> import glossweave
    >>> page = glossweave.decode("To Cork", format="text")
    >>> cork = glossweave.Annotation(3, 7, idents=["http://example.org/Cork"])
    >>> nif = glossweave.read_nif(glossweave.to_nif(page, [cork]), format="turtle")
    >>> [(a.text, a.idents) for a in nif.contexts[0].annotations]
    [('Cork', ('http://example.org/Cork',))]
    """

def read_web_annotations(
    document: Document,
    data: _Source,
    *,
    source: str | None = None,
) -> tuple[list[Annotation], list[tuple[str, str]]]:
    """Reads Web Annotations of a document from JSON: one, a page, a collection with its first page, or a list of these.

    Each gets the place that its selectors have in the document: positions, quotes, bytes, paths and ranges. A quote that
    is not there as it is stated is looked for with small differences. `source`: the IRI of the document; annotations of
    others are left out. So are those whose `schema:creativeWorkStatus` is `"proposed"` or `"rejected"`, silently.

    Returns the annotations, and for each that was left out its IRI and the reason. Raises `MalformedInput` with its place
    for what is not JSON or has no annotations.

    >>> import glossweave, json
    >>> page = glossweave.decode("<p>To <b>Cork</b>", format="html")
    >>> quote = {"type": "TextQuoteSelector", "exact": "Cork", "prefix": "To "}
    >>> made = {"motivation": "identifying", "body": "http://example.org/Cork", "target": {"selector": quote}}
    >>> found, left_out = glossweave.read_web_annotations(page, json.dumps(made))
    >>> (found[0].start, found[0].end, found[0].idents, left_out)
    (3, 7, ('http://example.org/Cork',), [])
    """

def redact(
    document: Document,
    recognizers: Sequence[_Recognizer] = ...,
    **options: Unpack[RedactOptions],
) -> Redaction:
    """Redacts a document: replaces what recognizers find in it, and what the options name, in the whole of its source.

    `recognizers`: dictionaries, taggers, providers of the kind `"recognizer"`, and callables. `options`: the options
    of `RedactOptions`.

    Raises `Unsupported` if the format cannot be written, `Conflict` if a redacted string is left, `InvalidArgument` for a
    wrong value, and the errors of recognizers.

    >>> import glossweave
    >>> page = glossweave.decode("<p title='jane roe'>Ask Jane <b>Roe</b>, jane@roe.example", format="html")
    >>> glossweave.redact(page, deny=["Jane Roe"]).bytes
    b"<p title='REDACTED'>Ask REDACTED<b></b>, CONTACT-POINT\"
    """

def restore_redacted(redacted: _Source, key: _Source) -> bytes:
    """Restores a document that was redacted with pseudonyms, byte for byte, by the key of its redaction or a later one.

    Raises `NotFound` if the key does not know the document, also if that was changed, and `MalformedInput` if `key` is no
    key.

    >>> import glossweave
    >>> page = glossweave.decode("Ask Jane Roe.", format="text")
    >>> redaction = glossweave.redact(page, deny=["Jane Roe"], method="pseudonym")
    >>> glossweave.restore_redacted(redaction.bytes, redaction.key)
    b'Ask Jane Roe.'
    """

def restore_text(text: str, key: _Source) -> str:
    """Replaces the pseudonyms of a key in a text by the strings that they stand for, as in the answer of a language model.

    Raises `MalformedInput` if `key` is not a key.

    >>> import glossweave
    >>> page = glossweave.decode("Jane Roe", format="text")
    >>> redaction = glossweave.redact(page, deny=["Jane Roe"], method="pseudonym")
    >>> glossweave.restore_text("Dear " + redaction.bytes.decode() + "!", redaction.key)
    'Dear Jane Roe!'
    """

def to_nif(
    document: Document,
    annotations: Sequence[Annotation] = ...,
    *,
    format: _Format = "turtle",
    prefix: str | None = None,
    version: _Version = "2.0",
    language: str | None = None,
    shape: _Shape = "units",
    max_output_bytes: int | None = None,
) -> bytes:
    """Writes a document and annotations of it as NIF.

    `format`: `"turtle"`, `"json-ld"`, `"n-triples"`, `"n3"`, `"rdf-xml"` or a media type.
    `prefix`: what the IRIs of the document begin with. `version`: `"2.0"` or `"2.1"`. `language`:
    tags all text with it, whatever the document says. `shape`: `"units"`, or `"its"` for what
    Annex F of ITS 2.0 makes of a document. `max_output_bytes`: the longest result.

    >>> import glossweave
    >>> page = glossweave.decode("To Cork", format="text")
    >>> cork = glossweave.Annotation(3, 7, idents=["http://example.org/Cork"])
    >>> b"#char=3,7" in glossweave.to_nif(page, [cork])
    True
    """

def to_web_annotation(
    document: Document,
    annotations: Sequence[Annotation] = ...,
    *,
    source: str,
    base: str | None = None,
    created: str | None = None,
    text: str | None = None,
    max_output_bytes: int | None = None,
) -> bytes:
    """Writes annotations of a document as a page of Web Annotations (JSON-LD of the W3C): those that
    its markup carries and those that are given.

    `source`: the IRI of the document. `base`: what the IRIs of annotations begin with, before a
    number from 1. `created`: when they were made, as `"2026-01-31T12:00:00Z"`. `text`: the IRI of the
    text that positions count and quotes are from. `max_output_bytes`: the longest result.

    >>> import glossweave, json
    >>> page = glossweave.decode("<p>To <b>Cork</b>", format="html")
    >>> cork = glossweave.Annotation(3, 7, idents=["http://example.org/Cork"])
    >>> made = glossweave.to_web_annotation(page, [cork], source="http://example.org/page")
    >>> json.loads(made)["items"][0]["target"]["selector"][0]["start"]
    3
    """

def to_xliff(document: Document, target_lang: str, **options: Unpack[XliffOptions]) -> bytes:
    """Writes the texts of a document that have no translation as a file in XLIFF to translate.

    `target_lang`: the target language. `options`: the options of `XliffOptions`. With `embed`, `embedded_document` reads the
    document from the file.

    Raises `InvalidArgument` if the language of the text is not given and cannot be identified.

    >>> import glossweave
    >>> page = glossweave.decode("<p>The <b>red</b> house", format="html")
    >>> file = glossweave.to_xliff(page, "fr", source_lang="en")
    >>> b'<source>The <pc id="1">red</pc> house</source>' in file
    True
    """

def write_vocabulary_table(
    vocabulary: str,
    files: Sequence[str | os.PathLike[str]],
    table: str | os.PathLike[str],
    *,
    languages: Sequence[str] = ...,
    classes: Sequence[str] = ...,
    options: Sequence[tuple[str, str]] = ...,
    journal: str | os.PathLike[str] | None = None,
    progress: _Progress | None = None,
) -> ImportReport:
    """Writes the entries of a public vocabulary as a table in CSV, which datasets read: names, classes, weights, and what
    describes an entity. `table`: its path; an older one is replaced at once or not at all. The other arguments are those
    of `Dictionary.from_vocabulary`, without the options `never-alone` and `corpus`.
    """
