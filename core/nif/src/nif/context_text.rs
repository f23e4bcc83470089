//! The texts of a document that become contexts: sections and their translations.

use std::collections::HashSet;
use std::fmt::Write;

use super::uri::{self, Scheme};
use super::{Options, Shape};
use glossweave_base::text::{CharSpan, Language, TextSpan};
use glossweave_document::{Document, Section, Unit, UnitsExt};

/// The path segment for translations. The language follows it.
const TARGET: &str = "target";

/// A range of the text that becomes a context, and the base of the IRIs in it.
#[derive(Clone)]
pub(super) struct ContextPart<'a> {
    pub document: &'a Document,
    /// The span in the text of the document.
    pub span: TextSpan,
    pub shape: Shape,
    pub scheme: Scheme,
    /// The start of each IRI, before the numbers.
    pub base: String,
    /// The language to use for text without a declared language.
    pub language: Option<&'a Language>,
    first: usize,
    units: usize,
    /// The number of code points before the range.
    origin: usize,
}

/// Returns `true` if a document was converted from markup. Such a document is written as units.
pub(super) fn is_converted(document: &Document) -> bool {
    document.source().format().is_converted()
}

/// A section, and the section of the target document that translates it.
pub(super) struct Pair<'a> {
    pub source: ContextPart<'a>,
    pub target: Option<ContextPart<'a>>,
}

impl<'a> Pair<'a> {
    /// Returns the sections of a document with their translations, in text order.
    pub fn all(document: &'a Document, options: &Options, scheme: Scheme) -> Vec<Pair<'a>> {
        let sections: Vec<Section<'a>> = document.sections().collect();
        let mut folders = Folders::new(options, sections.len());
        let mut first = 0;
        let mut pairs = Vec::with_capacity(sections.len());
        for section in &sections {
            let units = document.units().starting_at(first);
            let units = match sections.len() {
                1 => units.len(),
                _ => units.take_while(|unit| unit.span().end() <= section.span.end()).count(),
            };
            let (folder_base, folder) = folders.next(section.name);
            let source = ContextPart {
                document,
                span: section.span,
                shape: options.shape,
                scheme,
                base: uri::base(&folder_base, scheme),
                language: section.language,
                first,
                units,
                origin: document.char_span(section.span).start(),
            };
            let target = source.translation(section, &folder);
            first += units;
            pairs.push(Pair { source, target });
        }
        pairs
    }
}

impl<'a> ContextPart<'a> {
    /// Returns the translation of this text, from the first to the last translated unit.
    fn translation(&self, section: &Section<'a>, folder: &str) -> Option<ContextPart<'a>> {
        let document = self.document.target()?;
        let mut targets = self.units().filter_map(|unit| self.document.target_unit(unit));
        let first = targets.next()?;
        let (mut from, mut to) = (first, first);
        for unit in targets {
            from = if unit.index() < from.index() { unit } else { from };
            to = if unit.index() > to.index() { unit } else { to };
        }
        let span = TextSpan::new(from.span().start(), to.span().end());
        let language = section.target_language.or(document.language_at(span.start()));
        let prefix = match language {
            Some(language) => format!("{folder}{TARGET}-{language}"),
            None => format!("{folder}{TARGET}"),
        };
        Some(ContextPart {
            document,
            span,
            base: uri::base(&prefix, self.scheme),
            language: section.target_language,
            first: from.index(),
            units: to.index() + 1 - from.index(),
            origin: document.char_span(span).start(),
            ..self.clone()
        })
    }

    /// Returns the units of this text.
    pub fn units(&self) -> impl ExactSizeIterator<Item = Unit<'a>> + use<'a> {
        self.document.units().starting_at(self.first).take(self.units)
    }

    /// Converts a span in the document to code points of this text.
    pub fn chars(&self, chars: CharSpan, span: TextSpan) -> CharSpan {
        let (mut start, mut end) =
            (chars.start().saturating_sub(self.origin), chars.end().saturating_sub(self.origin));
        if self.shape == Shape::Its {
            // Subtract the separator before each unit except the first.
            let before = |place: usize| {
                self.document
                    .unit_at(place)
                    .map_or(0, |unit| unit.index().saturating_sub(self.first))
            };
            start = start.saturating_sub(before(span.start()));
            end = end.saturating_sub(before(span.end()));
        }
        CharSpan::new(start, end)
    }

    /// Returns the text of the context.
    pub fn text(&self) -> std::borrow::Cow<'a, str> {
        match self.shape {
            Shape::Units => self.document.text().get(self.span.range()).unwrap_or_default().into(),
            Shape::Its => self.units().map(|unit| unit.text()).collect::<String>().into(),
        }
    }

    /// Returns the IRI of a span in the document.
    pub fn iri(&self, span: TextSpan) -> String {
        let mut iri = self.base.clone();
        uri::push_span(&mut iri, self.scheme, self.chars(self.document.char_span(span), span));
        iri
    }
}

/// An allocator for a separate folder of IRIs for each section.
struct Folders {
    prefix: String,
    /// The prefix, with a slash at its end.
    root: String,
    sections: usize,
    number: usize,
    taken: HashSet<String>,
}

impl Folders {
    fn new(options: &Options, sections: usize) -> Folders {
        let bare = options.prefix.strip_suffix('#').unwrap_or(&options.prefix);
        let slash = if bare.ends_with('/') { "" } else { "/" };
        Folders {
            prefix: options.prefix.clone(),
            root: format!("{bare}{slash}"),
            sections,
            number: 0,
            // `doc1` is reserved for the markup of the skeleton.
            taken: HashSet::from(["doc1".to_owned()]),
        }
    }

    /// Returns the IRI prefixes for the next section and for its translation.
    fn next(&mut self, name: Option<&str>) -> (String, String) {
        self.number += 1;
        if self.sections == 1 {
            return (self.prefix.clone(), self.root.clone());
        }
        let mut encoded = String::new();
        for byte in name.unwrap_or_default().bytes() {
            match byte {
                b'-' | b'.' | b'_' | b'~' => encoded.push(char::from(byte)),
                byte if byte.is_ascii_alphanumeric() => encoded.push(char::from(byte)),
                byte => {
                    let _ = write!(encoded, "%{byte:02X}");
                }
            }
        }
        // A path segment that consists only of dots would refer to another folder (RFC 3986, clause
        // 3.3).
        if encoded.bytes().all(|byte| byte == b'.') {
            encoded = self.number.to_string();
        }
        while !self.taken.insert(encoded.clone()) {
            let _ = write!(encoded, "-{}", self.number);
        }
        let folder = format!("{}{encoded}/", self.root);
        (folder.clone(), folder)
    }
}
