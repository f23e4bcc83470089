"""Commands that redact documents, and restore them."""

from __future__ import annotations

import argparse
import base64
import json
import os
import threading
from pathlib import Path
from typing import Any

import glossweave
from glossweave.cli import batch, check, table_options
from glossweave.cli.batch import Made
from glossweave.cli.commands import engine_of, format_of, how
from glossweave.cli.exit import USAGE, Stop
from glossweave.cli.files import Item
from glossweave.cli.option_groups import ALL
from glossweave.cli.table_options import chosen

__all__ = ["options", "redact", "restore"]

NONE = "none"
"""The name of the recognizer that redacts patterns and strings only."""

READING = ("charset", "language", "max-bytes")
"""The options for reading documents to redact."""


def options(one: argparse.ArgumentParser) -> None:
    """Adds the options of redaction."""
    group = one.add_argument_group("redaction")
    table_options.add(group, "RedactOptions")
    group.add_argument(
        "--no-recognizer", action="store_true", help="redact only patterns, strings and the names of authors"
    )
    group.add_argument(
        "--key", metavar="FILE",
        help="the key of the pseudonyms, which is also used to restore documents; created if it does not exist",
    )
    group.add_argument(
        "--irreversible", action="store_true", help="create a key that cannot restore documents"
    )


def redact(options: argparse.Namespace) -> int:
    """Replaces names and numbers everywhere in documents."""
    if (options.key is None) == (options.method == "pseudonym"):
        raise Stop("--method pseudonym requires --key, and --key requires --method pseudonym", USAGE)
    if options.irreversible and options.key is None:
        raise Stop("--irreversible requires --key", USAGE)
    if options.no_recognizer:
        engine, name, told = glossweave.Engine(settings={"limits": {"source": options.max_bytes}}), NONE, None
    else:
        # Names in a list are redacted everywhere, without a mention model.
        options.positions = ALL
        engine, name, told = engine_of(options)
    given = {**chosen(options, "RedactOptions"), "language": options.language}
    if name != NONE:
        given["recognizer"] = name
    parameters = {name: _text(value) for name, value in given.items() if value is not None}
    service = engine.session()

    def call(source: Path | bytes, more: dict[str, str]) -> dict[str, Any]:
        said = {**parameters, **more, "outformat": "application/json"}
        body = source.read_bytes() if isinstance(source, Path) else source
        answer = service.call("/toolbox/redact", body, parameters=said)
        report: dict[str, Any] = json.loads(answer.bytes)
        return report

    check.values(options, lambda: call(b"x", {"informat": "text"}))
    key = None if options.key is None else _Key(Path(options.key), not options.irreversible)

    def work(item: Item) -> Made:
        own = format_of(options, item)
        if own is None:
            message = "the name does not indicate a format: use --from"
            raise glossweave.InvalidArgument(message, parameter="informat")
        charset = "" if options.charset is None else f"; charset={options.charset}"
        more = {"informat": f"{own.media_types[0]}{charset}"}
        source = item.source()
        report = call(source, more if key is None else {**more, "key": key.secret})
        if key is not None:
            key.append(report["key"])
        facts: dict[str, object] = {"format": own.name, "redacted": len(report["spans"])}
        if report["removed"]:
            facts["removed"] = report["removed"]
        if report["unchecked"]:
            facts["unchecked"] = report["unchecked"]
        complaints = [_left(one) for one in report["residue"]]
        return Made(base64.b64decode(report["document"]), facts=facts, complaints=complaints)

    return batch.run(options, work, how(options, told=told), engine)


def restore(options: argparse.Namespace) -> int:
    """Restores documents that were redacted with pseudonyms."""
    key = Path(options.key).read_bytes()

    def work(item: Item) -> Made:
        return Made(glossweave.restore_redacted(item.source(), key))

    return batch.run(options, work, how(options))


def _text(value: Any) -> str:
    """Converts the value of an option to a parameter of a request."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, str) else "\n".join(value)


def _left(residue: dict[str, Any]) -> str:
    part = f" of {residue['part']}" if "part" in residue else ""
    return f"a redacted string ({residue['label']}) remains at byte {residue['start']}{part}"


class _Key:
    """The file of a key. It contains a key, followed by one key with the same secret for each document, so that documents
    can be appended without rewriting the file."""

    def __init__(self, path: Path, reversible: bool) -> None:
        self.path = path
        self.lock = threading.Lock()
        if not path.exists():
            self._write(glossweave.generate_pseudonym_key(reversible=reversible), os.O_EXCL)
        try:
            first, _ = json.JSONDecoder().raw_decode(path.read_text("utf-8"))
            secret = {name: first[name] for name in ("version", "secret", "reversible")}
        except (ValueError, KeyError, TypeError) as error:
            raise Stop(f"--key {path}: not a key of pseudonyms", USAGE) from error
        if secret["reversible"] and not reversible:
            raise Stop(f"--irreversible: the key {path} is reversible", USAGE)
        self.secret = json.dumps(secret)
        """The key without the data for restoring documents."""

    def append(self, key: dict[str, Any]) -> None:
        """Appends the data for restoring a document, before the document is written."""
        if key["reversible"]:
            with self.lock:
                self._write(json.dumps(key).encode(), os.O_APPEND)

    def _write(self, key: bytes, flag: int) -> None:
        with os.fdopen(os.open(self.path, os.O_WRONLY | os.O_CREAT | flag, 0o600), "wb") as file:
            file.write(key + b"\n")
