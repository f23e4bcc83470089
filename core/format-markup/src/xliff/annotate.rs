//! Annotations in XLIFF: `mrk` elements.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};

use super::its::{ITSM, ITSXLF};
use super::name::{Element, Names, Version};
use crate::xml::{self, CONTROL, Layout, Prefix};
use glossweave_document::annotation::{Annotation, Body, Category, Metadata};
use glossweave_document::{Document, FRAGMENT, Splice};
use glossweave_format_base::annotate::{self, Mark, MarkupWriter, attribute};
use glossweave_format_base::its::OWN;
use glossweave_format_base::{EncodeOptions, Placement};
use glossweave_its::ITS;
use glossweave_markup::tree::{NodeId, Tree, XML};

/// Returns the insertions that add the requested annotations to the source.
pub(crate) fn mark(
    document: &Document,
    annotations: &[Annotation],
    options: &EncodeOptions,
    placements: &mut [Placement],
) -> Splice {
    let Some(layout) = Layout::new(document) else { return Splice::default() };
    let Ok(names) = Names::of(&layout.tree) else { return Splice::default() };
    let marks = Marks {
        names: &names,
        tools: layout.tree.source().contains("annotatorsRef"),
        next: Cell::new(last_id(&layout.tree, &names)),
        layout: &layout,
        records: RefCell::default(),
    };
    let splice = annotate::mark(document, annotations, options, placements, &layout, &marks);
    splice.merged(marks.apart(document, options.max_output_bytes.unwrap_or(usize::MAX)))
}

/// The writer of `mrk` elements.
struct Marks<'a> {
    names: &'a Names,
    layout: &'a Layout,
    /// `true` if the source names any tool.
    tools: bool,
    /// The number of the last identifier.
    next: Cell<u32>,
    records: RefCell<Apart>,
}

/// Records that are separate from their texts.
#[derive(Default)]
struct Apart {
    /// The numbers of their identifiers, by the addresses of the annotations.
    numbers: HashMap<usize, u32>,
    /// The largest number so far.
    last: Option<u32>,
    /// The unit, the number of the identifier, and the records.
    all: Vec<(NodeId, u32, Metadata)>,
}

/// The prefix that is used for the identifiers of records, which is followed by a number.
const RECORDS: &str = "gwr";

