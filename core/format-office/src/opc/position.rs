//! Annotations by position, used for formats that cannot mark ranges of text. Each annotation is an
//! element of custom XML that contains the position of a text in a unit.

use glossweave_format_base::PlacementExt;
use std::collections::HashMap;

use super::addition::Addition;
use super::package::{SIGNED, is_signed};
use super::standoff_part::{Contents, Entry, add_entries, entries};
use super::unit_index::UnitIndex;
use glossweave_base::error::Result;
use glossweave_base::text::{CharSpan, TextSpan};
use glossweave_document::annotation::Annotation;
use glossweave_document::{
    Builder, Document, DocumentExt, FRAGMENT, InsertionBarrier, Splice, UnitsExt,
};
use glossweave_format_base::fragment::Refusal;
use glossweave_format_base::its::AttributeValue;
use glossweave_format_base::its::OWN;
use glossweave_format_base::overlap_limit::most_fragments;
use glossweave_format_base::package::refusal;
use glossweave_format_base::{EncodeOptions, Placement};
use glossweave_markup::tree::{NodeId, Tree};

const NO_PART: &str = "the part for annotations cannot be changed";

/// The maximum number of bytes of a text that is stored in addition to its position.
const REPEATED: usize = 120;

/// The position of a text in a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
struct UnitPosition {
    /// The hash of the text of the unit.
    hash: u64,
    /// The index of the unit among the units with the same text, and the number of these units.
    among: (usize, usize),
    /// The name of the part with the unit, and the index of the unit in the part.
    part: (Box<str>, usize),
    /// The number of characters of the unit.
    length: usize,
    /// The range in the unit, in characters.
    range: CharSpan,
    /// The text, unless it is too long.
    text: Option<Box<str>>,
}

impl UnitPosition {
    /// Returns the position that an element specifies.
    fn of(tree: &Tree<'_>, element: NodeId) -> Option<UnitPosition> {
        let value = |name: &str| tree.attribute(element, OWN, name);
        let number = |name: &str| value(name)?.parse::<usize>().ok();
        let mut unit = value("unit")?.split_ascii_whitespace();
        let hash = u64::from_str_radix(unit.next()?, 16).ok()?;
        let among = (unit.next()?.parse().ok()?, unit.next()?.parse().ok()?);
        let (start, end) = (number("start")?, number("end")?);
        (start < end).then_some(UnitPosition {
            hash,
            among,
            part: (value("part")?.into(), number("number")?),
            length: number("length")?,
            range: CharSpan::new(start, end),
            text: value("text").map(Box::from),
        })
    }

    /// Returns the position of a range in a unit.
    fn in_unit(
        document: &Document,
        index: &UnitIndex,
        (unit, span): (usize, TextSpan),
    ) -> UnitPosition {
        let whole = index.span(unit);
        let chars = document.char_span(whole);
        let range = document.char_span(span);
        let text = document.text().get(span.range()).filter(|text| text.len() <= REPEATED);
        let (part, number) = index.place(unit);
        UnitPosition {
            hash: index.hash(unit),
            among: index.among(unit),
            part: (document.source().parts()[part].name.clone(), number),
            length: chars.len(),
            range: CharSpan::new(range.start() - chars.start(), range.end() - chars.start()),
            text: text.map(Box::from),
        }
    }

    /// Returns the attributes used to store the position.
    fn attributes(&self) -> Vec<AttributeValue<'static>> {
        let mut attributes: Vec<AttributeValue<'static>> = vec![
            ("gw:part".into(), self.part.0.to_string().into()),
            ("gw:number".into(), self.part.1.to_string().into()),
            ("gw:unit".into(), format!("{:x} {} {}", self.hash, self.among.0, self.among.1).into()),
            ("gw:length".into(), self.length.to_string().into()),
            ("gw:start".into(), self.range.start().to_string().into()),
            ("gw:end".into(), self.range.end().to_string().into()),
        ];
        let text = self.text.as_ref().map(|text| ("gw:text".into(), text.to_string().into()));
        attributes.extend(text);
        attributes
    }

    /// Returns the range in a document. The unit is found by its text. If the text has changed, the
    /// unit at the same position is used, and the range at the same distance from its start or its
    /// end must contain the same text.
    fn find(
        &self,
        document: &Document,
        index: &UnitIndex,
        parts: &HashMap<&str, usize>,
    ) -> Option<TextSpan> {
        let part = parts.get(&*self.part.0).copied();
        let here = part.and_then(|part| index.at(part, self.part.1));
        // When the number of units with the same text has changed, only the position identifies the
        // unit.
        let same = index.same(self.hash, self.among);
        if let Some(unit) = same.or(here.filter(|unit| index.hash(*unit) == self.hash)) {
            return range_in(document, index.span(unit), self.range);
        }
        let (unit, text) = (index.span(here?), self.text.as_deref()?);
        let length = document.char_span(unit).len();
        let from_end = |at: usize| (length + at).checked_sub(self.length);
        let moved = match (from_end(self.range.start()), from_end(self.range.end())) {
            (Some(start), Some(end)) => Some(CharSpan::new(start, end)),
            _ => None,
        };
        let ranges = [Some(self.range), moved];
        let mut spans =
            ranges.into_iter().flatten().filter_map(|range| range_in(document, unit, range));
        spans.find(|span| document.text().get(span.range()) == Some(text))
    }
}

/// Converts a range of characters of a unit to a span of the document. Returns `None` if it exceeds
/// the unit.
fn range_in(document: &Document, unit: TextSpan, range: CharSpan) -> Option<TextSpan> {
    let start = document.char_span(unit).start();
    let (from, to) = (start.checked_add(range.start())?, start.checked_add(range.end())?);
    let span = document.text_span(CharSpan::new(from, to))?;
    (span.end() <= unit.end()).then_some(span)
}

