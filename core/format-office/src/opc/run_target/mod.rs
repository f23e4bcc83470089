//! Translations of texts in runs: the texts of the runs of a unit are replaced, and the runs are
//! kept.

mod edge;
mod paragraph_direction;
mod run_language;
mod word_space;
mod writer;

use std::cell::RefCell;
use std::collections::HashSet;

use super::package::{SIGNED, is_signed};
use super::part_trees::PartTrees;
use super::run_scanner::RunScanner;
pub(crate) use edge::{DRAWING, SHEET, WORD, content, is_plain, is_word, whole_end};
use edge::{Edge, Kind, Level};
use glossweave_base::text::{ByteSpan, TextSpan};
use glossweave_document::annotation::{Annotation, Translation};
use glossweave_document::{Document, InsertionBarrier, Splice};
use glossweave_format_base::fragment::{Tag, TagScanner};
use glossweave_format_base::translate::{
    self, Content, Edit, SignPart, Signs, Target, TranslationPart, Written, exchange,
};
use glossweave_format_base::{EncodeOptions, Placement};
use glossweave_markup::tree::NodeId;
use run_language::RunChange;
pub(crate) use run_language::run_properties;
use writer::Writer;

const NOT_PLAIN: &str = "the text contains a comment or CDATA section";
const FIELD: &str = "a field is at an edge of the text, or would get a line feed";
const FIXED: &str = "formulas refer to a table column by this name";

/// Writes the requested translations into a splice of the parts. Units whose text is one of `fixed`
/// are not translated.
pub(crate) fn translate_runs(
    document: &Document,
    annotations: &[Annotation],
    options: &EncodeOptions,
    placements: &mut [Placement],
    fixed: HashSet<String>,
) -> (Splice, Written) {
    if document.source().package().is_some_and(is_signed) {
        translate::refuse(annotations, placements, SIGNED);
        return Default::default();
    }
    let mut target = RunTarget {
        scanner: RunScanner::new(document),
        trees: RefCell::new(PartTrees::new(document)),
        sets_language: options.set_lang,
        changed: RefCell::default(),
        fixed,
    };
    translate::write(document, annotations, options, placements, &mut target)
}

struct RunTarget<'d> {
    scanner: RunScanner<'d>,
    trees: RefCell<PartTrees<'d>>,
    sets_language: bool,
    /// The runs and paragraphs whose properties are already set, by parts. They are stored because
    /// a run may contain several texts.
    changed: RefCell<HashSet<(usize, NodeId)>>,
    fixed: HashSet<String>,
}

impl TagScanner for RunTarget<'_> {
    fn tags(&mut self, source: ByteSpan, obstacle: Option<InsertionBarrier>, tags: &mut Vec<Tag>) {
        self.scanner.tags(source, obstacle, tags);
    }

    fn tags_between(
        &mut self,
        source: ByteSpan,
        characters: (Option<usize>, Option<usize>),
        obstacle: Option<InsertionBarrier>,
        tags: &mut Vec<Tag>,
    ) {
        self.scanner.tags_between(source, characters, obstacle, tags);
    }

    fn is_separator(&mut self, source: ByteSpan, characters: (usize, usize)) -> bool {
        self.scanner.is_separator(source, characters)
    }
}

