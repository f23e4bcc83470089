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
    """A function that adds a command."""

    def __call__(
        self, name: str, run: commands.Command, short: str, epilog: str
    ) -> argparse.ArgumentParser: ...


def _chunks(command: _Adding) -> None:
    one = command(
        "chunks", chunks.chunk, "Divide documents into chunks for retrieval", examples.CHUNKS
    )
    table_options.add(one, "ChunkOptions")
    one.add_argument(
        "-t", "--to", dest="outformat", choices=chunks.FORMATS, default="jsonl",
        help="the output format: JSON Lines, or the Arrow streaming format (default: %(default)s)",
    )
    option_groups.recognizers(one)
    option_groups.reading(one)
    option_groups.files(one, writes=True)


def _mcp(command: _Adding) -> None:
    one = command(
        "mcp", mcp.serve_mcp, "Serve tools to an agent (Model Context Protocol)", examples.MCP
    )
    one.add_argument(
        "--names", action="append", default=[], type=pair, metavar="NAME=FILE",
        help="a dictionary, and the name that agents use for it (may be repeated)",
    )
    one.add_argument(
        "--terms", action="append", default=[], type=pair, metavar="NAME=FILE",
        help="a term base (TBX, CSV, RDF, or a saved term base), and the name that agents use for it (may be repeated)",
    )
    one.add_argument(
        "--memory", dest="memories", action="append", default=[], nargs=3,
        metavar=("SOURCE", "TARGET", "FILE"),
        help="a translation memory for a pair of languages: TMX, XLIFF, or a saved memory (may be repeated)",
    )
    one.add_argument(
        "--store", metavar="FOLDER", help="the folder of a store with datasets and filters, opened as the local user"
    )
    option_groups.engine(one)
    one.add_argument(
        "--allow", action="append", default=[], metavar="FOLDER",
        help="a folder with files that agents may read; by default, they cannot read files (may be repeated)",
    )
    one.add_argument(
        "--max-bytes", type=count, metavar="N", help="the maximum size of a document, in bytes (default: 16 MiB)"
    )
    one.add_argument(
        "--max-output-bytes", type=count, metavar="N", help="the maximum size of an answer, in bytes (default: 4 MiB)"
    )
    one.add_argument(
        "--max-results", type=count, metavar="N", help="the maximum number of results in an answer (default: 1000)"
    )
    one.add_argument("--seconds", type=float, help="the time limit of a call, in seconds (default: 60)")


def _translation(one: argparse.ArgumentParser) -> None:
    one.add_argument(
        "--source-lang", metavar="TAG",
        help="the language of the text (default: the language of the document, if the option is not required)",
    )
    _target(one)


def _target(one: argparse.ArgumentParser) -> None:
    one.add_argument("--target-lang", metavar="TAG", required=True, help="the target language")


