//! Redaction of a document.

use std::borrow::Cow;
use std::ops::Range;

use super::attribute::{is_text, personal_class};
use super::edit::{Edit, applied, edits_of, joined, without_emphasis};
use super::key::PseudonymKey;
use super::options::{RedactOptions, RedactionMethod};
use super::part::{Part, Parts, in_bytes};
use super::part_reading::{PartText, name_readings};
use super::reading::Reading;
use super::residue::{Residue, ResidueCheck};
use super::search::Search;
use super::segment::{Segment, SegmentKind};
use super::strings::Strings;
use super::text::{covered, merged, sources, text_reading};
use super::thumbnail::{is_thumbnail, references};
use super::verify::verify;
use glossweave_base::error::{Error, ErrorKind, Location, Result, Side};
use glossweave_base::media::Format;
use glossweave_base::text::{ByteSpan, Language, TextSpan};
use glossweave_format::annotation::Annotation;
use glossweave_format::recognizer::{Passage, Recognizer, recognize, recognize_passage};
use glossweave_format::{Archive, ArchiveLimits, Document, decode_like};
use glossweave_markup::Decoded;
use glossweave_markup::charref::{Place, resolved};

/// A place of a document that was redacted.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RedactedSpan {
    /// The label of the class.
    pub label: Box<str>,
    /// The text that is written there; empty if the string is only removed, as in the rest of a name with markup within.
    pub replacement: Box<str>,
    /// The name of the part of a package; `None` for a source that is no package.
    pub part: Option<Box<str>>,
    /// The place in the document, in bytes of the part in UTF-8, or of a source that is no package; empty for the name of
    /// the part.
    pub span: ByteSpan,
}

/// A redacted document.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct Redaction {
    /// The bytes of the document after redaction, in its own format and encoding.
    pub bytes: Vec<u8>,
    /// All places that were redacted, in the order of parts and places: the bytes of the document with the replacements
    /// at these places are those of the result, without [thumbnails](Redaction::left_out).
    pub spans: Vec<RedactedSpan>,
    /// The places where a redacted string is left.
    pub residue: Vec<Residue>,
    /// The names of parts that were left out: thumbnails.
    pub left_out: Vec<String>,
    /// The key of pseudonyms, if pseudonyms were written.
    pub key: Option<PseudonymKey>,
}

