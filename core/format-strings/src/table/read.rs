//! Decoding of tables.

use super::columns::Layout;
use super::parse::{Cells, parse};
use glossweave_base::call_limits::is_exceeded;
use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_base::text::{ByteSpan, Language};
use glossweave_document::{
    Columns, DecodeOptions, Document, Notations, Source, SourceExt, TargetLink, TranslationState,
};
use glossweave_format_base::strings::{Emitter, Fault, Syntax, finished, note};
use glossweave_markup::{Decoded, encoding};

/// Returns the placeholder syntax of cells. A translation replaces the whole cell, so branches are not separate
/// units.
pub(super) fn syntax(notations: Option<Notations>) -> Syntax {
    Syntax::of(Format::Csv, notations).without_branches()
}

/// The maximum length of the name of a unit, in bytes. Longer names are not used.
const NAME: usize = 1_000;

/// A table with the meaning of its columns.
pub(super) struct Texts<'d> {
    pub cells: Cells,
    pub layout: Layout,
    pub source: Emitter<'d>,
    pub target: Emitter<'d>,
    pub links: Vec<TargetLink>,
    /// The cell of each unit.
    pub units: Vec<usize>,
}

impl<'d> Texts<'d> {
    /// Parses the texts of a table.
    pub fn of(
        decoded: &'d Decoded<'_>,
        format: Format,
        (columns, notations, has_numbers): (Option<&Columns>, Option<Notations>, bool),
        [language, target]: [Option<&Language>; 2],
    ) -> std::result::Result<Texts<'d>, Fault> {
        let cells = parse(&decoded.text, format)?;
        let header: Vec<String> =
            cells.row(0).map(|cell| cells.cells[cell].value(&decoded.text).text).collect();
        let end = cells.row(0).last().map_or(0, |last| cells.cells[last].at().end);
        let mut layout =
            Layout::of(&header, columns).map_err(|message| Fault::new(message, 0..end))?;
        if let Some(target) = target {
            layout.aim_at(target);
        }
        let (mut source, target) = (Emitter::new(decoded), Emitter::new(decoded));
        let skipped = layout.skipped(&header);
        if columns.is_none() && !skipped.is_empty() {
            let name = |column: &usize| header.get(*column).map_or("", |name| name.trim());
            let taken: Vec<_> = layout.sources.iter().map(name).collect();
            let shown =
                |names: &[&str]| -> String { names.join("`, `").chars().take(NAME).collect() };
            let message = format!(
                "texts are read from the column `{}`, not from `{}`; use the option `columns` to select other columns",
                shown(&taken),
                shown(&skipped)
            );
            let mut back = decoded.way_back();
            let span = ByteSpan::new(back.source(0), back.source(end));
            source.builder.warn(message, span);
        }
        let (links, units) = (Vec::new(), Vec::new());
        let mut texts = Texts { cells, layout, source, target, links, units };
        texts.read(&decoded.text, &header, language, (syntax(notations), has_numbers));
        Ok(texts)
    }

    /// Adds the units of the rows. `syntax` specifies the placeholders, and if `has_numbers` is set, cells without a
    /// letter are texts too.
    fn read(
        &mut self,
        text: &str,
        header: &[String],
        language: Option<&Language>,
        (syntax, has_numbers): (Syntax, bool),
    ) {
        let (cells, layout) = (&self.cells, &self.layout);
        let language = layout.language.as_ref().or(language);
        let target_language = layout.target_language.as_ref();
        self.source.builder.set_language(language);
        self.source.builder.section(None, language, target_language);
        self.target.builder.set_language(target_language);
        self.target.builder.section(None, target_language, None);
        if layout.sources.is_empty() {
            let all = cells.cells.iter().take_while(|_| !is_exceeded());
            for (number, cell) in all.enumerate() {
                let value = cell.value(text);
                let is_number = || has_numbers && value.text.contains(char::is_numeric);
                if value.text.contains(char::is_alphabetic) || is_number() {
                    let unit = self.source.value(&value, "", syntax, &[]);
                    self.units.extend(unit.map(|_| number));
                }
            }
            return;
        }
        for row in (1..cells.len()).take_while(|_| !is_exceeded()) {
            let field = |column: usize| {
                let cell = cells.cell(row, column)?;
                Some(cells.cells[cell].value(text))
            };
            let cell_text = |column: Option<usize>| column.and_then(field).unwrap_or_default().text;
            let (id, context) = (cell_text(layout.id), cell_text(layout.context));
            let notes = layout.notes.iter().filter_map(|column| field(*column));
            let notes: Vec<_> = notes.filter_map(|text| note(&text.text, "description")).collect();
            for column in &layout.sources {
                let Some(cell) = cells.cell(row, *column) else { continue };
                let value = cells.cells[cell].value(text);
                let name = match (id.trim(), context.trim()) {
                    ("", "") => String::new(),
                    ("", context) => format!("{context}/{}", value.text),
                    (id, _) if layout.sources.len() > 1 => {
                        format!("{id}[{}]", header.get(*column).map_or("", |name| name.trim()))
                    }
                    (id, _) => id.to_owned(),
                };
                let name = if name.len() > NAME { "" } else { &name };
                let number = self.source.next_id();
                let Some(unit) = self.source.value(&value, name, syntax, &notes) else { continue };
                self.units.push(cell);
                let Some(translation) = layout.target.and_then(field) else { continue };
                let translation = self.target.identified(&translation, name, syntax, &[], number);
                if let Some(translation) = translation {
                    let link = (unit as u32, translation as u32, TranslationState::Unsaid);
                    self.links.push(link);
                }
            }
        }
    }
}

/// Decodes a table.
pub(super) fn read(bytes: Vec<u8>, format: Format, options: &DecodeOptions) -> Result<Document> {
    let decoded = encoding::decode_text(&bytes, options.charset, options.invalid_bytes)?;
    let encoding = decoded.encoding;
    let columns = (options.columns.as_ref(), options.placeholders, options.numeric_cells);
    let languages = [options.language.as_ref(), options.target_language.as_ref()];
    let texts = Texts::of(&decoded, format, columns, languages)
        .map_err(|fault| fault.in_source(&bytes, &decoded))?;
    let Texts { source, target, links, .. } = texts;
    let (source, target) = (source.builder, target.builder);
    drop(decoded);
    let bytes = Source::new(bytes, format, encoding).read_with(options);
    Ok(finished(bytes, source, target, links))
}
