//! CONSTRUCT queries.

#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};
use std::fmt;

use spareval::QueryResults;
use spargebra::SparqlParser;

use super::shape::Shape;
use super::union::Union;
use super::{
    Limits, Prepared, check, malformed, parse, refused, too_long, tried, unexpected,
};
use crate::error::Result;
use crate::rdf::{Graph, NamedOrBlankNode, Term, Triple, Triples, size};

/// A CONSTRUCT query, parsed and checked, ready to be evaluated any number of times by any thread.
///
/// ```
/// use glossweave::Format;
/// use glossweave::rdf::{Construct, Dataset, Limits};
/// let query = Construct::parse("PREFIX : <http://a.example/>
///     CONSTRUCT { ?child :parent ?parent } WHERE { ?parent :child ?child }")?;
/// let dataset = Dataset::read(b"<http://a.example/A> <http://a.example/child> <http://a.example/B> .",
///     Format::Turtle, None)?;
/// let graph = query.run(&[&dataset], &Limits::default())?;
/// assert_eq!(graph.iter().next().unwrap().to_string(),
///     "<http://a.example/B> <http://a.example/parent> <http://a.example/A>");
/// # Ok::<(), glossweave::Error>(())
/// ```
pub struct Construct {
    prepared: Prepared,
    shape: String,
}

impl Construct {
    /// Reads a query.
    ///
    /// Kinds: Malformed with the place for what is not SPARQL; Invalid for queries that are not
    /// CONSTRUCT, for SERVICE, and for functions that are not known; TooLarge as
    /// [`Query::parse`](super::Query::parse) says.
    ///
    /// ```
    /// use glossweave::Kind;
    /// use glossweave::rdf::Construct;
    /// let error = Construct::parse("CONSTRUCT { ?s ?p ?o }\nWHERE { ?s ?p }").unwrap_err();
    /// assert_eq!((error.kind(), error.location().unwrap().line()), (Kind::Malformed, 2));
    /// assert_eq!(Construct::parse("SELECT * { }").unwrap_err().kind(), Kind::Invalid);
    /// ```
    pub fn parse(query: &str) -> Result<Construct> {
        parse(query, read)
    }

    /// The query as it was read.
    pub fn text(&self) -> &str {
        &self.prepared.text
    }

    /// What the query asks for, whatever its IRIs and literals are: its algebra as an S-expression in
    /// which every IRI is `<>`, every text `""` and every number of a LIMIT 0. Queries that differ in
    /// values only have the same.
    ///
    /// ```
    /// use glossweave::rdf::Construct;
    /// let of = |value| Construct::parse(&format!("CONSTRUCT WHERE {{ ?s ?p {value} }}"));
    /// assert_eq!(of("'a'")?.shape(), of("'} b \\' {'")?.shape());
    /// assert_ne!(of("'a'")?.shape(), of("'a' . ?s ?p ?q")?.shape());
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn shape(&self) -> &str {
        &self.shape
    }

    /// Makes the graph that the query describes out of those handed in, which it sees as one: their
    /// merge, in which the blank nodes of each stay apart.
    ///
    /// Every solution has blank nodes of its own for those of the template (SPARQL 1.1, clause 16.2);
    /// triples that are none, such as those with an unbound variable, are left out. `FROM` and
    /// `FROM NAMED` do not count, and nothing is fetched. Every triple is in the result once.
    ///
    /// Kinds: Deadline where it takes longer than the limit, TooLarge where it needs more memory or
    /// makes more than the limits allow, Storage where triples are damaged. None leaves anything
    /// running or held.
    pub fn run(&self, graphs: &[&dyn Triples], limits: &Limits) -> Result<Graph> {
        match graphs {
            [one] => self.run_on(*one, limits),
            several => self.run_on(&Union::new(several)?, limits),
        }
    }

    fn run_on(&self, triples: &dyn Triples, limits: &Limits) -> Result<Graph> {
        let mut graph = Graph::new();
        let mut room = limits.result;
        self.prepared.evaluate(triples, limits, |results| {
            let QueryResults::Graph(triples) = results else { return Ok(()) };
            // The evaluator gives the others once.
            let mut known = HashSet::new();
            for triple in triples {
                let triple = triple.map_err(|error| refused(&error))?;
                if has_node(&triple) && !known.insert(triple.clone()) {
                    continue;
                }
                room = room.checked_sub(size(&triple)).ok_or_else(|| too_long(limits))?;
                graph.push(triple);
            }
            Ok(())
        })?;
        Ok(graph)
    }
}

fn has_node(triple: &Triple) -> bool {
    matches!(triple.subject, NamedOrBlankNode::BlankNode(_))
        || matches!(triple.object, Term::BlankNode(_))
}

fn read(text: &str) -> Result<Construct> {
    let mut parsed =
        SparqlParser::new().parse_query(text).map_err(|error| malformed(text, error))?;
    let said = parsed.to_sse();
    let spargebra::Query::Construct { pattern, template, .. } = &mut parsed else {
        return Err(unexpected("CONSTRUCT", &parsed));
    };
    let mut shape = Shape::default();
    shape.beside(template.len())?;
    shape.pattern(pattern, 0)?;
    let prepared = Prepared::new(text, parsed, &shape);
    let query = Construct { prepared, shape: without_values(&said) };
    tried(query.run(&[], &check()).map(drop))?;
    Ok(query)
}

/// An S-expression without what its IRIs and literals say, and with the names that the parser makes
/// up in the order in which they come.
pub(super) fn without_values(said: &str) -> String {
    let mut made = HashMap::new();
    let mut shape = String::with_capacity(said.len());
    let mut rest = said;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' => {
                shape.push_str("\"\"");
                literal(rest)
            }
            '<' if !rest.starts_with("< ") && !rest.starts_with("<= ") => {
                shape.push_str("<>");
                rest.find('>').map_or(rest.len(), |end| end + 1)
            }
            _ if first.is_alphanumeric() => {
                let end = rest.find(|char: char| !char.is_alphanumeric() && char != '_');
                let name = &rest[..end.unwrap_or(rest.len())];
                // Numbers of 128 bits that the parser draws for blank nodes and aggregates.
                if name.len() > 24 && name.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                    let next = made.len();
                    let number = *made.entry(name).or_insert(next);
                    shape.push_str(&format!("#{number}"));
                } else if name.bytes().all(|byte| byte.is_ascii_digit()) {
                    // Whether there is an OFFSET, which stands first, is no value.
                    let is_offset = shape.ends_with("(slice ") && name != "0";
                    shape.push(if is_offset { '1' } else { '0' });
                } else {
                    shape.push_str(name);
                }
                name.len()
            }
            _ => {
                shape.push(first);
                first.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    shape
}

/// The length of a literal in quotes.
fn literal(rest: &str) -> usize {
    let mut escaped = true;
    for (at, char) in rest.char_indices() {
        match char {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

impl fmt::Debug for Construct {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Construct").field("text", &self.text()).finish_non_exhaustive()
    }
}
