"""Finds the labels of a vocabulary with Python's libraries, one contender in a process. Prints JSON
objects, one a line.

    python names.py WHO LABELS.csv TEXT.txt
"""

import json
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path

# spaCy takes a minute for what others do in one second.
SHORT = 1_000_000


def labels(path: Path) -> list[str]:
    with path.open(encoding="utf-8") as lines:
        next(lines)
        return [line.rstrip("\n").partition(",")[2].lower() for line in lines]


def by_pyahocorasick(names: list[str]) -> Callable[[str], int]:
    import ahocorasick

    automaton = ahocorasick.Automaton()
    for number, name in enumerate(names):
        automaton.add_word(name, number)
    automaton.make_automaton()
    return lambda text: sum(1 for _ in automaton.iter_long(text))


def by_ahocorasick_rs(names: list[str]) -> Callable[[str], int]:
    from ahocorasick_rs import AhoCorasick, MatchKind

    automaton = AhoCorasick(names, matchkind=MatchKind.LeftmostLongest)
    return lambda text: len(automaton.find_matches_as_indexes(text))


def by_spacy(names: list[str]) -> Callable[[str], int]:
    import spacy
    from spacy.matcher import PhraseMatcher

    nlp = spacy.blank("en")
    nlp.max_length = 20_000_000
    matcher = PhraseMatcher(nlp.vocab, attr="LOWER")
    matcher.add("names", nlp.tokenizer.pipe(names, batch_size=10_000))
    return lambda text: len(matcher(nlp.make_doc(text)))


def by_spacy_stems(names: list[str]) -> Callable[[str], int]:
    """The same, for inflected forms: the lemma of each word is its stem."""
    import spacy
    import Stemmer
    from spacy.matcher import PhraseMatcher
    from spacy.tokens import Doc

    nlp = spacy.blank("en")
    nlp.max_length = 20_000_000
    stemmer = Stemmer.Stemmer("english")

    def stemmed(doc: Doc) -> Doc:
        for token, stem in zip(doc, stemmer.stemWords([token.lower_ for token in doc]), strict=True):
            token.lemma_ = stem
        return doc

    matcher = PhraseMatcher(nlp.vocab, attr="LEMMA")
    matcher.add("names", map(stemmed, nlp.tokenizer.pipe(names, batch_size=10_000)))
    return lambda text: len(matcher(stemmed(nlp.make_doc(text))))


def main() -> None:
    who, names, text = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    work = {
        "pyahocorasick": by_pyahocorasick,
        "ahocorasick_rs": by_ahocorasick_rs,
        "spaCy PhraseMatcher": by_spacy,
        "spaCy PhraseMatcher, stems": by_spacy_stems,
    }[who]
    known = labels(names)
    source = text.read_text(encoding="utf-8").lower()
    if who.startswith("spaCy"):
        source = source[:SHORT]
    start = time.perf_counter()
    find = work(known)
    build = time.perf_counter() - start
    start = time.perf_counter()
    matches = find(source)
    scan = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    for name, value in (
        ("scan", len(source.encode()) / scan / 1e6),
        ("build", build),
        ("peak", peak / 1e6),
        ("matches", matches),
    ):
        row = {"page": names.stem, "work": f"vocabulary-{name}", "who": who, "rate": value}
        print(json.dumps(row))


if __name__ == "__main__":
    main()
