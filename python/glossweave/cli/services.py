"""Commands that process documents with a service of the package."""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import glossweave
from glossweave.cli import batch, check, hint
from glossweave.cli.batch import Made
from glossweave.cli.commands import (
    NAMES,
    back,
    extension,
    format_of,
    how,
    with_skipped,
    page_of,
    prefix_of,
    rdf_format_of,
    recognizing,
    requested,
    settings_of,
    source_of,
    specified,
    with_placements,
    with_skipped,
)
from glossweave.cli.exit import USAGE, Stop
from glossweave.cli.files import STANDARD, Item
from glossweave.cli.formats import RDF, is_rdf
from glossweave.cli.providers import Kind, opened, parted
from glossweave.cli.table import TSV, with_tabs
from glossweave.cli.table_options import chosen
from glossweave.cli.term_files import lacking, languages_of, term_base

__all__ = ["filter", "link", "open_memory", "pipeline", "terms", "translate", "xslt"]

RESULTS = ("csv", "json", "xml")
EXTRACTION = "extraction"
"""The built-in term finder that finds term candidates."""

SHOWN_ISSUES = 5
"""The maximum number of issues of a document that are shown on standard error. A report contains all issues."""

METHODS = ("xml", "html", "xhtml", "text")


def _told(path: str | Path) -> str:
    """Returns the digest of a file."""
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def _session(engine: glossweave.Engine) -> glossweave.Session:
    """Returns a session that can store resources, which are lost when the process ends."""
    return engine.local_session()


def _named(kind: Kind, name: str | None, names: list[str]) -> str:
    """Returns the name of a provider from an option. When the option is not used, returns the only provider of the engine."""
    if name is None and len(names) == 1:
        return names[0]
    if name is None or (names and name not in names):
        known = hint.expected(name or "", names) if names else f"expected the name of a {kind} of the engine"
        raise Stop(f"--{kind}: {known}", USAGE)
    return name


def _finder_kind(word: str) -> Kind:
    """Returns the kind of a protocol that finds terms, because recognizers may find terms too."""
    kinds = [row.kind for row in glossweave.protocols() if row.name == word.partition("=")[0]]
    return "recognizer" if "recognizer" in kinds and "term-finder" not in kinds else "term-finder"


def terms(options: argparse.Namespace) -> int:
    """Finds terms and writes them into documents."""
    check.outgoing(options.outformat)
    check.values(options)
    revision: object = None
    settings = settings_of(options)
    names = None
    if options.engine is not None:
        if options.provenance:
            raise Stop("--provenance cannot be used with --engine: use the settings of the engine", USAGE)
        engine, revision = specified(Path(options.engine))
        name = _named("term-finder", options.term_finder, [])
    elif options.term_finder is None:
        raise Stop("expected --term-finder or --engine", USAGE)
    elif options.term_finder == EXTRACTION:
        engine, name = glossweave.Engine(settings=settings), EXTRACTION
    else:
        name = NAMES
        kind = _finder_kind(options.term_finder)
        protocol, place = parted(options.term_finder, kind)
        if protocol == "termbase" and not options.option:
            names = place
            base = term_base(Path(place), options.source_lang, options.target_lang)
            engine, revision = glossweave.Engine(term_bases={NAMES: base}, settings=settings), base.revision
        else:
            finder, revision = opened(options, kind, NAMES, protocol, place)
            engine = glossweave.Engine(providers=[finder], settings=settings)
    service = engine.session().terms
    keywords = chosen(options, "TermOptions")

    def nothing() -> object:
        # The language of an empty text cannot be identified.
        more = {**chosen(options, "RequestOptions"), "source_lang": "en", **keywords}
        return service.enrich(name, b"", informat="text", any_language=True, **more)

    check.values(options, nothing)

    def work(item: Item) -> Made:
        outgoing = back(options, item, "annotate")
        reply = service.enrich(
            name, source_of(options, item), informat=options.informat, outformat=outgoing,
            **requested(options, item), **keywords,
        )
        made = Made(reply.bytes, extension(options, item, outgoing), {"format": reply.format})
        return with_skipped(with_placements(made, reply.placements), reply.skipped)

    warnings = [] if names is None else lacking(names, languages_of(engine, NAMES), [options.source_lang, options.target_lang])
    return batch.run(options, work, how(options, provider=revision), engine, warnings=warnings)