def _services(command: _Adding) -> None:
    one = command("terms", services.terms, "Find terms and write them into documents", examples.TERMS)
    which = one.add_argument_group("term finder")
    text = (
        "a term base (CSV, TSV, TBX, RDF, or a saved term base), or `extraction` for term candidates; "
        "with --engine, the name of a term finder"
    )
    option_groups.provider(which, "term-finder", text)
    option_groups.engine(which)
    option_groups.to(one)
    table_options.add(one, "TermOptions")
    option_groups.request(one, without=("language",))
    option_groups.provenance(one)
    option_groups.files(one, writes=True)

    one = command("translate", services.translate, "Translate documents", examples.TRANSLATE)
    which = one.add_argument_group("translator")
    text = "a translation memory (TMX, XLIFF, or a saved memory); with --engine, the name of a translator"
    option_groups.provider(which, "translator", text)
    option_groups.engine(which)
    option_groups.to(
        one,
        "the format of the results (default: the format of the source if it can contain translations, otherwise turtle)",
    )
    _translation(one)
    table_options.add(one, "TranslationOptions")
    one.add_argument(
        "--terms", metavar="FILE",
        help="terms to use in translations: a term base (CSV, TSV, TBX, RDF, or a saved term base), or a table with the "
        "columns source, target, status; with --engine, the name of a term base of the engine",
    )
    option_groups.request(one, without=("language",))
    option_groups.files(one, writes=True)

    one = command("extract", exchange.extract, "Write the texts of documents as XLIFF", examples.EXTRACT)
    _target(one)
    table_options.add(one, "XliffOptions")
    option_groups.reading(one, without=("language", "target-language"))
    option_groups.files(one, writes=True)

    one = command(
        "merge", exchange.merge, "Write the translations in XLIFF into the documents", examples.MERGE
    )
    one.add_argument(
        "--original", metavar="PATH",
        help="the original document of the file, or the folder of the originals (default: the document in the file)",
    )
    table_options.add(one, "EncodeOptions", only=exchange.ENCODE)
    option_groups.reading(one)
    option_groups.files(one, writes=True)

    one = command(
        "check", exchange.check_translations, "Report issues in translations", examples.CHECK
    )
    table_options.add(one, "CheckOptions")
    one.add_argument(
        "--terms", metavar="FILE",
        help="terms to check: a table with the columns source, target, status (forbidden), or a term base (CSV, TSV, TBX, "
        "RDF, or a saved term base)",
    )
    option_groups.reading(one, without=("language", "target-language"))
    option_groups.files(one, writes=False)

    one = command("redact", redaction.redact, "Replace names and numbers everywhere in documents", examples.REDACT)
    option_groups.recognizer(one.add_argument_group("recognizer"))
    redaction.options(one)
    table_options.add(one, "DecodeOptions", only=redaction.READING)
    option_groups.files(one, writes=True)

    one = command("restore", redaction.restore, "Restore documents that were redacted", examples.RESTORE)
    one.add_argument("--key", metavar="FILE", required=True, help="the key of the pseudonyms")
    option_groups.files(one, writes=True)

    _chunks(command)

    one = command("filter", services.filter, "Create tables and graphs with a query", examples.FILTER)
    one.add_argument("--query", required=True, metavar="FILE", help="a SPARQL query")
    option_groups.to(one, "the format of the results: csv, json, xml or a format of RDF (default: csv)")
    option_groups.reading(one)
    option_groups.files(one, writes=True)
    option_groups.nif(one)

    one = command("xslt", services.xslt, "Transform documents with a stylesheet", examples.XSLT)
    one.add_argument("--stylesheet", required=True, metavar="FILE", help="an XSLT stylesheet")
    one.add_argument(
        "--processor", choices=["libxslt", "saxon"],
        help="the XSLT processor (default: selected by the version of the stylesheet)",
    )
    option_groups.pairs(one, "a parameter of the stylesheet")
    option_groups.to(one, "the output method: xml, html, xhtml or text (default: the method in the stylesheet)")
    table_options.add(one, "DecodeOptions", only=("charset",))
    option_groups.files(one, writes=True)

    one = command("link", services.link, "Run a link template for the entities of documents", examples.LINK)
    one.add_argument("--template", required=True, metavar="FILE", help="a link template in JSON")
    one.add_argument(
        "--dataset", dest="datasets", action="append", default=[], type=pair, metavar="NAME=FILE",
        help="a graph, and the name that the template uses for it (may be repeated)",
    )
    option_groups.pairs(one, "a placeholder of the template")
    option_groups.provider(one, "endpoint", "an endpoint to use instead of the endpoints in the template")
    one.add_argument("--partial", action="store_true", help="write a result even if some entities fail")
    option_groups.to(one, "the format of the results, a format of RDF (default: turtle)")
    table_options.add(one, "RequestOptions", only=("charset", "language"))
    option_groups.files(one, writes=True)
    option_groups.nif(one)

    one = command("pipeline", services.pipeline, "Process documents with a sequence of services", examples.PIPELINE)
    one.add_argument("--requests", required=True, metavar="FILE", help="the requests of the pipeline in JSON")
    option_groups.recognizer(one.add_argument_group("recognizer"))
    option_groups.pairs(one, "a variable of the requests")
    option_groups.to(one)
    option_groups.files(one, writes=True)
    option_groups.nif(one)

    one = command(
        "batch", batches.call, "Call one service for many documents", examples.BATCH
    )
    one.add_argument("path", help="the path of the service, with its parameters")
    option_groups.recognizer(one.add_argument_group("recognizer"))
    option_groups.sources(one)


