"""Writes a vocabulary of a given size and a text in which its names stand, always the same.

    python generate_labels.py 1000000 labels.csv text.txt

The labels are one to four made-up words; one word in five is a common one of the text, so that many
places look like the beginning of a name. The text has 10 MB and a name in about every twelfth word.
"""

import argparse
import random
from pathlib import Path

SYLLABLES = (
    "ba cor da el fin gra han is jo kel lu mar ne or pa qui ran sol ta ul vi wen xa yor zi bré che "
    "dün est flo gwy hol ing ka lein mo nor pri ster tho"
).split()
WORDS = 200_000
COMMON = 30_000
TEXT = 10_000_000


def words(count: int) -> list[str]:
    source = random.Random(1)
    return ["".join(source.choices(SYLLABLES, k=source.randint(2, 4))) for _ in range(count)]


def skewed(source: random.Random, bound: int) -> int:
    """Small numbers much more often than great ones, about as words are spread in a language."""
    return min(int(bound ** source.random()), bound) - 1


def label(source: random.Random, known: list[str]) -> str:
    parts = []
    for _ in range(source.randint(1, 4)):
        common = source.random() < 0.2
        place = skewed(source, COMMON) if common else source.randrange(COMMON, WORDS)
        parts.append(known[place].capitalize())
    return " ".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int)
    parser.add_argument("labels", type=Path)
    parser.add_argument("text", type=Path)
    given = parser.parse_args()
    known = words(WORDS)
    common = set(known[:COMMON])
    source = random.Random(2)
    seen: set[str] = set()
    some: list[str] = []
    with given.labels.open("w", encoding="utf-8", newline="\n") as out:
        out.write("uri,label\n")
        while len(seen) < given.count:
            made = label(source, known)
            if made in seen or made.lower() in common:
                continue
            if len(seen) % (given.count // 100_000 or 1) == 0:
                some.append(made)
            out.write(f"http://example.org/entity/{len(seen)},{made}\n")
            seen.add(made)
    source = random.Random(3)
    size = 0
    with given.text.open("w", encoding="utf-8", newline="\n") as out:
        while size < TEXT:
            choice = source.randrange(12)
            if choice == 0:
                part = source.choice(some)
            elif choice == 1:
                part = known[source.randrange(COMMON, WORDS)]
            else:
                part = known[skewed(source, COMMON)]
            part += source.choices((". ", ", ", "\n", " "), (1, 1, 1, 17))[0]
            size += len(part.encode())
            out.write(part)


if __name__ == "__main__":
    main()
