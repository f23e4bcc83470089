"""The command that serves tools to agents."""

from __future__ import annotations

import argparse
import signal
from pathlib import Path
from typing import Any

import glossweave
from glossweave import _native
from glossweave.cli import store_location
from glossweave.cli.commands import dictionary, settings_of, specified
from glossweave.cli.exit import DONE, USAGE, Stop
from glossweave.cli.services import open_memory
from glossweave.cli.term_files import term_base

__all__ = ["serve_mcp"]

LIMITS = ("max_bytes", "max_output_bytes", "max_results", "seconds")


def serve_mcp(options: argparse.Namespace) -> int:
    """Serves tools to an agent over standard input and output."""
    serve = getattr(_native, "_serve_mcp", None)
    if serve is None:
        raise Stop("mcp: the package was built without the Cargo feature `mcp`", USAGE)
    session = _session(options)
    # The loop does not run in Python, so the default handler of the signal must end the program.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    limits = {name: getattr(options, name) for name in LIMITS if getattr(options, name) is not None}
    serve(session, allow=options.allow, **limits)
    return DONE


def _session(options: argparse.Namespace) -> glossweave.Session:
    """Returns the session of an engine with the components in the options."""
    named = (options.names, options.terms, options.memories)
    if options.engine is not None:
        if any(named) or options.store is not None:
            raise Stop("--engine cannot be used with --names, --terms, --memory and --store", USAGE)
        return specified(Path(options.engine))[0].session()
    settings = settings_of(options)
    if options.store is not None:
        store_location.require(options.store)
        settings["store"] = {"location": options.store}
    recognizers = {name: dictionary(Path(path)) for name, path in options.names}
    bases = {name: term_base(Path(path)) for name, path in options.terms}
    translators = {"memory": [_system(*one) for one in options.memories]}
    engine = glossweave.Engine(
        recognizers,
        term_bases=bases,
        translators=translators if options.memories else None,
        settings=settings,
    )
    return engine.session() if options.store is None else engine.local_session()


def _system(source: str, target: str, path: str) -> glossweave.TranslationSystem:
    return glossweave.TranslationSystem(source, target, open_memory(Path(path)))
