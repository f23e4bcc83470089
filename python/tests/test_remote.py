"""Recognizers elsewhere, asked over HTTP: a server on this machine plays them."""

from __future__ import annotations

import asyncio
import json
import threading
import time
import urllib.parse
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import glossweave
import pytest
from glossweave import Engine, Provider

CORK = "http://dbpedia.org/resource/Cork"
TEXT = "\N{GRINNING FACE} to Cork"


class Handler(BaseHTTPRequestHandler):
    """Finds Cork: as Spotlight does, or as a service that speaks NIF."""

    keys: list[str | None] = []
    bodies: list[dict[str, list[str]]] = []

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.keys.append(self.headers["X-Key"])
        self.bodies.append(urllib.parse.parse_qs(body))
        if self.path == "/busy":
            self.send_response(503)
            self.send_header("Retry-After", "3600")
            self.end_headers()
            return
        if self.path.startswith("/rest/"):
            kind, answer = "application/json", self.spotlight(body)
        elif self.path == "/nif":
            kind, answer = "text/turtle", self.nif(body)
        else:
            kind, answer = "text/html", "<h1>It works!"
        self.answer(kind, answer)

    def do_GET(self) -> None:
        """Answers every query alike, as an endpoint of SPARQL."""
        if self.path.startswith("/slow"):
            time.sleep(1)
        self.answer("text/turtle", f"<{CORK}> <http://a.example/p> 'found' .")

    def answer(self, kind: str, answer: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write(answer.encode())

    def spotlight(self, body: str) -> str:
        text = urllib.parse.parse_qs(body)["text"][0]
        at = len(text[: text.index("Cork")].encode("utf-16-le")) // 2
        found = {"@URI": CORK, "@types": "DBpedia:City", "@surfaceForm": "Cork", "@offset": str(at)}
        return json.dumps({"@text": text, "Resources": [found]})

    def nif(self, body: str) -> str:
        context = glossweave.read_nif(body, format="turtle").contexts[0]
        at = context.document.text.index("Cork")
        return f"""{body}
            <http://a.example/#char={at},{at + 4}> nif:referenceContext <{context.iri}> ;
                <http://www.w3.org/2005/11/its/rdf#taIdentRef> <{CORK}> ."""

    def log_message(self, format: str, *args: object) -> None:
        pass


def recognizer(protocol: str, url: str, **options: Any) -> Provider:
    return Provider("recognizer", protocol, protocol, url, **options)


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def test_both_sorts_find_what_is_there(url: str) -> None:
    spotlight = recognizer(
        "spotlight",
        f"{url}/rest",
        confidence=0.5,
        support=2,
        types="DBpedia:City",
        policy="whitelist",
        sparql="SELECT ?s { ?s ?p ?o }",
        spotter="Default",
        disambiguator="Occurrences",
    )
    nif = recognizer("nif", f"{url}/nif", header="X-Key: 4711", milliseconds=5_000)
    for remote in (spotlight, nif):
        (found,) = remote.recognize(TEXT, language="en")
        assert (TEXT[found.start : found.end], found.idents) == ("Cork", (CORK,))
    assert Handler.keys[-2:] == [None, "4711"]
    sent = {name: value for name, value in Handler.bodies[-2].items() if name != "text"}
    assert sent == {
        "confidence": ["0.5"],
        "support": ["2"],
        "types": ["DBpedia:City"],
        "policy": ["whitelist"],
        "sparql": ["SELECT ?s { ?s ?p ?o }"],
        "spotter": ["Default"],
        "disambiguator": ["Occurrences"],
    }
    page = glossweave.decode(f"<p>{TEXT}", format="html")
    assert [found.start for found in nif.recognize(page)] == [5]


def test_an_engine_takes_them(url: str) -> None:
    spotlight = recognizer("spotlight", f"{url}/rest?key=4711")
    assert repr(spotlight) == f"<Provider spotlight: spotlight at {url}/rest>"
    entities = Engine(providers=[spotlight]).session().entities
    reply = entities.enrich("spotlight", f"<p>{TEXT}", informat="html", outformat="html")
    assert f'its-ta-ident-ref="{CORK}"'.encode() in reply.bytes


def test_a_running_loop_is_no_trouble(url: str) -> None:
    spotlight = recognizer("spotlight", f"{url}/rest")

    async def ask() -> int:
        return len(spotlight.recognize(TEXT))

    assert asyncio.run(ask()) == 1


def test_failures_are_told(url: str) -> None:
    with pytest.raises(glossweave.Unavailable) as busy:
        recognizer("nif", f"{url}/busy").recognize(TEXT)
    assert busy.value.retry_after == 3600
    with pytest.raises(glossweave.Unavailable):
        recognizer("spotlight", f"{url}/other").recognize(TEXT)
    for wrong in ("file:///etc/passwd", "example.org", "http://user:word@example.org/"):
        with pytest.raises(glossweave.InvalidArgument) as refused:
            recognizer("nif", wrong)
        assert refused.value.parameter == "place" and "word" not in str(refused.value)
    with pytest.raises(glossweave.InvalidArgument) as refused:
        recognizer("spotlight", url, confidence=2.0)
    assert refused.value.parameter == "confidence"
    with pytest.raises(glossweave.InvalidArgument) as refused:
        recognizer("nif", url, media_type="text/html")
    assert refused.value.parameter == "media_type"


def asked(engine: Engine, url: str) -> bytes:
    """What a stored template gets from an endpoint that answers every query alike."""
    users = engine.session().users
    users.create("anna", "correct horse")
    session = engine.session(users.authenticate("anna", "correct horse"))
    body = {"query": "CONSTRUCT WHERE { <@@@entity_uri@@@> ?p ?o }", "endpoint": f"{url}/sparql"}
    template = session.templates.create(None, json.dumps(body)).name
    page = f'<p its-ta-ident-ref="{CORK}">Cork</p>'
    return session.links.enrich(template, page, informat="html").bytes


def test_hosts_are_settings(url: str) -> None:
    host = url.removeprefix("http://")
    with pytest.raises(glossweave.InvalidArgument) as refused:
        Engine(settings={"network": {"hosts": "https://example.org/"}})
    assert refused.value.parameter == "network.hosts"
    for network in ({}, {"hosts": host}, {"private_hosts": "localhost:1"}):
        engine = Engine(settings={"network": network})  # type: ignore[arg-type]
        with pytest.raises(glossweave.Forbidden):
            asked(engine, url)
    assert b'"found"' in asked(Engine(settings={"network": {"private_hosts": host}}), url)


def test_what_services_may_take_are_settings(url: str) -> None:
    host = url.removeprefix("http://")
    with pytest.raises(glossweave.Unavailable, match="answers with more than 1 bytes"):
        asked(Engine(settings={"network": {"private_hosts": host, "response": 1}}), url)
    with pytest.raises(glossweave.DeadlineExceeded):
        asked(Engine(settings={"network": {"private_hosts": host}, "links": {"time": "50ms"}}), f"{url}/slow")