/// Redacts a document: replaces what recognizers find in it, and what the options name, in the whole of its source.
///
/// A string that is found once is replaced wherever it stands as whole words, also in what is no text for readers:
/// attributes, comments, properties, deleted text, names of files. A string of one word is replaced in its own case and in
/// capitals, others in any case. Every other byte stays. The result is read again: its units must have the texts of the
/// document with the replacements, and no redacted string may be left in any part.
///
/// # Errors
///
/// Returns the errors of the recognizers; [`ErrorKind::Unsupported`] if the format cannot be written or the result would be
/// read otherwise; [`ErrorKind::Conflict`] if a redacted string is left (unless `options` allow that), or if two files of a
/// package would have the same name; [`ErrorKind::TooLarge`] if a package unpacks to more than the limit.
///
/// ```
/// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; pub use glossweave_redact as redact; }
/// use glossweave::annotation::{Annotation, Entity};
/// use glossweave::recognizer::{Passage, Recognizer};
/// use glossweave::redact::{RedactOptions, redact};
/// use glossweave::text::TextSpan;
/// use glossweave::{DecodeOptions, Format};
/// struct Jane;
/// impl Recognizer for Jane {
///     fn recognize(&self, passage: &Passage<'_>) -> glossweave::Result<Vec<Annotation>> {
///         let at = passage.text().find("Jane Roe").map(|at| TextSpan::new(at, at + 8));
///         let person = Entity::default().with_class("http://schema.org/Person");
///         Ok(at.map(|at| Annotation::entity(at, person)).into_iter().collect())
///     }
/// }
/// let page = "<!-- by jane roe --><p title='JANE ROE'>Ask Jane <b>Ro</b>e.";
/// let page = glossweave::decode(page, Format::Html, &DecodeOptions::default())?;
/// let redaction = redact(&page, &[&Jane], &RedactOptions::default())?;
/// assert_eq!(
///     String::from_utf8_lossy(&redaction.bytes),
///     "<!-- by PERSON --><p title='PERSON'>Ask PERSON<b></b>.",
/// );
/// # Ok::<(), glossweave::Error>(())
/// ```
pub fn redact(
    document: &Document,
    recognizers: &[&dyn Recognizer],
    options: &RedactOptions,
) -> Result<Redaction> {
    let source = document.source();
    if !(source.format().returns() || source.format().translates()) {
        let message = format!("`{}` cannot be written, so it cannot be redacted", source.format());
        return Err(Error::unsupported(Side::Output, message));
    }
    if source.encoding().is_stateful() {
        let message = format!("documents in {} cannot be redacted", source.encoding());
        return Err(Error::unsupported(Side::Output, message));
    }
    let texts: Vec<&Document> = std::iter::once(document).chain(document.target()).collect();
    let patterns = options.recognizer();
    let mut all = recognizers.to_vec();
    all.push(&patterns);
    let mut run = Run {
        document,
        recognizers: &all,
        language: document
            .language()
            .cloned()
            .or_else(|| Language::identify_surely(document.text())),
        options,
        strings: Strings::of_options(options),
    };
    let covered = covered(&texts);
    let parts = Parts::of(document)?;
    let decoded: Vec<Option<Decoded<'_>>> = parts.all().iter().map(Part::decoded).collect();
    let part_texts = parts.all().iter().zip(&decoded).map(|(part, decoded)| {
        decoded.as_ref().map(|decoded| PartText::of(part, decoded, &covered))
    });
    let part_texts: Vec<Option<PartText<'_>>> = part_texts.collect();
    let mut edits: Vec<Vec<Edit>> = vec![Vec::new(); parts.all().len()];
    let mut found = Vec::new();
    for text in &texts {
        found.push(run.found_in(text)?);
    }
    for (text, edits) in part_texts.iter().zip(&mut edits) {
        if let Some(text) = text {
            edits.extend(run.found_beside(text)?);
        }
    }
    let mut key = match options.method {
        RedactionMethod::Pseudonym => Some(match &options.key {
            Some(key) => key.clone(),
            None => PseudonymKey::generate()?,
        }),
        _ => None,
    };
    run.strings.replace(options.method, key.as_mut())?;
    let search = run.strings.search()?;
    for (text, found) in texts.iter().zip(found) {
        for (ranges, string) in run.places_in(text, found, &search) {
            add(&parts, &mut edits, ranges, string);
        }
    }
    for (text, edits) in part_texts.iter().zip(&mut edits) {
        edits.extend(text.iter().flat_map(|text| run.everywhere_in(text, &search)));
    }
    let mut edits: Vec<Vec<Edit>> = edits.into_iter().map(joined).collect();
    if let Some(edits) = edits.first_mut().filter(|_| source.format() == Format::Markdown) {
        *edits = without_emphasis(document, std::mem::take(edits));
    }
    let mut redaction = run.write(parts.all(), &edits, &search)?;
    let again = decode_like(document, redaction.bytes.clone()).map_err(|cause| {
        let message = "the document could not be read after redaction; nothing was written";
        Error::unsupported(Side::Output, message).because(cause)
    })?;
    run.verify(&again, parts.all(), &edits)?;
    redaction.residue = ResidueCheck::new(&run.strings, &search)?.run(&again)?;
    if options.refuses_residue
        && let Some(first) = redaction.residue.first()
    {
        return Err(refusal(&redaction, first));
    }
    if let Some(key) = &mut key {
        key.remember(source.original(), &redaction.bytes);
    }
    redaction.key = key;
    Ok(redaction)
}

