//! Conversion of RDF/XML for its parser, which needs UTF-8 without entity declarations.
//!
//! The parser only reads UTF-8, only supports entity values in double quotes, and expands entities
//! without a limit.

use std::borrow::Cow;
use std::collections::HashMap;

use glossweave_base::error::{Error, ErrorKind, Location, Result};
use glossweave_encoding as encoding;

/// The maximum size of expanded entities for each byte of source, and the size that is always
/// allowed.
const GROWTH: usize = 8;
const FREE: usize = 1 << 20;

/// The maximum depth of references between entities.
const DEPTH: usize = 100;

/// The entities that XML predefines.
const KNOWN: [&str; 5] = ["lt", "gt", "amp", "quot", "apos"];

/// Returns a source in UTF-8, with the entities that its document type declares expanded. Line
/// numbers stay the same unless an entity contains line ends. Returns the errors of
/// [`encoding::decode_xml`], `ErrorKind::Malformed` if the document type is invalid, and
/// `ErrorKind::TooLarge` if the entities expand to more than 8 times the source (and more than 1
/// MiB).
pub(super) fn of(bytes: &[u8]) -> Result<Cow<'_, [u8]>> {
    let decoded = encoding::decode_xml(bytes, None).map_err(|error| {
        let message = format!("not `rdf-xml`: {}", error.message());
        error.with_message(message)
    })?;
    let is_same = matches!(&decoded.text, Cow::Borrowed(text) if text.len() == bytes.len());
    let mut reader = Reader { text: &decoded.text, at: 0, entities: HashMap::new() };
    let start = reader.prolog()?;
    let is_expanded = start.is_some();
    if is_same && !is_expanded {
        return Ok(bytes.into());
    }
    let mut out = String::with_capacity(decoded.text.len());
    // The XML declaration would specify the wrong encoding, so it is blanked.
    let end = reader.declaration_end();
    blank(&decoded.text[..end], &mut out);
    if let Some(start) = start {
        out.push_str(&decoded.text[end..start]);
        blank(&decoded.text[start..reader.at], &mut out);
    } else {
        reader.at = end;
    }
    reader.body(&mut out, bytes.len().saturating_mul(GROWTH).max(FREE))?;
    Ok(out.into_bytes().into())
}

/// Converts the location of an error to the original source.
#[allow(clippy::ptr_arg, reason = "a source that was converted is owned")]
pub(super) fn placed(error: Error, bytes: &[u8], source: &Cow<'_, [u8]>) -> Error {
    match (source, error.location().map(Location::line)) {
        (Cow::Owned(_), Some(line)) => error.at(Location::at_line(bytes, line, 1)),
        _ => error,
    }
}

