//! What the markup of a tree says by ITS 2.0, as what annotations say.

use std::sync::Arc;

use crate::annotation::{Body, Category, Entity, Metadata, Term};
use crate::its::HtmlMarkup;
use crate::markup::tree::{Tree, XHTML};

/// The namespace of ITS.
pub(super) const ITS: &str = "http://www.w3.org/2005/11/its";
/// The namespace of attributes that say what ITS has no attribute for.
pub(super) const OWN: &str = "urn:glossweave:its";

/// How an element stands to the text around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Within {
    No,
    Yes,
    /// A text of its own that leaves the one around it whole.
    #[allow(dead_code)]
    Nested,
    /// It is no text at all.
    Hidden,
}

/// Whether a source can have any markup of ITS.
pub(super) fn marks(source: &str) -> bool {
    source.contains(ITS) || source.contains(XHTML) && source.contains("its-")
}

/// How an element stands to its text by itself: what carries markup only is within it.
pub(super) fn within(tree: &Tree<'_>, node: u32) -> Within {
    let name = tree.name(node);
    match (&*name.namespace, &*name.local) {
        (ITS, "span") => Within::Yes,
        (ITS, _) => Within::Hidden,
        (XHTML, "span") if tree.attributes(node).iter().any(|one| is_html(tree, one)) => {
            Within::Yes
        }
        _ => Within::No,
    }
}

fn is_html(tree: &Tree<'_>, attribute: &crate::markup::tree::Attribute) -> bool {
    let name = tree.attribute_name(attribute);
    name.namespace.is_empty() && HtmlMarkup::knows(&name.local)
}

/// What an element says of its text.
#[derive(Clone, Debug, Default)]
pub(super) struct Statements {
    pub bodies: Vec<(Category, Body)>,
    /// What ties the fragments of one annotation together.
    pub fragment: Option<Box<str>>,
    /// `annotatorsRef`: categories and the IRIs of the tools.
    pub annotators: Option<Box<str>>,
    /// The same for this element alone; an empty IRI says that no tool is known.
    pub own_annotators: Option<Box<str>>,
}

/// What ITS has no attribute for.
#[derive(Clone, Debug, Default)]
struct Extras {
    idents: Vec<Box<str>>,
    classes: Vec<Box<str>>,
    info: Option<Box<str>>,
    spot: bool,
}

