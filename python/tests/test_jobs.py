"""Jobs: calls that run after they were submitted."""

from __future__ import annotations

import time
from datetime import datetime, timedelta, timezone

import pytest

import glossweave
from glossweave import Engine, Job

TERMS = "/e-terminology/extraction?language=en"
WORD = "correct horse"


def test_a_job_has_the_answer_of_its_call() -> None:
    with Engine() as engine:
        session = engine.local_session()
        plain = session.call(TERMS, "One black hole.")
        job = session.jobs.submit(TERMS, "One black hole.", headers={"Accept": "text/turtle"})
        assert isinstance(job, Job)
        assert (job.owner, job.path, job.state) == ("local", "/e-terminology/extraction", "queued")
        assert (job.progress, job.ended, job.webhook, job.error) == (None, None, None, None)
        ended = session.jobs.wait(job.id)
        assert repr(ended) == "<Job /e-terminology/extraction: done>"
        assert (ended.state, ended.attempts, ended.id) == ("done", 1, job.id)
        assert ended.started is not None and ended.ended is not None and ended.expires is not None
        assert job.created <= ended.started <= ended.ended < ended.expires
        assert ended.ended <= datetime.now(timezone.utc)
        answer = session.jobs.result(job.id)
        assert (answer.media_type, answer.bytes) == ("text/turtle", plain.bytes)
        assert session.jobs.list() == [ended] == [session.jobs.cancel(job.id)]
        assert session.jobs.list(after=job.id) == [] == session.jobs.list(limit=0)
        session.jobs.delete(job.id)
        with pytest.raises(glossweave.NotFound):
            session.jobs.read(job.id)


def test_a_failed_job_has_the_error_of_its_call() -> None:
    jobs = Engine().local_session().jobs
    job = jobs.wait(jobs.submit(TERMS, "A hole.", parameters={"colour": "red"}).id)
    assert job.state == "failed"
    with pytest.raises(glossweave.InvalidArgument) as raised:
        jobs.result(job.id)
    assert raised.value.parameter == "colour"
    assert isinstance(job.error, glossweave.InvalidArgument)
    assert str(job.error) == str(raised.value)


def test_jobs_are_refused_and_cancelled() -> None:
    with Engine(settings={"jobs": {"threads": 0, "size": 1000}, "quotas": {"jobs": 2}}) as engine:
        session = engine.local_session()
        job = session.jobs.submit(TERMS, "A hole.")
        begun = time.monotonic()
        assert session.jobs.wait(job.id, 0.2).state == "queued"
        assert 0.1 < time.monotonic() - begun < 30
        with pytest.raises(glossweave.Conflict):
            session.jobs.result(job.id)
        assert session.jobs.cancel(job.id).state == "cancelled"
        with pytest.raises(glossweave.TooLarge):
            session.jobs.submit(TERMS, "A hole. " * 1000)
        with pytest.raises(glossweave.Unsupported) as raised:
            session.jobs.submit(TERMS, "A hole.", webhook="https://example.org/")
        assert raised.value.parameter == "webhook"
        session.jobs.submit(TERMS, "A hole.")
        with pytest.raises(glossweave.Throttled):
            session.jobs.submit(TERMS, "A hole.")
        with pytest.raises(glossweave.NotFound):
            session.jobs.submit("/user")
        with pytest.raises(glossweave.InvalidArgument):
            session.jobs.wait(job.id, -1.0)
        nobody = engine.session().jobs
        for call in (lambda: nobody.submit(TERMS, "A hole."), lambda: nobody.list()):
            with pytest.raises(glossweave.Unauthenticated):
                call()


def test_jobs_are_those_of_their_owner() -> None:
    engine = Engine(settings={"jobs": {"threads": 0}})
    nobody = engine.session().users
    sessions = []
    for name in ("anna", "bert"):
        nobody.create(name, WORD)
        sessions.append(engine.session(nobody.authenticate(name, WORD)))
    anna, bert = sessions
    job = anna.jobs.submit(TERMS, "A hole.")
    assert bert.jobs.list() == []
    for call in (bert.jobs.read, bert.jobs.result, bert.jobs.cancel, bert.jobs.delete):
        with pytest.raises(glossweave.NotFound):
            call(job.id)
    assert engine.local_session().jobs.list() == [job]


def test_the_secret_of_webhooks_is_checked_and_not_shown() -> None:
    with pytest.raises(glossweave.InvalidArgument) as raised:
        Engine(settings={"jobs": {"webhook_secret": WORD}})
    assert raised.value.parameter == "jobs.webhook-secret"
    assert WORD not in str(raised.value)
    engine = Engine(
        settings={
            "jobs": {
                "webhook_secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                "time": "1s",
                "lease": timedelta(seconds=1),
                "kept": "1000ms",
            },
        },
    )
    assert "MfKQ" not in repr(engine)
    with pytest.raises(glossweave.Forbidden):
        engine.local_session().jobs.submit(TERMS, "A hole.", webhook="https://example.org/")
    assert "MfKQ" not in str(engine.specification())
