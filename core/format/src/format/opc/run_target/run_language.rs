//! The language of a run of DrawingML, set by an edit of its properties (clause 21.1.2.3.9).

use std::ops::Range;

use super::edge::whole_end;
use crate::format::opc::prefix;
use glossweave_base::text::Language;
use glossweave_markup::tree::{NodeId, Tree};

/// Returns the properties of a run as an element.
pub(super) fn run_properties(tree: &Tree<'_>, run: NodeId) -> Option<NodeId> {
    let first = tree.elements(run).next()?;
    let name = tree.name(first);
    let is = &*name.local == "rPr" && name.namespace == tree.name(run).namespace;
    is.then_some(first)
}

/// Returns the range of the source that changes, and its new text; `None` if the run states the language.
pub(super) fn edit(
    tree: &Tree<'_>,
    run: NodeId,
    language: &Language,
) -> Option<(Range<usize>, String)> {
    let tag = language.as_str();
    let Some(properties) = run_properties(tree, run) else {
        let at = tree.node(run).at().end;
        return Some((at..at, format!("<{}rPr lang=\"{tag}\"/>", prefix(tree, run))));
    };
    let stated = tree.attributes(properties).iter().find(|one| {
        let name = tree.attribute_name(one);
        &*name.local == "lang" && name.namespace.is_empty()
    });
    if let Some(stated) = stated {
        let range = stated.at();
        let is_same = tree.source().get(range.clone()) == Some(tag);
        return (!is_same).then(|| (range, tag.to_owned()));
    }
    let at = tree.node(properties).at().start + 1 + tree.name(properties).qualified().len();
    Some((at..at, format!(" lang=\"{tag}\"")))
}

/// Returns the source of the properties of a run, with a language if one is to be set.
pub(super) fn properties(tree: &Tree<'_>, run: NodeId, language: Option<&Language>) -> String {
    let found = run_properties(tree, run);
    let range = match found {
        Some(found) => tree.node(found).at().start..whole_end(tree.node(found)),
        None => tree.node(run).at().end..tree.node(run).at().end,
    };
    let mut source = tree.source().get(range.clone()).unwrap_or_default().to_owned();
    if let Some((at, text)) = language.and_then(|language| edit(tree, run, language)) {
        let (from, to) = (at.start.saturating_sub(range.start), at.end.saturating_sub(range.start));
        if source.get(from..to).is_some() {
            source.replace_range(from..to, &text);
        }
    }
    source
}
