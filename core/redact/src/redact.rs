//! Redaction of a document.

use std::collections::BTreeSet;
use std::ops::Range;

use super::decoding::Decoding;
use super::edit::{Edit, edits_of, joined, without_emphasis};
use super::key::PseudonymKey;
use super::labeled::strings_of;
use super::options::{RedactOptions, RedactionMethod};
use super::part::{DocumentPart, Parts, in_bytes};
use super::part_reading::PartText;
use super::reading::Reading;
use super::residue::{Residue, ResidueCheck};
use super::search::{Search, Strictness};
use super::strings::Strings;
use super::text::{covered, merged, sources, text_reading, unit_reading};
use super::thumbnail::references;
use super::value_type::typed;
use super::verify::verify;
use glossweave_base::call_limits::{check_now, is_exceeded};
use glossweave_base::error::{Error, ErrorKind, Location, Result, Side};
use glossweave_base::media::Format;
use glossweave_base::text::{ByteSpan, Language, TextSpan, identify_surely};
use glossweave_document::Document;
use glossweave_document::recognizer::Recognizer;
use glossweave_format::decode_like;
use glossweave_markup::{Decoded, EncodingExt};

/// A redacted span of a document.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RedactedSpan {
    /// The label of the class.
    pub label: Box<str>,
    /// The text that replaces the span. Empty if the string is only removed, for example in the rest of a
    /// name that contains markup.
    pub replacement: Box<str>,
    /// The name of the part in a package. `None` for a source that is not a package.
    pub part: Option<Box<str>>,
    /// The span in the document, in bytes of the part in UTF-8, or of a source that is not a package. Empty
    /// for the name of the part.
    pub span: ByteSpan,
}

/// A redacted document.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct Redaction {
    /// The bytes of the redacted document, in the same format and encoding.
    pub bytes: Vec<u8>,
    /// All redacted spans, in the order of parts and positions. Replacing these spans in the document results
    /// in `bytes`, except for [thumbnails](Redaction::removed).
    pub spans: Vec<RedactedSpan>,
    /// The spans where a redacted string remains.
    pub residue: Vec<Residue>,
    /// The names of parts that were removed, which are thumbnails.
    pub removed: Vec<String>,
    /// The names of parts that could not be decoded, for example pictures. They were only searched as bytes.
    pub unchecked: Vec<String>,
    /// The key for pseudonyms, if pseudonyms were used.
    pub key: Option<PseudonymKey>,
}

/// Redacts a document: replaces all strings that recognizers find or that the options list, in the whole
/// source.
///
/// When a string is found once, it is replaced at every position where it occurs as whole words, even if the
/// text is not visible to readers, for example in attributes, comments, properties, deleted text, and file
/// names. A string of one word is replaced in its original case and in capitals, and other strings in any
/// case. All other bytes are preserved. The result is read again: its units must have the texts of the
/// document with the replacements, and no part may contain a redacted string.
///
/// # Errors
///
/// Returns the errors of the recognizers, [`ErrorKind::Unsupported`] if the format cannot be written or the
/// result would be read differently, [`ErrorKind::Conflict`] if a redacted string remains (unless `options`
/// allow that) or if two files of a package would have the same name, and [`ErrorKind::TooLarge`] if a
/// package unpacks to more than the limit.
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
        language: document.language().cloned().or_else(|| identify_surely(document.text())),
        options,
        strings: Strings::of_options(options),
        missing: options.classes.iter().map(String::as_str).collect(),
    };
    let covered = covered(&texts);
    let parts = Parts::of(document)?;
    let decoded: Vec<Option<Decoded<'_>>> = parts.all().iter().map(DocumentPart::decoded).collect();
    let part_texts = parts.all().iter().zip(&decoded).map(|(part, decoded)| {
        decoded.as_ref().map(|decoded| PartText::of(part, decoded, &covered))
    });
    let part_texts: Vec<Option<PartText<'_>>> = part_texts.collect();
    check_now()?;
    let mut edits: Vec<Vec<Edit>> = vec![Vec::new(); parts.all().len()];
    let mut inner: Vec<Vec<Vec<Edit>>> = Vec::new();
    let mut found = Vec::new();
    for text in &texts {
        found.push(run.found_in(text)?);
    }
    let strings = strings_of(parts.all());
    for ((part, text), edits) in parts.all().iter().zip(&part_texts).zip(&mut edits) {
        edits.extend(run.found_in_part(part, text.as_ref(), &strings)?);
        let mut found = Vec::new();
        run.found_within(part, &mut found)?;
        inner.push(found);
        check_now()?;
    }
    run.list_names()?;
    run.warn_of_missing_classes();
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
    for ((part, text), edits) in parts.all().iter().zip(&part_texts).zip(&mut edits) {
        let everywhere = text.iter().flat_map(|text| run.everywhere_in(text, &search));
        let all = std::mem::take(edits).into_iter().chain(everywhere);
        *edits = typed(part, source.format(), joined(all.collect()));
        check_now()?;
    }
    for (part, inner) in parts.all().iter().zip(&mut inner) {
        run.everywhere_within(part, &mut inner.iter_mut(), &search);
    }
    if let Some(edits) = edits.first_mut().filter(|_| source.format() == Format::Markdown) {
        *edits = without_emphasis(document, std::mem::take(edits));
    }
    let mut redaction = run.write(parts.all(), &edits, inner, &search)?;
    let again = decode_like(document, redaction.bytes.clone()).map_err(|cause| {
        let message = "the document could not be read after redaction; nothing was written";
        Error::unsupported(Side::Output, message).because(cause)
    })?;
    run.verify(&again, parts.all(), &edits)?;
    let check = ResidueCheck::new(&run.strings, &search)?.run(&again)?;
    (redaction.residue, redaction.unchecked) = (check.found, check.unchecked);
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
        "redacted strings remain at {} positions, the first ({}) at bytes {}..{}{part}",
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

