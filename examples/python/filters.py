"""Stores a query under a name, and makes a table of the names in a page with it."""

from pathlib import Path

import glossweave

QUERY = """
PREFIX nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#>
PREFIX itsrdf: <http://www.w3.org/2005/11/its/rdf#>
SELECT ?begin ?text ?entity {
  ?word nif:beginIndex ?begin ; nif:anchorOf ?text ; itsrdf:taIdentRef ?entity
} ORDER BY ?begin
"""

data = Path(__file__).parent.parent / "data"
names = glossweave.Dictionary.from_csv(data / "places.csv")

# With a folder as the setting `store`, filters are there again the next time.
with glossweave.Engine({"places": names}) as engine:
    session = engine.local_session()
    session.filters.create("entities", QUERY, visibility="private", description="what is named where")

    page = glossweave.decode(data / "dublin.html")
    nif = glossweave.to_nif(page, names.recognize(page))
    table = session.filters.apply("entities", nif, format="turtle")
    print(table.decode(), end="")

    # The same in one call, for who has only the page.
    reply = session.entities.enrich("places", data / "dublin.html", filter="entities")
    print(reply.bytes == table)
