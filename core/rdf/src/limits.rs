//! Checks of the cost of a source before it is parsed.
//!
//! The RDF/XML parser expands entities without a limit, takes quadratic time in the number of
//! attributes of a tag and in the nesting depth, and accepts a document with unclosed tags. One
//! linear scan detects all of this. The JSON-LD parser overflows the stack at a depth of about
//! 10,000 levels, and copies all known terms whenever a context adds terms.

use std::collections::HashMap;

use serde_json::Value;

use glossweave_base::error::{Error, ErrorKind, Location, Result};

/// The maximum number of attributes of a tag.
const ATTRIBUTES: usize = 1000;

/// The maximum number of open elements. The parser searches all of them for the base of each IRI
/// and the language of each literal.
const ELEMENTS: usize = 1000;

/// The maximum number of term copies that the contexts of a JSON-LD document may cause.
const COPIES: usize = 1_000_000;

/// The maximum nesting depth of JSON-LD, because its parser recurses for each level.
const LEVELS: usize = 500;

/// The size in bytes below which a context cannot contain long chains of terms or long IRIs.
const SHORT: usize = 2_000;

const CONTEXT: &str = "@context";

/// The maximum size of the statements for each byte of source, and the size that is always allowed.
/// Prefixes, bases and object lists repeat parts of the source.
pub(super) const GROWTH: usize = 64;
const FREE: usize = 64 << 20;

/// Returns the maximum size of the statements of a source, in bytes.
pub(super) fn most(source: &[u8]) -> usize {
    source.len().saturating_mul(GROWTH).max(FREE)
}

/// Checks the cost of JSON-LD. Returns `ErrorKind::Malformed` if the source is not JSON, and
/// `ErrorKind::TooLarge` if there are more than 500 levels, or if nested contexts would copy more
/// than a million terms.
pub(super) fn check_json(source: &[u8]) -> Result<()> {
    check_depth(source)?;
    let key = format!("\"{CONTEXT}\"");
    let places = source.windows(key.len()).enumerate().filter(|(_, at)| *at == key.as_bytes());
    let named = places.filter(|(at, _)| is_key(&source[at + key.len()..])).count();
    let escaped = find(source, 0, b"\\u00").is_some();
    if named == 1 && !escaped {
        // With one short context, which is the usual case, the source does not need to be parsed
        // here.
        let start = find(source, 0, key.as_bytes()).unwrap_or(0) + key.len();
        if member_len(&source[start..]) < SHORT {
            return Ok(());
        }
    } else if named == 0 && !escaped {
        return Ok(());
    }
    let value: Value = serde_json::from_slice(source).map_err(|error| {
        let (line, column) = (error.line() as u32, error.column() as u32);
        let place = Location::at_line(source, line.max(1), column.max(1));
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or_default();
        Error::malformed(format!("not `json-ld`: {message}")).at(place)
    })?;
    let mut contexts = Contexts::default();
    contexts.walk(&value, 0);
    // The parser stores all statements of a node until the node ends, with each IRI in full.
    let strings = source.iter().filter(|byte| **byte == b'"').count() / 2;
    if strings.saturating_mul(contexts.longest) > most(source) {
        let length = contexts.longest;
        let message = format!("{strings} strings may expand to {length} bytes of a context each");
        return Err(Error::new(ErrorKind::TooLarge, message));
    }
    if contexts.chained {
        let message = format!("a context has terms that depend on more than {LEVELS} others");
        return Err(Error::new(ErrorKind::TooLarge, message));
    }
    // Duplicate keys are counted only once. When the counts differ, assume that the whole source
    // consists of terms.
    let copies = match contexts.named == named && !contexts.scoped {
        true => contexts.copies,
        false => contexts.objects.saturating_mul(contexts.terms.max(contexts.named)),
    };
    if copies > COPIES {
        let message = format!("the contexts need {copies} copies of terms, limit is {COPIES}");
        return Err(Error::new(ErrorKind::TooLarge, message));
    }
    Ok(())
}

/// Returns `true` if the string before `rest` is the key of a member.
fn is_key(rest: &[u8]) -> bool {
    rest.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b':')
}

