"""The commands and options of `glossweave`."""

from __future__ import annotations

import argparse
from typing import Protocol

import glossweave
from glossweave.cli import (
    batches, chunks, commands, datasets, engines, examples, exchange, formats, hint, mcp, models,
    option_groups, programs, redaction, services, store, table_options,
)
from glossweave.cli.table_options import count, pair


__all__ = ["parser"]


class _Adding(Protocol):
    """Adds a command."""

    def __call__(
        self, name: str, run: commands.Command, short: str, epilog: str
    ) -> argparse.ArgumentParser: ...


def _chunks(command: _Adding) -> None:
    one = command(
        "chunks", chunks.chunk, "Divides documents into chunks for retrieval", examples.CHUNKS
    )
    table_options.add(one, "ChunkOptions")
    one.add_argument(
        "-t", "--to", dest="outformat", choices=chunks.FORMATS, default="jsonl",
        help="JSON Lines, or the streaming format of Arrow (%(default)s)",
    )
    option_groups.recognizers(one)
    option_groups.reading(one)
    option_groups.files(one, writes=True)


def _mcp(command: _Adding) -> None:
    one = command(
        "mcp", mcp.serve_mcp, "Serves tools to an agent (Model Context Protocol)", examples.MCP
    )
    one.add_argument(
        "--names", action="append", default=[], type=pair, metavar="NAME=FILE",
        help="a dictionary under the name that agents know it by (may be repeated)",
    )
    one.add_argument(
        "--terms", action="append", default=[], type=pair, metavar="NAME=FILE",
        help="a term base: TBX, CSV, RDF, or a saved one (may be repeated)",
    )
    one.add_argument(
        "--memory", dest="memories", action="append", default=[], nargs=3,
        metavar=("SOURCE", "TARGET", "FILE"),
        help="a translation memory for two languages: TMX, XLIFF, or a saved one (may be repeated)",
    )
    one.add_argument(
        "--store", metavar="FOLDER", help="the folder with stored datasets and filters, as the local user"
    )
    option_groups.engine(one)
    one.add_argument(
        "--allow", action="append", default=[], metavar="FOLDER",
        help="a folder that files may be read from; no others are (may be repeated)",
    )
    one.add_argument("--max-bytes", type=count, metavar="N", help="the largest document (16 MiB)")
    one.add_argument(
        "--max-output-bytes", type=count, metavar="N", help="the longest answer (4 MiB)"
    )
    one.add_argument(
        "--max-results", type=count, metavar="N", help="the most results of an answer (1000)"
    )
    one.add_argument("--seconds", type=float, help="the longest time until an answer (60)")


def _translation(one: argparse.ArgumentParser) -> None:
    one.add_argument(
        "--source-lang", metavar="TAG",
        help="the language of the text; where it is optional, the default is the language of the document",
    )
    _target(one)


def _target(one: argparse.ArgumentParser) -> None:
    one.add_argument("--target-lang", metavar="TAG", required=True, help="the target language")


