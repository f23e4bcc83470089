//! Further properties of a document: sections, unit names, warnings, and targets.

use super::Document;
use super::code::CodeList;
use super::page_map::PageMap;
use super::plural::PluralForms;
use super::run_length::RunLengthMap;
use super::unit::Unit;
use glossweave_base::text::{ByteSpan, Language, TextSpan};
use std::sync::OnceLock;

/// A range of the text with a separate name and languages, for example a `file` of XLIFF. In other
/// formats, the whole document is one section without a name.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Section<'a> {
    /// The name in the source, for example the `original` of a `file`.
    pub name: Option<&'a str>,
    /// The span from the first to the last unit of the section. Empty if there are no units.
    pub span: TextSpan,
    /// The language of the text, if the source declares it.
    pub language: Option<&'a Language>,
    /// The language of the translations, if the source declares it.
    pub target_language: Option<&'a Language>,
    /// `true` if the text is not annotated yet, for example in an open task of Label Studio.
    pub is_unannotated: bool,
}

/// A warning about a source that could be read in spite of a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    message: String,
    at: ByteSpan,
}

impl Warning {
    /// Returns the message. It is in lower case, uses backticks for names, and reports the expected
    /// and the actual value.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns the position in the source, in bytes. Use
    /// [`Source::location`](super::Source::location) to convert it to line and column.
    pub fn span(&self) -> ByteSpan {
        self.at
    }
}

/// The maximum number of warnings of a document. Further warnings are dropped.
pub(super) const WARNINGS: usize = 1_000;

#[derive(Clone, Debug, Default)]
pub(super) struct SectionStart {
    /// The index of the first unit.
    unit: u32,
    name: Option<Box<str>>,
    language: Option<Language>,
    target_language: Option<Language>,
    is_unannotated: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Target {
    pub document: Document,
    /// Pairs of source and target units, sorted by the source unit.
    pub links: Vec<TargetLink>,
}

/// The index of a source unit, the index of its target unit, and the state of the translation.
pub type TargetLink = (u32, u32, TranslationState);

/// The state of a translation, as declared by the source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum TranslationState {
    /// The text has to be translated, or translated again.
    Open,
    /// The source does not declare a state.
    #[default]
    Unsaid,
    /// The translation is finished, but may await review.
    Done,
}

/// The text of a unit with markers, or the rule that prevents markers.
pub type MarkedUnit = Result<Box<str>, &'static str>;

/// Properties that few documents have.
#[derive(Clone, Debug, Default)]
pub(super) struct Extras {
    pub sections: Vec<SectionStart>,
    warnings: Vec<Warning>,
    /// Pairs of a unit and the end of its name in `names`.
    name_ends: Vec<(u32, u32)>,
    names: String,
    /// The units that are the form `other` of a plural, and the forms that the source contains.
    pub plurals: Vec<(u32, PluralForms)>,
    pub target: Option<Box<Target>>,
    pub is_target: bool,
    pub base: Option<Box<str>>,
    /// `true` if apostrophes quote braces in all texts.
    pub quotes: bool,
    /// Heading levels by unit index.
    pub headings: RunLengthMap<u8>,
    /// Formatting numbers by text position.
    pub formats: RunLengthMap<u32>,
    /// The inline codes, if the reader lists them.
    pub codes: Option<CodeList>,
    /// The placeholders in XML texts. The other codes of XML are the markup between the pieces of
    /// the text.
    pub placeholders: Option<CodeList>,
    /// The positions on pages, if the source has pages.
    pub pages: Option<Box<PageMap>>,
    /// The texts of the units with markers, or the rules that prevent markers. Created when first
    /// used.
    pub marked: OnceLock<Vec<MarkedUnit>>,
}

