# Written by scripts/stubs from python/src and python/native_types.pyi.

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
    "generate_pseudonym_key",
    "identify_language",
    "import_store",
    "merge_xliff",
    "nif_skeleton",
    "protocols",
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
    """A statement about a span of text: the span names an entity, is a term, has a translation, or has the
    values of another data category of ITS 2.0.

    Offsets count code points, as `str` does: `document.text[a.start:a.end] == a.text`. The accepted keywords
    depend on `kind`: use `idents`, `classes`, `source` and `source_ident` for `"entity"`, `info_ref` and
    `info` for `"term"`, `target` and `language` (both required) for `"translation"`, and `category`, `fields`
    and `records` for `"metadata"`.

    `text` is optional when you create an annotation, and comparisons ignore it. If `text` is set and differs
    from the text of the span, functions refuse the annotation.

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
        **fields: Unpack[_AnnotationFields],
    ) -> Annotation: ...
    @property
    def annotator(self) -> str | None:
        """The IRI of the tool that created the annotation (`its:annotatorsRef`)."""
    @property
    def category(self) -> str | None:
        """The identifier of a data category of ITS 2.0, for example `"localization-note"`."""
    @property
    def classes(self) -> tuple[str, ...]:
        """The IRIs of the classes of the entity (`its:taClassRef`)."""
    @property
    def confidence(self) -> float | None:
        """The confidence from 0 to 1, if it is known."""
    @property
    def end(self) -> int:
        """The end, in code points of the text."""
    @property
    def fields(self) -> dict[str, str]:
        """The fields of the category, by their names in ITS."""
    @property
    def idents(self) -> tuple[str, ...]:
        """The IRIs of the entity, best first (`its:taIdentRef`)."""
    @property
    def info(self) -> str | None:
        """The text that explains the term (`its:termInfo`)."""
    @property
    def info_ref(self) -> str | None:
        """The IRI of an explanation of the term (`its:termInfoRef`)."""
    @property
    def kind(self) -> _Kind:
        """The kind: `"entity"`, `"term"`, `"translation"` or `"metadata"`."""
    @property
    def language(self) -> str | None:
        """The language of the translation."""
    @property
    def provenance(self) -> dict[str, str] | None:
        """The provenance that is encoded in the IRI of the tool: a dictionary with `tool`, and `version`,
        `dataset`, `revision` and `time` if known. `None` if the IRI contains no provenance.

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
        """The collection that contains `source_ident` (`its:taSource`)."""
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
        """The covered text. Empty if the annotation was created without it."""
    def to_dict(self) -> dict[str, Any]:
        """Returns the annotation as a dictionary of plain values. The keys are the keyword arguments that
        construct it, and unset ones are omitted.
        """
    def to_json(self) -> str:
        """Returns the dictionary of `to_dict` as a JSON object."""
    def __eq__(self, value: object, /) -> bool: ...
    def __getnewargs_ex__(self) -> tuple[tuple[int, int], dict[str, Any]]: ...
    def __hash__(self) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class Answer:
    """The answer of a service."""
    @property
    def bytes(self) -> builtins.bytes:
        """The content of the answer."""
    @property
    def failures(self) -> list[LinkFailure]:
        """The entities for which a link template failed, when `partial` was set."""
    @property
    def media_type(self) -> str:
        """The media type, under the name that the caller requested."""
    @property
    def skipped(self) -> list[tuple[str, int | None, int | None]]:
        """The skipped parts of the input: invalid strings in NIF (errors if `strict` is set), and warnings about
        a document. Each is a tuple of a message, a line and a column; line and column are `None` if the
        location is unknown.
        """
    def __bytes__(self) -> builtins.bytes: ...

@final
class ApiKey:
    """An API key, without its secret."""
    @property
    def created(self) -> datetime:
        """The time when the key was created, in UTC."""
    @property
    def expires(self) -> datetime | None:
        """The time when the key expires, in UTC. `None` if it does not expire."""
    @property
    def last_used(self) -> datetime | None:
        """The time of its last use, to the minute, in UTC."""
    @property
    def name(self) -> str:
        """The name, unique among the keys of the user."""
    @property
    def scopes(self) -> list[_Scope]:
        """The scopes: some of `"read"`, `"enrich"`, `"write"` and `"admin"`."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class AuditEntry:
    """An entry of the audit log: a change, and the user who made it."""
    @property
    def action(self) -> Literal["create", "update", "delete"]:
        """The kind of change: `"create"`, `"update"` or `"delete"`."""
    @property
    def api_key(self) -> str | None:
        """The name of the API key that was used for the change."""
    @property
    def changed(self) -> list[str]:
        """The parts that were changed, for example `"content"`, `"owner"` or `"password"`."""
    @property
    def id(self) -> str:
        """The unique identifier. Entries are sorted by their identifiers."""
    @property
    def kind(self) -> str:
        """The kind of object that was changed: `"user"`, `"token"`, `"api-key"`, `"invitation"`, or the kind of
        a resource.
        """
    @property
    def name(self) -> str:
        """The name of the object that was changed. For tokens it is the name of the user, for API keys
        `"user/key"`.
        """
    @property
    def time(self) -> datetime:
        """The time of the change, to the second, in UTC."""
    @property
    def user(self) -> str | None:
        """The user who made the change. `None` if an anonymous caller registered."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class Batch:
    """A running batch: an iterator of `BatchResult`."""
    def close(self) -> None:
        """Stops the batch. Unprocessed documents are skipped."""
    def lines(self) -> BatchLines:
        """Returns the remaining results as JSON Lines, an iterator of `bytes`. The last line is a summary. The
        batch itself is empty after this call.
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
        """By default, `name` is the path if `content` is a path, and `media_type` is derived from the extension
        of the name.
        """
    @property
    def media_type(self) -> str | None:
        """The media type. If it is `None`, the extension of the name determines the media type."""
    @property
    def name(self) -> str | None:
        """The name, which is also the name of the result."""
    @staticmethod
    def failed(error: BaseException, *, name: str | None = None) -> BatchDocument:
        """Creates a document that could not be read. Its result is the exception.

        >>> from glossweave import BatchDocument
        >>> BatchDocument.failed(OSError("no such file"), name="a.html")
        <BatchDocument a.html: failed>
        """

@final
class BatchLines:
    """The results of a batch as JSON Lines: an iterator of `bytes`."""
    def close(self) -> None:
        """Stops the batch. Unprocessed documents are skipped."""
    def __iter__(self) -> BatchLines: ...
    def __next__(self) -> bytes: ...

@final
class BatchResult:
    """The result of a document of a batch."""
    @property
    def answer(self) -> Answer | None:
        """The answer. `None` if the document failed."""
    @property
    def error(self) -> BaseException | None:
        """The error. `None` if there was no error."""
    @property
    def index(self) -> int:
        """The index of the document, from 0."""
    @property
    def name(self) -> str | None:
        """The name of the document. `None` if it has no name."""

@final
class Call:
    """A call of a service by its path, with the same content as an HTTP request.

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
        """`path`: the path after the version segment, optionally with parameters after a `?`. `parameters` and
        `headers`: mappings of `str` to `str`.
        """

@final
class CallBatch:
    """A stream of running calls: an iterator of `CallResult`."""
    @property
    def progress(self) -> tuple[int, int]:
        """The number of finished calls, and the number of failed calls. Both are 0 while another thread waits
        for a result.
        """
    def close(self) -> None:
        """Stops the stream. Unprocessed calls are skipped."""
    def __enter__(self) -> CallBatch: ...
    def __exit__(self, *_exception: object) -> None: ...
    def __iter__(self) -> CallBatch: ...
    def __next__(self) -> CallResult: ...

@final
class CallResult:
    """The result of a call of a stream."""
    @property
    def answer(self) -> Answer | None:
        """The answer. `None` if the call failed."""
    @property
    def error(self) -> BaseException | None:
        """The error. `None` if there was no error."""
    @property
    def index(self) -> int:
        """The index of the call, from 0."""

@disjoint_base
class Collection:
    """The stored resources of one kind.

    `ResourceOptions` describes the options of resources.

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
        """The name of the kind of resources in the collection."""
    def check_use(self, name: str) -> None:
        """Checks that the caller may use a resource. Raises the error of using it otherwise."""
    def create(
        self,
        name: str | None,
        content: _Source,
        **options: Unpack[ResourceOptions],
    ) -> Resource:
        """Creates a resource, which the caller then owns. Use `None` as `name` if the store assigns numbers.
        `options`: see `ResourceOptions`. The default `visibility` is `public`.
        """
    def delete(self, name: str, *, if_revision: int | None = None) -> None:
        """Deletes a resource. If `if_revision` is set, the resource is deleted only if it has this revision."""
    def list(
        self,
        *,
        after: str | None = None,
        limit: int | None = None,
        contents: bool = False,
    ) -> builtins.list[Resource]:
        """Returns the resources that the caller may read, sorted by name.

        `after`: return only the names after this name. `limit`: the maximum number of resources (default:
        100). A result contains at most 8 MiB, so it may be shorter than `limit`: repeat the call with the
        last name as `after` until the result is empty. `contents`: use `True` to include large contents
        (queries, stylesheets, requests of pipelines).
        """
    def read(self, name: str) -> Resource:
        """Returns a resource. Raises `NotFound` if it does not exist, or if it is a private resource of another
        user.
        """
    def update(
        self,
        name: str,
        content: _Source | None = None,
        **options: Unpack[ResourceOptions],
    ) -> Resource:
        """Changes the content of a resource, its options, or both. The update is atomic.

        `options`: see `ResourceOptions`. Raises `PreconditionFailed` if the current revision is not
        `if_revision`.
        """

@final
class Context:
    """A text in NIF, with its annotations. Offsets count code points, even if the graph uses other offsets."""
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
    """The collection of converters: stored XSLT stylesheets, which convert one markup language to another.

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
        """Transforms a document with a stored stylesheet. `Stylesheet.run` describes the keyword arguments."""

