//! Rewriting of a query into one that is safe to evaluate.
//!
//! The rewriting makes two changes. It replaces functions that can create strings of any length by
//! functions that count. It also adds a term to rows without terms, because any number of such rows
//! could be created without copying a term that counts.

use std::collections::HashSet;

use indexmap::IndexSet;
use spargebra::algebra::{
    AggregateExpression, AggregateFunction, Expression, Function as Called, GraphPattern,
    OrderExpression, PropertyPathExpression,
};
use spargebra::term::{NamedNodePattern, TermPattern, Variable};

use super::function::{self, Function};
use crate::Literal;
use glossweave_base::error::{Error, ErrorKind, Result};

/// The maximum depth of a query, because the evaluator recurses for each level.
const LEVELS: usize = 100;

/// The maximum number of patterns, expressions and path steps.
const PARTS: usize = 4_000;

/// The maximum work for ordering patterns, as the sum of the cubes of the numbers of joined
/// patterns. For example, 60 joined patterns take about a tenth of a second.
const JOINING: usize = 300_000;

/// The maximum number of regular expressions. Each is compiled before the evaluation begins.
const SEARCHES: usize = 16;

/// The state of the rewriting of a query.
#[derive(Default)]
pub(super) struct Shape {
    /// The separators of GROUP_CONCAT, by the number of the aggregate.
    pub(super) separators: Vec<String>,
    parts: usize,
    joining: usize,
    searches: usize,
    /// The number of added variables.
    added: usize,
}

impl Shape {
    /// Returns the number of added variables.
    pub(super) fn added(&self) -> usize {
        self.added
    }

    /// Rewrites a pattern. Returns `ErrorKind::Invalid` if it uses SERVICE, and
    /// `ErrorKind::TooLarge` if it has more levels or parts than an evaluation can handle.
    pub(super) fn pattern(&mut self, pattern: &mut GraphPattern, level: usize) -> Result<()> {
        let joined = joined(pattern);
        self.joining = self.joining.saturating_add(joined.saturating_pow(3));
        if self.joining > JOINING {
            return Err(Error::new(ErrorKind::TooLarge, "the query joins too many patterns"));
        }
        self.inner(pattern, level)
    }

    fn inner(&mut self, pattern: &mut GraphPattern, level: usize) -> Result<()> {
        self.part(level)?;
        let level = level + 1;
        match pattern {
            GraphPattern::Bgp { patterns } => {
                self.parts += patterns.len();
                self.part(level)?;
            }
            GraphPattern::Path { path, .. } => self.path(path, level)?,
            GraphPattern::Values { bindings, .. } => self.parts += bindings.len() / 64,
            GraphPattern::Service { .. } => {
                let message = "`SERVICE` is not evaluated: a query reads only its own graph";
                return Err(Error::invalid(message));
            }
            GraphPattern::Union { left, right } => {
                self.row(left, level, Shape::pattern)?;
                self.row(right, level, Shape::pattern)?;
            }
            GraphPattern::Join { left, right }
            | GraphPattern::Minus { left, right }
            | GraphPattern::Lateral { left, right } => {
                self.row(left, level, Shape::inner)?;
                self.row(right, level, Shape::inner)?;
            }
            GraphPattern::LeftJoin { left, right, expression } => {
                self.row(left, level, Shape::inner)?;
                self.row(right, level, Shape::inner)?;
                expression
                    .iter_mut()
                    .try_for_each(|condition| self.expression(condition, level))?;
            }
            GraphPattern::Filter { expr, inner } => {
                self.expression(expr, level)?;
                self.row(inner, level, Shape::inner)?;
            }
            GraphPattern::Graph { inner, .. }
            | GraphPattern::Project { inner, .. }
            | GraphPattern::Distinct { inner }
            | GraphPattern::Reduced { inner }
            | GraphPattern::Slice { inner, .. } => self.row(inner, level, Shape::inner)?,
            GraphPattern::Extend { inner, expression, .. } => {
                self.row(inner, level, Shape::inner)?;
                self.expression(expression, level)?;
            }
            GraphPattern::OrderBy { inner, expression } => {
                self.row(inner, level, Shape::inner)?;
                for order in expression {
                    let (OrderExpression::Asc(expression) | OrderExpression::Desc(expression)) =
                        order;
                    self.expression(expression, level)?;
                }
            }
            GraphPattern::Group { inner, aggregates, .. } => {
                if aggregates.iter().any(|(_, aggregate)| counts_different(aggregate)) {
                    // The added terms must not make solutions distinct.
                    let variables = in_scope(inner);
                    project(inner, variables);
                }
                self.row(inner, level, Shape::inner)?;
                for (_, aggregate) in aggregates {
                    self.aggregate(aggregate, level)?;
                }
            }
        }
        Ok(())
    }

