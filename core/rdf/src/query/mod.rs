//! SELECT and CONSTRUCT queries (SPARQL 1.1) on one graph, with limits on time and memory.

mod construct;
mod describe;
mod explain;
mod function;
mod geo;
mod limits;
mod prescan;
mod rewrite;
mod source;
mod union;

#[cfg(test)]
mod tests;

use std::fmt;
use std::thread;
use std::time::Duration;

use spareval::{QueryDatasetSpecification, QueryEvaluationError, QueryEvaluator, QueryResults};
use spargebra::SparqlParser;
use spargebra::term::Variable;

pub use self::construct::Construct;
pub use self::describe::construct_outline;
use self::rewrite::Shape;
use self::source::Source;
use super::graph::text_size;
use super::{IndexedGraph, Term, Triples};
use glossweave_base::error::{Error, ErrorKind, Result};

/// The stack size of the thread that parses a query, because the parser and the first check of its
/// result recurse for each part of the query.
const STACK: usize = 256 << 20;

/// The maximum stack use of parsing and evaluation: for each byte of the text, and for the maximum
/// number of open brackets. In measurements, a path used 0.25 KiB for each byte, and each level of
/// nested functions used 110 KiB in an evaluation without optimization.
const FOR_BYTE: usize = 1 << 10;
const FOR_BRACKETS: usize = if cfg!(debug_assertions) { 16 << 20 } else { 640 << 10 };

/// The time limit for the trial evaluation of a query on an empty dataset, which is part of
/// parsing.
const CHECK: Duration = Duration::from_millis(100);

/// The limits for the evaluation of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The maximum time.
    pub time: Duration,
    /// The maximum memory use in bytes, in addition to the dataset and the result.
    pub memory: usize,
    /// The maximum size of the result, in bytes.
    pub result: usize,
}

impl Default for Limits {
    /// Returns the default limits: 10 seconds, 256 MiB for the evaluation, 64 MiB for the result.
    fn default() -> Limits {
        Limits { time: Duration::from_secs(10), memory: 256 << 20, result: 64 << 20 }
    }
}

/// A SELECT query, parsed and checked. It can be evaluated repeatedly and from any thread.
pub struct Query {
    prepared: Prepared,
    variables: Vec<String>,
}

/// A query of any form, rewritten so that it is safe to evaluate.
struct Prepared {
    parsed: spargebra::Query,
    evaluator: QueryEvaluator,
    text: String,
    /// The maximum number of columns of a row.
    places: usize,
}

/// The solutions of a query.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solutions {
    /// The names of the variables, in the order of the query.
    pub variables: Vec<String>,
    /// The terms of each solution, in the order of the variables. `None` if a variable is unbound.
    pub rows: Vec<Vec<Option<Term>>>,
}

impl Query {
    /// Parses a query.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Malformed`], with the location, if the text is not SPARQL, and
    /// [`ErrorKind::Invalid`] if the query is not a SELECT query or uses SERVICE or unknown
    /// functions. Returns [`ErrorKind::TooLarge`] if the query has more than 256 KiB or more than
    /// 256 variables, or if it has so many brackets, levels or parts that parsing or evaluating it
    /// would take too long.
    pub fn parse(query: &str) -> Result<Query> {
        parse(query, read)
    }

    /// Returns the text of the query.
    pub fn text(&self) -> &str {
        &self.prepared.text
    }

    /// Returns the names of the selected variables, in order. For `*`, the order is alphabetical.
    pub fn variables(&self) -> &[String] {
        &self.variables
    }

    /// Returns all solutions in a set of triples, for example an [`IndexedGraph`].
    ///
    /// `FROM` and `FROM NAMED` are ignored, because the dataset is specified by the caller (SPARQL
    /// 1.1 Protocol, clause 2.1.4). Nothing is fetched. GROUP_CONCAT also joins IRIs, and skips
    /// unbound values.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Deadline`] if the evaluation exceeds the time limit,
    /// [`ErrorKind::TooLarge`] if it needs more memory or finds more solutions than the limits
    /// allow, and [`ErrorKind::Storage`] if the triples are damaged. After an error, nothing keeps
    /// running or stays allocated.
    ///
    /// Aggregates, optional parts and property paths follow SPARQL 1.1.
    pub fn select(&self, dataset: &dyn Triples, limits: &Limits) -> Result<Solutions> {
        let mut rows = Vec::new();
        let mut remaining = limits.result;
        self.each(dataset, limits, &mut |row| {
            let size: usize = row.iter().map(|term| 24 + term.as_ref().map_or(0, text_size)).sum();
            // A row uses memory even when it has no columns.
            remaining = remaining.checked_sub(24 + size).ok_or_else(|| too_long(limits))?;
            rows.push(row.to_vec());
            Ok(())
        })?;
        Ok(Solutions { variables: self.variables.clone(), rows })
    }

    /// Passes each solution to a function, with the terms in the order of the variables.
    pub(super) fn each(
        &self,
        dataset: &dyn Triples,
        limits: &Limits,
        take: &mut dyn FnMut(&[Option<Term>]) -> Result<()>,
    ) -> Result<()> {
        self.prepared.evaluate(dataset, limits, |results| {
            let QueryResults::Solutions(solutions) = results else { return Ok(()) };
            for solution in solutions {
                take(solution.map_err(|error| refused(&error))?.values())?;
            }
            Ok(())
        })
    }
}

