//! The reader of TEI.

use std::collections::HashMap;
use std::ops::Range;

use crate::markup_text::push_node;
use crate::offsets::{OffsetUnit, Offsets};
use crate::reading::{ReadMark, ReadPart, ReadUnit, Reading};
use crate::tei::{TEI, TERM};
use glossweave_base::text::Language;
use glossweave_base::text::iri::is_absolute;
use glossweave_format_base::new_file::{self, AnnotationFields};
use glossweave_format_base::strings::Fault;
use glossweave_markup::tree::{NodeId, Tree, XML};

/// The elements whose texts are units.
const BLOCKS: [&str; 14] = [
    "p", "ab", "head", "l", "item", "cell", "label", "u", "speaker", "stage", "trailer", "opener",
    "closer", "byline",
];

/// A position in the text: the number of a unit, and a byte offset in the unit.
type UnitOffset = (usize, usize);

/// The text of a document, and the positions of its elements with identifiers.
#[derive(Default)]
struct Text<'t> {
    units: Vec<ReadUnit>,
    places: HashMap<&'t str, (UnitOffset, UnitOffset)>,
}

pub(super) fn documents(tree: &Tree<'_>) -> std::result::Result<Reading, Fault> {
    let is_corpus = |root: &NodeId| tree.is(*root, TEI, "teiCorpus");
    let root = tree.root().filter(|root| tree.is(*root, TEI, "TEI") || is_corpus(root));
    let Some(root) = root else {
        let message = format!("expected a document of TEI, found no root element `TEI` in `{TEI}`");
        return Err(Fault::new(message, 0..0));
    };
    let mut reading = Reading::default();
    let inner = tree.below(root).filter(|node| is_corpus(&root) && tree.is(*node, TEI, "TEI"));
    let all = std::iter::once(root).filter(|root| !is_corpus(root)).chain(inner);
    let mut unread = 0;
    for element in all {
        document(tree, element, &mut reading, &mut unread)?;
    }
    if unread > 0 {
        let message = format!("{unread} spans that do not refer to the text are not read");
        reading.warn(message, 0..0);
    }
    Ok(reading)
}

fn document(
    tree: &Tree<'_>,
    root: NodeId,
    reading: &mut Reading,
    unread: &mut usize,
) -> std::result::Result<(), Fault> {
    let child =
        |name: &'static str| tree.elements(root).find(|element| tree.is(*element, TEI, name));
    let mut part = ReadPart::default();
    let header = child("teiHeader");
    let title = header.and_then(|header| {
        let title = |node: &NodeId| {
            let parent = tree.node(*node).parent;
            tree.is(*node, TEI, "title")
                && parent.is_some_and(|parent| tree.is(parent, TEI, "titleStmt"))
        };
        tree.below(header).find(title)
    });
    let title = title.map(|title| tree.string(title).trim().to_owned());
    part.name = title.filter(|title| !title.is_empty());
    let Some(body) = child("text") else {
        let at = tree.node(root).at();
        return Err(Fault::new("expected an element `text` of the document, found none", at));
    };
    let language = tree.attribute(body, XML, "lang").or_else(|| tree.attribute(root, XML, "lang"));
    part.language = language.and_then(Language::parse);
    let mut text = text(tree, body);
    let mut starts = vec![0];
    for unit in &text.units {
        // A space separates units.
        starts.push(starts.last().map_or(0, |start| start + unit.text.text.len() + 1));
    }
    if let Some(standoff) = child("standOff") {
        for span in tree.below(standoff).filter(|node| tree.is(*node, TEI, "span")) {
            match range(tree, span, &text)? {
                Some((start, end)) if start.0 < text.units.len() => {
                    mark(tree, span, (start, end), &starts, &mut text.units);
                }
                _ => *unread += 1,
            }
        }
    }
    part.units = text.units;
    reading.parts.push(part);
    Ok(())
}

/// An open element.
struct Open<'t> {
    /// The first node after the element.
    after: NodeId,
    /// The identifier, and the position where the element begins.
    id: Option<(&'t str, UnitOffset)>,
    is_block: bool,
}

/// A collector of the units of a text.
#[derive(Default)]
struct Collector<'t> {
    text: Text<'t>,
    unit: ReadUnit,
    open: Vec<Open<'t>>,
    /// The elements that ended in the current unit.
    ended: Vec<&'t str>,
}

impl<'t> Collector<'t> {
    fn place(&self) -> UnitOffset {
        (self.text.units.len(), self.unit.text.text.len())
    }

    fn end_unit(&mut self) {
        let unit = std::mem::take(&mut self.unit);
        let ended = std::mem::take(&mut self.ended);
        if !unit.text.text.trim().is_empty() {
            return self.text.units.push(unit);
        }
        // When a unit without text is dropped, positions in it move to the start of the next unit.
        let number = self.text.units.len();
        let moved = |place: &mut UnitOffset| place.1 = if place.0 == number { 0 } else { place.1 };
        for id in ended {
            if let Some((start, end)) = self.text.places.get_mut(id) {
                moved(start);
                moved(end);
            }
        }
        self.open
            .iter_mut()
            .filter_map(|open| open.id.as_mut())
            .for_each(|(_, start)| moved(start));
    }

