"""Providers that are opened by their protocols: a server on this machine plays the services."""

from __future__ import annotations

import copy
import inspect
import json
import pickle
import threading
from collections.abc import Iterator
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

import glossweave
import pytest
from glossweave import Engine, Provider, protocols
from test_cli import run
from test_remote import CORK, Handler

LANGUAGES = {"source_lang": "en", "target_lang": "es"}
TERMS = "concept,term,language\nhttp://c.example/bank,bank,en\n"
TEMPLATE = {"query": "CONSTRUCT WHERE { <@@@entity_uri@@@> ?p ?o }"}
PAGE = f'<p>To <span its-ta-ident-ref="{CORK}">Cork</span>!'


class Services(Handler):
    """Translates to capitals too, as LibreTranslate does."""

    translations: list[dict[str, Any]] = []

    def do_POST(self) -> None:
        if self.path != "/translate":
            return super().do_POST()
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.translations.append({**asked, "X-Key": self.headers["X-Key"]})
        self.answer("application/json", json.dumps({"translatedText": [one.upper() for one in asked["q"]]}))

    def do_GET(self) -> None:
        self.keys.append(self.headers["X-Key"])
        super().do_GET()


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Services) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


@pytest.fixture
def providers(url: str, tmp_path: Path) -> list[Provider]:
    """One of each kind."""
    terms = tmp_path / "terms.csv"
    terms.write_text(TERMS)
    return [
        Provider("recognizer", "far", "spotlight", f"{url}/rest", confidence=0.5, header="X-Key: 1"),
        Provider("term-finder", "rivers", "termbase", terms, language="en"),
        Provider(
            "translator", "capitals", "libretranslate", url, key="k", header=["X-Key: 2"], milliseconds=5000,
            system={**LANGUAGES, "domain": "news", "always_running": True},
        ),
        Provider("endpoint", "https://facts.example/sparql", "sparql", f"{url}/sparql", header="X-Key: 3"),
    ]


def used(engine: Engine) -> None:
    """Uses one provider of each kind."""
    session = engine.local_session()
    reply = session.entities.enrich("far", "<p>To Cork", informat="html", outformat="html")
    assert f'its-ta-ident-ref="{CORK}"'.encode() in reply.bytes
    assert (Handler.keys[-1], Handler.bodies[-1]["confidence"]) == ("1", ["0.5"])
    (found,) = session.terms.find("rivers", glossweave.decode("Two banks.", format="text"), source_lang="en")
    assert (found.start, found.info_ref) == (4, "http://c.example/bank")
    translated = session.translations.enrich(
        "capitals", "<p>A house.", "en", "es", informat="html", outformat="html", translations=True
    )
    assert translated.bytes == b"<p>A HOUSE."
    asked = Services.translations[-1]
    assert (asked["X-Key"], asked["api_key"], asked["source"], asked["target"]) == ("2", "k", "en", "es")
    template = json.dumps({**TEMPLATE, "endpoint": "https://facts.example/sparql"})
    name = session.templates.create(None, template).name
    assert b'"found"' in session.links.enrich(name, PAGE, informat="html").bytes
    assert Handler.keys[-1] == "3"


def test_an_engine_takes_every_kind(providers: list[Provider]) -> None:
    engine = Engine(providers=providers)
    assert [(one.kind, one.name) for one in providers] == [
        ("recognizer", "far"),
        ("term-finder", "rivers"),
        ("translator", "capitals"),
        ("endpoint", "https://facts.example/sparql"),
    ]
    used(engine)
    (system,) = engine.session().translations.systems("capitals")
    assert (system.domain, system.always_running) == ("news", True)


