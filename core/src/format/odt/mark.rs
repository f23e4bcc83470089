//! Annotations into OpenDocument: `text:span` elements with the attributes of ITS 2.0.

use std::borrow::Cow;
use std::collections::HashSet;

use super::element::TEXT;
use super::package::{Limits, Package};
use crate::annotation::{Annotation, Body, Category};
use crate::document::{Document, FRAGMENT, Obstacle, Part, Splice};
use crate::error::Result;
use crate::format::its::{ITS, OWN};
use crate::format::mark::{self, Dialect, Mark, attribute};
use crate::format::weave::{Family, Gaps, Tag};
use crate::format::{EncodeOptions, Encoded, Placement};
use crate::markup::Encoding;
use crate::text::ByteSpan;

/// Puts the wanted annotations into a splice of the parts.
pub(in crate::format) fn mark(
    document: &Document,
    annotations: &[Annotation],
    options: &EncodeOptions,
    placements: &mut [Placement],
) -> Splice {
    let gaps = OdtGaps { bytes: document.source().bytes() };
    mark::mark(document, annotations, options, placements, gaps, &Spans::new(document))
}

/// Where the parts stand after insertions into them.
pub(in crate::format) fn parts_with(document: &Document, inserted: &[ByteSpan]) -> Vec<Part> {
    let mut inserted = inserted.iter().peekable();
    let mut more = 0;
    let mut parts = Vec::new();
    for part in document.source().parts() {
        let start = part.span.start() + more;
        while let Some(span) = inserted.next_if(|span| span.start() - more < part.span.end()) {
            more += span.len();
        }
        let span = ByteSpan::new(start, part.span.end() + more);
        parts.push(Part { span, ..part.clone() });
    }
    parts
}

/// Puts changed parts back into their package.
pub(in crate::format) fn pack(document: &Document, encoded: Encoded) -> Result<Encoded> {
    let source = document.source();
    let parts = parts_with(document, &encoded.inserted);
    let package = Package::open(source.original(), Limits::default())?;
    let changed =
        source.parts().iter().zip(&parts).filter(|(old, new)| old.span.len() != new.span.len());
    let changed: Vec<(&str, Cow<'_, [u8]>)> = changed
        .map(|(_, new)| (&*new.name, in_encoding(&encoded.bytes[new.span.range()], new.encoding)))
        .collect();
    let changed: Vec<(&str, &[u8])> =
        changed.iter().map(|(name, content)| (*name, content.as_ref())).collect();
    let bytes = package.with_parts(&changed)?;
    Ok(Encoded { bytes, parts, ..encoded })
}

/// A part as the package has it. That decoding and encoding gives the same was seen when it was
/// read, so only what was inserted differs.
fn in_encoding(part: &[u8], encoding: Encoding) -> Cow<'_, [u8]> {
    match std::str::from_utf8(part) {
        Ok(text) if !encoding.is_utf8() => Cow::Owned(encoding.encode(text).into_owned()),
        _ => Cow::Borrowed(part),
    }
}

/// `text:span` elements.
struct Spans {
    /// For each part where it ends, and whether `text` must be declared where it is used.
    parts: Vec<(usize, bool)>,
    /// The contents of the CDATA sections.
    sections: Vec<ByteSpan>,
}

impl Spans {
    fn new(document: &Document) -> Spans {
        let source = document.source();
        let parts = source.parts().iter().map(|part| {
            let bytes = source.bytes().get(part.span.range()).unwrap_or_default();
            (part.span.end(), !declares_text_once(bytes))
        });
        Spans { parts: parts.collect(), sections: sections(source.bytes()) }
    }

    /// Writes a tag; in a CDATA section it stands between two.
    fn tag(&self, at: u32, out: &mut String, write: impl FnOnce(&mut String)) {
        let before = self.sections.partition_point(|section| section.end() < at as usize);
        let found = self.sections.get(before);
        let in_section = found.is_some_and(|section| section.start() <= at as usize);
        if in_section {
            out.push_str("]]>");
        }
        write(out);
        if in_section {
            out.push_str("<![CDATA[");
        }
    }
}

const SECTION: &[u8] = b"<![CDATA[";

/// The contents of the CDATA sections.
fn sections(bytes: &[u8]) -> Vec<ByteSpan> {
    let mut sections = Vec::new();
    if positions(bytes, SECTION).next().is_none() {
        return sections;
    }
    let mut at = 0;
    while let Some(found) = bytes.get(at..).and_then(|rest| rest.iter().position(|b| *b == b'<')) {
        let start = at + found;
        let end = markup_end(bytes, start);
        if bytes[start..end].starts_with(SECTION) {
            let content = start + SECTION.len();
            sections.push(ByteSpan::new(content, end.saturating_sub(3)));
        }
        at = end;
    }
    sections
}

