"""A store in a folder: one process has it, forks are refused, exports move it."""

from __future__ import annotations

import io
import multiprocessing
import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import glossweave
import pytest
from glossweave import Engine, Session

WORD = "correct horse"
QUERY = "SELECT ?s { ?s ?p ?o }"


def opened(folder: Path | None, durability: str = "flush") -> Engine:
    return Engine(
        settings={
            "store": {"location": folder, "durability": durability},
            "admin": {"create": True, "username": "root", "password": WORD},
        },
    )


def root_of(engine: Engine) -> Session:
    return engine.session(engine.session().users.authenticate("root", WORD))


def test_what_is_stored_is_there_again(tmp_path: Path) -> None:
    with opened(tmp_path) as engine:
        token = engine.session().users.authenticate("root", WORD)
        engine.session(token).filters.create("all", QUERY)
    with Engine(settings={"store": {"location": str(tmp_path)}}) as engine:
        assert engine.session(token).filters.read("all").owner == "root"


def test_a_closed_engine_is_refused(tmp_path: Path) -> None:
    engine = opened(tmp_path)
    session = root_of(engine)
    filters = session.filters
    engine.close()
    engine.close()
    assert repr(engine) == "<Engine, closed>"
    calls: list[Callable[[], object]] = [
        lambda: filters.list(),
        lambda: session.users.list(),
        lambda: session.entities.names,
        lambda: session.export(io.BytesIO()),
    ]
    for call in calls:
        with pytest.raises(glossweave.InvalidArgument, match="the engine is closed"):
            call()
    opened(tmp_path).close()


def test_a_second_process_is_told_who_has_the_folder(tmp_path: Path) -> None:
    with opened(tmp_path):
        program = f"import glossweave; glossweave.Engine(settings={{'store': {{'location': {str(tmp_path)!r}}}}})"
        ran = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, timeout=60
        )
        assert "StorageError" in ran.stderr and f"process {os.getpid()} " in ran.stderr
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert (ran.returncode, ran.stderr) == (0, "")


def refusals(engine: Engine, session: Session) -> list[str]:
    """What the calls to the store of an engine say in a forked child."""
    users = session.users
    calls: list[Callable[[], object]] = [
        lambda: users.create("berta", WORD),
        lambda: users.authenticate("root", WORD),
        lambda: users.read("root"),
        lambda: users.list(),
        lambda: users.delete("root"),
        lambda: session.filters.create("more", QUERY),
        lambda: session.filters.read("all"),
        lambda: session.filters.list(),
        lambda: session.filters.update("all", description="x"),
        lambda: session.filters.delete("all"),
        lambda: session.filters.check_use("all"),
        lambda: session.export(io.BytesIO()),
    ]
    wrong = []
    for number, call in enumerate(calls):
        try:
            call()
            wrong.append(f"{number}: nothing")
        except glossweave.StorageError as error:
            if "before a fork: reopen it after the fork" not in str(error):
                wrong.append(f"{number}: {error}")
    return wrong


def ended(pid: int, seconds: float = 20) -> int | None:
    """The exit code of a child; `None` for one that hangs."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.01)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    return None


@pytest.mark.parametrize("durability", ["flush", "periodic"])
def test_a_fork_is_refused_and_ends(tmp_path: Path, durability: str) -> None:
    engine = opened(tmp_path, durability)
    session = root_of(engine)
    session.filters.create("all", QUERY)
    pid = os.fork()
    if pid == 0:
        try:
            wrong = refusals(engine, session)
            engine.close()
            del engine, session
        except BaseException:
            os._exit(2)
        os._exit(1 if wrong else 0)
    assert ended(pid) == 0
    session.filters.create("more", QUERY)
    assert [one.name for one in session.filters.list()] == ["all", "more"]
    engine.close()
    with Engine(settings={"store": {"location": tmp_path}}) as again:
        assert len(again.session().filters.list()) == 2


PROGRAM = """
import multiprocessing, sys
from pathlib import Path
import glossweave

def work(number):
    try:
        session.filters.list()
    except glossweave.StorageError as error:
        return str(error)
    return "nothing"

engine = glossweave.Engine(settings={"store": {"location": Path(sys.argv[1]), "durability": sys.argv[2]}})
session = engine.session()
session.users.create("anna", "correct horse")
with multiprocessing.get_context("fork").Pool(2) as pool:
    said = pool.map(work, range(4))
