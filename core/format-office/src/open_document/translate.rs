//! Translations in OpenDocument: the texts of a unit are replaced, and its spans are kept.

use std::cell::Cell;

use super::right_to_left::directions;
use super::string_value::removed;
use glossweave_base::media::Format;
use glossweave_base::text::ByteSpan;
use glossweave_document::annotation::Annotation;
use glossweave_document::annotation::Translation;
use glossweave_document::{Document, InsertionBarrier, Splice};
use glossweave_format_base::fragment::{Tag, TagScanner};
use glossweave_format_base::package::{PartTagScanner, in_section, sections};
use glossweave_format_base::translate::{
    self, Content, Edit, SignPart, Signs, Target, TranslationPart, Written, exchange,
};
use glossweave_format_base::{EncodeOptions, Placement};
use glossweave_markup::escape::{push_escaped, xml_text};

/// Writes the requested translations into a splice of the parts.
pub(crate) fn translate(
    document: &Document,
    annotations: &[Annotation],
    options: &EncodeOptions,
    placements: &mut [Placement],
) -> (Splice, Written) {
    let sections = sections(document.source().bytes());
    let mut target = OpenDocumentTarget { gaps: PartTagScanner::new(document), sections };
    let (splice, mut written) =
        translate::write(document, annotations, options, placements, &mut target);
    for translation in
        written.iter_mut().filter(|translation| !is_plain(document, translation.span.start()))
    {
        // A `text:line-break` is not read as text.
        translation.text.retain(|char| char != '\n');
    }
    let others = match document.source().format() {
        Format::Ods => removed(document, &written),
        _ => directions(document, &written),
    };
    (splice.merged(others), written)
}

/// Returns a scanner for the tags in a range of the parts without text.
pub(crate) fn gaps(document: &Document) -> Box<dyn TagScanner + '_> {
    Box::new(PartTagScanner::new(document))
}

struct OpenDocumentTarget<'a> {
    gaps: PartTagScanner<'a>,
    sections: Vec<ByteSpan>,
}

impl TagScanner for OpenDocumentTarget<'_> {
    fn tags(&mut self, source: ByteSpan, obstacle: Option<InsertionBarrier>, tags: &mut Vec<Tag>) {
        self.gaps.tags(source, obstacle, tags);
    }
}

/// Returns `true` if a text cannot contain elements.
fn is_plain(document: &Document, text: usize) -> bool {
    document.zone_at(text).0.obstacle.is_some()
}

impl OpenDocumentTarget<'_> {
    /// Writes white space in the form in which it is read: elements represent repeated spaces, tabs
    /// and line feeds (part 3, clause 6.1.2). `spaced` is `true` if a space would be collapsed.
    fn write(&self, text: &str, at: ByteSpan, spaced: &mut bool, out: &mut String) {
        let in_section = in_section(&self.sections, at.start());
        let (end, start) = if in_section { ("]]>", "<![CDATA[") } else { ("", "") };
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let stop = |char: char| [' ', '\t', '\n'].contains(&char);
            let width = match first {
                ' ' => rest.len() - rest.trim_start_matches(' ').len(),
                _ => rest.find(stop).unwrap_or(rest.len()).max(1),
            };
            let (part, after) = rest.split_at(width);
            rest = after;
            match first {
                ' ' => {
                    let elements = if std::mem::replace(spaced, true) { width } else { width - 1 };
                    out.push_str(if elements < width { " " } else { "" });
                    let count = match elements {
                        0 => continue,
                        1 => String::new(),
                        count => format!(" text:c=\"{count}\""),
                    };
                    out.push_str(&format!("{end}<text:s{count}/>{start}"));
                }
                '\t' => out.push_str(&format!("{end}<text:tab/>{start}")),
                '\n' => out.push_str(&format!("{end}<text:line-break/>{start}")),
                _ => plain(part, in_section, out),
            }
            *spaced = false;
        }
    }
}

/// Writes a text without elements.
fn plain(text: &str, in_section: bool, out: &mut String) {
    if in_section {
        return out.push_str(&text.replace("]]>", "]]]]><![CDATA[>"));
    }
    push_escaped(text, out, |char| match char {
        '\r' => None,
        char => xml_text(char),
    });
}

impl Target for OpenDocumentTarget<'_> {
    fn text(&self, text: &str, at: ByteSpan, out: &mut String) {
        plain(text, in_section(&self.sections, at.start()), out);
    }

    fn place(
        &self,
        document: &Document,
        content: &Content,
        parts: &[TranslationPart],
        _: &Translation,
    ) -> Result<Vec<Edit>, &'static str> {
        let signs = Signs::of(document, content);
        // There is no white space between the content and the surrounding text.
        let spaced = Cell::new(true);
        Ok(exchange(document, content, parts, |text, at, out| {
            let old = signs.text(at);
            if let Some(source) = signs.source(at).filter(|_| old == Some(text)) {
                spaced.set(text.ends_with(' ') || text.is_empty() && spaced.get());
                return out.push_str(source);
            }
            if is_plain(document, signs.text_start(at).unwrap_or(content.text.start())) {
                return self.text(text, at, out);
            }
            let mut is_spaced = spaced.get();
            for part in signs.split(text, at) {
                match part {
                    SignPart::Text(text) => self.write(text, at, &mut is_spaced, out),
                    SignPart::Sign(element) => {
                        out.push_str(element);
                        is_spaced = false;
                    }
                }
            }
            spaced.set(is_spaced);
        }))
    }
}
