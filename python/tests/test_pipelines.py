"""Services by their paths, pipelines, and streams of calls."""

from __future__ import annotations

import itertools
import json
import pickle
import threading
from collections.abc import Iterator

from typing import Any

import pytest
from conftest import ROOT

import glossweave
from glossweave import Call, Dictionary, Engine, GlossweaveError, Pipeline, Session

TABLE = ROOT / "tests/cases/service"
ROWS: list[dict[str, Any]] = json.loads((TABLE / "rows.json").read_text())
PAGE = "<!DOCTYPE html>\n<p>To <b>Cork</b> &amp; Dublin"
STEPS: list[dict[str, Any]] = [
    {"method": "POST", "endpoint": "/e-entity/$FIRST$/documents"},
    {"method": "POST", "endpoint": "/e-entity/towns/documents", "body": None},
]


@pytest.fixture
def session() -> Session:
    cities = Dictionary.from_csv(b"uri,label\nhttp://e.example/Cork,Cork\n")
    towns = Dictionary.from_csv(b"uri,label\nhttp://e.example/Dublin,Dublin\n")
    engine = Engine({"cities": cities, "towns": towns})
    users = engine.session().users
    users.create("anna", "correct horse")
    return engine.session(users.authenticate("anna", "correct horse"))


def test_a_path_leads_to_a_service(session: Session) -> None:
    answer = session.call(
        "/e-entity/cities/documents?f=html", PAGE, headers={"Accept": "application/json+ld"}
    )
    assert answer.media_type == "application/json+ld"
    assert "http://e.example/Cork" in json.dumps(json.loads(answer.bytes))
    assert bytes(answer) == answer.bytes
    assert repr(answer).startswith("<Answer application/json+ld: ")
    with pytest.raises(glossweave.NotFound):
        session.call("/e-nothing", "x")
    with pytest.raises(glossweave.InvalidArgument) as wrong:
        session.call("/e-entity/cities/documents", "x", parameters={"colour": "red"})
    assert wrong.value.parameter == "colour"


def test_a_pipeline_is_built_step_by_step(session: Session) -> None:
    pipeline = Pipeline().entities("$FIRST$", threshold=0.5).entities("towns").output("html")
    values = {"FIRST": "cities"}
    answer = session.pipelines.apply(pipeline, PAGE, informat="html", parameters=values)
    assert answer.bytes.decode().count("<span its-ta-ident-ref=") == 2
    stored = session.pipelines.create(None, pipeline.to_json()).name
    again = session.pipelines.run_stored(stored, PAGE, informat="html", parameters=values)
    assert again.bytes == answer.bytes
    read = session.pipelines.read(stored).content["requests"]
    assert read == pipeline.requests and len(pipeline) == 2
    for same in (Pipeline.from_json(json.dumps(read)), pickle.loads(pickle.dumps(pipeline))):
        assert same == pipeline != Pipeline() and repr(same) == "<Pipeline of 2 steps>"

    wrong = Pipeline().entities("cities").entities("towns").terms("nobody")
    with pytest.raises(glossweave.NotFound) as failed:
        session.pipelines.apply(wrong, "x")
    assert failed.value.step == 2
    with pytest.raises(glossweave.InvalidArgument) as early:
        Pipeline().entities("cities", mode="guess")
    assert early.value.parameter == "mode"


def test_a_pipeline_has_the_steps_of_all_services() -> None:
    pipeline = (
        Pipeline()
        .entities("cities", dataset=["a", "b"], mode="spot,link", num_links=2)
        .links("5", {"event_type": "festival"})
        .terms("termbase", source_lang="en", target_lang="es", mode="annotation")
        .translation("apertium", None, "es", key="$KEY$", keep=["Cork", "Lee"], any_target=True)
        .converter("contents", {"title": "Dublin"})
        .filter("subjects", "json")
        .request("https://example.org/$WHO$", headers={"X-Key": "$KEY$"})
        .stored("12")
    )
    steps = [(step["endpoint"], step["parameters"]) for step in pipeline.requests]
    assert steps == [
        ("/e-entity/cities/documents", {"dataset": "a,b", "mode": "spot,link", "numLinks": "2"}),
        ("/e-link/documents", {"templateid": "5", "event_type": "festival"}),
        (
            "/e-terminology/termbase",
            {"source-lang": "en", "target-lang": "es", "mode": "annotation"},
        ),
        (
            "/e-translation/apertium",
            {"target-lang": "es", "key": "$KEY$", "keep": "Cork,Lee", "any-target": "yes"},
        ),
        ("/toolbox/xslt-converter/documents/contents", {"title": "Dublin"}),
        ("/toolbox/convert/documents/subjects", {"outformat": "json"}),
        ("https://example.org/$WHO$", {}),
        ("/pipelining/chain/12", {}),
    ]
    assert pipeline.requests[6]["headers"] == {"X-Key": "$KEY$"}


def test_requests_run_in_order(session: Session) -> None:
    first = [STEPS[0] | {"body": PAGE, "parameters": {"informat": "html"}}, STEPS[1]]
    answer = session.pipelines.run(first, parameters={"FIRST": "cities", "outformat": "html"})
    page = answer.bytes.decode()
    assert answer.media_type == "text/html"
    assert page.count("<span its-ta-ident-ref=") == 2 and "&amp;" in page
    as_json = session.pipelines.run(json.dumps(first), parameters={"FIRST": "cities"})
    assert as_json.media_type == "text/turtle"


