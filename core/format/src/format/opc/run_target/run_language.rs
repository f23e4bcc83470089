//! The language of a run, set by an edit of its properties (clauses 17.3.2.20 and 21.1.2.3.9).

use std::ops::Range;

use super::edge::{Kind, content, is_word, whole_end};
use crate::format::opc::prefix;
use glossweave_base::text::Language;
use glossweave_markup::tree::{NodeId, Tree};

/// Returns the properties of a run as an element.
pub(in crate::format) fn run_properties(tree: &Tree<'_>, run: NodeId) -> Option<NodeId> {
    let first = tree.elements(run).next()?;
    let name = tree.name(first);
    let is = &*name.local == "rPr" && name.namespace == tree.name(run).namespace;
    is.then_some(first)
}

/// The properties of a run of WordprocessingML that come after its language.
const LATER: [&str; 4] = ["eastAsianLayout", "specVanish", "oMath", "rPrChange"];

/// Returns the range of the source that changes, and its new text; `None` if the run states the language, or if nothing
/// of its kind states one.
pub(super) fn edit(
    tree: &Tree<'_>,
    run: NodeId,
    kind: Kind,
    language: &Language,
) -> Option<(Range<usize>, String)> {
    match kind {
        Kind::Drawing => edit_drawing(tree, run, language),
        Kind::Word => edit_word(tree, run, language),
        _ => None,
    }
}

fn edit_drawing(
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

fn edit_word(tree: &Tree<'_>, run: NodeId, language: &Language) -> Option<(Range<usize>, String)> {
    let (name, tag) = (attribute(language), language.as_str());
    let prefix = prefix(tree, run);
    if prefix.is_empty() {
        return None;
    }
    let new = format!("<{prefix}lang {prefix}{name}=\"{tag}\"/>");
    let Some(properties) = run_properties(tree, run) else {
        let at = tree.node(run).at().end;
        return Some((at..at, format!("<{prefix}rPr>{new}</{prefix}rPr>")));
    };
    let is = |one: &NodeId, name: &str| is_word(tree.name(*one), name);
    if let Some(stated) = tree.elements(properties).find(|one| is(one, "lang")) {
        let mut attributes = tree.attributes(stated).iter();
        if let Some(value) = attributes.find(|one| is_word(tree.attribute_name(one), name)) {
            let range = value.at();
            let is_same = tree.source().get(range.clone()) == Some(tag);
            return (!is_same).then(|| (range, tag.to_owned()));
        }
        let name_end = tree.node(stated).at().start + 1 + tree.name(stated).qualified().len();
        return Some((name_end..name_end, format!(" {prefix}{name}=\"{tag}\"")));
    }
    let mut all = tree.elements(properties);
    let later = all.find(|one| LATER.iter().any(|later| is(one, later)));
    let at = match later {
        Some(later) => tree.node(later).at().start,
        None if tree.node(properties).close().is_empty() => return None,
        None => content(tree.node(properties)).end,
    };
    Some((at..at, new))
}

/// Returns the attribute of `w:lang` for the script of a language.
fn attribute(language: &Language) -> &'static str {
    let tag = language.as_str();
    match tag.split('-').next().unwrap_or_default() {
        "zh" | "ja" | "ko" | "yue" => "eastAsia",
        "ar" | "he" | "fa" | "ur" | "yi" | "ps" | "sd" | "ug" | "dv" => "bidi",
        _ => "val",
    }
}

/// Returns the source of the properties of a run, with a language if one is to be set.
pub(super) fn properties(
    tree: &Tree<'_>,
    run: NodeId,
    kind: Kind,
    language: Option<&Language>,
) -> String {
    let found = run_properties(tree, run);
    let range = match found {
        Some(found) => tree.node(found).at().start..whole_end(tree.node(found)),
        None => tree.node(run).at().end..tree.node(run).at().end,
    };
    let mut source = tree.source().get(range.clone()).unwrap_or_default().to_owned();
    if let Some((at, text)) = language.and_then(|language| edit(tree, run, kind, language)) {
        let (from, to) = (at.start.saturating_sub(range.start), at.end.saturating_sub(range.start));
        if source.get(from..to).is_some() {
            source.replace_range(from..to, &text);
        }
    }
    source
}
