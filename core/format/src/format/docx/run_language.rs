//! The language of a run, set by an edit of its properties (clause 17.3.2.20).

use std::ops::Range;

use super::element::is_word;
use super::run::{run_properties, value_range};
use super::run_place::content;
use crate::format::opc::prefix;
use glossweave_base::text::Language;
use glossweave_markup::tree::{NodeId, Tree};

/// The properties that come after the language.
const LATER: [&str; 4] = ["eastAsianLayout", "specVanish", "oMath", "rPrChange"];

/// Returns the attribute of `w:lang` for the script of a language.
fn attribute(language: &Language) -> &'static str {
    let tag = language.as_str();
    match tag.split('-').next().unwrap_or_default() {
        "zh" | "ja" | "ko" | "yue" => "eastAsia",
        "ar" | "he" | "fa" | "ur" | "yi" | "ps" | "sd" | "ug" | "dv" => "bidi",
        _ => "val",
    }
}

/// Returns the range of the source that changes, and its new text; `None` if the run states the language.
pub(super) fn edit(
    tree: &Tree<'_>,
    run: NodeId,
    language: &Language,
) -> Option<(Range<usize>, String)> {
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
        if let Some(range) = value_range(tree, stated, name) {
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