    /// Counts parts outside the patterns. Returns `ErrorKind::TooLarge` if there are too many.
    pub(super) fn beside(&mut self, parts: usize) -> Result<()> {
        self.parts = self.parts.saturating_add(parts);
        self.part(0)
    }

    fn part(&mut self, level: usize) -> Result<()> {
        self.parts += 1;
        if self.parts > PARTS {
            let message = format!("the query has more than {PARTS} parts");
            return Err(Error::new(ErrorKind::TooLarge, message));
        }
        if level > LEVELS {
            let message = format!("the query has more than {LEVELS} levels");
            return Err(Error::new(ErrorKind::TooLarge, message));
        }
        Ok(())
    }

    /// Rewrites a pattern whose rows are passed to another pattern.
    fn row(
        &mut self,
        pattern: &mut Box<GraphPattern>,
        level: usize,
        look: fn(&mut Shape, &mut GraphPattern, usize) -> Result<()>,
    ) -> Result<()> {
        look(self, pattern, level)?;
        if bound(pattern).is_empty() {
            let inner = std::mem::replace(pattern, Box::new(GraphPattern::default()));
            let variable = Variable::new_unchecked(format!(" {}", self.added));
            self.added += 1;
            let expression = Expression::Literal(Literal::from(true));
            **pattern = GraphPattern::Extend { inner, variable, expression };
        }
        Ok(())
    }

    fn path(&mut self, path: &PropertyPathExpression, level: usize) -> Result<()> {
        self.part(level)?;
        match path {
            PropertyPathExpression::NamedNode(_) => Ok(()),
            PropertyPathExpression::NegatedPropertySet(names) => {
                self.parts += names.len();
                self.part(level)
            }
            PropertyPathExpression::Reverse(inner)
            | PropertyPathExpression::ZeroOrMore(inner)
            | PropertyPathExpression::OneOrMore(inner)
            | PropertyPathExpression::ZeroOrOne(inner) => self.path(inner, level + 1),
            PropertyPathExpression::Sequence(left, right)
            | PropertyPathExpression::Alternative(left, right) => {
                self.path(left, level + 1)?;
                self.path(right, level + 1)
            }
        }
    }

    fn expression(&mut self, expression: &mut Expression, level: usize) -> Result<()> {
        self.part(level)?;
        let level = level + 1;
        match expression {
            Expression::NamedNode(_)
            | Expression::Literal(_)
            | Expression::Variable(_)
            | Expression::Bound(_) => {}
            Expression::Or(left, right)
            | Expression::And(left, right)
            | Expression::Equal(left, right)
            | Expression::SameTerm(left, right)
            | Expression::Greater(left, right)
            | Expression::GreaterOrEqual(left, right)
            | Expression::Less(left, right)
            | Expression::LessOrEqual(left, right)
            | Expression::Add(left, right)
            | Expression::Subtract(left, right)
            | Expression::Multiply(left, right)
            | Expression::Divide(left, right) => {
                self.expression(left, level)?;
                self.expression(right, level)?;
            }
            Expression::In(tested, others) => {
                self.expression(tested, level)?;
                others.iter_mut().try_for_each(|other| self.expression(other, level))?;
            }
            Expression::UnaryPlus(inner)
            | Expression::UnaryMinus(inner)
            | Expression::Not(inner) => {
                self.expression(inner, level)?;
            }
            Expression::Exists(pattern) => self.row(pattern, level, Shape::pattern)?,
            Expression::If(condition, left, right) => {
                self.expression(condition, level)?;
                self.expression(left, level)?;
                self.expression(right, level)?;
            }
            Expression::Coalesce(all) => {
                all.iter_mut().try_for_each(|alternative| self.expression(alternative, level))?;
            }
            Expression::FunctionCall(called, arguments) => {
                arguments.iter_mut().try_for_each(|argument| self.expression(argument, level))?;
                if matches!(called, Called::Regex | Called::Replace) {
                    self.searches += 1;
                    if self.searches > SEARCHES {
                        let message = format!("more than {SEARCHES} regular expressions");
                        return Err(Error::new(ErrorKind::TooLarge, message));
                    }
                    if !function::compiles(called, arguments) {
                        // The call becomes an error that is found without compiling the pattern for
                        // each row.
                        *expression = Expression::Coalesce(Vec::new());
                        return Ok(());
                    }
                }
                replace(called, arguments);
            }
        }
        Ok(())
    }

