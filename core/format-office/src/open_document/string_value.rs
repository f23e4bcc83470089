//! The values of cells that repeat their text (ODF 1.3, part 3, clause 19.385).

use super::element::{OFFICE, TABLE};
use glossweave_base::text::ByteSpan;
use glossweave_document::{Document, Splice};
use glossweave_format_base::PartTree;
use glossweave_format_base::translate::Written;
use glossweave_markup::UnknownEntities;

/// Returns the removal of `office:string-value` from cells with translated texts. When the
/// attribute is missing, the text is used as value.
pub(super) fn removed(document: &Document, written: &Written) -> Splice {
    let mut splice = Splice::default();
    let starts = written.iter().filter_map(|text| {
        let source = document.source_span(text.span)?;
        Some(source.start())
    });
    let mut starts: Vec<usize> = starts.collect();
    starts.sort_unstable();
    let source = document.source();
    for part in source.parts() {
        let Ok(xml) = PartTree::parse(source.bytes(), part, UnknownEntities::Omit) else {
            continue;
        };
        let tree = &xml.tree;
        for node in tree.nodes().filter(|node| tree.node(*node).is_element()) {
            let name = tree.name(node);
            if *name.namespace != *TABLE || !name.local.ends_with("table-cell") {
                continue;
            }
            let value = tree.attributes(node).iter().find(|attribute| {
                let name = tree.attribute_name(attribute);
                *name.namespace == *OFFICE && &*name.local == "string-value"
            });
            let Some(value) = value.filter(|value| !value.at().is_empty()) else { continue };
            let cell = tree.node(node);
            let (start, end) = (xml.base + cell.at().start, xml.base + cell.close().end);
            let first = starts.partition_point(|at| *at < start);
            if starts.get(first).is_none_or(|at| *at >= end) {
                continue;
            }
            let before = &source.bytes()[start..xml.base + value.at().start];
            let Some(space) = before.iter().rposition(u8::is_ascii_whitespace) else { continue };
            let end = xml.base + value.at().end + 1;
            splice.replace(ByteSpan::new(start + space, end));
        }
    }
    splice
}
