"""Commands for the contents of a store: users, API keys, invitations, the audit log, jobs, resources and models."""

from __future__ import annotations

import argparse
import getpass
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any, TypeVar

import glossweave
from glossweave.cli import option_groups, store_location
from glossweave.cli.datasets import CASES
from glossweave.cli.exit import DONE, FAILED, USAGE, Stop
from glossweave.cli.files import STANDARD
from glossweave.cli.formats import of_name
from glossweave.errors import (
    DeadlineExceeded, GlossweaveError, InternalError, InvalidArgument, StorageError, Unavailable,
)

__all__ = ["add_commands"]

_Command = Callable[[glossweave.Session, argparse.Namespace], None]
_One = TypeVar("_One")

_ROLES = {"user": "ROLE_USER", "admin": "ROLE_ADMIN"}
_SCOPES = ("read", "enrich", "write", "admin")
_KINDS = ("dataset", "document", "filter", "pipeline", "profile", "template", "xsltconverter")
_USER = ("username", "role", "created")
_KEY = ("name", "scopes", "created", "expires", "last_used")
_INVITATION = ("name", "role", "created", "expires")
_ENTRY = ("id", "time", "user", "api_key", "action", "kind", "name", "changed")
_MODEL = ("name", "kind", "revision", "languages", "classes")
_JOB = (
    "id", "owner", "path", "state", "progress", "created", "started", "ended", "expires", "attempts", "webhook", "error",
)

_EXAMPLES = """examples:
  glossweave store user create ann --store data --password-file ann.txt
  glossweave store key create ann laptop --scope enrich --days 90 --store data
  glossweave store resource create filter pairs pairs.rq --visibility private --store data
  glossweave store resource create dataset rivers rivers.csv --type terms --store data
  glossweave store resource create pipeline - chain.json --label Names --persist --store data
  glossweave store call '/e-terminology/termbase?dataset=rivers&outformat=html' page.html --store data
  glossweave store model train places --kind context --documents letter,diary --store data
  glossweave store job list --store postgres://localhost/glossweave
  glossweave store export backup.jsonl --store data

Lists are JSON Lines. --store is a folder or postgres://…, as in the setting `store.location`. Other settings are read from
the environment, for example GLOSSWEAVE_FILES_LOCATION. The caller is the local user, who is an admin, or the user of the
token or API key in GLOSSWEAVE_TOKEN. Only one process can open a folder: stop its server first, or use its HTTP interface.
"""


