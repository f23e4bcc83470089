"""The commands that find and convert annotations, and functions that other commands share."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

import glossweave
from glossweave import _models
from glossweave.cli import batch, check, hint
from glossweave.cli.batch import Made
from glossweave.cli.exit import USAGE, Stop
from glossweave.cli.files import STANDARD, Item
from glossweave.cli.formats import EXPORTS, RDF, is_rdf, named, of_name
from glossweave.cli.option_groups import ALL, FAST, LIKELY
from glossweave.cli.providers import opened, parted
from glossweave.cli.table_options import chosen
from glossweave.errors import GlossweaveError, InvalidArgument, Unsupported

__all__ = [
    "Command", "back", "convert", "dictionary", "engine_of", "enrich", "extension", "format_of", "how", "page_of",
    "prefix_of", "recognizing", "requested", "source_of", "specified", "validate", "warned",
]

WEB_ANNOTATION = "web-annotation"

ENDINGS = {
    "text": "txt", WEB_ANNOTATION: "annotations.jsonld", "csv": "csv", "text/csv": "csv",
    "json": "json", "application/json": "json", "application/sparql-results+json": "json",
    "application/sparql-results+xml": "xml",
}
"""The extensions of results that are not documents."""

NAMES = "names"
"""The name of the recognizer in an engine that is created from options."""

MANY = 1000
"""The minimum number of labels for using the installed mention model, the same as in an engine."""

TRAINED = "trained"
"""The name of the recognizer for the tagger of the package glossweave-models."""


def requested(options: argparse.Namespace, item: Item) -> dict[str, Any]:
    """Returns the options of a request as keyword arguments. The request accepts all languages and formats."""
    prefix = {"prefix": path} if (path := prefix_of(options, item)) is not None else {}
    return {**chosen(options, "RequestOptions"), **prefix, "any_language": True, "any_format": True}


def settings_of(options: argparse.Namespace) -> glossweave.Settings:
    """Returns the settings of an engine from the options."""
    settings: glossweave.Settings = {}
    if getattr(options, "provenance", False):
        settings["provenance"] = True
    if getattr(options, "max_bytes", None) is not None:
        settings["limits"] = {"source": options.max_bytes}
    return settings


def prefix_of(options: argparse.Namespace, item: Item) -> str | None:
    """Returns the prefix of the IRIs of a document, and replaces `{path}` with its path."""
    prefix: str | None = options.prefix
    return None if prefix is None else prefix.replace("{path}", quote(item.name))


def format_of(options: argparse.Namespace, item: Item) -> glossweave.FormatInfo | None:
    """Returns the format of a document, from the option or the extension."""
    return of_name(item.name) if options.informat is None else named(options.informat)


def source_of(options: argparse.Namespace, item: Item) -> Path | bytes:
    """Returns the source of a document. Raises an error if its format is unknown."""
    if options.informat is None and of_name(item.name) is None:
        message = "the name does not indicate a format: use --from"
        raise InvalidArgument(message, parameter="informat")
    return item.source()


def page_of(
    options: argparse.Namespace, item: Item, target_language: str | None = None
) -> glossweave.Document:
    keywords = chosen(options, "DecodeOptions")
    if target_language:
        keywords["target_language"] = target_language
    source = source_of(options, item)
    if options.rules_folder is not None and isinstance(source, Path):
        folder = Path(options.rules_folder).resolve()
        if source.resolve().is_relative_to(folder):
            # References are resolved relative to the document.
            keywords["base"] = source.resolve().relative_to(folder).as_posix()
    return glossweave.decode(source, format=options.informat, **keywords)


def back(options: argparse.Namespace, item: Item, ability: str) -> str:
    """Returns the format of a result. When the option is not used, returns the RDF format of the output file's extension,
    or else the format of the source if it has the ability, otherwise Turtle."""
    if options.outformat is not None:
        word: str = options.outformat
        return word
    if (notation := rdf_format_of(options.output)) is not None:
        return notation
    own = format_of(options, item)
    return own.name if own is not None and (ability in own.abilities or is_rdf(own)) else "turtle"


def rdf_format_of(output: str | None) -> str | None:
    """Returns the RDF format for the extension of an output file. Returns `None` for a folder or another extension."""
    if output is None or output.endswith("/") or Path(output).is_dir():
        return None
    document = of_name(Path(output).name)
    return document.name if document is not None and is_rdf(document) else None


def extension(options: argparse.Namespace, item: Item, outgoing: str) -> str | None:
    """Returns the extension to append to the name of a result. Returns `None` if the format does not change."""
    said, own = named(outgoing), format_of(options, item)
    if said is not None and said == own:
        return None
    if said is not None and said.extensions:
        return said.extensions[0]
    if said is not None and said.media_types[0].endswith("json"):
        return "json"
    return ENDINGS.get(outgoing, "out")


def how(options: argparse.Namespace, **more: object) -> dict[str, object]:
    """Returns the values that determine the results in addition to the sources, for example the options."""
    beside = {"run", "source", "output", "report", "jobs", "resume", "quiet", "include", "exclude"}
    said = {name: value for name, value in vars(options).items() if name not in beside}
    return {"version": glossweave.__version__, **said, **more}


def with_placements(made: Made, placements: Sequence[glossweave.Placement]) -> Made:
    """Reports the number of inserted annotations, and the rules that prevented others."""
    if not placements:
        return made
    rules = Counter(placement.rule for placement in placements if not placement)
    made.facts.update(annotations=len(placements), placed=len(placements) - rules.total())
    if rules:
        made.facts["not_placed"] = dict(rules)
        reasons = "; ".join(f"{rule} ({count})" for rule, count in rules.items())
        made.notes.append(f"{rules.total()} of {len(placements)} annotations not inserted: {reasons}")
    return made


def with_skipped(made: Made, skipped: list[tuple[str, int | None, int | None]]) -> Made:
    """Reports the invalid parts of NIF, which were skipped."""
    for message, line, column in skipped:
        place = f" at line {line} column {column}" if line is not None else ""
        made.notes.append(f"skipped: {message}{place}")
    if skipped:
        made.facts["skipped"] = len(skipped)
    return made


def warned(page: glossweave.Document) -> list[str]:
    """Returns the warnings about a document."""
    return [f"{message} at line {line} column {column}" for message, line, column in page.warnings]


def name_of(item: Item) -> str | None:
    """Returns the name of a document for exported files. Returns `None` for standard input."""
    return None if item.name == STANDARD else item.name


def convert(options: argparse.Namespace) -> int:
    """Writes documents in another format."""
    outgoing: str = options.outformat
    to = named(outgoing)
    exports = to is not None and "export" in to.abilities
    if outgoing not in ("text", WEB_ANNOTATION) and (to is None or not (is_rdf(to) or exports)):
        known = hint.expected(outgoing, ["text", WEB_ANNOTATION, *EXPORTS, *RDF])
        raise Stop(f"--to {outgoing}: {known}", USAGE)
    check.values(options)

    def graph(item: Item) -> Made:
        nif = glossweave.read_nif(
            source_of(options, item), format=options.informat, lenient=not options.strict
        )
        facts: dict[str, object] = {"contexts": len(nif.contexts)}
        if to is not None and is_rdf(to):
            return with_skipped(Made(nif.write(format=outgoing), facts=facts), nif.skipped)
        if outgoing == "text" and len(nif.contexts) == 1:
            made = Made(nif.contexts[0].document.text.encode(), facts=facts)
            return with_skipped(made, nif.skipped)
        if exports and len(nif.contexts) == 1:
            one = nif.contexts[0]
            written = glossweave.export(
                one.document, one.annotations, format=outgoing, name=name_of(item)
            )
            made = Made(written.bytes, facts=facts)
            rules = (placement.rule for placement in written.placements if not placement)
            made.notes.extend(f"an annotation was skipped: {rule}" for rule in rules)
            made.notes.extend(message for _, message in written.skipped)
            return with_skipped(made, nif.skipped)
        message = f"NIF has {len(nif.contexts)} contexts, but a document in {outgoing} can contain only one"
        raise Unsupported(message)

    def work(item: Item) -> Made:
        own = format_of(options, item)
        if own is not None and is_rdf(own):
            made = graph(item)
        else:
            page = page_of(options, item)
            facts: dict[str, object] = {"annotations": len(page.annotations)}
            if outgoing == "text":
                made = Made(page.text.encode(), facts=facts)
            elif outgoing == WEB_ANNOTATION:
                iri = (options.prefix or "http://example.org/{path}").replace(
                    "{path}", quote(item.name)
                )
                made = Made(glossweave.to_web_annotation(page, source=iri), facts=facts)
            elif exports:
                exported = glossweave.export(page, format=outgoing, name=name_of(item))
                made = Made(exported.bytes, facts=facts)
                made.notes.extend(message for _, message in exported.skipped)
            else:
                data = glossweave.to_nif(
                    page, format=outgoing, prefix=prefix_of(options, item), version=options.nif_version or "2.0"
                )
                made = Made(data, facts=facts)
            made.notes.extend(warned(page))
        made.extension = extension(options, item, outgoing)
        return made

    return batch.run(options, work, how(options))


def engine_of(options: argparse.Namespace) -> tuple[glossweave.Engine, str, object]:
    """Returns the engine, the name of the recognizer, and values that identify the recognizer."""
    settings = settings_of(options)
    if options.engine is not None:
        if settings.get("provenance"):
            raise Stop("--provenance cannot be used with --engine: use the settings of the engine", USAGE)
        engine, said = specified(Path(options.engine))
        names = engine.session().entities.names
        name = options.recognizer or (names[0] if len(names) == 1 else None)
        if name is None or name not in names:
            known = hint.expected(name or "", names, "expected a recognizer of the engine: ")
            raise Stop(f"--recognizer: {known}", USAGE)
        return engine, name, [said, name]
    if options.recognizer is None:
        _check_positions(options)
        # The engine locates the package itself.
        tagger = glossweave.Tagger.open(_model("en.tagger"))
        return glossweave.Engine(settings=settings), TRAINED, tagger.revision
    engine, told = recognizing(options, settings)
    return engine, NAMES, told


def _model(name: str) -> Path:
    """Returns the path of a file in the package glossweave-models. Ends the run if it is not installed."""
    folder = _models.folder()
    if folder is None:
        raise Stop(
            "the package glossweave-models is not installed, which contains the English models: use --recognizer or --engine"
            " (with a linker, also --option tagger=FILE), or pip install ./python/models in the repository", USAGE,
        )
    return folder / name


def recognizing(
    options: argparse.Namespace, settings: glossweave.Settings | None = None
) -> tuple[glossweave.Engine, object]:
    """Returns the engine with the recognizer in the options, and the revision of the recognizer."""
    if options.recognizer is None:
        return glossweave.Engine(settings=settings), None
    protocol, place = parted(options.recognizer, "recognizer")
    if protocol == "dictionary" and not options.option:
        return _dictionary_engine(options, Path(place), settings)
    _check_positions(options)
    if protocol == "linker" and "tagger" not in dict(options.option):
        return _linking(options, place, settings)
    provider, revision = opened(options, "recognizer", NAMES, protocol, place)
    return glossweave.Engine(providers=[provider], settings=settings), revision


def _dictionary_engine(
    options: argparse.Namespace, path: Path, settings: glossweave.Settings | None
) -> tuple[glossweave.Engine, object]:
    """Returns the engine for a dictionary, with a mention model if one is used, and its revisions."""
    names = dictionary(path)
    if (model_path := mention_model(options, names)) is None:
        return glossweave.Engine({NAMES: names}, settings=settings), names.revision
    tagger = _mention_tagger(options)
    model = glossweave.MentionModel.open(model_path, tagger=tagger)
    revisions = [names.revision, model.revision, tagger and tagger.revision]
    return glossweave.Engine({NAMES: names.with_mention_model(model)}, settings=settings), revisions


def _linking(
    options: argparse.Namespace, place: str, settings: glossweave.Settings | None
) -> tuple[glossweave.Engine, object]:
    """Returns the engine that links the names found by the installed tagger to a vocabulary, and its revisions."""
    names = dictionary(Path(place))
    language = (getattr(options, "language", None) or "en").replace("_", "-").partition("-")[0].lower()
    if language != "en":
        # The file of the installed tagger does not specify that it supports English only.
        return glossweave.Engine({NAMES: names}, settings=settings), names.revision
    tagger = _model("en.tagger")
    revisions: list[object] = [names.revision, glossweave.Tagger.open(tagger).revision]
    options.option.append(("tagger", str(tagger)))
    if (path := mention_model(options, names)) is not None and "mention-model" not in dict(options.option):
        revisions.append(glossweave.MentionModel.open(path).revision)
        options.option.append(("mention-model", str(path)))
    provider, _ = opened(options, "recognizer", NAMES, "linker", place)
    return glossweave.Engine(providers=[provider], settings=settings), revisions


def _positions(options: argparse.Namespace) -> str:
    """Returns the value of `--mentions`: a word, or the file of a mention model."""
    positions: str = getattr(options, "positions", LIKELY)
    return positions


def _check_positions(options: argparse.Namespace) -> None:
    """Refuses `fast` if the recognizer is not a dictionary."""
    if _positions(options) == FAST:
        raise Stop("--mentions fast requires a dictionary as --recognizer", USAGE)


def mention_model(options: argparse.Namespace, names: glossweave.Dictionary | None = None) -> Path | None:
    """Returns the file of the mention model to use: the model in the options, or the installed model. Returns `None` if
    all positions are used, if no model is installed, or if `names` has fewer than `MANY` labels."""
    positions = _positions(options)
    if positions == ALL:
        return None
    if positions not in (LIKELY, FAST):
        return Path(positions)
    folder = _models.folder()
    if folder is None or names is not None and len(names) < MANY:
        return None
    return folder / "en.mentions"


def _mention_tagger(options: argparse.Namespace) -> glossweave.Tagger | None:
    """Returns the tagger that is used together with the installed mention model."""
    folder = _models.folder()
    if _positions(options) != LIKELY or folder is None:
        return None
    return glossweave.Tagger.open(folder / "en.tagger")


def specified(path: Path) -> tuple[glossweave.Engine, object]:
    """Returns the engine of a specification file, and the specification."""
    try:
        said = json.loads(path.read_bytes())
    except ValueError as error:
        raise Stop(f"--engine {path}: not valid JSON: {error}") from error
    if not isinstance(said, dict):
        raise Stop(f"--engine {path}: expected a JSON object, as `Engine.specification` returns it")
    try:
        return glossweave.Engine.from_specification(said), said
    except (GlossweaveError, TypeError, ValueError, KeyError) as error:
        raise Stop(f"--engine {path}: {error}") from error


def dictionary(path: Path) -> glossweave.Dictionary:
    """Opens a dictionary, by the extension of its file: CSV, TSV, RDF, or a saved dictionary."""
    if path.suffix.lower() in (".csv", ".tsv"):
        return tell_skipped(path, glossweave.Dictionary.from_csv(path))
    said = of_name(path.name)
    if said is not None and is_rdf(said):
        return tell_skipped(path, glossweave.Dictionary.from_rdf(path))
    if path.suffix.lower() == ".txt":
        raise Stop(f"{path}: expected a table (.csv, .tsv), RDF, or a saved dictionary", USAGE)
    return glossweave.Dictionary.open(path)


def tell_skipped(path: object, names: glossweave.Dictionary) -> glossweave.Dictionary:
    """Reports the skipped rows of a list of names on standard error: the first five, and their number."""
    if len(names) == 0 and not names.skipped:
        print(f"glossweave: {path}: no names found", file=sys.stderr)
    for message, line, _ in names.skipped[:5]:
        place = f" at line {line}" if line is not None else ""
        print(f"glossweave: {path}: skipped: {message}{place}", file=sys.stderr)
    if len(names.skipped) > 5:
        print(f"glossweave: {path}: skipped: {len(names.skipped)} rows or labels in total", file=sys.stderr)
    return names


def enrich(options: argparse.Namespace) -> int:
    """Finds entities and writes them into documents."""
    check.outgoing(options.outformat)
    check.values(options, lambda: glossweave.Engine(settings={"limits": {"source": options.max_bytes}}))
    engine, name, revision = engine_of(options)
    entities = engine.session().entities
    keywords = chosen(options, "EntityOptions")

    def nothing() -> object:
        more = chosen(options, "RequestOptions")
        return entities.enrich(name, b"", informat="text", any_language=True, **more, **keywords)

    check.values(options, nothing)

    def work(item: Item) -> Made:
        source = source_of(options, item)
        outgoing = back(options, item, "annotate")
        reply = entities.enrich(
            name, source, informat=options.informat, outformat=outgoing, **requested(options, item), **keywords
        )
        made = Made(reply.bytes, extension(options, item, outgoing), {"format": reply.format})
        return with_skipped(with_placements(made, reply.placements), reply.skipped)

    return batch.run(options, work, how(options, recognizer=revision), engine)


def validate(options: argparse.Namespace) -> int:
    """Reports the faults of documents: read errors, warnings, and violations of the rules of NIF."""
    check.values(options)

    def work(item: Item) -> Made:
        own = format_of(options, item)
        findings: list[dict[str, object]] = []
        complaints: list[str] = []
        if own is not None and is_rdf(own):
            for one in glossweave.check_nif(source_of(options, item), format=options.informat):
                findings.append(
                    {"rule": one.rule, "resource": one.resource, "message": one.message}
                )
                complaints.append(f"{one.rule}: {one.resource}: {one.message}")
            return Made(None, facts={"findings": findings}, complaints=complaints)
        page = page_of(options, item)
        for message, line, column in page.warnings:
            findings.append({"message": message, "line": line, "column": column})
            complaints.append(f"{message} at line {line} column {column}")
        facts: dict[str, object] = {
            "findings": findings,
            "encoding": page.encoding,
            "units": len(page.units),
            "annotations": len(page.annotations),
        }
        return Made(None, facts=facts, complaints=complaints)

    return batch.run(options, work, how(options))


Command = Callable[[argparse.Namespace], int]
