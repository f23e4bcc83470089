"""Groups of options that several commands use."""

from __future__ import annotations

import argparse
import os
from typing import Any

import glossweave
from glossweave.cli import providers, table_options
from glossweave.cli.table_options import count, pair

__all__ = [
    "ALL", "FAST", "LIKELY", "NIF", "engine", "files", "nif", "pairs", "prefix", "provenance", "provider", "reading",
    "recognizer", "recognizers", "request", "sources", "to",
]

NIF = ("nif-version", "strict")
"""The options of requests that apply to NIF only."""

LIKELY, FAST, ALL = "likely", "fast", "all"
"""The values of `--mentions`, which select the positions at which names of a dictionary are found."""


def reading(parser: argparse.ArgumentParser, *, without: tuple[str, ...] = ()) -> None:
    """Adds the options for reading documents."""
    table_options.add(parser, "DecodeOptions", without=without)


def files(parser: argparse.ArgumentParser, *, writes: bool) -> None:
    parser.add_argument(
        "source", nargs="?", default="-", help="a file, a folder, or - for standard input (default: %(default)s)"
    )
    if writes:
        parser.add_argument(
            "-o", "--output", default="-",
            help="a file, a folder if the source is a folder, or - for standard output (default: %(default)s)",
        )
    else:
        parser.set_defaults(output=None)
    parser.add_argument(
        "-f", "--from", dest="informat", metavar="FORMAT",
        help="the format of the sources (default: the format for the extension)",
    )
    folders = _folders(parser)
    if writes:
        folders.add_argument(
            "--resume", action="store_true", help="skip sources that an earlier run has completed"
        )
    parser.add_argument("--report", metavar="FILE", help="write a report to a file, with a line of JSON for each document")
    parser.add_argument("-q", "--quiet", action="store_true", help="write nothing to standard error")


def sources(parser: argparse.ArgumentParser) -> None:
    """Adds the options for sources whose results are written to standard output."""
    parser.add_argument("source", help="a file, a folder, or - for standard input")
    _folders(parser)


def _folders(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    folders = parser.add_argument_group("folders")
    folders.add_argument(
        "--include", action="append", default=[], metavar="GLOB",
        help="process only files that match, for example '*.html' or 'news/**' (may be repeated)",
    )
    folders.add_argument(
        "--exclude", action="append", default=[], metavar="GLOB",
        help="skip files and folders that match (may be repeated)",
    )
    folders.add_argument(
        "--jobs", type=count, default=os.cpu_count() or 1, metavar="N",
        help="the number of documents to process at once (default: the number of processors, %(default)s)",
    )
    return folders


def prefix(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--prefix", metavar="IRI", help="the prefix of the IRIs of documents; {path} is replaced with the path of the document"
    )


def nif(parser: argparse.ArgumentParser) -> None:
    """Adds the options for NIF."""
    prefix(parser)
    table_options.add(parser, "RequestOptions", only=NIF)


def request(parser: argparse.ArgumentParser, *, without: tuple[str, ...] = ()) -> None:
    """Adds the options of requests to services."""
    prefix(parser)
    table_options.add(parser, "RequestOptions", without=without)


def provenance(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--provenance", action="store_true",
        help="add tool, version, revision of the names and time to annotations; with --engine, use the settings of the engine "
        "instead",
    )


def to(parser: argparse.ArgumentParser, short: str = "the format of the results") -> None:
    parser.add_argument("-t", "--to", dest="outformat", metavar="FORMAT", help=short)


def engine(one: argparse._ActionsContainer) -> None:
    one.add_argument("--engine", metavar="FILE", help="the specification of an engine as JSON")


class _Once(argparse.Action):
    """A flag that can be used only once, because a second value would replace the first."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        if getattr(namespace, self.dest) is not None:
            raise argparse.ArgumentError(self, "can be used only once")
        setattr(namespace, self.dest, values)


def provider(parser: argparse._ActionsContainer, kind: providers.Kind, text: str) -> None:
    """Adds the options that select a provider of a kind."""
    known = ", ".join(row.name for row in glossweave.protocols() if row.kind == kind)
    parser.add_argument(
        f"--{kind}", metavar="[PROTOCOL=]PLACE", action=_Once,
        help=f"{text}; or PROTOCOL=PLACE, where PROTOCOL is one of {known}"
    )
    parser.add_argument(
        "--option", action="append", default=[], type=pair, metavar="NAME=VALUE",
        help=f"an option of the {kind}; use `glossweave engines --protocols` to list the options (may be repeated)",
    )


def pairs(parser: argparse.ArgumentParser, short: str) -> None:
    parser.add_argument(
        "--param", dest="parameters", action="append", default=[], type=pair, metavar="NAME=VALUE",
        help=f"{short} (may be repeated)",
    )


def recognizer(parser: argparse._ActionsContainer) -> None:
    text = "a dictionary (CSV, TSV, RDF, or a saved dictionary); with --engine, the name of a recognizer"
    provider(parser, "recognizer", text)
    engine(parser)


def recognizers(parser: argparse.ArgumentParser) -> None:
    """Adds the options that select the recognizer. The default is the tagger of the package glossweave-models."""
    which = parser.add_argument_group("recognizer")
    recognizer(which)
    which.add_argument(
        "--mentions", dest="positions", default=LIKELY, metavar="likely|fast|all|FILE",
        help="the positions at which names of a dictionary are found: `likely` uses the mention model and the tagger of the "
        "package glossweave-models if it is installed, `fast` uses only the mention model, `all` finds names everywhere, and "
        "FILE is a mention model to use (default: likely)",
    )
