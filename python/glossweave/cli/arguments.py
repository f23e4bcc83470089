"""The commands and options of `glossweave`."""

from __future__ import annotations

import argparse
import os

import glossweave
from glossweave.cli import commands, programs

__all__ = ["parser"]

ENDS = """exit codes:
  0    everything was done
  1    some documents could not be done, or have findings
  2    the call is wrong
  3    what all documents need cannot be read, or results cannot be written
  130  interrupted
"""

TOP = f"""examples:
  glossweave enrich --names places.csv page.html -o enriched.html
  glossweave enrich --names places.names site -o enriched --jobs 4 --resume
  glossweave convert --to turtle page.html
  glossweave validate --report report.jsonl corpus
  glossweave dataset build places.csv -o places.names

{ENDS}"""

CONVERT = f"""examples:
  glossweave convert --to turtle page.html > page.ttl
  glossweave convert --to text report.odt
  glossweave convert --from html --to json-ld < page.html
  glossweave convert --to n-triples --prefix 'http://example.org/{{path}}#' site -o graphs

Annotations that the markup carries go along. What goes into NIF comes as RDF of NIF 2.0.

{ENDS}"""

ENRICH = f"""examples:
  glossweave enrich --names places.csv page.html > enriched.html
  glossweave enrich --names places.names --from html < page.html
  glossweave enrich --tagger news.tagger --to turtle page.html -o page.ttl
  glossweave enrich --names places.names --include '*.html' --exclude drafts site -o enriched
  glossweave enrich --engine engine.json --recognizer places site -o enriched --resume

Results have the format of their sources where annotations can go into it, Turtle otherwise. All other
bytes stay as they are: encoding, byte order mark and ends of lines.

{ENDS}"""

VALIDATE = f"""examples:
  glossweave validate graph.ttl
  glossweave validate --report report.jsonl corpus

RDF is held against the rules of NIF; other documents are read. What is found goes to standard error.

{ENDS}"""

BUILD = f"""examples:
  glossweave dataset build places.csv -o places.names
  glossweave dataset build --from turtle labels.ttl -o labels.names

{ENDS}"""


def jobs(word: str) -> int:
    """A number of threads, from 1 on."""
    number = int(word)
    if number < 1:
        raise ValueError
    return number


def _files(parser: argparse.ArgumentParser, *, writes: bool) -> None:
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
    parser.add_argument("--charset", help="the encoding that the transport declared")
    parser.add_argument("--language", help="the language of text for which the document says none")
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
        "--jobs", type=jobs, default=os.cpu_count() or 1, metavar="N",
        help="how many documents are done at once (%(default)s)",
    )
    if writes:
        folders.add_argument(
            "--resume", action="store_true", help="pass over what an earlier run has done"
        )
    parser.add_argument("--report", metavar="FILE", help="write JSON Lines about every document")
    parser.add_argument("-q", "--quiet", action="store_true", help="say nothing on standard error")


def _nif(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--prefix", metavar="IRI",
        help="what the IRIs of a document begin with; {path} stands for its path",
    )
    parser.add_argument(
        "--nif-version", dest="version", choices=["2.0", "2.1"], help="the version of NIF (2.0)"
    )


def _recognizers(parser: argparse.ArgumentParser) -> None:
    which = parser.add_argument_group("who finds entities (one of)")
    one = which.add_mutually_exclusive_group(required=True)
    one.add_argument(
        "--names", metavar="FILE", help="a dictionary: CSV, TSV, RDF, or one that was built"
    )
    one.add_argument("--tagger", metavar="FILE", help="a saved tagger")
    one.add_argument("--spotlight", metavar="URL", help="a server of DBpedia Spotlight")
    one.add_argument("--nif", metavar="URL", help="a service that takes and gives NIF")
    one.add_argument(
        "--engine", metavar="FILE", help="the specification of an engine as JSON"
    )
    which.add_argument("--recognizer", metavar="NAME", help="that of the engine to ask")


def parser() -> argparse.ArgumentParser:
    """What reads the arguments. The command is in `run` of what comes out."""
    raw = argparse.RawDescriptionHelpFormatter
    top = argparse.ArgumentParser(
        prog="glossweave", formatter_class=raw, epilog=TOP,
        description="Finds entities in documents and gives the same documents back, annotated.",
    )
    top.add_argument("--version", action="version", version=glossweave.__version__)
    all_of_them = top.add_subparsers(required=True, metavar="COMMAND")

    def command(
        name: str, run: commands.Command, short: str, epilog: str
    ) -> argparse.ArgumentParser:
        one = all_of_them.add_parser(
            name, help=short, description=f"{short}.", epilog=epilog, formatter_class=raw
        )
        one.set_defaults(run=run)
        return one

    one = command("convert", commands.convert, "Writes documents in another format", CONVERT)
    one.add_argument(
        "-t", "--to", dest="outformat", required=True, metavar="FORMAT",
        help="text, web-annotation, or a format of RDF such as turtle and json-ld",
    )
    one.add_argument("--rule-set", help="bundled ITS rules for XML, such as dita")
    _files(one, writes=True)
    _nif(one)

    one = command("enrich", commands.enrich, "Finds entities and writes them into documents", ENRICH)
    _recognizers(one)
    one.add_argument(
        "-t", "--to", dest="outformat", metavar="FORMAT", help="the format of the results"
    )
    _files(one, writes=True)
    _nif(one)
    one.add_argument("--mode", default="all", help="what is looked for: spot, classify, link, all")
    one.add_argument(
        "--types", action="append", default=[], metavar="IRI",
        help="only entities of this class (may be repeated)",
    )
    one.add_argument("--num-links", type=int, metavar="N", help="how many entities a name may have")
    one.add_argument("--threshold", type=float, help="the confidence that entities need")
    one.add_argument(
        "--on-parent", choices=["never", "when-needed", "preferred"],
        help="whether attributes may go to the element around (when-needed)",
    )
    one.add_argument("--no-verify", action="store_true", help="do not read results again")
    one.add_argument("--max-bytes", type=int, metavar="N", help="the largest source")

    one = command("validate", commands.validate, "Says what is wrong with documents", VALIDATE)
    _files(one, writes=False)
    one.add_argument("--rule-set", help="bundled ITS rules for XML, such as dita")

    dataset = all_of_them.add_parser("dataset", help="Builds dictionaries")
    one = dataset.add_subparsers(required=True, metavar="COMMAND").add_parser(
        "build", help="Builds the file of a dictionary", formatter_class=raw, epilog=BUILD,
        description="Builds the file of a dictionary from CSV, TSV or the labels in RDF.",
    )
    one.set_defaults(run=programs.build_dataset)
    one.add_argument("source", help="a table or a graph, or - for standard input")
    one.add_argument("-o", "--output", required=True, help="the file of the dictionary")
    one.add_argument(
        "-f", "--from", dest="informat", metavar="FORMAT",
        help="csv, tsv or a format of RDF (by the name otherwise, csv where it says nothing)",
    )
    one.add_argument("--base", metavar="IRI", help="what relative IRIs of RDF are resolved against")
    one.add_argument("-q", "--quiet", action="store_true", help="say nothing on standard error")

    one = command(
        "serve", programs.serve, "Starts the HTTP server (the program glossweave-http)",
        "Everything behind `serve` goes to the server: glossweave serve -- --help\n",
    )
    # What the parser does not know is put there.
    one.set_defaults(arguments=[])
    return top
