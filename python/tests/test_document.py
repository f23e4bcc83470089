from __future__ import annotations

import copy
import io
import pickle
from pathlib import Path
from typing import Any

import glossweave
import pytest
from glossweave import Annotation

ROOT = Path(__file__).resolve().parents[2]
ASTRAL = "<p title='\N{PILE OF POO}'>\N{FLAG IN HOLE}\N{GRINNING FACE} <b>Cork</b> &#x1F600; e\u0301 Cork"


def test_offsets_count_code_points() -> None:
    names = glossweave.Dictionary([("http://example.org/Cork", "Cork")])
    page = glossweave.decode(ASTRAL, format="html")
    found = names.recognize(page)
    assert [(a.start, a.end) for a in found] == [(3, 7), (13, 17)]
    assert all(page.text[a.start : a.end] == a.text == "Cork" for a in found)
    assert len(page) == len(page.text)
    for a in found:
        span = page.source_span(a.start, a.end)
        assert span is not None and page.source[slice(*span)] == b"Cork"


def test_units_lie_in_the_text(page: glossweave.Document) -> None:
    assert len(page.units) > 10
    assert all(page.text[unit.start : unit.end] == unit.text for unit in page.units)


def test_every_annotation_covers_its_text(
    page: glossweave.Document, names: glossweave.Dictionary
) -> None:
    found = names.recognize(page)
    assert len(found) > 20
    assert all(page.text[a.start : a.end] == a.text for a in found)


@pytest.mark.parametrize(
    "source",
    [
        "<p>Caf\u00e9",
        "<p>Caf\u00e9".encode(),
        bytearray("<p>Caf\u00e9".encode()),
        memoryview("<p>Caf\u00e9".encode()),
        memoryview(b"\xa9x\xc3xfxaxCx>xpx<x"[::-1])[1::2],
        io.BytesIO("<p>Caf\u00e9".encode()),
    ],
    ids=["str", "bytes", "bytearray", "memoryview", "stride", "file"],
)
def test_every_source_reads_the_same(source: Any) -> None:
    page = glossweave.decode(source, format="html")
    assert (page.text, page.source) == ("Caf\u00e9", b"<p>Caf\xc3\xa9")


def test_a_path_says_its_format(tmp_path: Path) -> None:
    path = tmp_path / "page.htm"
    path.write_bytes(b"<p>x")
    assert glossweave.decode(path).format == "html"
    assert glossweave.decode(path, format="text").text == "<p>x"
    with path.open("rb") as file:
        assert glossweave.decode(file, format="text/html").text == "x"


def test_text_is_not_taken_for_bytes_of_another_encoding() -> None:
    page = glossweave.decode("<meta charset=latin1><p>\u00e9", format="html", charset="latin1")
    assert (page.text, page.encoding) == ("\u00e9", "UTF-8")


def test_other_sources_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_text("x")
    with path.open() as file, pytest.raises(TypeError, match="binary"):
        glossweave.decode(file, format="text")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="`int`"):
        glossweave.decode(7, format="text")  # type: ignore[arg-type]
    with pytest.raises(glossweave.InvalidArgument, match="surrogates"):
        glossweave.decode("\ud800", format="text")


def test_encodings_are_read_and_kept() -> None:
    page = glossweave.decode("<p>\u0416 Cork".encode("koi8-r"), format="html", charset="koi8-r")
    assert (page.text, page.encoding) == ("\u0416 Cork", "KOI8-R")
    cork = Annotation(2, 6, idents=["http://example.org/Cork"])
    enriched = glossweave.encode(page, [cork])
    assert enriched.bytes.startswith("<p>\u0416 <span".encode("koi8-r"))


def test_without_the_insertions_the_bytes_are_the_source(
    page: glossweave.Document, names: glossweave.Dictionary
) -> None:
    enriched = glossweave.encode(page, names.recognize(page))
    left = bytearray(enriched.bytes)
    for start, end in reversed(enriched.inserted):
        del left[start:end]
    assert bytes(left) == page.source
    assert bytes(enriched) == enriched.bytes
    assert glossweave.encode(page).bytes == page.source


