"""Language models that find and link entities and terms: a server on this machine plays them, and lies."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import glossweave
import pytest
from glossweave import Engine, Provider
from test_cli import run

TEXT = "\N{GRINNING FACE} Ada went to Cork. The Bass lives in rivers."
NAMES = "uri,label,weight\nhttp://x.org/shoes,Bass,3\nhttp://x.org/fish,Bass,1\n"


class Model(BaseHTTPRequestHandler):
    """Finds Ada, Cork and what is not there; of choices it takes the second one."""

    asked: list[dict[str, Any]] = []

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.asked.append({**body, "key": self.headers["Authorization"]})
        user = json.loads(body["messages"][1]["content"])
        if "names" in user:
            content: Any = {"decisions": [{"id": one["id"], "choice": 2} for one in user["names"]]}
        else:
            found = [(1, "Ada", "person"), (1, "cork", "town"), (1, "Paris", "town"), (1, "Ada", "poet")]
            members = ("id", "text", "type")
            content = {"mentions": [dict(zip(members, one, strict=True)) for one in found]}
        message = {"role": "assistant", "content": json.dumps(content)}
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps({"choices": [{"message": message}]}).encode())

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Model) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/v1"
        server.shutdown()


def recognizer(url: str, **options: Any) -> Provider:
    types = ["person", "town <http://schema.org/City>: towns and cities"]
    return Provider("recognizer", "model", "chat-completions", url, model="tiny", type=types, **options)


def test_a_model_finds_what_is_in_the_text(url: str) -> None:
    found = recognizer(url, key="4711", seed=7).recognize(TEXT)
    spans = [(TEXT[one.start : one.end], one.classes) for one in found]
    assert spans == [("Ada", ("urn:glossweave:type:person",)), ("Cork", ("http://schema.org/City",))]
    asked = Model.asked[-1]
    assert (asked["model"], asked["seed"], asked["key"]) == ("tiny", 7, "Bearer 4711")
    with pytest.raises(glossweave.InvalidArgument) as refused:
        recognizer(url, temperature=3)
    assert refused.value.parameter == "temperature"
    with pytest.raises(glossweave.InvalidArgument) as refused:
        Provider("recognizer", "model", "chat-completions", url)
    assert refused.value.parameter == "model"


def test_replies_tell_what_was_invented(url: str) -> None:
    entities = Engine(providers=[recognizer(url)]).session().entities
    reply = entities.enrich("model", f"<p>{TEXT}", informat="html", outformat="html")
    assert reply.bytes.count(b"its-ta-class-ref") == 2 and b"Paris" not in reply.bytes
    messages = [message for message, _, _ in reply.skipped]
    assert messages == [
        "the text does not contain this name: `Paris`",
        "the type of this name was not requested: `Ada`",
    ]


def test_a_model_chooses_among_what_is_offered(url: str, tmp_path: Path) -> None:
    (tmp_path / "names.csv").write_text(NAMES)
    names = {"protocol": "dictionary", "place": str(tmp_path / "names.csv")}
    linker = Provider(
        "recognizer", "model", "chat-linker", url, model="tiny", recognizer=json.dumps(names)
    )
    (found,) = linker.recognize(TEXT)
    assert found.idents == ("http://x.org/fish", "http://x.org/shoes")


def test_usage_is_told(url: str) -> None:
    engine = Engine(providers=[recognizer(url, prompt_price=1_000_000)])
    for _ in range(2):
        engine.session().entities.enrich("model", TEXT, informat="text", outformat="turtle")
    (usage,) = engine.token_usage()
    assert (usage.kind, usage.name, usage.system) == ("recognizer", "model", None)
    assert (usage.calls, usage.cached) == (1, 1)
    assert usage.prompt_tokens > 0 and usage.completion_tokens > 0 and usage.cost == usage.prompt_tokens


def test_types_come_from_a_vocabulary(url: str, tmp_path: Path) -> None:
    (tmp_path / "types.ttl").write_text(
        "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
        "<http://x.org/City> rdfs:label 'town' ; rdfs:comment 'cities and towns' .\n"
        "<http://x.org/Person> rdfs:label 'person' .\n"
    )
    model = Provider(
        "recognizer", "model", "chat-completions", url, model="tiny", types=str(tmp_path / "types.ttl")
    )
    assert [one.classes for one in model.recognize(TEXT)] == [("http://x.org/Person",), ("http://x.org/City",)]
    (tmp_path / "none.ttl").write_text("")
    with pytest.raises(glossweave.InvalidArgument, match="the vocabulary has no labels") as refused:
        Provider("recognizer", "model", "chat-completions", url, model="tiny", types=str(tmp_path / "none.ttl"))
    assert refused.value.parameter == "types"


def test_terms_are_found_too(url: str) -> None:
    terms = Engine(providers=[recognizer(url, find="terms")]).session().terms
    reply = terms.enrich("model", TEXT, informat="text", outformat="turtle", source_lang="en")
    assert reply.bytes.count(b"itsrdf:term ") == 2 and len(reply.skipped) == 2


def test_commands_ask_models(url: str, tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(f"<p>{TEXT}")
    (tmp_path / "names.csv").write_text(NAMES)
    words = ["--recognizer", f"chat-completions={url}", "--option", "model=tiny", "--option", "type=person"]
    ran = run("enrich", *words, "page.html", folder=tmp_path)
    assert ran.returncode == 0 and b"urn:glossweave:type:person" in ran.stdout, ran.stderr
    assert b"skipped: the type of this name was not requested: `Paris`" in ran.stderr
    assert b"glossweave: language model: 1 calls, 0 answers from the cache, " in ran.stderr
    ran = run("terms", "--term-finder", *words[1:], "--option", "find=terms", "page.html", folder=tmp_path)
    assert ran.returncode == 0 and b'its-term="yes"' in ran.stdout, ran.stderr
    words = ["--recognizer", f"chat-linker={url}", "--option", "model=tiny"]
    words += ["--option", "recognizer=dictionary names.csv", "page.html"]
    ran = run("enrich", *words, folder=tmp_path)
    assert ran.returncode == 0 and b"http://x.org/fish" in ran.stdout, ran.stderr