impl Prepared {
    fn new(text: &str, parsed: spargebra::Query, shape: &Shape) -> Prepared {
        let places = places(text) + shape.added();
        let evaluator = function::evaluator(&shape.separators);
        Prepared { parsed, evaluator, text: text.to_owned(), places }
    }

    fn evaluate(
        &self,
        triples: &dyn Triples,
        limits: &Limits,
        take: impl FnOnce(QueryResults<'_>) -> Result<()>,
    ) -> Result<()> {
        let evaluate = || {
            let mut prepared = self.evaluator.prepare(&self.parsed);
            *prepared.dataset_mut() = QueryDatasetSpecification::new();
            take(prepared.execute(Source::new(triples)).map_err(|error| refused(&error))?)
        };
        let needed = stack_need(&self.text);
        let outcome =
            stacker::maybe_grow(needed, needed, || limits::run(limits, self.places, evaluate));
        triples.sound()?;
        outcome
    }
}

/// Checks and parses a text, using a new thread if the stack of this thread is too small. Returns
/// any parse error, and `ErrorKind::Unavailable` if no thread can be started.
fn parse<T: Send>(text: &str, read: impl FnOnce(&str) -> Result<T> + Send) -> Result<T> {
    prescan::check(text)?;
    if stacker::remaining_stack().is_some_and(|remaining| remaining > stack_need(text)) {
        return read(text);
    }
    let reader = thread::Builder::new().stack_size(STACK + FOR_BRACKETS);
    thread::scope(|scope| {
        let reading = reader.spawn_scoped(scope, || read(text)).map_err(|error| {
            Error::new(ErrorKind::Unavailable, "cannot start a thread to parse the query")
                .because(error)
        })?;
        reading.join().unwrap_or_else(|panic| Err(Error::from_panic(panic.as_ref())))
    })
}

/// Returns the stack size that is needed to parse or evaluate a query.
fn stack_need(text: &str) -> usize {
    FOR_BRACKETS + text.len() * FOR_BYTE
}

/// Parses a query. `form` is the expected query form.
fn parsed(text: &str, form: &str) -> Result<spargebra::Query> {
    SparqlParser::new().parse_query(text).map_err(|error| explain::explained(text, form, &error))
}

pub(super) fn too_long(limits: &Limits) -> Error {
    let message = format!("the result has more than {} MiB", limits.result >> 20);
    Error::new(ErrorKind::TooLarge, message)
}

fn read(text: &str) -> Result<Query> {
    let mut parsed = parsed(text, "SELECT")?;
    let spargebra::Query::Select { pattern, .. } = &mut parsed else {
        return Err(unexpected("SELECT", &parsed));
    };
    let mut shape = Shape::default();
    let selected = rewrite::in_scope(pattern);
    shape.pattern(pattern, 0)?;
    if shape.added() > 0 {
        // The added variables are not part of the result.
        rewrite::project(pattern, selected.clone());
    }
    let variables = selected.into_iter().map(Variable::into_string).collect();
    let query = Query { prepared: Prepared::new(text, parsed, &shape), variables };
    tried(query.each(&IndexedGraph::default(), &check(), &mut |_| Ok(())))?;
    Ok(query)
}

/// Returns the limits for the trial of a query. Some errors only occur when a query is evaluated.
fn check() -> Limits {
    Limits { time: CHECK, ..Limits::default() }
}

/// Ignores limits that a trial exceeds, because the limits of the caller apply later.
fn tried(outcome: Result<()>) -> Result<()> {
    outcome.or_else(|error| match error.kind() {
        ErrorKind::Deadline | ErrorKind::TooLarge => Ok(()),
        _ => Err(error),
    })
}

fn unexpected(expected: &str, found: &spargebra::Query) -> Error {
    let found = match found {
        spargebra::Query::Select { .. } => "SELECT",
        spargebra::Query::Construct { .. } => "CONSTRUCT",
        spargebra::Query::Describe { .. } => "DESCRIBE",
        spargebra::Query::Ask { .. } => "ASK",
    };
    Error::invalid(format!("expected a {expected} query, found {found}"))
}

/// Returns an upper bound for the number of variables, including the variables that the parser adds
/// for blank nodes, brackets, paths and aggregates.
fn places(text: &str) -> usize {
    let signs = text.bytes().filter(|byte| matches!(byte, b'?' | b'$' | b'_' | b'[' | b'(' | b'/'));
    signs.count().min(512)
}

fn refused(error: &QueryEvaluationError) -> Error {
    match error {
        QueryEvaluationError::UnsupportedCustomFunction(name) => {
            Error::invalid(format!("no function `{}`", name.as_str()))
        }
        QueryEvaluationError::UnsupportedCustomFunctionArity { name, .. } => {
            Error::malformed(format!("a wrong number of arguments for `{}`", name.as_str()))
        }
        other => {
            Error::new(ErrorKind::Internal, format!("the query could not be evaluated: {other}"))
        }
    }
}

impl fmt::Debug for Query {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Query").field("text", &self.text()).finish_non_exhaustive()
    }
}
