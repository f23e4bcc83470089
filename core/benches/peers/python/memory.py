"""Looks texts up among others with rapidfuzz, by Levenshtein's distance. Prints one JSON object.

    python memory.py TEXTS.txt QUERIES.txt
"""

import json
import statistics
import sys
import time
from pathlib import Path

from rapidfuzz import process
from rapidfuzz.distance import Levenshtein


def main() -> None:
    texts, queries = (Path(name).read_text(encoding="utf-8").splitlines() for name in sys.argv[1:])
    taken = []
    for query in queries:
        start = time.perf_counter()
        process.extractOne(query, texts, scorer=Levenshtein.distance)
        taken.append(time.perf_counter() - start)
    page = f"memory of {len(texts)} segments"
    fact = "5 % changed, by rapidfuzz, microseconds at p50"
    print(json.dumps({"page": page, "fact": fact, "value": statistics.median(taken) * 1e6}))


if __name__ == "__main__":
    main()