/// What the attributes of an element say.
pub(super) fn local(tree: &Tree<'_>, node: u32) -> Option<Statements> {
    let mut said = Statements::default();
    let mut extras = Extras::default();
    let mut fields: Vec<(Category, &'static str, &str)> = Vec::new();
    let mut html: Option<HtmlMarkup> = None;
    let carrier = tree.is(node, ITS, "span");
    let mut any = false;
    for attribute in tree.attributes(node) {
        let name = tree.attribute_name(attribute);
        let value = tree.value(attribute);
        match &*name.namespace {
            OWN => {
                any = true;
                extras.take(&name.local, value, &mut said);
            }
            ITS if &*name.local == "annotatorsRef" => said.annotators = Some(value.into()),
            "" if carrier && &*name.local == "annotatorsRef" => {
                said.annotators = Some(value.into());
            }
            ITS => fields.extend(field(&name.local).map(|(c, n)| (c, n, value))),
            "" if carrier => fields.extend(field(&name.local).map(|(c, n)| (c, n, value))),
            "" if HtmlMarkup::knows(&name.local) && &*tree.name(node).namespace == XHTML => {
                html.get_or_insert_default().take(&name.local, value.to_owned());
            }
            _ => {}
        }
    }
    if let Some(html) = html.map(HtmlMarkup::finish) {
        said.bodies.extend(html.entity.map(|one| (Category::TextAnalysis, Body::Entity(one))));
        said.bodies.extend(html.term.map(|one| (Category::Terminology, Body::Term(one))));
        said.fragment = html.fragment;
        said.annotators = html.annotators;
        said.own_annotators = html.own_annotators;
        return Some(said);
    }
    if !any && fields.is_empty() && said.annotators.is_none() {
        return None;
    }
    if extras.spot {
        fields.push((Category::TextAnalysis, "", ""));
    }
    fields.sort_by_key(|one| one.0);
    for group in fields.chunk_by(|one, other| one.0 == other.0) {
        let category = group[0].0;
        let all: Vec<(&'static str, &str)> = group.iter().map(|one| (one.1, one.2)).collect();
        said.bodies.extend(body(category, &all, &[], &extras).map(|body| (category, body)));
    }
    Some(said)
}

/// The category and the name of a local attribute.
fn field(local: &str) -> Option<(Category, &'static str)> {
    Category::ALL.iter().find_map(|category| {
        let names = category.fields().iter().chain(category.record());
        names.copied().find(|name| *name == local).map(|name| (*category, name))
    })
}

impl Extras {
    fn take(&mut self, name: &str, value: &str, said: &mut Statements) {
        let list = || value.split_ascii_whitespace().map(Box::from).collect();
        match name {
            "taIdentRefs" => self.idents = list(),
            "taClassRefs" => self.classes = list(),
            "taSpot" => self.spot = value == "yes",
            "termInfo" => self.info = Some(value.into()),
            "annotatorsRef" => said.own_annotators = Some(value.into()),
            "id" => said.fragment = Some(value.into()),
            _ => {}
        }
    }
}

/// What the fields of a category say, if it is a statement of its own: what shows or hides text or
/// structures it is none.
fn body(
    category: Category,
    fields: &[(&'static str, &str)],
    records: &[Vec<(&'static str, Box<str>)>],
    extras: &Extras,
) -> Option<Body> {
    let value = |name: &str| fields.iter().find(|one| one.0 == name).map(|one| one.1);
    let text = |name: &str| value(name).map(Box::<str>::from);
    match category {
        Category::TextAnalysis => {
            let reference = |name: &str| {
                value(name).map(str::trim).filter(|value| !value.is_empty()).map(Box::<str>::from)
            };
            let mut entity = Entity::default();
            entity.idents.extend(reference("taIdentRef"));
            entity.idents.extend(extras.idents.iter().cloned());
            entity.classes.extend(reference("taClassRef"));
            entity.classes.extend(extras.classes.iter().cloned());
            entity.source = text("taSource");
            entity.ident = text("taIdent");
            entity.confidence = value("taConfidence").and_then(confidence);
            (extras.spot || !entity.is_anonymous()).then_some(Body::Entity(entity))
        }
        Category::Terminology => {
            let mut term = Term::new();
            term.info_ref = value("termInfoRef").map(|iri| iri.trim().into());
            term.info = text("termInfo").or_else(|| extras.info.clone());
            term.confidence = value("termConfidence").and_then(confidence);
            (value("term") == Some("yes")).then_some(Body::Term(term))
        }
        Category::ElementsWithinText
        | Category::LanguageInformation
        | Category::PreserveSpace
        | Category::IdValue
        | Category::TargetPointer => None,
        category => {
            let mut said = Metadata::new(category);
            let mut record: Vec<(&str, &str)> = Vec::new();
            for (name, value) in fields {
                match category.record().contains(name) {
                    true => record.push((name, value)),
                    false => said.set(name, *value).ok()?,
                }
            }
            if !record.is_empty() {
                said.add_record(record).ok()?;
            }
            for record in records {
                said.add_record(record.iter().map(|(name, value)| (*name, &**value))).ok()?;
            }
            (!said.is_empty()).then_some(Body::Metadata(said))
        }
    }
}

/// A number from 0 to 1; anything else says nothing.
fn confidence(value: &str) -> Option<f64> {
    value.trim().parse().ok().filter(|number| (0.0..=1.0).contains(number))
}

/// The tools that `annotatorsRef` names, by category (ITS 2.0, clause 5.7).
#[derive(Clone, Debug, Default)]
pub(super) struct Annotators {
    tools: Vec<(Category, Option<Arc<str>>)>,
}

impl Annotators {
    /// The tool of a category.
    pub fn get(&self, category: Category) -> Option<Arc<str>> {
        self.tools.iter().find(|tool| tool.0 == category).and_then(|tool| tool.1.clone())
    }

    /// Adds to what the ancestors say, category by category.
    pub fn add(&mut self, reference: &str) {
        for part in reference.split_ascii_whitespace() {
            let Some((identifier, iri)) = part.split_once('|') else { continue };
            let Ok(category) = identifier.parse() else { continue };
            let iri = (!iri.is_empty()).then(|| Arc::from(iri));
            self.tools.retain(|tool| tool.0 != category);
            self.tools.push((category, iri));
        }
    }
}
