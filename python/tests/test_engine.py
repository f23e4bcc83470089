from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import glossweave
import pytest
from glossweave import Annotation, Engine, Passage

CORK = "http://example.org/Cork"


def cork(passage: Passage) -> Iterator[Annotation]:
    """Finds Cork, piece by piece, and says in which language it was asked."""
    for start, end in passage.pieces:
        at = passage.text.find("Cork", start, end)
        if at >= 0:
            yield Annotation(at, at + 4, idents=[CORK], classes=[f"x:{passage.language}"])


def test_a_callable_is_a_recognizer(names: glossweave.Dictionary) -> None:
    engine = Engine({"cork": cork, "places": names})
    assert repr(engine) == "<Engine with cork, places>"
    entities = engine.session().entities
    assert entities.names == ["cork", "places"]
    assert entities.providers == ["cork", "dictionary", "places"]
    assert engine.session().terms.providers == ["cork", "extraction", "places", "termbase"]
    page = glossweave.decode("<p lang=ga>\N{GRINNING FACE} Cork<p>x<p>\N{PILE OF POO}Cork", format="html")
    found = entities.recognize("cork", page)
    assert [(a.start, a.end, a.text) for a in found] == [(2, 6, "Cork"), (10, 14, "Cork")]
    assert found[0].classes == ("x:ga",)


def test_a_dictionary_finds_in_an_engine_what_it_finds_alone(
    page: glossweave.Document, names: glossweave.Dictionary
) -> None:
    entities = Engine({"places": names}).session().entities
    assert entities.recognize("places", page) == names.recognize(page)


def test_requests_are_answered_in_the_format_asked_for() -> None:
    entities = Engine({"cork": cork}, settings={"prefix": "http://my.org/"}).session().entities
    turtle = entities.enrich("cork", "<p>Cork", informat="html", nif_version="2.1")
    assert (turtle.format, turtle.placements) == ("turtle", [])
    assert b"<http://my.org/#offset_0_4>" in turtle.bytes
    page = entities.enrich("cork", "<p>Cork", informat="html", outformat="text/html")
    assert page.format == "html" and bytes(page) == page.bytes
    assert page.placements[0].state == "placed"
    again = entities.enrich("cork", turtle.bytes, informat="turtle", outformat="n-triples")
    assert CORK.encode() in again.bytes


def test_unknown_entities_are_what_is_asked_for() -> None:
    entities = Engine({"cork": cork}).session().entities
    page = "<!DOCTYPE a SYSTEM 'a.dtd'><a>To &x; Cork</a>"

    def text(**said: Any) -> str:
        return entities.enrich("cork", page, informat="xml", **said).bytes.decode()

    assert '"To  Cork"' in text() and '"To \ufffd Cork"' in text(unknown_entities="replace")
    with pytest.raises(glossweave.MalformedInput, match="line 1"):
        text(unknown_entities="refuse")
    with pytest.raises(glossweave.InvalidArgument, match="omit, replace, refuse"):
        text(unknown_entities="keep")


def test_what_a_callable_raises_comes_out_as_it_was() -> None:
    class OwnError(Exception):
        pass

    raised = OwnError("x")

    def fails(passage: Passage) -> list[Annotation]:
        raise raised

    def interrupts(passage: Passage) -> list[Annotation]:
        raise KeyboardInterrupt

    entities = Engine({"fails": fails, "interrupts": interrupts}).session().entities
    page = glossweave.decode("x", format="text")
    with pytest.raises(OwnError) as out:
        entities.recognize("fails", page)
    assert out.value is raised
    with pytest.raises(KeyboardInterrupt):
        entities.recognize("interrupts", page)


def test_wrong_answers_of_a_callable_are_refused() -> None:
    entities = (
        Engine(
            {
                "beyond": lambda passage: [Annotation(0, 2)],
                "number": lambda passage: 7,  # type: ignore[dict-item, return-value]
                "strings": lambda passage: ["x"],  # type: ignore[list-item]
            }
        )
        .session()
        .entities
    )
    page = glossweave.decode("x", format="text")
    with pytest.raises(glossweave.ProviderError, match=r"recognizer `beyond` in Python .*0\.\.2"):
        entities.recognize("beyond", page)
    for name in ("number", "strings"):
        with pytest.raises(TypeError):
            entities.recognize(name, page)


def test_faults_have_their_classes(page: glossweave.Document) -> None:
    entities = Engine({"cork": cork}, settings={"limits": {"source": 10}}).session().entities
    with pytest.raises(glossweave.NotFound):
        entities.recognize("nobody", page)
    with pytest.raises(glossweave.TooLarge):
        entities.enrich("cork", "x" * 11, informat="text")
    for parameter in ("informat", "outformat"):
        with pytest.raises(glossweave.Unsupported) as raised:
            entities.enrich("cork", "x", **{"informat": "text", parameter: "latex"})  # type: ignore[arg-type]
        assert raised.value.parameter == parameter
    with pytest.raises(TypeError):
        Engine({"x": 7})  # type: ignore[dict-item]
    with pytest.raises(glossweave.InvalidArgument):
        Engine({}, settings={"limits": {"source": 0}})


def test_a_callable_may_call_the_engine_and_wait_for_threads(
    names: glossweave.Dictionary,
) -> None:
    def nested(passage: Passage) -> list[Annotation]:
        found: list[Annotation] = []
        thread = threading.Thread(target=lambda: found.extend(names.recognize(passage.text)))
        thread.start()
        thread.join(10)
        return found

    entities = Engine({"nested": nested}).session().entities
    page = glossweave.decode("To Cork", format="text")
    assert [a.text for a in entities.recognize("nested", page)] == ["Cork"]


def test_what_is_shown_counts_in_words() -> None:
    page = glossweave.decode("x", format="text")
    nif = glossweave.read_nif(glossweave.to_nif(page), format="turtle")
    assert repr(page) == "<Document text UTF-8: 1 character, 1 unit, 0 annotations>"
    assert repr(nif).startswith("<Nif of 1 context, ")
    assert repr(glossweave.Dictionary([])) == "<Dictionary of 0 labels, 0 entries>"
    names = glossweave.Dictionary([("http://example.org/x", "x")])
    assert repr(names) == "<Dictionary of 1 label, 1 entry>"
    assert repr(glossweave.encode(page)) == "<Encoded 1 byte, 0 of 0 annotations>"
    for recognizers, engine in (({}, "without recognizers"), ({"x": names}, "with x")):
        assert repr(glossweave.Engine(recognizers)) == f"<Engine {engine}>"


def test_annotations_name_their_provenance() -> None:
    names = glossweave.Dictionary.from_csv(b"uri,label\nhttp://example.org/Cork,Cork\n")
    page = glossweave.decode("<p>To Cork", format="html")
    for wanted in (True, False):
        entities = Engine({"names": names}, settings={"provenance": wanted}).session().entities
        made = entities.recognize("names", page)[0].provenance
        if not wanted:
            assert made is None
            continue
        assert made is not None and set(made) == {"tool", "version", "dataset", "revision", "time"}
        assert (made["tool"], made["revision"]) == ("urn:glossweave:tool:names", names.revision)
