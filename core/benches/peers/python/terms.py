"""Finds the terms of a term base in sentences whose terms are known: Glossweave, and spaCy's PhraseMatcher
over the lemmas of simplemma. Prints a JSON object for each language: precision, recall and F1 of both,
on all sentences (`all`) and on those that no rule was made on (`second`).

    python terms.py [FOLDER]
"""

import csv
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import glossweave
import simplemma
import spacy
from spacy.matcher import PhraseMatcher
from spacy.tokens import Doc
from spacy.util import filter_spans

FOLDER = Path(__file__).parents[4] / "tests/data/terms-inflected"
LANGUAGES = ("de", "nl", "fr")
HALVES = ("first", "second")

Occurrence = tuple[int, int, str]
"""The code points of an occurrence, and its concept."""
Finder = Callable[[str], set[Occurrence]]


def by_glossweave(terms: Path, language: str) -> Finder:
    base = glossweave.TermBase.from_csv(terms.read_bytes())
    find = glossweave.Engine(term_bases={"terms": base}).session().terms.find

    def found(text: str) -> set[Occurrence]:
        page = glossweave.decode(text, format="text", language=language)
        return {
            (one.start, one.end, (one.info_ref or "").removeprefix("urn:x-term:"))
            for one in find("terms", page)
        }

    return found


def by_spacy(terms: Path, language: str) -> Finder:
    nlp = spacy.blank(language)

    def lemmatized(text: str) -> Doc:
        doc = nlp.make_doc(text)
        for token in doc:
            token.lemma_ = simplemma.lemmatize(token.text, lang=language)
        return doc

    matcher = PhraseMatcher(nlp.vocab, attr="LEMMA")
    with terms.open(encoding="utf-8", newline="") as rows:
        for row in csv.DictReader(rows):
            if row["language"] == language:
                matcher.add(row["concept"], [lemmatized(row["term"])])

    def found(text: str) -> set[Occurrence]:
        spans = filter_spans(matcher(lemmatized(text), as_spans=True))
        return {(span.start_char, span.end_char, span.label_) for span in spans}

    return found


def sentences(path: Path) -> list[tuple[str, set[Occurrence]]]:
    """The texts of a file with their terms, of which the file has the bytes."""
    read = []
    for line in path.read_text(encoding="utf-8").splitlines():
        row: dict[str, Any] = json.loads(line)
        source = row["text"].encode()

        def at(byte: int, source: bytes = source) -> int:
            return len(source[:byte].decode())

        gold = {(at(one["start"]), at(one["end"]), one["gold"]) for one in row["mentions"]}
        read.append((row["text"], gold))
    return read


def scores(find: Finder, texts: list[tuple[str, set[Occurrence]]]) -> dict[str, float]:
    right = found = expected = 0
    for text, gold in texts:
        guess = find(text)
        right += len(guess & gold)
        found += len(guess)
        expected += len(gold)
    rates = {"precision": right / found, "recall": right / expected, "f1": 2 * right / (found + expected)}
    return {name: round(100 * rate, 2) for name, rate in rates.items()}


def measure(folder: Path, language: str) -> dict[str, Any]:
    halves = [sentences(folder / f"{language}-{half}.jsonl") for half in HALVES]
    whole = [one for half in halves for one in half]
    row: dict[str, Any] = {
        "language": language,
        "sentences": len(whole),
        "terms": sum(len(gold) for _, gold in whole),
    }
    for who, make in (("glossweave", by_glossweave), ("spacy-simplemma", by_spacy)):
        find = make(folder / "terms.csv", language)
        row[who] = {"all": scores(find, whole), "second": scores(find, halves[1])}
    return row


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    for language in LANGUAGES:
        print(json.dumps(measure(folder, language)))


if __name__ == "__main__":
    main()
