//! Conversion of TBX entries into concepts.

use super::category::is_holder;
use super::{FAMILY, MODULES, malformed};
use crate::{Concept, ConceptField, Definition, TermEntry, TermStatus};
use glossweave_base::error::ErrorKind;
use glossweave_base::text::Language;
use glossweave_markup::tree::{NodeId, Tree, XML};
use glossweave_markup::xml::Fault;

/// Returns `true` if an element belongs to the core structure and has one of these names.
pub(super) fn is_core(tree: &Tree<'_>, node: NodeId, names: &[&str]) -> bool {
    if !tree.node(node).is_element() {
        return false;
    }
    let name = tree.name(node);
    names.contains(&&*name.local)
        && (name.namespace.is_empty() || name.namespace.starts_with(FAMILY))
}

pub(super) fn is_entry(tree: &Tree<'_>, node: NodeId) -> bool {
    is_core(tree, node, &["conceptEntry", "termEntry"])
}

/// Returns the `id` of an element.
fn id<'t>(tree: &'t Tree<'_>, node: NodeId) -> Option<&'t str> {
    let id = tree.attribute(node, "", "id").or_else(|| tree.attribute(node, XML, "id"));
    id.map(str::trim).filter(|id| !id.is_empty())
}

/// Returns the name of an entry for messages.
pub(super) fn name(tree: &Tree<'_>, node: NodeId, index: usize) -> String {
    id(tree, node).map_or_else(|| format!("entry-{}", index + 1), str::to_owned)
}

/// Parses an entry. When an entry has no `id`, its number is used.
pub(super) fn concept(tree: &Tree<'_>, node: NodeId, index: usize) -> Result<Concept, Fault> {
    let mut concept = Concept::new(name(tree, node, index));
    for child in tree.elements(node) {
        if is_core(tree, child, &["langSec", "langSet"]) {
            section(tree, child, &mut concept)?;
        } else {
            each_property(tree, child, &mut |property| of_concept(&mut concept, property, None));
        }
    }
    Ok(concept)
}

fn section(tree: &Tree<'_>, node: NodeId, concept: &mut Concept) -> Result<(), Fault> {
    let local = &tree.name(node).local;
    let tag = tree.attribute(node, XML, "lang").or_else(|| tree.attribute(node, "", "lang"));
    let Some(tag) = tag else {
        return Err(malformed(tree, node, format!("`{local}` has no `xml:lang`")));
    };
    let Some(language) = Language::parse(tag) else {
        let message = format!("`xml:lang` is `{tag}`, expected a language tag");
        return Err(malformed(tree, node, message));
    };
    for child in tree.elements(node) {
        if is_core(tree, child, &["termSec", "tig", "ntig"]) {
            concept.terms.push(term(tree, child, &language)?);
        } else {
            each_property(tree, child, &mut |property| {
                of_concept(concept, property, Some(&language))
            });
        }
    }
    Ok(())
}

/// A data category with its value and the source of the value.
struct Property<'t> {
    category: &'t str,
    value: String,
    source: Option<String>,
}

fn of_concept(concept: &mut Concept, property: Property<'_>, language: Option<&Language>) {
    match property.category {
        "subjectField" => {
            let domain: Box<str> = property.value.into();
            if !concept.domains.contains(&domain) {
                concept.domains.push(domain);
            }
        }
        "definition" => concept.definitions.push(Definition {
            text: property.value.into(),
            language: language.cloned(),
            source: property.source.map(Into::into),
        }),
        name => concept.fields.push(ConceptField {
            name: name.into(),
            value: property.value.into(),
            language: language.cloned(),
        }),
    }
}

fn term(tree: &Tree<'_>, node: NodeId, language: &Language) -> Result<TermEntry, Fault> {
    // In TBX v2, a term may be within a group.
    let mut children: Vec<NodeId> = Vec::new();
    for child in tree.elements(node) {
        match is_core(tree, child, &["termGrp"]) {
            true => children.extend(tree.elements(child)),
            false => children.push(child),
        }
    }
    let mut terms = children.iter().copied().filter(|child| is_core(tree, *child, &["term"]));
    let Some(first) = terms.next() else {
        let message = format!("`{}` has no `term`", tree.name(node).local);
        return Err(malformed(tree, node, message));
    };
    let mut entry = TermEntry::new(text(tree, first), language.clone());
    entry.check().map_err(|error| Fault {
        kind: if error.kind() == ErrorKind::TooLarge {
            ErrorKind::TooLarge
        } else {
            ErrorKind::Malformed
        },
        ..malformed(tree, first, error.message())
    })?;
    for child in children.into_iter().filter(|child| *child != first) {
        each_property(tree, child, &mut |property| of_term(&mut entry, property));
    }
    Ok(entry)
}

fn of_term(entry: &mut TermEntry, property: Property<'_>) {
    let status = match property.category {
        "administrativeStatus" | "normativeAuthorization" => TermStatus::parse(&property.value),
        _ => None,
    };
    match property.category {
        _ if status.is_some() => entry.status = status,
        // This is how hidden terms are written, because TBX has no status for them.
        "processStatus" if property.value == "hidden" => entry.status = Some(TermStatus::Hidden),
        "partOfSpeech" if entry.part_of_speech.is_none() => {
            entry.part_of_speech = Some(property.value.into());
        }
        name => entry.fields.push((name.into(), property.value.into())),
    }
}

/// Calls `take` with the data category of an element, or with all data categories in a group.
fn each_property<'t>(tree: &'t Tree<'_>, node: NodeId, take: &mut dyn FnMut(Property<'t>)) {
    let name = tree.name(node);
    if name.local.ends_with("Grp") && !name.namespace.starts_with(MODULES) {
        let mut properties: Vec<Property<'_>> = Vec::new();
        for child in tree.elements(node) {
            match category_of(tree, child) {
                // A source belongs to the category before it.
                Some("source") if !properties.is_empty() => {
                    if let Some(last) = properties.last_mut() {
                        last.source = Some(text(tree, child));
                    }
                }
                Some(category) => {
                    properties.push(Property { category, value: text(tree, child), source: None });
                }
                None => {}
            }
        }
        properties.into_iter().for_each(take);
    } else if let Some(category) = category_of(tree, node) {
        take(Property { category, value: text(tree, node), source: None });
    }
}

/// Returns the data category of an element.
fn category_of<'t>(tree: &'t Tree<'_>, node: NodeId) -> Option<&'t str> {
    let name = tree.name(node);
    if name.namespace.starts_with(MODULES) {
        return Some(&name.local);
    }
    match &*name.local {
        local if is_holder(local) => Some(tree.attribute(node, "", "type").unwrap_or(local)),
        local @ ("note" | "date") => Some(local),
        _ => None,
    }
}

/// Returns the text of an element with single spaces between words.
fn text(tree: &Tree<'_>, node: NodeId) -> String {
    let whole = tree.string(node);
    let words: Vec<&str> = whole.split_whitespace().collect();
    words.join(" ")
}
