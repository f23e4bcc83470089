"""Engines go to other processes by what they are made of."""

from __future__ import annotations

import copy
import json
import multiprocessing
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import glossweave
import pytest
from glossweave import (
    Annotation,
    Dictionary,
    Engine,
    Passage,
    Provider,
    Tagger,
    TranslationMemory,
    TranslationSystem,
)

PAGE = "<p>From Cork to Dublin."
TMX = """<tmx version="1.4"><header srclang="en"/><body><tu>
<tuv xml:lang="en"><seg>Good morning</seg></tuv>
<tuv xml:lang="es"><seg>Buenos días</seg></tuv></tu></body></tmx>"""
LESSONS = "".join(f"We O\nwent O\nto O\n{town} B-LOC\n. O\n\n" for town in ("Cork", "Sligo", "Bray"))


def cork(passage: Passage) -> list[Annotation]:
    at = passage.text.find("Cork")
    return [Annotation(at, at + 4, idents=["http://example.org/Cork"])] if at >= 0 else []


def upper(texts: list[str], source: str, target: str) -> list[str]:
    return [text.upper() for text in texts]


def saved(folder: Path, *rows: tuple[str, str]) -> Path:
    path = folder / "names.gw"
    Dictionary(rows or [("http://example.org/Dublin", "Dublin")]).save(path)
    return path


def page(engine: Engine, name: str = "names") -> bytes:
    entities = engine.session().entities
    return entities.enrich(name, PAGE, informat="html", outformat="html").bytes


def in_worker(engine: Engine) -> tuple[int, bytes]:
    return os.getpid(), page(engine)


def test_an_engine_of_files_is_plain_json(tmp_path: Path) -> None:
    path = saved(tmp_path)
    memory, tagger = tmp_path / "memory.gw", tmp_path / "tagger.gw"
    TranslationMemory.from_tmx(TMX).save(memory)
    Tagger.train(LESSONS).save(tagger)
    engine = Engine(
        {"names": Dictionary.open(path), "towns": Tagger.open(tagger)},
        translators={"memory": [TranslationSystem("en", "es", TranslationMemory.open(memory), domain="news")]},
        settings={"prefix": "http://example.org/texts/", "models": {"tagger": tagger}},
    )
    told = json.loads(json.dumps(engine.specification()))
    assert told == engine.specification()
    assert told["recognizers"]["names"] == {
        "component": "Dictionary.open",
        "path": str(path),
        "revision": Dictionary.open(path).revision,
    }
    again = Engine.from_specification(told)
    assert again.specification() == told
    assert page(again) == page(engine) and b"http://example.org/Dublin" in page(again)
    systems = again.session().translations
    reply = systems.enrich("memory", "Good morning", "en", "es", informat="text", outformat="turtle")
    assert "Buenos días" in reply.bytes.decode()


def test_an_engine_is_pickled_by_what_it_is_made_of(tmp_path: Path) -> None:
    engine = Engine(
        {
            "names": Dictionary([("http://example.org/Dublin", "Dublin")]),
            "towns": Tagger.train(LESSONS),
            "cork": cork,
        },
        translators={
            "all": [
                TranslationSystem("en", "en-x-loud", upper, name="loud", key="secret"),
                TranslationSystem("en", "es", TranslationMemory.from_tmx(TMX)),
            ]
        },
        providers=[
            Provider("recognizer", "nif", "nif", "http://localhost:1/nif", header="a: b"),
            Provider("recognizer", "spotlight", "spotlight", "http://localhost:1", confidence=0.5),
            Provider(
                "translator", "all", "apertium", "eng-fra", milliseconds=5,
                system={"source_lang": "en", "target_lang": "fr"},
            ),
            Provider(
                "translator", "all", "deepl", "http://localhost:1", key="k",
                system={"source_lang": "en", "target_lang": "de", "always_running": False},
            ),
        ],
        settings={"limits": {"source": 1000}},
    )
    for again in (pickle.loads(pickle.dumps(engine)), copy.copy(engine)):
        assert repr(again) == repr(engine)
        assert again.specification() == engine.specification()
        assert again.session().engines() == engine.session().engines()
        assert page(again, "cork") == page(engine, "cork")
        assert page(again) == page(engine)
        translations = again.session().translations
        loud = translations.enrich(
            "all", PAGE, "en", "en-x-loud", informat="html", outformat="html", translations=True,
            key="secret",
        )
        assert b"FROM CORK" in loud.bytes
        with pytest.raises(glossweave.TooLarge):
            again.session().entities.enrich("names", "x" * 2000, informat="text")


def test_workers_that_are_spawned_have_the_same_engine(tmp_path: Path) -> None:
    engine = Engine({"names": Dictionary.open(saved(tmp_path))})
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        pid, found = pool.apply(in_worker, (engine,))
    assert pid != os.getpid() and found == page(engine)


def test_a_relative_path_is_found_from_other_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved(tmp_path)
    monkeypatch.chdir(tmp_path)
    told = pickle.dumps(Engine({"names": Dictionary.open("names.gw")}))
    monkeypatch.chdir("/")
    assert b"Dublin" in page(pickle.loads(told))


