//! Finding of strings to redact, using recognizers, in the text of a document and in the rest of its parts.

use std::ops::Range;

use super::attribute::personal_class;
use super::edit::{Edit, Written};
use super::labeled::strings_of;
use super::options::is_class;
use super::part::{DocumentPart, in_bytes};
use super::part_reading::{PartText, readable_names};
use super::redact::Run;
use super::segment::{Segment, SegmentKind};
use super::text::sources;
use glossweave_base::error::Result;
use glossweave_base::log::{Level, emit};
use glossweave_base::text::TextSpan;
use glossweave_base::words::cell;
use glossweave_document::Document;
use glossweave_document::annotation::Annotation;
use glossweave_document::recognizer::{
    Passage, PassageExt, Recognizer, recognize_all_names, recognize_passage,
};

/// The schemes of addresses.
const SCHEMES: &[&str] = &["mailto:", "tel:"];

/// The number of attributes before and after an attribute that are used to determine its meaning.
const NEAR: usize = 8;

impl Run<'_> {
    /// Returns the source ranges and the numbers of the strings that are recognized in a text of the
    /// document.
    pub fn found_in(&mut self, text: &Document) -> Result<Vec<(Vec<Range<usize>>, usize)>> {
        let mut found = Vec::new();
        for recognizer in self.recognizers {
            for annotation in recognize_all_names(*recognizer, text)? {
                if let Some((span, string)) = self.string(&annotation, text.text()) {
                    found.push((sources(text, span), string));
                }
            }
        }
        // Names that contain invisible characters are recognized in the text without them.
        let is_invisible = |c: char| cell(c).is_empty();
        let units = text.units().map(|unit| unit.text()).filter(|text| text.contains(is_invisible));
        let visible: Vec<String> = units.map(|text| text.replace(is_invisible, "")).collect();
        self.recognize_all(&visible)?;
        Ok(found)
    }

    /// Adds the string of an annotation. Returns its span and number if it is redacted.
    fn string(&mut self, annotation: &Annotation, text: &str) -> Option<(TextSpan, usize)> {
        let entity = annotation.as_entity()?;
        let label = self.label_of(entity.classes.iter().map(|class| &**class))?;
        let span = annotation.span();
        let found = text.get(span.range())?;
        // The scheme of a URL is not part of the name.
        let scheme = SCHEMES.iter().find(|scheme| {
            found.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
        });
        let start = scheme.map_or(0, |scheme| scheme.len());
        let number = self.strings.add_found(&found[start..], label)?;
        Some((TextSpan::new(span.start() + start, span.end()), number))
    }

    /// Returns the label of a string with these classes, or `None` if it is not redacted.
    fn label_of<'c>(&mut self, classes: impl Iterator<Item = &'c str> + Clone) -> Option<String> {
        for class in classes.clone() {
            self.missing.retain(|named| !is_class(class, named));
        }
        self.options.label_of(classes)
    }

    /// Writes to the log which requested classes were not found, because their names may be misspelt.
    pub fn warn_of_missing_classes(&self) {
        for class in &self.missing {
            let message = format_args!("found no text of the class `{class}` to redact");
            emit(Level::Warn, "glossweave::redact", message);
        }
    }

    /// Finds strings in a part, and returns the edits of names in properties. `strings` contains the shared
    /// strings of its package.
    pub fn found_in_part(
        &mut self,
        part: &DocumentPart<'_>,
        text: Option<&PartText<'_>>,
        strings: &[String],
    ) -> Result<Vec<Edit>> {
        if let Some(name) = &part.name {
            self.recognize_patterns(&readable_names(name))?;
        }
        let Some(text) = text else { return Ok(Vec::new()) };
        self.recognize_patterns(&text.everything(strings))?;
        self.recognize_all(&text.texts())?;
        Ok(if self.options.metadata { self.properties(text) } else { Vec::new() })
    }

    /// Finds strings in the parts of an embedded package, and adds the edits of names in properties. Each
    /// part is followed by the parts within it.
    pub fn found_within(
        &mut self,
        part: &DocumentPart<'_>,
        found: &mut Vec<Vec<Edit>>,
    ) -> Result<()> {
        let strings = part.inner.as_deref().map(strings_of).unwrap_or_default();
        for part in part.inner.iter().flatten() {
            let decoded = part.decoded();
            let text = decoded.as_ref().map(|decoded| PartText::of(part, decoded, &[]));
            found.push(self.found_in_part(part, text.as_ref(), &strings)?);
            self.found_within(part, found)?;
        }
        Ok(())
    }

    /// Returns the edits of names in properties.
    fn properties(&mut self, text: &PartText<'_>) -> Vec<Edit> {
        let decoded = text.decoded;
        let Some(segments) = &text.segments else { return Vec::new() };
        let are_covered = text.are_covered(segments);
        let beside = segments.iter().zip(are_covered).filter(|(_, is_covered)| !is_covered);
        let beside: Vec<&Segment<'_>> = beside.map(|(segment, _)| segment).collect();
        let mut ranges = Vec::new();
        for (index, segment) in beside.iter().enumerate() {
            let near = index.saturating_sub(NEAR)..(index + NEAR).min(beside.len());
            let same = beside[near].iter().filter(|sibling| {
                sibling.tag == segment.tag && sibling.kind == SegmentKind::Attribute
            });
            let others: Vec<(&str, &str)> = match segment.attribute {
                "content" => same
                    .map(|sibling| (sibling.attribute, &decoded.text[sibling.range.clone()]))
                    .collect(),
                _ => Vec::new(),
            };
            let class = personal_class(segment, &others);
            let label = class.and_then(|class| self.label_of(std::iter::once(class)));
            let string = label.and_then(|label| self.strings.personal(&text.value(segment), label));
            ranges.extend(string.map(|string| (segment.range.clone(), string)));
        }
        let mut places: Vec<_> = ranges.iter().map(|(range, _)| range.clone()).collect();
        in_bytes(decoded, &mut places);
        let numbers = ranges.into_iter().map(|(_, string)| Some(string));
        let edits = places.into_iter().zip(numbers);
        let written = Written::Replacement;
        edits.map(|(range, string)| Edit { range, string, written }).collect()
    }

    /// Adds the strings that recognizers find in texts.
    fn recognize_all(&mut self, texts: &[String]) -> Result<()> {
        let texts = texts.iter().filter(|text| text.chars().any(char::is_alphabetic));
        let recognizers = self.recognizers;
        // Texts in properties and attributes alone cannot be used to identify the language.
        let recognizers = recognizers
            .iter()
            .filter(|recognizer| !recognizer.needs_language() || self.language.is_some());
        let recognizers: Vec<&dyn Recognizer> = recognizers.copied().collect();
        self.recognize_by(&recognizers, texts)
    }

    /// Adds the strings that patterns find in texts.
    fn recognize_patterns(&mut self, texts: &[String]) -> Result<()> {
        let patterns: Vec<&dyn Recognizer> = self.recognizers.last().copied().into_iter().collect();
        self.recognize_by(&patterns, texts.iter())
    }

    fn recognize_by<'t>(
        &mut self,
        recognizers: &[&dyn Recognizer],
        texts: impl Iterator<Item = &'t String>,
    ) -> Result<()> {
        let mut all = String::new();
        let mut blocks = Vec::new();
        for text in texts {
            let start = all.len();
            all.push_str(text);
            blocks.push(TextSpan::new(start, all.len()));
            all.push('\n');
        }
        if blocks.is_empty() {
            return Ok(());
        }
        let mut passage = Passage::new(&all).with_blocks(&blocks).with_all_names();
        let language = self.language.clone();
        if let Some(language) = &language {
            passage = passage.with_language(language);
        }
        for recognizer in recognizers {
            for annotation in recognize_passage(*recognizer, &passage)? {
                self.string(&annotation, &all);
            }
        }
        Ok(())
    }

    /// Adds the names that recognizers list. They are redacted even at positions where the recognizers do not
    /// find them.
    pub fn list_names(&mut self) -> Result<()> {
        for recognizer in self.recognizers {
            recognizer.each_name(&mut |name, classes| {
                if let Some(label) = self.label_of(classes.iter().copied()) {
                    self.strings.listed(name, label);
                }
                Ok(())
            })?;
        }
        Ok(())
    }
}