def test_placements_say_what_became_of_each() -> None:
    page = glossweave.decode("<title>Cork</title><p>A<b>B</b>", format="html")
    entities = [Annotation(0, 1), Annotation(0, 4), Annotation(5, 7)]
    entities = [
        Annotation(a.start, a.end, idents=["http://example.org/x"]) for a in entities
    ]
    placements = glossweave.encode(page, entities).placements
    assert [p.state for p in placements] == ["not-placed", "on-parent", "placed"]
    assert [bool(p) for p in placements] == [False, True, True]
    assert placements[0].rule is not None and placements[2].fragments == 1
    assert repr(placements[1]) == "<Placement on-parent>"


def test_markup_that_is_there_is_read_and_not_doubled() -> None:
    source = "<p><span its-ta-ident-ref='http://example.org/x'>Cork</span>"
    page = glossweave.decode(source, format="html")
    (own,) = page.annotations
    assert (own.text, own.idents) == ("Cork", ("http://example.org/x",))
    again = glossweave.encode(page, page.annotations)
    assert again.bytes == page.source and again.placements[0].state == "present"


def test_an_annotation_of_another_text_is_refused() -> None:
    page = glossweave.decode("To Cork", format="text")
    with pytest.raises(glossweave.InvalidArgument, match="expected `Dublin` at 0..2 and got `To`"):
        glossweave.to_nif(page, [Annotation(0, 2, text="Dublin")])


@pytest.mark.parametrize(
    "annotation",
    [
        Annotation(0, 4),
        Annotation(0, 4, text="Cork", idents=["a:b", "a:c"], classes=["a:d"], confidence=0.25),
        Annotation(1, 2, source="wn", source_ident="n-1", annotator="http://example.org/tool"),
        Annotation(1, 2, kind="term", info_ref="http://example.org/t", info="what it is"),
        Annotation(1, 2, kind="translation", target="Corc\N{GRINNING FACE}", language="ga"),
    ],
    ids=lambda annotation: repr(annotation)[:20],
)
def test_annotations_are_values(annotation: Annotation) -> None:
    for again in (
        pickle.loads(pickle.dumps(annotation)),
        copy.deepcopy(annotation),
        eval(repr(annotation), {"Annotation": Annotation}),
    ):
        assert again == annotation and again is not annotation
        assert hash(again) == hash(annotation)
        assert repr(again) == repr(annotation)
    assert annotation != Annotation(2, 3) and annotation != "annotation"


def test_the_text_does_not_count_in_comparisons() -> None:
    assert Annotation(0, 4, text="Cork") == Annotation(0, 4)


@pytest.mark.parametrize(
    "keywords",
    [
        {"kind": "term", "idents": ["a:b"]},
        {"kind": "entity", "info": "x"},
        {"kind": "translation", "target": "x"},
        {"kind": "translation", "target": "x", "language": "no tag"},
        {"target": "x"},
    ],
)
def test_contradictory_keywords_are_refused(keywords: dict[str, Any]) -> None:
    with pytest.raises(glossweave.InvalidArgument):
        Annotation(0, 1, **keywords)


def test_a_span_that_ends_before_it_starts_is_refused() -> None:
    with pytest.raises(glossweave.InvalidArgument):
        Annotation(3, 2)


def test_nothing_can_be_changed(page: glossweave.Document) -> None:
    for thing, name in [(page, "text"), (Annotation(0, 1), "start"), (page.units[0], "text")]:
        with pytest.raises(AttributeError):
            setattr(thing, name, "x")
        with pytest.raises((AttributeError, TypeError)):
            setattr(thing, "new", "x")


@pytest.mark.parametrize("charset", [None, "koi8-r"])
def test_documents_can_be_pickled(charset: str | None) -> None:
    source = "<p lang=en>\u0416 <span its-term=yes>Cork</span> <p>x".encode("koi8-r")
    page = glossweave.decode(source, format="html", charset=charset, language="ga")
    again = pickle.loads(pickle.dumps(page))
    for name in ("text", "units", "annotations", "language", "encoding", "format", "source"):
        assert getattr(again, name) == getattr(page, name)
    assert again.units[1].language == "ga"


