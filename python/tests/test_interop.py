"""spaCy, graphs of others, and calls that are awaited."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import glossweave
import pyoxigraph
import pytest
import rdflib
import spacy
from glossweave import Annotation, Dictionary, Document, aio
from glossweave.graphs import from_pyoxigraph, from_rdflib, to_pyoxigraph, to_rdflib
from glossweave.spacy import from_docbin, from_spacy, to_docbin, to_spacy
from spacy.tokens import Doc, Span
from spacy.training.converters.conllu_to_docs import conllu_to_docs

WORDS = ["Cork", "Straße", "\U0001f600\U0001f600", "don't", "New York,", "e\u0301a", "東京都", "U.S.A.", "\n\n", "a-b"]
NLP = spacy.blank("en")


def order(one: Annotation) -> tuple[int, int, str]:
    return one.start, -one.end, repr(one)


def test_1000_documents_keep_every_span() -> None:
    dice = random.Random(7)
    for number in range(1000):
        text = " ".join(dice.choices(WORDS, k=dice.randint(1, 30))) + "."
        page = glossweave.decode(text, format="text")
        found = []
        for _ in range(dice.randint(0, 8)):
            start = dice.randrange(len(page.text))
            end = dice.randint(start + 1, len(page.text))
            iri = f"http://example.org/{dice.randrange(9)}"
            if dice.random() < 0.7:
                one = Annotation(
                    start, end, text=page.text[start:end], idents=[iri, f"{iri}/b"],
                    classes=["http://example.org/Town"], confidence=round(dice.random(), 3),
                )
            else:
                one = Annotation(start, end, kind="term", info=f"note {number}")
            found.append(one)
        for alignment in ("strict", "contract", "expand"):
            doc = to_spacy(NLP, page, found, alignment=alignment)
            assert doc.text == page.text
            if number % 50 == 0:
                doc = Doc(NLP.vocab).from_bytes(doc.to_bytes())
            document, back = from_spacy(doc)
            assert document.text == page.text
            assert sorted(back, key=order) == sorted(found, key=order), text


def test_spans_have_labels_and_identifiers() -> None:
    page = glossweave.decode("<p>From New York City.", format="html")
    city = Annotation(
        5, 18, idents=["http://example.org/nyc"], classes=["http://example.org/ns#City"]
    )
    york = Annotation(9, 13, idents=["http://example.org/york"])
    doc = to_spacy(NLP, page, [city, york])
    assert [(one.text, one.label_, one.kb_id_) for one in doc.spans["glossweave"]] == [
        ("New York City", "City", "http://example.org/nyc"),
        ("York", "ENTITY", "http://example.org/york"),
    ]
    assert [one.text for one in doc.ents] == ["New York City"]
    inside = Annotation(10, 12, idents=["http://example.org/or"])
    strict = to_spacy(NLP, page, [inside], alignment="strict")
    assert len(strict.spans["glossweave"]) == 0
    wide = to_spacy(NLP, page, [inside])
    assert [one.text for one in wide.spans["glossweave"]] == ["York"]


def test_documents_go_through_a_docbin() -> None:
    text = "😀 To Cork. שלום, קורק!"
    page = glossweave.decode(text, format="text")
    start = text.index("קורק")
    found = [
        Annotation(5, 9, idents=["http://example.org/Cork"], confidence=0.5),
        Annotation(start, start + 4, classes=["http://example.org/City"]),
    ]
    data = to_docbin(NLP, [(page, found), (glossweave.decode("x", format="text"), None)])
    [first, second] = from_docbin(spacy.blank("en"), data)
    assert (first[0].text, first[1]) == (text, found)
    assert (second[0].text, second[1]) == ("x", [])


def test_spacy_reads_what_is_exported_as_conll_u() -> None:
    text = "😀 Anna met Élan in Cork. שלום, קורק!"
    label = {"Anna": "Person", "Élan": "Person", "Cork": "Location", "קורק": "Location"}
    found = [
        Annotation(text.index(name), text.index(name) + len(name), classes=[f"http://nerd.eurecom.fr/ontology#{kind}"])
        for name, kind in label.items()
    ]
    made = glossweave.export(glossweave.decode(text, format="text"), found, format="conll-u")
    docs = list(conllu_to_docs(made.bytes.decode(), no_print=True))  # type: ignore[no-untyped-call]
    entities = [(span.text, span.label_) for doc in docs for span in doc.ents]
    assert entities == [("Anna", "PER"), ("Élan", "PER"), ("Cork", "LOC"), ("קורק", "LOC")]


def test_what_spacy_found_comes_back() -> None:
    doc = NLP("From Cork to Dublin.")
    doc.ents = [Span(doc, 1, 2, label="GPE"), Span(doc, 3, 4, label="GPE", kb_id="http://e.org/D")]
    page, found = from_spacy(doc)
    assert page.text == doc.text
    assert found == [
        Annotation(5, 9, text="Cork", classes=["urn:x-spacy:GPE"]),
        Annotation(13, 19, text="Dublin", idents=["http://e.org/D"], classes=["urn:x-spacy:GPE"]),
    ]
    _, mapped = from_spacy(doc, classes={"GPE": "http://example.org/Place"})
    assert mapped[0].classes == ("http://example.org/Place",)
    again = to_spacy(NLP, page, found)
    assert [one.label_ for one in again.ents] == ["GPE", "GPE"]
    removed = to_spacy(NLP, page, found)
    removed.ents, removed.spans["glossweave"] = [], []
    assert from_spacy(removed)[1] == []


def test_the_factory_is_an_entry_point(tmp_path: Path) -> None:
    path = tmp_path / "cork.names"
    Dictionary([("http://example.org/Cork", "Cork")]).save(path)
    nlp = spacy.blank("en")
    nlp.add_pipe("glossweave", config={"names": str(path)})
    assert [(one.text, one.kb_id_) for one in nlp("From Cork.").ents] == [
        ("Cork", "http://example.org/Cork")
    ]
    nlp.to_disk(tmp_path / "pipeline")
    again = spacy.load(tmp_path / "pipeline")
    doc = again("From Cork.")
    assert [one.text for one in doc.spans["glossweave"]] == ["Cork"]
    engine = glossweave.Engine({"towns": Dictionary.open(path)}).specification()
    other = spacy.blank("de")
    other.add_pipe("glossweave", config={"engine": engine, "recognizer": "towns"})
    assert len(other("Nach Cork.").ents) == 1
    with pytest.raises(glossweave.InvalidArgument, match="either `names` or `engine`"):
        spacy.blank("en").add_pipe("glossweave")


def test_graphs_go_there_and_back(page: Document, names: Dictionary) -> None:
    found = names.recognize(page)
    turtle = glossweave.to_nif(page, found)
    nif = glossweave.read_nif(turtle, format="turtle")
    graph, store = to_rdflib(turtle), to_pyoxigraph(nif)
    assert isinstance(graph, rdflib.Graph) and isinstance(store, pyoxigraph.Store)
    assert len(graph) == len(store) > 0
    triples = [quad.triple for quad in store]
    for back in (from_rdflib(graph), from_pyoxigraph(store), from_pyoxigraph(triples)):
        assert back.contexts[0].document.text == page.text
        said = sorted(back.annotations_of(page) or [], key=order)
        assert said == sorted(found, key=order)
    assert from_pyoxigraph([]).contexts == []


def test_calls_are_awaited_and_the_loop_goes_on() -> None:
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            await asyncio.sleep(0.001)
            ticks += 1

    async def main() -> Document:
        ticking = asyncio.create_task(tick())
        page = await aio.call(glossweave.decode, "<p>Cork\n" * 300_000, format="html")
        ticking.cancel()
        return page

    assert len(asyncio.run(main()).text) > 300_000 and ticks >= 3


def test_each_keeps_the_order_and_bounds_what_runs() -> None:
    running = most = taken = 0
    lock = threading.Lock()

    def square(number: int) -> int:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        time.sleep(0.002 * (number % 3))
        with lock:
            running -= 1
        if number == 31:
            raise ValueError("31")
        return number * number

    def numbers(count: int) -> list[int]:
        return list(range(count))

    async def all_of(count: int) -> list[int]:
        return [one async for one in aio.each(square, numbers(count), at_once=3)]

    assert asyncio.run(all_of(30)) == [one * one for one in range(30)]
    assert 2 <= most <= 3
    with pytest.raises(ValueError, match="31"):
        asyncio.run(all_of(40))

    def counted() -> Iterator[int]:
        nonlocal taken
        for number in range(1000):
            taken += 1
            yield number

    async def first() -> int:
        results = aio.each(square, counted(), at_once=2)
        async for one in results:
            await results.aclose()
            return one
        return -1

    assert asyncio.run(first()) == 0 and taken <= 4