def parser() -> argparse.ArgumentParser:
    """Returns the argument parser. Parsed options store the function of the command in `run`."""
    raw = argparse.RawDescriptionHelpFormatter
    top = hint.Parser(
        prog="glossweave", formatter_class=raw, epilog=examples.TOP,
        description="Find entities in documents, and write the same documents with annotations.",
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

    one = command("convert", commands.convert, "Write documents in another format", examples.CONVERT)
    one.add_argument(
        "-t", "--to", dest="outformat", required=True, metavar="FORMAT",
        help="the format of the results: text, web-annotation, a format of RDF such as turtle, or an exchange format such as "
        "conll-u",
    )
    option_groups.reading(one)
    option_groups.files(one, writes=True)
    option_groups.nif(one)

    one = command("enrich", commands.enrich, "Find entities and write them into documents", examples.ENRICH)
    option_groups.recognizers(one)
    option_groups.to(one)
    option_groups.files(one, writes=True)
    table_options.add(one, "EntityOptions")
    option_groups.request(one)
    option_groups.provenance(one)
    table_options.add(one, "DecodeOptions", only=("max-bytes",))

    one = command("validate", commands.validate, "Report faults in documents", examples.VALIDATE)
    option_groups.reading(one)
    option_groups.files(one, writes=False)

    _services(command)

    one = command("train", programs.train, "Train a tagger on annotated text", examples.TRAIN)
    one.add_argument("source", help="the annotated text, or - for standard input")
    one.add_argument("-o", "--output", required=True, help="the file of the tagger, model or weights")
    one.add_argument(
        "-f", "--from", dest="informat", metavar="FORMAT",
        help="the format of the annotated text: a format of NIF such as turtle, or of a document with ITS markup "
        "(default: the format for the extension, otherwise CoNLL columns)",
    )
    one.add_argument("--rounds", type=count, metavar="N", help="the number of passes over the corpus")
    one.add_argument(
        "--iri", dest="iris", action="append", default=[], type=pair, metavar="CLASS=IRI",
        help="the IRI of a class (may be repeated)",
    )
    one.add_argument("--namespace", metavar="IRI", help="the prefix of the IRIs of classes without --iri")
    one.add_argument(
        "--names", action="append", default=[], metavar="FILE",
        help="a file with names of one kind, one on each line (may be repeated)",
    )
    one.add_argument(
        "--dictionary", dest="dictionaries", action="append", default=[], metavar="FILE",
        help="names that a tagger uses in addition to the text: a dictionary, CSV, TSV or RDF (may be repeated)",
    )
    one.add_argument(
        "--mentions", metavar="FILE",
        help="train a mention model on the names of this dictionary in the corpus, instead of a tagger",
    )
    one.add_argument(
        "--linking", metavar="FILE",
        help="fit the weights of linking to this vocabulary in RDF, using the linked names in the corpus",
    )
    one.add_argument(
        "--mention-model", metavar="FILE",
        help="the mention model whose word classes are used for --linking (default: the model of glossweave-models)",
    )
    one.add_argument(
        "--word-vectors", metavar="FILE",
        help="a file of word vectors, with a word and its numbers on each line",
    )
    one.add_argument(
        "--max-features", type=count, metavar="N",
        help="the maximum number of features in each layer of a tagger (default: all)",
    )
    one.add_argument(
        "--language", dest="languages", action="append", default=[], metavar="TAG",
        help="a language of the corpus, for example en (may be repeated)",
    )
    one.add_argument("--test", metavar="FILE", help="an annotated text for evaluating the tagger")
    one.add_argument("-q", "--quiet", action="store_true", help="write nothing to standard error")

    dataset = all_of_them.add_parser("dataset", help="Build dictionaries")
    one = dataset.add_subparsers(required=True, metavar="COMMAND").add_parser(
        "build", help="Build the file of a dictionary", formatter_class=raw, epilog=examples.BUILD,
        description="Build the file of a dictionary from CSV, TSV, the labels in RDF, the files of a "
        "public vocabulary, or an installed package.",
    )
    one.set_defaults(run=datasets.build_dataset)
    one.add_argument(
        "sources", nargs="+", metavar="source",
        help="a table or a graph, or - for standard input; the files of a vocabulary; or geonames, iso, cldr or wordnet for "
        "an installed package",
    )
    one.add_argument(
        "-o", "--output",
        help="the file of the dictionary, or with the extension .csv the table of a vocabulary for a dataset, with "
        "descriptions (default for a package: its name, for example geonames.names)",
    )
    one.add_argument(
        "-f", "--from", dest="informat", metavar="FORMAT",
        help=f"the format of the sources: csv, tsv, a format of RDF, or a vocabulary: {', '.join(datasets.VOCABULARIES)} "
        "(default: the format for the extension, otherwise csv)",
    )
    one.add_argument("--base", metavar="IRI", help="the base IRI for relative IRIs in RDF")
    one.add_argument(
        "--language", dest="languages", action="append", default=[], metavar="TAG",
        help="skip names in other languages (may be repeated)",
    )
    one.add_argument(
        "--class", dest="classes", action="append", default=[], metavar="IRI",
        help="skip entities of other classes (may be repeated)",
    )
    one.add_argument(
        "--column", dest="columns", action="append", default=[], metavar="PART=COLUMN",
        help="for csv: the column for uri, label, label@LANGUAGE, language, type or weight, or a text with columns in braces "
        "(may be repeated)",
    )
    one.add_argument(
        "--option", dest="options", action="append", default=[], type=pair, metavar="NAME=VALUE",
        help="an option of a vocabulary: country or code for geonames, separator for csv (may be repeated)",
    )
    one.add_argument(
        "--case", choices=datasets.CASES, metavar="CASE",
        help=f"the default case rule of names: {', '.join(datasets.CASES)}",
    )
    one.add_argument(
        "--never-alone", dest="never_alone", action="append", default=[], metavar="WORD",
        help="a word that is not a name by itself (may be repeated)",
    )
    one.add_argument(
        "--corpus", metavar="FILE",
        help="a text file; names that are words in lower case in this text match only if capitalized",
    )
    one.add_argument(
        "--resume", action="store_true", help="continue an interrupted build of a vocabulary"
    )
    one.add_argument(
        "--compare", metavar="FILE", help="report the differences from an older dictionary"
    )
    one.add_argument("--report", metavar="FILE", help="write the numbers of imported and skipped parts to a file, as JSON")
    one.add_argument("-q", "--quiet", action="store_true", help="write nothing to standard error")

    one = all_of_them.add_parser("formats", help="List the formats")
    one.set_defaults(run=formats.list_formats)

    one = command(
        "engines", engines.list_engines, "List recognizers, term finders and translators", examples.ENGINES
    )
    which = one.add_mutually_exclusive_group()
    option_groups.engine(which)
    which.add_argument(
        "--protocols", action="store_true", help="list the protocols of recognizers, term finders, translators and endpoints, with their options"
    )
    one.add_argument(
        "--systems", action="store_true", help="list the translation systems with their states, as JSON Lines"
    )

    one = command("model", models.check_model, "Report the kind and the properties of a model file", examples.MODEL)
    one.add_argument("what", choices=["check"], help="open the file, and run a neural model to measure its speed")
    one.add_argument("model", help="the file of a model, or the folder of a neural model")
    one.add_argument("--json", action="store_true", help="write JSON")

    _mcp(command)
    store.add_commands(all_of_them)

    one = command(
        "serve", programs.serve, "Start the HTTP server (the program glossweave-http)", examples.SERVE
    )
    one.usage = "glossweave serve [--config FILE] [option of the server ...]"
    # Unknown arguments are stored in this list.
    one.set_defaults(arguments=[])
    return top
