"""The command that calls one service or pipeline for many documents."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import glossweave
from glossweave.cli.commands import recognizing, specified
from glossweave.cli.exit import DONE, FAILED, USAGE, Stop
from glossweave.cli.files import items
from glossweave.errors import InvalidArgument, NotFound

__all__ = ["call"]


def call(options: argparse.Namespace) -> int:
    """Writes the results as JSON Lines, as they become available."""
    engine = recognizing(options)[0] if options.engine is None else specified(Path(options.engine))[0]
    everything = items(options.source, options.include, options.exclude)

    def documents() -> Iterator[glossweave.BatchDocument]:
        for item in everything:
            try:
                yield glossweave.BatchDocument(item.source(), name=item.name)
            except OSError as error:
                yield glossweave.BatchDocument.failed(error, name=item.name)

    try:
        batch = engine.local_session().batch(options.path, documents(), threads=options.jobs)
    except (InvalidArgument, NotFound) as error:
        raise Stop(str(error), USAGE) from error
    line = b""
    for line in batch.lines():
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()
    return FAILED if json.loads(line)["summary"]["failed"] else DONE
