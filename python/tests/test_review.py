"""Stored documents, whose annotations people correct, and Web Annotations that are read."""

from __future__ import annotations

import json
from typing import Any

import pytest

from glossweave import (
    Annotation,
    Engine,
    decode,
    export,
    read_web_annotations,
    to_web_annotation,
)
from glossweave.errors import InvalidArgument, MalformedInput, PreconditionFailed

STATUS = "schema:creativeWorkStatus"


def item(exact: str, **more: Any) -> dict[str, Any]:
    selector = {"type": "TextQuoteSelector", "exact": exact}
    made = {"motivation": "identifying", "body": f"http://d.example/{exact}"}
    return {**made, "target": {"selector": selector}, **more}


def test_positions_are_code_points_whatever_the_script() -> None:
    page = decode("<p dir=rtl>😀 קורק <b>𝔸</b>thens", format="html")
    start = page.text.index("קורק")
    found = [Annotation(start, start + 4, idents=["http://d.example/Cork"])]
    made = to_web_annotation(page, found, source="http://a.example/")
    again, skipped = read_web_annotations(page, made, source="http://a.example/")
    assert (again, skipped) == (found, [])
    # UTF-16 units, as scripts of pages count.
    units = len(page.text[: page.text.index("𝔸")].encode("utf-16-le")) // 2
    selectors = [
        {"type": "TextPositionSelector", "start": units, "end": units + 7},
        {"type": "TextQuoteSelector", "exact": "𝔸thens"},
    ]
    other = item("", target={"selector": selectors})
    (one,), skipped = read_web_annotations(page, json.dumps(other))
    assert page.text[one.start : one.end] == "𝔸thens" and skipped == []


def test_what_is_left_out_has_its_reason() -> None:
    page = decode("To Cork", format="text")
    items = [item("Cork", id="a:1"), item("Galway", id="a:2")]
    found, skipped = read_web_annotations(page, json.dumps({"items": items}))
    assert len(found) == 1
    assert skipped == [("a:2", "annotation 1: the quote `Galway` is not in the text")]
    with pytest.raises(MalformedInput) as raised:
        read_web_annotations(page, "{\n x")
    assert raised.value.line == 2


def test_a_document_is_corrected() -> None:
    documents = Engine().local_session().documents
    page = decode("<p>From <b>Cobh</b> to Cork", format="html")
    found = [Annotation(5, 9, idents=["http://d.example/Cobh"])]
    body = export(page, found, format="annotated-document").bytes
    stored = documents.create("letter", body)
    assert stored.content["text"] == "From Cobh to Cork"
    assert stored.content["proposed"] == 1
    assert documents.open("letter")[1] == []

    review = stored.content["page"]
    review["items"][0][STATUS] = "accepted"
    review["items"].append(item("Cork"))
    changed = documents.update("letter", json.dumps(review), if_revision=stored.revision)
    first = changed.content["page"]["items"][0]
    assert first["dcterms:contributor"] == {"type": "Person", "name": "local"}
    with pytest.raises(PreconditionFailed):
        documents.update("letter", json.dumps(review), if_revision=stored.revision)
    document, accepted = documents.open("letter")
    assert document.source == page.source
    assert [(one.start, one.end) for one in accepted] == [(5, 9)]
    with pytest.raises(InvalidArgument) as raised:
        documents.update("letter", json.dumps({"items": [item("Galway")]}))
    assert raised.value.parameter == "items"


def test_models_are_trained_with_what_was_accepted() -> None:
    session = Engine().local_session()
    for number, name in enumerate(["Cork", "Cobh", "Youghal"]):
        label = {"type": "TextualBody", "purpose": "classifying", "value": "LOC"}
        accepted = item(name, motivation="classifying", body=label, **{STATUS: "accepted"})
        page = {"dcterms:references": {"value": f"She went to {name} by bus."}, "items": [accepted]}
        session.documents.create(f"d{number}", json.dumps(page))
    session.models.train("towns", b"", documents="d0,d1,d2", rounds=5)
    text = decode("She went to Cobh by bus.", format="text")
    (found,) = session.entities.recognize("towns", text)
    assert text.text[found.start : found.end] == "Cobh"


def test_the_context_of_a_dataset_is_trained_with_what_was_accepted() -> None:
    session = Engine().local_session()
    table = "uri,label,weight\nhttp://d.example/bark,Cork,9\nhttp://d.example/city,Cork,5\n"
    session.datasets.create("places", table)
    accepted = item("Cork", body="http://d.example/city", **{STATUS: "accepted"})
    page = {"dcterms:references": {"value": "The harbour of Cork has a ferry."}, "items": [accepted]}
    session.documents.create("letter", json.dumps(page))

    def meant() -> str:
        text = decode("The ferry left Cork at night.", format="text")
        (found,) = session.entities.recognize("dictionary", text, dataset="places")
        return found.idents[0]

    assert meant() == "http://d.example/bark"
    model = session.models.train("places", b"", kind="context", documents="letter")
    assert (model.name, model.kind) == ("places", "context")
    assert meant() == "http://d.example/city"
