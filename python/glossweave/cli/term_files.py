"""Term files: term bases in all formats, and lists with the columns `source`, `target` and `status`."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import glossweave
from glossweave.cli.exit import USAGE, Stop
from glossweave.cli.formats import is_rdf, of_name

__all__ = ["TermFile", "lacking", "languages_of", "read_terms", "term_base"]

DELIMITERS = ",\t;|"
"""The delimiters of tables, the same as in the engine."""

FORBIDDEN = "forbidden"
"""The status of a forbidden term."""


@dataclass(frozen=True)
class TermFile:
    """The terms of a file: a term base, or the text of a list, which does not specify languages."""

    path: Path
    base: glossweave.TermBase | None
    text: str = ""

    def term_base(self, source: str | None, target: str | None) -> glossweave.TermBase:
        """Returns the term base. For a list, the two languages are required."""
        if self.base is not None:
            return self.base
        if source is None or target is None:
            message = f"{self.path}: a table with the columns `source` and `target` requires --source-lang and --target-lang"
            raise Stop(message, USAGE)
        rows = [("concept", "term", "language", "status")]
        for text, translation, status in _rows(self.text):
            is_forbidden = status.lower() == FORBIDDEN
            if translation and (text or is_forbidden):
                rows.append((text or translation, translation, target, "deprecated" if is_forbidden else ""))
            if translation and text:
                rows.append((text, text, source, ""))
        return glossweave.TermBase.from_csv(_table(rows))


def read_terms(path: Path) -> TermFile:
    """Reads a file by its extension: CSV, TSV, TBX, RDF, or a saved term base."""
    ending = path.suffix.lower()
    if ending in (".csv", ".tsv"):
        if not _is_list(path.read_text("utf-8-sig", "replace")):
            return TermFile(path, glossweave.TermBase.from_csv(path))
        try:
            return TermFile(path, None, path.read_text("utf-8-sig"))
        except UnicodeDecodeError as error:
            raise Stop(f"{path}: not UTF-8 at byte {error.start}") from error
    if ending in (".tbx", ".xml"):
        return TermFile(path, glossweave.TermBase.from_tbx(path))
    document_format = of_name(path.name)
    if document_format is not None and is_rdf(document_format):
        return TermFile(path, glossweave.TermBase.from_rdf(path))
    return TermFile(path, glossweave.TermBase.open(path))


def term_base(path: Path, source: str | None = None, target: str | None = None) -> glossweave.TermBase:
    """Reads the term base of a file."""
    return read_terms(path).term_base(source, target)


def languages_of(engine: glossweave.Engine, name: str) -> list[str] | None:
    """Returns the languages of a term base of an engine. Returns `None` if they are unknown."""
    for finder in engine.session().engines().term_finders:
        if finder.name == name and finder.languages is not None:
            return [pair[0] for pair in finder.languages]
    return None


def lacking(name: str, known: list[str] | None, wanted: list[str | None]) -> list[str]:
    """Returns a warning for each wanted language without terms."""
    if known is None:
        return []
    primaries = {_primary(language) for language in known}
    found = ", ".join(f"`{language}`" for language in known) or "no language"
    return [
        f"{name}: no terms in `{language}`, found terms in {found}"
        for language in wanted if language is not None and _primary(language) not in primaries
    ]


def _primary(language: str) -> str:
    return language.replace("_", "-").partition("-")[0].lower()


def _is_list(text: str) -> bool:
    header = _header(_records(text))
    return "target" in header and not {"term", "label"} & set(header)


def _header(records: Iterator[list[str]]) -> list[str]:
    return [name.strip().lower() for name in next(records, [])]


def _records(text: str) -> Iterator[list[str]]:
    """Returns the rows of a table, starting with the header."""
    first, _, rest = text.partition("\n")
    if first.lower().startswith("sep=") and len(first.strip()) == 5:
        delimiter, text = first[4], rest
    else:
        delimiter = max(DELIMITERS, key=first.count)
    return csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)


def _rows(text: str) -> list[tuple[str, str, str]]:
    """Returns the terms of a list, with their translations and statuses."""
    records = _records(text)
    header = _header(records)
    rows = []
    for record in records:
        fields = dict(zip(header, map(str.strip, record), strict=False))
        rows.append((fields.get("source", ""), fields.get("target", ""), fields.get("status", "")))
    return rows


def _table(rows: Iterable[Sequence[str]]) -> str:
    file = io.StringIO(newline="")
    csv.writer(file).writerows(rows)
    return file.getvalue()
