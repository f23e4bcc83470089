"""The whole path with a real server: llama.cpp with a tiny model that says arbitrary texts, held to JSON schemas."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import tiny_model
import xllamacpp
from glossweave import Engine, Provider

SEEDS = range(40)
TEXT = "Press { or , or ] or 1 for the letter in Cork. " * 12
NAMES = "uri,label,weight\nhttp://x.org/1,letter,3\nhttp://x.org/2,letter,2\nhttp://x.org/3,letter,1\n"


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    path = tmp_path_factory.mktemp("model") / "tiny.gguf"
    tiny_model.write(path)
    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(path)
    parameters.n_ctx = 16384
    parameters.n_parallel = 1
    parameters.cpuparams.n_threads = 1
    server = xllamacpp.Server(parameters)
    yield f"{server.listening_address}/v1"
    del server


def options(seed: int, **more: Any) -> dict[str, Any]:
    return {"model": "tiny", "seed": seed, "temperature": 1, "max_tokens": 400, **more}


def test_only_what_is_in_the_text_is_found(url: str) -> None:
    messages: Counter[str] = Counter()
    found = 0
    for seed in SEEDS:
        provider = Provider("recognizer", "model", "chat-completions", url, **options(seed, type=["x", "y"]))
        entities = Engine(providers=[provider]).session().entities
        reply = entities.enrich("model", TEXT, informat="text", outformat="json-ld", language="en")
        json.loads(reply.bytes)
        messages.update(message.partition(": ")[0] for message, _, _ in reply.skipped)
        for one in provider.recognize(TEXT, language="en"):
            found += 1
            assert TEXT[one.start : one.end].strip() and (one.start, one.end) != (0, len(TEXT))
            assert one.classes in [("urn:glossweave:type:x",), ("urn:glossweave:type:y",)]
    print(f"llama.cpp: {found} found, {dict(messages)}", file=sys.stderr)
    assert found > 0 and messages["the text does not contain this name"] > 0


def test_only_what_is_offered_is_chosen(url: str, tmp_path: Path) -> None:
    (tmp_path / "names.csv").write_text(NAMES)
    first: Counter[str] = Counter()
    for seed in SEEDS:
        recognizer = f"dictionary {tmp_path / 'names.csv'}"
        provider = Provider("recognizer", "model", "chat-linker", url, **options(seed, recognizer=recognizer))
        for one in provider.recognize(TEXT, language="en"):
            assert sorted(one.idents) == ["http://x.org/1", "http://x.org/2", "http://x.org/3"]
            first[one.idents[0]] += 1
    print(f"llama.cpp: {dict(first)} are first", file=sys.stderr)
    assert first


def test_no_damaged_translation_comes_out(url: str) -> None:
    statuses: Counter[str] = Counter()
    for seed in SEEDS:
        system = {"source_lang": "en", "target_lang": "de"}
        provider = Provider("translator", "model", "chat-completions", url, system=system, **options(seed))
        translations = Engine(providers=[provider]).session().translations
        page = "<p>Open <b>{name}</b> with 2026 files.</p>"
        reply = translations.enrich(
            "model", page, "en", "de", informat="html", outformat="html", translations=True
        )
        statuses.update(reply.statuses)
        assert b"{name}" in reply.bytes and b"2026" in reply.bytes and reply.bytes.count(b"<b>") == 1
    print(f"llama.cpp: {dict(statuses)}", file=sys.stderr)
    assert sum(statuses.values()) == len(SEEDS)
