"""Writes the words of core/dictionary/src/common_words/en.txt: those that are frequent, and in lower case in
most of their places where the sentence asks for no capital.

    python common_words.py VECTORS.txt CORPORA > core/dictionary/src/common_words/en.txt

VECTORS.txt has the most frequent word first (`word_vectors.py` writes it, of GloVe 6B, which is in the public domain).
CORPORA is the folder of the corpora that `make models` learns from. Only the words themselves are kept.
"""

import sys
from collections import Counter
from pathlib import Path

# The words, the most frequent first, that are looked at.
FREQUENT = 10_000
# The places in lower case that make a word.
PLACES = 2
# The corpora that have little more than edited text: in short messages names are often in lower case.
EDITED = ("gum", "wikigold")
# What comes before a capital that says nothing.
STARTS = frozenset(".!?:\"“”'‘’-–—(@#")


def counts(corpora: Path) -> tuple[Counter[str], Counter[str]]:
    lower: Counter[str] = Counter()
    capital: Counter[str] = Counter()
    for file in sorted(corpora.glob("*.conll")):
        for sentence in file.read_text(encoding="utf-8").split("\n\n"):
            previous = "."
            for line in sentence.splitlines():
                word, tag = ([*line.split("\t"), "O"])[:2]
                if word.isascii() and word.isalpha() and len(word) > 1:
                    if word.islower():
                        lower[word] += tag == "O" or file.stem.startswith(EDITED)
                    elif word.istitle() and previous not in STARTS:
                        capital[word.lower()] += 1
                previous = word
    return lower, capital


def main() -> None:
    vectors, corpora = map(Path, sys.argv[1:])
    with vectors.open(encoding="utf-8") as lines:
        frequent = {line.split(" ", 1)[0] for line, _ in zip(lines, range(FREQUENT), strict=False)}
    lower, capital = counts(corpora)
    words = (word for word, count in lower.items() if count >= PLACES and count >= capital[word])
    print("\n".join(sorted(frequent.intersection(words))))


if __name__ == "__main__":
    main()