impl Marks<'_> {
    fn element(&self, at: u32) -> NodeId {
        self.layout.element(at).unwrap_or(self.layout.root)
    }

    /// Returns the name of a new element at a position, and `true` if its prefix must be declared.
    fn name(&self, at: u32) -> (String, bool) {
        let (tree, element) = (&self.layout.tree, self.element(at));
        let namespace = &*self.names.namespace;
        if tree.namespace_of(element, "").unwrap_or_default() == namespace {
            return ("mrk".to_owned(), false);
        }
        let prefix = Prefix::of(tree, element, namespace, "xlf");
        (prefix.with("mrk"), !prefix.declared)
    }

    /// Writes a tag. A CDATA section is closed before the tag and reopened after it.
    fn tag(&self, at: u32, out: &mut String, write: impl FnOnce(&mut String)) {
        let in_section = self.layout.in_section(at);
        if in_section {
            out.push_str("]]>");
        }
        write(out);
        if in_section {
            out.push_str("<![CDATA[");
        }
    }

    /// Returns the number of the records of an annotation when they are separate because there are several.
    fn number(&self, annotation: &Annotation, at: u32) -> Option<u32> {
        let metadata = annotation.as_metadata().filter(|metadata| metadata.records().len() > 1)?;
        let (tree, element) = (&self.layout.tree, self.element(at));
        let is_unit = |node: &NodeId| self.names.element(tree, *node) == Element::Unit;
        let unit = tree.ancestors(element).find(is_unit)?;
        let mut records = self.records.borrow_mut();
        let address = std::ptr::from_ref(annotation).addr();
        if let Some(known) = records.numbers.get(&address) {
            return Some(*known);
        }
        let last = records.last.unwrap_or_else(|| last_records(tree));
        let number = last.saturating_add(1);
        records.last = Some(number);
        records.numbers.insert(address, number);
        records.all.push((unit, number, metadata.clone()));
        Some(number)
    }

    /// Returns the insertions of the separate records: at the end of a `trans-unit`, or at the start of a `unit`.
    fn apart(&self, document: &Document, most: usize) -> Splice {
        let mut splice = Splice::default();
        let records = self.records.borrow();
        if records.all.is_empty() {
            return splice;
        }
        let opens = self.names.version == Version::Two;
        let mut by_unit: HashMap<NodeId, Vec<&(NodeId, u32, Metadata)>> = HashMap::new();
        records.all.iter().for_each(|records| by_unit.entry(records.0).or_default().push(records));
        for (element, tag) in self.layout.all().filter(|tagged| tagged.1.opens == opens) {
            let Some(all) = by_unit.get(&element) else { continue };
            let mut out = String::new();
            for (unit, number, metadata) in all.iter().copied() {
                if splice.len() + out.len() <= most {
                    self.write_records(*unit, *number, metadata, &mut out);
                }
            }
            let at = if opens { tag.end } else { tag.start };
            splice.at(at as usize).extend_from_slice(&document.source().encoding().encode(&out));
        }
        splice
    }

    fn write_records(&self, unit: NodeId, number: u32, metadata: &Metadata, out: &mut String) {
        let its = Prefix::of(&self.layout.tree, unit, ITS, "its");
        let (all, record_name) = match metadata.category() {
            Category::Provenance => ("provenanceRecords", "provenanceRecord"),
            _ => ("locQualityIssues", "locQualityIssue"),
        };
        let (all, record_name) = (its.with(all), its.with(record_name));
        out.push_str(&format!("<{all}"));
        its.declare(ITS, out);
        attribute("xml:id", &[RECORDS, &number.to_string()], out);
        out.push('>');
        for record in metadata.records() {
            out.push_str(&format!("<{record_name}"));
            for (name, value) in record {
                attribute(name, &[value], out);
            }
            out.push_str("/>");
        }
        out.push_str(&format!("</{all}>"));
    }

    fn write(&self, mark: &Mark<'_>, out: &mut String) {
        let annotation = mark.annotation;
        let apart = self.number(annotation, mark.at);
        let mut attributes = Attributes::new(self, self.element(mark.at), out);
        let category = match (self.names.version, annotation.body()) {
            (Version::One, body) => attributes.of_one(body, apart),
            (Version::Two, body) => {
                self.next.set(self.next.get().saturating_add(1));
                let id = format!("{FRAGMENT}{}", self.next.get());
                attributes.of_two(&id, body, apart)
            }
        };
        let Some(category) = category else { return };
        let tool = annotation.annotator().unwrap_or_default();
        let parts = [category.identifier(), "|", tool];
        match annotation.annotator() {
            Some(_) if !mark.tools.inherit_badly(annotation) => {
                attributes.put(ITS, "its", "annotatorsRef", &parts);
            }
            None if !mark.tools.any && !self.tools => {}
            _ => attributes.put(OWN, "gw", "annotatorsRef", &parts),
        }
        if let Some(number) = mark.fragment {
            attributes.put(OWN, "gw", "id", &[FRAGMENT, &number.to_string()]);
        }
    }
}

impl MarkupWriter for Marks<'_> {
    fn open(&self, mark: &Mark<'_>, out: &mut String) {
        self.tag(mark.at, out, |out| {
            let (name, undeclared) = self.name(mark.at);
            out.push('<');
            out.push_str(&name);
            if let Some((prefix, _)) = name.split_once(':').filter(|_| undeclared) {
                attribute(&format!("xmlns:{prefix}"), &[&self.names.namespace], out);
            }
            self.write(mark, out);
            out.push('>');
        });
    }

    fn close(&self, mark: &Mark<'_>, out: &mut String) {
        self.tag(mark.at, out, |out| {
            out.push_str("</");
            out.push_str(&self.name(mark.at).0);
            out.push('>');
        });
    }

    fn attributes(&self, _: &Mark<'_>, _: &mut String) {}

    fn parent(&self, _: &Annotation, _: &HashSet<u32>) -> Option<u32> {
        None
    }

    fn refusal(&self, annotation: &Annotation) -> Option<&'static str> {
        if let Body::Metadata(metadata) = annotation.body() {
            match metadata.category() {
                Category::ElementsWithinText | Category::IdValue | Category::TargetPointer => {
                    return Some(STRUCTURE);
                }
                _ if metadata.records().len() > 1 && !metadata.fields().is_empty() => {
                    return Some(REFERENCE);
                }
                _ => {}
            }
        }
        xml::says_control(annotation).then_some(CONTROL)
    }
}