impl RunTarget<'_> {
    /// Returns the edges of a range of the source.
    fn edges(&self, at: ByteSpan) -> (Edge, Edge) {
        let mut trees = self.trees.borrow_mut();
        (Edge::before(&mut trees, at.start()), Edge::after(&mut trees, at.end()))
    }

    fn write(&self, parts: &[SignPart<'_>], at: ByteSpan, change: RunChange<'_>, out: &mut String) {
        let (start, end) = self.edges(at);
        let trees = self.trees.borrow();
        Writer::new(&trees, &start, &end, change).write(parts, out);
    }

    /// Returns the source of a text that does not change. Returns `None` if its runs need other
    /// properties.
    fn unchanged<'d>(
        &self,
        text: &str,
        at: ByteSpan,
        change: RunChange<'_>,
        signs: &Signs<'d>,
    ) -> Option<&'d str> {
        signs.text(at).filter(|old| *old == text)?;
        let (start, end) = self.edges(at);
        (start.run == end.run || change.is_none(start.kind)).then_some(())?;
        signs.source(at)
    }

    /// Makes leading and trailing white space of a text significant (clauses 17.3.3.31 and
    /// 18.4.12). Returns another edit if one is needed.
    fn keep_space(&self, edit: &mut Edit) -> Option<Edit> {
        let (start, end) = self.edges(edit.at);
        if start.kind == Kind::Word || end.kind == Kind::Word {
            return word_space::keep(edit, (&start, &end), &self.trees.borrow());
        }
        let ends = [edit.bytes.first(), edit.bytes.last()];
        if !ends.into_iter().flatten().any(u8::is_ascii_whitespace) {
            return None;
        }
        let at = start.space_attribute(&self.trees.borrow())?;
        let bytes = b" xml:space=\"preserve\"".to_vec();
        Some(Edit { at: ByteSpan::new(at, at), bytes })
    }

    /// Returns the edits that set the properties of the run around a position, and the direction of
    /// its paragraph.
    fn properties_of(&self, at: ByteSpan, change: RunChange<'_>) -> Vec<Edit> {
        let (start, _) = self.edges(at);
        let trees = self.trees.borrow();
        let Some((tree, base)) = trees.part(start.part) else { return Vec::new() };
        let is_first = |element: &NodeId| self.changed.borrow_mut().insert((start.part, *element));
        let run = start.run.filter(is_first).map(|run| change.edits(tree, run, start.kind));
        let mut changes = run.unwrap_or_default();
        let paragraph = start.element.filter(|_| change.is_rtl).and_then(|element| {
            paragraph_direction::paragraph(tree, element, start.kind).filter(is_first)
        });
        let turn = |paragraph| paragraph_direction::edit(tree, paragraph, start.kind);
        changes.extend(paragraph.and_then(turn));
        let edit = |(range, text): (std::ops::Range<usize>, String)| {
            let at = ByteSpan::new(base + range.start, base + range.end);
            Edit { at, bytes: text.into_bytes() }
        };
        changes.into_iter().map(edit).collect()
    }
}

impl Target for RunTarget<'_> {
    fn text(&self, text: &str, at: ByteSpan, out: &mut String) {
        self.write(&[SignPart::Text(text)], at, RunChange::default(), out);
    }

    fn place(
        &self,
        document: &Document,
        content: &Content,
        parts: &[TranslationPart],
        translation: &Translation,
    ) -> Result<Vec<Edit>, &'static str> {
        if is_fixed(document, content.text, &self.fixed) {
            return Err(FIXED);
        }
        let has_breaks = parts
            .iter()
            .any(|part| matches!(part, TranslationPart::Text(text) if text.contains('\n')));
        for run in content.runs() {
            let (start, end) = self.edges(run);
            if !start.is_plain || !end.is_plain {
                return Err(NOT_PLAIN);
            }
            let is_within = start.level == Level::Within && end.level == Level::Within;
            let is_field = start.is_field || end.is_field;
            if is_field && (has_breaks || !is_within || start.run != end.run) {
                return Err(FIELD);
            }
        }
        let change = RunChange {
            language: Some(&translation.language).filter(|_| self.sets_language),
            is_rtl: translation.language.is_right_to_left(),
        };
        let signs = Signs::of(document, content);
        let write = |text: &str, at: ByteSpan, out: &mut String| match self
            .unchanged(text, at, change, &signs)
        {
            Some(source) => out.push_str(source),
            None => self.write(&signs.split(text, at), at, change, out),
        };
        let mut edits = exchange(document, content, parts, write);
        let spaces: Vec<Edit> = edits.iter_mut().filter_map(|edit| self.keep_space(edit)).collect();
        edits.extend(spaces);
        let runs = content.runs().filter(|run| !run.is_empty());
        edits.extend(runs.flat_map(|run| self.properties_of(run, change)));
        edits.sort_by_key(|edit| (edit.at.start(), edit.at.end()));
        Ok(edits)
    }
}

fn is_fixed(document: &Document, text: TextSpan, fixed: &HashSet<String>) -> bool {
    document.text().get(text.range()).is_some_and(|text| fixed.contains(text))
}