    fn aggregate(&mut self, aggregate: &mut AggregateExpression, level: usize) -> Result<()> {
        let AggregateExpression::FunctionCall { name, expr, distinct } = aggregate else {
            return self.part(level);
        };
        self.expression(expr, level)?;
        if let AggregateFunction::GroupConcat { separator } = name {
            let separator = separator.take().unwrap_or_else(|| " ".to_owned());
            *name = AggregateFunction::Custom(function::joining(self.separators.len()));
            self.separators.push(separator);
            wrap(expr, Function::Joined);
            let inner = std::mem::replace(expr, function::nothing().into());
            *expr = Expression::Coalesce(vec![inner, function::nothing().into()]);
        } else if *distinct && !matches!(expr, Expression::Variable(_)) {
            wrap(expr, Function::Kept);
        }
        Ok(())
    }
}

fn counts_different(aggregate: &AggregateExpression) -> bool {
    matches!(aggregate, AggregateExpression::CountSolutions { distinct: true })
}

/// Returns the distinct variables that a pattern binds, in order.
pub(super) fn in_scope(pattern: &GraphPattern) -> Vec<Variable> {
    let mut variables = IndexSet::new();
    pattern.on_in_scope_variable(|variable| {
        variables.insert(variable.clone());
    });
    variables.into_iter().collect()
}

/// Projects a pattern to the given variables.
pub(super) fn project(pattern: &mut GraphPattern, variables: Vec<Variable>) {
    let inner = Box::new(std::mem::take(pattern));
    *pattern = GraphPattern::Project { inner, variables };
}

fn wrap(expression: &mut Expression, function: Function) {
    let inner = std::mem::replace(expression, function::nothing().into());
    *expression = Expression::FunctionCall(Called::Custom(function.name()), vec![inner]);
}

/// Replaces functions that can create long strings or take a long time.
fn replace(called: &mut Called, arguments: &mut [Expression]) {
    let guard = match (&called, &arguments) {
        (Called::Concat, _) => {
            *called = Called::Custom(Function::Concat.name());
            return;
        }
        (Called::Replace, [_, _, by, ..]) => {
            vec![(Function::Replaceable, by.clone()), (Function::Searchable, arguments[1].clone())]
        }
        (Called::Regex, [_, pattern, ..]) => vec![(Function::Searchable, pattern.clone())],
        (Called::UCase | Called::LCase | Called::EncodeForUri, [text]) => {
            if !matches!(text, Expression::Literal(_)) {
                wrap(&mut arguments[0], Function::Convertible);
            }
            return;
        }
        (
            Called::SubStr
            | Called::StrAfter
            | Called::StrBefore
            | Called::StrLen
            | Called::Contains
            | Called::StrStarts
            | Called::StrEnds
            | Called::Md5
            | Called::Sha1
            | Called::Sha256
            | Called::Sha384
            | Called::Sha512,
            [text, ..],
        ) => {
            // The text of a variable is counted when it is fetched.
            if matches!(text, Expression::FunctionCall(..) | Expression::If(..))
                || matches!(text, Expression::Coalesce(_))
            {
                wrap(&mut arguments[0], Function::Counted);
            }
            return;
        }
        _ => return,
    };
    for (function, by) in guard {
        let text = std::mem::replace(&mut arguments[0], function::nothing().into());
        arguments[0] = Expression::FunctionCall(Called::Custom(function.name()), vec![text, by]);
    }
    // The pattern is compiled for each row, before the text is used.
    if !matches!(arguments[1], Expression::Literal(_)) {
        wrap(&mut arguments[1], Function::Pattern);
    }
}

