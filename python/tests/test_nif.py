from __future__ import annotations

import pickle
from pathlib import Path

import glossweave
import pytest
from glossweave import Annotation

NOTATIONS = ["turtle", "json-ld", "n-triples", "n3", "rdf-xml"]


@pytest.mark.parametrize("format", NOTATIONS)
@pytest.mark.parametrize("version", ["2.0", "2.1"])
def test_what_was_written_is_read_again(
    page: glossweave.Document, names: glossweave.Dictionary, format: str, version: str
) -> None:
    found = names.recognize(page)
    written = glossweave.to_nif(page, found, format=format, version=version)  # type: ignore[arg-type]
    nif = glossweave.read_nif(written, format=format)
    (context,) = nif.contexts
    assert context.document.text == page.text
    assert sorted(context.annotations, key=lambda a: a.start) == found
    assert all(context.document.text[a.start : a.end] == a.text for a in context.annotations)
    assert nif.write(format=format) != b""


def test_annotations_are_added_to_a_graph(tmp_path: Path) -> None:
    source = """
        @prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .
        <http://my.org/d#char=0,6> a nif:Context ;
            nif:isString "\N{GRINNING FACE} Cork" ; <x:kept> <x:y> ."""
    path = tmp_path / "one.ttl"
    path.write_text(source, encoding="utf-8")
    nif = glossweave.read_nif(path)
    assert repr(nif.contexts[0]) == "<Context http://my.org/d#char=0,6: 6 characters, 0 annotations>"
    cork = Annotation(2, 6, text="Cork", idents=["http://example.org/Cork"])
    more = nif.annotated(0, [cork])
    assert more.contexts[0].annotations == [cork] and nif.contexts[0].annotations == []
    written = more.write()
    assert b"<http://my.org/d#char=2,6>" in written and b"x:kept" in written
    with pytest.raises(glossweave.InvalidArgument):
        nif.annotated(1, [cork])


def test_contexts_are_documents() -> None:
    page = glossweave.decode("To Cork", format="text")
    nif = glossweave.read_nif(glossweave.to_nif(page, language="ga"), format="turtle")
    document = nif.contexts[0].document
    again = pickle.loads(pickle.dumps(document))
    assert (again.text, again.language) == (document.text, document.language) == ("To Cork", "ga")


def test_offsets_outside_the_text_are_refused() -> None:
    page = glossweave.decode("To Cork", format="text")
    cork = Annotation(3, 7, idents=["http://example.org/Cork"])
    broken = glossweave.to_nif(page, [cork]).replace(b'"7"', b'"9"').replace(b",7>", b",9>")
    with pytest.raises(glossweave.MalformedInput):
        glossweave.read_nif(broken, format="turtle")
    with pytest.raises(glossweave.MalformedInput) as raised:
        glossweave.read_nif("<a> <b>", format="turtle", base="http://my.org/")
    assert raised.value.line == 1
