import builtins
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Literal, Protocol, TypeAlias, final

from typing_extensions import Buffer, Self, disjoint_base

__all__ = [
    "Annotation",
    "Answer",
    "Apertium",
    "Call",
    "CallDone",
    "Calling",
    "Context",
    "Converters",
    "Datasets",
    "Dictionary",
    "Document",
    "Encoded",
    "Engine",
    "Entities",
    "Entry",
    "Filters",
    "Finding",
    "Highlight",
    "LinkFailure",
    "LinkReply",
    "Links",
    "Memory",
    "MemoryMatch",
    "Nif",
    "Part",
    "Passage",
    "Pipelines",
    "Placement",
    "RemoteRecognizer",
    "RemoteTranslator",
    "Reply",
    "Resource",
    "Section",
    "Session",
    "Shelf",
    "Stylesheet",
    "SystemInfo",
    "Table",
    "Tagger",
    "TermBase",
    "Terms",
    "TranslationReply",
    "TranslationSystem",
    "Translations",
    "Unit",
    "Upload",
    "User",
    "Users",
    "XsltMessage",
    "XsltParameter",
    "XsltReply",
    "__version__",
    "_fail",
    "_formats",
    "_format_of_path",
    "_listen",
    "_made",
    "_restore",
    "analyze_its",
    "check_nif",
    "decode",
    "encode",
    "identify_language",
    "import_store",
    "nif_skeleton",
    "read_nif",
    "to_nif",
    "to_web_annotation",
]

__version__: str

_Stored: TypeAlias = Literal["template", "filter", "pipeline", "dataset", "xsltconverter"]
_Table: TypeAlias = (
    Literal["csv", "json", "xml", "turtle", "json-ld", "n3", "n-triples", "rdf-xml"] | str
)
_Role: TypeAlias = Literal["ROLE_USER", "ROLE_ADMIN"]
_Processor: TypeAlias = Literal["libxslt", "saxon"]
_Mode: TypeAlias = Literal["add", "replace", "remove"]
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
_OnParent: TypeAlias = Literal["never", "when-needed", "preferred"]
_Kind: TypeAlias = Literal["entity", "term", "translation", "metadata"]

@final
class Annotation:
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
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def text(self) -> str: ...
    @property
    def kind(self) -> _Kind: ...
    @property
    def idents(self) -> tuple[str, ...]: ...
    @property
    def classes(self) -> tuple[str, ...]: ...
    @property
    def source(self) -> str | None: ...
    @property
    def source_ident(self) -> str | None: ...
    @property
    def info_ref(self) -> str | None: ...
    @property
    def info(self) -> str | None: ...
    @property
    def target(self) -> str | None: ...
    @property
    def language(self) -> str | None: ...
    @property
    def category(self) -> str | None: ...
    @property
    def fields(self) -> dict[str, str]: ...
    @property
    def records(self) -> tuple[dict[str, str], ...]: ...
    @property
    def confidence(self) -> float | None: ...
    @property
    def annotator(self) -> str | None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __getnewargs_ex__(self) -> tuple[tuple[int, int], dict[str, Any]]: ...

@final
class Document:
    @property
    def text(self) -> str: ...
    @property
    def units(self) -> list[Unit]: ...
    @property
    def annotations(self) -> list[Annotation]: ...
    @property
    def language(self) -> str | None: ...
    @property
    def encoding(self) -> str: ...
    @property
    def format(self) -> str: ...
    @property
    def source(self) -> bytes: ...
    @property
    def sections(self) -> list[Section]: ...
    @property
    def parts(self) -> list[Part]: ...
    @property
    def warnings(self) -> list[tuple[str, int, int]]: ...
    @property
    def target(self) -> Document | None: ...
    def target_unit(self, unit: int) -> int | None: ...
    def source_span(self, start: int, end: int) -> tuple[int, int] | None: ...
    def marked_text(self, start: int, end: int) -> str: ...
    def highlight(self, annotations: Sequence[Annotation] | None = None) -> Highlight: ...
    def _repr_html_(self) -> str: ...
    def __len__(self) -> int: ...