    /// Closes the elements that end before a node, or all elements if `node` is `None`.
    fn close(&mut self, node: Option<NodeId>) {
        let ends = |open: &mut Open<'_>| node.is_none_or(|node| node >= open.after);
        while let Some(open) = self.open.pop_if(ends) {
            if let Some((id, start)) = open.id {
                let end = self.place();
                self.text.places.insert(id, (start, end));
                self.ended.push(id);
            }
            if open.is_block {
                self.end_unit();
            }
        }
    }
}

/// Returns the units of a text and the positions of its elements.
fn text<'t>(tree: &'t Tree<'_>, body: NodeId) -> Text<'t> {
    let mut collector = Collector::default();
    for node in tree.below(body) {
        collector.close(Some(node));
        if !tree.node(node).is_element() {
            push_node(tree, node, &mut collector.unit.text);
            continue;
        }
        let is_block = BLOCKS.contains(&&*tree.name(node).local);
        if is_block {
            collector.end_unit();
        }
        let id = tree.attribute(node, XML, "id").map(|id| (id, collector.place()));
        collector.open.push(Open { after: tree.node(node).after, id, is_block });
    }
    collector.close(None);
    collector.end_unit();
    collector.text
}

/// Returns the start and the end of a span. Returns `None` if the span refers to something else.
fn range(
    tree: &Tree<'_>,
    span: NodeId,
    text: &Text<'_>,
) -> std::result::Result<Option<(UnitOffset, UnitOffset)>, Fault> {
    let attribute = |name: &str| tree.attribute(span, "", name);
    let place = |pointer: &str| -> std::result::Result<Option<(UnitOffset, UnitOffset)>, Fault> {
        let Some(id) = pointer.strip_prefix('#') else { return Ok(None) };
        let found = match id.strip_prefix("string-range(") {
            Some(inner) => string_range(inner, text),
            None => text.places.get(id).copied(),
        };
        found.map(Some).ok_or_else(|| {
            let message = format!("expected a position in the text, found `{pointer}`");
            Fault::new(message, tree.node(span).at())
        })
    };
    if let Some(target) = attribute("target") {
        let mut whole: Option<(UnitOffset, UnitOffset)> = None;
        for pointer in target.split_whitespace() {
            let Some((start, end)) = place(pointer)? else { return Ok(None) };
            whole =
                Some(whole.map_or((start, end), |whole| (whole.0.min(start), whole.1.max(end))));
        }
        return Ok(whole);
    }
    let Some(from) = attribute("from") else { return Ok(None) };
    let Some((start, end)) = place(from)? else { return Ok(None) };
    let Some(to) = attribute("to") else { return Ok(Some((start, end))) };
    Ok(place(to)?.map(|(_, end)| (start, end)))
}

/// Returns the range of `ID, OFFSET, LENGTH)`, which counts code points of the text of an element.
fn string_range(inner: &str, text: &Text<'_>) -> Option<(UnitOffset, UnitOffset)> {
    let mut parts = inner.strip_suffix(')')?.split(',').map(str::trim);
    let (id, offset, length) = (parts.next()?, parts.next()?, parts.next()?);
    let ((unit, start), (last, end)) = text.places.get(id.trim_start_matches('#')).copied()?;
    let content = &text.units.get(unit)?.text.text;
    let end = if last == unit { end } else { content.len() };
    let content = content.get(start..end)?;
    let (offset, length): (usize, usize) = (offset.parse().ok()?, length.parse().ok()?);
    let offsets = Offsets::new(content, OffsetUnit::CodePoint);
    let Range { start: from, end: to } = offsets.range(offset, offset.checked_add(length)?)?;
    Some(((unit, start + from), (unit, start + to)))
}

/// Adds an annotation to the unit that contains its start. `starts` contains the start of each unit
/// in the text of the document, followed by the start of a unit after the last one.
fn mark(
    tree: &Tree<'_>,
    span: NodeId,
    (start, end): (UnitOffset, UnitOffset),
    starts: &[usize],
    units: &mut [ReadUnit],
) {
    let begin = starts.get(start.0).copied().unwrap_or_default();
    let until = starts.get(end.0).copied().unwrap_or_default();
    // The start of a later unit is treated as the end of the unit before it.
    let until = if end.1 == 0 && end.0 > start.0 { until.saturating_sub(1) } else { until + end.1 };
    let last = until.saturating_sub(begin);
    let attribute = |name: &str| tree.attribute(span, "", name);
    let list = |name: &str| -> Vec<&str> {
        attribute(name).into_iter().flat_map(str::split_whitespace).collect()
    };
    let kind = attribute("type").filter(|kind| *kind != "entity");
    let classes = list("ana");
    let local = classes.iter().find_map(|class| class.strip_prefix('#'));
    let label = match kind {
        Some(TERM) => Some(new_file::TERM),
        kind => local.or(kind),
    };
    let classes: Vec<&str> = classes.into_iter().filter(|class| !class.starts_with('#')).collect();
    let content = tree.string(span);
    let fields = AnnotationFields {
        label,
        idents: &list("corresp"),
        classes: &classes,
        confidence: attribute("cert").and_then(|number| number.parse().ok()),
        info: Some(content.as_str()).filter(|text| !text.trim().is_empty()),
    };
    let tool = attribute("resp").filter(|tool| is_absolute(tool));
    if let Some(unit) = units.get_mut(start.0) {
        let range = start.1.min(last)..last;
        unit.marks.push(ReadMark::new(range, &fields).by(tool.map(Into::into)));
    }
}
