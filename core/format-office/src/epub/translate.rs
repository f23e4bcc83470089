//! Translations in books: the texts of a unit are replaced, and its elements are kept.

use super::annotate::package_document;
use super::refuse_signed;
use glossweave_base::text::{ByteSpan, Language};
use glossweave_document::annotation::{Annotation, Translation};
use glossweave_document::{Document, InsertionBarrier, Splice};
use glossweave_format_base::PlacementExt;
use glossweave_format_base::fragment::{Tag, TagScanner};
use glossweave_format_base::package::{PartTagScanner, in_section, root_name, sections};
use glossweave_format_base::translate::{
    self, Content, Edit, Target, TranslationPart, Written, exchange,
};
use glossweave_format_base::{EncodeOptions, Placement};
use glossweave_format_markup::html;
use glossweave_format_markup::xml::attribute_value;
use glossweave_markup::escape::{push_escaped, xml_text};

/// Writes the requested translations into a splice of the parts. When languages are set, the
/// language of the book is also set.
pub(crate) fn translate(
    document: &Document,
    annotations: &[Annotation],
    options: &EncodeOptions,
    placements: &mut [Placement],
) -> (Splice, Written) {
    if refuse_signed(document, placements) {
        return Default::default();
    }
    let mut target = BookTarget::new(document);
    let (splice, written) =
        translate::write(document, annotations, options, placements, &mut target);
    let mut languages =
        annotations.iter().zip(placements.iter()).filter_map(|(annotation, placement)| {
            annotation
                .as_translation()
                .filter(|_| placement.is_new())
                .map(|translation| &translation.language)
        });
    let Some(language) = languages.next().filter(|_| options.set_lang) else {
        return (splice, written);
    };
    let stated = package_document(document).and_then(|package| package.language);
    match stated
        .filter(|stated| languages.all(|other| other == language) && stated.0 != language.as_str())
    {
        Some((_, at)) => {
            let mut book = Splice::default();
            book.replace(at).extend_from_slice(language.as_str().as_bytes());
            (splice.merged(book), written)
        }
        None => (splice, written),
    }
}

struct BookTarget<'a> {
    document: &'a Document,
    gaps: PartTagScanner<'a>,
    sections: Vec<ByteSpan>,
    /// The parts whose elements have no language attributes.
    without_language: Vec<ByteSpan>,
    /// The XHTML parts, whose elements have direction attributes.
    pages: Vec<ByteSpan>,
}

impl BookTarget<'_> {
    fn new(document: &Document) -> BookTarget<'_> {
        let source = document.source();
        let parts_of = |root: &[u8]| {
            let is_root = |span: &ByteSpan| {
                let part = source.bytes().get(span.range()).unwrap_or_default();
                root_name(part).is_some_and(|name| name.ends_with(root))
            };
            source.parts().iter().map(|part| part.span).filter(is_root).collect()
        };
        BookTarget {
            document,
            gaps: PartTagScanner::new(document),
            sections: sections(source.bytes()),
            without_language: parts_of(b"ncx"),
            pages: parts_of(b"html"),
        }
    }
}

impl TagScanner for BookTarget<'_> {
    fn tags(&mut self, source: ByteSpan, obstacle: Option<InsertionBarrier>, tags: &mut Vec<Tag>) {
        self.gaps.tags(source, obstacle, tags);
    }
}

impl Target for BookTarget<'_> {
    fn text(&self, text: &str, at: ByteSpan, out: &mut String) {
        if in_section(&self.sections, at.start()) {
            out.push_str(&text.replace("]]>", "]]]]><![CDATA[>"));
        } else {
            push_escaped(text, out, xml_text);
        }
    }

    fn place(
        &self,
        document: &Document,
        content: &Content,
        parts: &[TranslationPart],
        _: &Translation,
    ) -> Result<Vec<Edit>, &'static str> {
        let in_attribute = html::in_attribute(document, content);
        Ok(exchange(document, content, parts, |text, at, out| match in_attribute {
            true => push_escaped(text, out, attribute_value),
            false => self.text(text, at, out),
        }))
    }

    fn language(&self, tag: ByteSpan, language: &Language) -> Vec<Edit> {
        let is_in = |parts: &[ByteSpan]| parts.iter().any(|part| part.contains(tag));
        if is_in(&self.without_language) {
            return Vec::new();
        }
        let say = |name| html::say(self.document, tag, name, language.as_str());
        // Both attributes must have the same value (EPUB 3.3, clause 6.1.2; XHTML 1.0, appendix
        // C.7).
        let lang = say("lang").filter(|edit| !edit.at.is_empty());
        let mut edits: Vec<Edit> = say("xml:lang").into_iter().chain(lang).collect();
        if is_in(&self.pages) {
            edits.extend(html::direction(self.document, tag, language));
        }
        edits.sort_by_key(|edit| edit.at);
        edits
    }
}
