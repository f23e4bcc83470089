"""Commands that are about no documents: building a dictionary, starting the server."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from pathlib import Path

import glossweave
from glossweave.cli.exit import DONE, Stop
from glossweave.cli.formats import of_name

__all__ = ["build_dataset", "serve"]

SERVER = "glossweave-http"


def build_dataset(options: argparse.Namespace) -> int:
    """Builds the file of a dictionary from CSV, TSV or RDF."""
    source: Path | bytes
    if options.source == "-":
        source, said = sys.stdin.buffer.read(), None
    else:
        source = Path(options.source)
        said = of_name(source.name)
    informat = options.informat
    if informat in ("csv", "tsv") or (informat is None and (said is None or not said.is_rdf)):
        names = glossweave.Dictionary.from_csv(source)
    else:
        names = glossweave.Dictionary.from_rdf(source, format=informat, base=options.base)
    names.save(options.output)
    if not options.quiet:
        counts = f"{len(names)} labels, {names.entries} entries, revision {names.revision}"
        print(f"glossweave: {options.output}: {counts}", file=sys.stderr)
    return DONE


def serve(options: argparse.Namespace) -> int:
    """Becomes the HTTP server, which is a program of its own."""
    program = shutil.which(SERVER)
    if program is None:
        raise Stop(
            f"the server is the program `{SERVER}`, which is not on the PATH: build it from the "
            "sources of Glossweave and put it there"
        )
    sys.stdout.flush()
    arguments = [one for one in options.arguments if one != "--"]
    os.execv(program, [program, *arguments])
