"""e-Link: stored templates, asked about the entities of documents."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import glossweave
import pytest
from glossweave import Engine, GlossweaveError, Reply, Session

WORD = "correct horse"
ROOT = Path(__file__).parents[2]
ROWS: list[dict[str, Any]] = json.loads((ROOT / "tests/cases/link/rows.json").read_text())
FACTS = "<http://d.example/Cork> <http://d.example/name> 'Cork'@en , 'Corcaigh'@ga ."
COLUMNS = {
    "name",
    "step",
    "data",
    "template",
    "resource",
    "input",
    "informat",
    "outformat",
    "parameters",
    "expect",
}
EXPECTED = {"bytes", "contains", "lacks", "error"}


def owner(engine: Engine) -> Session:
    users = engine.session().users
    users.create("anna", WORD)
    return engine.session(users.authenticate("anna", WORD))


@pytest.mark.parametrize("row", ROWS, ids=[row["name"] for row in ROWS])
def test_every_row_of_the_shared_table(row: dict[str, Any]) -> None:
    engine = Engine()
    anna = owner(engine)

    def answered() -> bytes:
        anna.datasets.create("facts", row["data"], informat="turtle")
        if row["step"] == "explore":
            return anna.links.explore(row["resource"], "dataset:facts", format=row["outformat"])
        body = {"query": row["template"], "endpoint": "dataset:facts"}
        template = anna.templates.create(None, json.dumps(body))
        parameters = dict(row.get("parameters", {}))
        reply = engine.session().links.enrich(
            template.name,
            row["input"],
            informat=row.get("informat", "text"),
            outformat=row.get("outformat"),
            language=parameters.pop("language", None),
            parameters=parameters,
        )
        assert reply.failures == []
        return reply.bytes

    assert set(row) <= COLUMNS
    expect = row["expect"]
    assert expect and set(expect) <= EXPECTED
    if "error" in expect:
        assert set(expect["error"]) <= {"kind", "message"}
        with pytest.raises(GlossweaveError) as caught:
            answered()
        assert caught.value.kind == expect["error"]["kind"]
        assert expect["error"]["message"] in str(caught.value)
        return
    found = answered().decode()
    assert found == expect.get("bytes", found)
    assert all(part in found for part in expect.get("contains", []))
    assert not any(part in found for part in expect.get("lacks", []))


def test_the_examples_work_without_a_network() -> None:
    engine = Engine()
    anna = owner(engine)
    folder = ROOT / "examples/templates"
    anna.datasets.create("places", (folder / "places.ttl").read_bytes(), informat="turtle")
    museums = anna.templates.create(None, (folder / "1-nearby-museums.json").read_bytes())
    page = '<p>To <span its-ta-ident-ref="http://example.org/place/Ardmuir">Ardmuir</span>'
    reply = anna.links.enrich(museums.name, page, informat="html")
    assert isinstance(reply, Reply)
    assert b"Lantern House" in bytes(reply)
    assert b"Net Loft" not in reply.bytes
    assert reply.format == "turtle"
    assert reply.placements == []
    assert repr(reply).startswith("<Reply turtle: ")
    assert repr(anna.links) == "<Links>"


def test_what_fails_may_be_told_instead() -> None:
    engine = Engine(settings={"network": {"private_hosts": "127.0.0.1:9"}})
    anna = owner(engine)
    body = {
        "query": "CONSTRUCT WHERE { <@@@entity_uri@@@> ?p ?o }",
        "endpoint": "http://127.0.0.1:9/sparql",
    }
    template = anna.templates.create(None, json.dumps(body)).name
    page = '<p its-ta-ident-ref="http://d.example/Cork">Cork</p>'
    with pytest.raises(glossweave.Unavailable):
        anna.links.enrich(template, page, informat="html")
    reply = anna.links.enrich(template, page, informat="html", partial=True)
    (failure,) = reply.failures
    assert (failure.entity, failure.kind) == ("http://d.example/Cork", "Unavailable")
    assert "127.0.0.1" in failure.message
    assert repr(failure).startswith("<LinkFailure of http://d.example/Cork: ")
    assert b"Cork" in reply.bytes


def test_only_what_is_allowed_is_asked() -> None:
    anna = owner(Engine())
    with pytest.raises(glossweave.Forbidden):
        anna.links.explore("http://d.example/Cork", "http://127.0.0.1:9/sparql")
    with pytest.raises(glossweave.NotFound):
        anna.links.explore("http://d.example/Cork", "dataset:none")
    with pytest.raises(glossweave.NotFound):
        anna.links.enrich("99", "Cork", informat="text")
    with pytest.raises(glossweave.InvalidArgument):
        anna.links.enrich("1", "Cork", informat="text", parameters={"none": "x"})


def test_a_template_knows_the_language() -> None:
    anna = owner(Engine())
    anna.datasets.create("facts", FACTS, informat="turtle")
    body = {
        "query": "CONSTRUCT { <@@@entity_uri@@@> <http://d.example/called> ?name } "
        "WHERE { <@@@entity_uri@@@> <http://d.example/name> ?name "
        "FILTER(lang(?name) = '@@@language@@@') }",
        "endpoint": "dataset:facts",
    }
    template = anna.templates.create(None, json.dumps(body)).name
    page = '<p its-ta-ident-ref="http://d.example/Cork">Cork</p>'
    reply = anna.links.enrich(
        template, page, informat="html", outformat="n-triples", language="ga"
    )
    assert '"Corcaigh"@ga' in reply.bytes.decode()
    assert 'called> "Cork"@en' not in reply.bytes.decode()
    with pytest.raises(glossweave.InvalidArgument) as caught:
        anna.links.enrich(template, page, informat="html")
    assert caught.value.parameter == "language"


def test_parameters_have_the_names_of_python() -> None:
    anna = owner(Engine())
    with pytest.raises(glossweave.Unsupported) as refused:
        anna.links.explore("http://d.example/Cork", "dataset:facts", format="latex")
    assert (refused.value.parameter, refused.value.side) == ("format", "output")
    with pytest.raises(glossweave.NotFound) as missing:
        anna.links.enrich("99", "Cork", informat="text")
    assert missing.value.parameter == "template"
    page = glossweave.decode("Cork", format="text")
    with pytest.raises(glossweave.InvalidArgument) as wrong:
        anna.entities.recognize("dictionary", page, dataset="facts", num_links=9)
    assert wrong.value.parameter == "num_links"
    with pytest.raises(glossweave.InvalidArgument) as wrong:
        anna.entities.enrich("dictionary", "x", informat="text", dataset="facts", num_links=9)
    assert wrong.value.parameter == "num_links"


def test_time_is_limited() -> None:
    anna = owner(Engine(settings={"links": {"time": "1ms", "concurrency": 2}}))
    facts = "".join(f"<http://d.example/{n}> <http://d.example/p> {n} .\n" for n in range(20_000))
    anna.datasets.create("facts", facts, informat="turtle")
    query = "CONSTRUCT { <@@@entity_uri@@@> ?p ?b } WHERE { ?a ?p ?b . ?c ?p ?d }"
    body = {"query": query, "endpoint": "dataset:facts"}
    template = anna.templates.create(None, json.dumps(body)).name
    page = '<p its-ta-ident-ref="http://d.example/1">Cork</p>'
    with pytest.raises(glossweave.DeadlineExceeded):
        anna.links.enrich(template, page, informat="html")


def test_six_templates_are_there_from_the_start() -> None:
    found = Engine().session().templates.list()
    assert [one.name for one in found] == ["1", "2", "3", "4", "5", "6"]
    assert {one.owner for one in found} == {"system"}
