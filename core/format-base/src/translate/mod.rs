//! Writing of translations: the text of a unit is replaced, and its markup is preserved.

mod align;
mod inline_code;
mod literal;
mod marked_text;
mod message;
mod plural;
mod sign;
mod tag_projection;
mod verify;

use crate::PlacementExt;
use std::borrow::Cow;
use std::collections::BTreeMap;

pub use inline_code::{Code, Content, Role};
use marked_text::inline;
pub use marked_text::{TranslationPart, marked};
pub use plural::{NO_FORM, PluralText, edited, space_before};
pub use sign::{SignPart, Signs};
pub use verify::{
    ANYWHERE, Moved, Written, WrittenForm, WrittenText, has_same_words, target_differences,
    text_difference,
};

use message::Messages;
use plural::{FormQueue, UnitStarts};

use super::fragment::TagScanner;
use super::{EncodeOptions, Placement, unknown};
use glossweave_base::text::inline::{InlinePiece, push_escaped_run};
use glossweave_base::text::{ByteSpan, Language, TextSpan};
use glossweave_document::annotation::{Annotation, Translation};
use glossweave_document::{Document, InsertionBarrier, Splice};

/// The reason for refusing a translation of a text that is itself a translation.
pub const IN_TARGET: &str = "the text of a target is not source text";

/// Reports the requested translations as not placed, with the rule that prevents them.
pub fn refuse(annotations: &[Annotation], placements: &mut [Placement], rule: &'static str) {
    for (annotation, placement) in annotations.iter().zip(placements) {
        if annotation.as_translation().is_some() && placement.is_new() {
            *placement = Placement::not_placed(rule);
        }
    }
}

/// The new bytes of a range of the source. An empty range means an insertion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The range of the source that is replaced.
    pub at: ByteSpan,
    /// The bytes that replace it.
    pub bytes: Vec<u8>,
}

/// A format that translations can be written to. Its [`TagScanner`] finds the tags.
pub trait Target: TagScanner {
    /// Writes a text with the escapes that it needs in a range of the source.
    fn text(&self, text: &str, at: ByteSpan, out: &mut String);

    /// Returns the edits that set the language of an element in its start tag. Returns an empty list when the format
    /// does not support it.
    fn language(&self, _tag: ByteSpan, _language: &Language) -> Vec<Edit> {
        Vec::new()
    }

    /// Returns the parts of a translation, rearranged when the format requires it.
    fn arranged(
        &self,
        _document: &Document,
        _content: &Content,
        parts: Vec<TranslationPart>,
    ) -> Vec<TranslationPart> {
        parts
    }

    /// Returns `true` if the text of the source is preserved and translations are stored separately. In this case the
    /// format must implement [`Target::place`].
    fn is_beside(&self) -> bool {
        false
    }

    /// Returns the edits for a translation, sorted by position. By default, its texts and codes replace the texts and
    /// codes of the source. The error is the rule that prevents them.
    fn place(
        &self,
        document: &Document,
        content: &Content,
        parts: &[TranslationPart],
        _translation: &Translation,
    ) -> std::result::Result<Vec<Edit>, &'static str> {
        Ok(exchange(document, content, parts, |text, at, out| self.text(text, at, out)))
    }

    /// Checks that the format can store a plural form that the source lacks, for a text that is the form `other`. The
    /// error is the rule that prevents it.
    fn check_form(
        &self,
        _document: &Document,
        _content: &Content,
        _form: &PluralText<'_>,
    ) -> std::result::Result<(), &'static str> {
        Err(NO_FORM)
    }

    /// Returns the edits for plural forms that were checked. There is one edit for each form, in order, unless
    /// translations are stored separately. Called before the text itself is placed.
    fn place_forms(
        &self,
        _document: &Document,
        _content: &Content,
        _forms: &[PluralText<'_>],
    ) -> Vec<Edit> {
        Vec::new()
    }
}