def test_parts_of_results_can_be_pickled() -> None:
    page = glossweave.decode("<title>x</title><p lang=ga>To <b>Cork</b>!", format="html")
    far = [Annotation(2, 9, idents=["http://example.org/x"]), Annotation(3, 3)]
    broken = glossweave.to_nif(page).replace(b'"x To Cork!"', b'"x"')
    parts: list[object] = [
        *page.units,
        *glossweave.encode(page, far).placements,
        *glossweave.check_nif(broken, format="turtle"),
    ]
    assert len({type(part) for part in parts}) == 3
    for part in parts:
        again = pickle.loads(pickle.dumps(part))
        assert (again, hash(again), repr(again)) == (part, hash(part), repr(part))


def test_representations_show_the_value() -> None:
    page = glossweave.decode("<p>To Cork", format="html")
    assert repr(page) == "<Document html UTF-8: 7 characters, 1 unit, 0 annotations>"
    assert repr(page.units[0]) == "<Unit 1 at 0..7: 'To Cork'>"
    assert repr(glossweave.encode(page)) == "<Encoded 10 bytes, 0 of 0 annotations>"


@pytest.mark.parametrize("format", ["turtle", "json-ld", "n-triples", "n3", "rdf-xml"])
def test_nif_is_written_in_each_notation(format: str) -> None:
    page = glossweave.decode(ASTRAL, format="html")
    found = [Annotation(3, 7, text="Cork", idents=["http://example.org/Cork"], confidence=0.5)]
    written = glossweave.to_nif(page, found, format=format, prefix="http://my.org/", version="2.1")
    assert b"http://example.org/Cork" in written and b"http://my.org/" in written
    assert b"offset_3_7" in written


def test_parts_say_where_the_files_of_a_package_are() -> None:
    page = glossweave.decode(ROOT / "tests/data/odt/headers-and-footers.odt")
    assert [part.name for part in page.parts] == ["content.xml", "styles.xml"]
    assert page.parts[0].end == page.parts[1].start
    assert pickle.loads(pickle.dumps(page.parts)) == page.parts
    span = page.source_span(0, 1)
    assert span is not None
    assert page.parts[0].start < span[0] < page.parts[0].end
    iri = "http://d.example/x"
    encoded = glossweave.encode(page, [glossweave.Annotation(0, 1, idents=[iri])])
    more = sum(end - start for start, end in encoded.inserted)
    assert encoded.parts[1].end == page.parts[1].end + more
    assert glossweave.encode(glossweave.decode("<p>x", format="html")).parts == []


LINKED = b"""<doc xmlns:its="http://www.w3.org/2005/11/its" xmlns:xlink="http://www.w3.org/1999/xlink">
<its:rules version="2.0" xlink:type="simple" xlink:href="rules.xml"/><p>To <code>x</code></p></doc>"""
RULES = b"""<its:rules xmlns:its="http://www.w3.org/2005/11/its" version="2.0">
<its:translateRule selector="//code" translate="no"/></its:rules>"""


def test_a_callable_opens_what_a_source_links_to() -> None:
    asked = []

    def resolver(reference: str, base: str) -> bytes | None:
        asked.append((reference, base))
        return RULES if reference == "rules.xml" else None

    page = glossweave.decode(LINKED, format="xml", resolver=resolver, base="here.xml")
    assert [unit.text for unit in page.units] == ["To "]
    assert asked == [("rules.xml", "here.xml")]
    with pytest.raises(TypeError, match="resolver"):
        pickle.dumps(page)
    nodes = dict(glossweave.analyze_its(LINKED, "translate", format="xml", resolver=resolver))
    assert nodes["/doc/p[1]/code[1]"] == {"translate": "no"}


def test_a_resolver_that_finds_nothing_or_fails_is_an_error() -> None:
    with pytest.raises(glossweave.NotFound, match="rules.xml"):
        glossweave.decode(LINKED, format="xml", resolver=lambda reference, base: None)

    def fails(reference: str, base: str) -> bytes:
        raise ZeroDivisionError(reference)

    with pytest.raises(ZeroDivisionError, match="rules.xml"):
        glossweave.decode(LINKED, format="xml", resolver=fails)