def _services(command: _Adding) -> None:
    one = command("terms", services.terms, "Finds terms and writes them into documents", examples.TERMS)
    which = one.add_argument_group("term finder")
    text = "a term base: CSV, TSV, TBX, RDF, or a saved one; `extraction` for what looks like a term; with --engine, a name"
    option_groups.provider(which, "term-finder", text)
    option_groups.engine(which)
    option_groups.to(one)
    table_options.add(one, "TermOptions")
    option_groups.request(one, without=("language",))
    option_groups.provenance(one)
    option_groups.files(one, writes=True)

    one = command("translate", services.translate, "Translates documents", examples.TRANSLATE)
    which = one.add_argument_group("translator")
    text = "a translation memory: TMX, XLIFF, or a saved one; with --engine, the name of a translator"
    option_groups.provider(which, "translator", text)
    option_groups.engine(which)
    option_groups.to(one, "the format of the results (that of the source, or turtle)")
    _translation(one)
    table_options.add(one, "TranslationOptions")
    one.add_argument(
        "--terms", metavar="FILE",
        help="terms whose translations are used: a term base (CSV, TSV, TBX, RDF, or a saved one), or a table with the columns "
        "source, target, status; with --engine the name of a term base of the engine",
    )
    option_groups.request(one, without=("language",))
    option_groups.files(one, writes=True)

    one = command("extract", exchange.extract, "Writes the texts of documents as XLIFF", examples.EXTRACT)
    _target(one)
    table_options.add(one, "XliffOptions")
    option_groups.reading(one, without=("language", "target-language"))
    option_groups.files(one, writes=True)

    one = command(
        "merge", exchange.merge, "Writes the translations of XLIFF into the documents", examples.MERGE
    )
    one.add_argument(
        "--original", metavar="PATH",
        help="the document that the file was made from, or their folder (what is in the file otherwise)",
    )
    table_options.add(one, "EncodeOptions", only=exchange.ENCODE)
    option_groups.reading(one)
    option_groups.files(one, writes=True)

    one = command(
        "check", exchange.check_translations, "Reports what is wrong with translations", examples.CHECK
    )
    table_options.add(one, "CheckOptions")
    one.add_argument(
        "--terms", metavar="FILE",
        help="terms: a table with the columns source, target, status (forbidden), or a term base: CSV, TSV, TBX, RDF, or a saved one",
    )
    option_groups.reading(one, without=("language", "target-language"))
    option_groups.files(one, writes=False)

    one = command("redact", redaction.redact, "Replaces names and numbers in all of documents", examples.REDACT)
    option_groups.recognizer(one.add_argument_group("recognizer"))
    redaction.options(one)
    table_options.add(one, "DecodeOptions", only=redaction.READING)
    option_groups.files(one, writes=True)

    one = command("restore", redaction.restore, "Restores documents that were redacted", examples.RESTORE)
    one.add_argument("--key", metavar="FILE", required=True, help="the key of the pseudonyms")
    option_groups.files(one, writes=True)

    _chunks(command)

    one = command("filter", services.filter, "Makes tables and graphs by a query", examples.FILTER)
    one.add_argument("--query", required=True, metavar="FILE", help="a query in SPARQL")
    option_groups.to(one, "csv, json, xml or a format of RDF (csv)")
    option_groups.reading(one)
    option_groups.files(one, writes=True)
    option_groups.nif(one)

    one = command("xslt", services.xslt, "Transforms documents by a stylesheet", examples.XSLT)
    one.add_argument("--stylesheet", required=True, metavar="FILE", help="a stylesheet in XSLT")
    one.add_argument("--processor", choices=["libxslt", "saxon"], help="what it runs on")
    option_groups.pairs(one, "a parameter of the stylesheet")
    option_groups.to(one, "xml, html, xhtml or text (as the stylesheet says)")
    table_options.add(one, "DecodeOptions", only=("charset",))
    option_groups.files(one, writes=True)

    one = command("link", services.link, "Asks a template about the entities of documents", examples.LINK)
    one.add_argument("--template", required=True, metavar="FILE", help="a template in JSON")
    one.add_argument(
        "--dataset", dest="datasets", action="append", default=[], type=pair, metavar="NAME=FILE",
        help="a graph that templates know by that name (may be repeated)",
    )
    option_groups.pairs(one, "a placeholder of the template")
    option_groups.provider(one, "endpoint", "what answers queries in place of the endpoints of the template")
    one.add_argument("--partial", action="store_true", help="answer even if some entities fail")
    option_groups.to(one, "a format of RDF (turtle)")
    table_options.add(one, "RequestOptions", only=("charset", "language"))
    option_groups.files(one, writes=True)
    option_groups.nif(one)

    one = command("pipeline", services.pipeline, "Sends documents through services", examples.PIPELINE)
    one.add_argument("--requests", required=True, metavar="FILE", help="the requests in JSON")
    option_groups.recognizer(one.add_argument_group("recognizer"))
    option_groups.pairs(one, "a variable of the requests")
    option_groups.to(one)
    option_groups.files(one, writes=True)
    option_groups.nif(one)

    one = command(
        "batch", batches.call, "Calls one service for many documents", examples.BATCH
    )
    one.add_argument("path", help="the path of the service, with its parameters")
    option_groups.recognizer(one.add_argument_group("recognizer"))
    option_groups.sources(one)


