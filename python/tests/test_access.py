"""The table of who may do what, through Python; its format is in tests/cases/access/README.md."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from glossweave import Engine, GlossweaveError, Resource, Session

WORD = "correct horse"
# The API keys of the table, with their users and scopes.
KEYS: dict[str, tuple[str, list[Any]]] = {
    "read key": ("owner", ["read"]),
    "enrich key": ("owner", ["enrich"]),
    "write key": ("owner", ["write"]),
    "admin key": ("admin", ["read", "enrich", "write", "admin"]),
}
ABSENT = "999999999"


class World:
    def __init__(self, bodies: dict[str, str], **settings: Any) -> None:
        self.bodies = bodies
        self.engine = Engine(
            settings={
                "admin": {"create": True, "username": "admin", "password": WORD},
                **settings,  # type: ignore[arg-type]
            },
        )
        self.nobody = self.engine.session().users
        for name in ("owner", "stranger"):
            self.nobody.create(name, WORD)
        self.sessions = {
            name: self.engine.session(self.nobody.authenticate(name, WORD))
            for name in ("admin", "owner", "stranger")
        }
        for name, (user, _) in KEYS.items():
            self.sessions[name] = self.key(self.sessions[user], user, name)
        self.sessions["anonymous"] = self.engine.session()
        self.sessions["wrong token"] = self.engine.session("0" * 64)

    def key(self, session: Session, user: str, name: str) -> Session:
        _, secret = session.users.create_key(user, name.replace(" ", "-"), KEYS[name][1])
        return self.engine.session(secret)

    def resource(self, row: dict[str, str], number: int) -> str | None:
        kind: Any = row["kind"]
        body = self.bodies[kind]
        target: Any = row["target"]
        is_chosen = kind not in ("template", "pipeline")
        name = f"made-{number}" if is_chosen else ABSENT
        if target != "absent":
            chosen = name if is_chosen else None
            made = self.sessions["owner"].collection(kind).create(chosen, body, visibility=target)
            name = made.name
        other: Any = "private" if target == "public" else "public"
        everything = self.sessions["admin"].collection(kind)
        before = found(everything.read, name)

        collection = self.sessions[row["caller"]].collection(kind)
        calls: dict[str, Callable[[], object]] = {
            "create": lambda: collection.create(
                f"more-{number}" if is_chosen else None, body, visibility=target
            ),
            "read": lambda: collection.read(name),
            "use": lambda: collection.check_use(name),
            "list": lambda: (
                "shown" if name in [one.name for one in collection.list(limit=1000)] else "hidden"
            ),
            "update": lambda: collection.update(name, body),
            "change owner": lambda: collection.update(name, owner="stranger"),
            "change visibility": lambda: collection.update(name, visibility=other),
            "delete": lambda: collection.delete(name),
        }
        said = outcome(calls[row["action"]])
        if said != row["expect"]:
            return said

        after = found(everything.read, name)
        done = said == "ok"
        if done and row["action"] == "update":
            assert before and after
            right = after.revision > before.revision
        elif done and row["action"] == "change owner":
            right = after is not None and after.owner == "stranger"
        elif done and row["action"] == "change visibility":
            right = after is not None and after.visibility == other
        elif done and row["action"] == "delete":
            right = after is None
        else:
            right = after == before
        return None if right else f"it was {before} and is {after}"

    def user(self, row: dict[str, str], number: int) -> str | None:
        name = f"user-{number}"
        session = self.sessions[row["caller"]]
        if row["target"] == "present":
            self.nobody.create(name, WORD)
            if KEYS.get(row["caller"], (row["caller"], []))[0] == "owner":
                session = self.engine.session(self.nobody.authenticate(name, WORD))
                if row["caller"] in KEYS:
                    session = self.key(session, name, row["caller"])
        users = session.users
        calls: dict[str, Callable[[], object]] = {
            "create": lambda: users.create(name, WORD),
            "read": lambda: users.read(name),
            "list": lambda: users.list() and None,
            "set password": lambda: users.set_password(name, "another one"),
            "set role": lambda: users.set_role(name, "ROLE_ADMIN"),
            "delete": lambda: users.delete(name),
            "log in": lambda: users.authenticate(name, WORD) and None,
        }
        said = outcome(calls[row["action"]])
        if said != row["expect"]:
            return said

        after = found(self.sessions["admin"].users.read, name)
        done = said == "ok"
        there = {"create": done or row["target"] == "present", "delete": not done}
        expected = there.get(row["action"], True) and (
            row["target"] == "present" or row["action"] == "create"
        )
        if (after is not None) != expected:
            return f"is it there? {after}"
        if after:
            role = "ROLE_ADMIN" if done and row["action"] == "set role" else "ROLE_USER"
            if after.role != role:
                return f"the role is {after.role}"
            changed = done and row["action"] == "set password"
            self.nobody.authenticate(name, "another one" if changed else WORD)
        return None


def found(read: Callable[[str], Any], name: str) -> Any:
    try:
        return read(name)
    except LookupError:
        return None


def outcome(call: Callable[[], object]) -> str:
    try:
        result = call()
    except GlossweaveError as error:
        return error.kind
    return result if isinstance(result, str) else "ok"


def test_every_cell_of_the_policy_holds(root: Path) -> None:
    table = json.loads((root / "tests" / "cases" / "access" / "acl.json").read_text())
    assert len(table["rows"]) >= 1000
    world = World(table["bodies"])
    faults = []
    for number, row in enumerate(table["rows"]):
        run = world.user if row["kind"] == "user" else world.resource
        fault = run(row, number)
        if fault is not None:
            faults.append((row, fault))
    assert not faults


def test_a_resource_is_what_was_stored() -> None:
    engine = Engine()
    session = log_in(engine, "anna")
    made = session.filters.create("a", "SELECT * { ?s ?p ?o }", description="all")
    assert isinstance(made, Resource)
    assert (made.name, made.kind, made.owner, made.visibility) == ("a", "filter", "anna", "public")
    assert made.description == "all" and made.content == {"query": "SELECT * { ?s ?p ?o }"}
    assert json.loads(made.to_json())["query"] == made.content["query"]
    assert made == session.collection("filter").read("a") == session.filters.list(contents=True)[0]
    assert session.filters.list()[0].content == {}


def log_in(engine: Engine, name: str) -> Session:
    users = engine.session().users
    users.create(name, WORD)
    return engine.session(users.authenticate(name, WORD))
