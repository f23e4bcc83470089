from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import glossweave
import pytest
from glossweave import Engine, GlossweaveError, Session

WORD = "correct horse"
TURTLE = "<http://a.example/> <http://a.example/p> 'x, y' ."
ENTITIES = """
PREFIX nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#>
PREFIX itsrdf: <http://www.w3.org/2005/11/its/rdf#>
SELECT ?text ?entity { ?word nif:anchorOf ?text ; itsrdf:taIdentRef ?entity } ORDER BY ?word
"""


@pytest.fixture
def session(names: glossweave.Dictionary) -> Session:
    engine = Engine({"places": names})
    users = engine.session().users
    users.create("anna", WORD)
    session = engine.session(users.authenticate("anna", WORD))
    session.filters.create("pairs", "SELECT ?s ?o { ?s ?p ?o }", visibility="private")
    session.filters.create("entities", ENTITIES)
    return session


def test_a_filter_makes_tables_of_rdf(session: Session, tmp_path: Path) -> None:
    expected = b's,o\r\nhttp://a.example/,"x, y"\r\n'
    filters = session.filters
    assert filters.apply("pairs", TURTLE, format="turtle") == expected
    (tmp_path / "data.ttl").write_text(TURTLE)
    assert filters.apply("pairs", tmp_path / "data.ttl") == expected
    table = json.loads(filters.apply("pairs", TURTLE, format="turtle", output="json"))
    assert table["results"]["bindings"][0]["o"]["value"] == "x, y"
    assert b"<sparql" in filters.apply("pairs", TURTLE, format="turtle", output="xml")
    assert b"ResultSet" in filters.apply("pairs", TURTLE, format="turtle", output="turtle")


def test_a_page_goes_through_a_filter(
    session: Session, page: glossweave.Document, names: glossweave.Dictionary
) -> None:
    found = names.recognize(page)
    table = session.filters.apply_to_document("entities", page, found)
    rows = list(csv.reader(io.StringIO(table.decode())))
    assert rows[0] == ["text", "entity"]
    assert sorted(rows[1:]) == sorted([a.text, one] for a in found for one in a.idents)
    nif = glossweave.to_nif(page, found)
    assert sorted(session.filters.apply("entities", nif, format="turtle").splitlines()) == sorted(
        table.splitlines()
    )
    reply = session.entities.enrich("places", page.source, informat="html", filter="entities")
    assert reply.format == "csv" and reply.placements == []
    assert sorted(reply.bytes.splitlines()) == sorted(table.splitlines())
    reply = session.entities.enrich(
        "places", "To Dublin", informat="text", filter="entities", outformat="json"
    )
    assert reply.format == "json" and len(json.loads(reply.bytes)["results"]["bindings"]) == 1


def test_faults_have_their_classes(names: glossweave.Dictionary, session: Session) -> None:
    filters = session.filters
    for keywords in ({"format": "latex"}, {"format": "turtle", "output": "latex"}):
        with pytest.raises(glossweave.Unsupported) as raised:
            filters.apply("pairs", TURTLE, **keywords)
        assert raised.value.parameter == list(keywords)[-1]
    with pytest.raises(glossweave.MalformedInput) as wrong:
        filters.apply("pairs", "<http://a.example/> <http://a.example/p> .", format="turtle")
    assert wrong.value.line == 1
    with pytest.raises(glossweave.NotFound):
        filters.apply("none", TURTLE, format="turtle")
    with pytest.raises(glossweave.InvalidArgument) as missing:
        session.entities.enrich("places", "x", informat="text", outformat="csv")
    assert missing.value.parameter == "outformat"
    with pytest.raises(glossweave.MalformedInput):
        filters.create("broken", "SELECT ?s {")
    for update in ("ASK { ?s ?p ?o }", "CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }"):
        with pytest.raises(glossweave.GlossweaveError):
            filters.create("broken", update)
    assert [one.name for one in filters.list()] == ["entities", "pairs"]


def test_strangers_do_not_use_what_is_private(session: Session) -> None:
    engine = Engine()
    users = engine.session().users
    for name in ("anna", "berta"):
        users.create(name, WORD)
    anna, berta = (engine.session(users.authenticate(name, WORD)) for name in ("anna", "berta"))
    anna.filters.create("mine", "SELECT ?s { ?s ?p ?o }", visibility="private")
    with pytest.raises(glossweave.NotFound):
        berta.filters.apply("mine", TURTLE, format="turtle")
    with pytest.raises(glossweave.Unauthenticated):
        engine.session().filters.apply("mine", TURTLE, format="turtle")
    anna.filters.update("mine", visibility="public")
    assert engine.session().filters.apply("mine", TURTLE, format="turtle").startswith(b"s\r\n")


def test_queries_have_limits() -> None:
    engine = Engine(
        settings={
            "sparql": {"time": "50ms"},
            "admin": {"create": True, "username": "root", "password": WORD},
        },
    )
    filters = engine.session(engine.session().users.authenticate("root", WORD)).filters
    filters.create("long", "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }")
    data = "".join(f"<x:{n}> <x:p> {n} .\n" for n in range(2000))
    with pytest.raises(glossweave.DeadlineExceeded):
        filters.apply("long", data, format="turtle")


ROWS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "tests/cases/filter/rows.json").read_text()
)


@pytest.mark.parametrize("row", ROWS, ids=[row["name"] for row in ROWS])
def test_every_row_of_the_shared_table(row: dict[str, Any]) -> None:
    engine = Engine()
    nobody = engine.session()
    nobody.users.create("anna", WORD)
    anna = engine.session(nobody.users.authenticate("anna", WORD))

    def applied() -> bytes:
        anna.filters.create("row", row["query"])
        return nobody.filters.apply(
            "row",
            row["input"].encode(),
            format=row.get("informat", "turtle"),
            output=row.get("outformat", "csv"),
        )

    expect = row["expect"]
    if "error" in expect:
        with pytest.raises(GlossweaveError) as caught:
            applied()
        assert caught.value.kind == expect["error"]["kind"]
        assert expect["error"].get("message", "") in str(caught.value)
        return
    found = applied().decode()
    assert found == expect.get("bytes", found)
    assert all(part in found for part in expect.get("contains", []))
