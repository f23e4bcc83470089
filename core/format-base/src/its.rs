//! ITS 2.0 markup of a tree, as bodies of annotations.

use std::borrow::Cow;

use std::sync::Arc;

use glossweave_document::annotation::{
    Body, Category, Entity, Field, Metadata, MetadataExt, Records, Term,
};
use glossweave_its::{CategoryValue, HtmlMarkup, ITS, Resolved};
use glossweave_markup::tree::{Attribute, NodeId, Tree, XHTML};

/// The namespace of attributes for values that have no attribute in ITS.
pub const OWN: &str = "urn:glossweave:its";

/// An attribute: its name with prefix, and its value.
pub type AttributeValue<'a> = (Cow<'static, str>, Cow<'a, str>);

/// The ITS values of an element that apply to its text.
#[derive(Clone, Debug, Default)]
pub struct Statements {
    /// The annotations, each with its data category.
    pub bodies: Vec<(Category, Body)>,
    /// The identifier that joins the fragments of one annotation, used when the annotation was split.
    pub fragment: Option<Box<str>>,
    /// `annotatorsRef`, when the reader uses it: categories and the IRIs of the tools.
    pub annotators: Option<Box<str>>,
    /// `annotatorsRef` for this element alone. An empty IRI means that no tool is known.
    pub own_annotators: Option<Box<str>>,
}

impl Statements {
    /// Returns the statements of an element. Returns `None` if none of them is an annotation.
    pub fn of(tree: &Tree<'_>, node: NodeId, resolved: &Resolved) -> Option<Statements> {
        let mut statements = Statements::default();
        let mut extras = Extras::default();
        let mut html: Option<HtmlMarkup> = None;
        for attribute in tree.attributes(node) {
            let name = tree.attribute_name(attribute);
            if *name.namespace == *OWN {
                extras.take(&name.local, tree.value(attribute), &mut statements);
            } else if is_html(tree, node, attribute) {
                let value = tree.value(attribute).to_owned();
                html.get_or_insert_default().take(&name.local, value);
            }
        }
        for value in resolved.said(node) {
            statements.bodies.extend(body_of(value).map(|body| (value.category, body)));
        }
        if let Some(html) = html.map(HtmlMarkup::finish) {
            let entity = html.entity.map(Body::Entity);
            let term = html.term.map(Body::Term);
            if entity.is_some() {
                statements.replace(Category::TextAnalysis, entity);
            }
            if term.is_some() {
                statements.replace(Category::Terminology, term);
            }
            statements.fragment = html.fragment;
            statements.own_annotators = html.own_annotators;
        }
        extras.apply(tree, node, &mut statements);
        (!statements.bodies.is_empty()).then_some(statements)
    }

    fn replace(&mut self, category: Category, body: Option<Body>) {
        self.bodies.retain(|body| body.0 != category);
        self.bodies.extend(body.map(|body| (category, body)));
    }

    /// Returns the tool of a category if this element itself names it. `Some("")` means that no tool is known.
    pub fn own_annotator(&self, category: Category) -> Option<&str> {
        let pairs = self.own_annotators.as_deref()?.split_ascii_whitespace();
        let mut pairs = pairs.filter_map(|pair| pair.split_once('|'));
        pairs.find(|pair| pair.0 == category.identifier()).map(|pair| pair.1)
    }
}

/// Returns `true` if an element only carries markup, so that it is part of the surrounding text by default.
pub fn is_carrier(tree: &Tree<'_>, node: NodeId) -> bool {
    let name = tree.name(node);
    match &*name.namespace {
        ITS => &*name.local == "span",
        XHTML if &*name.local == "span" => {
            tree.attributes(node).iter().any(|attribute| is_html(tree, node, attribute))
        }
        _ => false,
    }
}

/// Returns `true` if an attribute is an HTML attribute that has a meaning in ITS.
fn is_html(tree: &Tree<'_>, node: NodeId, attribute: &Attribute) -> bool {
    let name = tree.attribute_name(attribute);
    name.namespace.is_empty()
        && HtmlMarkup::knows(&name.local)
        && *tree.name(node).namespace == *XHTML
}