fn refusal(redaction: &Redaction, first: &Residue) -> Error {
    let part = match &first.part {
        Some(part) => format!(" of the part `{part}`"),
        None => String::new(),
    };
    let message = format!(
        "redacted strings are left at {} places, the first ({}) at bytes {}..{}{part}",
        redaction.residue.len(),
        first.label,
        first.span.start(),
        first.span.end(),
    );
    let error = Error::new(ErrorKind::Conflict, message).with_parameter("residue");
    match &first.part {
        Some(_) => error,
        None => error.at(Location::in_source(&redaction.bytes, first.span.range())),
    }
}

/// The schemes of addresses.
const SCHEMES: &[&str] = &["mailto:", "tel:"];

/// The number of attributes before and after one that may say what it is.
const NEAR: usize = 8;

/// A redaction in progress.
struct Run<'r> {
    document: &'r Document,
    recognizers: &'r [&'r dyn Recognizer],
    /// The language of what is no text of the document; `None` if it is not known.
    language: Option<Language>,
    options: &'r RedactOptions,
    strings: Strings,
}

impl Run<'_> {
    /// Returns the places of what is recognized in a text of the document.
    fn found_in(&mut self, text: &Document) -> Result<Vec<(Vec<Range<usize>>, usize)>> {
        let mut found = Vec::new();
        for recognizer in self.recognizers {
            for annotation in recognize(*recognizer, text, None)? {
                if let Some((span, string)) = self.string(&annotation, text.text()) {
                    found.push((sources(text, span), string));
                }
            }
        }
        Ok(found)
    }

    /// Adds the string of an annotation, and returns its place and number if it is redacted.
    fn string(&mut self, annotation: &Annotation, text: &str) -> Option<(TextSpan, usize)> {
        let entity = annotation.as_entity()?;
        let label = self.options.label_of(entity.classes.iter().map(|class| &**class))?;
        let span = annotation.span();
        let found = text.get(span.range())?;
        // The scheme of a URL is not what it names.
        let scheme = SCHEMES.iter().find(|scheme| {
            found.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
        });
        let start = scheme.map_or(0, |scheme| scheme.len());
        let number = self.strings.found(&found[start..], label)?;
        Some((TextSpan::new(span.start() + start, span.end()), number))
    }

    /// Looks for strings in what is no text of the document, and returns the edits of names in properties.
    fn found_beside(&mut self, text: &PartText<'_>) -> Result<Vec<Edit>> {
        let decoded = text.decoded;
        let Some(segments) = &text.segments else {
            self.recognize_all(text.between().into_iter().map(Cow::Borrowed))?;
            return Ok(Vec::new());
        };
        let are_covered = text.are_covered(segments);
        let beside = segments.iter().zip(are_covered).filter(|(_, is_covered)| !is_covered);
        let beside: Vec<&Segment<'_>> = beside.map(|(segment, _)| segment).collect();
        let value = |segment: &Segment<'_>| {
            let raw = decoded.text.get(segment.range.clone()).unwrap_or_default();
            match segment.kind {
                SegmentKind::Text | SegmentKind::Attribute if raw.contains('&') => {
                    Cow::Owned(resolved(raw, Place::Text))
                }
                _ => Cow::Borrowed(raw),
            }
        };
        self.recognize_all(beside.iter().filter(|one| is_text(one)).map(|one| value(one)))?;
        if !self.options.metadata {
            return Ok(Vec::new());
        }
        let mut ranges = Vec::new();
        for (index, segment) in beside.iter().enumerate() {
            let near = index.saturating_sub(NEAR)..(index + NEAR).min(beside.len());
            let same = beside[near]
                .iter()
                .filter(|one| one.tag == segment.tag && one.kind == SegmentKind::Attribute);
            let others: Vec<(&str, &str)> = match segment.attribute {
                "content" => {
                    same.map(|one| (one.attribute, &decoded.text[one.range.clone()])).collect()
                }
                _ => Vec::new(),
            };
            let class = personal_class(segment, &others);
            let label = class.and_then(|class| self.options.label_of(std::iter::once(class)));
            let string = label.and_then(|label| self.strings.personal(&value(segment), label));
            ranges.extend(string.map(|string| (segment.range.clone(), string)));
        }
        let mut places: Vec<_> = ranges.iter().map(|(range, _)| range.clone()).collect();
        in_bytes(decoded, &mut places);
        let numbers = ranges.into_iter().map(|(_, string)| Some(string));
        let edits = places.into_iter().zip(numbers);
        Ok(edits.map(|(range, string)| Edit { range, string, writes: true }).collect())
    }

    /// Adds the strings that are recognized in some texts.
    fn recognize_all<'t>(&mut self, texts: impl Iterator<Item = Cow<'t, str>>) -> Result<()> {
        let mut all = String::new();
        let mut blocks = Vec::new();
        for text in texts.filter(|text| text.chars().any(char::is_alphabetic)) {
            let start = all.len();
            all.push_str(&text);
            blocks.push(TextSpan::new(start, all.len()));
            all.push('\n');
        }
        if blocks.is_empty() {
            return Ok(());
        }
        let mut passage = Passage::new(&all).with_blocks(&blocks);
        let language = self.language.clone();
        if let Some(language) = &language {
            passage = passage.with_language(language);
        }
        for recognizer in self.recognizers {
            // Of texts of properties and attributes alone, no language can be told.
            if recognizer.needs_language() && language.is_none() {
                continue;
            }
            for annotation in recognize_passage(*recognizer, &passage)? {
                self.string(&annotation, &all);
            }
        }
        Ok(())
    }

    /// Returns the places of redacted strings in a reading.
    fn places(&self, search: &Search, reading: &Reading) -> Vec<(Vec<Range<usize>>, usize)> {
        let found = search.matches(reading).into_iter();
        let redacted = found.filter(|one| self.strings.is_redacted(one.string));
        redacted.map(|one| (reading.sources(one.range), one.string)).collect()
    }

    /// Returns the places of redacted strings in a text of the document: those that were found in it, and all others. A string
    /// that is allowed covers those within it.
    fn places_in(
        &self,
        text: &Document,
        found: Vec<(Vec<Range<usize>>, usize)>,
        search: &Search,
    ) -> Vec<(Vec<Range<usize>>, usize)> {
        let reading = text_reading(text);
        let matches = search.matches(&reading).into_iter();
        let (redacted, allowed): (Vec<_>, Vec<_>) =
            matches.partition(|one| self.strings.is_redacted(one.string));
        let allowed = allowed.into_iter().flat_map(|one| reading.sources(one.range));
        let allowed = merged(allowed.collect());
        let is_allowed = |range: &Range<usize>| {
            let next = allowed.partition_point(|one| one.end <= range.start);
            allowed.get(next).is_some_and(|one| one.start <= range.start)
        };
        let mut places = found;
        places.retain(|(ranges, _)| !ranges.iter().any(is_allowed));
        places.extend(redacted.into_iter().map(|one| (reading.sources(one.range), one.string)));
        places
    }

    /// Returns the edits for all places of redacted strings in a part, however they are written.
    fn everywhere_in(&self, text: &PartText<'_>, search: &Search) -> Vec<Edit> {
        let mut edits: Vec<Edit> = Vec::new();
        for reading in text.readings() {
            for (ranges, string) in self.places(search, &reading) {
                edits.extend(edits_of(ranges, string));
            }
        }
        if let Some(segments) = &text.segments {
            edits.extend(references(&text.decoded.text, segments));
        }
        edits.sort_by_key(|edit| edit.range.start);
        let mut places: Vec<_> = edits.iter().map(|edit| edit.range.clone()).collect();
        in_bytes(text.decoded, &mut places);
        for (edit, place) in edits.iter_mut().zip(places) {
            edit.range = place;
        }
        edits
    }

    /// Writes the result.
    fn write(&self, parts: &[Part<'_>], edits: &[Vec<Edit>], search: &Search) -> Result<Redaction> {
        let mut spans = Vec::new();
        let mut changed: Vec<(String, Vec<u8>)> = Vec::new();
        let mut removed: Vec<&str> = Vec::new();
        let mut left_out = Vec::new();
        let mut whole = None;
        for (part, edits) in parts.iter().zip(edits) {
            let span = |edit: &Edit| {
                let string = edit.string?;
                Some(RedactedSpan {
                    label: self.strings.label(string).into(),
                    replacement: if edit.writes { self.strings.replacement(string) } else { "" }
                        .into(),
                    part: part.name.as_deref().map(Box::from),
                    span: ByteSpan::from(edit.range.clone()),
                })
            };
            let written = |string| part.encoded(self.strings.replacement(string));
            let bytes = || part.packed(applied(&part.bytes, edits, written));
            let Some(name) = part.name.as_deref() else {
                spans.extend(edits.iter().filter_map(span));
                whole = Some(bytes());
                continue;
            };
            if is_thumbnail(name) {
                left_out.push(name.to_owned());
                removed.push(name);
                continue;
            }
            spans.extend(edits.iter().filter_map(span));
            let names = self.edits_of_name(name, search);
            if names.is_empty() {
                if !edits.is_empty() {
                    changed.push((name.to_owned(), bytes()));
                }
                continue;
            }
            spans.extend(
                names
                    .iter()
                    .map(|edit| Edit { range: 0..0, ..edit.clone() })
                    .filter_map(|edit| span(&edit)),
            );
            let new = applied(name.as_bytes(), &names, |string| {
                self.strings.replacement(string).as_bytes().to_vec()
            });
            let new = String::from_utf8_lossy(&new).into_owned();
            let is_taken = parts.iter().any(|part| part.name.as_deref() == Some(&new))
                || changed.iter().any(|(name, _)| *name == new);
            if is_taken {
                let message =
                    format!("two files of the package would be named `{new}`; use pseudonyms");
                return Err(Error::new(ErrorKind::Conflict, message).with_parameter("method"));
            }
            removed.push(name);
            changed.push((new, bytes()));
        }
        let bytes = match (whole, self.document.source().package()) {
            (Some(bytes), _) => bytes,
            (None, Some(package)) => {
                let archive = Archive::open(package, ArchiveLimits::default())?;
                let changed: Vec<(&str, &[u8])> =
                    changed.iter().map(|(name, bytes)| (&**name, &**bytes)).collect();
                archive.with_changes(&changed, &removed)?
            }
            (None, None) => self.document.source().original().to_vec(),
        };
        Ok(Redaction { bytes, spans, residue: Vec::new(), left_out, key: None })
    }

    /// Returns the edits of the name of a part.
    fn edits_of_name(&self, name: &str, search: &Search) -> Vec<Edit> {
        let mut edits = Vec::new();
        for reading in name_readings(name) {
            for (ranges, string) in self.places(search, &reading) {
                edits.extend(edits_of(ranges, string));
            }
        }
        joined(edits)
    }

    /// Compares the result with what it should be.
    fn verify(&self, again: &Document, parts: &[Part<'_>], edits: &[Vec<Edit>]) -> Result<()> {
        let mut all: Vec<Edit> = Vec::new();
        for (part, edits) in parts.iter().zip(edits) {
            let Some(start) = part.start else { continue };
            all.extend(edits.iter().map(|edit| Edit {
                range: edit.range.start + start..edit.range.end + start,
                ..edit.clone()
            }));
        }
        all.sort_by_key(|edit| edit.range.start);
        let written = |string| self.strings.replacement(string).to_owned();
        verify(self.document, again, &all, written)?;
        match (self.document.target(), again.target()) {
            (Some(target), Some(again)) => verify(target, again, &all, written),
            _ => Ok(()),
        }
    }
}

/// Adds edits of the bytes that the document was read from to those of its parts.
fn add(parts: &Parts<'_>, edits: &mut [Vec<Edit>], ranges: Vec<Range<usize>>, string: usize) {
    for Edit { range, string, writes } in edits_of(ranges, string) {
        let Some((index, start)) = parts.at(range.start) else { continue };
        if let Some(edits) = edits.get_mut(index) {
            edits.push(Edit { range: range.start - start..range.end - start, string, writes });
        }
    }
}