def test_an_engine_with_them_goes_to_other_processes(
    providers: list[Provider], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = Engine(providers=providers)
    told = json.loads(json.dumps(engine.specification()))
    used(Engine.from_specification(told))
    monkeypatch.chdir(tmp_path)
    relative = Provider("term-finder", "rivers", "termbase", "terms.csv")
    monkeypatch.chdir("/")
    for again in (pickle.loads(pickle.dumps(engine)), copy.copy(engine)):
        assert again.specification() == engine.specification()
        used(again)
    assert repr(pickle.loads(pickle.dumps(relative))) == f"<Provider rivers: termbase at {tmp_path}/terms.csv>"


def test_engines_are_listed(providers: list[Provider]) -> None:
    engines = Engine(providers=providers).session().engines()
    (far,) = (one for one in engines.recognizers if one.name == "far")
    (rivers,) = (one for one in engines.term_finders if one.name == "rivers")
    assert rivers.languages == [("en", None)]
    (capitals,) = engines.translators
    assert (capitals.name, capitals.languages) == ("capitals", [("en", "es")])
    threshold = next(one for one in far.parameters if one.name == "threshold")
    assert (threshold.type, threshold.text) == ("number", "The minimum confidence, from 0 to 1. By default, there is no minimum.")
    assert far.languages is None
    assert "rivers" in repr(engines) and "capitals" in repr(engines)
    secret = Provider("translator", "closed", "apy", "http://127.0.0.1:9/", system={**LANGUAGES, "key": "horse"})
    assert Engine(providers=[secret]).session().engines().translators == []


def test_protocols_are_described() -> None:
    rows = {(one.kind, one.name): one for one in protocols()}
    assert len(rows) == len(protocols()) and protocols() == protocols()
    assert {kind for kind, _ in rows} == {"recognizer", "term-finder", "translator", "endpoint"}
    assert rows["term-finder", "termbase"].place == "file"
    assert rows["translator", "apertium"].place == "mode"
    spotlight = {one.name: one for one in rows["recognizer", "spotlight"].parameters}
    assert spotlight["header"].repeats and not spotlight["header"].required
    assert (spotlight["milliseconds"].default, spotlight["milliseconds"].unit) == ("30000", "milliseconds")
    assert spotlight["candidates"].words == ["true", "false"]
    assert spotlight["confidence"].type == "number"
    key = next(one for one in rows["translator", "deepl"].parameters if one.name == "key")
    assert (key.required, key.type) == (True, "secret")
    # A keyword cannot mean both.
    own = set(inspect.signature(Provider).parameters) - {"options"}
    assert own == {"kind", "name", "protocol", "place", "system"}
    assert not own & {option.name for one in rows.values() for option in one.parameters}


def test_options_are_plain_values(url: str) -> None:
    types = ["DBpedia:Place", "Schema:City"]
    both = ["X-Key: 5", "X-Other: 6"]
    far = Provider(
        "recognizer", "far", "spotlight", f"{url}/rest", header=both, support=2, types=types, policy=None
    )
    assert [one.idents for one in far.recognize("To Cork", language="en")] == [(CORK,)]
    sent = {name: value for name, value in Handler.bodies[-1].items() if name != "text"}
    assert sent == {"support": ["2"], "types": [",".join(types)]}
    assert Handler.keys[-1] == "5"
    hyphens: dict[str, Any] = {"media-type": "application/n-triples"}
    assert Provider("recognizer", "far", "nif", url, milliseconds="5", **hyphens).protocol == "nif"
    assert Provider("recognizer", "far", "spotlight", url, candidates=True).place == url
    with pytest.raises(TypeError, match="as `confidence`"):
        Provider("recognizer", "far", "spotlight", url, confidence={})  # type: ignore[arg-type]
    base = Provider("endpoint", "http://e.example/", "sparql", url)
    with pytest.raises(glossweave.InvalidArgument, match="`http://e.example/` is not a recognizer"):
        base.recognize("To Cork")


@pytest.mark.parametrize(
    ("arguments", "options", "parameter"),
    [
        (("reader", "x", "nif", "http://localhost:1"), {}, "kind"),
        (("recognizer", "x", "babelfish", "http://localhost:1"), {}, "protocol"),
        (("term-finder", "x", "nif", "http://localhost:1"), {}, "protocol"),
        (("recognizer", "x", "nif", "ftp://localhost:1"), {}, "place"),
        (("recognizer", "x", "nif", "http://localhost:1"), {"colour": "red"}, "colour"),
        (("recognizer", "x", "nif", "http://localhost:1"), {"nif_version": "1.0"}, "nif_version"),
        (("recognizer", "x", "nif", "http://localhost:1"), {"milliseconds": -1}, "milliseconds"),
        (("recognizer", "x", "nif", "http://localhost:1"), {"header": "\ud800"}, "header"),
        (("translator", "x", "deepl", "http://localhost:1"), {}, "key"),
        (("translator", "x", "apy", "http://localhost:1"), {"system": {"source_lang": "en"}}, "target_lang"),
        (("translator", "x", "apy", "http://localhost:1"), {"system": {"colour": "red"}}, "colour"),
    ],
)
def test_errors_name_the_argument(arguments: Any, options: dict[str, Any], parameter: str) -> None:
    with pytest.raises(glossweave.InvalidArgument) as refused:
        Provider(*arguments, **options)
    assert refused.value.parameter == parameter, refused.value


def test_errors_of_files_and_systems(tmp_path: Path) -> None:
    with pytest.raises(glossweave.StorageError) as missing:
        Provider("recognizer", "x", "dictionary", tmp_path / "no.csv")
    assert missing.value.parameter == "place" and "no.csv" in str(missing.value)
    apy = Provider("translator", "x", "apy", "http://localhost:1/")
    far = Provider("recognizer", "x", "nif", "http://localhost:1/", system=LANGUAGES)
    for one in (apy, far):
        with pytest.raises(glossweave.InvalidArgument) as refused:
            Engine(providers=[one])
        assert refused.value.parameter == "system"
    with pytest.raises(TypeError, match="providers"):
        Engine(providers=["spotlight"])  # type: ignore[list-item]


def test_keys_are_not_shown() -> None:
    one = Provider(
        "translator", "x", "deepl", "http://localhost:1/?key=horse", key="horse", header="X-Key: horse",
        system={**LANGUAGES, "key": "horse"},
    )
    assert repr(one) == "<Provider x: deepl at http://localhost:1/>"
    assert "horse" not in repr(Engine(providers=[one]))
    with pytest.raises(glossweave.InvalidArgument) as refused:
        Provider("recognizer", "x", "nif", "http://localhost:1", header="horse")
    assert refused.value.parameter == "header" and "horse" not in str(refused.value)


def test_commands_open_services(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "page.html").write_text("<p>To Cork and two banks.")
    (tmp_path / "linked.html").write_text(PAGE)
    (tmp_path / "terms.csv").write_text(TERMS)
    (tmp_path / "template.json").write_text(json.dumps({**TEMPLATE, "endpoint": f"{url}/sparql"}))
    chain = [{"method": "POST", "endpoint": "/e-entity/names/documents"}]
    (tmp_path / "chain.json").write_text(json.dumps(chain))
    spotlight = ["--recognizer", f"spotlight={url}/rest", "--option", "confidence=0.5"]
    ran = run("enrich", *spotlight, "--option", "header=X-Key: 7", "page.html", folder=tmp_path)
    assert ran.returncode == 0 and CORK.encode() in ran.stdout, ran.stderr
    assert (Handler.keys[-1], Handler.bodies[-1]["confidence"]) == ("7", ["0.5"])
    words = ["pipeline", "--requests", "chain.json", "--from", "html", "--to", "turtle"]
    ran = run(*words, *spotlight, "page.html", folder=tmp_path)
    assert ran.returncode == 0 and CORK.encode() in ran.stdout, ran.stderr
    words = ["terms", "--term-finder", "termbase=terms.csv", "--source-lang", "en", "page.html"]
    ran = run(*words, folder=tmp_path)
    assert ran.returncode == 0 and b"http://c.example/bank" in ran.stdout, ran.stderr
    monkeypatch.setenv("GLOSSWEAVE_TRANSLATOR_KEY", "4711")
    words = ["translate", "--translator", f"libretranslate={url}", "--source-lang", "en", "--target-lang", "es"]
    ran = run(*words, "page.html", folder=tmp_path)
    assert (ran.returncode, ran.stdout) == (0, b"<p>TO CORK AND TWO BANKS."), ran.stderr
    assert Services.translations[-1]["api_key"] == "4711"
    words = ["link", "--template", "template.json", "--endpoint", f"sparql={url}/sparql"]
    ran = run(*words, "--option", "header=X-Key: 8", "linked.html", folder=tmp_path)
    assert ran.returncode == 0 and b'"found"' in ran.stdout and Handler.keys[-1] == "8", ran.stderr


def test_commands_combine_patterns_and_other_recognizers(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<p>To Cork by 5 May 2024, see GLOSS-42.")
    (tmp_path / "names.csv").write_text("uri,label\nhttp://a.example/cork,Cork\n")
    ticket = '{"protocol": "patterns", "place": "none", "options": {"pattern": "http://a.example/T - GLOSS-[0-9]+"}}'
    words = ["enrich", "--recognizer", "combination=priority", "--to", "turtle"]
    for part in ("dictionary names.csv", "patterns date,url", ticket):
        words += ["--option", f"recognizer={part}"]
    ran = run(*words, "page.html", folder=tmp_path)
    assert ran.returncode == 0, ran.stderr
    for iri in (b"http://a.example/cork", b"http://schema.org/Date", b"http://a.example/T"):
        assert iri in ran.stdout, ran.stdout
    words = ["enrich", "--recognizer", "patterns=date", "--option", "pattern=http://a.example/T - ("]
    ran = run(*words, "page.html", folder=tmp_path)
    assert ran.returncode == 2 and "--option pattern: invalid regular expression" in ran.stderr.decode(), ran.stderr
    ran = run("enrich", "--recognizer", "patterns=phone", "page.html", folder=tmp_path)
    assert ran.returncode == 2 and "--recognizer patterns=phone: no kind of patterns" in ran.stderr.decode()


def test_commands_name_the_option_that_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text("<p>To Cork")
    languages = ["--source-lang", "en", "--target-lang", "es"]
    place = "http://127.0.0.1:9/"
    for words, said in (
        (["enrich", "--recognizer", f"babelfish={place}"], "--recognizer babelfish: no protocol"),
        (["enrich", "--recognizer", "nif=ftp://x/"], "--recognizer nif: "),
        (["enrich", "--recognizer", f"nif={place}", "--option", "name=x"], "--option name: nif has the options header"),
        (["enrich", "--recognizer", f"nif={place}", "--option", "nif-version=1"], "--option nif-version: no value `1`"),
        (["translate", "--translator", f"deepl={place}", *languages], "--option key: `key` is missing"),
        (["translate", "--translator", f"apy={place}", *languages, "--source-lang", "12"], "--source-lang: "),
        (["enrich", "--option", "a=b"], "--option requires the recognizer"),
    ):
        ran = run(*words, "page.html", folder=tmp_path)
        assert ran.returncode == 2 and said in ran.stderr.decode(), (words, ran.stderr)
    ran = run("terms", "--term-finder", "termbase=no.csv", "page.html", folder=tmp_path)
    assert ran.returncode == 3 and b"no.csv" in ran.stderr


def test_another_file_is_not_resumed(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "page.html").write_text("<p>Two banks.")
    (tmp_path / "terms.csv").write_text(TERMS)
    words = ["terms", "--term-finder", "termbase=terms.csv", "--source-lang", "en", "site", "-o", "out"]
    assert run(*words, folder=tmp_path).returncode == 0
    assert run(*words, "--resume", folder=tmp_path).returncode == 0
    (tmp_path / "terms.csv").write_text(TERMS + "http://c.example/sea,sea,en\n")
    assert run(*words, "--resume", folder=tmp_path).returncode == 2


def test_engines_and_protocols_are_listed_by_a_command(
    providers: list[Provider], tmp_path: Path
) -> None:
    (tmp_path / "engine.json").write_text(json.dumps(Engine(providers=providers).specification()))
    ran = run("engines", "--engine", "engine.json", folder=tmp_path)
    assert ran.returncode == 0, ran.stderr
    rows = [line.split("\t") for line in ran.stdout.decode().splitlines()]
    assert ["translator", "capitals", "en-es"] in [row[:3] for row in rows]
    assert ["term-finder", "rivers", "en"] in [row[:3] for row in rows]
    assert any(row[0] == "recognizer" and "threshold" in row[3].split(",") for row in rows)
    rows = [line.split("\t") for line in run("engines", "--protocols", folder=tmp_path).stdout.decode().splitlines()]
    assert {len(row) for row in rows} == {8}
    known = {(one.kind, one.name, "") for one in protocols()}
    known |= {(one.kind, one.name, option.name) for one in protocols() for option in one.parameters}
    assert {(row[0], row[1], row[3]) for row in rows} == known and len(rows) == len(known)
    assert ["translator", "deepl", "url", "key", "secret", "", "required"] in [row[:7] for row in rows]
