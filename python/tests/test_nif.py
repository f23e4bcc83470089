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


STALE = b"""
@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> .
@prefix itsrdf: <http://www.w3.org/2005/11/its/rdf#> .
<http://a.example/#char=0,14> a nif:Context ; nif:isString 'Cork or Dublin' .
<http://a.example/#char=0,4> nif:referenceContext <http://a.example/#char=0,14> ;
    nif:anchorOf 'Cork' ; itsrdf:taIdentRef <http://example.org/Cork> .
<http://a.example/#char=8,14> nif:referenceContext <http://a.example/#char=0,14> ;
    nif:anchorOf 'Dubln' ; itsrdf:taIdentRef <http://example.org/Dublin> ."""


def test_wrong_strings_are_skipped_where_that_is_wanted(names: glossweave.Dictionary) -> None:
    with pytest.raises(glossweave.MalformedInput):
        glossweave.read_nif(STALE, format="turtle")
    nif = glossweave.read_nif(STALE, format="turtle", lenient=True)
    ((message, line, column),) = nif.skipped
    assert "Dubln" in message and (line, column) == (7, 2)
    assert [one.text for one in nif.contexts[0].annotations] == ["Cork"]
    again = pickle.loads(pickle.dumps(nif))
    assert [one.text for one in again.contexts[0].annotations] == ["Cork"]
    entities = glossweave.Engine({"names": names}).session().entities
    reply = entities.enrich("names", STALE, informat="turtle")
    assert [one[0] for one in reply.skipped] == [message]
    with pytest.raises(glossweave.MalformedInput):
        entities.enrich("names", STALE, informat="turtle", strict=True)


def test_replies_tell_what_nobody_reads(names: glossweave.Dictionary) -> None:
    xml = "<!DOCTYPE a SYSTEM 'a.dtd'><a>To Cork,\n&eau;</a>"
    entities = glossweave.Engine({"names": names}).session().entities
    reply = entities.enrich("names", xml, informat="xml")
    ((message, line, column),) = reply.skipped
    assert "`eau` is not declared" in message and (line, column) == (2, 1)


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


def test_what_is_written_keeps_the_rules(
    page: glossweave.Document, names: glossweave.Dictionary
) -> None:
    written = glossweave.to_nif(page, names.recognize(page))
    assert glossweave.check_nif(written, format="turtle") == []
    (finding,) = glossweave.check_nif(
        written.replace(b'nif:anchorOf "Liffey"', b'nif:anchorOf "Lagan"', 1), format="turtle"
    )
    assert finding.rule == "anchor" and "Lagan" in finding.message
    assert repr(finding).startswith("<Finding anchor of http://example.org/glossweave/#char=")


def test_a_skeleton_leads_back_to_the_markup() -> None:
    page = glossweave.decode("<p>Caf&eacute;", format="html")
    skeleton = glossweave.nif_skeleton(page, format="n-triples", prefix="http://my.org/")
    assert b"wasConvertedFrom> <http://my.org/doc1/#char=3,14>" in skeleton
