//! Translations in tables: they are written to the target column, or in place of the text.

use std::cell::RefCell;
use std::collections::HashSet;
use std::ops::Range;

use super::parse::parse;
use super::read::{Texts, syntax};
use glossweave_base::text::ByteSpan;
use glossweave_document::annotation::{Annotation, Translation};
use glossweave_document::{Document, DocumentExt, Source, SourceExt, Splice};
use glossweave_format_base::fragment::TagScanner;
use glossweave_format_base::strings::{held, is_written, spliced, whole_value};
use glossweave_format_base::translate::{
    self, ANYWHERE, Content, Edit, Moved, Target, TranslationPart, Written, text_difference,
};
use glossweave_format_base::{EncodeOptions, Placement};
use glossweave_markup::{Decoded, EncodingExt};

const NO_CELL: &str = "the text is not in a source cell";
const NO_COLUMN: &str = "no column has the language of the translation";

struct Targets<'a, 'd> {
    texts: &'a Texts<'d>,
    text: &'a str,
    /// The new texts of ranges of the decoded source.
    edits: RefCell<Vec<(Range<usize>, String)>>,
}

impl TagScanner for Targets<'_, '_> {}

impl Target for Targets<'_, '_> {
    fn text(&self, text: &str, _: ByteSpan, out: &mut String) {
        out.push_str(text);
    }

    fn is_beside(&self) -> bool {
        self.texts.layout.is_beside()
    }

    fn place(
        &self,
        document: &Document,
        content: &Content,
        parts: &[TranslationPart],
        translation: &Translation,
    ) -> Result<Vec<Edit>, &'static str> {
        let Texts { cells, layout, units, .. } = self.texts;
        let unit = document.unit_at(content.text.start()).ok_or(NO_CELL)?;
        let source_cell = *units.get(unit.index()).ok_or(NO_CELL)?;
        let value = whole_value(document, content, parts).ok_or(NO_CELL)?;
        held(document, &value)?;
        let row = cells.row_of(source_cell);
        let place = match layout.is_beside() {
            true => {
                let column = layout.column(&translation.language).ok_or(NO_COLUMN)?;
                let missing = || column.saturating_sub(cells.row(row).len().saturating_sub(1));
                cells.cell(row, column).ok_or_else(missing)
            }
            false => Ok(source_cell),
        };
        let edit = match place {
            Ok(cell) => {
                let cell = cells.cells.get(cell).ok_or(NO_CELL)?;
                let is_same = cell.value(self.text).text == value;
                (!is_same).then(|| (cell.at(), cells.written(&value, row, cell.is_quoted)))
            }
            // The row is too short, so separators are added.
            Err(missing) => {
                let last = cells.row(row).last().and_then(|last| cells.cells.get(last));
                let end = last.ok_or(NO_CELL)?.at().end;
                let mut out: String = std::iter::repeat_n(cells.separator, missing).collect();
                out.push_str(&cells.written(&value, row, false));
                Some((end..end, out))
            }
        };
        self.edits.borrow_mut().extend(edit);
        Ok(Vec::new())
    }
}

fn texts<'d>(source: &Source, decoded: &'d Decoded<'_>) -> Option<Texts<'d>> {
    let options = source.options();
    let columns = (options.columns.as_ref(), options.placeholders, options.numeric_cells);
    Texts::of(decoded, source.format(), columns, [None; 2]).ok()
}

/// Returns the edits that write the requested translations into the source.
pub(super) fn translate(
    document: &Document,
    annotations: &[Annotation],
    options: &EncodeOptions,
    placements: &mut [Placement],
) -> (Splice, Written) {
    let source = document.source();
    let decoded = source.encoding().decode_again(source.bytes());
    let texts = texts(source, &decoded).filter(|_| !document.is_target());
    let Some(texts) = &texts else {
        translate::refuse(annotations, placements, translate::IN_TARGET);
        return Default::default();
    };
    let mut targets = Targets { texts, text: &decoded.text, edits: RefCell::default() };
    let (_, written) = translate::write(document, annotations, options, placements, &mut targets);
    (spliced(document, &decoded, targets.edits.into_inner()), written)
}

/// Compares a result with its document cell by cell. Each translation must be in its row, in the target column or the
/// column of its language, and every other cell must be unchanged.
pub(super) fn compare(
    document: &Document,
    again: &Document,
    written: &Written,
) -> Result<Option<Moved>, Vec<usize>> {
    let source = document.source();
    let decoded = source.encoding().decode_again(source.bytes());
    let Some(old) = texts(source, &decoded).filter(|texts| texts.layout.is_beside()) else {
        return Moved::of(document, again, written);
    };
    if let Some(at) = text_difference(document, again) {
        return Err(vec![at]);
    }
    let source = again.source();
    let decoded_again = source.encoding().decode_again(source.bytes());
    let Ok(new) = parse(&decoded_again.text, source.format()) else { return Err(vec![ANYWHERE]) };
    if new.len() != old.cells.len() {
        return Err(vec![ANYWHERE]);
    }
    let mut places = HashSet::new();
    let mut differences = Vec::new();
    for text in written {
        let place = || {
            let unit = document.unit_at(text.span.start())?;
            let row = old.cells.row_of(*old.units.get(unit.index())?);
            Some((row, old.layout.column(&text.language)?))
        };
        let found = place().filter(|(row, column)| {
            let value = new.text(*row, *column, &decoded_again.text);
            is_written(&value, text, document, syntax(document.source().options().placeholders))
        });
        match found {
            Some(place) => {
                places.insert(place);
            }
            None => differences.push(text.span.start()),
        }
    }
    if !differences.is_empty() {
        return Err(differences);
    }
    for row in 0..new.len() {
        let columns = 0..old.cells.row(row).len().max(new.row(row).len());
        let has_changed = |column: &usize| {
            !places.contains(&(row, *column))
                && old.cells.text(row, *column, &decoded.text)
                    != new.text(row, *column, &decoded_again.text)
        };
        if columns.into_iter().any(|column| has_changed(&column)) {
            let first = old.cells.row(row).start;
            let unit = old.units.partition_point(|cell| *cell < first);
            let unit = document.units().nth(unit);
            return Err(vec![unit.map_or(ANYWHERE, |unit| unit.span().start())]);
        }
    }
    Ok(None)
}
