//! Patterns that the host defines with regular expressions and named groups.

use std::ops::Range;
use std::str::FromStr;

use glossweave_base::error::{Error, ErrorKind, Location, Result};
use glossweave_base::text::iri::is_iri;
use glossweave_document::annotation::Entity;
use regex::{Captures, Regex, RegexBuilder};

/// The maximum length of an expression or a template, in bytes.
const LENGTH: usize = 4096;
/// The maximum size of a compiled expression, and of its search tables, in bytes.
const MEMORY: usize = 2 << 20;
/// The maximum nesting depth of groups.
const DEPTH: u32 = 64;

/// A regular expression whose matches are entities of a class.
///
/// The syntax is the syntax of the crate [`regex`](https://docs.rs/regex/1/regex/#syntax). The search time is
/// linear in the length of the text. Matches are skipped when they do not start and end at word boundaries,
/// are empty, or have 2,048 bytes or more. Groups with these names are special:
///
/// | group | meaning |
/// |---|---|
/// | `mention` | the part of the match that is the mention; by default, the whole match |
/// | `ident` | the IRI of the entity if it is valid; if there is a template, the value of `{ident}` |
///
/// A template is an IRI that contains the names of groups in braces. `{0}` is the whole match.
#[derive(Clone, Debug)]
pub struct Pattern {
    class: Box<str>,
    regex: Regex,
    template: Option<Vec<Piece>>,
}

/// A piece of a template.
#[derive(Clone, Debug)]
enum Piece {
    Text(String),
    Group(String),
}

impl Pattern {
    /// Creates a pattern from the IRI of a class and a regular expression.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter `class`, if the class is not an absolute IRI,
    /// `ErrorKind::Malformed`, with the location in the expression, if its syntax is not valid, and
    /// `ErrorKind::TooLarge` if it has more than 4,096 bytes or its compiled form needs more than 2 MiB.
    pub fn new(class: &str, expression: &str) -> Result<Pattern> {
        if !is_iri(class) {
            return Err(Error::no_such("class", class, "an absolute IRI").with_parameter("class"));
        }
        check_length("expression", expression)?;
        let mut parser = regex_syntax::ParserBuilder::new().nest_limit(DEPTH).build();
        parser.parse(expression).map_err(|error| syntax_error(&error, expression))?;
        let mut builder = RegexBuilder::new(expression);
        builder.nest_limit(DEPTH).size_limit(MEMORY).dfa_size_limit(MEMORY);
        let regex = builder.build().map_err(|error| match error {
            regex::Error::CompiledTooBig(limit) => {
                let message = format!("the regular expression takes more than {limit} bytes");
                Error::new(ErrorKind::TooLarge, message)
            }
            error => Error::malformed(format!("invalid regular expression: {error}")),
        })?;
        Ok(Pattern { class: class.into(), regex, template: None })
    }

    /// Sets the template for the IRIs of entities. The values of groups are percent-encoded.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter `ident`, if the template contains an unknown group or
    /// an unclosed brace, or does not result in an absolute IRI.
    pub fn with_ident(mut self, template: &str) -> Result<Pattern> {
        check_length("template", template)?;
        let wrong = |message: String| Error::invalid(message).with_parameter("ident");
        let mut pieces = Vec::new();
        let mut rest = template;
        while let Some((text, behind)) = rest.split_once('{') {
            let Some((name, behind)) = behind.split_once('}') else {
                return Err(wrong(format!("`{{` is not closed in `{template}`")));
            };
            let names = self.regex.capture_names().flatten();
            let known: Vec<&str> = ["0"].into_iter().chain(names).collect();
            if !known.contains(&name) {
                let expected = format!("one of {}", known.join(", "));
                return Err(Error::no_such("group", name, &expected).with_parameter("ident"));
            }
            pieces.extend([Piece::Text(text.to_owned()), Piece::Group(name.to_owned())]);
            rest = behind;
        }
        pieces.push(Piece::Text(rest.to_owned()));
        if !is_iri(&fill(&pieces, |_| "0")) {
            return Err(wrong(format!("`{template}` does not produce an absolute IRI")));
        }
        self.template = Some(pieces);
        Ok(self)
    }

    pub(super) fn regex(&self) -> &Regex {
        &self.regex
    }