/// Appends only the line ends of a text.
fn blank(text: &str, out: &mut String) {
    out.extend(text.chars().filter(|c| *c == '\n'));
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    /// The replacement texts of entities. They may refer to other entities.
    entities: HashMap<&'t str, String>,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn declaration_end(&self) -> usize {
        let is_declaration = self.text.starts_with("<?xml");
        self.text.find("?>").filter(|_| is_declaration).map_or(0, |end| end + 2)
    }

    fn wrong(&self, message: &str) -> Error {
        let place = Location::in_source(self.text.as_bytes(), self.at..self.at);
        Error::malformed(format!("not `rdf-xml`: {message}")).at(place)
    }

    /// Moves behind the next occurrence of a text. Returns the text before it.
    fn past(&mut self, end: &str) -> Result<&'t str> {
        let rest = self.rest();
        let Some(at) = rest.find(end) else {
            return Err(self.wrong(&format!("expected `{end}`, found the end of the source")));
        };
        self.at += at + end.len();
        Ok(&rest[..at])
    }

    fn spaces(&mut self) {
        self.at = self.text.len() - self.rest().trim_ascii_start().len();
    }

    fn take(&mut self, start: &str) -> bool {
        let is_there = self.rest().starts_with(start);
        self.at += if is_there { start.len() } else { 0 };
        is_there
    }

    /// Reads up to the end of the document type. Returns its start if it has an internal subset.
    fn prolog(&mut self) -> Result<Option<usize>> {
        loop {
            self.spaces();
            let start = self.at;
            if self.take("<!--") {
                self.past("-->")?;
            } else if self.take("<?") {
                self.past("?>")?;
            } else if self.take("<!DOCTYPE") {
                if !self.declaration_of(&['[', '>'])?.ends_with('[') {
                    return Ok(None);
                }
                self.subset()?;
                self.spaces();
                return match self.take(">") {
                    true => Ok(Some(start)),
                    false => Err(self.wrong("expected the end of the document type")),
                };
            } else {
                return Ok(None);
            }
        }
    }

    /// Moves behind the next of several characters outside quotes. Returns the text before it.
    fn declaration_of(&mut self, ends: &[char]) -> Result<&'t str> {
        let (rest, mut quote) = (self.rest(), None);
        for (at, c) in rest.char_indices() {
            match quote {
                Some(open) if open == c => quote = None,
                Some(_) => {}
                None if matches!(c, '"' | '\'') => quote = Some(c),
                None if ends.contains(&c) => {
                    self.at += at + c.len_utf8();
                    return Ok(&rest[..at + c.len_utf8()]);
                }
                None => {}
            }
        }
        Err(self.wrong("expected the end of the declaration, found none"))
    }

    /// Reads the declarations in a document type.
    fn subset(&mut self) -> Result<()> {
        loop {
            self.spaces();
            if self.take("<!--") {
                self.past("-->")?;
            } else if self.take("<?") {
                self.past("?>")?;
            } else if self.take("<!ENTITY") {
                let declaration = self.declaration_of(&['>'])?;
                self.declare(declaration);
            } else if self.take("<!") {
                self.declaration_of(&['>'])?;
            } else if self.take("%") {
                self.past(";")?;
            } else if self.take("]") {
                return Ok(());
            } else {
                return Err(self.wrong("expected a declaration in the document type"));
            }
        }
    }

    /// Adds an entity. When a name is declared repeatedly, the first declaration applies. External
    /// entities and parameter entities are ignored.
    fn declare(&mut self, declaration: &'t str) {
        let Some((name, rest)) =
            declaration.trim_ascii().split_once(|c: char| c.is_ascii_whitespace())
        else {
            return;
        };
        let rest = rest.trim_ascii_start();
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''));
        let value = quote.and_then(|quote| rest[1..].split(quote).next());
        if let Some(value) = value.filter(|_| name != "%" && !KNOWN.contains(&name)) {
            self.entities.entry(name).or_insert_with(|| with_characters(value));
        }
    }

    /// Appends the rest of the text with all entities expanded.
    fn body(&self, out: &mut String, most: usize) -> Result<()> {
        let mut at = self.at;
        while let Some(next) = self.text[at..].find(['&', '<']).map(|next| at + next) {
            out.push_str(&self.text[at..next]);
            let rest = &self.text[next..];
            let kinds = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")];
            let kind = kinds.iter().find(|(start, _)| rest.starts_with(start));
            let length =
                match (kind, reference(rest).filter(|name| self.entities.contains_key(name))) {
                    (_, Some(name)) => {
                        self.expand(name, 0, out, most)?;
                        name.len() + 2
                    }
                    (Some((start, end)), _) => {
                        let end =
                            rest[start.len()..].find(end).map(|at| start.len() + at + end.len());
                        let length = end.unwrap_or(rest.len());
                        out.push_str(&rest[..length]);
                        length
                    }
                    _ => {
                        out.push_str(&rest[..1]);
                        1
                    }
                };
            at = next + length;
        }
        out.push_str(&self.text[at..]);
        Ok(())
    }

    /// Appends the text of an entity. Quotes in text without markup are escaped, so that they
    /// cannot end an attribute value.
    fn expand(&self, name: &str, depth: usize, out: &mut String, most: usize) -> Result<()> {
        if depth > DEPTH {
            let message = format!("entity references nest deeper than {DEPTH}");
            return Err(Error::new(ErrorKind::TooLarge, message));
        }
        let Some(text) = self.entities.get(name) else {
            // External or undeclared entity.
            out.extend(["&", name, ";"]);
            return Ok(());
        };
        let mut rest = text.as_str();
        let is_markup = text.contains('<');
        while let Some(next) = rest.find(['&', '"', '\'']) {
            out.push_str(&rest[..next]);
            rest = &rest[next..];
            let length = match reference(rest).filter(|name| !name.starts_with('#')) {
                Some(name) => {
                    self.expand(name, depth + 1, out, most)?;
                    name.len() + 2
                }
                None => {
                    match rest.as_bytes()[0] {
                        b'"' if !is_markup => out.push_str("&#34;"),
                        b'\'' if !is_markup => out.push_str("&#39;"),
                        _ => out.push_str(&rest[..1]),
                    }
                    1
                }
            };
            rest = &rest[length..];
        }
        out.push_str(rest);
        if out.len() > most {
            let message = format!("entities expand to more than {GROWTH} times the source");
            return Err(Error::new(ErrorKind::TooLarge, message));
        }
        Ok(())
    }
}

