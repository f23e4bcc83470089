//! A reader for the translations in XLIFF files.

use std::collections::HashMap;
use std::io::Read;

use super::SegmentPair;
use super::tmx::digits;
use crate::inline_element::Numbers;
use crate::xliff_file::{XliffFile, with_file};
use glossweave_base::error::{Error, ErrorKind, Result, Skipped, SkippedExt};
use glossweave_markup::tree::NodeId;

/// The maximum number of skipped units with a location, because each location is counted from the start of
/// the file.
const PLACES: usize = 100;

/// The maximum size of a file, in bytes.
const MOST: usize = 256 << 20;

/// Calls `add` with each translation in a file. Malformed translations are skipped and added to `skipped` if
/// the list is given.
pub(super) fn read(
    reader: impl Read,
    skipped: Option<&mut Vec<Skipped>>,
    add: &mut dyn FnMut(&SegmentPair<'_>) -> Result<()>,
) -> Result<()> {
    let mut source = Vec::new();
    reader.take(MOST as u64 + 1).read_to_end(&mut source).map_err(|cause| {
        Error::new(ErrorKind::Unavailable, format!("the source cannot be read: {cause}"))
            .because(cause)
    })?;
    if source.len() > MOST {
        return Err(Error::new(
            ErrorKind::TooLarge,
            format!("the file has more than {MOST} bytes"),
        ));
    }
    with_file(&source, |xliff| read_file(xliff, skipped, add))
}

fn read_file(
    xliff: &XliffFile<'_, '_>,
    mut skipped: Option<&mut Vec<Skipped>>,
    add: &mut dyn FnMut(&SegmentPair<'_>) -> Result<()>,
) -> Result<()> {
    let tree = xliff.tree;
    for file in xliff.files() {
        let [from, to] = xliff.languages(file);
        // A file without a target language has no targets.
        let (Some(from), Some(to)) = (from, to) else { continue };
        let about = |unit: NodeId| {
            let domains = tree
                .attributes(unit)
                .iter()
                .find(|attribute| &*tree.attribute_name(attribute).local == "domains");
            let domains = domains.map(|attribute| tree.value(attribute));
            let domain = domains.or(tree.attribute(file, "", "category"))?.split(',').next()?;
            Some(domain.trim().trim_matches(['"', '\''])).filter(|domain| !domain.is_empty())
        };
        let changed = tree.attribute(file, "", "date").and_then(digits);
        for unit in xliff.units(file) {
            for (source, target) in texts(xliff, unit) {
                let pair = SegmentPair::new(&source, from, &target, to)
                    .about(about(unit))
                    .changed(changed);
                match (add(&pair), &mut skipped) {
                    (Ok(()), _) => {}
                    (Err(error), Some(list)) if error.kind() != ErrorKind::Internal => {
                        let id = tree.attribute(unit, "", "id").unwrap_or_default();
                        let at = (list.len() < PLACES).then(|| xliff.place(unit));
                        Skipped::with_error(id, &error).at(at).keep(list);
                    }
                    (Err(error), _) => return Err(error.at(xliff.place(unit))),
                }
            }
        }
    }
    Ok(())
}

/// Returns the pairs of texts and translations in a unit.
fn texts(xliff: &XliffFile<'_, '_>, unit: NodeId) -> Vec<(String, String)> {
    let tree = xliff.tree;
    let mut pairs = Vec::new();
    if xliff.is(unit, "unit") {
        for segment in tree.elements(unit).filter(|child| xliff.is(*child, "segment")) {
            let is_new = tree.attribute(segment, "", "state") == Some("initial");
            if let (Some(source), Some(target), false) =
                (xliff.child(segment, "source"), xliff.child(segment, "target"), is_new)
            {
                pairs.push((source, target));
            }
        }
    } else if let (Some(source), Some(target)) =
        (xliff.child(unit, "source"), xliff.child(unit, "target"))
        && !xliff.is_open(target)
    {
        pairs = segments(xliff, xliff.child(unit, "seg-source"), target);
        if pairs.is_empty() {
            pairs.push((source, target));
        }
    }
    let mut numbers = Numbers::default();
    let mut text = |of: NodeId| xliff.marked(of, &mut numbers);
    pairs.into_iter().map(|(source, target)| (text(source), text(target))).collect()
}

/// Returns the segments of version 1.2: pairs of `mrk` elements with the same `mid`.
fn segments(
    xliff: &XliffFile<'_, '_>,
    source: Option<NodeId>,
    target: NodeId,
) -> Vec<(NodeId, NodeId)> {
    let of_target = xliff.segments(target);
    let mut targets: HashMap<&str, NodeId> = HashMap::new();
    for (mid, mark) in of_target.iter().filter(|segment| !segment.0.is_empty()) {
        targets.entry(mid).or_insert(*mark);
    }
    let sources = source.map(|source| xliff.segments(source)).unwrap_or_default();
    let pair = |(mid, mark): (&str, NodeId)| targets.get(mid).map(|target| (mark, *target));
    sources.into_iter().filter_map(pair).collect()
}
