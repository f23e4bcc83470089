"""Commands that write documents as XLIFF, take the translations back, and check translations."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import glossweave
from glossweave.cli import batch, check
from glossweave.cli.batch import Made
from glossweave.cli.commands import MARKUP, given, how, page_of, warned
from glossweave.cli.exit import USAGE, Stop
from glossweave.cli.files import STANDARD, Item
from glossweave.cli.formats import named, of_name

__all__ = ["check_translations", "extract", "merge"]

XLIFF = "xliff"


def extract(options: argparse.Namespace) -> int:
    """Writes the texts of documents as XLIFF."""
    keywords = {"version": options.xliff_version, "embed": not options.no_embed}
    target, source = options.target_lang, options.source_lang

    def nothing() -> object:
        page = glossweave.decode(b"", format="text")
        return glossweave.to_xliff(page, target, source=source or "en", **keywords)

    check.values(options, nothing)

    def work(item: Item) -> Made:
        page = page_of(options, item, target_language=target)
        name = None if item.name == STANDARD else item.name
        data = glossweave.to_xliff(page, target, source=source, original=name, **keywords)
        facts: dict[str, object] = {"units": len(page.units)}
        notes = warned(page)
        own = named(page.format)
        if own is not None and "translate" not in own.abilities:
            notes.append(f"translations cannot be written into {page.format}")
        return Made(data, extension=_extension(), facts=facts, notes=notes)

    return batch.run(options, work, how(options))


def merge(options: argparse.Namespace) -> int:
    """Writes the translations of files in XLIFF into the documents that they were made from."""
    check.values(options)
    root = None if options.original is None else Path(options.original)
    if root is None and (options.informat or options.charset):
        raise Stop("--from, --charset: only the document of --original has them", USAGE)
    if root is not None and root.is_dir() and options.source == STANDARD:
        raise Stop("--original: expected a file for standard input, found a folder", USAGE)

    def work(item: Item) -> Made:
        xliff = item.source()
        name = _without_extension(item.name)
        if root is not None:
            path = root / name if root.is_dir() else root
            page = page_of(options, Item(path.name, path))
        else:
            found = glossweave.embedded_document(
                xliff, **given(options, "language", *MARKUP)
            )
            if found is None:
                message = "the document is not in the file: give it with --original"
                raise glossweave.InvalidArgument(message, parameter="original")
            page = found
        translations = glossweave.merge_xliff(page, xliff)
        made = glossweave.encode(
            page, translations, translations=True, set_lang=options.set_lang,
            verify=not options.no_verify,
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
    keywords: dict[str, Any] = {
        "source": options.source_lang, "target": options.target_lang,
        "leave_out": options.leave_out, "min_severity": options.min_severity,
    }
    if options.terms is not None:
        keywords["terms"] = Path(options.terms).read_text("utf-8")

    def nothing() -> object:
        page = glossweave.decode('msgid "a"\nmsgstr "b"\n', format="po")
        return glossweave.check_translations(page, **keywords)

    check.values(options, nothing)

    def work(item: Item) -> Made:
        page = page_of(options, item, target_language=options.target_lang)
        issues = glossweave.check_translations(page, **keywords)
        names = {unit.id: unit.name for unit in page.units}
        findings: list[dict[str, object]] = [
            {
                "type": one.type, "severity": one.severity, "message": one.comment,
                "unit": names[one.unit] or str(one.unit), "line": one.line, "column": one.column,
            }
            for one in issues
        ]
        complaints = [_complaint(one, names[one.unit]) for one in issues]
        facts: dict[str, object] = {"findings": findings, "units": len(page.units)}
        return Made(None, facts=facts, complaints=complaints)

    return batch.run(options, work, how(options))


def _complaint(issue: glossweave.QualityIssue, name: str | None) -> str:
    place = "" if issue.line is None else f" at line {issue.line} column {issue.column}"
    unit = issue.unit if name is None else name
    return f"{issue.type} ({issue.severity}), unit {unit}: {issue.comment}{place}"


def _extension() -> str:
    row = named(XLIFF)
    assert row is not None, "the table of formats has XLIFF"
    return row.extensions[0]


def _without_extension(name: str) -> str:
    """The name of the document that a file was made from, where it is that of the file without its extension."""
    own = of_name(name)
    return name.rpartition(".")[0] if own is not None and own.name == XLIFF else name