def translate(options: argparse.Namespace) -> int:
    """Translates documents and writes the translations into them."""
    check.outgoing(options.outformat, ability="translate")
    check.values(options)
    revision: object = None
    if options.engine is not None:
        engine, revision = specified(Path(options.engine))
        name = _named("translator", options.translator, engine.session().translations.providers)
        terms = options.terms
    elif options.translator is None:
        raise Stop("expected --translator or --engine", USAGE)
    elif options.source_lang is None:
        raise Stop("--source-lang is required with --translator", USAGE)
    else:
        (engine, revision), name = _translating(options), NAMES
        terms = None if options.terms is None else NAMES
    service = engine.session().translations
    source, target = options.source_lang, options.target_lang
    keywords = chosen(options, "TranslationOptions")
    if terms is not None:
        keywords["dataset"] = terms

    def nothing() -> object:
        more = chosen(options, "RequestOptions")
        return service.enrich(
            name, b"", source or "en", target, informat="text", any_language=True, **more, **keywords
        )

    if source is not None:
        check.values(options, nothing)

    def work(item: Item) -> Made:
        outgoing = back(options, item, "translate")
        reply = service.enrich(
            name, source_of(options, item), source, target, informat=options.informat,
            outformat=outgoing, translations=True, **requested(options, item), **keywords,
        )
        statuses = sorted(set(reply.statuses))
        facts: dict[str, object] = {"format": reply.format}
        facts["sentences"] = {status: reply.statuses.count(status) for status in statuses}
        if reply.rule_set is not None:
            facts["rule_set"] = reply.rule_set
        issues = reply.issues
        if issues:
            facts["issues"] = [
                {"type": name, "severity": severity, "message": text, "unit": unit}
                for name, severity, text, unit in issues
            ]
        made = Made(reply.bytes, extension(options, item, outgoing), facts)
        shown = issues[:SHOWN_ISSUES]
        made.notes.extend(f"{name} ({severity}), unit {unit}: {text}" for name, severity, text, unit in shown)
        if len(issues) > SHOWN_ISSUES:
            made.notes.append(f"{len(issues)} issues in total, use --report to list all")
        untranslated = reply.statuses.count("untranslated")
        if statuses == ["untranslated"]:
            made.complaints.append("no sentence was translated")
        elif untranslated:
            made.notes.append(f"{untranslated} of {len(reply.statuses)} sentences were not translated")
        return with_skipped(made, reply.skipped)

    warnings = []
    for base in [] if terms is None else terms.split(","):
        shown = options.terms if options.engine is None else base
        warnings += lacking(shown, languages_of(engine, base), [source, target])
    return batch.run(options, work, how(options, provider=revision), engine, warnings=warnings)


def _translating(options: argparse.Namespace) -> tuple[glossweave.Engine, object]:
    """Returns the engine with the translator and the terms in the options, and values that identify them."""
    languages = {"source_lang": options.source_lang, "target_lang": options.target_lang}
    fields = {**languages, **chosen(options, "TranslationOptions", only=("domain",))}
    bases = {}
    if options.terms is not None:
        bases[NAMES] = term_base(Path(options.terms), options.source_lang, options.target_lang)
    revisions = [base.revision for base in bases.values()]
    protocol, place = parted(options.translator, "translator")
    if protocol != "memory" or options.option:
        provider, revision = opened(options, "translator", NAMES, protocol, place, system=fields)
        return glossweave.Engine(providers=[provider], term_bases=bases), [revision, *revisions]
    memory = open_memory(Path(place), lenient=not options.strict, quiet=options.quiet)

    def system() -> glossweave.TranslationSystem:
        return glossweave.TranslationSystem(
            options.source_lang, options.target_lang, memory, domain=options.domain
        )

    check.values(options, system)
    translators = {NAMES: [system()]}
    return glossweave.Engine(translators=translators, term_bases=bases), [memory.revision, *revisions]


