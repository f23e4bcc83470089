"""e-Link: stored templates, asked about the entities of documents."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import glossweave
import pytest
from glossweave import Engine, GlossweaveError, LinkReply, Session

WORD = "correct horse"
ROOT = Path(__file__).parents[2]
ROWS: list[dict[str, Any]] = json.loads((ROOT / "tests/cases/link/rows.json").read_text())


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
        reply = engine.session().links.enrich(
            template.name,
            row["input"],
            informat=row.get("informat", "text"),
            outformat=row.get("outformat"),
            parameters=row.get("parameters"),
        )
        assert reply.failures == []
        return reply.bytes

    expect = row["expect"]
    if "error" in expect:
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
    assert isinstance(reply, LinkReply)
    assert b"Lantern House" in bytes(reply)
    assert b"Net Loft" not in reply.bytes
    assert reply.format == "turtle"
    assert reply.placements == []
    assert repr(reply).startswith("<LinkReply turtle: ")
    assert repr(anna.links) == "<Links>"


def test_what_fails_may_be_told_instead() -> None:
    engine = Engine(settings={"http-private-hosts": "127.0.0.1:9"})
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


def test_six_templates_are_there_from_the_start() -> None:
    found = Engine().session().templates.list()
    assert [one.name for one in found] == ["1", "2", "3", "4", "5", "6"]
    assert {one.owner for one in found} == {"system"}
