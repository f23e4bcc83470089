from __future__ import annotations

import time
from datetime import datetime, timezone
from typing import Any

import glossweave
import pytest
from glossweave import Engine, Session

WORD = "correct horse"


def admin(engine: Engine) -> Session:
    return engine.session(engine.session().users.authenticate("root", WORD))


@pytest.fixture
def engine() -> Engine:
    return Engine(settings={"admin": {"create": True, "username": "root", "password": WORD}})


def test_users_are_made_changed_and_removed(engine: Engine) -> None:
    nobody = engine.session().users
    before = datetime.now(timezone.utc).replace(microsecond=0)
    anna = nobody.create("anna", WORD)
    assert (anna.username, anna.role) == ("anna", "ROLE_USER")
    assert before <= anna.created <= datetime.now(timezone.utc)
    token = nobody.authenticate("anna", WORD)
    own = engine.session(token).users
    assert own.read("anna") == anna
    own.set_password("anna", "another one")
    with pytest.raises(glossweave.Unauthenticated):
        nobody.authenticate("anna", WORD)
    root = admin(engine).users
    assert [user.username for user in root.list()] == ["anna", "root"]
    assert [user.username for user in root.list(after="anna", limit=5)] == ["root"]
    assert root.list(limit=0) == []
    assert root.set_role("anna", "ROLE_ADMIN").role == "ROLE_ADMIN"
    engine.session(token).filters.create("annas", "SELECT * { ?s ?p ?o }")
    with pytest.raises(glossweave.Conflict, match="1 filter"):
        own.delete("anna")
    with pytest.raises(glossweave.InvalidArgument):
        own.delete("anna", resources="keep")  # type: ignore[arg-type]
    own.delete("anna", resources="delete")
    assert admin(engine).filters.list() == []
    with pytest.raises(glossweave.Unauthenticated):
        own.read("anna")
    with pytest.raises(glossweave.Conflict):
        root.set_role("root", "ROLE_USER")


def test_the_local_user_needs_no_password(engine: Engine) -> None:
    session = engine.local_session()
    made = session.filters.create("mine", "SELECT * { ?s ?p ?o }", visibility="private")
    assert made.owner == "local" and repr(session) == "<Session of the local user>"
    assert admin(engine).users.read("local").role == "ROLE_ADMIN"
    with pytest.raises(glossweave.Unauthenticated):
        engine.session().filters.read("mine")
    engine.close()
    with pytest.raises(glossweave.InvalidArgument, match="closed"):
        engine.local_session()


def test_an_admin_revokes_tokens(engine: Engine) -> None:
    nobody = engine.session().users
    nobody.create("anna", WORD)
    tokens = [nobody.authenticate("anna", WORD) for _ in range(3)]
    root = admin(engine).users
    root.revoke(tokens[0])
    with pytest.raises(glossweave.Unauthenticated):
        engine.session(tokens[0]).users.read("anna")
    assert engine.session(tokens[1]).users.read("anna").username == "anna"
    with pytest.raises(glossweave.NotFound):
        root.revoke(tokens[0])
    root.revoke_all("anna")
    for token in tokens:
        with pytest.raises(glossweave.Unauthenticated):
            engine.session(token).users.read("anna")


def test_who_fails_often_has_to_wait(engine: Engine) -> None:
    nobody = engine.session().users
    for _ in range(5):
        with pytest.raises(glossweave.Unauthenticated) as wrong:
            nobody.authenticate("anna", "of nobody")
        assert wrong.value.retry_after is None
    with pytest.raises(glossweave.Throttled) as raised:
        nobody.authenticate("anna", "of nobody")
    assert raised.value.retry_after is not None and 0 < raised.value.retry_after <= 60
    time.sleep(raised.value.retry_after)
    with pytest.raises(glossweave.Unauthenticated):
        nobody.authenticate("anna", "of nobody")