def open_memory(
    path: Path, *, lenient: bool = True, quiet: bool = False
) -> glossweave.TranslationMemory:
    """Opens a translation memory, by the extension of its file: TMX, XLIFF, or a saved memory."""
    if path.suffix.lower() == ".tmx":
        memory = glossweave.TranslationMemory.from_tmx(path, lenient=lenient)
    elif path.suffix.lower() in (".xlf", ".xliff"):
        memory = glossweave.TranslationMemory.from_xliff(path, lenient=lenient)
    else:
        memory = glossweave.TranslationMemory.open(path)
    for message, line, column in [] if quiet else memory.skipped:
        place = f" at line {line} column {column}" if line is not None else ""
        print(f"glossweave: {path}: skipped: {message}{place}", file=sys.stderr)
    return memory


def filter(options: argparse.Namespace) -> int:
    """Writes the result of a query over the NIF of documents, or over RDF."""
    format_of_output = _result_format(options.output)
    outgoing = options.outformat or format_of_output or "csv"
    if outgoing not in (*RESULTS, *RDF):
        raise Stop(f"--to {outgoing}: {hint.expected(outgoing, (*RESULTS, *RDF))}", USAGE)
    check.values(options)
    digest = _told(options.query)
    session = _session(glossweave.Engine())
    filters = session.filters
    filters.create(NAMES, Path(options.query))
    # SELECT queries return tables, other queries return graphs.
    check.values(options, lambda: filters.apply(NAMES, b"", format="turtle", output=outgoing))

    def work(item: Item) -> Made:
        source_format = format_of(options, item)
        if source_format is not None and is_rdf(source_format):
            data = filters.apply(
                NAMES, source_of(options, item), format=options.informat, output=outgoing
            )
        else:
            data = filters.apply_to_document(
                NAMES, page_of(options, item), output=outgoing, prefix=prefix_of(options, item),
                version=options.nif_version or "2.0",
            )
        if has_tabs and not is_table:
            data = with_tabs(data)
        return Made(data, extension(options, item, outgoing))

    # The result of a folder is a single table, unless the output is a folder.
    is_file = format_of_output is not None
    is_table = outgoing == "csv" and (is_file or options.output == STANDARD) and Path(options.source).is_dir()
    has_tabs = outgoing == "csv" and is_file and options.output.lower().endswith(TSV)
    return batch.run(options, work, how(options, query=digest), is_table=is_table, is_file=is_file)


def _result_format(output: str) -> str | None:
    """Returns the format of results for the extension of the output. Returns `None` for a folder or another extension."""
    path = Path(output)
    if output.endswith("/") or path.is_dir():
        return None
    ending = path.suffix.lower()
    if ending == TSV:
        return "csv"
    if ending.removeprefix(".") in RESULTS:
        return ending.removeprefix(".")
    return rdf_format_of(output)


def xslt(options: argparse.Namespace) -> int:
    """Transforms documents with a stylesheet."""
    if options.outformat not in (None, *METHODS):
        raise Stop(f"--to {options.outformat}: {hint.expected(options.outformat, METHODS)}", USAGE)
    check.values(options)
    path = Path(options.stylesheet)
    told = _told(path)
    stylesheet = glossweave.Stylesheet(
        path, processor=options.processor, folder=path.resolve().parent
    )
    known = {one.name for one in stylesheet.parameters}
    parameters = dict(options.parameters)
    for name in parameters:
        if name not in known:
            there = hint.expected(name, sorted(known), "the stylesheet has the parameters ")
            raise Stop(f"--param {name}: {there}", USAGE)
    for one in stylesheet.parameters:
        if one.required and one.name not in parameters:
            raise Stop(f"--param {one.name} is required by the stylesheet", USAGE)

    def work(item: Item) -> Made:
        reply = stylesheet.run(
            source_of(options, item), format=options.informat, output=options.outformat,
            charset=options.charset, parameters=parameters,
        )
        facts: dict[str, object] = {"media_type": reply.media_type}
        if reply.messages:
            facts["messages"] = [one.text for one in reply.messages]
        complaints = [f"the secondary result document {name} is not written" for name in reply.documents]
        outgoing = "html" if reply.method == "xhtml" else reply.method
        return Made(reply.bytes, extension(options, item, outgoing), facts, complaints)

    return batch.run(options, work, how(options, stylesheet=told))


