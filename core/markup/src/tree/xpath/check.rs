//! Checking of the names in an expression against the bindings.
//!
//! libxml2 resolves names only during evaluation, does not report their position, and prints
//! undefined names.

use std::ops::Range;

use super::XPathFault;
use glossweave_base::error::ErrorKind;

/// The maximum number of tokens of an expression, because evaluation recurses for operators.
const TOKENS: usize = 1_500;
/// The maximum nesting depth of brackets, because parsing recurses for them.
const DEPTH: usize = 64;

const FUNCTIONS: &[&str] = &[
    "last",
    "position",
    "count",
    "id",
    "local-name",
    "namespace-uri",
    "name",
    "string",
    "concat",
    "starts-with",
    "contains",
    "substring-before",
    "substring-after",
    "substring",
    "string-length",
    "normalize-space",
    "translate",
    "boolean",
    "not",
    "true",
    "false",
    "lang",
    "number",
    "sum",
    "floor",
    "ceiling",
    "round",
];

const NODE_TYPES: &[&str] = &["comment", "text", "processing-instruction", "node"];

/// The names that an expression can use.
pub(super) struct Bindings<'b> {
    pub namespaces: &'b [(String, String)],
    pub variables: &'b [(String, String)],
}

/// The context that a token sets for the next one (XPath 1.0, clause 3.7).
#[derive(Clone, Copy, PartialEq)]
enum Before {
    /// No token, `@`, `::`, `(`, `[`, `,` or an operator. A name that follows is not an operator.
    Operator,
    /// Any other token. A name that follows is an operator.
    Operand,
}

/// Checks the names of functions, prefixes and variables, and the cost of the expression. All other
/// errors are reported by libxml2.
///
/// Returns the number of nested searches through the whole document for each node of another set.
/// These searches are caused by absolute paths and parent texts within predicates, and by the axes
/// `following` and `preceding`. libxml2 counts the visited nodes, but neither comparisons nor
/// copied texts.
pub(super) fn check(expression: &str, bindings: &Bindings<'_>) -> Result<u32, XPathFault> {
    let bytes = expression.as_bytes();
    let (mut at, mut tokens, mut depth) = (0, 0, 0usize);
    // The number of open predicates. Steps outside all predicates are evaluated only once.
    let (mut wide, mut predicates) = (0, 0usize);
    let mut before = Before::Operator;
    while let Some(byte) = bytes.get(at) {
        let start = at;
        tokens += usize::from(!byte.is_ascii_whitespace());
        if tokens > TOKENS {
            let message = format!("expected at most {TOKENS} tokens, found more");
            return Err(XPathFault { kind: ErrorKind::TooLarge, ..XPathFault::at(message, start) });
        }
        match byte {
            b' ' | b'\t' | b'\n' | b'\r' => at += 1,
            b'\'' | b'"' => {
                let end = bytes[at + 1..].iter().position(|other| other == byte);
                at = end.map_or(bytes.len(), |end| at + end + 2);
                before = Before::Operand;
            }
            b'(' | b'[' => {
                depth += 1;
                if depth > DEPTH {
                    let message = format!("brackets nest deeper than {DEPTH}");
                    return Err(XPathFault {
                        kind: ErrorKind::TooLarge,
                        ..XPathFault::at(message, start)
                    });
                }
                predicates += usize::from(*byte == b'[');
                (at, before) = (at + 1, Before::Operator);
            }
            b'/' => {
                let absolute = before == Before::Operator && !expression[..at].ends_with('/');
                wide += u32::from(absolute && predicates > 0);
                (at, before) = (at + 1, Before::Operator);
            }
            b')' | b']' => {
                depth = depth.saturating_sub(1);
                predicates = predicates.saturating_sub(usize::from(*byte == b']'));
                (at, before) = (at + 1, Before::Operand);
            }
            b'$' => {
                at = name_end(expression, skip(bytes, at + 1));
                let name = expression[start + 1..at].trim_start();
                if !name.is_empty() && !bindings.variables.iter().any(|variable| variable.0 == name)
                {
                    let message = format!("the variable `${name}` is not declared");
                    return Err(XPathFault::at(message, start));
                }
                before = Before::Operand;
            }
            b'.' if bytes[at..].starts_with(b"..") => {
                at += 2;
                wide += u32::from(predicates > 0 && bytes.get(skip(bytes, at)) != Some(&b'/'));
                before = Before::Operand;
            }
            b'.' | b'0'..=b'9' => (at, before) = (at + 1, Before::Operand),
            b'*' if before == Before::Operand => (at, before) = (at + 1, Before::Operator),
            b'*' => (at, before) = (at + 1, Before::Operand),
            _ if name_end(expression, at) > at => {
                at = name_end(expression, at);
                let is_operator = before == Before::Operand;
                if is_operator {
                    // Not a prefix: `and:x` is an operator followed by an error.
                    at = start + ncname_length(&expression[start..]);
                    before = Before::Operator;
                } else {
                    before = named(expression, start..at, bindings)?;
                    wide += u32::from(matches!(&expression[start..at], "following" | "preceding"));
                }
            }
            byte => {
                at += match byte.is_ascii() {
                    true => 1,
                    false => expression[at..].chars().next().map_or(1, char::len_utf8),
                };
                before = Before::Operator;
            }
        }
    }
    Ok(wide)
}

/// Checks a name that is not an operator.
fn named(
    expression: &str,
    at: Range<usize>,
    bindings: &Bindings<'_>,
) -> Result<Before, XPathFault> {
    let name = &expression[at.clone()];
    let rest = &expression.as_bytes()[skip(expression.as_bytes(), at.end)..];
    if rest.starts_with(b"::") {
        return Ok(Before::Operator);
    }
    if rest.starts_with(b"(") && !NODE_TYPES.contains(&name) && !FUNCTIONS.contains(&name) {
        let message = format!("expected a function of XPath 1.0, found `{name}`");
        return Err(XPathFault::at(message, at.start));
    }
    if let Some((prefix, _)) = name.split_once(':')
        && prefix != "xml"
        && !bindings.namespaces.iter().any(|namespace| namespace.0 == prefix)
    {
        let message = format!("the prefix `{prefix}` is not declared");
        return Err(XPathFault::at(message, at.start));
    }
    Ok(Before::Operand)
}

/// Returns the end of a qualified name or `prefix:*` that begins at `start`. Returns `start` if
/// there is none.
fn name_end(expression: &str, start: usize) -> usize {
    let first = start + ncname_length(&expression[start..]);
    let rest = &expression[first..];
    match rest.strip_prefix(':') {
        Some(local) if first > start && local.starts_with('*') => first + 2,
        Some(local) if first > start && ncname_length(local) > 0 => {
            first + 1 + ncname_length(local)
        }
        _ => first,
    }
}

fn ncname_length(text: &str) -> usize {
    let starts = |c: char| c == '_' || c.is_alphabetic() || !c.is_ascii();
    let goes_on = |c: char| starts(c) || c.is_ascii_digit() || matches!(c, '-' | '.');
    match text.starts_with(starts) {
        true => text.find(|c| !goes_on(c)).unwrap_or(text.len()),
        false => 0,
    }
}

fn skip(bytes: &[u8], from: usize) -> usize {
    let spaces = bytes[from..].iter().take_while(|byte| byte.is_ascii_whitespace());
    from + spaces.count()
}
