//! Writing of translations: the text of a unit is replaced, its markup stays.

mod align;
mod inline_code;
mod marker;
mod tag_projection;
#[cfg(test)]
mod tests;
mod verify;

use std::collections::BTreeMap;

pub(super) use inline_code::Content;
pub(super) use marker::Part;
pub(super) use verify::{Moved, Written, target_difference};

use super::fragment::TagScanner;
use super::{EncodeOptions, Placement, SetLang, html, odt, unknown, xliff, xml};
use crate::annotation::{Annotation, Translation};
use crate::document::{Document, Splice};
use glossweave_base::error::{Error, Result, Side};
use glossweave_base::media::Format;
use glossweave_base::text::{ByteSpan, Language, TextSpan};

/// The new bytes of a range of the source; an empty range makes an insertion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Edit {
    pub at: ByteSpan,
    pub bytes: Vec<u8>,
}

/// A format as the target of translations. Its [`TagScanner`] find the tags.
pub(super) trait Target: TagScanner {
    /// Writes a text with the escapes that it needs in a range of the source.
    fn text(&self, text: &str, at: ByteSpan, out: &mut String);

    /// Returns the edit that sets the language of an element in its start tag, if the format can.
    fn language(&self, _tag: ByteSpan, _language: &Language) -> Option<Edit> {
        None
    }

    /// Returns `true` if the text of the source stays, and translations have a place of their own.
    /// Then the format must implement [`Target::place`].
    fn is_beside(&self) -> bool {
        false
    }

    /// Returns the edits for a translation, in the order of their positions; by default its texts
    /// and codes replace those of the source. The error is the rule that prevents them.
    fn place(
        &self,
        document: &Document,
        content: &Content,
        parts: &[Part],
        _translation: &Translation,
    ) -> std::result::Result<Vec<Edit>, &'static str> {
        Ok(exchange(document, content, parts, |text, at, out| self.text(text, at, out)))
    }
}

/// Returns the wanted translations as edits of the source, as its format writes them.
pub(super) fn translate(
    document: &Document,
    annotations: &[Annotation],
    options: &EncodeOptions,
    placements: &mut [Placement],
) -> (Splice, Written) {
    let mut wanted = annotations.iter().zip(placements.iter_mut());
    if !wanted.any(|(one, placement)| one.as_translation().is_some() && placement.is_new()) {
        return Default::default();
    }
    match document.source().format() {
        Format::Html => html::translate(document, annotations, options, placements),
        Format::Odt => odt::translate(document, annotations, options, placements),
        Format::Xml => xml::translate(document, annotations, options, placements),
        Format::Xliff => xliff::translate(document, annotations, options, placements),
        _ => {
            for (annotation, placement) in annotations.iter().zip(placements) {
                if annotation.as_translation().is_some() && placement.is_new() {
                    *placement = Placement::not_placed(NO_WAY);
                }
            }
            Default::default()
        }
    }
}

const NO_WAY: &str = "translations are not written into this format";

/// Returns the wanted translations as edits of the source. `placements` has one entry for each of
/// `annotations`. Other annotations of a translated unit are not placed: they are about the text
/// that is replaced.
pub(super) fn write(
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
    for index in order {
        let (annotation, placement) = (&annotations[index], &mut placements[index]);
        let Some(translation) = annotation.as_translation().filter(|_| placement.is_new()) else {
            continue;
        };
        let found = Content::of(document, target, annotation.span()).and_then(|content| {
            let before = claimed.range(..content.text.end()).next_back();
            if before.is_some_and(|(_, end)| *end > content.text.start()) {
                return Err(ANOTHER);
            }
            let text = translation.text.trim_ascii();
            if text.is_empty() {
                return Err("the translation is empty");
            }
            let parts = marker::parts(document, &content, text).unwrap_or_else(|plain| {
                tag_projection::spread(document, &content, plain.trim_ascii())
            });
            if !target.is_beside() && unknown::is_in(document, content.text) {
                return Err("a reference to an unknown entity stands in it");
            }
            let edits = target.place(document, &content, &parts, translation)?;
            Ok((content, parts, edits))
        });
        match found {
            Ok((content, parts, found)) => {
                claimed.insert(content.text.start(), content.text.end());
                let set = options.set_lang == SetLang::Always;
                if let Some(tag) = content.parent.filter(|_| set) {
                    edits.extend(target.language(tag, &translation.language));
                }
                edits.extend(found);
                let texts = parts.iter().filter_map(|part| match part {
                    Part::Text(text) => Some(text.as_str()),
                    Part::Code(_) => None,
                });
                written.push((content.text, texts.collect()));
                *placement = Placement::Placed { fragments: 1 };
            }
            Err(rule) => *placement = Placement::not_placed(rule),
        }
    }
    if !target.is_beside() {
        leave_out(document, &claimed, annotations, placements);
    }
    edits.sort_by_key(|edit| (edit.at.start(), edit.at.end()));
    let mut splice = Splice::default();
    let mut done = 0;
    for edit in edits {
        // Only tags without partners could make two texts overlap.
        if edit.at.start() < done {
            continue;
        }
        done = edit.at.end();
        splice.replace(edit.at).extend(edit.bytes);
    }
    written.sort_by_key(|one| one.0);
    (splice, written)
}