child = multiprocessing.get_context("fork").Process(target=work, args=(0,))
child.start()
child.join(20)
assert child.exitcode == 0, child.exitcode
session.users.create("berta", "correct horse")
print(all("reopen it after the fork" in one for one in said), len(said))
"""


@pytest.mark.parametrize("durability", ["flush", "periodic"])
def test_processes_of_multiprocessing_end(tmp_path: Path, durability: str) -> None:
    assert "fork" in multiprocessing.get_all_start_methods()
    command = [sys.executable, "-c", PROGRAM, str(tmp_path), durability]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (ran.returncode, ran.stdout) == (0, "True 4\n"), ran.stderr


def test_a_whole_program_ends_after_a_fork(tmp_path: Path) -> None:
    """The child leaves by the end of the interpreter, which drops what is left."""
    program = (
        "import os, sys, glossweave\n"
        "engine = glossweave.Engine(settings={'store': {'location': sys.argv[1]}})\n"
        "pid = os.fork()\n"
        "if pid: sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))\n"
    )
    command = [sys.executable, "-c", program, str(tmp_path)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=30)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_a_forked_child_does_not_keep_the_folder(tmp_path: Path) -> None:
    engine = opened(tmp_path)
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(writing)
        os.read(reading, 1)
        os._exit(0)
    os.close(reading)
    try:
        engine.close()
        opened(tmp_path).close()
    finally:
        os.close(writing)
        assert ended(pid) == 0


def test_an_export_moves_everything(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    with opened(old) as engine:
        session = root_of(engine)
        users = engine.session().users
        users.create("anna", WORD)
        token = users.authenticate("anna", WORD)
        anna = engine.session(token)
        anna.filters.create("all", QUERY, visibility="private", description="Ä")
        template = '{"query": "CONSTRUCT { <@@@entity_uri@@@> ?p ?o } WHERE { <@@@entity_uri@@@> ?p ?o }", "endpoint": "http://example.org/sparql"}'
        numbers = [int(anna.templates.create(None, template).name) for _ in range(3)]
        anna.templates.delete(str(numbers[-1]))
        for wrong, kind in (
            (anna, glossweave.Forbidden),
            (engine.session(), glossweave.Unauthenticated),
        ):
            with pytest.raises(kind):
                wrong.export(tmp_path / "none")
        session.export(tmp_path / "export")
        file = io.BytesIO()
        session.export(file)
        kept = (anna.filters.list(), anna.templates.list(), session.users.list())
    data = (tmp_path / "export").read_bytes()
    assert data == file.getvalue() and not (tmp_path / "none").exists()
    assert stat.S_IMODE((tmp_path / "export").stat().st_mode) == 0o600
    assert sorted(one.name for one in tmp_path.iterdir()) == ["export", "old"]

    for cut in (data[:-40], data[: len(data) // 2], b""):
        with pytest.raises(glossweave.MalformedInput):
            glossweave.import_store(new, cut)
        assert not new.exists()
    new.mkdir()
    with pytest.raises(glossweave.MalformedInput):
        glossweave.import_store(new, data[:-40])
    assert list(new.iterdir()) == []

    glossweave.import_store(new, tmp_path / "export")
    with pytest.raises(glossweave.Conflict):
        glossweave.import_store(new, data)
    with Engine(settings={"store": {"location": new}}) as engine:
        with pytest.raises(glossweave.StorageError, match="is in use"):
            glossweave.import_store(new, data)
        anna, session = engine.session(token), root_of(engine)
        assert (anna.filters.list(), anna.templates.list(), session.users.list()) == kept
        assert int(anna.templates.create(None, template).name) == numbers[-1] + 1
        made = anna.filters.create("more", QUERY)
        assert made.revision > max(one.revision for one in kept[0])


def test_many_rows_are_imported(tmp_path: Path) -> None:
    count = 30_000
    with opened(None) as engine:
        session = root_of(engine)
        for number in range(count):
            session.filters.create(f"f{number}", QUERY)
        file = io.BytesIO()
        session.export(file)
    glossweave.import_store(tmp_path / "new", file.getvalue())
    with Engine(settings={"store": {"location": tmp_path / "new"}}) as engine:
        filters = engine.session().filters
        names: list[str] = []
        while part := filters.list(after=names[-1] if names else None, limit=10_000):
            names += [one.name for one in part]
        assert sorted(names) == sorted(f"f{number}" for number in range(count))


def test_an_export_that_fails_leaves_no_file(tmp_path: Path) -> None:
    session = root_of(opened(None))
    with pytest.raises(FileNotFoundError):
        session.export(tmp_path / "nowhere" / "export")
    with pytest.raises(TypeError):
        session.export(7)  # type: ignore[arg-type]
    (tmp_path / "taken").mkdir()
    with pytest.raises(OSError):
        session.export(tmp_path / "taken")
    assert [one.name for one in tmp_path.iterdir()] == ["taken"]
