"""Reconciliation with stored datasets."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

import glossweave
from glossweave import Engine, Session

CORK = "http://example.org/cork"
PLACES = """uri,label,language,type,http://example.org/code
http://example.org/cork,Cork,en,http://example.org/City,C
http://example.org/cork,Corcaigh,ga,http://example.org/City,
http://example.org/cobh,Cobh,en,http://example.org/Town,
"""


@pytest.fixture
def session() -> Iterator[Session]:
    with Engine() as engine:
        session = engine.local_session()
        session.datasets.create("places", PLACES)
        yield session


def test_queries_are_json_or_values(session: Session) -> None:
    queries = {"q": {"query": "cork", "limit": 1}}
    found = session.reconciliation.answer("places", queries)
    assert found["q"]["result"][0]["name"] == "Cork"
    assert session.reconciliation.answer("places", json.dumps(queries)) == found
    irish = session.reconciliation.answer("places", queries, languages="ga, en")
    assert irish["q"]["result"][0]["name"] == "Corcaigh"
    draft = {"queries": [{"conditions": [{"matchType": "name", "v": "Corcaigh"}]}]}
    results = session.reconciliation.answer("places", draft, version="1.0-draft")["results"]
    assert [one["id"] for one in results[0]["candidates"]][:1] == [CORK]
    with pytest.raises(glossweave.InvalidArgument) as raised:
        session.reconciliation.answer("places", draft, version="2")
    assert raised.value.parameter == "version"
    with pytest.raises(glossweave.NotFound):
        session.reconciliation.answer("none", queries)


def test_values_of_properties_come_with_their_names(session: Session) -> None:
    query = {"ids": [CORK], "properties": [{"id": "http://example.org/code"}]}
    answer = session.reconciliation.extend("places", query)
    assert answer["rows"][CORK] == {"http://example.org/code": [{"str": "C"}]}
    assert answer["meta"] == [{"id": "http://example.org/code", "name": "code"}]
    proposed = session.reconciliation.propose("places", "http://example.org/City")
    assert {"id": "http://example.org/code", "name": "code"} in proposed["properties"]
    assert len(session.reconciliation.propose("places", limit=1)["properties"]) == 1


def test_names_are_completed(session: Session) -> None:
    def suggest(prefix: str, suggested: str, skip: int = 0) -> list[str]:
        found = session.reconciliation.suggest("places", prefix, suggested=suggested, skip=skip)
        return [one["name"] for one in found["result"]]

    assert suggest("co", "entity") == ["Cobh", "Cork"]
    assert suggest("co", "entity", skip=1) == ["Cork"]
    assert suggest("t", "type") == ["Town"]
    assert suggest("code", "property") == ["code"]
    with pytest.raises(glossweave.InvalidArgument) as raised:
        suggest("x", "name")
    assert raised.value.parameter == "suggested"


def test_the_service_describes_itself_and_its_things(session: Session) -> None:
    manifest = session.reconciliation.manifest("places", "https://example.org/places")
    assert manifest["suggest"]["type"]["service_url"] == "https://example.org/places"
    draft = session.reconciliation.manifest("places", "https://example.org/", version="1.0-draft")
    assert draft["versions"] == ["1.0-draft"] and draft["suggest"]["property"] is True
    assert "<h1>Cork</h1>" in session.reconciliation.preview("places", CORK)
    with pytest.raises(glossweave.NotFound):
        session.reconciliation.preview("places", "http://example.org/none")