/// Where the markup that begins at a `<` ends.
fn markup_end(bytes: &[u8], start: usize) -> usize {
    let rest = bytes.get(start..).unwrap_or_default();
    let find = |from: usize, what: &[u8]| {
        let found = rest.get(from..).and_then(|rest| positions(rest, what).next());
        found.map_or(bytes.len(), |at| start + from + at + what.len())
    };
    match rest.get(1) {
        Some(b'?') => find(2, b"?>"),
        Some(b'!') if rest.starts_with(b"<!--") => find(4, b"-->"),
        Some(b'!') if rest.starts_with(SECTION) => find(SECTION.len(), b"]]>"),
        _ => start + tag_length(rest),
    }
}

/// Whether the prefix `text` is declared just once, on the root element, as what it usually means.
fn declares_text_once(part: &[u8]) -> bool {
    const PREFIX: &[u8] = b"xmlns:text=";
    let mut found = positions(part, PREFIX);
    let (Some(first), None) = (found.next(), found.next()) else { return false };
    let value = part.get(first + PREFIX.len() + 1..).unwrap_or_default();
    // Nothing but what may stand before it ends before the start tag of the root does.
    let starts = positions(&part[..first], b"<");
    let roots = starts.filter(|at| !matches!(part.get(at + 1), Some(b'?' | b'!'))).count();
    roots == 1 && value.starts_with(TEXT.as_bytes())
}

fn positions<'a>(bytes: &'a [u8], what: &'a [u8]) -> impl Iterator<Item = usize> + 'a {
    bytes.windows(what.len()).enumerate().filter(move |(_, w)| *w == what).map(|(at, _)| at)
}

impl Dialect for Spans {
    fn open(&self, mark: &Mark<'_>, out: &mut String) {
        self.tag(mark.at, out, |out| {
            out.push_str("<text:span");
            let part = self.parts.partition_point(|part| part.0 <= mark.at as usize);
            if self.parts.get(part).is_some_and(|part| part.1) {
                attribute("xmlns:text", &[TEXT], out);
            }
            self.attributes(mark, out);
            out.push('>');
        });
    }

    fn close(&self, mark: &Mark<'_>, out: &mut String) {
        self.tag(mark.at, out, |out| out.push_str("</text:span>"));
    }

    fn attributes(&self, mark: &Mark<'_>, out: &mut String) {
        attribute("xmlns:its", &[ITS], out);
        attribute("its:version", &["2.0"], out);
        let more = values(mark);
        if more.iter().any(|(name, _)| name.starts_with("gw:")) {
            attribute("xmlns:gw", &[OWN], out);
        }
        for (name, value) in more {
            attribute(&name, &[&value], out);
        }
    }

    fn parent(&self, _: &Annotation, _: &HashSet<u32>) -> Option<u32> {
        None
    }

    fn refusal(&self, annotation: &Annotation) -> Option<&'static str> {
        let mut all = said(annotation);
        let annotator = annotation.annotator().map(|tool| ("".into(), tool.into()));
        all.extend(annotator);
        let fits = all.iter().all(|(_, value)| value.chars().all(is_xml));
        match annotation.body() {
            Body::Translation(_) => Some("translations are not markup"),
            Body::Metadata(said) if is_structure(said.category()) => {
                Some("this metadata is about the structure of the document")
            }
            Body::Metadata(said) if said.records().len() > 1 => {
                Some("several records cannot stand on one element")
            }
            _ if !fits => Some("a value has a character that XML does not allow"),
            _ => None,
        }
    }
}

fn is_structure(category: Category) -> bool {
    matches!(
        category,
        Category::ElementsWithinText
            | Category::LanguageInformation
            | Category::PreserveSpace
            | Category::IdValue
            | Category::TargetPointer
    )
}

/// XML 1.0, production 2.
fn is_xml(char: char) -> bool {
    !matches!(char, '\0'..='\x08' | '\x0B' | '\x0C' | '\x0E'..='\x1F' | '\u{FFFE}' | '\u{FFFF}')
}

/// An attribute by its name with prefix.
type Value<'a> = (Cow<'static, str>, Cow<'a, str>);