/// Returns the number of bytes up to the end of a member value.
fn member_len(rest: &[u8]) -> usize {
    let mut depth = 0usize;
    let mut quoted = false;
    let mut escaped = false;
    for (at, byte) in rest.iter().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b'{' | b'[' if !quoted => depth += 1,
            b'}' | b']' if !quoted && depth <= 1 => return at + 1,
            b'}' | b']' if !quoted => depth -= 1,
            b',' if !quoted && depth == 0 => return at,
            _ => {}
        }
    }
    rest.len()
}

/// Returns `true` if a context contains a chain of more than [`LEVELS`] terms in which each term
/// uses the next. The parser recurses for each of them.
fn is_chained(context: &Value) -> bool {
    let Value::Object(terms) = context else {
        return matches!(context, Value::Array(items) if items.iter().any(is_chained));
    };
    let mut depths: HashMap<&str, usize> = HashMap::new();
    let mut todo: Vec<(&str, bool)> = terms.keys().map(|term| (term.as_str(), false)).collect();
    while let Some((term, is_second)) = todo.pop() {
        let bases = || {
            let value = terms.get(term);
            let members = value.and_then(Value::as_object).map(|object| object.values());
            let texts = members.into_iter().flatten().chain(value).filter_map(Value::as_str);
            texts.chain([term]).flat_map(|text| {
                [text, text.split(':').next().unwrap_or_default()]
                    .into_iter()
                    .filter(|base| *base != term)
                    .filter_map(|base| terms.get_key_value(base))
                    .map(|(base, _)| base.as_str())
            })
        };
        if is_second {
            let depth = bases().map(|base| depths[base]).max().map_or(0, |depth| depth + 1);
            if depth > LEVELS {
                return true;
            }
            depths.insert(term, depth);
        } else if !depths.contains_key(term) {
            // The parser rejects cycles after following them once.
            depths.insert(term, 0);
            todo.push((term, true));
            let open: Vec<&str> = bases().filter(|base| !depths.contains_key(base)).collect();
            todo.extend(open.into_iter().map(|base| (base, false)));
        }
    }
    false
}

fn check_depth(source: &[u8]) -> Result<()> {
    let mut depth = 0usize;
    let mut quoted = false;
    let mut escaped = false;
    for (at, byte) in source.iter().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b'{' | b'[' if !quoted => depth += 1,
            b'}' | b']' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > LEVELS {
            let message = format!("the source has more than {LEVELS} levels");
            let place = Location::in_source(source, at..at + 1);
            return Err(Error::new(ErrorKind::TooLarge, message).at(place));
        }
    }
    Ok(())
}

#[derive(Default)]
struct Contexts {
    named: usize,
    terms: usize,
    objects: usize,
    copies: usize,
    /// `true` if a context contains other contexts, which apply wherever their term is used.
    scoped: bool,
    /// `true` if a term depends on too many other terms.
    chained: bool,
    /// The length of the longest string in a context, in bytes.
    longest: usize,
}

impl Contexts {
    fn walk(&mut self, value: &Value, known: usize) {
        match value {
            Value::Array(items) => items.iter().for_each(|item| self.walk(item, known)),
            Value::Object(members) => {
                self.objects += 1;
                let mut known = known;
                if let Some(context) = members.get(CONTEXT) {
                    let terms = size(context);
                    self.named += 1;
                    self.chained |= is_chained(context);
                    self.longest = self.longest.max(longest(context));
                    self.terms += terms;
                    self.copies = self.copies.saturating_add(known);
                    known += terms;
                    let mut within = Contexts::default();
                    within.walk(context, 0);
                    self.scoped |= within.named > 0;
                    self.chained |= within.chained;
                }
                let rest = members.iter().filter(|(key, _)| *key != CONTEXT);
                rest.for_each(|(_, member)| self.walk(member, known));
            }
            _ => {}
        }
    }
}

fn longest(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.iter().map(longest).max().unwrap_or(0),
        Value::Object(members) => members.values().map(longest).max().unwrap_or(0),
        Value::String(text) => text.len(),
        _ => 0,
    }
}