/// Returns the requested translations as edits of the source. `placements` contains one entry for each annotation.
/// Other annotations of a translated unit are not placed, because they describe the text that is replaced.
pub fn write(
    document: &Document,
    annotations: &[Annotation],
    options: &EncodeOptions,
    placements: &mut [Placement],
    target: &mut impl Target,
) -> (Splice, Written) {
    let mut claimed: BTreeMap<usize, usize> = BTreeMap::new();
    let mut edits: Vec<Edit> = Vec::new();
    let mut written = Written::new();
    let mut order: Vec<usize> = (0..annotations.len()).collect();
    order.retain(|index| annotations[*index].as_translation().is_some());
    order.sort_by_key(|index| annotations[*index].span().start());
    let messages = Messages::of(document);
    let (texts, forms): (Vec<usize>, Vec<usize>) =
        order.into_iter().partition(|index| plural::form_of(&annotations[*index]).is_none());
    let mut forms = FormQueue::new(annotations, forms);
    let starts = (!forms.is_empty() && !target.is_beside()).then(|| UnitStarts::of(document));
    for index in texts {
        let (annotation, is_wanted) = (&annotations[index], placements[index].is_new());
        let Some(translation) = annotation.as_translation().filter(|_| is_wanted) else {
            continue;
        };
        let found = composed(document, target, &messages, annotation.span(), &translation.text)
            .and_then(|Composed { content, parts, quoted }| {
                let before = claimed.range(..content.text.end()).next_back();
                if before.is_some_and(|(_, end)| *end > content.text.start()) {
                    return Err(ANOTHER);
                }
                let mut added = Vec::new();
                for index in forms.of(annotation.span()) {
                    if !placements[index].is_new() {
                        continue;
                    }
                    let Some(form) = annotations[index].as_translation() else { continue };
                    let composed =
                        composed(document, target, &messages, annotation.span(), &form.text);
                    let checked = composed.and_then(|composed| {
                        let text = PluralText::of(document, &content, form, composed)?;
                        target.check_form(document, &content, &text)?;
                        Ok(text)
                    });
                    match checked {
                        Ok(text) => added.push((index, text)),
                        Err(rule) => placements[index] = Placement::not_placed(rule),
                    }
                }
                let (indexes, texts): (Vec<usize>, Vec<PluralText<'_>>) = added.into_iter().unzip();
                let mut form_edits = Vec::new();
                if !texts.is_empty() {
                    form_edits = target.place_forms(document, &content, &texts);
                }
                let edits = target.place(document, &content, &quoted, translation);
                for index in indexes {
                    placements[index] = match edits {
                        Ok(_) => Placement::Placed { fragments: 1 },
                        Err(rule) => Placement::not_placed(rule),
                    };
                }
                let edits = edits?;
                for (number, text) in texts.iter().enumerate() {
                    let next = starts.as_ref().zip(form_edits.get(number));
                    let next = next.and_then(|(starts, edit)| starts.after(edit));
                    written.push(text.written(&content, next.unwrap_or(content.text.start())));
                }
                Ok((content, parts, form_edits, edits))
            });
        match found {
            Ok((content, parts, form_edits, found)) => {
                claimed.insert(content.text.start(), content.text.end());
                let set = options.set_lang;
                if let Some(tag) = content.parent.filter(|_| set) {
                    edits.extend(target.language(tag, &translation.language));
                }
                edits.extend(form_edits);
                edits.extend(found);
                let text = texts_of(&parts).collect();
                let language = translation.language.clone();
                written.push(WrittenText { span: content.text, text, language, form: None });
                placements[index] = Placement::Placed { fragments: 1 };
            }
            Err(rule) => placements[index] = Placement::not_placed(rule),
        }
    }
    for index in forms.rest() {
        if placements[index].is_new() {
            placements[index] = Placement::not_placed(plural::NO_OTHER);
        }
    }
    if !target.is_beside() {
        leave_out(document, &claimed, annotations, placements);
    }
    edits.sort_by_key(|edit| (edit.at.start(), edit.at.end()));
    let mut splice = Splice::default();
    let mut done = 0;
    for edit in edits {
        // Two texts can overlap only because of tags without partners.
        if edit.at.start() < done {
            continue;
        }
        done = edit.at.end();
        splice.replace(edit.at).extend(edit.bytes);
    }
    written.sort_by_key(|text| (text.span, text.form.as_ref().map(|form| form.category)));
    (splice, written)
}

/// A translation in parts that a format can store.
struct Composed {
    content: Content,
    parts: Vec<TranslationPart>,
    /// The parts with the apostrophes that a message needs.
    quoted: Vec<TranslationPart>,
}

/// Splits a translation of a span into parts. The error is the rule that prevents it.
fn composed(
    document: &Document,
    target: &mut impl Target,
    messages: &Messages,
    span: TextSpan,
    text: &str,
) -> std::result::Result<Composed, &'static str> {
    let content = Content::of(document, target, span)?;
    let zone = document.zone_at(content.text.start()).0;
    if zone.obstacle == Some(InsertionBarrier::CellValue) {
        return Err(InsertionBarrier::CellValue.rule());
    }
    let parts = parts_of(document, &content, text)?;
    let parts = target.arranged(document, &content, parts);
    if !target.is_beside() && unknown::is_in(document, content.text) {
        return Err("the text contains a reference to an unknown entity");
    }
    let quoted = match messages.has(document, &content) {
        true => message::quoted(document, &content, &parts),
        false => parts.clone(),
    };
    Ok(Composed { content, parts, quoted })
}