impl Extras {
    pub fn start_section(
        &mut self,
        unit: usize,
        name: Option<&str>,
        language: Option<&Language>,
        target_language: Option<&Language>,
    ) {
        // Every unit must be in a section, so units before the first section get a section without
        // a name.
        if unit > 0 && self.sections.is_empty() {
            self.sections.push(SectionStart::default());
        }
        self.sections.push(SectionStart {
            unit: unit as u32,
            name: name.map(Box::from),
            language: language.cloned(),
            target_language: target_language.cloned(),
            is_unannotated: false,
        });
    }

    /// Marks the last section as not annotated yet.
    pub fn leave_unannotated(&mut self) {
        if let Some(section) = self.sections.last_mut() {
            section.is_unannotated = true;
        }
    }

    pub fn name_unit(&mut self, unit: usize, name: &str) {
        self.names.push_str(name);
        self.name_ends.push((unit as u32, self.names.len() as u32));
    }

    pub fn warn(&mut self, message: String, at: ByteSpan) {
        if self.warnings.len() < WARNINGS {
            self.warnings.push(Warning { message, at });
        }
    }

    pub fn shrink(&mut self) {
        self.names.shrink_to_fit();
        self.name_ends.shrink_to_fit();
        self.plurals.shrink_to_fit();
        self.formats.shrink();
        self.headings.shrink();
    }

    pub fn heap_size(&self) -> usize {
        self.sections.capacity() * size_of::<SectionStart>()
            + self
                .warnings
                .iter()
                .map(|warning| size_of::<Warning>() + warning.message.len())
                .sum::<usize>()
            + self.names.capacity()
            + self.base.as_ref().map_or(0, |base| base.len())
            + self.codes.as_ref().map_or(0, CodeList::heap_size)
            + self.placeholders.as_ref().map_or(0, CodeList::heap_size)
            + self.pages.as_ref().map_or(0, |pages| pages.heap_size())
            + self.name_ends.capacity() * size_of::<(u32, u32)>()
            + self.plurals.capacity() * size_of::<(u32, PluralForms)>()
            + self.formats.heap_size()
            + self.marked.get().map_or(0, |texts| {
                let lengths = texts.iter().flatten().map(|text| text.len());
                texts.capacity() * size_of::<MarkedUnit>() + lengths.sum::<usize>()
            })
            + self.headings.heap_size()
            + self.target.as_ref().map_or(0, |target| {
                target.document.heap_size() + target.links.capacity() * size_of::<(u32, u32)>()
            })
    }
}

impl Document {
    /// Returns the sections in text order. Every unit is in one of them.
    pub fn sections(&self) -> impl Iterator<Item = Section<'_>> {
        let starts = &self.extras.sections;
        let whole = starts.is_empty().then(|| Section {
            name: None,
            span: TextSpan::new(0, self.text.len()),
            language: self.language(),
            target_language: None,
            is_unannotated: false,
        });
        let several = starts.iter().enumerate().map(|(index, start)| {
            let next = starts.get(index + 1).map_or(self.ends.len(), |next| next.unit as usize);
            Section {
                name: start.name.as_deref(),
                span: self.units_span(start.unit as usize, next),
                language: start.language.as_ref(),
                target_language: start.target_language.as_ref(),
                is_unannotated: start.is_unannotated,
            }
        });
        whole.into_iter().chain(several)
    }

    /// Returns the span from the start of unit `first` to the end of the unit before `next`.
    fn units_span(&self, first: usize, next: usize) -> TextSpan {
        let start = match self.ends.get(first) {
            Some(_) => Unit::new(self, first).span().start(),
            None => self.text.len(),
        };
        let last = next.checked_sub(1).filter(|last| *last >= first);
        let end = last.and_then(|last| self.ends.get(last)).map_or(start, |end| *end as usize);
        TextSpan::new(start, end)
    }

    /// Returns the base of references that the source declares: `href` of `base` in HTML, or
    /// `xml:base` of the root in XML. The base can be a relative reference.
    pub fn base(&self) -> Option<&str> {
        self.extras.base.as_deref()
    }

    /// Returns the warnings about the source, in reading order. At most the first 1,000 are kept.
    ///
    /// For example, an invalid reference causes a warning.
    pub fn warnings(&self) -> &[Warning] {
        &self.extras.warnings
    }

    /// Returns the translations in the source as a separate document. The source bytes of both
    /// documents are the same, and each unit of the result is the translation of a unit of this
    /// document. Returns `None` if the source contains no translations, or if its format does not
    /// support them.
    pub fn target(&self) -> Option<&Document> {
        self.extras.target.as_ref().map(|target| &target.document)
    }

    /// Returns the unit of [`Document::target`] that translates a unit of this document.
    pub fn target_unit(&self, unit: Unit<'_>) -> Option<Unit<'_>> {
        let (_, index, _) = self.link_of(unit)?;
        let target = &self.extras.target.as_ref()?.document;
        let index = index as usize;
        (index < target.ends.len()).then(|| Unit::new(target, index))
    }

    pub(super) fn link_of(&self, unit: Unit<'_>) -> Option<TargetLink> {
        let links = &self.extras.target.as_ref()?.links;
        let index = unit.index() as u32;
        let at = links.binary_search_by_key(&index, |link| link.0).ok()?;
        links.get(at).copied()
    }

    /// Returns the name of a unit in the source.
    pub(super) fn name_of(&self, unit: usize) -> Option<&str> {
        let ends = &self.extras.name_ends;
        let at = ends.binary_search_by_key(&(unit as u32), |end| end.0).ok()?;
        let start = at.checked_sub(1).map_or(0, |before| ends[before].1 as usize);
        self.extras.names.get(start..ends[at].1 as usize)
    }
}

