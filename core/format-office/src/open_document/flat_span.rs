//! Annotations of spreadsheets use spans that are not nested, because LibreOffice loses the text of
//! nested spans in a cell.

use glossweave_format_base::PlacementExt;
use std::collections::BTreeMap;

use super::element::Class;
use glossweave_base::text::ByteSpan;
use glossweave_document::Document;
use glossweave_document::annotation::Annotation;
use glossweave_format_base::PartTree;
use glossweave_format_base::Placement;
use glossweave_markup::UnknownEntities;

const NESTED: &str = "spreadsheet programs lose the text of nested spans";

/// Refuses annotations that would be inside or around another element of a paragraph. When two
/// annotations overlap, the later one is refused.
pub(super) fn refuse_nested(
    document: &Document,
    annotations: &[Annotation],
    placements: &mut [Placement],
) {
    let all = annotations.iter().zip(placements);
    let mut pending = all
        .filter(|(annotation, placement)| {
            placement.is_new() && annotation.as_translation().is_none()
        })
        .peekable();
    if pending.peek().is_none() {
        return;
    }
    let elements = elements(document);
    let mut taken: BTreeMap<usize, usize> = BTreeMap::new();
    for (annotation, placement) in pending {
        let span = annotation.span();
        let is_in_unit =
            document.unit_at(span.start()).is_some_and(|unit| unit.span().contains(span));
        let before = taken.range(..span.end()).next_back();
        let is_taken = before.is_some_and(|(_, end)| *end > span.start());
        let is_nested = document.source_span(span).is_none_or(|source| {
            let first = elements.partition_point(|element| element.end() <= source.start());
            elements.get(first).is_some_and(|element| element.start() < source.end())
        });
        if !is_in_unit || is_taken || is_nested {
            *placement = Placement::not_placed(NESTED);
        } else {
            taken.insert(span.start(), span.end());
        }
    }
}

/// Returns the outermost elements with content in paragraphs, in order.
fn elements(document: &Document) -> Vec<ByteSpan> {
    let source = document.source();
    let mut found = Vec::new();
    for part in source.parts() {
        let Ok(xml) = PartTree::parse(source.bytes(), part, UnknownEntities::Omit) else {
            continue;
        };
        let tree = &xml.tree;
        let mut last = 0;
        for node in tree.nodes().filter(|node| tree.node(*node).is_element()) {
            let element = tree.node(node);
            let is_inline = element.parent.is_some_and(|parent| {
                tree.node(parent).is_element() && Class::of(tree.name(parent)) == Class::Paragraph
            });
            let span = ByteSpan::new(xml.base + element.at().start, xml.base + element.close().end);
            if is_inline && !element.close().is_empty() && span.start() >= last {
                last = span.end();
                found.push(span);
            }
        }
    }
    found
}
