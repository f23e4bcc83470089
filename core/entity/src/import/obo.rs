//! Import of OBO flat files, versions 1.0 to 1.4.

use std::collections::HashMap;

use super::collect::Collector;
use super::lines::{ImportFile, Line};
use super::report::SkipReason;
use glossweave_base::error::Result;
use glossweave_base::text::iri::is_iri;

/// The share of the weight of a term that broader, narrower and related names get.
const LESSER: f32 = 0.5;

const BASE: &str = "http://purl.obolibrary.org/obo/";

/// A stanza that is being read.
#[derive(Default)]
struct Stanza {
    is_term: bool,
    id: String,
    definition: String,
    names: Vec<(String, f32)>,
    classes: Vec<String>,
    is_obsolete: bool,
    has_name: bool,
}

#[derive(Default)]
struct Reader {
    ontology: String,
    spaces: HashMap<String, String>,
    stanza: Option<Stanza>,
}

pub(super) fn read(file: &ImportFile<'_, '_>, out: &mut Collector<'_, '_>) -> Result<()> {
    let mut reader = Reader::default();
    if out.at.offset > 0 {
        // A resumed import must read the header again.
        for line in file.start()?.lines().take_while(|line| !line.starts_with('[')) {
            reader.header(line);
        }
    }
    file.each_line(out, &mut |line, out| reader.line(line, out))
}

impl Reader {
    fn line(&mut self, line: &str, out: &mut Collector<'_, '_>) -> Result<Line> {
        let line = line.trim();
        if line.is_empty() {
            self.end(out)?;
            return Ok(Line::Empty);
        }
        if line.starts_with('!') {
            return Ok(if self.stanza.is_some() { Line::Within } else { Line::Empty });
        }
        if line.starts_with('[') && line.ends_with(']') {
            self.end(out)?;
            let is_term = matches!(line, "[Term]" | "[Instance]");
            self.stanza = Some(Stanza { is_term, ..Stanza::default() });
            return Ok(Line::Within);
        }
        let Some((tag, value)) = line.split_once(':') else {
            return Ok(self.malformed("expected `tag: value`", out));
        };
        let value = value.trim();
        let Some(stanza) = &mut self.stanza else {
            self.header(line);
            // Lines of other formats can look like headers too, so they are not counted as valid.
            return Ok(Line::Empty);
        };
        match tag {
            "id" => stanza.id = unescaped(without_comment(value)),
            "name" => {
                stanza.has_name = true;
                stanza.names.push((unescaped(without_comment(value)), 1.0));
            }
            "synonym" | "exact_synonym" | "broad_synonym" | "narrow_synonym"
            | "related_synonym" => {
                let Some((text, rest)) = quoted(value) else {
                    return Ok(self.malformed("expected a synonym in double quotes", out));
                };
                let scope = rest.split_ascii_whitespace().next();
                let is_exact = tag == "exact_synonym" || scope == Some("EXACT");
                stanza.names.push((text, if is_exact { 1.0 } else { LESSER }));
            }
            "def" if out.options.has_descriptions => {
                let Some((text, _)) = quoted(value) else {
                    return Ok(self.malformed("expected a definition in double quotes", out));
                };
                stanza.definition = text;
            }
            "is_a" | "instance_of" => {
                stanza.classes.push(unescaped(without_comment(value)));
            }
            "is_obsolete" => stanza.is_obsolete = without_comment(value) == "true",
            _ => {}
        }
        Ok(Line::Within)
    }

    /// Counts an invalid line. Within a stanza, the record continues after it.
    fn malformed(&self, what: &'static str, out: &mut Collector<'_, '_>) -> Line {
        if self.stanza.is_none() {
            return Line::Malformed(what);
        }
        out.skip(SkipReason::Line);
        Line::Within
    }

    fn header(&mut self, line: &str) {
        let Some((tag, value)) = line.split_once(':') else { return };
        let value = without_comment(value.trim());
        match tag.trim() {
            "ontology" => self.ontology = value.to_owned(),
            "idspace" => {
                let mut parts = value.split_ascii_whitespace();
                if let (Some(prefix), Some(iri)) = (parts.next(), parts.next()) {
                    self.spaces.insert(prefix.to_owned(), iri.to_owned());
                }
            }
            _ => {}
        }
    }

    /// Returns the IRI for an identifier (OBO 1.4, clause 5.9).
    fn iri(&self, id: &str) -> String {
        match id.split_once(':') {
            Some(("http" | "https" | "urn", _)) if is_iri(id) => id.to_owned(),
            Some((prefix, local)) => match self.spaces.get(prefix) {
                Some(space) => format!("{space}{local}"),
                None if local.bytes().all(|byte| byte.is_ascii_digit()) => {
                    format!("{BASE}{prefix}_{local}")
                }
                None => format!("{BASE}{prefix}#_{local}"),
            },
            None => format!("{BASE}{}#{id}", self.ontology),
        }
    }

    fn end(&mut self, out: &mut Collector<'_, '_>) -> Result<()> {
        let Some(stanza) = self.stanza.take().filter(|stanza| stanza.is_term) else {
            return Ok(());
        };
        if stanza.id.is_empty() {
            out.skip(SkipReason::Iri);
            return Ok(());
        }
        out.at.records += 1;
        let Some(subject) = out.subject(&self.iri(&stanza.id))? else { return Ok(()) };
        if stanza.is_obsolete {
            return out.drop_subject(subject, SkipReason::Obsolete);
        }
        out.describe(subject, &stanza.definition, None)?;
        for class in &stanza.classes {
            out.class(subject, &self.iri(class))?;
        }
        if !stanza.has_name && stanza.classes.is_empty() {
            out.skip(SkipReason::NoName);
        }
        for (name, share) in &stanza.names {
            out.label(subject, name, None, *share)?;
        }
        Ok(())
    }
}

/// Returns a value without its trailing comment and qualifiers.
fn without_comment(value: &str) -> &str {
    let mut is_escaped = false;
    for (at, char) in value.char_indices() {
        let is_end = char == '!' || char == '{';
        let is_apart = value[..at].is_empty() || value[..at].ends_with([' ', '\t']);
        if is_end && !is_escaped && is_apart {
            return value[..at].trim_end();
        }
        is_escaped = char == '\\' && !is_escaped;
    }
    value.trim_end()
}

/// Returns the unescaped text between double quotes, and the text after the quotes.
fn quoted(value: &str) -> Option<(String, &str)> {
    let text = value.strip_prefix('"')?;
    let mut is_escaped = false;
    for (at, char) in text.char_indices() {
        if char == '"' && !is_escaped {
            return Some((unescaped(&text[..at]), &text[at + 1..]));
        }
        is_escaped = char == '\\' && !is_escaped;
    }
    None
}

/// Replaces the escapes in a value (OBO 1.4, clause 2.3).
fn unescaped(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    let mut chars = value.chars();
    while let Some(char) = chars.next() {
        match char {
            '\\' => match chars.next() {
                Some('n') => out.push('\n'),
                Some('W') => out.push(' '),
                Some('t') => out.push('\t'),
                Some(other) => out.push(other),
                None => out.push('\\'),
            },
            char => out.push(char),
        }
    }
    out
}
