import builtins
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, Protocol, TypeAlias, final

from typing_extensions import Buffer

__all__ = [
    "Annotation",
    "Context",
    "Dictionary",
    "Document",
    "Encoded",
    "Engine",
    "Entities",
    "Entry",
    "Finding",
    "Highlight",
    "Nif",
    "Part",
    "Passage",
    "Placement",
    "Reply",
    "Section",
    "Session",
    "Unit",
    "__version__",
    "_fail",
    "_restore",
    "analyze_its",
    "check_nif",
    "decode",
    "encode",
    "nif_skeleton",
    "read_nif",
    "to_nif",
    "to_web_annotation",
]

__version__: str

class _BinaryFile(Protocol):
    def read(self) -> bytes: ...

# A `str` is text, never the name of a file.
_Source: TypeAlias = str | Buffer | os.PathLike[str] | _BinaryFile
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
    def open(path: str | os.PathLike[str]) -> Dictionary: ...
    def save(self, path: str | os.PathLike[str]) -> None: ...
    def verify(self) -> None: ...
    @property
    def entries(self) -> int: ...
    def recognize(
        self, text: str | Document, *, language: str | None = None
    ) -> list[Annotation]: ...
    def __len__(self) -> int: ...

@final
class Passage:
    @property
    def text(self) -> str: ...
    @property
    def pieces(self) -> list[tuple[int, int]]: ...
    @property
    def language(self) -> str | None: ...

_Recognizer: TypeAlias = Dictionary | Callable[[Passage], Iterable[Annotation]]

@final
class Engine:
    def __new__(
        cls,
        recognizers: Mapping[str, _Recognizer],
        *,
        prefix: str | None = None,
        max_bytes: int | None = None,
    ) -> Engine: ...
    def session(self) -> Session: ...

@final
class Session:
    @property
    def entities(self) -> Entities: ...

@final
class Entities:
    @property
    def names(self) -> list[str]: ...
    def annotate(self, recognizer: str, document: Document) -> list[Annotation]: ...
    def enrich(
        self,
        recognizer: str,
        source: _Source,
        *,
        informat: _Format | None = None,
        outformat: _Format = "turtle",
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
def _fail(number: int) -> None: ...
def _restore(
    source: bytes, format: str, given: list[tuple[str, str]], is_target: bool
) -> Document: ...