const STRUCTURE: &str = "this metadata is about the structure of the document";
const REFERENCE: &str = "it refers to standoff records and has further records";

/// Returns the largest number in the identifiers of marks in all texts. Marks of a source and its target with the
/// same identifier count as the same mark.
fn last_id(tree: &Tree<'_>, names: &Names) -> u32 {
    let elements = tree.nodes().filter(|node| tree.node(*node).is_element());
    let is_mark =
        |node: &NodeId| matches!(names.element(tree, *node), Element::Mrk | Element::MarkStart);
    let ids = elements.filter(is_mark).filter_map(|node| tree.attribute(node, "", "id"));
    let numbers = ids.filter_map(|id| id.strip_prefix(FRAGMENT)?.parse().ok());
    numbers.max().unwrap_or(0)
}

/// Returns the largest number in the identifiers of records.
fn last_records(tree: &Tree<'_>) -> u32 {
    let elements = tree.nodes().filter(|node| tree.node(*node).is_element());
    let ids = elements.filter_map(|node| tree.attribute(node, XML, "id"));
    let numbers = ids.filter_map(|id| id.strip_prefix(RECORDS)?.parse().ok());
    numbers.max().unwrap_or(0)
}

/// A writer of the attributes of a new element.
struct Attributes<'a> {
    layout: &'a Layout,
    element: NodeId,
    /// The namespaces so far, with their prefixes.
    prefixes: Vec<(&'static str, Prefix)>,
    out: &'a mut String,
}

