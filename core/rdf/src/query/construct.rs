//! CONSTRUCT queries.

#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::fmt;

use spareval::QueryResults;

use super::describe::outline;
use super::rewrite::Shape;
use super::union::Union;
use super::{Limits, Prepared, check, parse, parsed, refused, too_long, tried, unexpected};
use crate::{Graph, NamedOrBlankNode, Term, Triple, Triples, triple_size};
use glossweave_base::error::Result;

/// A CONSTRUCT query, parsed and checked. It can be evaluated repeatedly and from any thread.
pub struct Construct(Prepared);

impl Construct {
    /// Parses a query.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Malformed`, with the location, if the text is not SPARQL,
    /// `ErrorKind::Invalid` if the query is not a CONSTRUCT query or uses SERVICE or unknown
    /// functions, and `ErrorKind::TooLarge` under the same conditions as
    /// [`Query::parse`](super::Query::parse).
    pub fn parse(query: &str) -> Result<Construct> {
        parse(query, read)
    }

    /// Parses a query whose form was verified before, and returns it with its
    /// [`construct_outline`].
    ///
    /// [`construct_outline`]: super::construct_outline
    #[doc(hidden)]
    pub fn parse_with_outline(query: &str) -> Result<(Construct, String)> {
        parse(query, |text| {
            let parsed = parsed(text, "CONSTRUCT")?;
            let outline = outline(&parsed)?;
            Ok((made(text, parsed)?, outline))
        })
    }

    /// Returns the text of the query.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// Evaluates the query on the merge of the given graphs, in which the blank nodes of each graph
    /// stay distinct, and returns the constructed graph.
    ///
    /// Each solution creates new blank nodes for the blank nodes of the template (SPARQL 1.1,
    /// clause 16.2). Invalid triples are skipped, for example when a variable is unbound. `FROM`
    /// and `FROM NAMED` are ignored, and nothing is fetched. The result contains each triple once.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Deadline` if the evaluation exceeds the time limit,
    /// `ErrorKind::TooLarge` if it needs more memory or creates more triples than the limits allow,
    /// and `ErrorKind::Storage` if triples are damaged. After an error, nothing keeps running or
    /// stays allocated.
    ///
    /// The limits apply to the evaluation and to the result.
    ///
    /// Blank nodes with the same name in several graphs stay distinct.
    pub fn run(&self, graphs: &[&dyn Triples], limits: &Limits) -> Result<Graph> {
        match graphs {
            [triples] => self.run_on(*triples, limits),
            several => self.run_on(&Union::new(several)?, limits),
        }
    }

    fn run_on(&self, triples: &dyn Triples, limits: &Limits) -> Result<Graph> {
        let mut graph = Graph::new();
        let mut remaining = limits.result;
        self.0.evaluate(triples, limits, |results| {
            let QueryResults::Graph(triples) = results else { return Ok(()) };
            // The evaluator already returns all other triples only once.
            let mut known = HashSet::new();
            for triple in triples {
                let triple = triple.map_err(|error| refused(&error))?;
                if has_node(&triple) && !known.insert(triple.clone()) {
                    continue;
                }
                remaining =
                    remaining.checked_sub(triple_size(&triple)).ok_or_else(|| too_long(limits))?;
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
    let query = made(text, parsed(text, "CONSTRUCT")?)?;
    tried(query.run(&[], &check()).map(drop))?;
    Ok(query)
}

/// Prepares a query for evaluation.
fn made(text: &str, mut parsed: spargebra::Query) -> Result<Construct> {
    let spargebra::Query::Construct { pattern, template, .. } = &mut parsed else {
        return Err(unexpected("CONSTRUCT", &parsed));
    };
    let mut shape = Shape::default();
    shape.beside(template.len())?;
    shape.pattern(pattern, 0)?;
    Ok(Construct(Prepared::new(text, parsed, &shape)))
}

impl fmt::Debug for Construct {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Construct").field("text", &self.text()).finish_non_exhaustive()
    }
}