    /// Returns the range of the mention in a match, and its entity.
    pub(super) fn read(&self, captures: &Captures<'_>) -> Option<(Range<usize>, Entity)> {
        let group = |name: &str| match name {
            "0" => captures.get(0),
            name => captures.name(name),
        };
        let mention = group("mention").or(group("0"))?;
        let ident = match &self.template {
            // In an alternative, some groups do not participate in the match.
            Some(pieces) => {
                let are_there = pieces.iter().all(|piece| match piece {
                    Piece::Text(_) => true,
                    Piece::Group(name) => group(name).is_some(),
                });
                let text = |name: &str| group(name).map_or("", |matched| matched.as_str());
                are_there.then(|| fill(pieces, text))
            }
            None => group("ident").map(|matched| matched.as_str().to_owned()),
        };
        let mut entity = Entity::default().with_class(self.class.clone());
        entity.idents.extend(ident.filter(|ident| is_iri(ident)).map(String::into_boxed_str));
        Some((mention.range(), entity))
    }
}

impl FromStr for Pattern {
    type Err = Error;

    /// Parses the IRI of a class, a template or `-`, and an expression, which are separated by white space.
    /// For example: `http://example.org/Ticket http://example.org/{ident} GLOSS-(?<ident>\d+)`.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid` if a part is missing, the errors of [`Pattern::new`], with the location
    /// in the whole text, and the errors of [`Pattern::with_ident`].
    fn from_str(text: &str) -> Result<Pattern> {
        // Returns the range of the next word after an offset.
        let word = |from: usize| {
            let start = text.len() - text[from..].trim_start().len();
            let length = text[start..].find(char::is_whitespace).unwrap_or(text.len() - start);
            start..start + length
        };
        let (class, template) = (word(0), word(word(0).end));
        let start = word(template.end).start;
        if start == text.len() {
            let expected = "a class, a template or `-`, and an expression";
            return Err(Error::no_such("pattern", text, expected));
        }
        let pattern = Pattern::new(&text[class], &text[start..]).map_err(|error| {
            let Some(place) = error.location().cloned() else { return error };
            let line = text[..start].rfind('\n').map_or(0, |end| end + 1);
            let lines = text[..start].matches('\n').count();
            let columns = text[line..start].chars().count();
            let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
            error.at(place.behind(start, number(lines), number(columns)))
        })?;
        let template = &text[template];
        if template == "-" { Ok(pattern) } else { pattern.with_ident(template) }
    }
}

fn check_length(what: &str, text: &str) -> Result<()> {
    if text.len() <= LENGTH {
        return Ok(());
    }
    let message = format!("the {what} has {} bytes, limit is {LENGTH}", text.len());
    Err(Error::new(ErrorKind::TooLarge, message))
}

fn syntax_error(error: &regex_syntax::Error, expression: &str) -> Error {
    let (span, message) = match error {
        regex_syntax::Error::Parse(error) => (error.span(), error.kind().to_string()),
        regex_syntax::Error::Translate(error) => (error.span(), error.kind().to_string()),
        _ => return Error::malformed(format!("invalid regular expression: {error}")),
    };
    let place = Location::in_source(expression.as_bytes(), span.start.offset..span.end.offset);
    Error::malformed(format!("invalid regular expression: {message}")).at(place)
}

/// Fills a template with the percent-encoded values of groups.
fn fill<'t>(pieces: &[Piece], text: impl Fn(&str) -> &'t str) -> String {
    let mut iri = String::new();
    for piece in pieces {
        match piece {
            Piece::Text(text) => iri.push_str(text),
            Piece::Group(name) => text(name).chars().for_each(|c| encode(c, &mut iri)),
        }
    }
    iri
}

/// Appends a character, which is percent-encoded unless it is allowed everywhere in an IRI (RFC
/// 3987, `iunreserved`).
fn encode(c: char, iri: &mut String) {
    let is_plain = c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_' | '~');
    if is_plain || !c.is_ascii() && c.is_alphanumeric() {
        iri.push(c);
        return;
    }
    for byte in c.encode_utf8(&mut [0; 4]).bytes() {
        iri.push('%');
        iri.extend(
            [byte >> 4, byte & 15]
                .into_iter()
                .filter_map(|digit| char::from_digit(u32::from(digit), 16))
                .map(|digit| digit.to_ascii_uppercase()),
        );
    }
}
