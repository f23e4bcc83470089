"""Conversion of documents and annotations to spaCy and back, and a component for spaCy pipelines.

Requires the extra `spacy`. Offsets are code points in both. The annotations are stored in a span group of
the `Doc`, and the entities are also its `ents` if they do not overlap. Values that spaCy cannot represent
(confidence, further IRIs, metadata) are stored in the attributes of the group, so that `from_spacy` returns
the annotations of `to_spacy` unchanged, even after `to_bytes` and `from_bytes`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import glossweave
from glossweave import Annotation, Dictionary, Document, Engine
from glossweave.errors import InvalidArgument
from spacy.language import Language
from spacy.tokens import Doc, DocBin, Span, SpanGroup
from spacy.util import filter_spans

__all__ = ["Component", "Names", "from_docbin", "from_spacy", "to_docbin", "to_spacy"]

if TYPE_CHECKING:
    _Alignment: TypeAlias = Literal["strict", "contract", "expand"]

KEY = "glossweave"
"""The name of the span group."""

NAMESPACE = "urn:x-spacy:"
"""The prefix of the class IRI of an entity whose label is not an IRI."""


def to_spacy(
    nlp: Language,
    document: Document,
    annotations: Iterable[Annotation] | None = None,
    *,
    alignment: _Alignment = "expand",
    key: str = KEY,
) -> Doc:
    """Creates a `Doc` of the text, tokenized by `nlp`, with annotations. By default, the annotations in the markup
    are used. `alignment`: the handling of a span that begins or ends within a token. A span that cannot be
    aligned is not added to the group, but `from_spacy` still returns it."""
    doc = nlp.make_doc(document.text)
    _put(doc, document.annotations if annotations is None else annotations, alignment, key)
    return doc


def _put(doc: Doc, annotations: Iterable[Annotation], alignment: str, key: str) -> None:
    kept: dict[str, list[Any]] = {}
    spans: list[Span] = []
    entities: list[Span] = []
    for number, one in enumerate(annotations):
        (start, end), keywords = one.__getnewargs_ex__()
        label = _label(one)
        iri = one.idents[0] if one.idents else one.info_ref or ""
        span = doc.char_span(
            start, end, label=label, kb_id=iri, alignment_mode=alignment, span_id=str(number)
        )
        placed = span is not None and len(span) > 0
        kept[str(number)] = [start, end, _plain(keywords), placed]
        if span is not None and placed:
            spans.append(span)
            if one.kind == "entity":
                entities.append(span)
    doc.spans[key] = SpanGroup(doc, name=key, attrs={KEY: kept}, spans=spans)
    before = [span for span in doc.ents if not any(_touch(span, other) for other in entities)]
    doc.ents = filter_spans([*entities, *before])


def _touch(one: Span, other: Span) -> bool:
    return bool(one.start < other.end and other.start < one.end)


def _plain(keywords: Mapping[str, Any]) -> dict[str, Any]:
    """Converts tuples to lists, because `from_bytes` returns lists."""
    return {
        name: list(value) if isinstance(value, tuple) else value for name, value in keywords.items()
    }


def _label(annotation: Annotation) -> str:
    """Returns the last part of the IRI of the first class, or the kind."""
    if not annotation.classes:
        return annotation.kind.upper()
    iri = annotation.classes[0].rstrip("/#")
    return iri.removeprefix(NAMESPACE).replace("#", "/").rpartition("/")[2] or iri


def from_spacy(
    doc: Doc, *, key: str = KEY, classes: Mapping[str, str] | None = None
) -> tuple[Document, list[Annotation]]:
    """Converts a `Doc` to a document and annotations: the annotations of `to_spacy`, the spans that other components
    added to the group, and the entities. `classes`: the class IRIs of labels. A label that is not in `classes`
    and is not an IRI itself is appended to `urn:x-spacy:`."""
    document = glossweave.decode(doc.text, format="text")
    found: list[Annotation] = []
    seen: set[tuple[int, int]] = set()
    group = doc.spans.get(key)
    kept: dict[str, list[Any]] = {} if group is None else dict(group.attrs.get(KEY, {}))
    present = set()
    for span in () if group is None else group:
        said = kept.get(span.id_)
        if said is None:
            found.append(_annotation(span, classes))
        else:
            present.add(span.id_)
            found.append(Annotation(said[0], said[1], **said[2]))
        seen.add((span.start_char, span.end_char))
    found += [
        Annotation(said[0], said[1], **said[2])
        for number, said in kept.items()
        if number not in present and not said[3]
    ]
    found += [
        _annotation(span, classes)
        for span in doc.ents
        if (span.start_char, span.end_char) not in seen
    ]
    found.sort(key=lambda one: (one.start, -one.end))
    return document, found


def _annotation(span: Span, classes: Mapping[str, str] | None) -> Annotation:
    label = span.label_
    iri = (classes or {}).get(label, label if ":" in label else f"{NAMESPACE}{label}")
    return Annotation(
        span.start_char,
        span.end_char,
        text=span.text,
        idents=[span.kb_id_] if ":" in span.kb_id_ else [],
        classes=[iri] if label else [],
    )


def to_docbin(
    nlp: Language,
    documents: Iterable[tuple[Document, Iterable[Annotation] | None]],
    *,
    alignment: _Alignment = "expand",
    key: str = KEY,
) -> bytes:
    """Writes documents with annotations as a `DocBin`, and converts each document with `to_spacy`. Use `None` for the
    annotations in the markup. A file with these bytes can be used as training data for spaCy.

    >>> import spacy, glossweave
    >>> from glossweave.spacy import from_docbin, to_docbin
    >>> nlp = spacy.blank("en")
    >>> cork = glossweave.Annotation(3, 7, idents=["http://example.org/Cork"])
    >>> data = to_docbin(nlp, [(glossweave.decode("To Cork", format="text"), [cork])])
    >>> [(page, found)] = from_docbin(nlp, data)
    >>> page.text, found[0].idents
    ('To Cork', ('http://example.org/Cork',))
    """
    docs = [to_spacy(nlp, page, found, alignment=alignment, key=key) for page, found in documents]
    made: bytes = DocBin(docs=docs, store_user_data=True).to_bytes()
    return made


def from_docbin(
    nlp: Language, data: bytes, *, key: str = KEY, classes: Mapping[str, str] | None = None
) -> list[tuple[Document, list[Annotation]]]:
    """Reads the documents of a `DocBin` with their annotations, as `from_spacy` does."""
    docs = DocBin().from_bytes(data).get_docs(nlp.vocab)
    return [from_spacy(doc, key=key, classes=classes) for doc in docs]


class Component:
    """A pipeline component that uses a recognizer of an engine to find entities."""

    def __init__(
        self, engine: Engine, recognizer: str, *, alignment: _Alignment = "expand", key: str = KEY
    ) -> None:
        self._entities = engine.session().entities
        self._recognizer, self._alignment, self._key = recognizer, alignment, key

    def __call__(self, doc: Doc) -> Doc:
        page = glossweave.decode(doc.text, format="text", language=doc.lang_ or None)
        found = self._entities.recognize(self._recognizer, page)
        _put(doc, found, self._alignment, self._key)
        return doc


class Names:
    """The factory `glossweave` for spaCy pipelines.

    >>> import spacy
    >>> from glossweave import Dictionary
    >>> Dictionary([("http://example.org/Cork", "Cork")]).save("cork.names")
    >>> nlp = spacy.blank("en")
    >>> _ = nlp.add_pipe("glossweave", config={"names": "cork.names"})
    >>> [(span.text, span.kb_id_) for span in nlp("From Cork.").ents]
    [('Cork', 'http://example.org/Cork')]
    """

    @staticmethod
    @Language.factory(
        "glossweave",
        assigns=["doc.ents", "doc.spans"],
        default_config={
            "names": None, "engine": None, "recognizer": "names", "alignment": "expand", "key": KEY,
        },
    )
    def make(
        nlp: Language,
        name: str,
        names: str | None,
        engine: dict[str, Any] | None,
        recognizer: str,
        alignment: _Alignment,
        key: str,
    ) -> Component:
        """Creates the component. Use either `names`, the file of a saved dictionary, or `engine`, the specification
        of an engine whose recognizer `recognizer` is used."""
        if (names is None) == (engine is None):
            raise InvalidArgument("expected either `names` or `engine`", parameter="names")
        if engine is not None:
            made = Engine.from_specification(engine)
        else:
            made = Engine({recognizer: Dictionary.open(Path(str(names)))})
        return Component(made, recognizer, alignment=alignment, key=key)