impl<'a> Attributes<'a> {
    fn new(marks: &'a Marks<'_>, element: NodeId, out: &'a mut String) -> Attributes<'a> {
        Attributes { layout: marks.layout, element, prefixes: Vec::new(), out }
    }

    fn plain(&mut self, name: &str, value: &[&str]) {
        attribute(name, value, self.out);
    }

    fn put(&mut self, namespace: &'static str, preferred: &str, local: &str, value: &[&str]) {
        let known = self.prefixes.iter().position(|prefix| prefix.0 == namespace);
        let index = known.unwrap_or_else(|| {
            let prefix = Prefix::of(&self.layout.tree, self.element, namespace, preferred);
            prefix.declare(namespace, self.out);
            self.prefixes.push((namespace, prefix));
            self.prefixes.len() - 1
        });
        let name = self.prefixes[index].1.with(local);
        attribute(&name, value, self.out);
    }

    fn its(&mut self, local: &str, value: &str) {
        self.put(ITS, "its", local, &[value]);
    }

    fn of_one(&mut self, body: &Body, apart: Option<u32>) -> Option<Category> {
        let kind = match body {
            Body::Entity(_) => "phrase",
            Body::Term(_) => "term",
            Body::Metadata(metadata) => match (metadata.category(), metadata.field("translate")) {
                (Category::Translate, Some("no")) => "protected",
                (Category::Translate, Some("yes")) => "x-its-translate-yes",
                _ => "x-its",
            },
            Body::Translation(_) => return None,
        };
        self.plain("mtype", &[kind]);
        match body {
            Body::Entity(_) => return Some(self.entity(body)),
            Body::Term(term) => {
                let fields = [("termInfoRef", &term.info_ref), ("termInfo", &term.info)];
                for (name, value) in fields {
                    if let Some(value) = value {
                        self.put(ITSXLF, "itsxlf", name, &[value]);
                    }
                }
                if let Some(confidence) = term.confidence {
                    self.put(ITSXLF, "itsxlf", "termConfidence", &[&confidence.to_string()]);
                }
                return Some(Category::Terminology);
            }
            Body::Metadata(metadata) => self.metadata(metadata, Version::One, apart),
            Body::Translation(_) => {}
        }
        category(body)
    }

    fn of_two(&mut self, id: &str, body: &Body, apart: Option<u32>) -> Option<Category> {
        self.plain("id", &[id]);
        match body {
            Body::Entity(_) => {
                self.plain("type", &["itsm:generic"]);
                return Some(self.entity(body));
            }
            Body::Term(term) => {
                self.plain("type", &["term"]);
                for (name, value) in [("value", &term.info), ("ref", &term.info_ref)] {
                    if let Some(value) = value {
                        self.plain(name, &[value]);
                    }
                }
                if let Some(confidence) = term.confidence {
                    self.put(ITSM, "itsm", "termConfidence", &[&confidence.to_string()]);
                }
                return Some(Category::Terminology);
            }
            Body::Metadata(metadata) => {
                let kind = match (metadata.category(), metadata.field("locNote")) {
                    (Category::LocalizationNote, Some(_)) => "comment",
                    (Category::Translate, _) => "generic",
                    _ => "itsm:generic",
                };
                self.plain("type", &[kind]);
                self.metadata(metadata, Version::Two, apart);
            }
            Body::Translation(_) => {}
        }
        category(body)
    }

    fn metadata(&mut self, metadata: &Metadata, version: Version, apart: Option<u32>) {
        let (namespace, prefix) = match version {
            Version::One => (ITSXLF, "itsxlf"),
            Version::Two => (ITSM, "itsm"),
        };
        if let Some(number) = apart {
            let name = metadata.category().fields().first().copied().unwrap_or_default();
            let hash = if version == Version::One { "#" } else { "#its=" };
            return self.put(ITS, "its", name, &[hash, RECORDS, &number.to_string()]);
        }
        let records = metadata.records().first().into_iter().flatten();
        for (name, value) in metadata.fields().iter().chain(records) {
            match (version, *name) {
                (Version::One, "translate") => {}
                (Version::Two, "translate") => self.plain("translate", &[value]),
                (Version::One, "locNote") => self.plain("comment", &[value]),
                (Version::Two, "locNote") => self.plain("value", &[value]),
                (Version::One, "lang" | "space") => {
                    self.plain(&format!("xml:{name}"), &[value]);
                }
                (Version::Two, "lang" | "space")
                | (_, "locNoteType" | "domains" | "externalResourceRef") => {
                    self.put(namespace, prefix, name, &[value]);
                }
                _ => self.its(name, value),
            }
        }
    }

    fn entity(&mut self, body: &Body) -> Category {
        let Body::Entity(entity) = body else { return Category::TextAnalysis };
        let lists = [
            (&entity.idents, "taIdentRef", "taIdentRefs"),
            (&entity.classes, "taClassRef", "taClassRefs"),
        ];
        for (list, first_name, rest_name) in lists {
            if let Some((first, rest)) = list.split_first() {
                self.its(first_name, first);
                if !rest.is_empty() {
                    self.put(OWN, "gw", rest_name, &[&rest.join(" ")]);
                }
            }
        }
        for (name, value) in [("taSource", &entity.source), ("taIdent", &entity.ident)] {
            if let Some(value) = value {
                self.its(name, value);
            }
        }
        if let Some(confidence) = entity.confidence {
            self.its("taConfidence", &confidence.to_string());
        }
        if entity.is_anonymous() {
            self.put(OWN, "gw", "taSpot", &["yes"]);
        }
        Category::TextAnalysis
    }
}

fn category(body: &Body) -> Option<Category> {
    match body {
        Body::Entity(_) => Some(Category::TextAnalysis),
        Body::Term(_) => Some(Category::Terminology),
        Body::Metadata(metadata) => Some(metadata.category()),
        Body::Translation(_) => None,
    }
}
