"""Applies a filter to NIF with Python's libraries of RDF: from Turtle to CSV. Prints one JSON object a
line, one round over each file; the query is filter.rq beside it."""

import sys
from pathlib import Path

import pyoxigraph
import rdflib
from timing import tell


def by_pyoxigraph(source: bytes, query: str) -> bytes:
    store = pyoxigraph.Store()
    store.bulk_load(source, format=pyoxigraph.RdfFormat.TURTLE)
    results = store.query(query)
    assert isinstance(results, pyoxigraph.QuerySolutions)
    table = results.serialize(format=pyoxigraph.QueryResultsFormat.CSV)
    assert table is not None
    return table


def by_rdflib(source: bytes, query: str) -> bytes:
    graph = rdflib.Graph().parse(data=source, format="turtle")
    table = graph.query(query).serialize(format="csv")
    assert table is not None
    return table


def main() -> None:
    for name in sys.argv[1:]:
        path = Path(name)
        source = path.read_bytes()
        query = (path.parent / "filter.rq").read_text()
        assert by_pyoxigraph(source, query).count(b"\n") > 10
        for who, table in (("pyoxigraph", by_pyoxigraph), ("rdflib", by_rdflib)):
            tell(path.stem, "filter", who, len(source), lambda table=table: table(source, query))


if __name__ == "__main__":
    main()
