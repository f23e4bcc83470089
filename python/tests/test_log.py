"""What the engine tells, in `logging`."""

from __future__ import annotations

import logging
import subprocess
import sys
import threading
from pathlib import Path

import glossweave
import pytest


def messages(caplog: pytest.LogCaptureFixture) -> list[tuple[str, int, str]]:
    return [(one.name, one.levelno, one.getMessage()) for one in caplog.records]


def test_a_store_is_opened_and_closed(caplog: pytest.LogCaptureFixture, tmp_path: Path) -> None:
    caplog.set_level(logging.INFO, "glossweave")
    with glossweave.Engine(
        settings={
            "store": {"location": str(tmp_path)},
            "admin": {"create": True, "username": "root", "password": "hidden password"},
        },
    ):
        pass
    name, level = "glossweave.store", logging.INFO
    opened = f"opened `{tmp_path}`, which has 0 rows"
    assert messages(caplog) == [(name, level, opened), (name, level, f"closed `{tmp_path}`")]


def test_levels_are_those_of_the_logger(caplog: pytest.LogCaptureFixture, tmp_path: Path) -> None:
    caplog.set_level(logging.WARNING, "glossweave")
    glossweave.Engine(settings={"store": {"location": str(tmp_path)}}).close()
    assert messages(caplog) == []
    url = "http://127.0.0.1:9/hidden?key=hidden"
    recognizer = glossweave.Provider("recognizer", "far", "nif", url)
    page = glossweave.decode("Cork", format="text")
    with pytest.raises(glossweave.Unavailable):
        glossweave.Engine(providers=[recognizer]).session().entities.recognize("far", page)
    [(name, level, message)] = messages(caplog)
    assert (name, level) == ("glossweave.network", logging.WARNING)
    assert "127.0.0.1:9" in message and "hidden" not in message


def test_threads_tell_at_once(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "glossweave")
    with glossweave.Engine() as engine:
        users = engine.session().users
        users.create("anna", "battery staple")
        session = engine.session(users.authenticate("anna", "battery staple"))

        def load(number: int) -> None:
            table = f"uri,label\nhttp://example.org/{number},Hidden{number}\n"
            session.datasets.create(f"names-{number}", table)

        threads = [threading.Thread(target=load, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    told = messages(caplog)
    assert [name for name, _, _ in told] == ["glossweave.dataset"] * 8
    assert all(": 1 entities, 1 labels" in said and "Hidden" not in said for _, _, said in told)


def test_a_handler_that_fails_harms_nobody(tmp_path: Path) -> None:
    class Broken(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            raise RuntimeError("on purpose")

    logger = logging.getLogger("glossweave.store")
    broken, caught = Broken(), []
    hook, sys.unraisablehook = sys.unraisablehook, lambda given: caught.append(given.exc_type)
    logger.addHandler(broken)
    logger.setLevel(logging.INFO)
    try:
        glossweave.Engine(settings={"store": {"location": str(tmp_path)}}).close()
    finally:
        logger.setLevel(logging.NOTSET)
        logger.removeHandler(broken)
        sys.unraisablehook = hook
    assert caught == [RuntimeError, RuntimeError]


def test_an_exception_on_its_way_outlasts_what_is_told(
    caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    caplog.set_level(logging.INFO, "glossweave")
    # The last reference to the engine goes while the exception is on its way: the store is closed.
    with pytest.raises(glossweave.Unauthenticated):
        glossweave.Engine(settings={"store": {"location": str(tmp_path)}}).session().users.authenticate("anna", "wrong")
    assert messages(caplog)[-1][2] == f"closed `{tmp_path}`"


def test_nothing_is_printed_and_nobody_waits_at_the_end(tmp_path: Path) -> None:
    program = f"import glossweave; engine = glossweave.Engine(settings={{'store': {{'location': {str(tmp_path)!r}}}}})"
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True
    )
    assert (ran.stdout, ran.stderr) == ("", "")
