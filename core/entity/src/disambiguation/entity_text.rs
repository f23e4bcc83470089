//! The texts that are encoded for entities. Each text is a sentence of a description, preceded by a label of
//! the entity and the labels of its classes.

use std::collections::HashMap;

use super::property::{Role, role};
use glossweave_base::error::Result;
use glossweave_base::text::Language;
use glossweave_base::words::hash;
use glossweave_base::words::sentence_breaks;
use glossweave_rdf::{Literal, NamedOrBlankNode, Statements, Term};

/// The maximum number of texts of an entity.
const MAX_TEXTS: usize = 8;
/// The maximum total length of the descriptions of an entity, in bytes. The rest is dropped.
const MAX_BYTES: usize = 2048;
/// The maximum length of a sentence, in bytes.
const MAX_SENTENCE: usize = 512;
/// The maximum number of labels of an entity or class.
const MAX_LABELS: usize = 8;
/// The maximum length of a label, in bytes.
const MAX_LABEL: usize = 128;

/// A text and its language, which may be empty.
type Tagged = (Box<str>, Box<str>);

#[derive(Default)]
struct Item {
    labels: Vec<Tagged>,
    descriptions: Vec<Tagged>,
    classes: Vec<u64>,
    bytes: usize,
}

/// The labels, descriptions and classes of entities, by the hash of the IRI.
#[derive(Default)]
pub(super) struct EntityTexts {
    items: HashMap<u64, Item>,
    class_labels: HashMap<u64, Vec<Tagged>>,
}

impl EntityTexts {
    /// Collects the texts in two passes over the statements.
    pub(super) fn gather(
        statements: &dyn Statements,
        is_wanted: &dyn Fn(&str) -> bool,
    ) -> Result<EntityTexts> {
        let mut texts = EntityTexts::default();
        // The last subject is cached because statements are grouped by subject.
        let mut last = (0, false);
        statements.each(&mut |triple| {
            let NamedOrBlankNode::NamedNode(subject) = &triple.subject else { return Ok(()) };
            let role = role(triple.predicate.as_str());
            if role == Role::Other {
                return Ok(());
            }
            let entity = hash(subject.as_str().as_bytes());
            if last.0 != entity {
                last = (entity, is_wanted(subject.as_str()));
            }
            if last.1 {
                texts.items.entry(entity).or_default().add(role, &triple.object);
            }
            Ok(())
        })?;
        for item in texts.items.values() {
            texts.class_labels.extend(item.classes.iter().map(|class| (*class, Vec::new())));
        }
        statements.each(&mut |triple| {
            if let (NamedOrBlankNode::NamedNode(subject), Term::Literal(label)) =
                (&triple.subject, &triple.object)
                && role(triple.predicate.as_str()) == Role::Label
                && let Some(labels) = texts.class_labels.get_mut(&hash(subject.as_str().as_bytes()))
            {
                add_label(labels, label);
            }
            Ok(())
        })?;
        Ok(texts)
    }

    /// Returns the hashes of the entities, sorted.
    pub(super) fn entities(&self) -> Vec<u64> {
        let mut entities: Vec<u64> = self.items.keys().copied().collect();
        entities.sort_unstable();
        entities
    }

    /// Returns the texts of an entity.
    pub(super) fn of(&self, entity: u64) -> Vec<String> {
        let Some(item) = self.items.get(&entity) else { return Vec::new() };
        let mut texts: Vec<String> = Vec::new();
        for (language, description) in &item.descriptions {
            let before = self.before(item, language);
            for sentence in sentences(description, language) {
                if texts.len() < MAX_TEXTS {
                    texts.push(match before.is_empty() {
                        true => sentence.to_owned(),
                        false => format!("{before}: {sentence}"),
                    });
                }
            }
        }
        let named = self.before(item, item.labels.first().map_or("", |(language, _)| language));
        if texts.is_empty() && !named.is_empty() {
            texts.push(named);
        }
        texts
    }

    /// Returns a label of an entity and the labels of its classes. Labels in the given language are
    /// preferred.
    fn before(&self, item: &Item, language: &str) -> String {
        let classes = item.classes.iter().filter_map(|class| self.class_labels.get(class));
        let labels = [&item.labels].into_iter().chain(classes);
        let labels = labels.filter_map(|labels| {
            let same = labels.iter().find(|(tag, _)| &**tag == language);
            same.or(labels.first()).map(|(_, label)| &**label)
        });
        labels.collect::<Vec<_>>().join(", ")
    }
}

impl Item {
    fn add(&mut self, role: Role, object: &Term) {
        match (role, object) {
            (Role::Label, Term::Literal(label)) => add_label(&mut self.labels, label),
            (Role::Description | Role::Example, Term::Literal(text)) if self.bytes < MAX_BYTES => {
                let excerpt = cut(text.value().trim(), MAX_BYTES - self.bytes);
                self.bytes += excerpt.len();
                if !excerpt.is_empty() {
                    self.descriptions
                        .push((text.language().unwrap_or_default().into(), excerpt.into()));
                }
            }
            (Role::Class | Role::Broader, Term::NamedNode(class)) => {
                let class = hash(class.as_str().as_bytes());
                if self.classes.len() < MAX_LABELS && !self.classes.contains(&class) {
                    self.classes.push(class);
                }
            }
            _ => (),
        }
    }
}

fn add_label(labels: &mut Vec<Tagged>, label: &Literal) {
    let text = cut(label.value().trim(), MAX_LABEL);
    if labels.len() < MAX_LABELS && !text.is_empty() {
        labels.push((label.language().unwrap_or_default().into(), text.into()));
    }
}

/// Returns the sentences of a text.
fn sentences<'t>(text: &'t str, language: &str) -> Vec<&'t str> {
    let language = Language::parse(language).or_else(|| Language::parse("en"));
    let breaks = language.iter().flat_map(|language| sentence_breaks(text, language));
    let breaks: Vec<usize> = breaks.collect();
    let starts = [0].into_iter().chain(breaks.iter().copied());
    let ends = breaks.iter().copied().chain([text.len()]);
    let all = starts.zip(ends).filter_map(|(start, end)| text.get(start..end));
    all.map(|sentence| cut(sentence.trim(), MAX_SENTENCE))
        .filter(|sentence| !sentence.is_empty())
        .collect()
}

/// Truncates a text to at most `most` bytes.
fn cut(text: &str, most: usize) -> &str {
    let mut end = text.len().min(most);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}
