"""Groups of options that several commands of `glossweave` have."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

import glossweave

__all__ = [
    "count", "engine", "files", "languages", "markup", "nif", "pair", "pairs", "recognizers", "service",
    "sources", "text", "to", "vocabulary", "writing",
]


def count(word: str) -> int:
    """A number from 1 on."""
    number = int(word)
    if number < 1:
        raise ValueError
    return number


def contents(word: str) -> str:
    """The text of a file."""
    try:
        return Path(word).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise argparse.ArgumentTypeError(f"{word}: {error}") from None


def markup_profile(word: str) -> str:
    """The name of a markup profile, or the text of its file."""
    return contents(word) if word.endswith(".json") or Path(word).is_file() else word


def pair(word: str) -> tuple[str, str]:
    """A name and a value with `=` between."""
    name, equals, value = word.partition("=")
    if not name or not equals:
        raise argparse.ArgumentTypeError(f"expected NAME=VALUE, got {word}")
    return name, value


def markup(one: argparse.ArgumentParser) -> None:
    one.add_argument("--rule-set", help="bundled ITS rules for XML, such as dita")
    one.add_argument(
        "--unknown-entities", choices=("omit", "replace", "refuse"),
        help="what external and undeclared entities in XML stand for: nothing, U+FFFD, an error",
    )
    text(one)


def text(one: argparse.ArgumentParser) -> None:
    one.add_argument(
        "--invalid-bytes", choices=("refuse", "replace"),
        help="what bytes become that are invalid in the encoding of text: an error, U+FFFD (refuse)",
    )
    one.add_argument(
        "--translatable-attributes", action="store_true",
        help="take the values of alt, title and the like in HTML for text too",
    )
    one.add_argument(
        "--numeric-cells", action="store_true",
        help="take the numbers and dates of cells of XLSX, ODS, CSV and TSV for text too",
    )
    one.add_argument(
        "--columns", metavar="ROLE=NAME,...",
        help="the columns of CSV and TSV: source, target, id, context, note (those with usual names)",
    )


def files(
    parser: argparse.ArgumentParser, *, writes: bool, language: bool = True, charset: bool = True
) -> None:
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
    if charset:
        parser.add_argument("--charset", help="the encoding that the transport declared")
    if language:
        parser.add_argument(
            "--language", help="the language of text for which the document says none"
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


def nif(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--prefix", metavar="IRI",
        help="what the IRIs of a document begin with; {path} stands for its path",
    )
    parser.add_argument(
        "--nif-version", dest="version", choices=["2.0", "2.1"], help="the version of NIF (2.0)"
    )
    parser.add_argument(
        "--strict", action="store_true",
        help="a wrong string of NIF, or unit of a memory, is an error; else it is left out, and "
        "that is told",
    )


def writing(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--on-parent", choices=["never", "when-needed", "preferred"],
        help="whether attributes may go to the element around (when-needed)",
    )
    parser.add_argument("--no-verify", action="store_true", help="do not read results again")
    parser.add_argument(
        "--max-output-bytes", type=count, metavar="N",
        help="the longest result; what would be longer is refused",
    )
    text(parser)


def vocabulary(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--profile", type=markup_profile, metavar="NAME|FILE",
        help="the elements for annotations in HTML and XML: a bundled markup profile such as tei, "
        "auto for the one of the vocabulary, or a file in JSON",
    )
    parser.add_argument(
        "--schema", type=contents, metavar="FILE",
        help="a schema by which XML stays valid: RELAX NG in XML, or a DTD, in one file",
    )


def provenance(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--provenance", action="store_true",
        help="name tool, version, revision of the names and time in annotations (of an --engine: its settings say so)",
    )


def to(parser: argparse.ArgumentParser, short: str = "the format of the results") -> None:
    parser.add_argument("-t", "--to", dest="outformat", metavar="FORMAT", help=short)


def languages(
    parser: argparse.ArgumentParser, *, needs_target: bool, domain: bool = True
) -> None:
    parser.add_argument(
        "--source-lang", dest="source_lang", metavar="TAG",
        help="the language of the text; where it may be left out, the document says it",
    )
    parser.add_argument(
        "--target-lang", dest="target_lang", metavar="TAG", required=needs_target,
        help="the language that is wanted",
    )
    if domain:
        parser.add_argument("--domain", help="what the text is about")


def engine(one: argparse._ActionsContainer) -> None:
    one.add_argument("--engine", metavar="FILE", help="the specification of an engine as JSON")


def service(
    one: argparse._ActionsContainer, parser: argparse._ActionsContainer, kind: str
) -> None:
    known = ", ".join(row.name for row in glossweave.protocols() if row.kind == kind)
    one.add_argument(
        "--service", nargs=2, metavar=("PROTOCOL", "PLACE"),
        help=f"a {kind} at a URL or in a file, by its protocol: {known}",
    )
    parser.add_argument(
        "--option", action="append", default=[], type=pair, metavar="NAME=VALUE",
        help="an option of the --service, as `glossweave engines --protocols` lists them "
        "(may be repeated)",
    )


def pairs(parser: argparse.ArgumentParser, short: str) -> None:
    parser.add_argument(
        "--param", dest="parameters", action="append", default=[], type=pair, metavar="NAME=VALUE",
        help=f"{short} (may be repeated)",
    )


def recognizers(parser: argparse.ArgumentParser) -> None:
    which = parser.add_argument_group("who finds entities (one of)")
    one = which.add_mutually_exclusive_group()
    one.add_argument(
        "--names", metavar="FILE", help="a dictionary: CSV, TSV, RDF, or one that was built"
    )
    one.add_argument(
        "--vocabulary", metavar="FILE",
        help="the same, and what a tagger finds beside its names, linked to them where they are known",
    )
    which.add_argument(
        "--tagger", metavar="FILE",
        help="a saved tagger, alone or for --vocabulary (that of the package glossweave-models)",
    )
    which.add_argument(
        "--mention-model", metavar="FILE",
        help="a model that tells where names are meant (that of the package glossweave-models, if it is "
        "installed)",
    )
    which.add_argument("--all-mentions", action="store_true", help="names wherever they stand")
    which.add_argument(
        "--fast", action="store_true",
        help="names where the mention model alone says, without the tagger of glossweave-models",
    )
    service(one, which, "recognizer")
    engine(one)
    which.add_argument("--recognizer", metavar="NAME", help="that of the engine to ask")
