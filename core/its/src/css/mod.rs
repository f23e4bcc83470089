//! Selectors Level 3, for rules with `queryLanguage="css"` (clause 5.3.3).
//!
//! `@namespace` rules are not supported. Instead, selectors use the prefixes in scope of the rule,
//! and a name without a prefix matches any namespace.

mod read;
mod select;

pub(super) use read::read;
pub(super) use select::{Siblings, select};

/// The namespace that a name requires.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Namespace {
    Any,
    Is(Box<str>),
}

/// The combinator between two compounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Combinator {
    Descendant,
    Child,
    Next,
    Later,
}

/// The comparison of an attribute value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Has,
    Is,
    Word,
    Dash,
    Begins,
    Ends,
    Contains,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Simple {
    Type(Namespace, Option<Box<str>>),
    Id(Box<str>),
    Class(Box<str>),
    Attribute(Namespace, Box<str>, Operator, Box<str>),
    Root,
    Empty,
    /// The formula `an+b`. `last` counts from the end, and `same` counts only elements of the same
    /// name.
    Nth {
        step: i64,
        first: i64,
        last: bool,
        same: bool,
    },
    Only {
        same: bool,
    },
    Lang(Box<str>),
    /// A condition that only a browser can evaluate. It never matches.
    Never,
    Not(Box<Simple>),
}

/// A selector: compounds, each with the combinator before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Selector {
    compounds: Vec<(Combinator, Vec<Simple>)>,
}