def link(options: argparse.Namespace) -> int:
    """Runs a link template for the entities of documents, and adds the results to their NIF."""
    outgoing = options.outformat or "turtle"
    if outgoing not in RDF:
        raise Stop(f"--to {outgoing}: {hint.expected(outgoing, RDF)}", USAGE)
    check.values(options)
    template = Path(options.template).read_bytes()
    files = {name: _told(path) for name, path in options.datasets}
    # The user of the command also chooses the template, so its endpoints may be on private hosts.
    providers = []
    if options.endpoint is not None:
        protocol, place = parted(options.endpoint, "endpoint")
        providers.append(opened(options, "endpoint", place, protocol, place)[0])
    engine = glossweave.Engine(
        providers=providers,
        settings={"network": {"private_hosts": ",".join(_hosts(template)) or None}},
    )
    session = _session(engine)
    for name, path in options.datasets:
        session.datasets.load(name, Path(path))
    name = session.templates.create(None, template).name
    keywords = {"parameters": dict(options.parameters), "partial": options.partial}

    def nothing() -> object:
        more = chosen(options, "RequestOptions")
        return session.links.enrich(name, b"", informat="text", outformat=outgoing, **more, **keywords)

    check.values(options, nothing)

    def work(item: Item) -> Made:
        reply = session.links.enrich(
            name, source_of(options, item), informat=options.informat, outformat=outgoing,
            **requested(options, item), **keywords,
        )
        complaints = [f"{one.entity}: {one.kind}: {one.message}" for one in reply.failures]
        made = Made(reply.bytes, extension(options, item, outgoing), complaints=complaints)
        return with_skipped(made, reply.skipped)

    told = hashlib.sha256(template).hexdigest()
    return batch.run(options, work, how(options, template=told, files=files))


def _hosts(template: bytes) -> list[str]:
    """Returns the hosts of the endpoints of a template. Returns none if the template is invalid, which is reported later."""
    try:
        said = json.loads(template)
    except ValueError:
        return []
    endpoints = said.get("endpoint") if isinstance(said, dict) else None
    several = endpoints if isinstance(endpoints, list) else [endpoints]
    urls = [urlsplit(one) for one in several if isinstance(one, str)]
    return sorted({one.netloc.rpartition("@")[2] for one in urls if one.netloc})


def pipeline(options: argparse.Namespace) -> int:
    """Processes documents with the requests of a pipeline."""
    check.values(options)
    told: object = None
    if options.engine is not None:
        engine, told = specified(Path(options.engine))
    else:
        engine, told = recognizing(options)
    requests = Path(options.requests).read_bytes()
    session = _session(engine)
    id = session.pipelines.create(None, requests).name
    # As in other commands, results can be documents of any format.
    parameters: dict[str, str] = {"any-format": "yes", "any-language": "yes", **dict(options.parameters)}
    if options.nif_version is not None:
        parameters["nif-version"] = options.nif_version

    def work(item: Item) -> Made:
        own = format_of(options, item)
        prefix = prefix_of(options, item)
        more = parameters if prefix is None else {**parameters, "prefix": prefix}
        answer = session.pipelines.run_stored(
            id, source_of(options, item), informat=options.informat or getattr(own, "name", None),
            outformat=options.outformat, parameters=more,
        )
        facts: dict[str, object] = {"media_type": answer.media_type}
        complaints = [f"{one.entity}: {one.kind}: {one.message}" for one in answer.failures]
        outgoing = answer.media_type.partition(";")[0]
        made = Made(answer.bytes, extension(options, item, outgoing), facts, complaints)
        return with_skipped(made, answer.skipped)

    digest = hashlib.sha256(requests).hexdigest()
    return batch.run(options, work, how(options, provider=told, digest=digest))
