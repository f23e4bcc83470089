//! Elements with right-to-left translations.

use crate::PartTree;
use crate::translate::{Edit, Written};
use glossweave_base::text::ByteSpan;
use glossweave_document::Document;
use glossweave_markup::UnknownEntities;
use glossweave_markup::tree::{NodeId, Tree};

/// Calls `edit` for each part with right-to-left translations, with the innermost wanted elements
/// around these translations, each once. Returns the edits in source order.
pub fn right_to_left_edits(
    document: &Document,
    written: &Written,
    is_wanted: impl Fn(&Tree<'_>, NodeId) -> bool,
    mut edit: impl FnMut(&PartTree<'_>, &[NodeId]) -> Vec<Edit>,
) -> Vec<Edit> {
    let texts = written.iter().filter(|text| text.language.is_right_to_left());
    let starts = texts.filter_map(|text| Some(document.source_span(text.span)?.start()));
    let mut starts: Vec<usize> = starts.collect();
    starts.sort_unstable();
    let source = document.source();
    let mut edits = Vec::new();
    for part in source.parts() {
        let from = starts.partition_point(|at| *at < part.span.start());
        let to = starts.partition_point(|at| *at < part.span.end());
        if from == to {
            continue;
        }
        let Ok(xml) = PartTree::parse(source.bytes(), part, UnknownEntities::Omit) else {
            continue;
        };
        let tree = &xml.tree;
        let nodes: Vec<NodeId> = tree.nodes().filter(|node| !tree.node(*node).inside).collect();
        let mut elements: Vec<NodeId> = starts[from..to]
            .iter()
            .filter_map(|at| {
                let is_before = |node: &NodeId| xml.base + tree.node(*node).at().start <= *at;
                let last = nodes.partition_point(is_before).checked_sub(1)?;
                tree.ancestors(*nodes.get(last)?).find(|element| is_wanted(tree, *element))
            })
            .collect();
        elements.sort_unstable();
        elements.dedup();
        edits.extend(edit(&xml, &elements));
    }
    edits.sort_by_key(|edit| edit.at);
    edits
}

/// Returns the edit that sets an attribute of an element. The attribute is specified by its
/// namespace and its prefixed name. Returns `None` if it already has the value.
pub fn set_attribute(
    xml: &PartTree<'_>,
    element: NodeId,
    (namespace, name): (&str, &str),
    value: &str,
) -> Option<Edit> {
    let tree = &xml.tree;
    let local = name.rsplit(':').next()?;
    let stated = tree.attributes(element).iter().find(|attribute| {
        let found = tree.attribute_name(attribute);
        *found.local == *local && *found.namespace == *namespace
    });
    let (at, new) = match stated {
        Some(stated) if tree.value(stated) == value => return None,
        Some(stated) => (stated.at(), value.to_owned()),
        None => {
            let end = tree.node(element).at().start + 1 + tree.name(element).qualified().len();
            (end..end, format!(" {name}=\"{value}\""))
        }
    };
    let at = ByteSpan::new(xml.base + at.start, xml.base + at.end);
    Some(Edit { at, bytes: new.into_bytes() })
}