/// Splits a translation into texts and codes. When it contains all markers, the codes go to the markers. Otherwise
/// they go next to the same words as before, or to proportional positions. The error is the rule that prevents it.
fn parts_of(
    document: &Document,
    content: &Content,
    text: &str,
) -> std::result::Result<Vec<TranslationPart>, &'static str> {
    let text = text.trim_ascii();
    if text.is_empty() {
        return Err("the translation is empty");
    }
    Ok(match marked_text::parts(document, content, text) {
        Ok(parts) => parts,
        Err(plain) => match literal::parts(document, content, text)? {
            Some(parts) => parts,
            None => {
                let plain = spaced(document, content, plain.trim_ascii());
                tag_projection::spread(document, content, &plain)
            }
        },
    })
}

/// Returns a translation with markers for all codes of its text, at the positions that are used for writing. Returns
/// `None` if it cannot be written.
pub fn with_all_markers(document: &Document, content: &Content, text: &str) -> Option<String> {
    let mut marked = String::new();
    for part in parts_of(document, content, text).ok()? {
        match part {
            TranslationPart::Text(text) => push_escaped_run(&text, &mut marked),
            TranslationPart::Code(code) => {
                InlinePiece::Code(inline(&content.codes[code])).write(&mut marked)
            }
        }
    }
    Some(marked)
}

/// Adds to a text the white space between the text of the source and the codes at its ends.
fn spaced<'t>(document: &Document, content: &Content, text: &'t str) -> Cow<'t, str> {
    let source = document.text().get(content.text.range()).unwrap_or_default();
    let inner = source.trim_ascii();
    if inner.len() == source.len() {
        return Cow::Borrowed(text);
    }
    let start = source.len() - source.trim_ascii_start().len();
    let (lead, trail) = (&source[..start], &source[start + inner.len()..]);
    Cow::Owned(format!("{lead}{text}{trail}"))
}

const ANOTHER: &str = "the text already has another translation";

const TRANSLATED: &str = "the unit is translated, and the annotation refers to its source text";

/// Skips the other annotations of translated units.
fn leave_out(
    document: &Document,
    claimed: &BTreeMap<usize, usize>,
    annotations: &[Annotation],
    placements: &mut [Placement],
) {
    let units = claimed.keys().filter_map(|start| document.unit_at(*start));
    let mut units: Vec<TextSpan> = units.map(|unit| unit.span()).collect();
    units.dedup();
    for (annotation, placement) in annotations.iter().zip(placements) {
        if !placement.is_new() || annotation.as_translation().is_some() {
            continue;
        }
        let span = annotation.span();
        let next = units.partition_point(|unit| unit.end() <= span.start());
        if units.get(next).is_some_and(|unit| unit.start() < span.end()) {
            *placement = Placement::not_placed(TRANSLATED);
        }
    }
}

/// Returns the texts among parts.
pub fn texts_of(parts: &[TranslationPart]) -> impl Iterator<Item = &str> {
    parts.iter().filter_map(|part| match part {
        TranslationPart::Text(text) => Some(text.as_str()),
        TranslationPart::Code(_) => None,
    })
}

/// Replaces the texts and codes of the source. When the order of the codes is unchanged, only texts are replaced.
pub fn exchange(
    document: &Document,
    content: &Content,
    parts: &[TranslationPart],
    write: impl Fn(&str, ByteSpan, &mut String),
) -> Vec<Edit> {
    let (source, encoding) = (document.source().bytes(), document.source().encoding());
    let codes = parts.iter().filter_map(|part| match part {
        TranslationPart::Code(code) => Some(*code),
        TranslationPart::Text(_) => None,
    });
    let text = |text: &str, at: ByteSpan| {
        let mut out = String::with_capacity(text.len());
        write(text, at, &mut out);
        encoding.encode(&out).into_owned()
    };
    if codes.is_sorted() {
        let texts = parts.split(|part| matches!(part, TranslationPart::Code(_)));
        let changed = content.runs().zip(texts).filter_map(|(at, parts)| {
            let bytes = match parts {
                [TranslationPart::Text(new)] => text(new, at),
                parts => text(&texts_of(parts).collect::<String>(), at),
            };
            (source.get(at.range()) != Some(&bytes)).then_some(Edit { at, bytes })
        });
        return changed.collect();
    }
    let mut bytes = Vec::new();
    for part in parts {
        match part {
            TranslationPart::Text(new) => bytes.extend(text(new, content.region)),
            TranslationPart::Code(code) => {
                let at = content.codes.get(*code).map(|code| code.at.range());
                bytes.extend_from_slice(at.and_then(|at| source.get(at)).unwrap_or_default());
            }
        }
    }
    vec![Edit { at: content.region, bytes }]
}