/// Returns the number of patterns that the evaluator orders together, if this pattern is the
/// outermost.
fn joined(pattern: &GraphPattern) -> usize {
    match pattern {
        GraphPattern::Bgp { patterns } => patterns.len(),
        GraphPattern::Join { left, right }
        | GraphPattern::Minus { left, right }
        | GraphPattern::Lateral { left, right }
        | GraphPattern::LeftJoin { left, right, .. } => {
            (joined(left) + joined(right)).saturating_add(1)
        }
        GraphPattern::Filter { inner, .. }
        | GraphPattern::Graph { inner, .. }
        | GraphPattern::Extend { inner, .. }
        | GraphPattern::OrderBy { inner, .. }
        | GraphPattern::Project { inner, .. }
        | GraphPattern::Distinct { inner }
        | GraphPattern::Reduced { inner }
        | GraphPattern::Slice { inner, .. }
        | GraphPattern::Group { inner, .. } => joined(inner),
        GraphPattern::Path { .. }
        | GraphPattern::Union { .. }
        | GraphPattern::Values { .. }
        | GraphPattern::Service { .. } => 1,
    }
}

/// Returns the variables that are bound in every row of a pattern.
fn bound(pattern: &GraphPattern) -> HashSet<&Variable> {
    match pattern {
        GraphPattern::Bgp { patterns } => patterns
            .iter()
            .flat_map(|triple| {
                let predicate = match &triple.predicate {
                    NamedNodePattern::Variable(variable) => Some(variable),
                    NamedNodePattern::NamedNode(_) => None,
                };
                [variable(&triple.subject), predicate, variable(&triple.object)]
            })
            .flatten()
            .collect(),
        GraphPattern::Path { subject, object, .. } => {
            [variable(subject), variable(object)].into_iter().flatten().collect()
        }
        GraphPattern::Values { variables, bindings } => variables
            .iter()
            .enumerate()
            .filter(|(at, _)| bindings.iter().all(|row| matches!(row.get(*at), Some(Some(_)))))
            .map(|(_, variable)| variable)
            .collect(),
        GraphPattern::Join { left, right } | GraphPattern::Lateral { left, right } => {
            bound(left).union(&bound(right)).copied().collect()
        }
        GraphPattern::Union { left, right } => {
            bound(left).intersection(&bound(right)).copied().collect()
        }
        GraphPattern::LeftJoin { left: inner, .. }
        | GraphPattern::Minus { left: inner, .. }
        | GraphPattern::Filter { inner, .. }
        | GraphPattern::Graph { inner, .. }
        | GraphPattern::OrderBy { inner, .. }
        | GraphPattern::Distinct { inner }
        | GraphPattern::Reduced { inner }
        | GraphPattern::Slice { inner, .. } => bound(inner),
        GraphPattern::Extend { inner, variable, expression } => {
            let mut variables = bound(inner);
            if matches!(expression, Expression::Literal(_) | Expression::NamedNode(_)) {
                variables.insert(variable);
            }
            variables
        }
        GraphPattern::Project { inner, variables } => {
            let inner = bound(inner);
            variables.iter().filter(|variable| inner.contains(variable)).collect()
        }
        GraphPattern::Group { inner, variables, .. } => {
            let inner = bound(inner);
            variables.iter().filter(|variable| inner.contains(variable)).collect()
        }
        GraphPattern::Service { .. } => HashSet::new(),
    }
}

fn variable(term: &TermPattern) -> Option<&Variable> {
    match term {
        TermPattern::Variable(variable) => Some(variable),
        _ => None,
    }
}
