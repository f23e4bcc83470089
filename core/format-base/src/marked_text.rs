//! Texts with markers for their tags.

use super::document_format::DocumentFormat;
use super::fragment::TagScanner;
use super::translate::{Code, Content, marked, with_all_markers};
use glossweave_base::call_limits::is_exceeded;
use glossweave_base::error::{Error, Result, Side};
use glossweave_base::text::{ByteSpan, TextSpan};
use glossweave_document::{Document, DocumentExt, ListedCode, MarkedUnit, Unit};
use glossweave_markup::EncodingExt;

/// An inline code of a unit, as the source spells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpelledCode {
    /// Its position in the text of the unit.
    pub text: usize,
    /// Its characters, without the escapes of the source.
    pub spelling: String,
    /// Its range in the source.
    pub source: ByteSpan,
}

/// Returns the text of a unit, or of an element, with markers for its tags.
pub fn marked_text(
    format: &dyn DocumentFormat,
    document: &Document,
    span: TextSpan,
) -> Result<String> {
    let unit = document.unit_at(span.start()).filter(|unit| unit.span() == span);
    let Some(unit) = unit.filter(|_| format.scans_whole_source()) else {
        return marked_texts(format, document, [span])?.into_iter().collect();
    };
    let texts = document.marked_units(|| {
        let scanner = format.tag_scanner(document);
        let text = |mut scanner: Box<dyn TagScanner + '_>| {
            let units = document.units().take_while(|_| !is_exceeded());
            units.map(|unit| with_markers(document, &mut *scanner, unit.span())).collect()
        };
        scanner.map_or_else(Vec::new, text)
    });
    match texts.get(unit.index()) {
        Some(Ok(text)) => Ok(text.to_string()),
        Some(Err(rule)) => Err(not_marked(rule, span)),
        None => Err(without_markers(document)),
    }
}

/// Returns the [`marked_text`] of several spans. The source is scanned for tags only once.
pub fn marked_texts(
    format: &dyn DocumentFormat,
    document: &Document,
    spans: impl IntoIterator<Item = TextSpan>,
) -> Result<Vec<Result<String>>> {
    let mut scanner = format.tag_scanner(document).ok_or_else(|| without_markers(document))?;
    let marked = |span: TextSpan| {
        let text = with_markers(document, &mut *scanner, span);
        text.map(String::from).map_err(|rule| not_marked(rule, span))
    };
    Ok(spans.into_iter().take_while(|_| !is_exceeded()).map(marked).collect())
}

/// Returns the text of a span with markers, or the rule that prevents it.
fn with_markers(document: &Document, scanner: &mut dyn TagScanner, span: TextSpan) -> MarkedUnit {
    Content::of(document, scanner, span).map(|content| marked(document, &content).into_boxed_str())
}

fn without_markers(document: &Document) -> Error {
    let message = format!("`{}` has no markers for its tags", document.source().format());
    Error::unsupported(Side::Input, message)
}

fn not_marked(rule: &str, span: TextSpan) -> Error {
    let message = format!("bytes {}..{} cannot be marked: {rule}", span.start(), span.end());
    Error::invalid(message).with_parameter("span")
}

/// A reader of the inline codes of a document.
pub struct CodeReader<'d> {
    document: &'d Document,
    gaps: Option<Box<dyn TagScanner + 'd>>,
}

impl<'d> CodeReader<'d> {
    pub(super) fn new(
        format: Option<&dyn DocumentFormat>,
        document: &'d Document,
    ) -> CodeReader<'d> {
        CodeReader { document, gaps: format.and_then(|format| format.tag_scanner(document)) }
    }

    /// Returns a translation of a unit with markers for all codes of the unit, at the positions that
    /// `encode` uses. Returns `None` if the format has no codes, or if the translation cannot be
    /// written.
    pub fn with_all_markers(&mut self, unit: Unit<'_>, translation: &str) -> Option<String> {
        let content = Content::of(self.document, &mut **self.gaps.as_mut()?, unit.span()).ok()?;
        with_all_markers(self.document, &content, translation)
    }

    /// Returns the inline codes of a unit, in order. Returns an empty list when the format has no codes or they are
    /// not known.
    pub fn codes(&mut self, unit: Unit<'_>) -> Vec<SpelledCode> {
        let document = self.document;
        if let Some(codes) = document.codes_of(unit) {
            let spelled = |code: ListedCode<'_>| SpelledCode {
                text: code.text,
                spelling: code.chars.to_owned(),
                source: code.source,
            };
            return codes.into_iter().map(spelled).collect();
        }
        let content =
            self.gaps.as_mut().map(|gaps| Content::of(document, &mut **gaps, unit.span()));
        let Some(Ok(content)) = content else { return Vec::new() };
        let source = document.source();
        let base = unit.span().start();
        let listed = document.placeholders_of(unit);
        let spelled = |code: &Code| {
            let text = code.text.saturating_sub(base).min(unit.text().len());
            let next =
                listed.partition_point(|placeholder| placeholder.source.start() < code.at.start());
            if let Some(listed) = listed.get(next).filter(|listed| listed.source == code.at) {
                let spelling = listed.chars.to_owned();
                return SpelledCode { text, spelling, source: code.at };
            }
            let bytes = source.bytes().get(code.at.range()).unwrap_or_default();
            let spelling = source.encoding().decode_part(bytes).text.trim().to_owned();
            SpelledCode { text, spelling, source: code.at }
        };
        content.codes.iter().map(spelled).collect()
    }
}
