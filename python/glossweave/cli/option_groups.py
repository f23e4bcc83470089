"""Groups of options that several commands of `glossweave` have."""

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
"""The options of requests that concern NIF alone."""

LIKELY, FAST, ALL = "likely", "fast", "all"
"""The words for positions at which names of a dictionary are found."""


def reading(parser: argparse.ArgumentParser, *, without: tuple[str, ...] = ()) -> None:
    """The options of reading documents."""
    table_options.add(parser, "DecodeOptions", without=without)


def files(parser: argparse.ArgumentParser, *, writes: bool) -> None:
    parser.add_argument(
        "source", nargs="?", default="-", help="a file, a folder, or - for standard input"
    )
    if writes:
        parser.add_argument(
            "-o", "--output", default="-",
            help="a file, a folder for a folder of sources, or - for standard output",
        )
    else:
        parser.set_defaults(output=None)
    parser.add_argument(
        "-f", "--from", dest="informat", metavar="FORMAT",
        help="the format of the sources (by their names otherwise)",
    )
    folders = _folders(parser)
    if writes:
        folders.add_argument(
            "--resume", action="store_true", help="pass over what an earlier run has done"
        )
    parser.add_argument("--report", metavar="FILE", help="write JSON Lines about every document")
    parser.add_argument("-q", "--quiet", action="store_true", help="say nothing on standard error")


def sources(parser: argparse.ArgumentParser) -> None:
    """Documents whose results go to standard output."""
    parser.add_argument("source", help="a file, a folder, or - for standard input")
    _folders(parser)


def _folders(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    folders = parser.add_argument_group("folders")
    folders.add_argument(
        "--include", action="append", default=[], metavar="GLOB",
        help="only files that match, such as '*.html' or 'news/**' (may be repeated)",
    )
    folders.add_argument(
        "--exclude", action="append", default=[], metavar="GLOB",
        help="no files and folders that match (may be repeated)",
    )
    folders.add_argument(
        "--jobs", type=count, default=os.cpu_count() or 1, metavar="N",
        help="how many documents are done at once (%(default)s)",
    )
    return folders


def prefix(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--prefix", metavar="IRI", help="the start of the IRIs of documents; {path} stands for the path of a document"
    )


def nif(parser: argparse.ArgumentParser) -> None:
    """The options of NIF."""
    prefix(parser)
    table_options.add(parser, "RequestOptions", only=NIF)


def request(parser: argparse.ArgumentParser, *, without: tuple[str, ...] = ()) -> None:
    """The options of requests to services."""
    prefix(parser)
    table_options.add(parser, "RequestOptions", without=without)


def provenance(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--provenance", action="store_true",
        help="name tool, version, revision of the names and time in annotations (of an --engine: its settings say so)",
    )


def to(parser: argparse.ArgumentParser, short: str = "the format of the results") -> None:
    parser.add_argument("-t", "--to", dest="outformat", metavar="FORMAT", help=short)


def engine(one: argparse._ActionsContainer) -> None:
    one.add_argument("--engine", metavar="FILE", help="the specification of an engine as JSON")


class _Once(argparse.Action):
    """A flag that may be given once: a second value would replace the first."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        if getattr(namespace, self.dest) is not None:
            raise argparse.ArgumentError(self, "is given twice")
        setattr(namespace, self.dest, values)


def provider(parser: argparse._ActionsContainer, kind: providers.Kind, text: str) -> None:
    """What finds entities or terms, translates, or answers queries."""
    known = ", ".join(row.name for row in glossweave.protocols() if row.kind == kind)
    parser.add_argument(
        f"--{kind}", metavar="[PROTOCOL=]PLACE", action=_Once, help=f"{text}; or PROTOCOL=PLACE, with one of the protocols {known}"
    )
    parser.add_argument(
        "--option", action="append", default=[], type=pair, metavar="NAME=VALUE",
        help=f"an option of the {kind}, as `glossweave engines --protocols` lists them (may be repeated)",
    )


def pairs(parser: argparse.ArgumentParser, short: str) -> None:
    parser.add_argument(
        "--param", dest="parameters", action="append", default=[], type=pair, metavar="NAME=VALUE",
        help=f"{short} (may be repeated)",
    )


def recognizer(parser: argparse._ActionsContainer) -> None:
    text = "a dictionary: CSV, TSV, RDF, or one that was built; with --engine, the name of a recognizer"
    provider(parser, "recognizer", text)
    engine(parser)


def recognizers(parser: argparse.ArgumentParser) -> None:
    """What finds entities; by default, the tagger of the package glossweave-models."""
    which = parser.add_argument_group("recognizer")
    recognizer(which)
    which.add_argument(
        "--mentions", dest="positions", default=LIKELY, metavar="likely|fast|all|FILE",
        help="the positions at which names of a dictionary are found: `likely` ones, as the mention model and the tagger "
        "of the package glossweave-models predict if it is installed (default), `fast` as the mention model alone "
        "predicts, `all`, or as the mention model in a file predicts",
    )
