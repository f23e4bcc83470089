//! The context of a selector: names in scope, and the query language.

use glossweave_markup::tree::{NodeId, Tree, XML};

/// The query language of selectors (clause 5.3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    XPath,
    Css,
}

/// The names in scope of the selectors of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Scope {
    pub language: Language,
    pub namespaces: Vec<(String, String)>,
    pub variables: Vec<(String, String)>,
}

impl Scope {
    /// Returns the namespace of a prefix.
    pub fn namespace(&self, prefix: &str) -> Option<&str> {
        match prefix {
            "xml" => Some(XML),
            prefix => of(&self.namespaces, prefix),
        }
    }

    /// Returns the value of a variable.
    pub fn variable(&self, name: &str) -> Option<&str> {
        of(&self.variables, name)
    }

    /// Replaces the variables in an expression by their values.
    pub fn substituted(&self, expression: &str) -> String {
        let mut out = String::with_capacity(expression.len());
        let mut rest = expression;
        while let Some(at) = rest.find(['$', '\'', '"']) {
            let (before, from) = rest.split_at(at);
            out.push_str(before);
            let quote = &from[..1];
            let after = &from[1..];
            if quote != "$" {
                let end = after.find(quote).map_or(from.len(), |end| end + 2);
                out.push_str(&from[..end]);
                rest = &from[end..];
                continue;
            }
            let inner = |char: char| char.is_alphanumeric() || matches!(char, '_' | '-' | '.');
            let end = after.find(|char| !inner(char)).unwrap_or(after.len());
            match self.variable(&after[..end]) {
                Some(value) => out.push_str(&quoted(value)),
                None => out.push_str(&from[..end + 1]),
            }
            rest = &after[end..];
        }
        out.push_str(rest);
        out
    }
}

fn of<'s>(all: &'s [(String, String)], name: &str) -> Option<&'s str> {
    all.iter().find(|one| one.0 == name).map(|one| one.1.as_str())
}

/// Quotes a value as an XPath 1.0 literal. Because literals have no escapes, a value with both
/// kinds of quotes becomes a `concat` call.
fn quoted(value: &str) -> String {
    match (value.contains('\''), value.contains('"')) {
        (false, _) => format!("'{value}'"),
        (true, false) => format!("\"{value}\""),
        (true, true) => {
            let parts: Vec<_> = value.split('\'').map(|part| format!("'{part}'")).collect();
            format!("concat({})", parts.join(", \"'\", "))
        }
    }
}

/// Returns the namespace prefixes in scope of an element, without the default namespace.
pub(super) fn namespaces(tree: &Tree<'_>, node: NodeId) -> Vec<(String, String)> {
    let mut known: Vec<(String, String)> = Vec::new();
    for element in std::iter::once(node).chain(tree.ancestors(node)) {
        for (_, prefix, namespace) in tree.declared(element) {
            if !prefix.is_empty() && of(&known, prefix).is_none() {
                known.push((prefix.to_string(), namespace.to_string()));
            }
        }
    }
    known.retain(|one| !one.1.is_empty());
    known
}