@pytest.mark.parametrize("kind", ["Dictionary", "TranslationMemory", "Tagger", "setting"])
def test_what_has_changed_is_refused_by_its_revision(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "file.gw"
    tagger = Tagger.train(LESSONS)
    if kind == "Dictionary":
        Dictionary([("http://example.org/a", "a")]).save(path)
        engine = Engine({"names": Dictionary.open(path)})
    elif kind == "TranslationMemory":
        TranslationMemory.from_tmx(TMX).save(path)
        system = TranslationSystem("en", "es", TranslationMemory.open(path))
        engine = Engine(translators={"memory": [system]})
    else:
        tagger.save(path)
        engine = Engine({"a": Tagger.open(path)}) if kind == "Tagger" else Engine(settings={"models": {"tagger": path}})
    told = pickle.dumps(engine)
    pickle.loads(told)
    if kind == "Dictionary":
        Dictionary([("http://example.org/b", "b")]).save(path)
    elif kind == "TranslationMemory":
        TranslationMemory.from_tmx(TMX.replace("Good", "Bad")).save(path)
    else:
        Tagger.train(LESSONS.replace("Cork", "Galway")).save(path)
    with pytest.raises(glossweave.PreconditionFailed, match=f"`{path}` has changed: expected") as e:
        pickle.loads(told)
    assert e.value.parameter == ("models.tagger" if kind == "setting" else "revision")
    path.unlink()
    with pytest.raises(glossweave.StorageError, match=str(path)):
        pickle.loads(told)


def test_the_same_content_has_the_same_revision(tmp_path: Path) -> None:
    names = Dictionary([("http://example.org/a", "a")])
    names.save(tmp_path / "a")
    Dictionary([("http://example.org/a", "a")]).save(tmp_path / "b")
    assert Dictionary.open(tmp_path / "a").revision == names.revision
    assert Dictionary.open(tmp_path / "b", revision=names.revision).revision == names.revision
    assert Dictionary([("http://example.org/a", "b")]).revision != names.revision
    data = (tmp_path / "a").read_bytes()
    assert Dictionary.from_bytes(data).revision == names.revision
    with pytest.raises(glossweave.StorageError):
        Dictionary.from_bytes(b"no dictionary")


def test_components_are_pickled_alone(tmp_path: Path) -> None:
    opened = Dictionary.open(saved(tmp_path))
    assert len(pickle.dumps(opened)) < 500
    for names in (opened, Dictionary([("http://example.org/Dublin", "Dublin")])):
        again = pickle.loads(pickle.dumps(names))
        assert again.recognize(PAGE) == names.recognize(PAGE) and len(again) == len(names)
    memory = pickle.loads(pickle.dumps(TranslationMemory.from_tmx(TMX)))
    assert memory.matches("Good morning", "en", "es")[0].target == "Buenos días"


@pytest.mark.parametrize(
    ("settings", "parameter"),
    [
        ({"store": {"location": "here"}}, "store.location"),
        ({"admin": {"create": True, "username": "r", "password": "correct horse"}}, "admin.create"),
        ({"oidc": {"client_secret": "correct horse"}}, "oidc.client-secret"),
    ],
)
def test_an_engine_with_users_has_no_specification(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: glossweave.Settings, parameter: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with Engine(settings=settings) as engine:
        for attempt in (engine.specification, lambda: pickle.dumps(engine)):
            with pytest.raises(glossweave.InvalidArgument, match="has no specification") as e:
                attempt()
            assert e.value.parameter == parameter
            assert "correct horse" not in str(e.value)


def test_what_cannot_go_to_another_process_is_named() -> None:
    engine = Engine({"cork": lambda passage: []})
    assert callable(engine.specification()["recognizers"]["cork"])
    with pytest.raises((pickle.PicklingError, AttributeError), match="lambda"):
        pickle.dumps(engine)
    engine.close()
    with pytest.raises(glossweave.InvalidArgument, match="the engine is closed"):
        engine.specification()


def test_what_is_no_specification_is_refused() -> None:
    told = Engine().specification()
    wrong: list[tuple[dict[str, Any], type[Exception], str]] = [
        ({}, glossweave.InvalidArgument, "not the specification of an engine"),
        ({**told, "version": "0.0.1"}, glossweave.InvalidArgument, "is of version 0.0.1, this is"),
        ({**told, "colour": 1}, glossweave.InvalidArgument, "unknown field `colour`"),
        ({**told, "recognizers": []}, TypeError, "a `dict` as `recognizers`"),
        ({**told, "providers": [{}]}, glossweave.InvalidArgument, "to create a component"),
        ({**told, "providers": [5]}, TypeError, "Provider"),
        ({**told, "recognizers": {"a": {}}}, glossweave.InvalidArgument, "to create a component"),
        (
            {**told, "recognizers": {"a": {"component": "import_store"}}},
            glossweave.InvalidArgument,
            "to create a component",
        ),
    ]
    for one, kind, message in wrong:
        with pytest.raises(kind, match=message):
            Engine.from_specification(one)
    assert told == Engine.from_specification(told).specification()


FORKED = """
import os, sys
import glossweave

system = glossweave.Provider("translator", "apertium", "apertium", "eng-spa",
    system={"source_lang": "en", "target_lang": "es"})
engine = glossweave.Engine({"names": glossweave.Dictionary([("http://example.org/a", "Cork")])},
    providers=[system])
session = engine.session()
house = glossweave.decode("the house", format="text")
ask = lambda: session.translations.translate("apertium", house, "en", "es")
try:
    ask()
except glossweave.Unavailable:
    pass
pid = os.fork()
if pid == 0:
    found = session.entities.recognize("names", glossweave.decode("Cork", format="text"))
    try:
        ask()
    except glossweave.Unavailable as error:
        refused = "before this process was forked" in str(error)
    else:
        refused = False
    engine.close()
    # Where the end of it stopped the programs of the parent, or waited for its threads, this hangs.
    del system, engine, session, ask
    os._exit(0 if found and refused else 1)
code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
try:
    ask()
except glossweave.Unavailable:
    pass
sys.exit(code)
"""


def test_after_a_fork_recognizers_work_and_programs_are_refused() -> None:
    command = [sys.executable, "-c", FORKED]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (ran.returncode, ran.stderr) == (0, "")
