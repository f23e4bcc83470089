"""Loads and uploads of datasets: what they read, what ends them, and what is raised then."""

from __future__ import annotations

import io
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import glossweave
import pytest
from glossweave import Engine, Session

HEAD = b"uri,label\n"
TABLE = HEAD + b"http://ex.org/Cork,Cork\n"


def user(engine: Engine) -> Session:
    users = engine.session().users
    users.create("anna", "correct horse")
    return engine.session(users.authenticate("anna", "correct horse"))


@pytest.fixture
def session() -> Session:
    return user(Engine())


class Broken:
    """Gives some rows, then raises."""

    def __init__(self, raised: BaseException) -> None:
        self.raised = raised
        self.parts = [TABLE]

    def read(self, size: int, /) -> bytes:
        if self.parts:
            return self.parts.pop()
        raise self.raised


class Generous:
    """Gives everything, whatever it is asked for."""

    def __init__(self, content: bytes) -> None:
        self.content = content

    def read(self, size: int, /) -> bytes:
        return self.content


@pytest.mark.parametrize("raised", [KeyboardInterrupt(), OSError(5, "broken"), ValueError("no")])
def test_what_a_file_raises_comes_out_as_it_was(session: Session, raised: BaseException) -> None:
    upload = session.datasets.upload("things")
    for read in (lambda file: session.datasets.load("things", file), upload.append):
        with pytest.raises(type(raised)) as caught:
            read(Broken(raised))
        assert caught.value is raised
    with pytest.raises(glossweave.NotFound):
        session.datasets.read("things")
    # What was read before is there.
    assert len(upload) == len(TABLE)


def test_a_file_gives_what_it_is_asked_for(session: Session) -> None:
    large = HEAD + b"http://ex.org/Cork,Cork\n" * 100_000
    with pytest.raises(OSError, match=f"`read` returned {len(large)} bytes, 1048576 were requested"):
        session.datasets.load("things", Generous(large))
    with pytest.raises(TypeError, match="expected `bytes` from `read` and got `NoneType`"):
        session.datasets.load("things", Generous(None))  # type: ignore[arg-type]
    upload = session.datasets.upload("things")
    for read in (lambda file: session.datasets.load("things", file), upload.append):
        with pytest.raises(TypeError, match="expected a binary file and got a text file"):
            read(io.StringIO("uri,label\n"))  # type: ignore[arg-type]


def test_a_path_that_is_not_there_is_told_as_open_does(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "none.csv"
    upload = session.datasets.upload("things")
    for read in (lambda path: session.datasets.load("things", path), upload.append):
        with pytest.raises(FileNotFoundError) as caught:
            read(path)
        assert caught.value.filename == str(path)
        with pytest.raises(IsADirectoryError):
            read(tmp_path)
    with pytest.raises(glossweave.MalformedInput, match=r"pathlib\.Path"):
        session.datasets.load("things", "data/places.csv")


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers here")
def test_a_signal_ends_a_load_that_nobody_watches(session: Session) -> None:
    class Late(Exception):
        pass

    def stop(*_: object) -> None:
        raise Late

    rows = (f"http://ex.org/{number},name {number}\n" for number in range(200_000))
    table = HEAD + "".join(rows).encode()
    before = signal.signal(signal.SIGALRM, stop)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.02)
        with pytest.raises(Late):
            session.datasets.load("many", table)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    with pytest.raises(glossweave.NotFound):
        session.datasets.read("many")


def test_an_upload_is_loaded_once(session: Session) -> None:
    session.datasets.load("things", TABLE)
    upload = session.datasets.upload("things")
    upload.append(HEAD + b"http://ex.org/Cobh,Cobh\nhttp://ex.org/Cork,Cork\n")
    assert upload.load(update=True, mode="replace").content["labels"] == 2
    with pytest.raises(glossweave.NotFound, match="nothing was uploaded for `things`"):
        upload.load(update=True, mode="replace")
    assert session.datasets.read("things").content["labels"] == 2
    with pytest.raises(glossweave.NotFound, match="nothing was uploaded for `typo`"):
        session.datasets.upload("typo").load()
    with pytest.raises(glossweave.NotFound):
        session.datasets.read("typo")


def test_an_upload_takes_paths_files_and_bytes(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_bytes(b"http://ex.org/Cork,Cork\n")
    upload = session.datasets.upload("things")
    for part in (HEAD, path, io.BytesIO(b"http://ex.org/Cobh,Cobh\n"), "http://ex.org/x,x\n"):
        upload.append(part)
    assert upload.load().content["labels"] == 3


def test_an_upload_holds_no_more_than_a_part(session: Session) -> None:
    asked: list[int] = []

    class Long:
        def read(self, size: int, /) -> bytes:
            asked.append(size)
            return b"x" * size if len(asked) < 4 else b""

    upload = session.datasets.upload("things")
    upload.append(Long())
    assert len(asked) == 4 and max(asked) <= 1 << 20
    assert len(upload) == sum(asked[:3])
    upload.discard()


def test_revisions_count_for_loads_too(session: Session) -> None:
    upload = session.datasets.upload("new")
    upload.append(TABLE)
    with pytest.raises(glossweave.PreconditionFailed) as caught:
        session.datasets.load("new", TABLE, if_revision=7)
    assert caught.value.parameter == "if_revision"
    with pytest.raises(glossweave.PreconditionFailed):
        upload.load(if_revision=7)
    with pytest.raises(glossweave.NotFound):
        session.datasets.read("new")
    made = session.datasets.load("things", TABLE)
    with pytest.raises(glossweave.PreconditionFailed):
        session.datasets.load("things", TABLE, update=True, if_revision=made.revision + 1)
    session.datasets.load("things", TABLE, update=True, if_revision=made.revision)


def test_numbers_below_zero_are_invalid(session: Session) -> None:
    made = session.datasets.load("things", TABLE)
    columns = "We O\nwent O\n"

    def calls() -> Iterator[object]:
        yield lambda: session.datasets.load("things", TABLE, update=True, if_revision=-1)
        yield lambda: session.datasets.upload("things").load(if_revision=-1)
        yield lambda: session.datasets.update("things", description="x", if_revision=-1)
        yield lambda: session.datasets.delete("things", if_revision=-1)
        yield lambda: glossweave.Tagger.train(columns, rounds=-1)

    for call in calls():
        with pytest.raises(glossweave.InvalidArgument, match="of at least 0"):
            call()  # type: ignore[operator]
    assert session.datasets.read("things").revision == made.revision


def test_a_source_may_have_so_many_bytes() -> None:
    session = user(Engine(settings={"limits": {"dataset": 5}}))
    upload = session.datasets.upload("things")
    for call in (lambda: session.datasets.load("things", TABLE), lambda: upload.append(TABLE)):
        with pytest.raises(glossweave.TooLarge, match="limit is 5"):
            call()
    assert len(upload) == 0


def test_files_of_a_path_are_closed(session: Session, tmp_path: Path) -> None:
    descriptors = Path("/proc/self/fd")
    path = tmp_path / "things.csv"
    path.write_bytes(TABLE)
    session.datasets.load("things", path)
    with pytest.raises(glossweave.Conflict):
        session.datasets.load("things", path)
    if descriptors.is_dir():
        open_ones = (os.path.realpath(one) for one in descriptors.iterdir())
        assert str(path) not in open_ones