/// Values that have no attribute in ITS, for example when an entity has several identifiers.
#[derive(Clone, Debug, Default)]
pub struct Extras {
    idents: Vec<Box<str>>,
    classes: Vec<Box<str>>,
    info: Option<Box<str>>,
    /// `true` if the annotation has no identifier and no class.
    pub spot: bool,
    fields: Vec<(Category, &'static str, Box<str>)>,
}

/// The fields that can be set only by rules and by attributes in the namespace [`OWN`].
const RULES_ONLY: &[(Category, &str)] =
    &[(Category::Domain, "domains"), (Category::ExternalResource, "externalResourceRef")];

/// Returns `true` if ITS defines a local attribute with this name.
pub fn has_attribute(name: &str) -> bool {
    RULES_ONLY.iter().all(|rule| rule.1 != name)
}

impl Extras {
    /// Reads an attribute by its name in XML.
    pub fn take(&mut self, name: &str, value: &str, statements: &mut Statements) {
        let list = || value.split_ascii_whitespace().map(Box::from).collect();
        match name {
            "taIdentRefs" => self.idents = list(),
            "taClassRefs" => self.classes = list(),
            "taSpot" => self.spot = value == "yes",
            "termInfo" => self.info = Some(value.into()),
            "annotatorsRef" => statements.own_annotators = Some(value.into()),
            "id" => statements.fragment = Some(value.into()),
            name => {
                let known = RULES_ONLY.iter().find(|rule| rule.1 == name);
                self.fields.extend(known.map(|rule| (rule.0, rule.1, value.into())));
            }
        }
    }

    fn apply(self, tree: &Tree<'_>, node: NodeId, statements: &mut Statements) {
        for (category, name, value) in self.fields {
            let mut metadata = Metadata::new(category);
            if metadata.set(name, value).is_ok() {
                statements.replace(category, Some(Body::Metadata(metadata)));
            }
        }
        if self.spot {
            statements.replace(Category::TextAnalysis, Some(Body::Entity(spotted(tree, node))));
        }
        for (_, body) in &mut statements.bodies {
            match body {
                Body::Entity(entity) => {
                    entity.idents.extend(self.idents.iter().cloned());
                    entity.classes.extend(self.classes.iter().cloned());
                }
                Body::Term(term) if term.info.is_none() => term.info.clone_from(&self.info),
                _ => {}
            }
        }
    }
}

/// Returns an entity with too few values for ITS (clause 8.9).
fn spotted(tree: &Tree<'_>, node: NodeId) -> Entity {
    let value = |local: &str| {
        let prefixed = tree.attribute(node, ITS, local);
        prefixed.or_else(|| tree.attribute(node, "", local).filter(|_| tree.is(node, ITS, "span")))
    };
    let mut entity = Entity::default();
    entity.source = value("taSource").map(Box::from);
    entity.confidence = value("taConfidence").and_then(confidence);
    entity
}

/// Returns the body of an annotation for a statement. Returns `None` if the statement is not an annotation.
pub fn body_of(value: &CategoryValue) -> Option<Body> {
    body(value.category, &value.fields, &value.records, &Extras::default())
}

/// Returns the category and the name of a local attribute.
pub fn field(local: &str) -> Option<(Category, &'static str)> {
    Category::ALL.iter().find_map(|category| {
        let names = category.fields().iter().chain(category.record());
        names.copied().find(|name| *name == local).map(|name| (*category, name))
    })
}

/// Returns the body of an annotation for the fields of a category. Returns `None` if the category only shows or hides
/// text, or describes structure.
pub fn body(
    category: Category,
    fields: &[Field],
    records: &Records,
    extras: &Extras,
) -> Option<Body> {
    let value = |name: &str| fields.iter().find(|field| field.0 == name).map(|field| &*field.1);
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
        category if is_structure(category) => None,
        category => {
            let mut metadata = Metadata::new(category);
            let mut record: Vec<Field> = Vec::new();
            for (name, value) in fields {
                match category.record().contains(name) {
                    true => record.push((name, Arc::clone(value))),
                    false => metadata.set(name, Arc::clone(value)).ok()?,
                }
            }
            if !record.is_empty() {
                metadata.add_records(&Records::of(category, [record]));
            }
            metadata.add_records(records);
            (!metadata.is_empty()).then_some(Body::Metadata(metadata))
        }
    }
}

/// Returns `true` if a category describes the structure of a document instead of the meaning of its text.
pub fn is_structure(category: Category) -> bool {
    matches!(
        category,
        Category::ElementsWithinText
            | Category::LanguageInformation
            | Category::PreserveSpace
            | Category::IdValue
            | Category::TargetPointer
    )
}

/// Parses a number from 0 to 1. Returns `None` for other values.
fn confidence(value: &str) -> Option<f64> {
    value.trim().parse().ok().filter(|number| (0.0..=1.0).contains(number))
}

/// The tools that `annotatorsRef` names, by category (ITS 2.0, clause 5.7).
#[derive(Clone, Debug, Default)]
pub struct Annotators {
    tools: Vec<(Category, Option<Arc<str>>)>,
}

impl Annotators {
    /// Returns the tool of a category.
    pub fn get(&self, category: Category) -> Option<Arc<str>> {
        self.tools.iter().find(|tool| tool.0 == category).and_then(|tool| tool.1.clone())
    }

    /// Adds the tools of a reference to the tools of the ancestors, category by category.
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