@final
class Datasets(Collection):
    """The collection of datasets: stored lists of names, which `Entities` finds in texts.

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
        """Loads a dataset from a path or a binary file object, which is streamed, or from bytes or text. Creates
        the dataset if `update` is false. Otherwise, updates it by `mode` (`"add"`, `"replace"`, `"remove"`).

        A binary file object needs a method `read(size)`, which returns at most `size` bytes. `progress`: a
        function that is called regularly with the number of bytes read (0 for RDF until the end), the total
        number of bytes, and the number of accepted records. An exception of the function, of the file object
        or of a signal handler ends the call, and the dataset is not changed. `options`: see
        `ResourceOptions`. By default, the extension of a path determines `informat`.
        """
    def upload(self, name: str) -> Upload:
        """Returns an upload, which receives a source in parts. The parts are kept until they are loaded or
        discarded, even if the program ends. To continue the upload, the same user calls `upload` with the
        same name again.
        """

@final
class Dictionary:
    """A list of names to find in text.

    A dictionary is immutable, and several threads can use it at the same time. It can be saved as one file,
    which is memory-mapped when it is opened.

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
        """`entries`: `Entry` objects, or pairs of an IRI and a label. The other arguments are described at
        `from_csv`. The numbers of bytes in calls of `progress` are 0.
        """
    @property
    def common_entries(self) -> int:
        """The number of entries whose label is a common word. Such a label matches only if it is capitalized and
        its capital letter is not explained by its position, for example at the start of a sentence.
        """
    @property
    def entries(self) -> int:
        """The number of entries."""
    @property
    def never_alone_entries(self) -> int:
        """The number of entries that never match because their label is a word that is not a name by itself."""
    @property
    def revision(self) -> str:
        """The digest of the content. Equal contents have equal digests."""
    @property
    def skipped(self) -> list[tuple[str, int | None, int | None]]:
        """The invalid rows and labels of the source, which were skipped. Each is a tuple of the message, the
        line and the column. Line and column are `None` if the location is unknown.
        """
    def difference(self, older: Dictionary) -> DictionaryDifference:
        """Returns the differences from an older dictionary."""
    @staticmethod
    def from_bytes(data: Buffer, *, mention_model: MentionModel | None = None) -> Dictionary:
        """Creates a dictionary from the bytes of a file that `save` wrote. `mention_model`: see
        `with_mention_model`.
        """
    @staticmethod
    def from_csv(
        source: _Source,
        *,
        case: _Case | None = None,
        never_alone: Sequence[str] | None = None,
        corpus: str | os.PathLike[str] | None = None,
        progress: _Progress | None = None,
    ) -> Dictionary:
        """Builds a dictionary from CSV or TSV with a header: `uri` and `label`, and optionally `language`,
        `type` (IRIs separated by spaces or `|`), `weight` and `case`. Invalid rows are skipped and listed in
        `skipped`. Raises an error if all rows are invalid.

        `case`: the default case rule of names: `"auto"`, `"name"`, `"term"`, `"folded"`, `"capital"`,
        `"upper"` or `"exact"`. `never_alone`: words that are not names by themselves. `corpus`: a text file;
        the words that occur in it in lower case are used as the common words. `progress`: a function that is
        called regularly with the number of bytes read, the total number of bytes, and the number of accepted
        entries. An exception of the function or of a signal handler ends the call.
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
        """Builds a dictionary from the labels in RDF (`rdfs:label`, `skos:prefLabel` and others). `format` and
        `base` are described at `read_nif`, the other arguments at `from_csv`. Until all statements are read,
        `progress` receives the number of statements instead of entries.
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
        """Builds a dictionary from the files of a public vocabulary: `geonames`, `wikidata`, `dbpedia`, `obo`,
        `mesh`, `skos` or `csv`. The files may be compressed. Invalid and unwanted records are skipped and
        counted in the report.

        `languages`: names in other languages are skipped. `classes`: IRIs; entities of other classes are
        skipped. `options`: pairs of names and values of the other options (`country`, `code`, `column`,
        `separator`, `case`, `never-alone`, `corpus`), which may be repeated. `journal`: a file that stores
        the progress, so that an interrupted import continues when it is started again. `progress`: see
        `from_csv`.
        """
    @staticmethod
    def open(
        path: str | os.PathLike[str],
        *,
        revision: str | None = None,
        mention_model: MentionModel | None = None,
    ) -> Dictionary:
        """Opens a saved dictionary. Parts of the file are read when they are needed. `revision`: the expected
        revision; raises `PreconditionFailed` if the file has another revision. `mention_model`: see
        `with_mention_model`.
        """
    def recognize(
        self,
        text: str | Document,
        *,
        language: str | None = None,
    ) -> list[Annotation]:
        """Finds the names in a text or a document. `language`: the language of the text (default for a document:
        its declared language). Entries of other languages are skipped.
        """
    def save(self, path: str | os.PathLike[str]) -> None:
        """Saves the dictionary as one file. An existing file is replaced atomically."""
    def verify(self) -> None:
        """Reads the whole file and verifies its checksum."""
    def with_mention_model(self, model: MentionModel) -> Dictionary:
        """Returns a dictionary that uses a mention model: it reports a name only if the model considers a
        mention of an entity probable, and multiplies the confidence by this probability.
        """
    def __len__(self) -> int: ...

@final
class DictionaryDifference:
    """The differences between two dictionaries. `str` returns one line for each of the first entries."""
    @property
    def added(self) -> int:
        """The number of entries that only the newer dictionary contains."""
    @property
    def changed(self) -> int:
        """The number of entries with different classes or a different weight."""
    @property
    def removed(self) -> int:
        """The number of entries that only the older dictionary contains."""

@final
class Document:
    """A decoded document: its text, the source position of each character, and the annotations in its markup. A
    document is immutable.

    Offsets count code points, as `str` does: `document.text[a.start:a.end] == a.text`. The length of a
    document is the length of its text. Documents can be pickled.
    """
    @property
    def annotations(self) -> list[Annotation]:
        """The annotations in the markup of the source."""
    @property
    def encoding(self) -> str:
        """The name of the encoding of the source."""
    @property
    def format(self) -> str:
        """The name of the format of the source."""
    @property
    def language(self) -> str | None:
        """The language of the first text, if the source declares one."""
    @property
    def parts(self) -> list[Part]:
        """The files of a package (OpenDocument) that were read, with their spans for `source_span`. Empty for
        formats that are not packages.
        """
    @property
    def sections(self) -> list[Section]:
        """The sections of the text, each with a name and languages: for example, the `file` elements of XLIFF.
        Documents of most formats have one section.
        """
    @property
    def source(self) -> bytes:
        """The original bytes of the source."""
    @property
    def target(self) -> Document | None:
        """The translations that the source contains, as a separate document. `None` if there are none."""
    @property
    def text(self) -> str:
        """The text of all units, separated by single spaces."""
    @property
    def units(self) -> list[Unit]:
        """The units of text, for example paragraphs, headings and table cells."""
    @property
    def warnings(self) -> list[tuple[str, int, int]]:
        """The warnings about the source: tuples of a message, a line and a column."""
    def _repr_html_(self) -> str: ...
    def highlight(self, annotations: Sequence[Annotation] | None = None) -> Highlight:
        """Highlights annotations in the text, for notebooks and web pages. By default, the annotations in the
        markup are used. The text is truncated after 100,000 bytes.
        """
    def marked_text(self, start: int, end: int) -> str:
        """Returns the text of a span with a marker for each inline element (`<1>bold</1>`, `<2/>`). If a
        translation keeps the markers, `encode` with `translations` restores the elements.
        """
    def source_span(self, start: int, end: int) -> tuple[int, int] | None:
        """Returns the start and end of the source bytes of a span of text, including all markup between them.
        Returns `None` if the span is empty, exceeds the text, begins or ends in text that has no bytes in the
        source, or ends before it begins in the source.
        """
    def target_unit(self, unit: int) -> int | None:
        """Returns the index of the unit of `target` that translates the unit with the given index. Returns
        `None` if the unit has no translation.
        """
    def __len__(self) -> int: ...

@final
class Encoded:
    """An encoded or exported document. It can be pickled."""
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
        """The encoded bytes."""
    @property
    def inserted(self) -> list[tuple[int, int]]:
        """The start and end of each insertion in the bytes. Without the insertions, the bytes are identical to
        the source.
        """
    @property
    def parts(self) -> list[Part]:
        """The files of a package, with their spans, because `inserted` and `replaced` use offsets in these
        files. Empty for formats that are not packages.
        """
    @property
    def placements(self) -> list[Placement]:
        """The result for each annotation, in the order of the arguments."""
    @property
    def replaced(self) -> list[tuple[tuple[int, int], tuple[int, int]]]:
        """The spans that were replaced by translations: start and end in the source, then start and end in the
        bytes.
        """
    @property
    def skipped(self) -> list[tuple[str, str]]:
        """The losses of an export: the name of the property that the format cannot store, for example
        `"confidences"`, and a message. Empty after `encode`.
        """
    def __bytes__(self) -> builtins.bytes: ...
    def __getnewargs__(
        self,
    ) -> tuple[builtins.bytes, list[Placement], list[tuple[int, int]], list[tuple[tuple[int, int], tuple[int, int]]], list[Part], list[tuple[str, str]]]: ...

@final
class Engine:
    """An engine: settings, recognizers by name, users and their resources.

    A recognizer is a `Dictionary`, a `Tagger`, or a callable that takes a `Passage` and returns a list of
    `Annotation`s. If the callable raises an exception, the call that uses the recognizer raises it too. When
    several threads call the engine, they may call the callable at the same time.

    `translators`: lists of `TranslationSystem`s by the name of their provider. `term_bases`: `TermBase`s by
    the name that is used in `Terms`. `providers`: `Provider`s, that is recognizers, term finders, translators
    and endpoints that are opened by their protocol. `settings`: a mapping like `Settings`, or the path of a
    settings file. `environment`: use environment variables for missing settings, for example
    `GLOSSWEAVE_STORE_LOCATION` and `GLOSSWEAVE_ADMIN_PASSWORD`.

    Use `close` or a `with` block to close the store.

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
        """Closes the store when all running calls have ended. Later calls to the engine or its sessions raise
        `InvalidArgument`. Closing a closed engine has no effect.
        """
    def expire(self) -> int:
        """Deletes expired items and returns their number: pipelines after one week, uploads without new data for
        one week, shared files that no dataset has used for the grace period, and jobs that ended long enough
        ago. Expired items are hidden even if they are not yet deleted. A long-running program should call
        this method once a day.

        >>> from glossweave import Engine
        >>> Engine().expire()
        0
        """
    @staticmethod
    def from_specification(specification: dict[str, Any]) -> Engine:
        """Creates an engine from a `specification`, in this process or another process. Raises
        `PreconditionFailed` if a file has a different revision now, and `InvalidArgument` if the
        specification was created by another version of the package.
        """
    def local_session(self) -> Session:
        """Opens a session of the local user, for programs with a single user. The local user is an admin without
        a password or token, and is created under the name `local` if needed. If a server opens the same
        store, access control applies to the resources of this user. Raises `Conflict` if a user with that
        name exists and is not an admin.

        >>> from glossweave import Engine
        >>> session = Engine().local_session()
        >>> session.filters.create("all", "SELECT * { ?s ?p ?o }", visibility="private").owner
        'local'
        """
    def session(self, token: str | None = None) -> Session:
        """Opens a session. `token`: a token of a user, an API key, or a token of the OpenID provider. Without a
        token, the caller is anonymous. The token is not checked here: calls raise an error if it is invalid.
        """
    def specification(self) -> dict[str, Any]:
        """Returns the components and settings of the engine as a dictionary of plain values, for other
        processes. It can be written as JSON if all components are files or remote. Components that were
        opened from files are included as their paths and revisions, other dictionaries, taggers and memories
        as bytes, and callables unchanged. The specification contains the keys and headers of services, so
        keep it secret.

        Raises `InvalidArgument` if the setting `store.location`, `files.location`, `admin.create` or
        `oidc.client-secret` is set. Users and their resources are not included.
        """
    def token_usage(self) -> list[ProviderUsage]:
        """Returns the token usage of each language model since the engine was opened: recognizers, sorted by
        name, then translators.

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
        """The pairs of an input language and the target language, which is `None` if the provider does not
        translate. `None` if all languages are accepted, or if the languages are unknown.
        """
    @property
    def name(self) -> str:
        """The name in the paths of services."""
    @property
    def parameters(self) -> list[ParameterInfo]:
        """The parameters of a request, with the names that `Session.call` uses."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class Engines:
    """The recognizers, term finders and translators of an engine that a caller may use."""
    @property
    def recognizers(self) -> list[EngineInfo]:
        """The providers that find entities."""
    @property
    def term_finders(self) -> list[EngineInfo]:
        """The providers that find terms."""
    @property
    def translators(self) -> list[EngineInfo]:
        """The providers that translate."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class Entities:
    """The recognizers of an engine, called as the user of a session."""
    @property
    def names(self) -> list[str]:
        """The names of the recognizers, sorted."""
    @property
    def providers(self) -> list[str]:
        """The names of recognizers in paths, sorted: the recognizers of the engine, and `"dictionary"`."""
    def _annotate_batch(
        self,
        recognizer: str,
        rows: Sequence[tuple[str | bytes | bytearray | None, str | None, str | None]],
        *,
        texts: bool = False,
        **options: Unpack[EntityOptions],
    ) -> dict[str, Any]:
        """Finds the entities of many documents. Each row is a tuple of content, format and language, and each of
        them may be `None`. Returns the buffers of Arrow columns, which `glossweave.corpora` assembles. If
        `texts` is true, they include the texts of the documents. The other arguments are described at
        `recognize`.
        """
    def enrich(
        self,
        recognizer: str,
        source: _Source,
        **options: Unpack[EntityRequestOptions],
    ) -> Reply:
        """Finds the entities of a document and returns the result in the requested format: NIF, or the document
        itself with the entities inserted.

        `options`: see `EntityOptions` and `RequestOptions`. If `informat` is a format of RDF, the source must
        be NIF. If a `filter` is set, the default of `outformat` is CSV.
        """
    def explain(
        self,
        document: Document,
        *,
        language: str | None = None,
        **options: Unpack[EntityOptions],
    ) -> list[dict[str, Any]]:
        """Explains the disambiguation of each name from datasets in a document. Returns a list of dictionaries
        with `start` and `end` (code points), `text`, `mention` (the probability that the name refers to an
        entity) and `choices`, most likely first. Each choice has `ident`, `classes`, `weight` (from the
        dataset), `confidence`, `score` and `features`, and each feature has a `value` and a `weight`.
        `language` and `options`: see `recognize`.
        """
    def recognize(
        self,
        recognizer: str,
        document: Document,
        *,
        language: str | None = None,
        **options: Unpack[EntityOptions],
    ) -> list[Annotation]:
        """Finds the entities of a document. An entity never spans several units.

        Use the recognizer `"dictionary"` to find the names of stored datasets. `language`: the language of
        the text; by default, the language of the document. `options`: see `EntityOptions`.
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
        """The rule for upper and lower case of the name, as in the column `case` of tables."""
    @property
    def classes(self) -> list[str]:
        """The IRIs of the classes of the entity."""
    @property
    def label(self) -> str:
        """The name."""
    @property
    def language(self) -> str | None:
        """The language of the name. A name without a language matches in texts of all languages."""
    @property
    def uri(self) -> str:
        """The IRI of the entity."""
    @property
    def weight(self) -> float:
        """The relative likelihood that the name refers to this entity, compared to other entities with the same
        name.
        """
    def __eq__(self, value: object, /) -> bool: ...
    def __getnewargs_ex__(self) -> tuple[tuple[str, str], dict[str, Any]]: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class Filters(Collection):
    """The collection of filters: stored queries (SPARQL SELECT), which convert RDF to tables.

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

        `format`: the format of the source. `output`: the format of the table: `"csv"`, `"json"` or `"xml"` as
        specified by SPARQL, or a format of RDF, which uses the vocabulary of result sets.
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
        """Applies a filter to the NIF that `to_nif` writes for a document and its annotations.

        `output`: see `apply`. The other arguments are described at `to_nif`.
        """