def add_commands(top: Any) -> None:
    """Adds the command `store`."""
    store = top.add_parser(
        "store", help="Read and change the contents of a store", epilog=_EXAMPLES,
        description="Read and change the contents of a store: users, API keys, invitations, the audit log, jobs, "
        "resources and models.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    ).add_subparsers(required=True, metavar="WHAT")

    def group(name: str, text: str) -> Callable[..., argparse.ArgumentParser]:
        commands = store.add_parser(name, help=text, description=f"{text}.")
        return _adding(commands.add_subparsers(required=True, metavar="COMMAND"))

    add = group("user", "Users")
    _paged(add("list", _list_users, "List all users"))
    add("show", _show_user, "Show a user", "username")
    one = add("create", _create_user, "Register a user", "username")
    one.add_argument("--role", choices=_ROLES, default="user", help="the role (default: %(default)s)")
    _password(one)
    _password(add("set-password", _set_password, "Change the password of a user", "username"))
    one = add("set-role", _set_role, "Change the role of a user", "username")
    one.add_argument("role", choices=_ROLES)
    one = add("delete", _delete_user, "Delete a user", "username")
    one.add_argument("--resources", action="store_true", help="delete the resources of the user too")
    add("revoke", _revoke_all, "Revoke all tokens and API keys of a user", "username")
    one = add("authenticate", _authenticate, "Log a user in, and show the token", "username")
    _password(one)

    add = group("key", "API keys")
    add("list", _list_keys, "List the API keys of a user", "username")
    one = add("create", _create_key, "Create an API key, and show its secret once", "username", "name")
    one.add_argument(
        "--scope", dest="scopes", action="append", required=True, choices=_SCOPES,
        help="a scope of the key, which limits its use (may be repeated)",
    )
    _days(one)
    _password(one)
    add("revoke", _revoke_key, "Revoke an API key", "username", "name")

    add = group("invitation", "Invitations to register")
    add("list", _list_invitations, "List the valid invitations")
    one = add("create", _create_invitation, "Create an invitation, and show its code once", "name")
    one.add_argument("--role", choices=_ROLES, default="user", help="the role of the user (default: %(default)s)")
    _days(one)
    add("revoke", _revoke_invitation, "Revoke an invitation", "name")

    add = group("job", "Jobs")
    _paged(add("list", _list_jobs, "List the jobs of all users"))
    add("show", _show_job, "Show a job", "id")
    add("result", _job_result, "Write the result of a job to standard output", "id")
    add("cancel", _cancel_job, "Cancel a job", "id")
    add("delete", _delete_job, "Delete a job and its result", "id")

    add = group("resource", "Stored resources, such as datasets and documents")
    one = add("list", _list_resources, "List the resources of a kind")
    _kind(one)
    _paged(one)
    one = add("show", _show_resource, "Show a resource with its content")
    _kind(one)
    one.add_argument("name")
    for name, run, text in (
        ("create", _create_resource, "Create a resource"),
        ("update", _update_resource, "Change a resource"),
    ):
        one = add(name, run, text)
        _kind(one)
        one.add_argument("name", help="the name, or - if the store assigns numbers" if name == "create" else None)
        one.add_argument("file", help="the content", nargs=None if name == "create" else "?")
        one.add_argument(
            "--visibility", choices=["public", "private"],
            help="the visibility: all users, or the owner and admins (default: public)",
        )
        one.add_argument("--description", metavar="TEXT", help="the description")
        one.add_argument("--language", metavar="TAG", help="the language of the names of a dataset")
        one.add_argument("--label", metavar="TEXT", help="the label of a pipeline or a template")
        one.add_argument(
            "--persist", action=argparse.BooleanOptionalAction, default=None,
            help="keep a pipeline for longer than a week",
        )
        _dataset(one)
        if name == "update":
            one.add_argument("--owner", metavar="USER", help="the new owner")
            one.add_argument(
                "--if-revision", type=option_groups.count, metavar="N",
                help="change the resource only if it has this revision",
            )
    one = add("delete", _delete_resource, "Delete a resource")
    _kind(one)
    one.add_argument("name")

    add = group("model", "Trained models")
    add("list", _list_models, "List the models")
    add("show", _show_model, "Show a model", "name")
    one = add("train", _train_model, "Train a model, or replace it", "name")
    one.add_argument("corpus", nargs="?", help="the annotated text, unless --documents is used")
    one.add_argument("--kind", choices=["tagger", "mentions", "weights", "context"], help="the kind (default: tagger)")
    one.add_argument(
        "--documents", metavar="NAMES",
        help="stored documents, comma-separated, whose accepted annotations are used instead of a text",
    )
    one.add_argument("--dataset", metavar="NAME", help="the dataset whose names a mention model evaluates")
    one.add_argument(
        "-f", "--from", dest="informat", metavar="FORMAT", help="the format of the text (default: CoNLL columns)"
    )
    add("delete", _delete_model, "Delete a model", "name")

    add = _adding(store)
    one = add("call", _call, "Call a service or a pipeline that uses stored resources, and write the result", "path")
    one.add_argument("file", nargs="?", help="the document, or - for standard input; omit it if the path specifies an input")
    one.add_argument(
        "-f", "--from", dest="informat", metavar="FORMAT",
        help="the format of the document (default: the format for the extension)",
    )
    one.add_argument("-o", "--output", metavar="FILE", help="the file of the result (default: standard output)")
    option_groups.pairs(one, "a parameter of the call")
    _paged(add("audit", _list_audit_log, "List the entries of the audit log, oldest first"))
    add("export", _export, "Export the whole store to a file, or to standard output (-)", "file")
    # No engine may open the store first, because the store must be empty.
    add("import", None, "Import an export into an empty store", "file").set_defaults(run=_import)


def _adding(commands: Any) -> Callable[..., argparse.ArgumentParser]:
    def add(name: str, command: _Command | None, text: str, *arguments: str) -> argparse.ArgumentParser:
        one: argparse.ArgumentParser = commands.add_parser(name, help=text, description=f"{text}.")
        one.set_defaults(run=_in_session, command=command)
        for argument in arguments:
            one.add_argument(argument)
        one.add_argument(
            "--store", metavar="LOCATION",
            help="the store: a folder or postgres://… (default: the variable GLOSSWEAVE_STORE_LOCATION)",
        )
        return one

    return add


def _paged(one: argparse.ArgumentParser) -> None:
    one.add_argument("--after", metavar="NAME", help="list only the entries after this name")
    one.add_argument(
        "--limit", type=option_groups.count, metavar="N", help="the maximum number of entries to list (default: all)"
    )


def _kind(one: argparse.ArgumentParser) -> None:
    one.add_argument("kind", choices=_KINDS, metavar="kind", help=", ".join(_KINDS))


def _dataset(one: argparse.ArgumentParser) -> None:
    one.add_argument("-f", "--from", dest="informat", metavar="FORMAT", help="the format of a dataset")
    one.add_argument(
        "--type", choices=["names", "terms"], help="the type of a dataset: terms for a term base (default: names)"
    )
    one.add_argument(
        "--mode", choices=["add", "replace", "remove"],
        help="the way to combine the source with the entries of a dataset (default: add)",
    )
    one.add_argument(
        "--property", dest="properties", action="append", metavar="IRI",
        help="a property in RDF whose values are names (may be repeated)",
    )
    one.add_argument(
        "--plurals", action=argparse.BooleanOptionalAction, default=None, help="find the plurals of names too"
    )
    one.add_argument("--case", choices=CASES, help="the default case rule of names")
    one.add_argument(
        "--never-alone", action="append", metavar="WORD", help="a word that is not a name by itself (may be repeated)"
    )
    one.add_argument(
        "--strict", action=argparse.BooleanOptionalAction, default=None, help="refuse a source with invalid entries"
    )


def _days(one: argparse.ArgumentParser) -> None:
    one.add_argument(
        "--days", type=option_groups.count, metavar="N", help="the number of days until it expires (default: never)"
    )


def _password(one: argparse.ArgumentParser) -> None:
    one.add_argument(
        "--password-file", metavar="FILE",
        help="a file with the password of the user in its first line, or - for standard input (default: ask on the terminal)",
    )


def _in_session(options: argparse.Namespace) -> int:
    """Runs a command in a session of the store."""
    # Only indexing datasets and training use the models of the engine. Jobs in the store are not started.
    models = None if options.command in (_create_resource, _update_resource, _train_model) else "none"
    store = store_location.location(options)
    if options.command in (_create_user, _create_invitation, _create_resource, _train_model):
        store_location.report_creation(store)
    else:
        store_location.require(store)
    with _refusals(), _opened(store, models) as options.engine:
        token = os.environ.get("GLOSSWEAVE_TOKEN")
        options.command(options.engine.session(token) if token else options.engine.local_session(), options)
    return DONE


def _opened(store: str, models: str | None) -> glossweave.Engine:
    try:
        return glossweave.Engine(
            environment=True,
            settings={"store": {"location": store}, "models": {"folder": models}, "jobs": {"threads": 0}},
        )
    except InvalidArgument:
        raise
    except GlossweaveError as error:
        raise Stop(str(error)) from error


@contextmanager
def _refusals() -> Iterator[None]:
    """Ends the run if the store refuses a call, for example because a value is invalid or a resource does not exist."""
    try:
        yield
    except InvalidArgument as error:
        raise Stop(str(error), USAGE) from error
    except (DeadlineExceeded, InternalError, StorageError, Unavailable):
        raise
    except GlossweaveError as error:
        raise Stop(str(error), FAILED) from error


def _read_password(options: argparse.Namespace) -> str:
    """Reads the password of the user. It is never an argument, because other users of the machine can see arguments."""
    if options.password_file == "-":
        return sys.stdin.readline().rstrip("\r\n")
    if options.password_file is not None:
        lines = Path(options.password_file).read_text("utf-8").splitlines()
        return lines[0] if lines else ""
    if not sys.stdin.isatty():
        raise Stop("--password-file is required, because standard input is not a terminal", USAGE)
    return getpass.getpass(f"Password of {options.username}: ")


def _expires(options: argparse.Namespace) -> datetime | None:
    return None if options.days is None else datetime.now(timezone.utc) + timedelta(days=options.days)


def _plain(value: object) -> object:
    if isinstance(value, datetime):
        return value.isoformat().replace("+00:00", "Z")
    return str(value) if isinstance(value, BaseException) else value


def _write(fields: Iterable[str], one: object, **more: object) -> None:
    values = {name: _plain(getattr(one, name)) for name in fields}
    print(json.dumps({**values, **more}, ensure_ascii=False))


def _all(
    options: argparse.Namespace, part: Callable[..., list[_One]], name: Callable[[_One], str]
) -> Iterator[_One]:
    """Yields the entries of a paged list, at most `--limit`, starting after `--after`."""
    after, left = options.after, options.limit
    while left is None or left > 0:
        several = part(after=after, limit=100 if left is None else min(left, 100))
        if not several:
            return
        yield from several
        after = name(several[-1])
        left = None if left is None else left - len(several)


def _list_users(session: glossweave.Session, options: argparse.Namespace) -> None:
    for one in _all(options, session.users.list, lambda user: user.username):
        _write(_USER, one)


def _show_user(session: glossweave.Session, options: argparse.Namespace) -> None:
    _write(_USER, session.users.read(options.username))


def _create_user(session: glossweave.Session, options: argparse.Namespace) -> None:
    user = session.users.create(options.username, _read_password(options))
    if options.role == "admin":
        user = session.users.set_role(options.username, "ROLE_ADMIN")
    _write(_USER, user)


def _set_password(session: glossweave.Session, options: argparse.Namespace) -> None:
    session.users.set_password(options.username, _read_password(options))


def _set_role(session: glossweave.Session, options: argparse.Namespace) -> None:
    _write(_USER, session.users.set_role(options.username, _ROLES[options.role]))  # type: ignore[arg-type]


def _delete_user(session: glossweave.Session, options: argparse.Namespace) -> None:
    session.users.delete(options.username, resources="delete" if options.resources else None)


def _revoke_all(session: glossweave.Session, options: argparse.Namespace) -> None:
    session.users.revoke_all(options.username)


def _authenticate(session: glossweave.Session, options: argparse.Namespace) -> None:
    token = session.users.authenticate(options.username, _read_password(options))
    print(json.dumps({"username": options.username, "token": token}, ensure_ascii=False))


def _list_keys(session: glossweave.Session, options: argparse.Namespace) -> None:
    for one in session.users.list_keys(options.username):
        _write(_KEY, one)


def _create_key(session: glossweave.Session, options: argparse.Namespace) -> None:
    # Only the user can create keys, when logged in with the password.
    token = session.users.authenticate(options.username, _read_password(options))
    users = options.engine.session(token).users
    key, secret = users.create_key(options.username, options.name, options.scopes, expires=_expires(options))
    _write(_KEY, key, secret=secret)


def _revoke_key(session: glossweave.Session, options: argparse.Namespace) -> None:
    session.users.revoke_key(options.username, options.name)


def _list_invitations(session: glossweave.Session, options: argparse.Namespace) -> None:
    for one in session.users.list_invitations():
        _write(_INVITATION, one)


def _create_invitation(session: glossweave.Session, options: argparse.Namespace) -> None:
    invitation, code = session.users.create_invitation(
        options.name, role=_ROLES[options.role], expires=_expires(options)  # type: ignore[arg-type]
    )
    _write(_INVITATION, invitation, code=code)


def _revoke_invitation(session: glossweave.Session, options: argparse.Namespace) -> None:
    session.users.revoke_invitation(options.name)


def _list_audit_log(session: glossweave.Session, options: argparse.Namespace) -> None:
    for one in _all(options, session.users.read_audit_log, lambda entry: entry.id):
        _write(_ENTRY, one)


def _list_jobs(session: glossweave.Session, options: argparse.Namespace) -> None:
    for one in _all(options, session.jobs.list, lambda job: job.id):
        _write(_JOB, one)


def _show_job(session: glossweave.Session, options: argparse.Namespace) -> None:
    _write(_JOB, session.jobs.read(options.id))


def _job_result(session: glossweave.Session, options: argparse.Namespace) -> None:
    try:
        result = session.jobs.result(options.id)
    except InvalidArgument as error:
        # The arguments of the job were invalid, not the arguments of this call.
        raise Stop(str(error), FAILED) from error
    sys.stdout.buffer.write(result.bytes)


def _cancel_job(session: glossweave.Session, options: argparse.Namespace) -> None:
    _write(_JOB, session.jobs.cancel(options.id))


def _delete_job(session: glossweave.Session, options: argparse.Namespace) -> None:
    session.jobs.delete(options.id)


def _list_resources(session: glossweave.Session, options: argparse.Namespace) -> None:
    resources = session.collection(options.kind)
    for one in _all(options, resources.list, lambda resource: resource.name):
        print(one.to_json())


def _show_resource(session: glossweave.Session, options: argparse.Namespace) -> None:
    print(session.collection(options.kind).read(options.name).to_json())


def _create_resource(session: glossweave.Session, options: argparse.Namespace) -> None:
    name = None if options.name == "-" else options.name
    print(session.collection(options.kind).create(name, Path(options.file), **_changes(options)).to_json())


def _update_resource(session: glossweave.Session, options: argparse.Namespace) -> None:
    content = None if options.file is None else Path(options.file)
    changed = session.collection(options.kind).update(
        options.name, content, owner=options.owner, if_revision=options.if_revision, **_changes(options)
    )
    print(changed.to_json())


def _changes(options: argparse.Namespace) -> dict[str, Any]:
    names = (
        "visibility", "description", "language", "label", "persist", "informat", "type", "mode", "properties", "plurals",
        "case", "never_alone", "strict",
    )
    return {name: value for name in names if (value := getattr(options, name)) is not None}


def _delete_resource(session: glossweave.Session, options: argparse.Namespace) -> None:
    session.collection(options.kind).delete(options.name)


def _call(session: glossweave.Session, options: argparse.Namespace) -> None:
    parameters = dict(options.parameters)
    body = None
    if options.file is not None:
        body = sys.stdin.buffer.read() if options.file == STANDARD else Path(options.file).read_bytes()
        informat = options.informat or getattr(of_name(options.file), "name", None)
        if informat is not None:
            parameters["informat"] = informat
    # Users copy paths from URLs of the server.
    answer = session.call(options.path.removeprefix("/v1"), body, parameters=parameters)
    if options.output is None:
        sys.stdout.buffer.write(answer.bytes)
    else:
        Path(options.output).write_bytes(answer.bytes)


def _list_models(session: glossweave.Session, options: argparse.Namespace) -> None:
    for one in session.models.list():
        _write(_MODEL, one)


def _show_model(session: glossweave.Session, options: argparse.Namespace) -> None:
    _write(_MODEL, session.models.read(options.name))


def _train_model(session: glossweave.Session, options: argparse.Namespace) -> None:
    corpus = b"" if options.corpus is None else Path(options.corpus)
    names = ("kind", "documents", "dataset", "informat")
    given = {name: value for name in names if (value := getattr(options, name)) is not None}
    _write(_MODEL, session.models.train(options.name, corpus, **given))


def _delete_model(session: glossweave.Session, options: argparse.Namespace) -> None:
    session.models.delete(options.name)


def _export(session: glossweave.Session, options: argparse.Namespace) -> None:
    if options.file == "-":
        session.export(sys.stdout.buffer)
    else:
        session.export(Path(options.file))


def _import(options: argparse.Namespace) -> int:
    source = sys.stdin.buffer.read() if options.file == "-" else Path(options.file)
    store = store_location.location(options)
    store_location.report_creation(store)
    with _refusals():
        glossweave.import_store(store, source)
    return DONE
