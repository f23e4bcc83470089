//! Replacements for GROUP_CONCAT and for functions that can create strings of any length.

use std::sync::OnceLock;

use spareval::{AggregateFunctionAccumulator, QueryEvaluator, QueryResults};
use spargebra::Query;
use spargebra::algebra::{Expression, Function as Called, GraphPattern};
use spargebra::term::Variable;

use super::{geo, limits};
use crate::{Literal, NamedNode, Term};

/// The prefix for function names. It contains a space, so that no IRI of a query can start with it.
const PREFIX: &str = "urn:x-glossweave query:";

/// The maximum work of a call that creates or searches a string: the length of the string times the
/// length of the replacement or pattern, in bytes.
const WORK: usize = 64 << 20;

/// The maximum length of a string to convert, in bytes. The result may be three times as long.
const CONVERTIBLE: usize = 16 << 20;

/// The replacement functions. Each is inserted into queries by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    /// CONCAT.
    Concat,
    /// Returns the first argument, if replacing parts of it by the second argument is not too
    /// expensive.
    Replaceable,
    /// Returns the first argument, if searching it for the second argument is not too expensive.
    Searchable,
    /// Returns the argument, which is then compiled.
    Pattern,
    /// Returns the argument, which is then read completely.
    Counted,
    /// Returns the argument, if converting it to another string is not too expensive.
    Convertible,
    /// Returns the argument, which is stored until the evaluation ends.
    Kept,
    /// Returns the text of an IRI or literal, which is stored until the evaluation ends.
    Joined,
}

impl Function {
    const ALL: &[Function] = &[
        Function::Concat,
        Function::Replaceable,
        Function::Searchable,
        Function::Pattern,
        Function::Counted,
        Function::Convertible,
        Function::Kept,
        Function::Joined,
    ];

    pub(super) fn name(self) -> NamedNode {
        NamedNode::new_unchecked(format!("{PREFIX}{self:?}"))
    }

    fn call(self, arguments: &[Term]) -> Option<Term> {
        match (self, arguments) {
            (Function::Concat, texts) => concat(texts),
            (Function::Replaceable, [text, by]) => {
                if (len(text) + 1).saturating_mul(len(by) + 1) > WORK {
                    limits::refuse("a text is too long for a replacement");
                }
                limits::look_now();
                Some(text.clone())
            }
            (Function::Searchable, [text, pattern]) => {
                if len(text).saturating_mul(states(pattern)) > WORK {
                    limits::refuse("a text is too long for a search with this expression");
                }
                limits::look_now();
                Some(text.clone())
            }
            (Function::Pattern, [pattern]) => {
                if states(pattern) > WORK {
                    limits::refuse("an expression is too long for a search");
                }
                limits::look_now();
                Some(pattern.clone())
            }
            (Function::Counted, [term]) => {
                limits::read(len(term));
                Some(term.clone())
            }
            (Function::Convertible, [term]) => {
                if len(term) > CONVERTIBLE {
                    limits::refuse("a text is too long to convert");
                }
                // A conversion takes about ten times as long as reading.
                limits::read(len(term).saturating_mul(10));
                Some(term.clone())
            }
            (Function::Kept, [term]) => {
                limits::keep(len(term));
                Some(term.clone())
            }
            (Function::Joined, [term]) => {
                limits::keep(len(term));
                match term {
                    Term::NamedNode(node) => Some(Literal::from(node.as_str()).into()),
                    Term::Literal(literal) => Some(Literal::from(literal.value()).into()),
                    Term::BlankNode(_) => None,
                }
            }
            _ => None,
        }
    }
}

fn len(term: &Term) -> usize {
    match term {
        Term::NamedNode(node) => node.as_str().len(),
        Term::Literal(literal) => literal.value().len(),
        Term::BlankNode(_) => 0,
    }
}

/// Estimates the number of states of a regular expression. Counted repetitions multiply.
fn states(pattern: &Term) -> usize {
    let Term::Literal(pattern) = pattern else { return 0 };
    let pattern = pattern.value();
    let mut states = pattern.len();
    for counted in pattern.split('{').skip(1) {
        let inside = counted.split('}').next().unwrap_or_default();
        let count = inside.split(',').filter_map(|count| count.trim().parse::<usize>().ok()).max();
        states = states.saturating_mul(count.unwrap_or(1).max(1));
    }
    states
}