/// The attributes of an annotation, and those that tie and attribute it.
fn values<'a>(mark: &Mark<'a>) -> Vec<Value<'a>> {
    let annotation = mark.annotation;
    let mut values = said(annotation);
    let category = match annotation.body() {
        Body::Term(_) => Category::Terminology,
        Body::Metadata(said) => said.category(),
        Body::Entity(_) | Body::Translation(_) => Category::TextAnalysis,
    };
    let name = match annotation.annotator() {
        Some(_) if !mark.tools.inherit_badly(annotation) => Some("its:annotatorsRef"),
        None if !mark.tools.any => None,
        _ => Some("gw:annotatorsRef"),
    };
    if let Some(name) = name {
        let tool = annotation.annotator().unwrap_or_default();
        values.push((name.into(), format!("{}|{tool}", category.identifier()).into()));
    }
    if let Some(number) = mark.fragment {
        values.push(("gw:id".into(), format!("{FRAGMENT}{number}").into()));
    }
    values
}

/// What an annotation says, as attributes (ITS 2.0, clauses 8.4 and 8.9).
fn said(annotation: &Annotation) -> Vec<Value<'_>> {
    let mut said: Vec<Value<'_>> = Vec::new();
    match annotation.body() {
        Body::Entity(entity) => {
            let lists = [
                (&entity.idents, "its:taIdentRef", "gw:taIdentRefs"),
                (&entity.classes, "its:taClassRef", "gw:taClassRefs"),
            ];
            for (list, first_name, rest_name) in lists {
                let Some((first, rest)) = list.split_first() else { continue };
                said.push((first_name.into(), Cow::Borrowed(first)));
                if !rest.is_empty() {
                    said.push((rest_name.into(), rest.join(" ").into()));
                }
            }
            said.extend(
                entity.source.as_deref().map(|source| ("its:taSource".into(), source.into())),
            );
            said.extend(entity.ident.as_deref().map(|ident| ("its:taIdent".into(), ident.into())));
            let confidence = entity.confidence.map(|number| number.to_string().into());
            said.extend(confidence.map(|number| ("its:taConfidence".into(), number)));
            if entity.is_anonymous() {
                said.push(("gw:taSpot".into(), "yes".into()));
            }
        }
        Body::Term(term) => {
            said.push(("its:term".into(), "yes".into()));
            said.extend(term.info_ref.as_deref().map(|iri| ("its:termInfoRef".into(), iri.into())));
            said.extend(term.info.as_deref().map(|info| ("gw:termInfo".into(), info.into())));
            let confidence = term.confidence.map(|number| number.to_string().into());
            said.extend(confidence.map(|number| ("its:termConfidence".into(), number)));
        }
        Body::Metadata(metadata) => {
            let first = metadata.records().first().into_iter().flatten();
            let all = metadata.fields().iter().chain(first);
            said.extend(all.map(|(name, value)| (format!("its:{name}").into(), (&**value).into())));
        }
        Body::Translation(_) => {}
    }
    said
}

/// Scans what lies between two texts of a unit.
struct OdtGaps<'a> {
    bytes: &'a [u8],
}

impl Gaps for OdtGaps<'_> {
    fn tags(&mut self, source: ByteSpan, _: Option<Obstacle>, tags: &mut Vec<Tag>) {
        let Some(bytes) = self.bytes.get(source.range()) else { return };
        let mut at = 0;
        while let Some(found) = bytes.get(at..).and_then(|r| r.iter().position(|b| *b == b'<')) {
            let start = at + found;
            at = markup_end(bytes, start);
            let tag = &bytes[start..at];
            if !matches!(tag.get(1), Some(b'?' | b'!')) && !tag.ends_with(b"/>") {
                let place = |at: usize| (source.start() + at) as u32;
                tags.push(tag_of(tag, place(start), place(at)));
            }
        }
    }
}

/// How long a tag is: up to the `>` that is in no attribute value.
fn tag_length(rest: &[u8]) -> usize {
    let mut quote = None;
    for (at, byte) in rest.iter().enumerate() {
        match (quote, byte) {
            (None, b'>') => return at + 1,
            (None, b'"' | b'\'') => quote = Some(*byte),
            (Some(open), byte) if open == *byte => quote = None,
            _ => {}
        }
    }
    rest.len()
}

fn tag_of(tag: &[u8], start: u32, end: u32) -> Tag {
    let opens = tag.get(1) != Some(&b'/');
    let name = tag.get(if opens { 1 } else { 2 }..).unwrap_or_default();
    let is_end = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>');
    let length = name.iter().position(is_end).unwrap_or(name.len());
    let name = &name[..length];
    let local = name.iter().position(|byte| *byte == b':').map_or(0, |colon| colon + 1);
    let family = match &name[local..] {
        b"ruby-base" | b"ruby-text" => Family::Part,
        b"ruby" => Family::Whole,
        _ => Family::None,
    };
    let number = name.iter().fold(0xCBF2_9CE4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01B3)
    });
    Tag { start, end, name: number, opens, cuts: false, family }
}
