"""Measures what Glossweave takes: the sizes of what is given away, memory beyond a document, and the time
until it works. Prints JSON objects, one a line.

    python footprint.py PEERS INSTALLED WHEEL DOCUMENT...
"""

import json
import statistics
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

TURNS = 10

# The most memory of a process while lxml reads a file, beyond what it had before.
LXML = """
import resource, sys
from lxml import etree, html
source = open(sys.argv[1], "rb").read()
held = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6
before = held()
tree = html.document_fromstring(source) if sys.argv[1].endswith("html") else etree.fromstring(source)
print(held() - before)
"""


def tell(page: str, fact: str, value: float) -> None:
    print(json.dumps({"page": page, "fact": fact, "value": value}))


def taken(work: Callable[[], object]) -> float:
    """The median of some turns, in milliseconds."""
    times = []
    for _ in range(TURNS):
        start = time.perf_counter()
        work()
        times.append((time.perf_counter() - start) * 1e3)
    return statistics.median(times)


def answers(server: Path) -> None:
    command = [server, "--server.listen", "127.0.0.1:0", "--server.log", "warn"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        address = child.stdout.readline().strip().rstrip("/")
        urllib.request.urlopen(f"{address}/health").read()
        child.kill()


def main() -> None:
    peers, installed, wheel = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    server = installed / "glossweave-http"
    library = next((installed / "lib").glob("libglossweave.so.*.*"))
    sizes = {
        "shared library": library, "static library": installed / "lib/libglossweave.a",
        "wheel": wheel, "server": server,
    }
    for name, path in sizes.items():
        tell("sizes, MB", f"{name}, stripped", path.stat().st_size / 1e6)

    run = lambda *words: subprocess.run(words, check=True, capture_output=True)  # noqa: E731
    tell("start, ms", "server until it answers", taken(lambda: answers(server)))
    bare = taken(lambda: run(sys.executable, "-c", ""))
    for name in ("glossweave", "lxml.html", "spacy"):
        whole = taken(lambda name=name: run(sys.executable, "-c", f"import {name}"))
        tell("start, ms", f"import {name} in Python", whole - bare)

    for document in map(Path, sys.argv[4:]):
        page = f"peak memory of reading {document.name} beyond the source, MB"
        tell(page, "glossweave", float(run(peers, "peak", document).stdout))
        if document.suffix != ".odt":
            tell(page, "lxml", float(run(sys.executable, "-c", LXML, document).stdout))


if __name__ == "__main__":
    main()
