//! Labels, descriptions and classes of entities, which a language model uses to choose an entity.

use std::collections::HashMap;
use std::path::Path;

use super::EntityType;
use crate::disambiguation::{Role, role};
use glossweave_base::error::{Error, Result};
use glossweave_base::media::Format;
use glossweave_base::provider::bytes;
use glossweave_dictionary::each_row;
use glossweave_rdf as rdf;
use glossweave_rdf::{NamedOrBlankNode, Statements, Term};

/// The maximum length of a label or description, in bytes.
const LONGEST: usize = 400;
/// The maximum number of labels and of descriptions of an entity, and of its classes in a question.
pub(super) const MANY: usize = 3;

/// The description of an entity.
#[derive(Clone, Debug, Default)]
pub(super) struct Described {
    pub labels: Vec<Box<str>>,
    pub texts: Vec<Box<str>>,
    pub classes: Vec<Box<str>>,
}

/// Descriptions by entity IRI.
#[derive(Clone, Debug, Default)]
pub(super) struct Descriptions(HashMap<Box<str>, Described>);

impl Descriptions {
    pub fn of(&self, iri: &str) -> Option<&Described> {
        self.0.get(iri)
    }

    /// Returns a label of an entity, if there is one.
    pub fn label(&self, iri: &str) -> Option<&str> {
        self.of(iri)?.labels.first().map(AsRef::as_ref)
    }

    /// Returns the entities that have a label as types, sorted by IRI. Returns `ErrorKind::Invalid` if there
    /// are none.
    pub fn types(&self) -> Result<Vec<EntityType>> {
        let all = self.0.iter().filter_map(|(iri, described)| {
            let description = described.texts.first().map_or("", AsRef::as_ref);
            Some(EntityType::new(described.labels.first()?, iri, description))
        });
        let mut all: Vec<EntityType> = all.collect();
        all.sort_by(|first, second| first.class().cmp(second.class()));
        match all.is_empty() {
            true => Err(Error::invalid("the vocabulary has no labels")),
            false => Ok(all),
        }
    }

    /// Adds the labels, descriptions and classes in statements.
    pub fn add(&mut self, statements: &dyn Statements) -> Result<()> {
        statements.each(&mut |triple| {
            let NamedOrBlankNode::NamedNode(subject) = &triple.subject else { return Ok(()) };
            let role = role(triple.predicate.as_str());
            let entity = match role {
                Role::Other | Role::Broader => return Ok(()),
                _ => self.0.entry(subject.as_str().into()).or_default(),
            };
            match (role, &triple.object) {
                (Role::Label, Term::Literal(text)) => push(&mut entity.labels, text.value()),
                (Role::Description | Role::Example, Term::Literal(text)) => {
                    push(&mut entity.texts, text.value())
                }
                (Role::Class, Term::NamedNode(class)) => {
                    push_class(&mut entity.classes, class.as_str())
                }
                _ => {}
            }
            Ok(())
        })
    }

    /// Reads a file, which is RDF or a table of names with a column `description`. Returns
    /// `ErrorKind::Storage` if the file cannot be read, and the errors of parsing it.
    pub fn read(path: &Path) -> Result<Descriptions> {
        let mut all = Descriptions::default();
        let source = bytes(path)?;
        match Format::of_path(&path.to_string_lossy()).filter(|format| format.is_rdf()) {
            Some(format) => all.add(&rdf::read(&source, format, None)?)?,
            // Invalid rows are skipped.
            None => each_row(
                &source,
                &mut |row| {
                    let entity = all.0.entry(row.entry.uri.into()).or_default();
                    push(&mut entity.labels, row.entry.label);
                    row.entry
                        .classes
                        .iter()
                        .for_each(|class| push_class(&mut entity.classes, class));
                    let is_text =
                        |(name, _): &(&str, &str)| name.eq_ignore_ascii_case("description");
                    row.others()
                        .filter(is_text)
                        .for_each(|(_, text)| push(&mut entity.texts, text));
                    Ok(())
                },
                &mut |_| Ok(()),
            )?,
        }
        Ok(all)
    }
}

/// Adds a text, unless the list is full. Long texts are truncated.
fn push(list: &mut Vec<Box<str>>, text: &str) {
    let text = text.trim();
    let end = (0..=LONGEST.min(text.len())).rev().find(|end| text.is_char_boundary(*end));
    let text = &text[..end.unwrap_or(0)];
    if list.len() < MANY && !text.is_empty() && !list.iter().any(|known| &**known == text) {
        list.push(text.into());
    }
}

/// Adds the IRI of a class. The number of classes is not limited, and IRIs are not truncated.
fn push_class(list: &mut Vec<Box<str>>, iri: &str) {
    if !list.iter().any(|known| &**known == iri) {
        list.push(iri.into());
    }
}
