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

/// A CONSTRUCT query, parsed and checked, ready to be evaluated any number of times by any thread.
pub struct Construct(Prepared);

impl Construct {
    /// Parses a query.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Malformed` with the location if it is not SPARQL; `ErrorKind::Invalid` for queries that are
    /// not CONSTRUCT, for SERVICE, and for unknown functions; and `ErrorKind::TooLarge` as
    /// [`Query::parse`](super::Query::parse) does.
    pub fn parse(query: &str) -> Result<Construct> {
        parse(query, read)
    }

    /// Parses a query of a form that was tried before, and returns it with its [`construct_outline`].
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

    /// Creates the graph that the query describes from the given graphs, which are treated as one: their
    /// merge, in which the blank nodes of each stay distinct.
    ///
    /// Every solution has its own blank nodes for those of the template (SPARQL 1.1, clause 16.2); invalid
    /// triples, such as those with an unbound variable, are left out. `FROM` and `FROM NAMED` are ignored,
    /// and nothing is fetched. Every triple is in the result once.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Deadline` if it exceeds the time limit, `ErrorKind::TooLarge` if it needs more memory or
    /// creates more triples than the limits allow, and `ErrorKind::Storage` if triples are damaged. An error
    /// leaves nothing running or allocated.
    ///
    /// Limits hold for the work and for the result.
    ///
    /// Blank nodes of several graphs stay apart.
    pub fn run(&self, graphs: &[&dyn Triples], limits: &Limits) -> Result<Graph> {
        match graphs {
            [one] => self.run_on(*one, limits),
            several => self.run_on(&Union::new(several)?, limits),
        }
    }

    fn run_on(&self, triples: &dyn Triples, limits: &Limits) -> Result<Graph> {
        let mut graph = Graph::new();
        let mut left = limits.result;
        self.0.evaluate(triples, limits, |results| {
            let QueryResults::Graph(triples) = results else { return Ok(()) };
            // The evaluator returns the others once.
            let mut known = HashSet::new();
            for triple in triples {
                let triple = triple.map_err(|error| refused(&error))?;
                if has_node(&triple) && !known.insert(triple.clone()) {
                    continue;
                }
                left = left.checked_sub(triple_size(&triple)).ok_or_else(|| too_long(limits))?;
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