def test_parameters_have_the_names_of_python(engine: Engine) -> None:
    nobody = engine.session().users
    for names in (("1", WORD, "username"), ("anna", "short", "password")):
        with pytest.raises(glossweave.InvalidArgument) as raised:
            nobody.create(names[0], names[1])
        assert raised.value.parameter == names[2]
    with pytest.raises(glossweave.InvalidArgument) as raised:
        admin(engine).users.set_role("root", "ROLE_KING")  # type: ignore[arg-type]
    assert raised.value.parameter == "role"
    with pytest.raises(glossweave.InvalidArgument) as raised:
        Engine(settings={"admin": {"create": True, "username": "root"}})
    assert raised.value.parameter == "admin.password"
    filters = admin(engine).filters
    made = filters.create("a", "SELECT * {}")
    given: list[dict[str, Any]] = [{"owner": "nobody"}, {"visibility": "hidden"}, {"persist": True}]
    for keywords in given:
        with pytest.raises(glossweave.InvalidArgument) as raised:
            filters.update("a", **keywords)
        assert [raised.value.parameter] == list(keywords)
    with pytest.raises(glossweave.PreconditionFailed) as late:
        filters.update("a", description="x", if_revision=made.revision + 1)
    assert late.value.parameter == "if_revision"
    filters.delete("a", if_revision=made.revision)
    with pytest.raises(glossweave.InvalidArgument) as raised:
        admin(engine).collection("cupboard")  # type: ignore[arg-type]
    assert raised.value.parameter == "kind"


def test_secrets_are_not_shown(engine: Engine) -> None:
    nobody = engine.session().users
    secret = "geheim\udc80 und lang"
    for call in (
        lambda: nobody.create("anna", secret),
        lambda: nobody.authenticate("anna", secret),
        lambda: engine.session(secret),
        lambda: Engine(settings={"admin": {"password": secret}}),
    ):
        with pytest.raises(glossweave.InvalidArgument) as raised:
            call()
        shown = f"{raised.value!r} {vars(raised.value)} {raised.value.__cause__!r}"
        assert "geheim" not in shown
    token = nobody.authenticate("root", WORD)
    session = engine.session(token)
    for thing in (engine, session, session.users, session.filters):
        assert token not in repr(thing) and WORD not in repr(thing)


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GLOSSWEAVE_ADMIN_CREATE", "true")
    monkeypatch.setenv("GLOSSWEAVE_ADMIN_USERNAME", "eva")
    monkeypatch.setenv("GLOSSWEAVE_ADMIN_PASSWORD", WORD)
    users = Engine(environment=True).session().users
    assert len(users.authenticate("eva", WORD)) == 64
    users = Engine(environment=True, settings={"admin": {"username": "root"}}).session().users
    with pytest.raises(glossweave.Unauthenticated):
        users.authenticate("eva", WORD)
    with pytest.raises(glossweave.Unauthenticated):
        Engine().session().users.authenticate("eva", WORD)
    monkeypatch.setenv("GLOSSWEAVE_LIMITS_SOURCE", "many")
    with pytest.raises(glossweave.InvalidArgument) as raised:
        Engine(environment=True)
    assert raised.value.parameter == "limits.source"


def test_keys_act_for_their_users_within_their_scopes(engine: Engine) -> None:
    nobody = engine.session().users
    nobody.create("anna", WORD)
    anna = engine.session(nobody.authenticate("anna", WORD)).users
    until = datetime(2999, 1, 31, 12, tzinfo=timezone.utc)
    key, secret = anna.create_key("anna", "nightly", ["enrich", "read"], expires=until)
    assert (key.name, key.scopes, key.expires) == ("nightly", ["read", "enrich"], until)
    assert key.last_used is None and key.created <= datetime.now(timezone.utc)
    assert repr(key) == "<ApiKey nightly: read, enrich, until 2999-01-31T12:00:00Z>"
    assert secret not in repr(key) and len(secret) == 64
    program = engine.session(secret)
    assert program.users.read("anna").username == "anna"
    with pytest.raises(glossweave.Forbidden, match="does not have the scope `write`"):
        program.filters.create("all", "SELECT * { ?s ?p ?o }")
    with pytest.raises(glossweave.Forbidden):
        program.users.list_keys("anna")
    used = anna.read_key("anna", "nightly")
    assert used.last_used is not None and used != key
    assert anna.list_keys("anna") == [used]
    for wrong, parameter in [
        (("anna", "nightly", ["all"]), "scopes"),
        (("anna", "1", ["read"]), "name"),
    ]:
        with pytest.raises(glossweave.InvalidArgument) as caught:
            anna.create_key(*wrong)  # type: ignore[arg-type]
        assert caught.value.parameter == parameter
    with pytest.raises(glossweave.InvalidArgument):
        anna.create_key("anna", "old", ["read"], expires=datetime(2001, 1, 1, tzinfo=timezone.utc))
    with pytest.raises(glossweave.Conflict):
        anna.create_key("anna", "nightly", ["read"])
    anna.revoke_key("anna", "nightly")
    with pytest.raises(glossweave.NotFound):
        anna.revoke_key("anna", "nightly")
    with pytest.raises(glossweave.Unauthenticated):
        program.users.read("anna")