def parser() -> argparse.ArgumentParser:
    """What reads the arguments. The command is in `run` of what comes out."""
    raw = argparse.RawDescriptionHelpFormatter
    top = hint.Parser(
        prog="glossweave", formatter_class=raw, epilog=examples.TOP,
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

    one = command("convert", commands.convert, "Writes documents in another format", examples.CONVERT)
    one.add_argument(
        "-t", "--to", dest="outformat", required=True, metavar="FORMAT",
        help="text, web-annotation, a format of RDF such as turtle and json-ld, or one that is exported such as conll-u",
    )
    option_groups.reading(one)
    option_groups.files(one, writes=True)
    option_groups.nif(one)

    one = command("enrich", commands.enrich, "Finds entities and writes them into documents", examples.ENRICH)
    option_groups.recognizers(one)
    option_groups.to(one)
    option_groups.files(one, writes=True)
    table_options.add(one, "EntityOptions")
    option_groups.request(one)
    option_groups.provenance(one)
    table_options.add(one, "DecodeOptions", only=("max-bytes",))

    one = command("validate", commands.validate, "Says what is wrong with documents", examples.VALIDATE)
    option_groups.reading(one)
    option_groups.files(one, writes=False)

    _services(command)

    one = command("train", programs.train, "Trains a tagger on annotated text", examples.TRAIN)
    one.add_argument("source", help="annotated text, or - for standard input")
    one.add_argument("-o", "--output", required=True, help="the file of the tagger")
    one.add_argument(
        "-f", "--from", dest="informat", metavar="FORMAT",
        help="that of NIF, such as turtle, or of a document with ITS markup (by the name otherwise, columns "
        "of CoNLL where it says nothing)",
    )
    one.add_argument("--rounds", type=count, metavar="N", help="how often the corpus is gone through")
    one.add_argument(
        "--iri", dest="iris", action="append", default=[], type=pair, metavar="CLASS=IRI",
        help="the IRI of a class (may be repeated)",
    )
    one.add_argument("--namespace", metavar="IRI", help="what the IRIs of other classes begin with")
    one.add_argument(
        "--names", action="append", default=[], metavar="FILE",
        help="names of one sort, one on a line (may be repeated)",
    )
    one.add_argument(
        "--dictionary", dest="dictionaries", action="append", default=[], metavar="FILE",
        help="names that a tagger looks at beside the text: a dictionary, CSV, TSV or RDF (may be repeated)",
    )
    one.add_argument(
        "--mentions", metavar="FILE",
        help="trains a mention model on the names of a dictionary in the corpus, not a tagger",
    )
    one.add_argument(
        "--linking", metavar="FILE",
        help="fits the weights of linking to a vocabulary in RDF and names in the corpus that are linked to it",
    )
    one.add_argument(
        "--mention-model", metavar="FILE",
        help="the mention model whose classes of words are used for --linking: that of glossweave-models otherwise",
    )
    one.add_argument(
        "--word-vectors", metavar="FILE",
        help="the vectors of words: a word and its numbers on a line",
    )
    one.add_argument(
        "--max-features", type=count, metavar="N",
        help="the features of each layer of a tagger that are kept: all unless given",
    )
    one.add_argument(
        "--language", dest="languages", action="append", default=[], metavar="TAG",
        help="a language of the corpus, such as en (may be repeated)",
    )
    one.add_argument("--test", metavar="FILE", help="columns to compare with what is found")
    one.add_argument("-q", "--quiet", action="store_true", help="say nothing on standard error")

    dataset = all_of_them.add_parser("dataset", help="Builds dictionaries")
    one = dataset.add_subparsers(required=True, metavar="COMMAND").add_parser(
        "build", help="Builds the file of a dictionary", formatter_class=raw, epilog=examples.BUILD,
        description="Builds the file of a dictionary from CSV, TSV, the labels in RDF, the files of a "
        "public vocabulary, or an installed package.",
    )
    one.set_defaults(run=datasets.build_dataset)
    one.add_argument(
        "sources", nargs="+", metavar="source",
        help="a table or a graph, or - for standard input; the files of a vocabulary; geonames, iso, cldr or wordnet",
    )
    one.add_argument(
        "-o", "--output", help="the file of the dictionary (of a package: its name, such as geonames.names), or X.csv: the table of a vocabulary for a dataset, with descriptions"
    )
    one.add_argument(
        "-f", "--from", dest="informat", metavar="FORMAT",
        help=f"csv, tsv, a format of RDF (by the name otherwise, csv where it says nothing), or a vocabulary: "
        f"{', '.join(datasets.VOCABULARIES)}",
    )
    one.add_argument("--base", metavar="IRI", help="what relative IRIs of RDF are resolved against")
    one.add_argument(
        "--language", dest="languages", action="append", default=[], metavar="TAG",
        help="leave out names in other languages (may be repeated)",
    )
    one.add_argument(
        "--class", dest="classes", action="append", default=[], metavar="IRI",
        help="leave out entities of other classes (may be repeated)",
    )
    one.add_argument(
        "--column", dest="columns", action="append", default=[], metavar="PART=COLUMN",
        help="of csv: the column of uri, label, label@LANGUAGE, language, type or weight, or a text with "
        "columns in braces (may be repeated)",
    )
    one.add_argument(
        "--option", dest="options", action="append", default=[], type=pair, metavar="NAME=VALUE",
        help="country or code of geonames, separator of csv (may be repeated)",
    )
    one.add_argument(
        "--case", choices=datasets.CASES, metavar="CASE",
        help=f"the case of names that have none of their own: {', '.join(datasets.CASES)}",
    )
    one.add_argument(
        "--never-alone", dest="never_alone", action="append", default=[], metavar="WORD",
        help="a word that is not a name by itself (may be repeated)",
    )
    one.add_argument(
        "--corpus", metavar="FILE",
        help="text; names that it has as words in lower case are found with a capital only",
    )
    one.add_argument(
        "--resume", action="store_true", help="go on with a build of a vocabulary that was ended"
    )
    one.add_argument(
        "--compare", metavar="FILE", help="say how it differs from an older dictionary"
    )
    one.add_argument("--report", metavar="FILE", help="write what was taken and left out, as JSON")
    one.add_argument("-q", "--quiet", action="store_true", help="say nothing on standard error")

    one = all_of_them.add_parser("formats", help="Lists the formats")
    one.set_defaults(run=formats.list_formats)

    one = command(
        "engines", engines.list_engines, "Lists recognizers, term finders and translators", examples.ENGINES
    )
    which = one.add_mutually_exclusive_group()
    option_groups.engine(which)
    which.add_argument(
        "--protocols", action="store_true", help="list the protocols of recognizers, term finders, translators and endpoints, with their options"
    )
    one.add_argument(
        "--systems", action="store_true", help="list the translation systems with their states, as lines of JSON"
    )

    one = command("model", models.check_model, "Says what the file of a model is", examples.MODEL)
    one.add_argument("what", choices=["check"], help="opens it, and runs a neural one to measure its speed")
    one.add_argument("model", help="the file of a model, or the folder of a neural one")
    one.add_argument("--json", action="store_true", help="write JSON")

    _mcp(command)
    store.add_commands(all_of_them)

    one = command(
        "serve", programs.serve, "Starts the HTTP server (the program glossweave-http)", examples.SERVE
    )
    one.usage = "glossweave serve [--config FILE] [option of the server ...]"
    # What the parser does not know is put there.
    one.set_defaults(arguments=[])
    return top
