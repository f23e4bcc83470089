//! Location paths that can be matched in one pass over the tree.
//!
//! The subset contains steps to children, descendants, parents and attributes by name, with
//! predicates on attribute values and positions. XPath evaluates all other expressions, and reports
//! all errors.

use super::selector_context::Scope;
use super::xpath_match::Bits;
use glossweave_markup::tree::{Name, Tree};

/// The axis of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Axis {
    Child,
    /// `//` followed by a child.
    Descendant,
    Parent,
    Own,
    Attribute,
}

/// The names that a step matches. A local name of `None` matches any name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Test {
    namespace: Option<Box<str>>,
    local: Option<Box<str>>,
}

impl Test {
    const ANY: Test = Test { namespace: None, local: None };

    /// Returns `true` if the test matches any name.
    pub fn is_any(&self) -> bool {
        self.namespace.is_none()
    }

    /// Returns `true` if the test matches any local name of a namespace.
    pub fn is_open(&self) -> bool {
        self.local.is_none()
    }

    fn takes(&self, name: &Name) -> bool {
        self.namespace.as_ref().is_none_or(|one| *one == name.namespace)
            && self.local.as_ref().is_none_or(|one| *one == name.local)
    }

    /// Returns the numbers of the names that the test matches.
    pub fn numbers(&self, tree: &Tree<'_>) -> Bits {
        let names = tree.names();
        let mut bits = Bits::new(names.len());
        names.iter().enumerate().filter(|one| self.takes(one.1)).for_each(|one| bits.set(one.0));
        bits
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Predicate {
    Has(Test),
    Is(Test, Box<str>),
    /// The position among the children that the step matches, starting from 1. Only allowed as the
    /// first predicate.
    Nth(u32),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub axis: Axis,
    pub test: Test,
    pub predicates: Vec<Predicate>,
}

/// A location path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Path {
    pub absolute: bool,
    pub steps: Vec<Step>,
}

/// Parses a union of paths. Returns `None` if any of them is outside the subset.
pub(super) fn read(expression: &str, scope: &Scope) -> Option<Vec<Path>> {
    let mut reader = Reader { rest: expression, scope };
    let mut paths = vec![reader.path()?];
    while reader.takes("|") {
        paths.push(reader.path()?);
    }
    reader.skip();
    reader.rest.is_empty().then_some(paths)
}

struct Reader<'e> {
    rest: &'e str,
    scope: &'e Scope,
}

impl<'e> Reader<'e> {
    fn skip(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\n', '\r']);
    }

    fn takes(&mut self, token: &str) -> bool {
        self.skip();
        let rest = self.rest.strip_prefix(token);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn path(&mut self) -> Option<Path> {
        let mut below = self.takes("//");
        let absolute = below || self.takes("/");
        let mut steps: Vec<Step> = Vec::new();
        loop {
            if steps.last().is_some_and(|last| last.axis == Axis::Attribute) {
                return None;
            }
            let step = self.step()?;
            match (below, step.axis) {
                (false, _) => steps.push(step),
                (true, Axis::Child) => steps.push(Step { axis: Axis::Descendant, ..step }),
                (true, Axis::Attribute) => {
                    let any =
                        Step { axis: Axis::Descendant, test: Test::ANY, predicates: Vec::new() };
                    // `p//@a` also matches the attributes of `p`.
                    if !steps.is_empty() {
                        return None;
                    }
                    steps.extend([any, step]);
                }
                _ => return None,
            }
            below = self.takes("//");
            if !below && !self.takes("/") {
                return Some(Path { absolute, steps });
            }
        }
    }

    fn step(&mut self) -> Option<Step> {
        let plain = |axis| Some(Step { axis, test: Test::ANY, predicates: Vec::new() });
        if self.takes("..") {
            return plain(Axis::Parent);
        }
        if self.takes(".") {
            return plain(Axis::Own);
        }
        let axis = if self.takes("@") { Axis::Attribute } else { Axis::Child };
        let test = self.test()?;
        let mut predicates = Vec::new();
        while self.takes("[") {
            if axis == Axis::Attribute {
                return None;
            }
            self.predicate(&mut predicates)?;
            if !self.takes("]") {
                return None;
            }
        }
        Some(Step { axis, test, predicates })
    }

    fn predicate(&mut self, predicates: &mut Vec<Predicate>) -> Option<()> {
        if !self.takes("@") {
            let digits = self.rest.bytes().take_while(u8::is_ascii_digit).count();
            let (number, rest) = self.rest.split_at(digits);
            self.rest = rest;
            // A later position would count the nodes that remain after the earlier predicates.
            let first = predicates.is_empty();
            predicates.push(Predicate::Nth(number.parse().ok().filter(|_| first)?));
            return Some(());
        }
        let test = self.test()?;
        if !self.takes("=") {
            predicates.push(Predicate::Has(test));
            return Some(());
        }
        let value = if self.takes("'") {
            self.until('\'')?
        } else if self.takes("\"") {
            self.until('"')?
        } else if self.takes("$") {
            let name = self.name()?;
            self.scope.variable(name)?
        } else {
            return None;
        };
        predicates.push(Predicate::Is(test, value.into()));
        Some(())
    }

    fn until(&mut self, quote: char) -> Option<&'e str> {
        let (value, rest) = self.rest.split_once(quote)?;
        self.rest = rest;
        Some(value)
    }

    fn test(&mut self) -> Option<Test> {
        if self.takes("*") {
            return Some(Test::ANY);
        }
        self.skip();
        let first = self.name()?;
        let (namespace, local) = match self.rest.strip_prefix(':') {
            Some(rest) => {
                self.rest = rest;
                let namespace = self.scope.namespace(first)?;
                match rest.strip_prefix('*') {
                    Some(rest) => {
                        self.rest = rest;
                        (namespace, None)
                    }
                    None => (namespace, Some(self.name()?)),
                }
            }
            None => ("", Some(first)),
        };
        // The name is a function or an axis.
        let rest = self.rest.trim_start();
        if rest.starts_with('(') || rest.starts_with(':') {
            return None;
        }
        Some(Test { namespace: Some(namespace.into()), local: local.map(Box::from) })
    }

    fn name(&mut self) -> Option<&'e str> {
        let start = |char: char| char.is_alphabetic() || char == '_';
        let inner = |char: char| char.is_alphanumeric() || matches!(char, '_' | '-' | '.');
        let end = self.rest.find(|char| !inner(char)).unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest;
        // XPath handles names with other characters.
        let whole = rest.chars().next().is_none_or(|char| char.is_ascii());
        (whole && name.starts_with(start)).then_some(name)
    }
}