def test_admins_read_who_changed_what() -> None:
    engine = Engine(
        settings={
            "access": {"audit": "30 days"},
            "admin": {"create": True, "username": "chief", "password": WORD},
        },
    )
    nobody = engine.session().users
    nobody.create("anna", WORD)
    chief = engine.session(nobody.authenticate("chief", WORD)).users
    chief.set_role("anna", "ROLE_ADMIN")
    entries = chief.read_audit_log()
    facts = [(one.user, one.action, one.kind, one.name, one.changed) for one in entries]
    assert facts == [
        (None, "create", "user", "chief", []),
        (None, "create", "user", "anna", []),
        ("chief", "create", "token", "chief", []),
        ("chief", "update", "user", "anna", ["role"]),
    ]
    assert entries[0].time <= datetime.now(timezone.utc) and entries[0].api_key is None
    assert repr(entries[3]).endswith(" chief: update user anna>")
    assert chief.read_audit_log(after=entries[1].id, limit=1) == [entries[2]]
    with pytest.raises(glossweave.Unauthenticated):
        nobody.read_audit_log()
    assert Engine().local_session().users.read_audit_log() == []


def test_invitations_make_one_user() -> None:
    engine = Engine(
        settings={
            "access": {"registration": "invitation"},
            "admin": {"create": True, "username": "chief", "password": WORD},
        },
    )
    nobody = engine.session().users
    chief = engine.session(nobody.authenticate("chief", WORD)).users
    until = datetime(2999, 1, 31, 12, tzinfo=timezone.utc)
    made, code = chief.create_invitation("anna", role="ROLE_ADMIN", expires=until)
    assert (made.name, made.role, made.expires) == ("anna", "ROLE_ADMIN", until)
    assert made.created <= datetime.now(timezone.utc)
    assert repr(made) == "<Invitation anna: ROLE_ADMIN, until 2999-01-31T12:00:00Z>"
    assert chief.list_invitations() == [made] and chief.read_invitation("anna") == made
    for wrong in [None, "", code[1:]]:
        with pytest.raises(glossweave.Forbidden) as caught:
            nobody.create("anna", WORD, invitation=wrong)
        assert caught.value.parameter == "invitation"
    assert nobody.create("anna", WORD, invitation=code).role == "ROLE_ADMIN"
    with pytest.raises(glossweave.Forbidden):
        nobody.create("bert", WORD, invitation=code)
    assert chief.create("bert", WORD).role == "ROLE_USER"
    for name, role, parameter in [("1", None, "name"), ("a", "king", "role")]:
        with pytest.raises(glossweave.InvalidArgument) as invalid:
            chief.create_invitation(name, role=role)  # type: ignore[arg-type]
        assert invalid.value.parameter == parameter
    chief.create_invitation("cleo")
    with pytest.raises(glossweave.Conflict):
        chief.create_invitation("cleo")
    with pytest.raises(glossweave.Unauthenticated):
        nobody.list_invitations()
    chief.revoke_invitation("cleo")
    with pytest.raises(glossweave.NotFound):
        chief.revoke_invitation("cleo")
    with pytest.raises(glossweave.InvalidArgument) as setting:
        Engine(settings={"access": {"registration": "ajar"}})
    assert setting.value.parameter == "access.registration"
