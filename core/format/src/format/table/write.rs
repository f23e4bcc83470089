//! Translations in tables: in the column of the target, or in place of the text.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;

use super::read::{SYNTAX, Texts};
use crate::annotation::{Annotation, Translation};
use crate::document::{Document, Source, Splice};
use crate::format::fragment::TagScanner;
use crate::format::strings::{Emitter, first_lost, spliced, whole_value};
use crate::format::translate::{
    self, Content, Edit, Moved, Part, Target, Written, text_difference,
};
use crate::format::{EncodeOptions, Placement};
use glossweave_base::text::ByteSpan;
use glossweave_markup::Decoded;

const NO_CELL: &str = "the text stands in no cell of a source";
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
        parts: &[Part],
        translation: &Translation,
    ) -> Result<Vec<Edit>, &'static str> {
        let Texts { cells, layout, units, .. } = self.texts;
        let unit = document.unit_at(content.text.start()).ok_or(NO_CELL)?;
        let own = *units.get(unit.index()).ok_or(NO_CELL)?;
        let value = whole_value(document, content, parts).ok_or(NO_CELL)?;
        let row = cells.row_of(own);
        let place = match layout.is_beside() {
            true => {
                let column = layout.column(&translation.language).ok_or(NO_COLUMN)?;
                let missing = || column.saturating_sub(cells.row(row).len().saturating_sub(1));
                cells.cell(row, column).ok_or_else(missing)
            }
            false => Ok(own),
        };
        let edit = match place {
            Ok(cell) => {
                let cell = cells.cells.get(cell).ok_or(NO_CELL)?;
                let is_same = cell.value(self.text).text == value;
                (!is_same).then(|| (cell.at(), cells.written(&value, row, cell.is_quoted)))
            }
            // The row is too short.
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
    Texts::of(decoded, source.format(), source.columns(), [None; 2]).ok()
}

/// Writes the wanted translations into a splice of the source.
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

/// Compares a result with its document: the texts, and the cells of rows with translations.
pub(super) fn compare(
    document: &Document,
    again: &Document,
    written: &Written,
) -> Result<Option<Moved>, usize> {
    let source = document.source();
    let decoded = source.encoding().decode_again(source.bytes());
    let Some(old) = texts(source, &decoded).filter(|texts| texts.layout.is_beside()) else {
        return Moved::of(document, again, written);
    };
    if let Some(at) = text_difference(document, again) {
        return Err(at);
    }
    let source = again.source();
    let decoded = source.encoding().decode_again(source.bytes());
    let Some(new) = texts(source, &decoded) else { return Err(0) };
    if new.cells.len() != old.cells.len() {
        return Err(0);
    }
    let mut emitter = Emitter::new(&decoded);
    let mut rows = HashMap::new();
    for (number, cell) in new.cells.cells.iter().enumerate() {
        let unit = emitter.value(&cell.value(&decoded.text), "", SYNTAX, &[]);
        rows.extend(unit.map(|unit| (unit, new.cells.row_of(number))));
    }
    let all = emitter.builder.finish(source.clone());
    let row = |span: glossweave_base::text::TextSpan| {
        let unit = document.unit_at(span.start())?;
        old.units.get(unit.index()).map(|cell| old.cells.row_of(*cell))
    };
    first_lost(written, row, &all, rows).map_or(Ok(None), Err)
}