fn size(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.iter().map(size).sum::<usize>() + 1,
        Value::Object(members) => members.values().map(size).sum::<usize>() + 1,
        _ => 1,
    }
}

/// Scans RDF/XML and returns the number of unclosed elements. Returns `ErrorKind::Malformed` if the
/// source is not UTF-8 text with tags, `ErrorKind::Unsupported` if it declares entities, and
/// `ErrorKind::TooLarge` if a tag has more than 1,000 attributes or if more than 1,000 elements are
/// nested.
pub(super) fn check_xml(source: &[u8]) -> Result<usize> {
    if let Err(error) = std::str::from_utf8(source) {
        let at = error.valid_up_to();
        return Err(malformed(source, at, "expected UTF-8, found an invalid byte"));
    }
    let mut at = 0;
    let mut open = 0usize;
    while let Some(next) = find(source, at, b"<") {
        let rest = &source[next..];
        at = if rest.starts_with(b"<!--") {
            if rest.starts_with(b"<!-->") || rest.starts_with(b"<!--->") {
                return Err(malformed(source, next, "expected a comment, found `<!-->`"));
            }
            past(source, next, 4, b"-->")?
        } else if rest.starts_with(b"<![CDATA[") {
            past(source, next, 9, b"]]>")?
        } else if rest.starts_with(b"<?") {
            past(source, next, 2, b"?>")?
        } else if rest.starts_with(b"<!") {
            declaration(source, next)?
        } else {
            let end = tag(source, next)?;
            if rest.starts_with(b"</") {
                open = open.saturating_sub(1);
            } else if !source[..end].ends_with(b"/>") {
                open += 1;
                if open > ELEMENTS {
                    let message = format!("more than {ELEMENTS} elements are nested");
                    let place = Location::in_source(source, next..end);
                    return Err(Error::new(ErrorKind::TooLarge, message).at(place));
                }
            }
            end
        };
    }
    Ok(open)
}

fn malformed(source: &[u8], at: usize, message: &str) -> Error {
    Error::malformed(format!("not `rdf-xml`: {message}"))
        .at(Location::in_source(source, at..at + 1))
}

fn find(source: &[u8], from: usize, pattern: &[u8]) -> Option<usize> {
    let rest = source.get(from..)?;
    rest.windows(pattern.len()).position(|window| window == pattern).map(|at| from + at)
}

fn past(source: &[u8], start: usize, skip: usize, end: &[u8]) -> Result<usize> {
    find(source, start + skip, end)
        .map(|at| at + end.len())
        .ok_or_else(|| malformed(source, start, "expected the end of the markup, found none"))
}

fn declaration(source: &[u8], start: usize) -> Result<usize> {
    for (at, byte) in source.iter().enumerate().skip(start + 1) {
        match byte {
            b'>' => return Ok(at + 1),
            b'[' | b'<' => {
                let message = "a document type with internal declarations is not supported";
                return Err(Error::new(ErrorKind::Unsupported, message)
                    .at(Location::in_source(source, start..at + 1)));
            }
            _ => {}
        }
    }
    Err(malformed(source, start, "expected the end of the declaration, found none"))
}

fn tag(source: &[u8], start: usize) -> Result<usize> {
    let mut quote = None;
    let mut attributes = 0;
    for (at, byte) in source.iter().enumerate().skip(start + 1) {
        match (quote, byte) {
            (_, b'<') => {
                return Err(malformed(source, at, "expected the end of the tag, found `<`"));
            }
            (None, b'>') => return Ok(at + 1),
            (None, b'"' | b'\'') => {
                quote = Some(*byte);
                attributes += 1;
                if attributes > ATTRIBUTES {
                    let message = format!("the tag has more than {ATTRIBUTES} attributes");
                    return Err(Error::new(ErrorKind::TooLarge, message)
                        .at(Location::in_source(source, start..at)));
                }
            }
            (Some(open), byte) if *byte == open => quote = None,
            _ => {}
        }
    }
    Err(malformed(source, start, "expected the end of the tag, found none"))
}
