"""The command `store`, run as a process."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

import glossweave
from glossweave import Engine
from test_cli import run

WORD = "correct horse"
QUERY = "SELECT * { ?s ?p ?o }"


def store(
    folder: Path, *words: str | Path, code: int = 0, stdin: bytes = b""
) -> list[dict[str, Any]]:
    """Returns the lines of a command over the store of a folder."""
    ran = run("store", *words, "--store", "store", folder=folder, stdin=stdin)
    assert ran.returncode == code, ran.stderr
    return [json.loads(line) for line in ran.stdout.splitlines()]


def error(folder: Path, *words: str | Path, code: int = 1, stdin: bytes = b"") -> str:
    ran = run("store", *words, folder=folder, stdin=stdin)
    assert (ran.returncode, ran.stdout) == (code, b"")
    return ran.stderr.decode()


def test_users_are_managed(tmp_path: Path) -> None:
    (tmp_path / "word").write_text(f"{WORD}\n")
    (ann,) = store(tmp_path, "user", "create", "ann", "--password-file", "word")
    assert (ann["username"], ann["role"]) == ("ann", "ROLE_USER") and ann["created"].endswith("Z")
    (eve,) = store(
        tmp_path, "user", "create", "eve", "--role", "admin", "--password-file", "-", stdin=f"{WORD}\r\n".encode()
    )
    assert eve["role"] == "ROLE_ADMIN" and store(tmp_path, "user", "show", "eve") == [eve]
    assert [one["username"] for one in store(tmp_path, "user", "list")] == ["ann", "eve", "local"]
    assert [one["username"] for one in store(tmp_path, "user", "list", "--after", "ann", "--limit", "1")] == ["eve"]
    assert store(tmp_path, "user", "set-role", "ann", "admin")[0]["role"] == "ROLE_ADMIN"
    store(tmp_path, "user", "set-password", "ann", "--password-file", "-", stdin=b"battery staple\n")
    with Engine(settings={"store": {"location": tmp_path / "store"}, "models": {"folder": "none"}}) as engine:
        assert engine.session(engine.session().users.authenticate("ann", "battery staple"))
    store(tmp_path, "user", "delete", "ann")
    place = ("--store", "store")
    assert "ann" in error(tmp_path, "user", "show", "ann", *place)
    short = error(tmp_path, "user", "create", "bob", "--password-file", "-", *place, code=2, stdin=b"short\n")
    assert "password" in short
    assert "--password-file" in error(tmp_path, "user", "create", "bob", *place, code=2)
    assert "--store" in error(tmp_path, "user", "list", code=2)


def test_keys_and_invitations_show_their_secret_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GLOSSWEAVE_ACCESS_AUDIT", "30 days")
    word = ("--password-file", "-")
    store(tmp_path, "user", "create", "ann", *word, stdin=WORD.encode())
    (key,) = store(
        tmp_path, "key", "create", "ann", "laptop", "--scope", "read", "--scope", "write", "--days", "2", *word,
        stdin=WORD.encode(),
    )
    secret = key.pop("secret")
    assert key["scopes"] == ["read", "write"] and key["expires"] > key["created"]
    assert store(tmp_path, "key", "list", "ann") == [key]
    error(tmp_path, "key", "create", "ann", "other", "--scope", "read", *word, "--store", "store", stdin=b"wrong word")
    # The holder of the key is the caller, and has no more rights here than elsewhere.
    monkeypatch.setenv("GLOSSWEAVE_TOKEN", secret)
    assert store(tmp_path, "user", "show", "ann")[0]["username"] == "ann"
    assert "the caller may not do this" in error(tmp_path, "user", "list", "--store", "store")
    monkeypatch.delenv("GLOSSWEAVE_TOKEN")
    store(tmp_path, "key", "revoke", "ann", "laptop")
    assert store(tmp_path, "key", "list", "ann") == []

    (invitation,) = store(tmp_path, "invitation", "create", "for-bob", "--role", "admin")
    assert len(invitation.pop("code")) == 64 and invitation["expires"] is None
    assert store(tmp_path, "invitation", "list") == [invitation]
    store(tmp_path, "invitation", "revoke", "for-bob")
    assert store(tmp_path, "invitation", "list") == []
    entries = store(tmp_path, "audit")
    assert [(one["action"], one["name"]) for one in entries if one["kind"] == "api-key"] == [
        ("create", "ann/laptop"), ("delete", "ann/laptop"),
    ]
    assert store(tmp_path, "audit", "--after", entries[0]["id"]) == entries[1:]


def test_resources_are_managed(tmp_path: Path) -> None:
    (tmp_path / "all.rq").write_text(QUERY)
    (tmp_path / "names.csv").write_text("uri,label\nhttp://example.org/Cork,Cork\n")
    (made,) = store(tmp_path, "resource", "create", "filter", "all", "all.rq", "--visibility", "private")
    assert (made["query"], made["visibility"], made["owner"]) == (QUERY, "private", "local")
    (changed,) = store(tmp_path, "resource", "update", "filter", "all", "--description", "All of it.")
    assert (changed["query"], changed["description"]) == (QUERY, "All of it.")
    seen = str(made["revision"])
    assert "revision" in error(
        tmp_path, "resource", "update", "filter", "all", "--visibility", "public", "--if-revision", seen, "--store", "store"
    )
    assert store(tmp_path, "resource", "show", "filter", "all") == [changed]
    store(tmp_path, "resource", "create", "dataset", "places", "names.csv", "--language", "en")
    assert [one["name"] for one in store(tmp_path, "resource", "list", "dataset")] == ["places"]
    ran = run("store", "export", "all.jsonl", "--store", "store", folder=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, b"")
    ran = run("store", "import", "all.jsonl", "--store", "copy", folder=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, b"glossweave: copy: creating a new store\n")
    ran = run("store", "resource", "list", "filter", "--store", "copy", folder=tmp_path)
    assert [json.loads(line)["name"] for line in ran.stdout.splitlines()] == ["all"]
    assert "empty" in error(tmp_path, "import", "all.jsonl", "--store", "copy")
    store(tmp_path, "resource", "delete", "filter", "all")
    assert "all" in error(tmp_path, "resource", "show", "filter", "all", "--store", "store")


def test_models_are_trained(tmp_path: Path) -> None:
    (tmp_path / "names.csv").write_text("uri,label\nhttp://example.org/city,Cork\nhttp://example.org/bark,Cork\n")
    (tmp_path / "links.conll").write_text("Ferries\tO\nof\tO\nCork\tB-http://example.org/city\n")
    (tmp_path / "towns.conll").write_text("To\tO\nCork\tB-LOC\n")
    store(tmp_path, "resource", "create", "dataset", "places", "names.csv")
    (context,) = store(tmp_path, "model", "train", "places", "links.conll", "--kind", "context")
    assert (context["name"], context["kind"]) == ("places", "context")
    (towns,) = store(tmp_path, "model", "train", "towns", "towns.conll")
    assert store(tmp_path, "model", "list") == [towns] == store(tmp_path, "model", "show", "towns")
    store(tmp_path, "model", "delete", "towns")
    assert store(tmp_path, "model", "list") == []
    assert "towns" in error(tmp_path, "model", "show", "towns", "--store", "store")


def test_jobs_are_managed(tmp_path: Path) -> None:
    with Engine(settings={"store": {"location": tmp_path / "store"}, "models": {"folder": "none"}}) as engine:
        jobs = engine.local_session().jobs
        done = jobs.submit("/e-terminology/extraction?language=en", "One black hole.")
        failed = jobs.submit("/e-terminology/extraction?language=en&colour=red", "A hole.")
        assert [jobs.wait(one.id).state for one in (done, failed)] == ["done", "failed"]
        answer = jobs.result(done.id)
    location = tmp_path / "store"
    settings: glossweave.Settings = {"store": {"location": location}, "models": {"folder": "none"}, "jobs": {"threads": 0}}
    with Engine(settings=settings) as engine:
        queued = engine.local_session().jobs.submit("/e-terminology/extraction?language=en", "A hole.")
    # Jobs of the same millisecond are in any order.
    listed = {one["id"]: one for one in store(tmp_path, "job", "list")}
    states = {done.id: "done", failed.id: "failed", queued.id: "queued"}
    assert {name: one["state"] for name, one in listed.items()} == states
    assert "colour" in listed[failed.id]["error"]
    ran = run("store", "job", "result", done.id, "--store", "store", folder=tmp_path)
    assert (ran.returncode, ran.stdout) == (0, answer.bytes)
    assert "colour" in error(tmp_path, "job", "result", failed.id, "--store", "store")
    assert store(tmp_path, "job", "cancel", queued.id)[0]["state"] == "cancelled"
    store(tmp_path, "job", "delete", done.id)
    left = {one["id"]: one["state"] for one in store(tmp_path, "job", "list")}
    assert left == {failed.id: "failed", queued.id: "cancelled"}
    assert store(tmp_path, "job", "show", failed.id) == [listed[failed.id]]


def test_a_store_in_use_is_an_error(tmp_path: Path) -> None:
    with Engine(settings={"store": {"location": tmp_path / "store"}, "models": {"folder": "none"}}):
        assert "store" in error(tmp_path, "user", "list", "--store", "store", code=3)


def listed_filters(folder: Path, *words: str) -> list[str]:
    ran = run("store", "resource", "list", "filter", *words, folder=folder)
    assert ran.returncode == 0, ran.stderr
    return [json.loads(line)["name"] for line in ran.stdout.splitlines()]


def test_the_option_wins_over_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("one", "two"):
        with Engine(settings={"store": {"location": tmp_path / name}, "models": {"folder": "none"}}) as engine:
            engine.local_session().filters.create(name, QUERY.encode())
    monkeypatch.setenv("GLOSSWEAVE_STORE_LOCATION", os.fspath(tmp_path / "one"))
    assert listed_filters(tmp_path) == ["one"]
    assert listed_filters(tmp_path, "--store", "two") == ["two"]
    # An empty variable is not set.
    monkeypatch.setenv("GLOSSWEAVE_STORE_LOCATION", "")
    assert listed_filters(tmp_path, "--store", "two") == ["two"]
    assert "--store is missing" in error(tmp_path, "resource", "list", "filter", code=2)


def test_a_misspelt_store_is_no_new_store(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "file.txt").touch()
    (tmp_path / "all.rq").write_text(QUERY)
    for words in (
        ("user", "list"), ("audit",), ("export", "all.jsonl"), ("resource", "show", "filter", "all"),
        ("resource", "delete", "filter", "all"), ("call", "/toolbox/chunks", "all.rq"),
    ):
        assert "--store stroe: no such folder" in error(tmp_path, *words, "--store", "stroe", code=3)
        assert "--store empty: no store in this folder" in error(tmp_path, *words, "--store", "empty", code=3)
    assert "no such folder" in error(tmp_path, "user", "list", "--store", "file.txt", code=3)
    ran = run("mcp", "--store", "stroe", folder=tmp_path)
    assert ran.returncode == 3 and b"--store stroe: no such folder" in ran.stderr
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["all.rq", "empty", "file.txt"]
    # Commands that write create a store, and report it.
    create = ("store", "resource", "create", "filter", "all", "all.rq", "--store", f"file:{tmp_path / 'new'}")
    ran = run(*create, folder=tmp_path)
    assert ran.returncode == 0 and b"creating a new store" in ran.stderr
    assert listed_filters(tmp_path, "--store", "new") == ["all"]
    ran = run(*create, folder=tmp_path)
    assert ran.returncode == 1 and b"creating" not in ran.stderr


def test_exit_codes_are_those_of_the_documentation(tmp_path: Path) -> None:
    (tmp_path / "all.rq").write_text(QUERY)
    (tmp_path / "wrong.rq").write_text("SELECT")
    create = ("resource", "create", "filter", "all")
    place = ("--store", "store")
    store(tmp_path, *create, "all.rq")
    # The store refuses the call.
    error(tmp_path, *create, "all.rq", *place, code=1)
    error(tmp_path, "resource", "update", "filter", "all", "wrong.rq", *place, code=1)
    error(tmp_path, "resource", "show", "filter", "other", *place, code=1)
    error(tmp_path, "call", "/toolbox/chnks", *place, code=1)
    # The values are wrong.
    error(tmp_path, "resource", "create", "filter", "a b", "all.rq", *place, code=2)
    error(tmp_path, "call", "/toolbox/chunks?colour=red", "all.rq", "-f", "text", *place, code=2)
    error(tmp_path, "user", "list", "--store", "mysql://localhost/texts", code=2)
    # A file cannot be read or written.
    error(tmp_path, "resource", "create", "filter", "two", "missing.rq", *place, code=3)
    error(tmp_path, "export", "missing/all.jsonl", *place, code=3)


def test_pipelines_and_term_bases_are_stored_and_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chain = [{"method": "POST", "endpoint": "/e-terminology/termbase?dataset=rivers&source-lang=en"}]
    (tmp_path / "chain.json").write_text(json.dumps(chain))
    (tmp_path / "rivers.csv").write_text("en,es\nbank,ribera\n")
    (tmp_path / "more.csv").write_text("en,es\nford,vado\n")
    (tmp_path / "bank.html").write_text("<p>A bank.")
    (rivers,) = store(tmp_path, "resource", "create", "dataset", "rivers", "rivers.csv", "--type", "terms")
    assert rivers["type"] == "terms"
    (pipeline,) = store(
        tmp_path, "resource", "create", "pipeline", "-", "chain.json", "--label", "Rivers", "--persist"
    )
    assert (pipeline["label"], pipeline["persist"]) == ("Rivers", True)
    changed = store(tmp_path, "resource", "update", "pipeline", str(pipeline["id"]), "--no-persist")
    assert changed[0]["persist"] is False

    def call(*words: str) -> bytes:
        ran = run("store", "call", *words, "--store", "store", folder=tmp_path)
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    path = f"/pipelining/chain/{pipeline['id']}"
    page = call(path, "bank.html", "--param", "outformat=html")
    assert b"<span its-term" in page and b">bank</span>" in page
    call(path, "bank.html", "--param", "outformat=html", "-o", "out.html")
    assert (tmp_path / "out.html").read_bytes() == page
    wrong = ("call", path, "bank.html", "--param", "colour=red", "--store", "store")
    assert "colour" in error(tmp_path, *wrong, code=2)
    # The mode says what happens to the terms that are there.
    store(tmp_path, "resource", "update", "dataset", "rivers", "more.csv", "--mode", "replace")
    assert call(path, "bank.html", "--param", "outformat=html") == b"<p>A bank."

    store(tmp_path, "user", "create", "ann", "--password-file", "-", stdin=WORD.encode())
    (login,) = store(tmp_path, "user", "authenticate", "ann", "--password-file", "-", stdin=WORD.encode())
    monkeypatch.setenv("GLOSSWEAVE_TOKEN", login["token"])
    assert store(tmp_path, "user", "show", "ann")[0]["username"] == "ann"
