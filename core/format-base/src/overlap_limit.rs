//! Limits on the number of annotations at one position.

use crate::PlacementExt;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::Placement;
use glossweave_document::annotation::Annotation;
use glossweave_document::{Document, OPEN};

/// Returns the maximum number of fragments of a result, in addition to one fragment for each annotation. Without a
/// limit, each annotation of a whole page would be split at each unit of the page.
pub fn most_fragments(source: usize) -> usize {
    200_000 + source / 16
}

/// Skips annotations when there are too many at one position.
///
/// The sweep visits the annotations by start position. `ends` contains the end positions of the annotations that are
/// open at that position.
pub fn leave_out_crowds(
    document: &Document,
    annotations: &[Annotation],
    placements: &mut [Placement],
) {
    let mut order: Vec<usize> =
        (0..annotations.len()).filter(|index| placements[*index].is_new()).collect();
    order.retain(|index| annotations[*index].as_translation().is_none());
    if order.len() <= OPEN {
        return;
    }
    order.sort_by_key(|index| annotations[*index].span().start());
    let mut ends = BinaryHeap::new();
    let mut crossings = 0;
    let most = most_fragments(document.source().bytes().len());
    for index in order {
        let span = annotations[index].span();
        while ends.peek().is_some_and(|Reverse(end)| *end <= span.start()) {
            ends.pop();
        }
        // Each open annotation that ends within this annotation splits it, because this annotation begins after it.
        let cuts = ends.iter().filter(|Reverse(end)| *end < span.end()).count();
        if ends.len() < OPEN && crossings + cuts <= most {
            crossings += cuts;
            ends.push(Reverse(span.end()));
        } else {
            placements[index] = Placement::not_placed(CROWD);
        }
    }
}

const CROWD: &str = "too many other annotations are at the same position";
