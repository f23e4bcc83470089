//! ITS 2.0 in the elements of XLIFF, and XLIFF markup with the same meaning.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use super::name::Version;
use glossweave_base::error::Result;
use glossweave_document::annotation::{Annotation, Body, Category, Field, Metadata, Records};
use glossweave_format_base::its::{self, Annotators, Extras, OWN, Statements, is_structure};
use glossweave_its::{Dialect, ITS, Resolved, resolve};
use glossweave_markup::tree::{NodeId, Tree, XML};

/// The namespace for values that have no ITS attribute in XLIFF 1.2.
pub(super) const ITSXLF: &str = "http://www.w3.org/ns/its-xliff/";
/// The namespace of the ITS module of XLIFF 2.1.
pub(super) const ITSM: &str = "urn:oasis:names:tc:xliff:itsm:2.1";
/// Older namespaces of the same attributes.
const OLDER: [&str; 2] = ["http://www.w3.org/2008/12/its-extensions", "http://www.ul.ie/its/x-its"];

/// A statement about a text: the category, the body, the tool. Many units share inherited statements.
pub(super) type Statement = (Category, Rc<Body>, Option<Arc<str>>);

/// The category that shows and hides text.
pub(super) const TRANSLATE: Category = Category::Translate;

/// The ITS data of a file outside its texts.
#[derive(Default)]
pub(super) struct Facts {
    /// The records of Provenance and Localization Quality Issue in separate elements, by `xml:id`.
    records: HashMap<Box<str>, (Category, Records)>,
    /// The results of the rules, if there are any.
    rules: Option<Resolved>,
}

impl Facts {
    /// Reads the records and rules of a tree. Returns the errors of broken rules.
    pub fn of(tree: &Tree<'_>, options: &glossweave_its::Options) -> Result<Facts> {
        let has_rules = tree.names().iter().any(|name| name.is(ITS, "rules"));
        let rules = match has_rules || !options.rules.is_empty() {
            true => Some(resolve(tree, Dialect::Xliff12, options)?),
            false => None,
        };
        Ok(Facts { records: Facts::apart(tree), rules })
    }

    /// Returns the warnings of the rules, for example for links that could not be opened.
    pub fn warnings(&self) -> &[String] {
        self.rules.as_ref().map_or(&[], Resolved::warnings)
    }

    fn apart(tree: &Tree<'_>) -> HashMap<Box<str>, (Category, Records)> {
        let category = |local: &str| match local {
            "provenanceRecords" => Some(Category::Provenance),
            "locQualityIssues" => Some(Category::LocQualityIssue),
            _ => None,
        };
        let mut found = HashMap::new();
        let known = |name: &glossweave_markup::tree::Name| {
            *name.namespace == *ITS && category(&name.local).is_some()
        };
        if !tree.names().iter().any(known) {
            return found;
        }
        for node in tree.nodes() {
            if !tree.node(node).is_element() || !known(tree.name(node)) {
                continue;
            }
            let id = tree.attribute(node, XML, "id");
            if let (Some(id), Some(category)) = (id, category(&tree.name(node).local)) {
                let records = tree.elements(node).map(|element| record(tree, element, category));
                found.insert(id.into(), (category, Records::of(category, records)));
            }
        }
        found
    }

    /// Returns the values that rules set for an element.
    fn ruled(&self, node: NodeId) -> impl Iterator<Item = &Arc<glossweave_its::CategoryValue>> {
        self.rules.iter().flat_map(move |rules| rules.said(node))
    }

    /// Returns `true` if an element has any values outside the attributes that XLIFF itself defines.
    pub fn marks(&self, tree: &Tree<'_>, node: NodeId) -> bool {
        is_marked(tree, node) || self.ruled(node).next().is_some()
    }

    /// Returns the records of a reference: `#id`, or `#its=id` of XLIFF 2.1.
    fn records(&self, reference: &str, category: Category) -> Option<&Records> {
        let id = reference.trim().strip_prefix('#')?;
        let found = self.records.get(id.strip_prefix("its=").unwrap_or(id))?;
        (found.0 == category).then_some(&found.1)
    }
}

fn record(tree: &Tree<'_>, node: NodeId, category: Category) -> Vec<Field> {
    let fields = tree.attributes(node).iter().filter_map(|attribute| {
        let name = tree.attribute_name(attribute);
        let ours = matches!(&*name.namespace, "" | ITS);
        let (of, field) = named(&name.local).filter(|_| ours)?;
        let known = of == category && category.record().contains(&field);
        known.then(|| (field, tree.value(attribute).into()))
    });
    fields.collect()
}