/// A redaction in progress.
pub struct Run<'r> {
    pub document: &'r Document,
    pub recognizers: &'r [&'r dyn Recognizer],
    /// The language of text outside the document text. `None` if unknown.
    pub language: Option<Language>,
    pub options: &'r RedactOptions,
    pub strings: Strings,
    /// The requested classes of which no string was found.
    pub missing: BTreeSet<&'r str>,
}

impl Run<'_> {
    /// Adds the edits for all redacted strings in the parts of an embedded package, in the order of
    /// [`Run::found_within`].
    fn everywhere_within<'e>(
        &self,
        part: &DocumentPart<'_>,
        edits: &mut impl Iterator<Item = &'e mut Vec<Edit>>,
        search: &Search,
    ) {
        for part in part.inner.iter().flatten() {
            let Some(edits_of_part) = edits.next() else { return };
            if let Some(decoded) = part.decoded() {
                let text = PartText::of(part, &decoded, &[]);
                edits_of_part.extend(self.everywhere_in(&text, search));
                let all = joined(std::mem::take(edits_of_part));
                *edits_of_part = typed(part, self.document.source().format(), all);
            }
            self.everywhere_within(part, edits, search);
        }
    }

    /// Returns the source ranges and the numbers of redacted strings in a reading.
    pub fn places(&self, search: &Search, reading: &Reading) -> Vec<(Vec<Range<usize>>, usize)> {
        let found = search.matches(reading, Strictness::Words).into_iter();
        let redacted = found.filter(|hit| self.strings.is_redacted(hit.string));
        redacted.map(|hit| (hit.sources(reading), hit.string)).collect()
    }

    /// Returns the source ranges and the numbers of redacted strings in a text of the document: the strings
    /// that were found in it, and all other occurrences. An allowed string protects the strings within it.
    fn places_in(
        &self,
        text: &Document,
        found: Vec<(Vec<Range<usize>>, usize)>,
        search: &Search,
    ) -> Vec<(Vec<Range<usize>>, usize)> {
        let reading = text_reading(text);
        let matches = search.matches(&reading, Strictness::Words).into_iter();
        let (redacted, allowed): (Vec<_>, Vec<_>) =
            matches.partition(|hit| self.strings.is_redacted(hit.string));
        let allowed = allowed.into_iter().flat_map(|hit| hit.sources(&reading));
        let allowed = merged(allowed.collect());
        let is_allowed = |range: &Range<usize>| {
            let next = allowed.partition_point(|allowed_range| allowed_range.end <= range.start);
            allowed.get(next).is_some_and(|allowed_range| allowed_range.start <= range.start)
        };
        let mut places = found;
        places.retain(|(ranges, _)| !ranges.iter().any(is_allowed));
        places.extend(redacted.into_iter().map(|hit| (hit.sources(&reading), hit.string)));
        // Characters that are escaped in the format may be escapes of another kind, for example in the text
        // of an entity.
        for syntax in Decoding::ALL.into_iter().skip(1).filter(|syntax| syntax.is_in(text.text())) {
            for (ranges, string) in self.places(search, &unit_reading(text, syntax)) {
                let spans = ranges.into_iter().map(TextSpan::from);
                places.push((spans.flat_map(|span| sources(text, span)).collect(), string));
            }
        }
        places
    }

    /// Returns the edits for all redacted strings in a part, in each escape syntax.
    fn everywhere_in(&self, text: &PartText<'_>, search: &Search) -> Vec<Edit> {
        let mut edits: Vec<Edit> = Vec::new();
        for reading in text.readings().into_iter().take_while(|_| !is_exceeded()) {
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

    /// Compares the result with the expected text.
    fn verify(
        &self,
        again: &Document,
        parts: &[DocumentPart<'_>],
        edits: &[Vec<Edit>],
    ) -> Result<()> {
        let mut all: Vec<Edit> = Vec::new();
        for (part, edits) in parts.iter().zip(edits) {
            let Some(start) = part.start else { continue };
            all.extend(edits.iter().map(|edit| Edit {
                range: edit.range.start + start..edit.range.end + start,
                ..edit.clone()
            }));
        }
        all.sort_by_key(|edit| edit.range.start);
        let replacement = |string| self.strings.replacement(string);
        let written = |edit: &Edit| edit.text(replacement).into_owned();
        verify(self.document, again, &all, written)?;
        match (self.document.target(), again.target()) {
            (Some(target), Some(again)) => verify(target, again, &all, written),
            _ => Ok(()),
        }
    }
}

/// Converts edits of the bytes that the document was read from to edits of its parts, and adds them.
fn add(parts: &Parts<'_>, edits: &mut [Vec<Edit>], ranges: Vec<Range<usize>>, string: usize) {
    for Edit { range, string, written } in edits_of(ranges, string) {
        let Some((index, start)) = parts.at(range.start) else { continue };
        if let Some(edits) = edits.get_mut(index) {
            edits.push(Edit { range: range.start - start..range.end - start, string, written });
        }
    }
}