/// Returns the name of the reference at the start of a text.
fn reference(text: &str) -> Option<&str> {
    let name = text.strip_prefix('&')?;
    let end = name.find(|c: char| c == ';' || c.is_ascii_whitespace() || "&<>\"'".contains(c))?;
    (end > 0 && name[end..].starts_with(';')).then_some(&name[..end])
}

/// Replaces the numeric character references in the value of an entity.
fn with_characters(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    let mut rest = value;
    while let Some(at) = rest.find("&#") {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let c = reference(rest).and_then(|name| {
            let number = &name[1..];
            let code = match number.strip_prefix('x') {
                Some(digits) => u32::from_str_radix(digits, 16).ok(),
                None => number.parse().ok(),
            };
            Some((char::from_u32(code?)?, name.len() + 2))
        });
        let (c, length) = c.unwrap_or(('&', 1));
        out.push(c);
        rest = &rest[length..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use crate::read;
    use glossweave_base::error::ErrorKind;
    use glossweave_base::media::Format;

    const RDF: &str =
        "xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:e='http://e.example/'";

    fn triples(source: &[u8]) -> Vec<String> {
        let graph = read(source, Format::RdfXml, None).unwrap();
        graph.iter().map(ToString::to_string).collect()
    }

    fn document(start: &str, about: &str, name: &str) -> String {
        format!(
            "{start}<rdf:RDF {RDF}>\n<rdf:Description rdf:about='{about}'><e:name>{name}</e:name></rdf:Description></rdf:RDF>"
        )
    }

    #[test]
    fn entities_of_the_document_type_are_read() {
        let plain = triples(document("", "http://e.example/t?a&amp;b", "K\"'ö&lt;ln").as_bytes());
        for declarations in [
            "<!ENTITY ex \"http://e.example/\"> <!ENTITY k 'K&#34;&#x27;ö&#38;#60;ln'>",
            "<!-- ]> --><!ELEMENT a (b)>\n<?x ]>?><!ENTITY % p \"x\">%p;<!ENTITY k '&k2;&lt;ln'>
             <!ENTITY k2 \"K&#34;'ö\"><!ENTITY ex 'http://e.example/'><!ENTITY ex 'twice'>",
            "<!ENTITY far SYSTEM 'far.ent'><!ENTITY ex 'http://e.example/'><!ENTITY k \"K&quot;'ö&lt;ln\">",
        ] {
            let start = format!("<?xml version='1.0'?>\n<!DOCTYPE rdf:RDF [{declarations}] >\n");
            let source = document(&start, "&ex;t?a&amp;b", "&k;<!-- &k; -->");
            assert_eq!(triples(source.as_bytes()), plain, "{declarations}");
        }
    }

    #[test]
    fn entities_do_not_grow_without_a_limit() {
        let mut start = String::from("<!DOCTYPE r [<!ENTITY a0 'lol'>");
        for number in 1..40 {
            start += &format!("<!ENTITY a{number} '&a{};&a{};'>", number - 1, number - 1);
        }
        let source = document(&format!("{start}]>"), "http://e.example/t", "&a39;");
        let error = read(source.as_bytes(), Format::RdfXml, None).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TooLarge);
        let source = document("<!DOCTYPE r [<!ENTITY a '&a;'>]>", "http://e.example/t", "&a;");
        let error = read(source.as_bytes(), Format::RdfXml, None).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TooLarge);
        let source = document("<!DOCTYPE r [<!ENTITY a 'x'>]>", "http://e.example/t", "&b;");
        let error = read(source.as_bytes(), Format::RdfXml, None).unwrap_err();
        assert_eq!((error.kind(), error.location().unwrap().line()), (ErrorKind::Malformed, 2));
    }

    #[test]
    fn the_encoding_of_the_declaration_is_read() {
        let plain = triples(document("", "http://e.example/t", "Köln").as_bytes());
        let latin =
            document("<?xml version='1.0' encoding='ISO-8859-1'?>\n", "http://e.example/t", "Köln");
        let bytes: Vec<u8> = latin.chars().map(|c| c as u8).collect();
        assert_eq!(triples(&bytes), plain);
        let wide =
            document("<?xml version='1.0' encoding='UTF-16'?>", "http://e.example/t", "Köln");
        let bytes = [0xFEFF].into_iter().chain(wide.encode_utf16()).flat_map(u16::to_le_bytes);
        assert_eq!(triples(&bytes.collect::<Vec<u8>>()), plain);
        let unknown =
            document("<?xml version='1.0' encoding='x-none'?>", "http://e.example/t", "a");
        let error = read(unknown.as_bytes(), Format::RdfXml, None).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unsupported);
    }
}
