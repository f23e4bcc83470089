//! Detection of XML vocabularies.

use glossweave_document::RuleSet;
use glossweave_markup::tree::Tree;

/// Returns the rule set for the vocabulary of a tree. Returns `None` if the vocabulary is not known.
pub(super) fn rule_set(tree: &Tree<'_>) -> Option<RuleSet> {
    let root = tree.root()?;
    let name = tree.name(root);
    let has = |local: &str| tree.elements(root).any(|child| tree.is(child, "", local));
    match (&*name.namespace, &*name.local) {
        ("http://docbook.org/ns/docbook", _) => Some(RuleSet::DocBook),
        (namespace, _) if is_akoma_ntoso(namespace) => Some(RuleSet::AkomaNtoso),
        ("http://www.tei-c.org/ns/1.0", _) => Some(RuleSet::Tei),
        ("http://www.w3.org/2000/svg", "svg") => Some(RuleSet::Svg),
        ("", "resources") if ["string", "plurals", "string-array"].into_iter().any(has) => {
            Some(RuleSet::Android)
        }
        ("", "article") if has("front") => Some(RuleSet::Jats),
        ("", "root") if has("resheader") || has("data") => Some(RuleSet::Resx),
        ("", local) => {
            let architecture = "http://dita.oasis-open.org/architecture/2005/";
            let is_dita = tree.attribute(root, architecture, "DITAArchVersion").is_some()
                || DITA.contains(&local);
            // DocBook 4 has no namespace, so its document type declaration is used.
            let prolog = tree.source().get(..tree.node(root).at().start);
            let is_docbook = || prolog.is_some_and(|text| text.contains("//DTD DocBook "));
            match is_dita {
                true => Some(RuleSet::Dita),
                false => is_docbook().then_some(RuleSet::DocBook),
            }
        }
        _ => None,
    }
}

/// The namespace that Akoma Ntoso uses.
pub(super) const AKOMA_NTOSO: &str = "http://docs.oasis-open.org/legaldocml/ns/akn/3.0";

/// Returns `true` for the namespace of Akoma Ntoso and the namespaces of its drafts (for example `…/akn/3.0/WD17`)
/// and earlier versions.
pub(super) fn is_akoma_ntoso(namespace: &str) -> bool {
    let draft = namespace.strip_prefix(AKOMA_NTOSO);
    draft.is_some_and(|draft| draft.is_empty() || draft.starts_with('/'))
        || namespace.strip_prefix("http://www.akomantoso.org/").is_some_and(|version| {
            version.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        })
}

/// The root elements of DITA that no other common vocabulary uses.
const DITA: &[&str] = &[
    "topic",
    "concept",
    "task",
    "reference",
    "troubleshooting",
    "glossentry",
    "glossgroup",
    "dita",
    "bookmap",
];

#[cfg(test)]
mod tests;
