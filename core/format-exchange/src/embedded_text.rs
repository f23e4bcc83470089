//! Documents that are the value of a string in a file.

use std::ops::Range;

use super::reading::ReadUnit;
use glossweave_base::media::Format;
use glossweave_document::{DecodeOptions, Document, PieceKind, Unit};
use glossweave_format_base::Formats;
use glossweave_format_base::strings::Value;
use glossweave_markup::Encoding;

/// Reads a text as a document in a format. Returns the reason if it cannot be read.
pub(super) fn decode(
    formats: Formats,
    text: &str,
    format: Format,
    options: &DecodeOptions,
) -> Result<Document, String> {
    let Some(reader) = formats.get(format).ok().filter(|_| !format.is_package()) else {
        return Err(format!("a document in `{format}` cannot be part of the file"));
    };
    // The text is already decoded, so that a charset declaration of the document is ignored.
    let options = DecodeOptions { charset: Some(Encoding::UTF_8), ..options.clone() };
    let document = reader.read(text.as_bytes().to_vec(), &options);
    document.map_err(|error| format!("the document: {error}"))
}

/// Returns the units of a document that is the value of a string, with their source positions in
/// the file, and with the start of each unit in the text of the document.
pub(super) fn embedded_units(
    inner: &Document,
    value: &Value,
    source: &str,
) -> Vec<(usize, ReadUnit)> {
    let mut text = 0;
    let part = |(at, atom): (Range<usize>, Option<&'_ str>)| {
        let length = atom.map_or(at.len(), str::len);
        text += length;
        StringPart { text: text - length..text, at, is_atom: atom.is_some(), source }
    };
    let parts: Vec<StringPart<'_>> = value.parts().map(part).collect();
    let unit = |unit: Unit<'_>| {
        let text = unit_value(inner, &unit, &parts);
        (unit.span().start(), ReadUnit { text, marks: Vec::new() })
    };
    inner.units().map(unit).collect()
}

/// A part of the string.
struct StringPart<'s> {
    /// The range in the text of the string.
    text: Range<usize>,
    /// The range in the file.
    at: Range<usize>,
    is_atom: bool,
    source: &'s str,
}

/// Returns the text of a unit with its source positions in the file.
fn unit_value(inner: &Document, unit: &Unit<'_>, parts: &[StringPart<'_>]) -> Value {
    let span = unit.span();
    let mut value = Value::default();
    for piece in inner.map().pieces_from(span.start()) {
        if piece.text.start() >= span.end() {
            break;
        }
        let text = inner.text().get(piece.text.range()).unwrap_or_default();
        let source = piece.source.range();
        let first = parts.partition_point(|part| part.text.end <= source.start);
        let covered = parts.get(first..).unwrap_or_default();
        let covered = covered.iter().take_while(|part| part.text.start < source.end);
        if piece.kind != PieceKind::Literal {
            let edges = covered.fold(None, |edges: Option<Range<usize>>, part| {
                let at = part.range(&source);
                Some(edges.map_or(at.clone(), |edges| edges.start..at.end))
            });
            value.atom(text, edges.unwrap_or(0..0));
            continue;
        }
        for part in covered {
            let at = part.range(&source);
            match part.is_atom {
                false => value.literal(part.source, at),
                true => {
                    let inner = part.text.start.max(source.start)..part.text.end.min(source.end);
                    let inner = inner.start - source.start..inner.end - source.start;
                    value.atom(text.get(inner).unwrap_or_default(), at);
                }
            }
        }
    }
    value
}

impl StringPart<'_> {
    /// Maps a range of the text to the file, clamped to this part.
    fn range(&self, text: &Range<usize>) -> Range<usize> {
        if self.is_atom {
            return self.at.clone();
        }
        let start = text.start.clamp(self.text.start, self.text.end) - self.text.start;
        let end = text.end.clamp(self.text.start, self.text.end) - self.text.start;
        self.at.start + start..self.at.start + end
    }
}
