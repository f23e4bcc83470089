"""Building dictionaries: from tables and graphs, the files of public vocabularies, or installed packages."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import glossweave
from glossweave import Dictionary, DictionaryDifference, ImportReport, write_vocabulary_table
from glossweave.cli import hint
from glossweave.cli.commands import tell_skipped
from glossweave.cli.exit import DONE, USAGE, Stop
from glossweave.cli.formats import is_rdf, of_name
from glossweave.cli.report import Progress
from glossweave.vocabularies import PACKAGES, entries

__all__ = ["CASES", "VOCABULARIES", "build_dataset"]

VOCABULARIES = ("geonames", "wikidata", "dbpedia", "obo", "mesh", "skos", "csv")
CASES = ("auto", "name", "term", "folded", "capital", "upper", "exact")


def build_dataset(options: argparse.Namespace) -> int:
    """Builds the file of a dictionary."""
    package = _package(options)
    name: str = options.sources[0]
    if package is None and name != "-" and not Path(name).suffix and not Path(name).exists():
        known = hint.expected(name, PACKAGES, "expected a file or one of ")
        raise Stop(f"`{name}` is neither a file nor the vocabulary of a package; {known}", USAGE)
    if options.output is None:
        if package is None:
            raise Stop("-o is missing: use it to specify the file of the dictionary", USAGE)
        options.output = f"{package}.names"
    if options.output.endswith(".csv"):
        return _write_table(options)
    older = None if options.compare is None else Dictionary.open(options.compare)
    report: ImportReport | None = None
    with Progress(quiet=options.quiet) as progress:
        if package is not None:
            names = _of_package(options, progress)
        elif _is_import(options):
            names, report = _of_vocabulary(options, progress)
        else:
            names = _of_source(options, progress)
    # The older dictionary may be the file that is replaced.
    difference = None if older is None else names.difference(older)
    names.save(options.output)
    if options.report is not None:
        _write(options.report, report, names, difference)
    if not options.quiet:
        counts = f"{len(names)} labels, {names.entries} entries, revision {names.revision}"
        said = [f"glossweave: {options.output}: {counts}", report or "", _common(names), difference or ""]
        print("\n".join(str(one) for one in said if one), file=sys.stderr)
    return DONE


def _common(names: Dictionary) -> str:
    counts = (names.common_entries, names.never_alone_entries)
    said = ("entries are common words, which match only if capitalized", "entries never match alone")
    return "\n".join(f"{count} {what}" for count, what in zip(counts, said, strict=True) if count)


def _package(options: argparse.Namespace) -> str | None:
    """Returns the vocabulary of an installed package, if the source is its name and not a file."""
    name: str = options.sources[0]
    is_one = len(options.sources) == 1 and options.informat is None and name in PACKAGES
    return name if is_one and not Path(name).exists() else None


def _is_import(options: argparse.Namespace) -> bool:
    if options.informat == "csv" or (options.informat is None and options.columns):
        return bool(
            options.columns or options.languages or options.classes or options.options
            or options.resume or len(options.sources) > 1
        )
    return options.informat in VOCABULARIES


def _of_package(options: argparse.Namespace, progress: Progress) -> Dictionary:
    name = options.sources[0]
    if options.options or options.columns or options.resume:
        raise Stop(f"--option, --column and --resume require files, but {name} is a package", USAGE)
    try:
        rows = list(entries(name, languages=options.languages, classes=options.classes))
    except ImportError as missing:
        raise Stop(str(missing), USAGE) from missing
    return Dictionary(
        rows, case=options.case, never_alone=options.never_alone, corpus=options.corpus, progress=progress
    )


def _choices(options: argparse.Namespace) -> tuple[list[tuple[str, str]], Path]:
    """Returns the options of an import, and its journal."""
    journal = Path(f"{options.output}.journal")
    if not options.resume:
        journal.unlink(missing_ok=True)
    given = [*options.options, *(("column", one) for one in options.columns)]
    given += [("never-alone", one) for one in options.never_alone]
    given += [(name, one) for name in ("case", "corpus") if (one := getattr(options, name)) is not None]
    return given, journal


def _of_vocabulary(
    options: argparse.Namespace, progress: Progress
) -> tuple[Dictionary, ImportReport]:
    given, journal = _choices(options)
    try:
        return Dictionary.from_vocabulary(
            options.informat or "csv", options.sources, languages=options.languages,
            classes=options.classes, options=given, journal=journal, progress=progress,
        )
    except glossweave.InvalidArgument as error:
        raise Stop(str(error), USAGE) from error


def _write_table(options: argparse.Namespace) -> int:
    """Writes the table of a vocabulary for datasets."""
    if options.informat not in VOCABULARIES:
        known = ", ".join(VOCABULARIES)
        raise Stop(f"-o {options.output}: a table requires the files of a vocabulary: use --from with one of {known}", USAGE)
    if options.compare is not None:
        raise Stop("--compare requires the file of a dictionary as -o", USAGE)
    given, journal = _choices(options)
    try:
        with Progress(quiet=options.quiet) as progress:
            report = write_vocabulary_table(
                options.informat, options.sources, options.output, languages=options.languages,
                classes=options.classes, options=given, journal=journal, progress=progress,
            )
    except glossweave.InvalidArgument as error:
        raise Stop(str(error), USAGE) from error
    if options.report is not None:
        _write(options.report, report)
    if not options.quiet:
        print(f"glossweave: {options.output}: {report}", file=sys.stderr)
    return DONE


def _of_source(options: argparse.Namespace, progress: Progress) -> Dictionary:
    filters = (options.languages, options.classes, options.options, options.columns)
    if len(options.sources) > 1 or any(filters) or options.resume:
        known = ", ".join(VOCABULARIES)
        raise Stop(f"several sources, filters and --resume require a vocabulary: use --from with one of {known}", USAGE)
    source: Path | bytes
    if options.sources[0] == "-":
        source, said = sys.stdin.buffer.read(), None
    else:
        source = Path(options.sources[0])
        said = of_name(source.name)
    informat, case, never_alone, corpus = (
        options.informat, options.case, options.never_alone, options.corpus
    )
    if informat in ("csv", "tsv") or (informat is None and (said is None or not is_rdf(said))):
        names = Dictionary.from_csv(
            source, case=case, never_alone=never_alone, corpus=corpus, progress=progress
        )
    else:
        names = Dictionary.from_rdf(
            source, format=informat, base=options.base, case=case, never_alone=never_alone, corpus=corpus,
            progress=progress,
        )
    return tell_skipped(options.sources[0], names)


def _write(
    path: str,
    report: ImportReport | None,
    names: Dictionary | None = None,
    difference: DictionaryDifference | None = None,
) -> None:
    """Writes the report of a build as JSON."""
    said: dict[str, object] = {}
    if names is not None:
        said |= {
            "labels": len(names), "entries": names.entries, "revision": names.revision,
            "commonEntries": names.common_entries, "neverAloneEntries": names.never_alone_entries,
        }
    if report is not None:
        skipped = [{"reason": one.reason, "count": one.count, "places": one.places} for one in report.skipped]
        said |= {"entities": report.entities, "names": report.names, "skipped": skipped}
    if difference is not None:
        said |= {name: getattr(difference, name) for name in ("added", "removed", "changed")}
    Path(path).write_text(json.dumps(said, ensure_ascii=False) + "\n", "utf-8")
