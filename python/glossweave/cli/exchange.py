"""Commands that write documents as XLIFF, merge the translations, and check translations."""

from __future__ import annotations

import argparse
import threading
from pathlib import Path

import glossweave
from glossweave.cli import batch, check
from glossweave.cli.batch import Made
from glossweave.cli.commands import how, page_of, warned
from glossweave.cli.exit import USAGE, Stop
from glossweave.cli.files import STANDARD, Item
from glossweave.cli.formats import named, of_name
from glossweave.cli.table_options import chosen
from glossweave.cli.term_files import lacking, languages_of, read_terms

__all__ = ["check_translations", "extract", "merge"]

XLIFF = "xliff"

ENCODE = ("verify", "set-lang", "target-state", "max-output-bytes")
"""The options for writing documents with merged translations."""


def extract(options: argparse.Namespace) -> int:
    """Writes the texts of documents as XLIFF."""
    keywords, target = chosen(options, "XliffOptions"), options.target_lang

    def nothing() -> object:
        page = glossweave.decode(b"", format="text")
        return glossweave.to_xliff(page, target, **{"source_lang": "en", **keywords})

    check.values(options, nothing)

    def work(item: Item) -> Made:
        page = page_of(options, item, target_language=target)
        name = None if item.name == STANDARD else item.name
        data = glossweave.to_xliff(page, target, original=name, **keywords)
        facts: dict[str, object] = {"units": len(page.units)}
        notes = warned(page)
        own = named(page.format)
        if own is not None and "translate" not in own.abilities:
            notes.append(f"translations cannot be written into {page.format}")
        return Made(data, extension=_extension(), facts=facts, notes=notes)

    return batch.run(options, work, how(options))


def merge(options: argparse.Namespace) -> int:
    """Writes the translations in XLIFF files into the original documents."""
    check.values(options)
    root = None if options.original is None else Path(options.original)
    if root is None and (options.informat or options.charset):
        raise Stop("--from and --charset require --original, because they apply to the original document", USAGE)
    if root is not None and root.is_dir() and options.source == STANDARD:
        raise Stop("--original: expected a file, because the source is standard input, found a folder", USAGE)

    def work(item: Item) -> Made:
        xliff = item.source()
        name = _without_extension(item.name)
        if root is not None:
            path = root / name if root.is_dir() else root
            page = page_of(options, Item(path.name, path))
        else:
            found = glossweave.embedded_document(xliff, **chosen(options, "DecodeOptions"))
            if found is None:
                message = "the file does not contain the document: use --original"
                raise glossweave.InvalidArgument(message, parameter="original")
            page = found
        translations = glossweave.merge_xliff(page, xliff)
        made = glossweave.encode(
            page, translations, translations=True, **chosen(options, "EncodeOptions", only=ENCODE)
        )
        facts: dict[str, object] = {"format": page.format, "units": len(page.units)}
        facts["translated"] = len(translations)
        units = {unit.start: unit.id for unit in page.units}
        complaints = [
            f"unit {units[one.start]}: {placement.rule}"
            for one, placement in zip(translations, made.placements, strict=True)
            if not placement
        ]
        return Made(made.bytes, facts=facts, complaints=complaints, name=name)

    return batch.run(options, work, how(options))


def check_translations(options: argparse.Namespace) -> int:
    """Reports the issues of the translations in documents."""
    keywords = chosen(options, "CheckOptions")
    terms = None if options.terms is None else read_terms(Path(options.terms))
    if terms is not None and terms.base is None:
        keywords["terms"] = terms.text

    def nothing() -> object:
        page = glossweave.decode('msgid "a"\nmsgstr "b"\n', format="po")
        return glossweave.check_translations(page, **keywords)

    check.values(options, nothing)
    rules = None if terms is None or terms.base is None else _Rules(options, terms.base)

    def work(item: Item) -> Made:
        page = page_of(options, item, target_language=options.target_lang)
        table, warnings = (None, []) if rules is None else rules.of(page)
        more = keywords if table is None else {**keywords, "terms": table}
        issues = glossweave.check_translations(page, **more)
        names = {unit.id: unit.name for unit in page.units}
        findings: list[dict[str, object]] = [
            {
                "type": issue.type, "severity": issue.severity, "message": issue.comment,
                "unit": names[issue.unit] or str(issue.unit), "line": issue.line, "column": issue.column,
            }
            for issue in issues
        ]
        complaints = [_complaint(issue, names[issue.unit]) for issue in issues]
        facts: dict[str, object] = {"findings": findings, "units": len(page.units)}
        if warnings:
            facts["warnings"] = warnings
        return Made(None, facts=facts, complaints=complaints, notes=warnings)

    return batch.run(options, work, how(options))


class _Rules:
    """The rules of a term base for the languages of documents."""

    def __init__(self, options: argparse.Namespace, base: glossweave.TermBase) -> None:
        self._options = options
        self._base = base
        self._languages = languages_of(glossweave.Engine(term_bases={"terms": base}), "terms") or []
        self._tables: dict[tuple[str, str], str] = {}
        self._lock = threading.Lock()

    def of(self, page: glossweave.Document) -> tuple[str, list[str]]:
        """Returns the table for a document, and warnings."""
        stated = None if page.target is None else page.target.language
        target: str | None = self._options.target_lang or stated
        if target is None:
            message = "the language of the translations is unknown, and --terms has several languages: use --target-lang"
            raise glossweave.InvalidArgument(message, parameter="target-lang")
        source: str | None = self._options.source_lang or page.language or self._other(target)
        if source is None:
            message = "the language of the texts is unknown, and --terms has several languages: use --source-lang"
            raise glossweave.InvalidArgument(message, parameter="source-lang")
        warnings = lacking(self._options.terms, self._languages, [source, target])
        with self._lock:
            if (source, target) not in self._tables:
                self._tables[source, target] = self._base.term_list(source, target)
        return self._tables[source, target], warnings

    def _other(self, target: str) -> str | None:
        """Returns the language of the texts, if the term base contains only one other language."""
        others = [language for language in self._languages if lacking("", [target], [language])]
        return others[0] if len(others) == 1 else None


def _complaint(issue: glossweave.QualityIssue, name: str | None) -> str:
    place = "" if issue.line is None else f" at line {issue.line} column {issue.column}"
    unit = issue.unit if name is None else name
    return f"{issue.type} ({issue.severity}), unit {unit}: {issue.comment}{place}"


def _extension() -> str:
    row = named(XLIFF)
    assert row is not None, "the table of formats has XLIFF"
    return row.extensions[0]


def _without_extension(name: str) -> str:
    """Removes the extension of an XLIFF file, which gives the name of the original document."""
    own = of_name(name)
    return name.rpartition(".")[0] if own is not None and own.name == XLIFF else name