@final
class Section:
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def name(self) -> str | None: ...
    @property
    def language(self) -> str | None: ...
    @property
    def target_language(self) -> str | None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Unit:
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
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def text(self) -> str: ...
    @property
    def id(self) -> int: ...
    @property
    def language(self) -> str | None: ...
    @property
    def name(self) -> str | None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __getnewargs__(self) -> tuple[int, int, str, int, str | None]: ...

@final
class Highlight:
    def _repr_html_(self) -> str: ...

@final
class Encoded:
    @property
    def bytes(self) -> builtins.bytes: ...
    @property
    def placements(self) -> list[Placement]: ...
    @property
    def inserted(self) -> list[tuple[int, int]]: ...
    @property
    def replaced(self) -> list[tuple[tuple[int, int], tuple[int, int]]]: ...
    @property
    def parts(self) -> list[Part]: ...
    def __bytes__(self) -> builtins.bytes: ...

@final
class Part:
    def __new__(cls, name: str, start: int, end: int, encoding: str) -> Part: ...
    @property
    def name(self) -> str: ...
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def encoding(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __getnewargs__(self) -> tuple[str, int, int, str]: ...

@final
class Placement:
    def __new__(cls, state: str, fragments: int, rule: str | None) -> Placement: ...
    @property
    def state(self) -> Literal["placed", "on-parent", "present", "not-placed"]: ...
    @property
    def fragments(self) -> int: ...
    @property
    def rule(self) -> str | None: ...
    def __bool__(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __getnewargs__(self) -> tuple[str, int, str | None]: ...

@final
class Entry:
    def __new__(
        cls,
        uri: str,
        label: str,
        *,
        language: str | None = None,
        classes: Sequence[str] = ...,
        weight: float = 1.0,
    ) -> Entry: ...
    @property
    def uri(self) -> str: ...
    @property
    def label(self) -> str: ...
    @property
    def language(self) -> str | None: ...
    @property
    def classes(self) -> list[str]: ...
    @property
    def weight(self) -> float: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __getnewargs_ex__(self) -> tuple[tuple[str, str], dict[str, Any]]: ...

@final
class Dictionary:
    def __new__(cls, entries: Iterable[Entry | tuple[str, str]]) -> Dictionary: ...
    @staticmethod
    def from_csv(source: _Source) -> Dictionary: ...
    @staticmethod
    def from_rdf(
        source: _Source, *, format: _Format | None = None, base: str | None = None
    ) -> Dictionary: ...
    @staticmethod
    def open(path: str | os.PathLike[str], *, revision: str | None = None) -> Dictionary: ...
    @staticmethod
    def from_bytes(data: Buffer) -> Dictionary: ...
    @property
    def revision(self) -> str: ...
    def save(self, path: str | os.PathLike[str]) -> None: ...
    def verify(self) -> None: ...
    @property
    def entries(self) -> int: ...
    def recognize(
        self, text: str | Document, *, language: str | None = None
    ) -> list[Annotation]: ...
    def __len__(self) -> int: ...

@final
class TermBase:
    @staticmethod
    def from_csv(source: _Source, *, language: str | None = None) -> TermBase: ...
    @staticmethod
    def from_tbx(source: _Source) -> TermBase: ...
    @staticmethod
    def from_rdf(
        source: _Source, *, format: _Format | None = None, language: str | None = None
    ) -> TermBase: ...
    @staticmethod
    def open(path: str | os.PathLike[str], *, revision: str | None = None) -> TermBase: ...
    @staticmethod
    def from_bytes(data: Buffer) -> TermBase: ...
    @property
    def revision(self) -> str: ...
    @property
    def concepts(self) -> int: ...
    def save(self, path: str | os.PathLike[str]) -> None: ...
    def verify(self) -> None: ...
    def __len__(self) -> int: ...

@final
class Tagger:
    @staticmethod
    def train(
        corpus: _Source | Iterable[tuple[str, Sequence[Annotation]]],
        *,
        rounds: int | None = None,
        iris: Sequence[tuple[str, str]] | None = None,
        namespace: str | None = None,
        names: Sequence[Sequence[str]] | None = None,
    ) -> Tagger: ...
    @staticmethod
    def open(path: str | os.PathLike[str], *, revision: str | None = None) -> Tagger: ...
    @staticmethod
    def from_bytes(data: Buffer) -> Tagger: ...
    @property
    def revision(self) -> str: ...
    def save(self, path: str | os.PathLike[str]) -> None: ...
    @property
    def classes(self) -> dict[str, str]: ...
    def recognize(self, text: str | Document) -> list[Annotation]: ...
    def evaluate(
        self, corpus: _Source | Iterable[tuple[str, Sequence[Annotation]]]
    ) -> dict[str | None, dict[str, float]]: ...

@final
class Passage:
    @property
    def text(self) -> str: ...
    @property
    def pieces(self) -> list[tuple[int, int]]: ...
    @property
    def language(self) -> str | None: ...

@final
class RemoteRecognizer:
    @staticmethod
    def nif(
        url: str,
        *,
        headers: dict[str, str] | None = None,
        milliseconds: int | None = None,
        media_type: str | None = None,
        nif_version: Literal["2.0", "2.1"] | None = None,
        prefix: str | None = None,
    ) -> RemoteRecognizer: ...
    @staticmethod
    def spotlight(
        url: str,
        *,
        headers: dict[str, str] | None = None,
        milliseconds: int | None = None,
        confidence: float | None = None,
        support: int | None = None,
        types: str | None = None,
        candidates: bool = False,
        resources: str | None = None,
        policy: str | None = None,
        sparql: str | None = None,
        spotter: str | None = None,
        disambiguator: str | None = None,
    ) -> RemoteRecognizer: ...
    def recognize(
        self, text: str | Document, *, language: str | None = None
    ) -> list[Annotation]: ...

_Recognizer: TypeAlias = Dictionary | Tagger | RemoteRecognizer | Callable[[Passage], Iterable[Annotation]]

@final
class Engine:
    def __new__(
        cls,
        recognizers: Mapping[str, _Recognizer] | None = None,
        *,
        translators: Mapping[str, Sequence[TranslationSystem]] | None = None,
        term_bases: Mapping[str, TermBase] | None = None,
        prefix: str | None = None,
        max_bytes: int | None = None,
        store: str | os.PathLike[str] | None = None,
        durability: Literal["flush", "periodic"] | None = None,
        admin_create: bool | None = None,
        admin_username: str | None = None,
        admin_password: str | None = None,
        max_query_bytes: int | None = None,
        max_content_bytes: int | None = None,
        query_milliseconds: int | None = None,
        query_memory: int | None = None,
        query_result: int | None = None,
        saxon: str | os.PathLike[str] | None = None,
        xslt_processor: _Processor | None = None,
        xslt_milliseconds: int | None = None,
        xslt_memory: int | None = None,
        xslt_output: int | None = None,
        xslt_depth: int | None = None,
        dataset: str | None = None,
        max_dataset_bytes: int | None = None,
        tagger: str | os.PathLike[str] | None = None,
        http_hosts: str | None = None,
        http_private_hosts: str | None = None,
        http_milliseconds: int | None = None,
        http_response: int | None = None,
        link_concurrency: int | None = None,
        link_milliseconds: int | None = None,
        i18n_blacklist: str | None = None,
        pipeline_milliseconds: int | None = None,
        base_urls: str | None = None,
        environment: bool = False,
    ) -> Engine: ...
    def session(self, token: str | None = None) -> Session: ...
    def specification(self) -> dict[str, Any]: ...
    @staticmethod
    def from_specification(specification: dict[str, Any]) -> Engine: ...
    def close(self) -> None: ...
    def __enter__(self) -> Engine: ...
    def __exit__(self, *_exception: object) -> None: ...

@final
class Session:
    @property
    def entities(self) -> Entities: ...
    @property
    def links(self) -> Links: ...
    @property
    def terms(self) -> Terms: ...
    @property
    def translations(self) -> Translations: ...
    @property
    def users(self) -> Users: ...
    @property
    def filters(self) -> Filters: ...
    @property
    def templates(self) -> Shelf: ...
    @property
    def pipelines(self) -> Pipelines: ...
    @property
    def datasets(self) -> Datasets: ...
    @property
    def converters(self) -> Converters: ...
    def call(
        self,
        path: str,
        body: _Source | None = None,
        *,
        parameters: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer: ...
    def call_many(
        self,
        calls: Iterable[Call],
        *,
        threads: int = 0,
        ordered: bool = True,
        progress: bool = False,
    ) -> Calling: ...
    def shelf(self, kind: _Stored) -> Shelf: ...
    def export(self, to: str | os.PathLike[str] | _Writer) -> None: ...

@final
class User:
    @property
    def username(self) -> str: ...
    @property
    def role(self) -> _Role: ...
    @property
    def created(self) -> datetime: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Users:
    def create(self, username: str, password: str) -> User: ...
    def authenticate(self, username: str, password: str) -> str: ...
    def read(self, username: str) -> User: ...
    def list(
        self, *, after: str | None = None, limit: int | None = None
    ) -> builtins.list[User]: ...
    def set_password(self, username: str, password: str) -> User: ...
    def set_role(self, username: str, role: _Role) -> User: ...
    def delete(self, username: str) -> None: ...
    def revoke(self, token: str) -> None: ...
    def revoke_all(self, username: str) -> None: ...

@final
class Resource:
    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> _Stored: ...
    @property
    def owner(self) -> str: ...
    @property
    def visibility(self) -> _Visibility: ...
    @property
    def description(self) -> str | None: ...
    @property
    def created(self) -> datetime: ...
    @property
    def updated(self) -> datetime: ...
    @property
    def revision(self) -> int: ...
    @property
    def content(self) -> Mapping[str, Any]: ...
    def to_json(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@disjoint_base
class Shelf:
    @property
    def kind(self) -> _Stored: ...
    def create(
        self,
        name: str | None,
        content: _Source,
        *,
        visibility: _Visibility | None = None,
        description: str | None = None,
        label: str | None = None,
        persist: bool | None = None,
        language: str | None = None,
        informat: str | None = None,
        mode: _Mode | None = None,
        properties: Sequence[str] | None = None,
        plurals: bool | None = None,
        type: Literal["names", "terms"] | None = None,
    ) -> Resource: ...
    def read(self, name: str) -> Resource: ...
    def list(
        self, *, after: str | None = None, limit: int | None = None
    ) -> builtins.list[Resource]: ...
    def update(
        self,
        name: str,
        content: _Source | None = None,
        *,
        visibility: _Visibility | None = None,
        description: str | None = None,
        owner: str | None = None,
        if_revision: int | None = None,
        label: str | None = None,
        persist: bool | None = None,
        language: str | None = None,
        informat: str | None = None,
        mode: _Mode | None = None,
        properties: Sequence[str] | None = None,
        plurals: bool | None = None,
        type: Literal["names", "terms"] | None = None,
    ) -> Resource: ...
    def delete(self, name: str, *, if_revision: int | None = None) -> None: ...
    def check_use(self, name: str) -> None: ...

@final
class Datasets(Shelf):
    def load(
        self,
        name: str,
        source: _Large,
        *,
        update: bool = False,
        progress: Callable[[int, int, int], object] | None = None,
        informat: str | None = None,
        mode: _Mode | None = None,
        properties: Sequence[str] | None = None,
        plurals: bool | None = None,
        type: Literal["names", "terms"] | None = None,
        language: str | None = None,
        visibility: _Visibility | None = None,
        description: str | None = None,
        if_revision: int | None = None,
    ) -> Resource: ...
    def upload(self, name: str) -> Upload: ...

@final
class Upload:
    @property
    def name(self) -> str: ...
    def append(self, data: _Large) -> None: ...
    def load(
        self,
        *,
        update: bool = False,
        informat: str | None = None,
        mode: _Mode | None = None,
        properties: Sequence[str] | None = None,
        plurals: bool | None = None,
        type: Literal["names", "terms"] | None = None,
        language: str | None = None,
        visibility: _Visibility | None = None,
        description: str | None = None,
        if_revision: int | None = None,
    ) -> Resource: ...
    def discard(self) -> None: ...
    def __len__(self) -> int: ...

@final
class Filters(Shelf):
    def apply(
        self,
        name: str,
        source: _Source,
        *,
        format: _Format | None = None,
        output: _Table = "csv",
    ) -> bytes: ...
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
    ) -> bytes: ...

@final
class Pipelines(Shelf):
    def run(
        self,
        requests: _Source | list[Any] | tuple[Any, ...],
        *,
        parameters: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer: ...
    def run_stored(
        self,
        id: str,
        source: _Source,
        *,
        informat: str | None = None,
        outformat: str | None = None,
        parameters: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer: ...

@final
class Call:
    def __new__(
        cls,
        path: str,
        body: _Source | None = None,
        *,
        parameters: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Self: ...

@final
class Answer:
    @property
    def bytes(self) -> builtins.bytes: ...
    @property
    def media_type(self) -> str: ...
    @property
    def failures(self) -> list[LinkFailure]: ...
    def __bytes__(self) -> builtins.bytes: ...

@final
class CallDone:
    @property
    def index(self) -> int: ...
    @property
    def answer(self) -> Answer | None: ...
    @property
    def error(self) -> BaseException | None: ...

@final
class Calling:
    def __iter__(self) -> Self: ...
    def __next__(self) -> CallDone: ...
    @property
    def progress(self) -> tuple[int, int]: ...
    def close(self) -> None: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *_exception: object) -> None: ...

@final
class Converters(Shelf):
    def apply(
        self,
        name: str,
        source: _Source,
        *,
        format: _Format | None = None,
        output: str | None = None,
        charset: str | None = None,
        parameters: Mapping[str, str] | None = None,
    ) -> XsltReply: ...

@final
class Stylesheet:
    def __new__(
        cls,
        source: _Source,
        *,
        processor: _Processor | None = None,
        saxon: str | os.PathLike[str] | None = None,
        folder: str | os.PathLike[str] | None = None,
        milliseconds: int | None = None,
        memory: int | None = None,
        output: int | None = None,
        depth: int | None = None,
        recursion: int | None = None,
    ) -> Stylesheet: ...
    @property
    def version(self) -> str: ...
    @property
    def processor(self) -> _Processor: ...
    @property
    def parameters(self) -> list[XsltParameter]: ...
    def run(
        self,
        source: _Source,
        *,
        format: _Format | None = None,
        output: str | None = None,
        charset: str | None = None,
        parameters: Mapping[str, str] | None = None,
    ) -> XsltReply: ...

@final
class XsltParameter:
    @property
    def name(self) -> str: ...
    @property
    def default(self) -> str | None: ...
    @property
    def select(self) -> str | None: ...
    @property
    def required(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class XsltReply:
    @property
    def bytes(self) -> builtins.bytes: ...
    @property
    def media_type(self) -> str: ...
    @property
    def encoding(self) -> str: ...
    @property
    def method(self) -> Literal["xml", "html", "xhtml", "text"]: ...
    @property
    def messages(self) -> list[XsltMessage]: ...
    @property
    def documents(self) -> dict[str, builtins.bytes]: ...
    def __bytes__(self) -> builtins.bytes: ...

@final
class XsltMessage:
    @property
    def text(self) -> str: ...
    @property
    def line(self) -> int | None: ...
    @property
    def column(self) -> int | None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Entities:
    @property
    def names(self) -> list[str]: ...
    def annotate(
        self,
        recognizer: str,
        document: Document,
        *,
        dataset: str | Sequence[str] | None = None,
        mode: str = "all",
        types: Sequence[str] | None = None,
        num_links: int | None = None,
        threshold: float | None = None,
        language: str | None = None,
    ) -> list[Annotation]: ...
    def _annotate_batch(
        self,
        recognizer: str,
        rows: Sequence[tuple[str | bytes | None, str | None, str | None]],
        *,
        texts: bool = False,
        dataset: str | Sequence[str] | None = None,
        mode: str = "all",
        types: Sequence[str] | None = None,
        num_links: int | None = None,
        threshold: float | None = None,
    ) -> dict[str, Any]: ...
    def explain(
        self,
        document: Document,
        *,
        dataset: str | Sequence[str] | None = None,
        types: Sequence[str] | None = None,
        language: str | None = None,
    ) -> list[dict[str, Any]]: ...
    def enrich(
        self,
        recognizer: str,
        source: _Source,
        *,
        informat: _Format | None = None,
        outformat: _Format | _Table | None = None,
        filter: str | None = None,
        charset: str | None = None,
        language: str | None = None,
        prefix: str | None = None,
        version: _Version = "2.0",
        verify: bool = True,
        on_parent: _OnParent = "when-needed",
        translations: bool = False,
        set_lang: bool = False,
        target_state: str | None = None,
        any_language: bool = False,
        any_format: bool = False,
        dataset: str | Sequence[str] | None = None,
        mode: str = "all",
        types: Sequence[str] | None = None,
        num_links: int | None = None,
        threshold: float | None = None,
    ) -> Reply: ...

@final
class Reply:
    @property
    def bytes(self) -> builtins.bytes: ...
    @property
    def format(self) -> str: ...
    @property
    def placements(self) -> list[Placement]: ...
    def __bytes__(self) -> builtins.bytes: ...

@final
class Links:
    def enrich(
        self,
        template: str,
        source: _Source,
        *,
        parameters: Mapping[str, str] | None = None,
        partial: bool = False,
        informat: _Format | None = None,
        outformat: _Format | _Table | None = None,
        filter: str | None = None,
        charset: str | None = None,
        language: str | None = None,
        prefix: str | None = None,
        version: _Version = "2.0",
        verify: bool = True,
        on_parent: _OnParent = "when-needed",
        translations: bool = False,
        set_lang: bool = False,
        target_state: str | None = None,
        any_language: bool = False,
        any_format: bool = False,
    ) -> LinkReply: ...
    def explore(self, resource: str, endpoint: str, *, format: _Format = "turtle") -> bytes: ...

@final
class LinkReply:
    @property
    def bytes(self) -> builtins.bytes: ...
    @property
    def format(self) -> str: ...
    @property
    def placements(self) -> list[Placement]: ...
    @property
    def failures(self) -> list[LinkFailure]: ...
    def __bytes__(self) -> builtins.bytes: ...

@final
class LinkFailure:
    @property
    def entity(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def message(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Terms:
    def find(
        self,
        provider: str,
        document: Document,
        *,
        dataset: str | Sequence[str] | None = None,
        source: str | None = None,
        target: str | None = None,
        domain: str | None = None,
        threshold: float | None = None,
    ) -> list[Annotation]: ...
    def _annotate_batch(
        self,
        provider: str,
        rows: Sequence[tuple[str | bytes | None, str | None, str | None]],
        *,
        texts: bool = False,
        dataset: str | Sequence[str] | None = None,
        source: str | None = None,
        target: str | None = None,
        domain: str | None = None,
        threshold: float | None = None,
    ) -> dict[str, Any]: ...
    def enrich(
        self,
        provider: str,
        data: _Source,
        *,
        dataset: str | Sequence[str] | None = None,
        source: str | None = None,
        target: str | None = None,
        domain: str | None = None,
        mode: Literal["full", "annotation"] = "full",
        threshold: float | None = None,
        informat: _Format | None = None,
        outformat: _Format | _Table | None = None,
        filter: str | None = None,
        charset: str | None = None,
        prefix: str | None = None,
        version: _Version = "2.0",
        verify: bool = True,
        on_parent: _OnParent = "when-needed",
        any_language: bool = False,
        any_format: bool = False,
    ) -> Reply: ...

_Translator: TypeAlias = (
    Memory | Apertium | RemoteTranslator | Callable[[list[str], str, str], Sequence[str | None]]
)

@final
class TranslationSystem:
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
class SystemInfo:
    @property
    def name(self) -> str: ...
    @property
    def source(self) -> str: ...
    @property
    def target(self) -> str: ...
    @property
    def domain(self) -> str | None: ...
    @property
    def state(self) -> str: ...
    @property
    def always_running(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Translations:
    @property
    def providers(self) -> list[str]: ...
    def systems(self, provider: str) -> list[SystemInfo]: ...
    def _annotate_batch(
        self,
        provider: str,
        rows: Sequence[tuple[str | bytes | None, str | None, str | None]],
        *,
        target: str,
        texts: bool = False,
        source: str | None = None,
        domain: str | None = None,
        key: str | None = None,
    ) -> dict[str, Any]: ...
    def translate(
        self,
        provider: str,
        document: Document,
        source: str | None,
        target: str,
        *,
        domain: str | None = None,
        key: str | None = None,
        keep: str | Sequence[str] | None = None,
        srx: str | None = None,
    ) -> list[Annotation]: ...
    def enrich(
        self,
        provider: str,
        data: _Source,
        source: str | None,
        target: str,
        *,
        domain: str | None = None,
        key: str | None = None,
        keep: str | Sequence[str] | None = None,
        srx: str | None = None,
        informat: _Format | None = None,
        outformat: _Format | _Table | None = None,
        filter: str | None = None,
        charset: str | None = None,
        prefix: str | None = None,
        version: _Version = "2.0",
        verify: bool = True,
        on_parent: _OnParent = "when-needed",
        translations: bool = False,
        set_lang: bool = False,
        target_state: str | None = None,
        any_language: bool = False,
        any_format: bool = False,
    ) -> TranslationReply: ...

@final
class TranslationReply:
    @property
    def bytes(self) -> builtins.bytes: ...
    @property
    def format(self) -> str: ...
    @property
    def placements(self) -> list[Placement]: ...
    @property
    def statuses(self) -> list[str]: ...
    def __bytes__(self) -> builtins.bytes: ...

@final
class Apertium:
    def __new__(
        cls,
        mode: str,
        *,
        data: str | os.PathLike[str] | None = None,
        milliseconds: int | None = None,
    ) -> Apertium: ...

@final
class RemoteTranslator:
    def __new__(
        cls,
        protocol: str,
        url: str,
        *,
        key: str | None = None,
        headers: Mapping[str, str] | None = None,
        milliseconds: int | None = None,
        options: Mapping[str, str] | None = None,
    ) -> RemoteTranslator: ...

@final
class Memory:
    @staticmethod
    def from_tmx(source: _Source) -> Memory: ...
    @staticmethod
    def from_xliff(source: _Source) -> Memory: ...
    @staticmethod
    def open(path: str | os.PathLike[str], *, revision: str | None = None) -> Memory: ...
    @staticmethod
    def from_bytes(data: Buffer) -> Memory: ...
    @property
    def revision(self) -> str: ...
    def save(self, path: str | os.PathLike[str]) -> None: ...
    def matches(
        self, text: str, source: str, target: str, *, limit: int = 5
    ) -> list[MemoryMatch]: ...
    def __len__(self) -> int: ...

@final
class MemoryMatch:
    @property
    def source(self) -> str: ...
    @property
    def target(self) -> str: ...
    @property
    def score(self) -> float: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Table:
    @staticmethod
    def of_documents(
        documents: Mapping[str, Document] | Iterable[tuple[str, Document]],
    ) -> Table: ...
    @staticmethod
    def of_annotations(
        annotations: Mapping[str, Sequence[Annotation]]
        | Iterable[tuple[str, Sequence[Annotation]]],
    ) -> Table: ...
    @property
    def column_names(self) -> list[str]: ...
    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(
        self, requested_schema: object | None = None
    ) -> tuple[object, object]: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

@final
class Nif:
    @property
    def contexts(self) -> list[Context]: ...
    def annotations_of(self, document: Document) -> list[Annotation] | None: ...
    def annotated(self, context: int, annotations: Sequence[Annotation]) -> Nif: ...
    def write(self, *, format: _Format = "turtle") -> bytes: ...

@final
class Context:
    @property
    def iri(self) -> str: ...
    @property
    def document(self) -> Document: ...
    @property
    def annotations(self) -> list[Annotation]: ...

@final
class Finding:
    def __new__(cls, rule: str, resource: str, message: str) -> Finding: ...
    @property
    def rule(self) -> str: ...
    @property
    def resource(self) -> str: ...
    @property
    def message(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __getnewargs__(self) -> tuple[str, str, str]: ...

def decode(
    source: _Source,
    *,
    format: _Format | None = None,
    charset: str | None = None,
    language: str | None = None,
    max_bytes: int | None = None,
    rules: Sequence[str] = ...,
    rule_set: str | None = None,
    rules_folder: str | os.PathLike[str] | None = None,
    resolver: Callable[[str, str], bytes | None] | None = None,
    base: str | None = None,
    parameters: Mapping[str, str] = ...,
) -> Document: ...
def analyze_its(
    source: _Source,
    category: str,
    *,
    format: _Format | None = None,
    rules: Sequence[str] = ...,
    rule_set: str | None = None,
    rules_folder: str | os.PathLike[str] | None = None,
    resolver: Callable[[str, str], bytes | None] | None = None,
    base: str | None = None,
    parameters: Mapping[str, str] = ...,
) -> list[tuple[str, dict[str, str]]]: ...
def encode(
    document: Document,
    annotations: Sequence[Annotation] = ...,
    *,
    verify: bool = True,
    on_parent: _OnParent = "when-needed",
    translations: bool = False,
    set_lang: bool = False,
    target_state: str | None = None,
) -> Encoded: ...
def to_nif(
    document: Document,
    annotations: Sequence[Annotation] = ...,
    *,
    format: _Format = "turtle",
    prefix: str | None = None,
    version: _Version = "2.0",
    language: str | None = None,
    shape: _Shape = "units",
) -> bytes: ...
def to_web_annotation(
    document: Document,
    annotations: Sequence[Annotation] = ...,
    *,
    source: str,
    base: str | None = None,
    created: str | None = None,
    text: str | None = None,
) -> bytes: ...
def read_nif(
    source: _Source, *, format: _Format | None = None, base: str | None = None
) -> Nif: ...
def nif_skeleton(
    document: Document,
    *,
    format: _Format = "turtle",
    prefix: str | None = None,
    version: _Version = "2.0",
    language: str | None = None,
    shape: _Shape = "units",
) -> bytes: ...
def check_nif(
    source: _Source, *, format: _Format | None = None, base: str | None = None
) -> list[Finding]: ...
def identify_language(text: str) -> tuple[str, float] | None: ...
def import_store(folder: str | os.PathLike[str], data: _Source) -> None: ...
def _fail(number: int) -> None: ...
def _formats() -> list[tuple[str, list[str], list[str], bool, bool]]: ...
def _format_of_path(path: str) -> str | None: ...
def _listen(listener: Callable[[str, str, str], None]) -> None: ...
def _made(shown: dict[str, Any]) -> Any: ...
def _restore(
    source: bytes, format: str, given: list[tuple[str, str]], is_target: bool
) -> Document: ...