const ANOTHER: &str = "the text has another translation already";

const TRANSLATED: &str = "the unit is translated, and this is about its source text";

/// Leaves out the other annotations of translated units.
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

/// Replaces the texts and codes of the source. If the codes stay in their order, only texts are replaced.
fn exchange(
    document: &Document,
    content: &Content,
    parts: &[Part],
    write: impl Fn(&str, ByteSpan, &mut String),
) -> Vec<Edit> {
    let (source, encoding) = (document.source().bytes(), document.source().encoding());
    let codes = parts.iter().filter_map(|part| match part {
        Part::Code(code) => Some(*code),
        Part::Text(_) => None,
    });
    let text = |text: &str, at: ByteSpan| {
        let mut out = String::with_capacity(text.len());
        write(text, at, &mut out);
        encoding.encode(&out).into_owned()
    };
    if codes.is_sorted() {
        let mut texts = vec![String::new()];
        for part in parts {
            match (part, texts.last_mut()) {
                (Part::Text(text), Some(last)) => last.push_str(text),
                (Part::Text(_), None) => {}
                (Part::Code(_), _) => texts.push(String::new()),
            }
        }
        let changed = content.runs().zip(texts).filter_map(|(at, new)| {
            let bytes = text(&new, at);
            (source.get(at.range()) != Some(&bytes)).then_some(Edit { at, bytes })
        });
        return changed.collect();
    }
    let mut bytes = Vec::new();
    for part in parts {
        match part {
            Part::Text(new) => bytes.extend(text(new, content.region)),
            Part::Code(code) => {
                let at = content.codes.get(*code).map(|code| code.at.range());
                bytes.extend_from_slice(at.and_then(|at| source.get(at)).unwrap_or_default());
            }
        }
    }
    vec![Edit { at: content.region, bytes }]
}

impl Document {
    /// Returns the text of a unit, or of an element, with markers for the tags in it, for
    /// translators: `<1>` and `</1>` for a pair of tags, `<2/>` for anything else, numbered from 1
    /// in the order of the text. `<0/>` is a `<` of the text that would look like one of them.
    ///
    /// A translation that has each of the markers once and nests the pairs puts the tags at its
    /// markers; [`encode`](crate::encode) accepts it unchanged. Of other translations only the text
    /// counts: tags go next to the same words as before if these did not change, else to
    /// proportional positions.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the parameter `span`, if the span is not that of a unit or of
    /// the whole text of an element, and `ErrorKind::Unsupported` if the format of the document has no
    /// tags.
    ///
    /// # Examples
    ///
    /// ```
    /// # mod glossweave { pub use glossweave_base::*; pub use glossweave_format::*; }
    /// use glossweave::annotation::{Annotation, Translation};
    /// use glossweave::format::WriteTranslations;
    /// use glossweave::{DecodeOptions, EncodeOptions, Format};
    /// let page = "<p>The <b>red</b> house<br>by the <i>sea</i></p>";
    /// let page = glossweave::decode(page, Format::Html, &DecodeOptions::default())?;
    /// let span = page.units().next().unwrap().span();
    /// assert_eq!(page.marked_text(span)?, "The <1>red</1> house<2/>by the <3>sea</3>");
    ///
    /// let french = "La maison <1>rouge</1><2/>près de la <3>mer</3>";
    /// let french = Annotation::translation(span, Translation::new(french, "fr".parse()?));
    /// let mut options = EncodeOptions::default();
    /// options.translations = WriteTranslations::Write;
    /// let back = glossweave::encode(&page, &[french], &options)?;
    /// assert_eq!(
    ///     String::from_utf8_lossy(&back.bytes),
    ///     "<p>La maison <b>rouge</b><br>près de la <i>mer</i></p>",
    /// );
    /// # Ok::<(), glossweave::Error>(())
    /// ```
    pub fn marked_text(&self, span: TextSpan) -> Result<String> {
        let gaps: Option<Box<dyn TagScanner + '_>> = match self.source().format() {
            Format::Html => Some(html::gaps(self)),
            Format::Odt => Some(odt::gaps(self)),
            Format::Xml | Format::Xliff => xml::gaps(self),
            _ => None,
        };
        let mut gaps = gaps.ok_or_else(|| {
            let message = format!("`{}` has no markers for its tags", self.source().format());
            Error::unsupported(Side::Input, message)
        })?;
        let content = Content::of(self, &mut *gaps, span).map_err(|rule| {
            let message = format!("{rule}, and bytes {}..{} are none", span.start(), span.end());
            Error::invalid(message).with_parameter("span")
        })?;
        Ok(marker::marked(self, &content))
    }
}
