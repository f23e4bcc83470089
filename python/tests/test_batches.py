"""Batches: many documents in one call."""

from __future__ import annotations

import io
import itertools
import json
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path

import glossweave
import pytest
from glossweave import BatchDocument, Engine
from test_cli import run

TERMS = "/e-terminology/extraction?language=en"


def documents(count: int) -> Iterator[BatchDocument]:
    for number in range(count):
        text = "" if number % 10 == 7 else f"Black hole {number}."
        yield BatchDocument(text, name=f"document {number}")


@pytest.mark.parametrize("ordered", [True, False])
def test_every_document_has_its_result(ordered: bool) -> None:
    session = Engine().session()
    done = list(session.batch(TERMS, documents(200), threads=3, ordered=ordered))
    assert sorted(one.index for one in done) == list(range(200))
    if ordered:
        assert [one.index for one in done] == list(range(200))
    for one in done:
        assert one.name == f"document {one.index}"
        assert (one.answer is None) == (one.index % 10 == 7) == (one.error is not None)
        if one.answer is not None:
            assert f"Black hole {one.index}.".encode() in one.answer.bytes
        else:
            assert isinstance(one.error, glossweave.InvalidArgument)


def test_documents_are_sources_of_any_kind(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("<p>One black hole.")
    typed = BatchDocument(b"{", media_type="application/ld+json")
    lost = BatchDocument.failed(OSError("no such file"), name="lost.txt")
    sources = [page, b"One black hole.", "Two black holes.", typed, lost, tmp_path / "none.txt", 7]
    session = Engine(settings={"limits": {"source": 1000}}).session()
    done = list(session.batch(TERMS, sources, ordered=True))  # type: ignore[arg-type]
    assert [one.error is None for one in done] == [True, True, True, False, False, False, False]
    assert done[0].name == str(page) and done[1].name is None and done[4].name == "lost.txt"
    kinds = [glossweave.MalformedInput, OSError, OSError, TypeError]
    assert all(isinstance(one.error, kind) for one, kind in zip(done[3:], kinds, strict=True))

    def broken() -> Iterator[str]:
        yield "One black hole."
        raise RuntimeError("no more paper")

    done = list(session.batch(TERMS, broken(), ordered=True))
    assert [type(one.error) for one in done] == [type(None), RuntimeError]
    with pytest.raises(TypeError):
        session.batch(TERMS, 7)  # type: ignore[arg-type]
    with pytest.raises(glossweave.NotFound):
        session.batch("/nowhere", [])
    with pytest.raises(glossweave.InvalidArgument):
        session.batch(TERMS, [], threads=257)


def test_bodies_are_batches() -> None:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("a.html", "<p>One black hole.")
        packed.writestr("b.jsonld", "{")
    lines = b'{"name": "a.html", "content": "<p>One black hole."}\n{"name": "b.jsonld", "content": "{"}'
    form = (
        b'--x\r\nContent-Disposition: form-data; name="f"; filename="a.html"\r\n\r\n<p>One black hole.\r\n'
        b'--x\r\nContent-Disposition: form-data; name="f"; filename="b.jsonld"\r\n\r\n{\r\n--x--\r\n'
    )
    session = Engine().session()
    for body, media_type in [
        (archive.getvalue(), "application/zip"), (lines, "application/x-ndjson"),
        (form, "multipart/form-data; boundary=x"),
    ]:
        batch = session.batch_body(TERMS, body, media_type, ordered=True)
        read = [json.loads(line) for line in batch.lines()]
        assert [one.get("name") for one in read] == ["a.html", "b.jsonld", None]
        assert read[0]["state"] == "done" and "black hole" in read[0]["content"]
        assert read[1]["error"]["kind"] == "Malformed"
        assert read[2] == {"summary": {"done": 1, "failed": 1}}
        assert list(batch) == []
    with pytest.raises(glossweave.Unsupported):
        session.batch_body(TERMS, b"", "text/html")


def test_a_batch_may_be_endless_and_stopped() -> None:
    session = Engine(settings={"batches": {"threads": 2, "documents": 1 << 40, "size": 1 << 40}}).session()
    taken = itertools.count()
    endless = (f"Black hole {next(taken)}." for _ in itertools.count())
    with session.batch(TERMS, endless) as batch:
        assert len([next(batch) for _ in range(20)]) == 20
    assert next(taken) < 60
    assert list(batch) == []
    # Another thread may stop it.
    batch = session.batch(TERMS, documents(100_000))
    next(batch)
    closer = threading.Thread(target=batch.close)
    closer.start()
    for _ in batch:
        pass
    closer.join(timeout=30)
    assert not closer.is_alive()


def test_the_limits_are_those_of_the_engine() -> None:
    session = Engine(settings={"batches": {"documents": 3}}).session()
    errors = [one.error for one in session.batch(TERMS, ["A black hole."] * 9, ordered=True)]
    assert errors[:3] == [None] * 3 and len(errors) == 4
    assert isinstance(errors[3], glossweave.TooLarge)


def test_the_command_writes_lines(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "a.html").write_text("<p>One black hole.")
    (tmp_path / "site" / "b.txt").write_text("Two black holes.")
    ran = run("batch", TERMS, "site", folder=tmp_path)
    assert ran.returncode == 0, ran.stderr
    read = [json.loads(line) for line in ran.stdout.splitlines()]
    assert sorted(one["name"] for one in read[:-1]) == ["a.html", "b.txt"]
    assert read[-1] == {"summary": {"done": 2, "failed": 0}}
    (tmp_path / "site" / "c.jsonld").write_text("{")
    ran = run("batch", TERMS, "site", "--jobs", "1", folder=tmp_path)
    assert ran.returncode == 1 and b'"failed":1' in ran.stdout, ran.stderr
    assert run("batch", "/nowhere", "site", folder=tmp_path).returncode == 2