def test_a_stored_pipeline_takes_the_source_of_the_call(session: Session) -> None:
    stored = session.pipelines.create(None, json.dumps(STEPS))
    answer = session.pipelines.run_stored(
        stored.name, PAGE, informat="html", outformat="html", parameters={"FIRST": "cities"}
    )
    assert answer.bytes.count(b"<span its-ta-ident-ref=") == 2
    by_path = session.call(
        f"/pipelining/chain/{stored.name}?FIRST=cities&informat=html&outformat=html", PAGE
    )
    assert by_path.bytes == answer.bytes


def test_an_error_has_its_step(session: Session) -> None:
    broken = [STEPS[1] | {"body": "Dublin"}, {"method": "POST", "endpoint": "/e-link/documents"}]
    with pytest.raises(glossweave.InvalidArgument) as wrong:
        session.pipelines.run(broken)
    assert wrong.value.step == 1
    assert wrong.value.parameter == "templateid"
    with pytest.raises(glossweave.InvalidArgument) as missing:
        session.pipelines.run(STEPS)
    assert missing.value.step is None and "`FIRST`" in missing.value.message


def calls(count: int) -> Iterator[Call]:
    for number in range(count):
        yield Call("/e-entity/cities/documents", "" if number % 10 == 7 else f"Cork {number}")


@pytest.mark.parametrize("ordered", [True, False])
def test_streams_go_on_where_a_call_fails(session: Session, ordered: bool) -> None:
    done = list(session.call_many(calls(200), threads=3, ordered=ordered))
    assert sorted(one.index for one in done) == list(range(200))
    if ordered:
        assert [one.index for one in done] == list(range(200))
    for one in done:
        assert (one.answer is None) == (one.index % 10 == 7) == (one.error is not None)
        if one.answer is not None:
            assert f'"Cork {one.index}"'.encode() in one.answer.bytes
        else:
            assert isinstance(one.error, glossweave.InvalidArgument)


def test_a_stream_may_be_endless_and_stopped(session: Session) -> None:
    taken = itertools.count()
    endless = (Call("/e-entity/cities/documents", f"Cork {next(taken)}") for _ in itertools.count())
    with session.call_many(endless, threads=2) as stream:
        first = [next(stream).index for _ in range(20)]
        assert first == list(range(20))
        assert stream.progress[0] >= 20
    assert next(taken) < 60
    assert list(stream) == []


def test_what_an_iterator_raises_comes_out(session: Session) -> None:
    def broken() -> Iterator[Call]:
        yield Call("/e-entity/cities/documents", "Cork")
        raise RuntimeError("no more paper")

    done = list(session.call_many(broken(), threads=2))
    assert [one.error is None for one in done] == [True, False]
    assert isinstance(done[1].error, RuntimeError)
    strange = list(session.call_many(["no call", Call("/e-entity/cities/documents", "x")]))  # type: ignore[list-item]
    assert isinstance(strange[0].error, TypeError) and strange[1].error is None
    with pytest.raises(TypeError):
        session.call_many(7)  # type: ignore[arg-type]


def test_a_stream_is_closed_from_another_thread(session: Session) -> None:
    stream = session.call_many(calls(100_000), threads=2)
    next(stream)
    closer = threading.Thread(target=stream.close)
    closer.start()
    for _ in stream:
        pass
    closer.join(timeout=30)
    assert not closer.is_alive()


def test_progress_shows_a_bar(session: Session, capsys: pytest.CaptureFixture[str]) -> None:
    all_calls = list(calls(30))
    assert len(list(session.call_many(all_calls, progress=True))) == 30
    assert "30/30" in capsys.readouterr().err


@pytest.fixture(scope="module")
def furnished() -> tuple[Session, str]:
    engine = Engine()
    users = engine.session().users
    users.create("anna", "correct horse")
    anna = engine.session(users.authenticate("anna", "correct horse"))
    world = json.loads((TABLE / "world.json").read_text())
    for one in world["datasets"]:
        options = {key: one[key] for key in ("informat", "type") if key in one}
        anna.datasets.create(one["name"], one["content"], **options)
    for one in world["filters"]:
        anna.filters.create(one["name"], one["content"])
    for one in world["converters"]:
        anna.converters.create(one["name"], one["content"])
    for one in world["profiles"]:
        anna.profiles.create(one["name"], one["content"])
    return anna, anna.templates.create(None, json.dumps(world["template"])).name


@pytest.mark.parametrize("row", ROWS, ids=[row["name"] for row in ROWS])
def test_every_row_of_the_shared_table(
    furnished: tuple[Session, str], row: dict[str, Any]
) -> None:
    anna, link = furnished
    stored = ""
    if "store" in row:
        stored = anna.pipelines.create(None, json.dumps(row["store"])).name

    def fill(text: str) -> str:
        return text.replace("{link}", link).replace("{stored}", stored)

    def answered() -> glossweave.Answer:
        return anna.call(
            fill(row["path"]),
            fill(row["body"]) if "body" in row else None,
            parameters=row.get("parameters"),
            headers=row.get("headers"),
        )

    assert set(row) <= {"name", "store", "path", "parameters", "headers", "body", "expect"}
    expect = row["expect"]
    if "error" in expect:
        with pytest.raises(GlossweaveError) as caught:
            answered()
        wanted = expect["error"]
        assert caught.value.kind == wanted["kind"]
        assert wanted["message"] in caught.value.message
        assert caught.value.step == wanted.get("step")
        assert caught.value.parameter == wanted.get("parameter", caught.value.parameter)
        return
    answer = answered()
    found = answer.bytes.decode()
    assert answer.media_type == expect.get("media_type", answer.media_type)
    assert found == expect.get("bytes", found)
    assert all(part in found for part in expect.get("contains", []))
    assert not any(part in found for part in expect.get("lacks", []))