@final
class Finding:
    """A violation of a NIF rule in a graph."""
    def __new__(cls, rule: str, resource: str, message: str) -> Finding: ...
    @property
    def message(self) -> str:
        """The message."""
    @property
    def resource(self) -> str:
        """The IRI of the resource, or the label of its blank node."""
    @property
    def rule(self) -> str:
        """The rule, a fixed short name, for example `anchor` or `context-end`."""
    def __eq__(self, value: object, /) -> bool: ...
    def __getnewargs__(self) -> tuple[str, str, str]: ...
    def __hash__(self) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class FormatInfo:
    """The names and abilities of a format."""
    @property
    def abilities(self) -> list[str]:
        """The abilities: `"read"` as a document, `"annotate"` and `"translate"` if the result can be a document
        in this format, `"export"`, `"rdf"`.
        """
    @property
    def extensions(self) -> list[str]:
        """The file name extensions, without the dot."""
    @property
    def is_package(self) -> bool:
        """True for documents that are zip archives."""
    @property
    def media_types(self) -> list[str]:
        """The media types that are read as this format. The first one is used for output."""
    @property
    def name(self) -> str:
        """The name to use as `format`, `informat` or `outformat`."""
    @property
    def title(self) -> str:
        """The name to display."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class FuzzyMatch:
    """A segment of a memory that is similar to a text."""
    @property
    def score(self) -> float:
        """The similarity of the texts, from 0 to 1."""
    @property
    def source(self) -> str:
        """The source text in the memory."""
    @property
    def target(self) -> str:
        """The translation in the memory."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class Highlight:
    """A text with highlighted annotations. Notebooks display it, and `str` returns its HTML."""
    def _repr_html_(self) -> str: ...

@final
class ImportReport:
    """A report on an import, with the numbers of imported and skipped parts. `str` returns one line for each
    reason.
    """
    @property
    def entities(self) -> int:
        """The number of entities with names."""
    @property
    def names(self) -> int:
        """The number of names, counted once for each language."""
    @property
    def resumed(self) -> int:
        """The number of bytes that were not read again because the journal contains their content."""
    @property
    def skipped(self) -> list[SkippedParts]:
        """The skipped parts, grouped by reason."""

@final
class Invitation:
    """An invitation to register, without its code."""
    @property
    def created(self) -> datetime:
        """The time when the invitation was created, in UTC."""
    @property
    def expires(self) -> datetime | None:
        """The time when the invitation expires, in UTC. `None` if it does not expire."""
    @property
    def name(self) -> str:
        """The name, unique among all invitations."""
    @property
    def role(self) -> _Role:
        """The role of a user who registers with the invitation: `"ROLE_USER"` or `"ROLE_ADMIN"`."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class Job:
    """A job."""
    @property
    def attempts(self) -> int:
        """The number of attempts."""
    @property
    def created(self) -> datetime:
        """The time when the job was submitted, in UTC."""
    @property
    def ended(self) -> datetime | None:
        """The time when the job ended, in UTC. `None` if it has not ended."""
    @property
    def error(self) -> BaseException | None:
        """The error of a failed job, which `result` raises."""
    @property
    def expires(self) -> datetime | None:
        """The time when the job and its result are deleted, in UTC."""
    @property
    def id(self) -> str:
        """The identifier."""
    @property
    def owner(self) -> str:
        """The name of the user who submitted the job."""
    @property
    def path(self) -> str:
        """The path of the call, without parameters."""
    @property
    def progress(self) -> tuple[int, int] | None:
        """The number of finished steps of a running pipeline, and the total number of steps."""
    @property
    def started(self) -> datetime | None:
        """The time when the last attempt began, in UTC. `None` if it was never started."""
    @property
    def state(self) -> Literal["queued", "running", "done", "failed", "cancelled"]:
        """The state: `"queued"`, `"running"`, `"done"`, `"failed"` or `"cancelled"`."""
    @property
    def webhook(self) -> Literal["pending", "delivered", "failed"] | None:
        """The state of the webhook when the job has ended: `"pending"`, `"delivered"` or `"failed"`."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class Jobs:
    """The jobs of a caller: calls that run asynchronously, and their answers.

    >>> from glossweave import Engine
    >>> jobs = Engine().local_session().jobs
    >>> job = jobs.submit("/e-terminology/extraction?language=en", "One black hole.")
    >>> jobs.wait(job.id)
    <Job /e-terminology/extraction: done>
    >>> jobs.result(job.id).media_type
    'text/turtle'
    """
    def cancel(self, id: str) -> Job:
        """Cancels a job. A queued job never runs. A running job stops before its next step, and its result is
        discarded. A job that has ended is not changed.
        """
    def delete(self, id: str) -> None:
        """Deletes a job and its result. If the job has not ended, it is stopped, and its webhook is not called."""
    def list(self, *, after: str | None = None, limit: int | None = None) -> builtins.list[Job]:
        """Returns the jobs of the caller, or the jobs of all users if the caller is an admin, oldest first.

        `after`: return only the jobs after the job with this identifier. `limit`: the maximum number of jobs
        (default: 100).
        """
    def read(self, id: str) -> Job:
        """Returns a job. Only its owner and admins can read it."""
    def result(self, id: str) -> Answer:
        """Returns the answer of a finished job. Raises the error of a failed job, and `Conflict` if the job has
        not ended or was cancelled.
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
        """Submits a call of a service or a pipeline. The job uses the rights that the caller has when it runs.
        If an engine ends while it runs the job, the job may run again, but its result is stored only once.

        `path`, `body`, `parameters` and `headers`: see `Call`. `webhook`: a URL that is called when the job
        has ended.
        """
    def wait(self, id: str, seconds: float = 60.0) -> Job:
        """Waits until a job has ended, for at most `seconds`, and returns its current state."""

@final
class LinkFailure:
    """An entity for which a template failed."""
    def __new__(cls, entity: str, kind: str, message: str) -> LinkFailure: ...
    @property
    def entity(self) -> str:
        """The IRI of the entity."""
    @property
    def kind(self) -> str:
        """The kind of failure, one of the names in docs/http.md."""
    @property
    def message(self) -> str:
        """The message."""
    def __eq__(self, value: object, /) -> bool: ...
    def __getnewargs__(self) -> tuple[str, str, str]: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class Links:
    """The stored link templates of an engine, called as the user of a session."""
    def enrich(
        self,
        template: str,
        source: _Source,
        *,
        parameters: Mapping[str, str] | None = None,
        partial: bool = False,
        **options: Unpack[RequestOptions],
    ) -> Reply:
        """Runs a stored template for the entities of a document or of NIF, and adds the links.

        `parameters`: the values of the placeholders of the template, as `str`. `partial`: return the links
        that were found even if the template fails for some entities; the reply contains the `failures`.
        `options`: see `RequestOptions`. Links are part of RDF results only: a document that is returned in
        its own format does not contain them.
        """
    def explore(self, resource: str, endpoint: str, *, format: _Format = "turtle") -> bytes:
        """Returns the statements about one resource, and the names of the resources that it refers to.

        `endpoint`: the URL of a SPARQL endpoint, or `"dataset:NAME"`. `format`: the format of the result, a
        format of RDF.
        """

@final
class MentionModel:
    """A model of the probability that a name of a vocabulary refers to an entity in its context: for example,
    `Nice` in `to Nice`, but not in `Nice weather`. Several threads can use a model at the same time.

    >>> from glossweave import Dictionary, MentionModel
    >>> names = Dictionary([("http://example.org/nice", "Nice")])
    >>> text = "We O\\nwent O\\nto O\\nNice B-LOC\\n. O\\n\\nNice O\\nweather O\\n! O\\n\\n" * 20
    >>> likely = names.with_mention_model(MentionModel.train(text, names))
    >>> [(found.start, found.text) for found in likely.recognize("Nice people. We went to Nice.")]
    [(24, 'Nice')]
    """
    @property
    def languages(self) -> list[str]:
        """The languages of the training corpus."""
    @property
    def revision(self) -> str:
        """The digest of the content. Equal contents have equal digests."""
    @staticmethod
    def from_bytes(
        data: Buffer,
        *,
        threshold: float | None = None,
        tagger: Tagger | None = None,
    ) -> MentionModel:
        """Creates a model from the bytes of a file that `save` wrote. `threshold`, `tagger`: see
        `with_threshold` and `with_tagger`.
        """
    @staticmethod
    def open(
        path: str | os.PathLike[str],
        *,
        revision: str | None = None,
        threshold: float | None = None,
        tagger: Tagger | None = None,
    ) -> MentionModel:
        """Opens a saved model. `revision`: the expected revision; raises `PreconditionFailed` if the file has
        another revision. `threshold`, `tagger`: see `with_threshold` and `with_tagger`.
        """
    def save(self, path: str | os.PathLike[str]) -> None:
        """Saves the model as one file. An existing file is replaced atomically."""
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
        """Trains a model on annotated text, as `Tagger.train` does, and on the matches of `names` in this text.

        `format`: see `Tagger.train`. `model`: another model whose word classes are used. `word_vectors`: a
        file of word vectors, most frequent word first, with a word and its numbers on each line. `max_words`:
        the maximum number of words to read from that file (default: 100,000). `languages`: the languages of
        the corpus; texts in other languages are searched without the model. `rounds`: the number of passes
        over the corpus. `progress`: see `Tagger.train`.
        """
    def with_tagger(self, tagger: Tagger) -> MentionModel:
        """Returns a model that also uses a tagger. Precision increases, and the speed drops to the speed of the
        tagger.
        """
    def with_threshold(self, threshold: float) -> MentionModel:
        """Returns a model with this minimum probability of a mention, from 0 to 1 (default: 0.3). Names with a
        lower probability are not reported.
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
        """The languages of the training corpus, if they were given."""
    @property
    def name(self) -> str:
        """The name."""
    @property
    def revision(self) -> str:
        """The fingerprint of the content."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class ModelReport:
    """The description of a model file. Fields that do not apply to its kind are empty or `None`."""
    @property
    def bytes(self) -> int:
        """The size of the file in bytes."""
    @property
    def classes(self) -> list[tuple[str, str]]:
        """The classes of the entities that the model finds, with their IRIs."""
    @property
    def dimensions(self) -> int | None:
        """The number of dimensions of the vectors of a sentence encoder."""
    @property
    def entries(self) -> int | None:
        """The number of entries of a dictionary."""
    @property
    def file(self) -> str:
        """The path of the file."""
    @property
    def identity(self) -> str:
        """The fingerprint of the content. Files with equal fingerprints contain the same model."""
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
        """The languages of the training corpus, if the file specifies them."""
    @property
    def license(self) -> tuple[str, str] | None:
        """The name and the text of the licence file in the same folder."""
    @property
    def max_tokens(self) -> int | None:
        """The maximum number of tokens in one input of a neural model."""
    @property
    def memory(self) -> int | None:
        """The memory that the model uses, in bytes, measured as the growth of the process. `None` if the system
        does not report it.
        """
    @property
    def open_milliseconds(self) -> float:
        """The time to open the file, in milliseconds."""
    @property
    def operators(self) -> list[tuple[str, int]]:
        """The operators of a neural model, with the number of occurrences."""
    @property
    def outputs(self) -> list[TensorInfo]:
        """The outputs of a neural model."""
    @property
    def tokenizer(self) -> str | None:
        """The kind of tokenizer."""
    @property
    def tokens_per_second(self) -> float | None:
        """The speed on an English text, in tokens per second, measured by this call."""
    @property
    def vocabulary(self) -> int | None:
        """The number of tokens in the vocabulary of the tokenizer."""
    @property
    def weights(self) -> int | None:
        """The number of constants of a neural model in memory, most of them weights."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class Models:
    """The taggers and mention models that were trained in an engine. All users can use them by name: a tagger as
    a recognizer, a mention model as `mentions`.

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
        """Deletes a model. Only admins can delete models."""
    def list(self) -> builtins.list[Model]:
        """Returns the descriptions of all models, sorted by name."""
    def read(self, name: str) -> Model:
        """Returns the description of a model."""
    def train(
        self,
        name: str,
        corpus: _Source,
        *,
        kind: Literal["tagger", "mentions", "weights", "context"] | None = None,
        informat: str | None = None,
        **options: Unpack[_ModelTraining],
    ) -> Model:
        """Trains a model on annotated text and stores it. An existing model of the same name is replaced. Only
        admins can train models.

        `kind`: `"tagger"`, `"mentions"`, `"weights"`, or `"context"`, which adds the sentences with linked
        entities to the dataset of the same name. `informat`: the format of NIF or of a document (default:
        CoNLL columns). `documents`: comma-separated names of stored documents to use instead of the text,
        which is then empty. `dataset`: the dataset whose names a mention model evaluates. `languages`: see
        `MentionModel.train`. `cutoff`: the minimum number of occurrences of a feature. `rounds`, `patience`,
        `iris`, `namespace`: see `Tagger.train`.

        Raises `Conflict` if a recognizer of the engine has the same name, and `DeadlineExceeded` if training
        takes more than half an hour.
        """

@final
class Nif:
    """A graph that was read as NIF, and the texts with annotations in it. Statements that are not NIF are
    preserved in the graph. It can be pickled.
    """
    def __new__(cls, triples: bytes) -> Nif: ...
    @property
    def contexts(self) -> list[Context]:
        """The texts in the graph, in the order of the graph."""
    @property
    def skipped(self) -> list[tuple[str, int | None, int | None]]:
        """The parts that `read_nif` skipped when it was lenient: tuples of a message, a line and a column. Line
        and column are `None` if the location is unknown.
        """
    def annotated(self, context: int, annotations: Sequence[Annotation]) -> Nif:
        """Returns a copy with annotations added to the context with the given index in `contexts`. The IRIs of
        the annotations continue the existing numbering.
        """
    def annotations_of(self, document: Document) -> list[Annotation] | None:
        """Returns the annotations in the graph for the text of a document, or for the texts of its sections.
        Returns `None` if the graph does not contain such a text.
        """
    def write(self, *, format: _Format = "turtle") -> bytes:
        """Writes the whole graph. `format`: see `to_nif`."""
    def __getnewargs__(self) -> tuple[bytes]: ...

@final
class ParameterInfo:
    """An option of a protocol, or a parameter of a request."""
    @property
    def default(self) -> str | None:
        """The default value. `None` if the default is not a single value."""
    @property
    def host(self) -> bool:
        """True if only the embedding program can set the parameter. HTTP requests cannot set it."""
    @property
    def keyword(self) -> str:
        """The name of the keyword argument."""
    @property
    def name(self) -> str:
        """The name."""
    @property
    def repeats(self) -> bool:
        """True if the parameter may be repeated, in which case all values are used."""
    @property
    def required(self) -> bool:
        """True if the parameter is required."""
    @property
    def text(self) -> str:
        """The description of the parameter."""
    @property
    def type(self) -> str:
        """The type of the values: `"text"`, `"list"` (comma-separated), `"lines"`, `"file"` (the text of a
        file), `"path"`, `"pair"` (`NAME=VALUE`), `"language"`, `"integer"`, `"number"` (from 0 to 1),
        `"amount"` (a number from 0), `"word"`, or `"secret"` for a text that is never displayed.
        """
    @property
    def unit(self) -> str | None:
        """The unit of a number."""
    @property
    def words(self) -> list[str]:
        """The predefined words. Empty if other values are accepted too."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class Part:
    """A file of a package (OpenDocument), and its span in the concatenated bytes of all files that were read."""
    def __new__(cls, name: str, start: int, end: int, encoding: str) -> Part: ...
    @property
    def encoding(self) -> str:
        """The encoding of the file in the package."""
    @property
    def end(self) -> int:
        """The end offset. The bytes are UTF-8 even if the file uses another encoding."""
    @property
    def name(self) -> str:
        """The name in the package, for example `content.xml`."""
    @property
    def start(self) -> int:
        """The start offset."""
    def __eq__(self, value: object, /) -> bool: ...
    def __getnewargs__(self) -> tuple[str, int, int, str]: ...
    def __hash__(self) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class Passage:
    """A text to search, which a recognizer receives. Offsets count code points of this text."""
    @property
    def language(self) -> str | None:
        """The language of the text. `None` if it is unknown."""
    @property
    def pieces(self) -> list[tuple[int, int]]:
        """The blocks of the text, as pairs of start and end. An annotation should not span several blocks."""
    @property
    def text(self) -> str:
        """The text of the passage."""

