//! The units of documents and of NIF, as texts to translate.

use super::glossary::Glossary;
use glossweave_base::text::TextSpan;
use glossweave_base::text::inline::InlineText;
use glossweave_document::{Document, DocumentExt, Unit as DocumentUnit};
use glossweave_format::marked_texts;
use glossweave_nif::nif::Context;
use glossweave_translate::{ProtectedSpan, Unit};

/// Returns the units of a document that have no translation yet.
pub(super) fn open_units(document: &Document) -> impl Iterator<Item = DocumentUnit<'_>> {
    document.units().filter(|unit| document.awaits_translation(*unit))
}

/// Returns the texts of the units of a document that have no translation yet, with their terms.
pub(super) fn units(document: &Document, glossary: &Glossary) -> Vec<(TextSpan, Unit)> {
    let spans = open_units(document).map(|unit| unit.span());
    let marked = marked_texts(document, spans).unwrap_or_default().into_iter().map(Result::ok);
    let unit = |(unit, marked): (DocumentUnit<'_>, Option<String>)| {
        let text = unit.text();
        let lead = marked.as_ref().map_or(0, |_| text.len() - text.trim_ascii_start().len());
        let inline = marked.map_or_else(|| InlineText::plain(text), |one| InlineText::parse(&one));
        let terms = glossary.within(unit.span()).filter(|term| term.range.start >= lead);
        // The text of a unit may be trimmed at its ends.
        let is_there = |term: &ProtectedSpan| inline.text().get(term.range.clone()).is_some();
        let terms = terms.map(|term| term.moved(lead)).filter(is_there).collect();
        (unit.span(), Unit { id: unit.id(), inline, lead, glossary: terms })
    };
    open_units(document).zip(marked.chain(std::iter::repeat(None))).map(unit).collect()
}

/// Returns the units of a context, or its whole text if it has no units.
pub(super) fn units_of(context: &Context, glossary: &Glossary) -> Vec<(TextSpan, Unit)> {
    let whole = [TextSpan::new(0, context.text().len())];
    let spans = if context.units().is_empty() { &whole[..] } else { context.units() };
    let unit = |span: &TextSpan| {
        let inline = InlineText::plain(context.text().get(span.range()).unwrap_or_default());
        (*span, Unit { id: 0, inline, lead: 0, glossary: glossary.within(*span).collect() })
    };
    spans.iter().map(unit).collect()
}