/// Evaluates CONCAT (SPARQL 1.1, clause 17.4.3.12). The arguments must be strings. When all have the
/// same language, the result has it too.
fn concat(texts: &[Term]) -> Option<Term> {
    let mut literals = Vec::with_capacity(texts.len());
    for text in texts {
        match text {
            Term::Literal(literal) if literal.language().is_some() => literals.push(literal),
            Term::Literal(literal) if is_text(literal) => literals.push(literal),
            _ => return None,
        }
    }
    limits::keep(literals.iter().map(|literal| literal.value().len()).sum());
    let value: String = literals.iter().map(|literal| literal.value()).collect();
    let language = literals.first().and_then(|first| first.language());
    Some(match language {
        Some(language) if literals.iter().all(|literal| literal.language() == Some(language)) => {
            Literal::new_language_tagged_literal_unchecked(value, language).into()
        }
        _ => Literal::from(value).into(),
    })
}

fn is_text(literal: &Literal) -> bool {
    literal.datatype() == oxrdf::vocab::xsd::STRING
}

/// Returns `true` if the constant pattern and flags of a REGEX or REPLACE are valid.
pub(super) fn compiles(called: &Called, arguments: &[Expression]) -> bool {
    let flags = match called {
        Called::Replace => arguments.get(3),
        _ => arguments.get(2),
    };
    let mut tried = vec![Expression::Literal(Literal::from(""))];
    tried.extend(arguments.get(1).cloned());
    tried.extend(flags.cloned());
    if !tried.iter().all(|argument| matches!(argument, Expression::Literal(_))) {
        return true;
    }
    let pattern = GraphPattern::Extend {
        inner: Box::default(),
        variable: Variable::new_unchecked("x"),
        expression: Expression::FunctionCall(Called::Regex, tried),
    };
    let query = Query::Select { dataset: None, pattern, base_iri: None };
    let nothing = oxrdf::Dataset::new();
    let evaluator = QueryEvaluator::new();
    let results = evaluator.prepare(&query).execute(&nothing);
    match results {
        Ok(QueryResults::Solutions(mut rows)) => {
            rows.any(|row| row.is_ok_and(|row| !row.is_empty()))
        }
        _ => true,
    }
}

/// Returns the name that represents a missing value.
pub(super) fn nothing() -> NamedNode {
    NamedNode::new_unchecked(format!("{PREFIX}nothing"))
}

/// Returns the name of the GROUP_CONCAT with a separator, by the number of the separator in the
/// query.
pub(super) fn joining(number: usize) -> NamedNode {
    NamedNode::new_unchecked(format!("{PREFIX}joining {number}"))
}

/// An accumulator that joins strings. Missing values are skipped, as in other common SPARQL
/// engines.
struct Joiner {
    separator: String,
    joined: Option<String>,
}

impl AggregateFunctionAccumulator for Joiner {
    fn accumulate(&mut self, element: Term) {
        let Term::Literal(text) = element else { return };
        limits::keep(self.separator.len());
        match &mut self.joined {
            None => self.joined = Some(text.value().to_owned()),
            Some(joined) => {
                joined.push_str(&self.separator);
                joined.push_str(text.value());
            }
        }
    }

    fn finish(&mut self) -> Option<Term> {
        Some(Literal::from(self.joined.take().unwrap_or_default()).into())
    }
}

/// Returns an evaluator with the replacement functions and the separators of a query.
pub(super) fn evaluator(separators: &[String]) -> QueryEvaluator {
    // Created once, because templates are parsed again for each entity.
    static KNOWN: OnceLock<QueryEvaluator> = OnceLock::new();
    let known = KNOWN.get_or_init(|| {
        let functions = Function::ALL.iter().copied();
        functions.fold(geo::add(QueryEvaluator::new()), |evaluator, function| {
            let call = move |arguments: &[Term]| function.call(arguments);
            evaluator.with_custom_function(function.name(), call)
        })
    });
    let mut evaluator = known.clone();
    for (number, separator) in separators.iter().enumerate() {
        let separator = separator.clone();
        evaluator = evaluator.with_custom_aggregate_function(joining(number), move || {
            Box::new(Joiner { separator: separator.clone(), joined: None })
        });
    }
    evaluator
}
