#!/usr/bin/env python3
"""Writes the tables of core/format-pdf/data/character-collections from Adobe's files `cid2code.txt`.

    scripts/character_collections.py FOLDER

FOLDER has cid2code_Adobe_Japan1.txt, ..._GB1.txt, ..._CNS1.txt and ..._Korea1.txt, as the source distribution of
pdfminer.six has them in cmaprsrc/ (`pip download --no-binary :all: --no-deps pdfminer.six==20260107`). A table has the
code point of each character of the collection in three bytes, the highest first, and 0 for none.
"""

import pathlib
import sys
import unicodedata

OUT = pathlib.Path(__file__).parent.parent / "core/format-pdf/data/character-collections"
# The columns with code points, the best first; the others are asked where these have none.
COLUMNS = {
    "Japan1": ["UniJIS-UTF32", "UniJIS2004-UTF32", "UniJISX0213-UTF32", "UniJIS-UCS2", "UniJIS-UCS2-HW"],
    "GB1": ["UniGB-UTF32", "UniGB-UCS2"],
    "CNS1": ["UniCNS-UTF32", "UniCNS-UCS2"],
    "Korea1": ["UniKS-UTF32", "UniKS-UCS2"],
}
# Columns with codes of an older encoding, in which a variant has the code of the usual character.
LEGACY = {
    "Japan1": ("cp932", ["90ms-RKSJ", "90pv-RKSJ", "83pv-RKSJ", "78ms-RKSJ", "78-RKSJ", "Ext-RKSJ", "Add-RKSJ", "RKSJ"]),
    "GB1": ("gb18030", ["GBK2K", "GBK-EUC", "GBKp-EUC", "GB-EUC"]),
    "CNS1": ("big5hkscs", ["HKscs-B5", "ETenms-B5", "B5pc", "B5"]),
    "Korea1": ("cp949", ["KSCms-UHC", "KSCms-UHC-HW", "KSC-EUC"]),
}


def rank(code: str) -> tuple[bool, bool, int]:
    """Plain characters come before compatible ones, and both before those of vertical writing."""
    point = int(code.rstrip("v"), 16)
    char = chr(point)
    return code.endswith("v"), unicodedata.normalize("NFKC", char) != char, point


def best(cells: list[str]) -> int:
    for cell in cells:
        codes = [code for code in cell.split(",") if code != "*"]
        if codes:
            point = int(min(codes, key=rank).rstrip("v"), 16)
            # The forms of vertical writing are the signs that they show.
            return ord(unicodedata.normalize("NFKC", chr(point))[0]) if 0xFE10 <= point < 0xFE50 else point
    return 0


def decoded(cells: list[str], encoding: str) -> int:
    for cell in cells:
        for code in cell.split(","):
            digits = code.rstrip("v")
            if digits == "*" or len(digits) % 2:
                continue
            text = bytes.fromhex(digits).decode(encoding, "replace")
            if len(text) == 1 and text != "\ufffd" and text.isprintable():
                return ord(text)
    return 0


def main() -> None:
    for name, columns in COLUMNS.items():
        text = (pathlib.Path(sys.argv[1]) / f"cid2code_Adobe_{name}.txt").read_text("latin-1")
        rows = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
        head, rows = rows[0], rows[1:]
        places = [head.index(column) for column in columns if column in head]
        assert [int(row[0]) for row in rows] == list(range(len(rows)))
        encoding, older = LEGACY[name]
        old = [head.index(column) for column in older if column in head]
        points = [
            best([row[place] for place in places]) or decoded([row[place] for place in old], encoding)
            for row in rows
        ]
        (OUT / f"{name.lower()}.bin").write_bytes(b"".join(point.to_bytes(3) for point in points))
        print(name, len(points), sum(1 for point in points if point))


main()