/// The annotations of a document, which are read before its texts.
#[derive(Default)]
pub(crate) struct Positions {
    annotations: Vec<(Contents, Vec<UnitPosition>)>,
}

impl Positions {
    /// Reads the part with annotations. Returns errors if ITS rules in the part are invalid.
    pub fn read(&mut self, tree: &Tree<'_>, builder: &mut Builder) -> Result<()> {
        let mut known: HashMap<Box<str>, usize> = HashMap::new();
        for (element, contents) in entries(tree)? {
            let Some(place) = UnitPosition::of(tree, element) else { continue };
            let id = tree.attribute(element, OWN, "id");
            id.iter().for_each(|id| builder.note_fragment(id));
            if let Some(first) = id.and_then(|id| known.get(id)) {
                self.annotations[*first].1.push(place);
            } else if !contents.is_empty() {
                known.extend(id.map(|id| (id.into(), self.annotations.len())));
                self.annotations.push((contents, vec![place]));
            }
        }
        Ok(())
    }

    /// Returns the document with its annotations. Annotations whose text no longer exists are
    /// skipped.
    pub fn annotate(self, document: Document) -> Document {
        if self.annotations.is_empty() {
            return document;
        }
        let index = UnitIndex::new(&document);
        let parts = document.source().parts().iter().map(|part| &*part.name).zip(0..).collect();
        let mut found = Vec::new();
        for (contents, places) in self.annotations {
            let spans = places.iter().filter_map(|place| place.find(&document, &index, &parts));
            let spans: Vec<TextSpan> = spans.collect();
            let (Some(first), Some(last)) = (spans.first(), spans.last()) else { continue };
            if !spans.is_sorted_by_key(|span| span.start()) {
                continue;
            }
            let span = TextSpan::new(first.start(), last.end());
            found.extend(contents.into_iter().map(|(body, tool)| {
                let annotation = Annotation::new(span, body);
                match tool {
                    Some(tool) => annotation.by(tool),
                    None => annotation,
                }
            }));
        }
        found.sort_by_key(|annotation| annotation.span().end());
        document.with_annotations(found)
    }
}

/// Writes the requested annotations into a splice of the parts.
pub(crate) fn annotate_by_position(
    document: &Document,
    annotations: &[Annotation],
    options: &EncodeOptions,
    placements: &mut [Placement],
) -> Splice {
    let wants = |owner: usize, placements: &[Placement]| {
        placements[owner].is_new() && annotations[owner].as_translation().is_none()
    };
    let owners: Vec<usize> = (0..annotations.len()).filter(|at| wants(*at, placements)).collect();
    if owners.is_empty() {
        return Splice::default();
    }
    let refuse_all = |rule: &'static str, placements: &mut [Placement]| {
        for owner in &owners {
            placements[*owner] = Placement::not_placed(rule);
        }
        Splice::default()
    };
    if document.source().package().is_some_and(is_signed) {
        return refuse_all(SIGNED, placements);
    }
    let index = UnitIndex::new(document);
    let mut more = most_fragments(document.source().bytes().len());
    let mut last_id = document.last_fragment();
    let mut placed: Vec<Entry<'_>> = Vec::new();
    for owner in &owners {
        let annotation = &annotations[*owner];
        let found = match refusal(annotation) {
            Some(rule) => Err(rule),
            None => units(document, annotation.span(), 1 + more).map_err(Refusal::rule),
        };
        let found = match found {
            Ok(found) => found,
            Err(rule) => {
                placements[*owner] = Placement::not_placed(rule);
                continue;
            }
        };
        placements[*owner] = Placement::Placed { fragments: found.len() };
        more -= found.len().saturating_sub(1).min(more);
        last_id = last_id.saturating_add(u32::from(found.len() > 1));
        for (number, unit_span) in found.iter().enumerate() {
            let mut attributes = UnitPosition::in_unit(document, &index, *unit_span).attributes();
            if found.len() > 1 {
                attributes.push(("gw:id".into(), format!("{FRAGMENT}{last_id}").into()));
            }
            placed.push((attributes, (number == 0).then_some(annotation)));
        }
    }
    if placed.is_empty() {
        return Splice::default();
    }
    let mut addition = Addition::default();
    match add_entries(document, &placed, &mut addition) {
        Ok(true) => addition.splice(options),
        _ => refuse_all(NO_PART, placements),
    }
}

/// Returns the parts of a span in each unit, with the indexes of the units.
fn units(
    document: &Document,
    span: TextSpan,
    most: usize,
) -> std::result::Result<Vec<(usize, TextSpan)>, Refusal> {
    let first = document
        .unit_at(span.start())
        .filter(|unit| unit.span().start() <= span.start() && span.start() < unit.span().end());
    let first = first.ok_or(Refusal::Between)?;
    let mut found = Vec::new();
    let mut reached = 0;
    let units = document.units().starting_at(first.index());
    for unit in units.take_while(|unit| unit.span().start() < span.end()) {
        let whole = unit.span();
        // Such a unit exists only when the document is read with the same option, so that the
        // position might not be found.
        if document.zone_at(whole.start()).0.obstacle == Some(InsertionBarrier::CellValue) {
            return Err(Refusal::InsertionBarrier(InsertionBarrier::CellValue));
        }
        reached = whole.end();
        let start = whole.start().max(span.start());
        found.push((unit.index(), TextSpan::new(start, reached.min(span.end()))));
        if found.len() > most {
            return Err(Refusal::TooMany);
        }
    }
    if reached < span.end() { Err(Refusal::Between) } else { Ok(found) }
}
