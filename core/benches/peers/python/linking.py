"""Chooses the entities of ambiguous names whose meaning is known: by the prior alone, by Glossweave with the text,
and with a sentence encoder if its folder is given. Prints a JSON object for each graph and half of the mentions.

    python linking.py [ENCODER]
"""

import json
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import glossweave
import pyoxigraph

FOLDER = Path(__file__).parents[4] / "tests/data/ambiguous"
HALVES = ("first", "second")
GRAPHS = {"descriptions": ["graph.ttl"], "abstracts": ["graph.ttl", "abstracts.ttl"]}
LABELS = {
    "http://www.w3.org/2000/01/rdf-schema#label",
    "http://www.w3.org/2004/02/skos/core#prefLabel",
    "http://www.w3.org/2004/02/skos/core#altLabel",
}
TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
WEIGHT = "http://example.org/property/weight"

Span = tuple[int, int]
Linker = Callable[[str], dict[Span, tuple[str, float]]]
"""The entity of each name of a text, with its confidence."""


def texts(half: str) -> Iterator[tuple[str, dict[Span, str]]]:
    """The texts of a half with the entities of their names, of which the file has the bytes."""
    for line in (FOLDER / f"{half}.jsonl").read_text(encoding="utf-8").splitlines():
        row: dict[str, Any] = json.loads(line)
        source = row["text"].encode()

        def at(byte: int, source: bytes = source) -> int:
            return len(source[:byte].decode())

        yield row["text"], {(at(one["start"]), at(one["end"])): one["gold"] for one in row["mentions"]}


def entries(turtle: bytes) -> list[dict[str, Any]]:
    """The names of a graph with the weights and classes of their entities."""
    labels: list[tuple[str, str, str | None]] = []
    weights: dict[str, float] = {}
    classes: dict[str, list[str]] = defaultdict(list)
    for triple in pyoxigraph.parse(turtle, format=pyoxigraph.RdfFormat.TURTLE):
        subject, predicate, value = triple.subject.value, triple.predicate.value, triple.object
        if predicate == WEIGHT:
            weights[subject] = float(value.value)
        elif predicate == TYPE:
            classes[subject].append(value.value)
        elif predicate in LABELS:
            labels.append((subject, value.value, value.language))
    return [
        {"uri": uri, "label": label, "language": language, "type": classes[uri], "weight": weights.get(uri, 1.0)}
        for uri, label, language in labels
    ]


def by_prior(turtle: bytes) -> Linker:
    names = glossweave.Dictionary(
        [
            glossweave.Entry(one["uri"], one["label"], language=one["language"], weight=one["weight"])
            for one in entries(turtle)
        ],
        case="term",
    )

    def link(text: str) -> dict[Span, tuple[str, float]]:
        return {(one.start, one.end): (one.idents[0], one.confidence or 0.0) for one in names.recognize(text)}

    return link


def by_glossweave(turtle: bytes, encoder: Path | None = None) -> Linker:
    engine = glossweave.Engine(settings={"models": {"sentence_encoder": encoder}})
    session = engine.local_session()
    session.datasets.create("names", turtle, informat="turtle")
    # RDF has no weights.
    lines = "\n".join(map(json.dumps, entries(turtle)))
    session.datasets.update("names", lines, informat="json-lines")

    def link(text: str) -> dict[Span, tuple[str, float]]:
        page = glossweave.decode(text, format="text")
        found = session.entities.recognize("dictionary", page, dataset="names", mentions="all")
        return {(one.start, one.end): (one.idents[0], one.confidence or 0.0) for one in found}

    return link


def results(link: Linker, half: str) -> list[tuple[float, bool]]:
    """The confidence of each mention, and whether its entity is the right one."""
    all_of_them = []
    for text, gold in texts(half):
        found = link(text)
        for span, entity in gold.items():
            chosen, confidence = found.get(span, ("", 0.0))
            all_of_them.append((confidence, chosen == entity))
    return all_of_them


def linkers(graph: str, encoder: Path | None) -> dict[str, Linker]:
    turtle = b"\n".join((FOLDER / name).read_bytes() for name in GRAPHS[graph])
    who = {"prior": by_prior(turtle), "glossweave": by_glossweave(turtle)}
    if encoder:
        who["glossweave, encoder"] = by_glossweave(turtle, encoder)
    return who


def main() -> None:
    encoder = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    for graph in GRAPHS:
        for who, link in linkers(graph, encoder).items():
            for half in HALVES:
                right = [one for _, one in results(link, half)]
                accuracy = round(100 * sum(right) / len(right), 1)
                print(json.dumps({"graph": graph, "who": who, "half": half, "mentions": len(right),
                                  "accuracy": accuracy}))


if __name__ == "__main__":
    main()
