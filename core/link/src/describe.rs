//! The query for the triples about one resource.

/// The maximum number of triples in an answer.
pub const MOST: usize = 10_000;

/// The query. It constructs one triple for each row, and its limit is one row above [`MOST`], so
/// that an answer that exceeds `MOST` is detected.
pub const QUERY: &str = "\
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
PREFIX foaf: <http://xmlns.com/foaf/0.1/>
PREFIX schema: <http://schema.org/>
CONSTRUCT { <@@@entity_uri@@@> ?property ?value . ?other ?name ?label }
WHERE {
  { <@@@entity_uri@@@> ?property ?value }
  UNION
  {
    VALUES ?name { rdfs:label skos:prefLabel foaf:name schema:name }
    <@@@entity_uri@@@> ?way ?other .
    ?other ?name ?label
  }
}
LIMIT 10001";