#[cfg(test)]
mod tests {
    use crate::source::SourceExt;
    use crate::{Builder, DocumentExt, Source};
    use glossweave_base::media::Format;
    use glossweave_base::text::ByteSpan;
    use glossweave_encoding::Encoding;

    fn built(target: bool) -> crate::Document {
        let mut builder = Builder::default();
        let german = "de".parse().unwrap();
        builder.section(Some("a"), None, Some(&german));
        for (number, text) in ["one", "two"].into_iter().enumerate() {
            builder.literal(text, 4 * number);
            builder.name_unit(&format!("n{number}"));
            builder.end_unit(number as u32 + 1);
        }
        builder.section(Some("b"), None, None);
        builder.section(None, Some(&german), None);
        if !target {
            builder.literal("six", 8);
        }
        builder.warn("odd", ByteSpan::new(1, 2));
        builder.finish(Source::new(b"one two six".to_vec(), Format::Text, Encoding::UTF_8))
    }

    #[test]
    fn sections_hold_their_units() {
        let document = built(false);
        let sections: Vec<_> = document.sections().map(|s| (s.name, s.span.range())).collect();
        assert_eq!(sections, [(Some("a"), 0..7), (Some("b"), 8..8), (None, 8..11)]);
        let names: Vec<_> = document.units().map(|unit| unit.name()).collect();
        assert_eq!(names, [Some("n0"), Some("n1"), None]);
        assert_eq!(document.warnings()[0].message(), "odd");
    }

    #[test]
    fn units_before_the_first_section_have_one_of_their_own() {
        let mut builder = Builder::default();
        builder.literal("one", 0);
        builder.end_unit(1);
        builder.section(Some("a"), None, None);
        builder.literal("two", 4);
        builder.end_unit(2);
        let source = Source::new(b"one two".to_vec(), Format::Text, Encoding::UTF_8);
        let document = builder.finish(source);
        let sections: Vec<_> = document.sections().map(|s| (s.name, s.span.range())).collect();
        assert_eq!(sections, [(None, 0..3), (Some("a"), 4..7)]);
    }

    #[test]
    fn a_unit_leads_to_its_translation() {
        let document = built(false).with_target(built(true), vec![(1, 0, Default::default())]);
        let units: Vec<_> = document.units().collect();
        assert_eq!(document.target_unit(units[1]).unwrap().text(), "one");
        assert!(document.target_unit(units[0]).is_none());
        assert!(document.target_unit(units[2]).is_none());
    }
}
