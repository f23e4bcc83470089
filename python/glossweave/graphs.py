"""Conversion of NIF to graphs of rdflib and pyoxigraph, and back.

>>> import glossweave
>>> from glossweave.graphs import from_rdflib, to_rdflib
>>> page = glossweave.decode("<p>To Cork", format="html")
>>> graph = to_rdflib(glossweave.to_nif(page))
>>> from_rdflib(graph).contexts[0].document.text
'To Cork'
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from glossweave import Nif, read_nif

if TYPE_CHECKING:
    import pyoxigraph
    import rdflib

__all__ = ["from_pyoxigraph", "from_rdflib", "to_pyoxigraph", "to_rdflib"]


def _triples(nif: Nif | bytes) -> bytes:
    """Returns the N-Triples of NIF, or of NIF in Turtle."""
    if not isinstance(nif, Nif):
        nif = read_nif(nif, format="turtle")
    return nif.write(format="n-triples")


def to_rdflib(nif: Nif | bytes) -> rdflib.Graph:
    """Converts NIF, or the Turtle that `to_nif` wrote, to a graph of rdflib."""
    import rdflib

    graph = rdflib.Graph()
    graph.parse(data=_triples(nif), format="nt")
    return graph


def from_rdflib(graph: rdflib.Graph) -> Nif:
    """Reads NIF from a graph of rdflib."""
    return read_nif(graph.serialize(format="nt", encoding="utf-8"), format="n-triples")


def to_pyoxigraph(nif: Nif | bytes) -> pyoxigraph.Store:
    """Converts NIF, or the Turtle that `to_nif` wrote, to a store of pyoxigraph."""
    import pyoxigraph

    store = pyoxigraph.Store()
    store.bulk_load(_triples(nif), pyoxigraph.RdfFormat.N_TRIPLES)
    return store


def from_pyoxigraph(graph: Iterable[pyoxigraph.Quad | pyoxigraph.Triple]) -> Nif:
    """Reads NIF from a store of pyoxigraph, or from quads or triples. The names of graphs are ignored."""
    import pyoxigraph

    triples = (
        one.triple if isinstance(one, pyoxigraph.Quad) else one for one in graph
    )
    data = pyoxigraph.serialize(triples, format=pyoxigraph.RdfFormat.N_TRIPLES)
    return read_nif(data or b"", format="n-triples")