/// Returns the category and the field of an attribute. Names that older files use are accepted too.
fn named(local: &str) -> Option<(Category, &'static str)> {
    its::field(match local {
        "domain" => "domains",
        "mtconfidence" => "mtConfidence",
        "storageLineBreak" => "lineBreakType",
        "locQualityIssueProfile" => "locQualityIssueProfileRef",
        other => other,
    })
}

/// Returns `true` if an element has any attribute that XLIFF itself does not define.
fn is_marked(tree: &Tree<'_>, node: NodeId) -> bool {
    let mut attributes = tree.attributes(node).iter();
    attributes.any(|attribute| !tree.attribute_name(attribute).namespace.is_empty())
}

/// Returns the `annotatorsRef` of an element.
pub(super) fn annotators_ref<'t>(tree: &'t Tree<'_>, node: NodeId) -> Option<&'t str> {
    let mut attributes = tree.attributes(node).iter();
    let found = attributes.find(|attribute| {
        let name = tree.attribute_name(attribute);
        &*name.local == "annotatorsRef" && matches!(&*name.namespace, ITS | ITSM | ITSXLF)
    });
    found.map(|attribute| tree.value(attribute))
}

/// The values of one or several elements for one text.
#[derive(Default)]
pub(super) struct TextValues {
    fields: Vec<(Category, Field)>,
    records: Vec<(Category, Records)>,
    extras: Extras,
    statements: Statements,
}

impl TextValues {
    /// Adds the values of attributes of other vocabularies. In each category, an inner element replaces the values of
    /// the outer element. Terminology is an exception, because both elements may contribute values.
    pub fn take(&mut self, tree: &Tree<'_>, node: NodeId, facts: &Facts) {
        let mut fields = Vec::new();
        let mut records = Vec::new();
        for attribute in tree.attributes(node) {
            let name = tree.attribute_name(attribute);
            let value = tree.value(attribute);
            match &*name.namespace {
                "" | XML => continue,
                OWN => self.extras.take(&name.local, value, &mut self.statements),
                ITS | ITSXLF | ITSM => {}
                other if OLDER.contains(&other) => {}
                _ => continue,
            }
            if &*name.local == "annotatorsRef" {
                if &*name.namespace != OWN {
                    self.statements.annotators = Some(value.into());
                }
                continue;
            }
            let Some((category, field)) = named(&name.local) else { continue };
            let apart = field == "provenanceRecordsRef" || field == "locQualityIssuesRef";
            match facts.records(value, category).filter(|_| apart) {
                Some(found) => records.push((category, found.clone())),
                None => fields.push((category, (field, value.into()))),
            }
        }
        for value in facts.ruled(node) {
            let category = value.category;
            let local = fields.iter().any(|field: &(Category, _)| field.0 == category)
                || records.iter().any(|record: &(Category, _)| record.0 == category);
            if local || is_structure(category) {
                continue;
            }
            fields.extend(value.fields.iter().map(|field| (category, field.clone())));
            if !value.records.is_empty() {
                records.push((category, value.records.clone()));
            }
        }
        let again = |category: Category| {
            category != Category::Terminology
                && (fields.iter().any(|field| field.0 == category)
                    || records.iter().any(|record| record.0 == category))
        };
        self.fields.retain(|field| !again(field.0));
        self.records.retain(|record| !again(record.0));
        self.fields.extend(fields);
        self.records.extend(records);
    }

    pub fn add(&mut self, category: Category, name: &'static str, value: impl Into<Arc<str>>) {
        self.fields.push((category, (name, value.into())));
    }

    /// Adds the values of a `mrk` or `sm` in the attributes that XLIFF itself defines, and its language and white
    /// space. `notes` contains the notes of the unit by their references.
    pub fn take_mark(&mut self, tree: &Tree<'_>, node: NodeId, version: Version, notes: &Notes) {
        for attribute in tree.attributes(node) {
            let name = tree.attribute_name(attribute);
            match (&*name.namespace, &*name.local) {
                (XML, "lang") => {
                    self.add(Category::LanguageInformation, "lang", tree.value(attribute));
                }
                (XML, "space") => self.add(Category::PreserveSpace, "space", tree.value(attribute)),
                _ => {}
            }
        }
        let value = |name: &str| tree.attribute(node, "", name);
        match version {
            Version::One => {
                match value("mtype") {
                    Some("term") => self.add(Category::Terminology, "term", "yes"),
                    Some("protected") => self.add(Category::Translate, "translate", "no"),
                    Some("x-its-translate-yes") => {
                        self.add(Category::Translate, "translate", "yes");
                    }
                    _ => {}
                }
                if let Some(comment) = value("comment") {
                    self.add(Category::LocalizationNote, "locNote", comment);
                }
            }
            Version::Two => self.take_mark_of_two(value, notes),
        }
    }