@final
class Pipeline:
    """A pipeline: a sequence of requests to services, each processing the result of the previous request. Each
    method returns a pipeline with one more step. Use `output` to set the format of the last step.

    `Pipelines.apply` runs a pipeline. To store it, pass the result of `to_json` to `Pipelines.create`. Names
    and values may contain variables (`$NAME$`), whose values are given in the call.

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
        """The requests, one `dict` for each step."""
    def converter(self, name: str, parameters: Mapping[str, str] | None = None) -> Pipeline:
        """Adds a stored stylesheet, with the values of its parameters."""
    def entities(self, recognizer: str, **options: Unpack[EntityOptions]) -> Pipeline:
        """Adds a recognizer. `options`: see `EntityOptions`."""
    def filter(self, name: str, outformat: _Format | _Table = "csv") -> Pipeline:
        """Adds a stored filter. `outformat`: the format of the result table."""
    @staticmethod
    def from_json(json: str) -> Pipeline:
        """Parses requests in JSON."""
    def links(self, template: str, parameters: Mapping[str, str] | None = None) -> Pipeline:
        """Adds a stored link template, with the values of its parameters."""
    def output(self, outformat: _Format) -> Pipeline:
        """Sets the format of the result of the last step."""
    def request(
        self,
        endpoint: str,
        *,
        parameters: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Pipeline:
        """Adds a request of any other kind, for example to a remote service."""
    def stored(self, id: str) -> Pipeline:
        """Adds a stored pipeline."""
    def terms(self, provider: str, **options: Unpack[TermOptions]) -> Pipeline:
        """Adds a provider of terms. `options`: see `TermOptions`."""
    def to_json(self) -> str:
        """Returns the requests as JSON, for example for `Pipelines.create`."""
    def translation(
        self,
        provider: str,
        source_lang: str | None,
        target_lang: str,
        **options: Unpack[TranslationOptions],
    ) -> Pipeline:
        """Adds a translation. The arguments are described at `Translations.translate`. The JSON contains the
        key, so use a variable such as `$KEY$` if the pipeline is stored.
        """
    def __eq__(self, value: object, /) -> bool: ...
    def __len__(self) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class Pipelines(Collection):
    """The collection of pipelines: sequences of requests, each processing the result of the previous request.

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
        """Runs a `Pipeline` on a source. The other arguments are described at `run_stored`."""
    def run(
        self,
        requests: _Source | list[Any] | tuple[Any, ...],
        *,
        parameters: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """Runs requests. The first request contains its own body. `requests`: JSON, or a list of `dict`.

        `parameters`: the values of variables, and parameters of the pipeline call (docs/pipelines.md), for
        example `filter`, `outformat`, `useI18n` and `stats`. `headers`: request headers, of which `Accept` is
        used.
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

        `informat`: the format of the source, required if neither a path nor the pipeline specifies it.
        `outformat`: the format of the answer. The other arguments are described at `run`.
        """

@final
class Placement:
    """The result for an annotation. It is true if the output contains the annotation."""
    def __new__(cls, state: str, fragments: int, rule: str | None) -> Placement: ...
    @property
    def fragments(self) -> int:
        """The number of new elements."""
    @property
    def rule(self) -> str | None:
        """The reason for `"not-placed"`."""
    @property
    def state(self) -> Literal["placed", "on-parent", "present", "not-placed"]:
        """The state: `"placed"` in new elements, `"on-parent"` as attributes of an existing element, already
        `"present"` in the source, or `"not-placed"`.
        """
    def __bool__(self) -> bool: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __getnewargs__(self) -> tuple[str, int, str | None]: ...
    def __hash__(self) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class ProtocolInfo:
    """A protocol for opening a `Provider`."""
    @property
    def kind(self) -> _Engine:
        """The kind of the providers."""
    @property
    def name(self) -> str:
        """The name, unique among the protocols of a kind."""
    @property
    def parameters(self) -> list[ParameterInfo]:
        """The options."""
    @property
    def place(self) -> Literal["file", "url", "mode", "words"]:
        """The meaning of `place`: `"file"`, `"url"`, `"mode"` (of an installed program) or `"words"` (defined by
        the protocol).
        """
    @property
    def text(self) -> str:
        """The description of the provider, in one sentence."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class Provider:
    """A provider that is opened by the name of its protocol. Use it in the `providers` of an `Engine`.

    `kind` is `"recognizer"`, `"term-finder"`, `"translator"` or `"endpoint"`. `name` is the name that callers
    use. For an endpoint, it is the URL of the SPARQL endpoint that the provider replaces. `protocols()` lists
    the protocols of each kind with their options and the meaning of `place`. Options are keyword arguments,
    with underscores instead of hyphens: a `str`, a number or a `bool`, or a list of `str` for several values.
    `None` means that an option is not set. A translator needs a `system`: `source_lang` and `target_lang`,
    and optionally `name`, `domain`, `key` and `always_running`, which are described at `TranslationSystem`.

    A URL may refer to any host, including this machine. When the provider is used, calls raise `Unavailable`
    if the service does not respond or sends an invalid response, and `DeadlineExceeded` if it is too slow.

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
        """Finds the entities of a text or a document. `language`: the language of the text (default for a
        document: its declared language). Raises `InvalidArgument` if the provider is not a recognizer.
        """

@final
class ProviderUsage:
    """The token usage of the language models of a provider."""
    @property
    def cached(self) -> int:
        """The number of requests that were answered from the cache."""
    @property
    def calls(self) -> int:
        """The number of calls."""
    @property
    def completion_tokens(self) -> int:
        """The number of tokens in the completions, counted in the same way."""
    @property
    def cost(self) -> float:
        """The total cost, using the prices in the settings. 0 if no prices are set."""
    @property
    def kind(self) -> Literal["recognizer", "translator"]:
        """The kind of the provider: `"recognizer"` or `"translator"`."""
    @property
    def name(self) -> str:
        """The name of the provider."""
    @property
    def prompt_tokens(self) -> int:
        """The number of tokens in the prompts, as counted by the server. If the server does not report it, one
        token is counted for every four bytes.
        """
    @property
    def system(self) -> str | None:
        """The name of the translation system. `None` for recognizers."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class QualityIssue:
    """An issue in a translation (ITS 2.0, Localization Quality Issue). Offsets count code points."""
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
        """The column in the line, from 1. `None` if the document is a package."""
    @property
    def comment(self) -> str:
        """The description of the issue, in one sentence."""
    @property
    def line(self) -> int | None:
        """The line in the file, from 1. `None` if the document is a package."""
    @property
    def severity(self) -> int:
        """The severity, from 0 to 100."""
    @property
    def source(self) -> tuple[int, int]:
        """The start and end offsets of the unit in the text of the document."""
    @property
    def target(self) -> tuple[int, int]:
        """The start and end offsets in the text of the translations (`Document.target`). Both are the end of the
        translation if something is missing.
        """
    @property
    def type(self) -> str:
        """The type in ITS 2.0 (appendix C), for example `"markup"`."""
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
    """The weights for ranking the entities of a name. A weight is the amount by which one unit of a feature
    increases the score.

    `weights`: weights by feature name. Other features keep their default weights. To use saved weights in an
    engine, set `Engine(settings={"models": {"ranking_weights": path}})`.

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
        """The weights of all features, by feature name."""
    @staticmethod
    def open(path: str | os.PathLike[str]) -> RankingWeights:
        """Reads a file of weights, which `save` wrote."""
    def save(self, path: str | os.PathLike[str]) -> None:
        """Saves the weights as one file. An existing file is replaced."""
    @staticmethod
    def train(
        corpus: _Source | Iterable[tuple[str, Sequence[Annotation]]],
        graph: _Source,
        *,
        format: str | None = None,
        graph_format: str | None = None,
        model: MentionModel | None = None,
    ) -> RankingWeights:
        """Fits the weights to texts whose names are linked to entities of a vocabulary: CoNLL columns with tags
        such as `B-http://example.org/cork`, NIF, a document with ITS markup, or pairs of a text and its
        annotations.

        `graph`: the vocabulary in RDF, in the format `graph_format`. `format`: the format of the texts, see
        `Tagger.train`. `model`: the mention model whose word classes are used; use the mention model of the
        engine.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __getnewargs__(self) -> tuple[dict[str, float]]: ...

@final
class Reconciliation:
    """Reconciliation with stored datasets: finds the entities that a name may refer to, and the values of their
    properties. It implements the Reconciliation Service API, and uses its JSON format for queries and
    answers.

    `version`: `"0.2"` (the default) or `"1.0-draft"`. `languages`: the languages of names and descriptions,
    comma-separated, preferred language first.

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
        """Returns the candidates for a batch of queries. `queries`: JSON, or a mapping that is converted to
        JSON.
        """
    def extend(
        self,
        dataset: str,
        query: str | Mapping[str, Any],
        *,
        version: str | None = None,
        languages: str | None = None,
    ) -> dict[str, Any]:
        """Returns the values of properties of entities (data extension). `query`: a query with `ids` and
        `properties`.
        """
    def manifest(
        self,
        dataset: str,
        url: str,
        *,
        version: str | None = None,
        languages: str | None = None,
    ) -> dict[str, Any]:
        """Returns the manifest of the service for a dataset. `url`: the URL of the service."""
    def preview(
        self,
        dataset: str,
        id: str,
        *,
        version: str | None = None,
        languages: str | None = None,
    ) -> str:
        """Returns an HTML page about an entity. Raises `NotFound` if the dataset does not contain the entity."""
    def propose(
        self,
        dataset: str,
        class_iri: str = "",
        *,
        limit: int | None = None,
        version: str | None = None,
        languages: str | None = None,
    ) -> dict[str, Any]:
        """Returns the properties of the entities of a class, most frequently used first. By default, the
        properties of all entities are returned. `limit`: the maximum number of properties (default: 100).
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
        """Returns up to 20 entities, classes or properties whose names begin with a prefix. `suggested`:
        `"entity"`, `"type"` or `"property"`. `skip`: the number of results to skip.
        """

@final
class RedactedSpan:
    """A span of a document that was redacted, or that still contains a redacted string."""
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
        """The end offset. Equal to the start if the string is in the name of the part."""
    @property
    def label(self) -> str:
        """The label of the class, for example `"PERSON"`."""
    @property
    def part(self) -> str | None:
        """The name of the part of a package. `None` if the source is not a package."""
    @property
    def replacement(self) -> str:
        """The text that replaced the span. Empty if the text was deleted, or if the span still contains a
        redacted string.
        """
    @property
    def start(self) -> int:
        """The start offset, in bytes of the part or of the source. Offsets of redacted spans refer to the
        document before redaction, and offsets of remaining strings to the result.
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
        """The bytes of the redacted document, in its own format and encoding."""
    @property
    def key(self) -> builtins.bytes | None:
        """The key of the pseudonyms in JSON. `None` if another method was used."""
    @property
    def removed(self) -> list[str]:
        """The names of the parts that were removed: thumbnails."""
    @property
    def residue(self) -> list[RedactedSpan]:
        """The spans that still contain a redacted string."""
    @property
    def spans(self) -> list[RedactedSpan]:
        """The redacted spans, sorted by part and offset."""
    @property
    def unchecked(self) -> list[str]:
        """The names of the parts whose content could not be interpreted, for example images. They were only
        searched for bytes.
        """
    def __bytes__(self) -> builtins.bytes: ...

@final
class Reply:
    """The reply to a request. It can be pickled."""
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
        """The content of the reply."""
    @property
    def failures(self) -> list[LinkFailure]:
        """The entities for which a link template failed, when `partial` was set."""
    @property
    def format(self) -> str:
        """The name of the format."""
    @property
    def issues(self) -> list[tuple[str, int, str, int]]:
        """The issues of a translation, for example of its terms. Each is a tuple of type, severity from 0 to
        100, comment, and number of the unit, from 1 (0 if the text has no units).
        """
    @property
    def placements(self) -> list[Placement]:
        """The result for each annotation if the reply is a document in its own format. Empty otherwise."""
    @property
    def rule_set(self) -> str | None:
        """The name of the built-in ITS rules that were used to read an XML document. `None` if no such rules
        were used.
        """
    @property
    def skipped(self) -> list[tuple[str, int | None, int | None]]:
        """The skipped parts: invalid strings in NIF (errors if `strict` is set), warnings about a document, and
        parts of answers of language models that do not match the text. Each is a tuple of a message, a line
        and a column; line and column are `None` if the location is unknown.
        """
    @property
    def statuses(self) -> list[str]:
        """The status of each sentence of a translation: `"machine"`, `"exact"`, `"fuzzy"` or `"untranslated"`."""
    def __bytes__(self) -> builtins.bytes: ...
    def __getnewargs__(
        self,
    ) -> tuple[builtins.bytes, str, list[Placement], list[tuple[str, int | None, int | None]], str | None, list[str], list[tuple[str, int, str, int]], list[LinkFailure]]: ...

@final
class Resource:
    """A stored resource."""
    @property
    def content(self) -> Mapping[str, Any]:
        """The content, a mapping whose keys depend on the kind: for example, `query` for a filter and `requests`
        for a pipeline. Changes to the mapping do not change the stored resource.
        """
    @property
    def created(self) -> datetime:
        """The time when the resource was created, in UTC."""
    @property
    def description(self) -> str | None:
        """The description."""
    @property
    def kind(self) -> _Stored:
        """The name of the kind of resource."""
    @property
    def name(self) -> str:
        """The name, or the number that the store assigned."""
    @property
    def owner(self) -> str:
        """The name of the user who owns the resource."""
    @property
    def revision(self) -> int:
        """The revision number of the store at the last change of the resource. Each change of the store
        increases the number.
        """
    @property
    def updated(self) -> datetime:
        """The time of the last change, in UTC."""
    @property
    def visibility(self) -> _Visibility:
        """The visibility: `"public"` (all users) or `"private"` (its owner and admins)."""
    def to_json(self) -> str:
        """Returns the resource as JSON, in the format of the HTTP API."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class Section:
    """A section of the text with a name and languages. Offsets count code points."""
    @property
    def end(self) -> int:
        """The end of the last unit."""
    @property
    def language(self) -> str | None:
        """The language of the text, if the source declares one."""
    @property
    def name(self) -> str | None:
        """The name in the source, for example the `original` of a `file`."""
    @property
    def start(self) -> int:
        """The start of the first unit."""
    @property
    def target_language(self) -> str | None:
        """The language of the translations, if the source declares one."""
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class Session:
    """The services of an engine, called as one user or as an anonymous caller. All access to an engine uses a
    session.
    """
    @property
    def converters(self) -> Converters:
        """The converters: stored XSLT stylesheets."""
    @property
    def datasets(self) -> Datasets:
        """The datasets: stored lists of names."""
    @property
    def documents(self) -> StoredDocuments:
        """The stored documents, with annotations that people correct."""
    @property
    def entities(self) -> Entities:
        """The recognizers, which find entities."""
    @property
    def filters(self) -> Filters:
        """The filters: stored queries, which convert RDF to tables."""
    @property
    def jobs(self) -> Jobs:
        """The jobs: calls that run asynchronously."""
    @property
    def links(self) -> Links:
        """The stored link templates, which find links for entities."""
    @property
    def models(self) -> Models:
        """The trained models."""
    @property
    def pipelines(self) -> Pipelines:
        """The stored pipelines."""
    @property
    def profiles(self) -> Collection:
        """The stored markup profiles."""
    @property
    def reconciliation(self) -> Reconciliation:
        """Reconciliation: finds the entities of stored datasets that a name may refer to."""
    @property
    def templates(self) -> Collection:
        """The stored link templates: queries that add links to entities."""
    @property
    def terms(self) -> Terms:
        """The term finders."""
    @property
    def translations(self) -> Translations:
        """The translators."""
    @property
    def users(self) -> Users:
        """The users."""
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
        """Calls a service or a pipeline for each document on several threads. `documents` is an iterable of
        `BatchDocument` or of sources. Returns an iterator of `BatchResult`. If a document fails, the other
        documents are processed. New documents are taken from the iterable as results are consumed.

        `threads`: the number of threads, or 0 for the setting of the engine. `ordered`: return the results in
        the order of the documents; otherwise, as they become available. `parameters` and `headers` are
        described at `Call`.

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
        """Calls a service or a pipeline for each document in a body, as `batch` does. The body is JSON Lines
        (`application/x-ndjson`), a zip archive (`application/zip`), or `multipart/form-data` or
        `multipart/mixed` with one document in each part.

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
        method: str = "POST",
    ) -> Answer:
        """Calls a service, a pipeline or another part of the HTTP interface by its path, as an HTTP request does.
        docs/http.md lists the paths.

        `method`: `GET`, `POST`, `PUT` or `DELETE`. The other arguments are described at `Call`.

        >>> from glossweave import Engine
        >>> session = Engine().local_session()
        >>> session.call("/toolbox/convert/manage/all", "SELECT * { ?s ?p ?o }").media_type
        'application/json'
        >>> session.call("/toolbox/convert/manage", method="GET").bytes[:14]
        b'[{"name":"all"'
        """
    def call_many(
        self,
        calls: Iterable[Call],
        *,
        threads: int = 0,
        ordered: bool = True,
        progress: bool = False,
    ) -> CallBatch:
        """Runs each `Call` of an iterable on several threads. Returns an iterator of `CallResult`. If a call
        fails, the other calls continue. Calls are taken from the iterable only when they can be processed
        soon.

        `threads`: the number of threads, or 0 to use all cores. `ordered`: return the results in the order of
        the calls; otherwise, as they become available. `progress`: show a progress bar, which requires
        `tqdm`.
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
        """Exports the whole store to a path or a binary file object. Use `import_store` to import it. Only
        admins can export the store.

        The export contains hashes of passwords and tokens, so a new file is readable only by its owner.
        """

@final
class SkippedParts:
    """The parts of a vocabulary that were skipped for one reason."""
    @property
    def count(self) -> int:
        """The number of skipped parts."""
    @property
    def message(self) -> str:
        """The description of the reason."""
    @property
    def places(self) -> list[str]:
        """The locations of the first skipped parts: a file with a line, or the IRI of an entity."""
    @property
    def reason(self) -> str:
        """The name of the reason, for example `language`."""

@final
class StoredDocuments(Collection):
    """The collection of stored documents, whose annotations people accept, reject, change and add.

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
        """Returns a document in its own format, and the accepted annotations."""

@final
class Stylesheet:
    """A compiled XSLT stylesheet. Several threads can run it at the same time.

    Version 1.0 runs on the built-in libxslt with EXSLT. Versions 2.0 and 3.0 run on SaxonC-HE, if it is
    installed: `pip install glossweave[xslt3]`. A stylesheet of a later version that uses only features of
    XSLT 1.0 does not need SaxonC-HE.

    `processor`: `"libxslt"` or `"saxon"`, used for any version. `saxon`: the path of the SaxonC-HE library
    (default: the variable SAXONC_HE_LIB, or the package `saxonche`). `folder`: the folder with the files that
    the stylesheet may read; by default, it cannot read files. `worker`: the path of a program that runs
    stylesheets instead of this process and can be terminated, for example the command `glossweave`. Limits of
    a run: `milliseconds` (default: 10,000), `memory` and `output` (in bytes), `depth` (of the elements in a
    source), `recursion` (of templates).

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
        """The global parameters of the stylesheet."""
    @property
    def processor(self) -> _Processor:
        """The processor: `"libxslt"` or `"saxon"`."""
    @property
    def version(self) -> str:
        """The XSLT version, as declared in the stylesheet."""
    def run(
        self,
        source: _Source,
        *,
        format: _Format | None = None,
        output: str | None = None,
        charset: str | None = None,
        parameters: Mapping[str, str] | None = None,
    ) -> XsltReply:
        """Transforms a document with the stylesheet.

        `format`: `"xml"` or `"html"`, or a media type. By default, the extension of a path determines the
        format, otherwise `"xml"` is used. `output`: `"xml"`, `"html"`, `"xhtml"`, `"text"`, or media types in
        the syntax of an Accept header (default: the method in the stylesheet). `charset`: the charset that
        the transport declared. `parameters`: the values of global parameters, as `str`. Use
        `{namespace}local` for a name in a namespace. Parameters that the stylesheet does not declare are
        ignored.
        """

@final
class SystemInfo:
    """The description of a translation system."""
    @property
    def always_running(self) -> bool:
        """True if the system keeps running without requests."""
    @property
    def domain(self) -> str | None:
        """The domain of the texts. `None` if the system is used for all domains."""
    @property
    def name(self) -> str:
        """The name of the system."""
    @property
    def source(self) -> str:
        """The source language."""
    @property
    def state(self) -> str:
        """The state: `"available"`, or `"standby"` if the first request starts the system."""
    @property
    def target(self) -> str:
        """The target language."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class Table:
    """A table in the memory layout of Apache Arrow. `pyarrow.table`, `polars.DataFrame`, pandas, DuckDB and
    other libraries that support the PyCapsule interface read it without copying. A table can be pickled.

    Use `of_documents` for a table with one row for each document: `id`, `format`, `encoding`, `language` (or
    null), `text` (large string), `source` (large binary). Use `of_annotations` for a table with one row for
    each annotation: `document`, `start` and `end` (int32, code points), `kind`, `text`, `idents` and
    `classes` (lists of strings), `source`, `source_ident`, `info_ref`, `info`, `target`, `language`,
    `category`, `confidence` (double), `annotator`, `fields` (a list of `name` and `value`), `records` (a list
    of such lists). Missing values are null or an empty list.

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
        """Creates a table of annotations from a mapping of document names to lists of annotations, or from
        pairs.
        """
    @staticmethod
    def of_documents(
        documents: Mapping[str, Document] | Iterable[tuple[str, Document]],
    ) -> Table:
        """Creates a table of documents from a mapping of names to documents, or from pairs."""
    def __arrow_c_array__(
        self,
        requested_schema: object | None = None,
    ) -> tuple[object, object]:
        """The Arrow protocol allows the producer to ignore the requested schema."""
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...
    def __getnewargs__(self) -> tuple[bytes]: ...
    def __len__(self) -> int: ...

@final
class Tagger:
    """A recognizer that is trained on annotated text. It uses form and context, so that it finds names that are
    in no list. Several threads can use a tagger at the same time.

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
        """The IRIs of the classes, by class name."""
    @property
    def languages(self) -> list[str]:
        """The languages of the training corpus, if they were given."""
    @property
    def revision(self) -> str:
        """The digest of the content. Equal contents have equal digests."""
    def evaluate(
        self,
        corpus: _Source | Iterable[tuple[str, Sequence[Annotation]]],
        *,
        format: str | None = None,
    ) -> dict[str | None, dict[str, float]]:
        """Compares the entities found in a corpus with its annotations, and counts as conlleval does. Returns a
        dictionary with the keys `precision`, `recall`, `f1`, `expected`, `found` and `correct` for each
        class, and for all classes together under `None`. `format`: see `train`.
        """
    @staticmethod
    def from_bytes(data: Buffer) -> Tagger:
        """Creates a tagger from the bytes of a file that `save` wrote."""
    @staticmethod
    def open(path: str | os.PathLike[str], *, revision: str | None = None) -> Tagger:
        """Opens a saved tagger. Parts of the file are read when they are needed. `revision`: the expected
        revision; raises `PreconditionFailed` if the file has another revision.
        """
    def recognize(self, text: str | Document) -> list[Annotation]:
        """Finds the names in a text or a document."""
    def save(self, path: str | os.PathLike[str]) -> None:
        """Saves the tagger as one file. An existing file is replaced atomically."""
    @staticmethod
    def train(
        corpus: _Source | Iterable[tuple[str, Sequence[Annotation]]],
        *,
        format: str | None = None,
        progress: _Progress | None = None,
        **options: Unpack[_TaggerTraining],
    ) -> Tagger:
        """Trains a tagger on CoNLL columns (a token and its tag on each line, an empty line after each
        sentence), on NIF, on a document with ITS markup, or on pairs of a text and its annotations.

        `format`: the format of NIF or of a document. By default, the extension of a path determines the
        format, otherwise `conll` is used. `rounds`: the maximum number of passes over the corpus. `patience`:
        training stops after this number of rounds without improvement on held-out text; 0 to disable. `iris`:
        the IRIs of classes by name. `namespace`: the prefix for the IRIs of classes that are not in `iris`.
        `names`: lists of names of one kind each, used as additional features. `dictionaries`: dictionaries
        that are used as such lists, one for each kind of entity. `languages`: the primary language subtags of
        the corpus; an engine uses the tagger of its settings for texts in these languages. `word_vectors`,
        `max_words`: see `MentionModel.train`; similar words then share features. `max_features`: the maximum
        number of features in each of the two layers; the most influential features are kept (default: all).
        `progress`: a function that is called regularly with the number of sentences processed (counted in
        each round), the maximum of this number, and the number of finished rounds. An exception of the
        function or of a signal handler ends the call.
        """

@final
class TensorInfo:
    """An input or output of a neural model."""
    @property
    def data_type(self) -> str:
        """The type, for example `"tensor(i32)"`. Empty if the model does not specify it."""
    @property
    def name(self) -> str:
        """The name."""
    @property
    def shape(self) -> list[str]:
        """The size of each dimension: a number, a name if the size varies, or `"?"`."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class TermBase:
    """A term base: concepts with terms in several languages. When an engine contains it in its `term_bases`,
    `Terms` finds the terms in documents.

    A term base is immutable, and several threads can use it at the same time. It can be saved as one file,
    which is memory-mapped when it is opened.

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
        """The digest of the content. Equal contents have equal digests."""
    @property
    def skipped(self) -> list[tuple[str, int | None, int | None]]:
        """The invalid entries of the source, which were skipped because `lenient` was set. Each is a tuple of
        the message, the line and the column; line and column are `None` if the location is unknown.
        """
    @staticmethod
    def from_bytes(data: Buffer) -> TermBase:
        """Creates a term base from the bytes of a file that `save` wrote."""
    @staticmethod
    def from_csv(
        source: _Source,
        *,
        language: str | None = None,
        lenient: bool = False,
    ) -> TermBase:
        """Builds a term base from CSV or TSV with a header: `concept` (or `id`) or `uri`, `term`, and optionally
        `language`, `pos`, `status`, `domain`, `definition` and `note`. `language`: the default language of
        terms. `lenient`: if true, invalid rows are skipped and listed in `skipped`. Otherwise, the first
        invalid row is an error.
        """
    @staticmethod
    def from_rdf(
        source: _Source,
        *,
        format: _Format | None = None,
        language: str | None = None,
        lenient: bool = False,
    ) -> TermBase:
        """Builds a term base from SKOS in RDF. `format`: see `read_nif`. `language`: the language of labels
        without a language tag. `lenient`: if true, invalid concepts are skipped, see `from_csv`.
        """
    @staticmethod
    def from_tbx(source: _Source, *, lenient: bool = False) -> TermBase:
        """Builds a term base from TBX-Basic (ISO 30042) in both styles, or from MARTIF. `lenient`: if true,
        invalid entries are skipped, see `from_csv`.
        """
    @staticmethod
    def open(path: str | os.PathLike[str], *, revision: str | None = None) -> TermBase:
        """Opens a saved term base. Parts of the file are read when they are needed. `revision`: the expected
        revision; raises `PreconditionFailed` if the file has another revision.
        """
    def save(self, path: str | os.PathLike[str]) -> None:
        """Saves the term base as one file. An existing file is replaced atomically."""
    def term_list(self, source_lang: str, target_lang: str) -> str:
        """Returns the terms of a language with their translations into another language, for the option `terms`
        of `check_translations`. The result is a CSV table with the columns `source`, `target` and `status`.
        Languages are compared by their primary subtags.

        If a concept has several translations, the table contains the preferred translation, or the first one.
        Deprecated translations are listed as forbidden. A term that several concepts translate differently is
        omitted.

        >>> import glossweave
        >>> terms = "concept,term,language,status\\n1,ship,en,\\n1,barco,es,\\n1,nave,es,deprecated\\n"
        >>> glossweave.TermBase.from_csv(terms).term_list("en", "es").splitlines()
        ['source,target,status', 'ship,barco,', 'ship,nave,forbidden']
        """
    def verify(self) -> None:
        """Reads the whole file and verifies its checksum."""
    def __len__(self) -> int: ...

@final
class Terms:
    """The term finders of an engine, called as the user of a session."""
    @property
    def providers(self) -> list[str]:
        """The names of the term providers in paths, sorted."""
    def _annotate_batch(
        self,
        provider: str,
        rows: Sequence[tuple[str | bytes | bytearray | None, str | None, str | None]],
        *,
        texts: bool = False,
        **options: Unpack[TermOptions],
    ) -> dict[str, Any]:
        """Finds the terms of many documents, as `Entities._annotate_batch` does. The options are described at
        `find`.
        """
    def enrich(
        self,
        provider: str,
        source: _Source,
        **options: Unpack[TermRequestOptions],
    ) -> Reply:
        """Finds the terms of a document or of NIF, and returns the result in the requested format.

        `options`: see `TermOptions` and `RequestOptions`. If the mode is `"full"`, RDF results contain the
        names of each concept in both languages, which `Translations.enrich` uses as translations.
        """
    def find(
        self,
        provider: str,
        document: Document,
        **options: Unpack[TermOptions],
    ) -> list[Annotation]:
        """Finds the terms of a document. The provider `"termbase"` finds the terms of the stored term bases in
        `dataset`, `"extraction"` finds term candidates, and a recognizer of the engine finds the terms that
        it annotates.

        `options`: see `TermOptions`.
        """

@final
class TranslationMemory:
    """A translation memory: segments in two languages, which are found by exact or fuzzy matches of the text in
    one of them.

    A memory is read from TMX or XLIFF, or opened from a file that `save` wrote, which is memory-mapped.

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
        """The digest of the content. Equal contents have equal digests."""
    @property
    def skipped(self) -> list[tuple[str, int | None, int | None]]:
        """The invalid units of the source, which were skipped because `lenient` was set. Each is a tuple of the
        message, the line and the column.
        """
    @staticmethod
    def from_bytes(data: Buffer) -> TranslationMemory:
        """Creates a memory from the bytes of a file that `save` wrote."""
    @staticmethod
    def from_tmx(source: _Source, *, lenient: bool = False) -> TranslationMemory:
        """Reads a memory from TMX 1.4. `lenient`: if true, invalid units are skipped and listed in `skipped`.
        Otherwise, the first invalid unit is an error.
        """
    @staticmethod
    def from_xliff(source: _Source, *, lenient: bool = False) -> TranslationMemory:
        """Reads a memory from the translations in an XLIFF document. `lenient`: if true, invalid units are
        skipped, see `from_tmx`.
        """
    def matches(
        self,
        text: str,
        source: str,
        target: str,
        *,
        limit: int = 5,
    ) -> list[FuzzyMatch]:
        """Returns at most `limit` segments that are similar to a text, most similar first."""
    @staticmethod
    def open(path: str | os.PathLike[str], *, revision: str | None = None) -> TranslationMemory:
        """Opens a saved memory. Parts of the file are read when they are needed. `revision`: the expected
        revision; raises `PreconditionFailed` if the file has another revision.
        """
    def save(self, path: str | os.PathLike[str]) -> None:
        """Saves the memory as one file. An existing file is replaced atomically."""
    def __len__(self) -> int: ...

@final
class TranslationSystem:
    """A translation system: a translator for a pair of languages.

    `translator` is a `TranslationMemory` or a callable. The callable receives a list of texts, the source
    language and the target language. It returns a list of the same length with a `str` for each text, or
    `None` if it cannot translate the text. For other translators, use the `providers` of an `Engine`. `name`:
    the name in lists. `domain`: the domain of the texts; the system is used only for requests with this
    domain or without a domain. `key`: makes the system private; callers who send the key can use it, and
    lists omit it. `always_running`: the system keeps running when it has not been used for an hour.

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
    """The translators of an engine, called as the user of a session."""
    @property
    def providers(self) -> list[str]:
        """The names of the translation providers, sorted."""
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
        """Translates many documents, as `Entities._annotate_batch` finds entities. The options are described at
        `translate`.
        """
    def enrich(
        self,
        provider: str,
        source: _Source,
        source_lang: str | None,
        target_lang: str,
        **options: Unpack[TranslationRequestOptions],
    ) -> Reply:
        """Translates a document or NIF, and returns the result in the requested format. If NIF contains terms
        with names in the target language, as `Terms.enrich` writes them, these names are used as
        translations.

        Use `translations=True` to return a document translated. Otherwise, its text is not changed.
        `options`: see `TranslationOptions` and `RequestOptions`.
        """
    def systems(self, provider: str) -> list[SystemInfo]:
        """Returns the systems of a provider that do not require a key, with their states."""
    def translate(
        self,
        provider: str,
        document: Document,
        source_lang: str | None,
        target_lang: str,
        **options: Unpack[TranslationOptions],
    ) -> list[Annotation]:
        """Translates a document. Returns an annotation for each unit that is translated completely. Use `encode`
        with `translations=True` to write the translations into the document.

        `source_lang`: the language of the text. If it is `None`, the language of the document is used, or
        else the detected language. `options`: see `TranslationOptions`.
        """

@final
class Unit:
    """A unit of text. Offsets count code points of the text of the document."""
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
        """The end offset."""
    @property
    def id(self) -> int:
        """The identifier in NIF (`dc:identifier`)."""
    @property
    def language(self) -> str | None:
        """The language of the first character, if the source declares one."""
    @property
    def name(self) -> str | None:
        """The name in the source, for example the `id` of a `trans-unit`."""
    @property
    def start(self) -> int:
        """The start offset."""
    @property
    def text(self) -> str:
        """The text of the unit."""
    def __eq__(self, value: object, /) -> bool: ...
    def __getnewargs__(self) -> tuple[int, int, str, int, str | None, str | None]: ...
    def __hash__(self) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class Upload:
    """A partial source of a dataset. Use `Datasets.upload` to create it."""
    @property
    def name(self) -> str:
        """The name of the dataset."""
    def append(self, data: _Large) -> None:
        """Appends bytes to the source. Paths and binary file objects are streamed. If reading fails, the bytes
        read so far are kept; `len` returns their number.
        """
    def discard(self) -> None:
        """Discards the upload."""
    def load(self, *, update: bool = False, **options: Unpack[ResourceOptions]) -> Resource:
        """Loads the source, as `Datasets.load` does, and deletes the upload. If loading fails, the upload is
        kept. Raises `NotFound` if nothing was uploaded.
        """
    def __len__(self) -> int:
        """Returns the number of received bytes."""

@final
class User:
    """A user."""
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
    """The users of an engine. Use it to register, log in, change and delete users, and to manage API keys and
    invitations.

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
        """Returns a token for a user name and password. The token does not expire.

        Raises `Unauthenticated` if the password is wrong or the user does not exist, and `Throttled` for a
        user name after five consecutive failures. `retry_after` is the waiting time in seconds.
        """
    def create(self, username: str, password: str, *, invitation: str | None = None) -> User:
        """Registers a user. By default, all callers can register users, except when the engine uses an OpenID
        provider. The setting `registration` changes this. A user name consists of 1 to 64 letters, digits,
        `.`, `_` and `-`, and begins with a letter. A password has at least 8 characters.

        `invitation`: the code of an invitation, which can be used once. Raises `Forbidden` if the code is
        invalid.
        """
    def create_invitation(
        self,
        name: str,
        *,
        role: _Role | None = None,
        expires: datetime | None = None,
    ) -> tuple[Invitation, str]:
        """Creates an invitation. Returns the invitation and its code, which cannot be read again. It can be used
        to register one user. Only admins can create invitations, and at most 1,000 can exist.

        `role`: the role of the new user (default: `"ROLE_USER"`). `expires`: the time when the invitation
        expires, with a time zone. By default, it does not expire.
        """
    def create_key(
        self,
        username: str,
        name: str,
        scopes: Sequence[_Scope],
        *,
        expires: datetime | None = None,
    ) -> tuple[ApiKey, str]:
        """Creates an API key. Returns the key and its secret, which cannot be read again. Programs send the
        secret instead of a token, and act as the user, within the scopes of the key: `"read"`, `"enrich"`,
        `"write"` and `"admin"`. Only the user can create keys, when logged in with the password. A user can
        have at most 100 keys.

        `expires`: the time when the key expires, with a time zone. By default, it does not expire.
        """
    def delete(self, username: str, *, resources: Literal["delete"] | None = None) -> None:
        """Deletes a user, and revokes the tokens and API keys of the user immediately. Only the user and admins
        can delete it. Raises `Conflict` if the user owns resources, or is the last admin. Use
        `resources="delete"` to delete the resources of the user too.
        """
    def list(
        self,
        *,
        after: str | None = None,
        limit: int | None = None,
    ) -> builtins.list[User]:
        """Returns the users, sorted by name. Only admins can list users.

        `after`: return only the users after this name. `limit`: the maximum number of users (default: 100).
        """
    def list_invitations(self) -> builtins.list[Invitation]:
        """Returns the valid invitations, sorted by name. Only admins can list invitations."""
    def list_keys(self, username: str) -> builtins.list[ApiKey]:
        """Returns the API keys of a user, sorted by name. The same callers as for `read_key` can list them."""
    def read(self, username: str) -> User:
        """Returns a user. Only the user and admins can read it."""
    def read_audit_log(
        self,
        *,
        after: str | None = None,
        limit: int | None = None,
    ) -> builtins.list[AuditEntry]:
        """Returns entries of the audit log, oldest first. The log is enabled by the setting `audit_days`. Only
        admins can read it.

        `after`: return only the entries after the entry with this `id`. `limit`: the maximum number of
        entries (default: 100).
        """
    def read_invitation(self, name: str) -> Invitation:
        """Returns a valid invitation. Only admins can read invitations."""
    def read_key(self, username: str, name: str) -> ApiKey:
        """Returns an API key that has not expired. Only the user and admins can read it, when logged in with the
        password.
        """
    def revoke(self, token: str) -> None:
        """Revokes a token, or the API key with this secret. Only admins can revoke tokens."""
    def revoke_all(self, username: str) -> None:
        """Revokes all tokens and API keys of a user. Only admins can revoke them."""
    def revoke_invitation(self, name: str) -> None:
        """Revokes an invitation, whose code becomes invalid immediately. Only admins can revoke invitations."""
    def revoke_key(self, username: str, name: str) -> None:
        """Revokes an API key, which becomes invalid immediately. The same callers as for `read_key` can revoke
        it.
        """
    def set_password(self, username: str, password: str) -> User:
        """Changes a password. Only the user and admins can change it. Existing tokens remain valid."""
    def set_role(self, username: str, role: _Role) -> User:
        """Sets the role of a user to admin (`"ROLE_ADMIN"`) or user (`"ROLE_USER"`). Only admins can set roles.
        Raises `Conflict` for the last admin.
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
        """The default value, if it is a literal."""
    @property
    def name(self) -> str:
        """The name. It is `{namespace}local` if the name is in a namespace."""
    @property
    def required(self) -> bool:
        """True if a value is required."""
    @property
    def select(self) -> str | None:
        """The expression of the default value, if it is not a literal."""
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class XsltReply:
    """The result of a stylesheet for a document."""
    @property
    def bytes(self) -> builtins.bytes:
        """The result, in the encoding that the stylesheet specifies."""
    @property
    def documents(self) -> dict[str, builtins.bytes]:
        """The secondary results (`xsl:result-document`), by IRI. They are not written to files."""
    @property
    def encoding(self) -> str:
        """The name of the encoding."""
    @property
    def media_type(self) -> str:
        """The media type, without parameters."""
    @property
    def messages(self) -> list[XsltMessage]:
        """The messages of `xsl:message`."""
    @property
    def method(self) -> Literal["xml", "html", "xhtml", "text"]:
        """The output method: `"xml"`, `"html"`, `"xhtml"` or `"text"`."""
    def __bytes__(self) -> builtins.bytes: ...

def _annotation(start: int, end: int, keywords: dict[str, Any]) -> Annotation:
    """Restores a pickled annotation. Relative references, which documents can contain, are accepted."""

def _chunk_fields() -> list[tuple[str, str, list[tuple[str, str]]]]:
    """Returns the fields of chunks."""

def _closest(word: str, known: Sequence[str]) -> str | None:
    """Returns the known name that is closest to a word."""

def _fail(number: int) -> None:
    """Fails with the error kind of a number, or panics for 0. Tests use it to raise errors of all kinds."""

def _format_of_path(path: str) -> str | None:
    """Returns the name of the format for the extension of a path. Returns `None` if the extension is unknown."""

def _listen(listener: Callable[[str, str, str], None]) -> None:
    """Calls a function with the level, the component and the message of each event, starting now."""

def _made(plain: dict[str, Any]) -> Any:
    """Restores a pickled component or engine."""

def _option_tables() -> list[tuple[str, list[ParameterInfo]]]:
    """Returns the tables of options, by the names of their Python types."""

def _restore(
    source: bytes,
    format: str,
    given: list[tuple[str, str]],
    is_target: bool,
) -> Document:
    """Decodes a pickled document."""

def _serve_mcp(
    session: Session,
    *,
    allow: Sequence[str | os.PathLike[str]] = ...,
    max_bytes: int | None = None,
    max_output_bytes: int | None = None,
    max_results: int | None = None,
    seconds: float | None = None,
) -> None:
    """Serves the tools of a session to one client over standard input and output, until the client closes
    standard input.

    `allow`: the folders with files that clients may read. `max_bytes`: the maximum size of a document.
    `max_output_bytes`: the maximum size of an answer. `max_results`: the maximum number of results in an
    answer. `seconds`: the time limit of a call.

    Raises `NotFound` if a folder does not exist, and `Unavailable` if the client does not use the protocol.
    """

def _xslt_work() -> None:
    """Runs stylesheets for another process until the input ends. The command `glossweave xslt-worker` uses it."""

def analyze_its(
    source: _Source,
    category: str,
    *,
    format: _Format | None = None,
    resolver: Callable[[str, str], bytes | None] | None = None,
    **options: Unpack[DecodeOptions],
) -> list[tuple[str, dict[str, str]]]:
    """Returns the ITS 2.0 values of each element and attribute of a document, for one data category: a list of
    pairs of a path and the values that apply.

    `category`: an identifier, for example `"translate"` or `"localization-note"`. The other arguments are
    described at `decode`.

    >>> import glossweave
    >>> glossweave.analyze_its("<p>To <b translate=no>Cork", "translate", format="html")[4]
    ('/html/body[1]/p[1]/b[1]', {'translate': 'no'})
    """

def check_model(path: str | os.PathLike[str]) -> ModelReport:
    """Opens a model file and describes it: a file that this library saved, for example a `Tagger`, or, with the
    Cargo feature `neural`, the file or folder of a neural model. A neural model is also run, which takes
    about half a second.

    Raises `StorageError` if the file cannot be read or is damaged, `MalformedInput` if it is not a model
    file, and `Unsupported` if a neural model cannot be run or the feature is disabled.

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
    """Checks a graph against the rules of NIF 2.0 and 2.1. Returns an empty list if the graph is valid. The
    arguments are described at `read_nif`, which refuses only some of the violations that this function finds.

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
    """Checks the translations in a document, for example XLIFF, PO, string catalogs, or tables with
    translations.

    `options`: see `CheckOptions`.

    Raises `Unsupported` if the document contains no translations, and `InvalidArgument` if an option has an
    invalid value.

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
    """Divides a document into chunks and returns them as JSON Lines. The keys are the keys of the dictionaries
    that `chunks` returns.

    `measure`: a function that returns the size of a text, used instead of the size unit. `options`: see
    `ChunkOptions`.

    Raises `InvalidArgument` if the options contradict each other, and `TooLarge` if the result exceeds the
    limit.

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
    """Decodes a document.

    A `str` is always decoded text, never a file name. Use `pathlib` or another `os.PathLike` for a path. By
    default, the extension of a path determines the format.

    `format`: a name, for example `"html"` or `"text"`, or a media type. `resolver`: a callable that opens the
    files with ITS rules and records, used instead of `rules_folder`. It receives the reference and the base,
    and returns `bytes`, or `None` if the file does not exist. `options`: see `DecodeOptions`.

    >>> import glossweave
    >>> page = glossweave.decode("<p>Caf&eacute; <b>Bar</b>", format="html")
    >>> page.text
    'Café Bar'
    >>> page.source_span(5, 8)
    (18, 21)
    """

def embedded_document(xliff: _Source, **options: Unpack[DecodeOptions]) -> Document | None:
    """Reads the document that is embedded in an XLIFF file of `to_xliff`. Returns `None` if no document is
    embedded.

    `options`: see `DecodeOptions`. Use the same options that were used to decode the original document.

    Raises `MalformedInput` with the location of the error if the file is not XLIFF, or if its skeleton was
    not written by `to_xliff`, and the errors of `decode`.

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
    """Writes a document in its own format and inserts annotations. All bytes of the source are preserved.

    `options`: see `EncodeOptions`.

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
    """Writes a document of any format as a new file, with the annotations in its markup and the given
    annotations.

    `format`: a format with the ability `"export"`, for example `"conll-u"`, `"cas-json"`, `"brat"` or
    `"bioc-xml"`. `name`: the name of the document in the file. `max_output_bytes`: the maximum size of the
    result.

    Raises `Unsupported` if the format does not support export, and `TooLarge` if the result exceeds the
    limit.

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

def generate_pseudonym_key(*, reversible: bool = True) -> bytes:
    """Generates a key for pseudonyms, as JSON for the argument `key` of `redact`. A key that is not `reversible`
    replaces equal strings with equal pseudonyms, but cannot restore them.

    >>> import glossweave
    >>> key = glossweave.generate_pseudonym_key()
    >>> page = glossweave.decode("Ask Jane Roe.", format="text")
    >>> first = glossweave.redact(page, deny=["Jane Roe"], method="pseudonym", key=key)
    >>> first.bytes == glossweave.redact(page, deny=["Jane Roe"], method="pseudonym", key=key).bytes
    True
    """

def identify_language(text: str) -> tuple[str, float] | None:
    """Returns the tag of the most likely language of a text, and the confidence from 0 to 1. Returns `None` if
    no language is likely.

    69 languages are supported. One or two sentences are enough to distinguish most of them, but one or two
    words are not.

    >>> from glossweave import identify_language
    >>> text = "Der Bahnhof liegt nicht weit von hier, gleich hinter der alten Brücke."
    >>> tag, confidence = identify_language(text)
    >>> tag, confidence > 0.5
    ('de', True)
    >>> identify_language("12 34") is None
    True
    """

def import_store(folder: str | os.PathLike[str], data: _Source) -> None:
    """Imports the output of `Session.export` into a folder that is empty or does not exist. A failed import
    writes nothing.

    Users, tokens, names and numbers are restored unchanged. To use them, open an `Engine` with the folder as
    its `store`. Any other store location that `Engine` accepts works too.

    Raises `StorageError` if the folder contains a store that is in use, `Conflict` if it contains stored
    data, and `MalformedInput` if the export was truncated or modified.
    """

def merge_xliff(document: Document, xliff: _Source) -> list[Annotation]:
    """Returns the translations in an XLIFF file that was created from a document, as annotations of this
    document. Use `encode` with `translations=True` to write them into the document.

    Raises `MalformedInput` with the location of the error if the file is not XLIFF, and `Conflict` with the
    different units if the document has changed since the export, or is another document.

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
    """Writes the skeleton of a document as NIF, which allows NIF of the document to be merged back: the text and
    its units, the markup as a second text, and the span of each unit in the markup (`nif:wasConvertedFrom`).
    The arguments are described at `to_nif`.
    """

def protocols() -> list[ProtocolInfo]:
    """Returns the protocols for opening a `Provider`, grouped by kind.

    >>> from glossweave import protocols
    >>> "spotlight" in [one.name for one in protocols() if one.kind == "recognizer"]
    True
    >>> deepl = next(one for one in protocols() if one.name == "deepl")
    >>> [one.name for one in deepl.parameters if one.required]
    ['key']
    """

def read_nif(
    source: _Source,
    *,
    format: _Format | None = None,
    base: str | None = None,
    lenient: bool = False,
) -> Nif:
    """Reads NIF.

    `format`: see `to_nif`; by default, the extension of a path determines the format. `base`: the base IRI
    for relative IRIs. `lenient`: if true, strings whose offsets exceed their text or that differ from the
    text at these offsets are added to `Nif.skipped`. Otherwise, the first such string is an error.

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
    """Reads Web Annotations of a document from JSON: an annotation, a page, a collection with its first page, or
    a list of these.

    The selectors of an annotation determine its span in the document: positions, quotes, bytes, paths and
    ranges. If a quote does not occur exactly, a fuzzy search is used. `source`: the IRI of the document;
    annotations of other documents are skipped. Annotations whose `schema:creativeWorkStatus` is `"proposed"`
    or `"rejected"` are skipped without a message.

    Returns the annotations, and for each skipped annotation its IRI and the reason. Raises `MalformedInput`
    with the location of the error if the data is not JSON or contains no annotations.

    >>> import glossweave, json
    >>> page = glossweave.decode("<p>To <b>Cork</b>", format="html")
    >>> quote = {"type": "TextQuoteSelector", "exact": "Cork", "prefix": "To "}
    >>> made = {"motivation": "identifying", "body": "http://example.org/Cork", "target": {"selector": quote}}
    >>> found, skipped = glossweave.read_web_annotations(page, json.dumps(made))
    >>> (found[0].start, found[0].end, found[0].idents, skipped)
    (3, 7, ('http://example.org/Cork',), [])
    """

def redact(
    document: Document,
    recognizers: Sequence[_Recognizer] = ...,
    **options: Unpack[RedactOptions],
) -> Redaction:
    """Redacts a document: replaces the matches of recognizers and the strings in the options everywhere in its
    source.

    `recognizers`: dictionaries, taggers, providers of the kind `"recognizer"`, and callables. `options`: see
    `RedactOptions`.

    Raises `Unsupported` if the format cannot be written, `Conflict` if the result still contains a redacted
    string, `InvalidArgument` if an option has an invalid value, and the errors of recognizers.

    >>> import glossweave
    >>> page = glossweave.decode("<p title='jane roe'>Ask Jane <b>Roe</b>, jane@roe.example", format="html")
    >>> glossweave.redact(page, deny=["Jane Roe"]).bytes
    b"<p title='REDACTED'>Ask REDACTED<b></b>, CONTACT-POINT\"
    """

def restore_redacted(redacted: _Source, key: _Source) -> bytes:
    """Restores a document that was redacted with pseudonyms, byte for byte. Use the key of its redaction, or a
    later version of this key.

    Raises `NotFound` if the key does not contain the document, for example because the document was changed,
    and `MalformedInput` if `key` is not a key.

    >>> import glossweave
    >>> page = glossweave.decode("Ask Jane Roe.", format="text")
    >>> redaction = glossweave.redact(page, deny=["Jane Roe"], method="pseudonym")
    >>> glossweave.restore_redacted(redaction.bytes, redaction.key)
    b'Ask Jane Roe.'
    """

def restore_text(text: str, key: _Source) -> str:
    """Replaces the pseudonyms in a text with the original strings. Use it, for example, for the answer of a
    language model.

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
    """Writes a document and its annotations as NIF.

    `format`: `"turtle"`, `"json-ld"`, `"n-triples"`, `"n3"`, `"rdf-xml"` or a media type. `prefix`: the
    prefix of the IRIs of the document. `version`: `"2.0"` or `"2.1"`. `language`: the language tag for all
    text, used instead of the languages in the document. `shape`: `"units"`, or `"its"` for the conversion of
    Annex F of ITS 2.0. `max_output_bytes`: the maximum size of the result.

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
    """Writes the annotations of a document as an annotation page (Web Annotations, JSON-LD of the W3C): the
    annotations in its markup and the given annotations.

    `source`: the IRI of the document. `base`: the prefix of the IRIs of annotations, to which a number from 1
    is appended. `created`: the time when the annotations were created, for example `"2026-01-31T12:00:00Z"`.
    `text`: the IRI of the text to which positions and quotes refer. `max_output_bytes`: the maximum size of
    the result.

    >>> import glossweave, json
    >>> page = glossweave.decode("<p>To <b>Cork</b>", format="html")
    >>> cork = glossweave.Annotation(3, 7, idents=["http://example.org/Cork"])
    >>> made = glossweave.to_web_annotation(page, [cork], source="http://example.org/page")
    >>> json.loads(made)["items"][0]["target"]["selector"][0]["start"]
    3
    """

def to_xliff(document: Document, target_lang: str, **options: Unpack[XliffOptions]) -> bytes:
    """Writes the untranslated texts of a document as an XLIFF file for translation.

    `target_lang`: the target language. `options`: see `XliffOptions`. If `embed` is set, `embedded_document`
    reads the document from the file.

    Raises `InvalidArgument` if the language of the text is not specified and cannot be identified.

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
    """Writes the entries of a public vocabulary as a CSV table for datasets: names, classes, weights, and
    descriptions of the entities.

    `table`: the path of the table; an existing file is replaced atomically. The other arguments are described
    at `Dictionary.from_vocabulary`, except that the options `never-alone` and `corpus` are not supported.
    """
