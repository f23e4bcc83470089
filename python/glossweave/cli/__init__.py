"""The command line `glossweave`. The commands use the functions of the package to process documents."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from glossweave._native import _xslt_work
from glossweave.cli.arguments import parser
from glossweave.cli.exit import INTERRUPTED, STOPPED, Stop
from glossweave.errors import GlossweaveError

__all__ = ["main"]


def let_go() -> None:
    """Flushes standard output. If this fails, redirects it, because the interpreter would report the error at exit."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit code, see `glossweave.cli.exit`."""
    given = sys.argv[1:] if arguments is None else arguments
    if list(given[:1]) == ["xslt-worker"]:
        # An undocumented command, which programs use to run Saxon in separate processes.
        _xslt_work()
        return 0
    top = parser()
    options, rest = top.parse_known_args(arguments)
    if hasattr(options, "arguments"):
        options.arguments = rest
    try:
        status: int = options.run(options)
        sys.stdout.flush()
        return status
    except Stop as stop:
        print(f"glossweave: {stop}", file=sys.stderr)
        return stop.status
    except BrokenPipeError:
        # The reader has closed the pipe.
        let_go()
        return STOPPED
    except (GlossweaveError, OSError) as error:
        print(f"glossweave: {error}", file=sys.stderr)
        let_go()
        return STOPPED
    except KeyboardInterrupt:
        print("glossweave: interrupted", file=sys.stderr)
        return INTERRUPTED