    /// Adds the values of a mark of XLIFF 2.1 (clauses 4.7.3.1 and 5.9.6).
    fn take_mark_of_two<'a>(&mut self, value: impl Fn(&str) -> Option<&'a str>, notes: &Notes) {
        if let Some(translate @ ("yes" | "no")) = value("translate") {
            self.add(Category::Translate, "translate", translate);
        }
        match value("type") {
            Some("term") => {
                self.add(Category::Terminology, "term", "yes");
                if let Some(info) = value("value") {
                    self.add(Category::Terminology, "termInfo", info);
                }
                if let Some(iri) = value("ref") {
                    self.add(Category::Terminology, "termInfoRef", iri);
                }
            }
            Some("comment") => {
                let note = value("ref").and_then(|reference| notes.get(reference));
                if let Some(text) = value("value").or(note.map(String::as_str)) {
                    self.add(Category::LocalizationNote, "locNote", text);
                }
            }
            _ => {}
        }
    }

    /// Returns all statements, in the order of their categories.
    pub fn finish(mut self) -> Statements {
        if self.extras.spot {
            self.add(Category::TextAnalysis, "", "");
        }
        let mut categories: Vec<Category> = self.fields.iter().map(|field| field.0).collect();
        categories.extend(self.records.iter().map(|record| record.0));
        categories.sort();
        categories.dedup();
        for category in categories {
            let fields = self.fields.iter().filter(|field| field.0 == category);
            let fields: Vec<Field> = fields.map(|field| field.1.clone()).collect();
            let records = self.records.iter().find(|record| record.0 == category);
            let none = Records::default();
            let records = records.map_or(&none, |record| &record.1);
            let body = match category {
                Category::LanguageInformation | Category::PreserveSpace => plain(category, &fields),
                _ => its::body(category, &fields, records, &self.extras),
            };
            self.statements.bodies.extend(body.map(|body| (category, body)));
        }
        self.statements
    }
}

fn plain(category: Category, fields: &[Field]) -> Option<Body> {
    let mut metadata = Metadata::new(category);
    for (name, value) in fields {
        metadata.set(name, Arc::clone(value)).ok()?;
    }
    Some(Body::Metadata(metadata))
}

/// The notes of a unit of XLIFF 2.x by their references.
pub(super) type Notes = HashMap<Box<str>, String>;

/// Returns the statement of a note on a unit.
pub(super) fn note(text: &str, priority: Option<&str>) -> Option<Statement> {
    let text = text.trim();
    if text.is_empty() {
        return None;
    }
    let kind = if priority == Some("1") { "alert" } else { "description" };
    let fields = [("locNote", text.into()), ("locNoteType", kind.into())];
    let body = plain(Category::LocalizationNote, &fields)?;
    Some((Category::LocalizationNote, Rc::new(body), None))
}

/// Returns the memory that a statement uses, in bytes.
pub(super) fn size(body: &Body) -> usize {
    let lists = |list: &[Box<str>]| list.iter().map(|text| text.len() + 16).sum::<usize>();
    let texts = |list: [&Option<Box<str>>; 2]| {
        list.into_iter().flatten().map(|text| text.len()).sum::<usize>()
    };
    let inner = match body {
        Body::Entity(entity) => {
            lists(&entity.idents) + lists(&entity.classes) + texts([&entity.source, &entity.ident])
        }
        Body::Term(term) => texts([&term.info, &term.info_ref]),
        Body::Metadata(metadata) => {
            let all = metadata.fields().iter().chain(metadata.records().iter().flatten());
            all.map(|field| field.1.len() + 32).sum()
        }
        Body::Translation(translation) => translation.text.len(),
    };
    inner + size_of::<Annotation>()
}

/// Returns `true` if the values of a category apply to inner elements too (ITS 2.0, clause 8.1).
pub(super) fn is_inherited(category: Category) -> bool {
    !matches!(
        category,
        Category::Terminology
            | Category::TextAnalysis
            | Category::ElementsWithinText
            | Category::ExternalResource
            | Category::TargetPointer
            | Category::IdValue
            | Category::StorageSize
    )
}

/// Returns the statements with their tools.
pub(super) fn with_tools(statements: Statements, around: &Annotators) -> Vec<Statement> {
    let tools_there = statements.own_annotators.as_ref().map(|reference| {
        let mut tools = around.clone();
        tools.add(reference);
        tools
    });
    let tools = tools_there.as_ref().unwrap_or(around);
    let bodies = statements.bodies.into_iter();
    bodies.map(|(category, body)| (category, Rc::new(body), tools.get(category))).collect()
}
