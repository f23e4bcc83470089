//! Annotations in XML: `its:span` elements, `span` elements with HTML attributes in XHTML, or attributes on an
//! element that contains exactly the annotated text.

mod profile;

use std::collections::HashSet;

use super::layout::Layout;
use super::standoff::{self, Records};
use crate::html;
use crate::profile_writer::ProfileWriter;
use glossweave_document::annotation::{Annotation, Body, Category, Entity, Metadata, Term};
use glossweave_document::{Document, FRAGMENT, Splice};
use glossweave_format_base::annotate::{self, Mark, MarkupWriter, attribute};
use glossweave_format_base::its::{OWN, has_attribute, is_structure};
use glossweave_format_base::markup_profile::RootElement;
use glossweave_format_base::profile_of;
use glossweave_format_base::{EncodeOptions, Placement};
use glossweave_its::ITS;
use glossweave_markup::escape::is_xml;
use glossweave_markup::tree::{NodeId, Tree, XHTML};

/// Returns the insertions that add the requested annotations to the source.
pub(crate) fn mark(
    document: &Document,
    annotations: &[Annotation],
    options: &EncodeOptions,
    placements: &mut [Placement],
) -> Splice {
    let Some(layout) = Layout::new(document) else { return Splice::default() };
    let several = annotations.iter().any(|annotation| standoff::several(annotation).is_some());
    let records = if several { standoff::beside(&layout.tree) } else { Records::default() };
    let elements = Elements {
        document,
        is_xhtml: layout.tree.is(layout.root, XHTML, "html"),
        records,
        is_unicode: matches!(
            document.source().encoding().name(),
            "UTF-8" | "UTF-16LE" | "UTF-16BE"
        ),
        layout: &layout,
    };
    match profile_of(options) {
        Some(profile) => {
            let writer = ProfileWriter::new(document, profile, &elements);
            annotate::mark(document, annotations, options, placements, &layout, &writer)
        }
        None => annotate::mark(document, annotations, options, placements, &layout, &elements),
    }
}

/// Returns the root element, with its first children.
pub(super) fn root_element(document: &Document) -> Option<RootElement> {
    const CHILDREN: usize = 16;
    let layout = Layout::new(document)?;
    let (tree, root) = (&layout.tree, layout.root);
    let name = tree.name(root);
    Some(RootElement {
        namespace: name.namespace.to_string(),
        local: name.local.to_string(),
        children: tree
            .elements(root)
            .take(CHILDREN)
            .map(|child| tree.name(child).local.to_string())
            .collect(),
    })
}

/// The writer of new ITS or XHTML elements.
struct Elements<'a> {
    document: &'a Document,
    layout: &'a Layout,
    is_xhtml: bool,
    records: Records,
    is_unicode: bool,
}

/// The vocabulary of the new markup at a position.
enum Manner {
    /// An XHTML `span`, with its prefix and a colon.
    Xhtml(String),
    /// An `its:span`.
    Its(Prefix),
}

/// A prefix, and `true` if it is already declared.
pub(crate) struct Prefix {
    pub name: String,
    pub declared: bool,
}

impl Prefix {
    /// Returns the prefix of a namespace at an element. When the namespace has no prefix, returns a prefix that is
    /// not used there, so that its declaration does not change the meaning of any name.
    pub fn of(tree: &Tree<'_>, element: NodeId, namespace: &str, preferred: &str) -> Prefix {
        let around = std::iter::once(element).chain(tree.ancestors(element));
        let declared = around
            .flat_map(|element| tree.declared(element))
            .filter(|declaration| *declaration.2 == *namespace && !declaration.1.is_empty())
            .find(|declaration| tree.namespace_of(element, &declaration.1) == Some(namespace));
        if let Some(found) = declared {
            return Prefix { name: found.1.to_string(), declared: true };
        }
        let mut name = preferred.to_owned();
        let mut number = 1;
        while tree.namespace_of(element, &name).is_some() {
            number += 1;
            name = format!("{preferred}{number}");
        }
        Prefix { name, declared: false }
    }

    pub fn declare(&self, namespace: &str, out: &mut String) {
        if !self.declared {
            attribute(&format!("xmlns:{}", self.name), &[namespace], out);
        }
    }

    pub fn with(&self, local: &str) -> String {
        format!("{}:{local}", self.name)
    }
}

impl Elements<'_> {
    fn element(&self, at: u32) -> NodeId {
        self.layout.element(at).unwrap_or(self.layout.root)
    }

    fn manner(&self, at: u32, annotation: &Annotation) -> Manner {
        let (tree, element) = (&self.layout.tree, self.element(at));
        if self.is_xhtml && annotation.as_metadata().is_none() {
            if tree.namespace_of(element, "") == Some(XHTML) {
                return Manner::Xhtml(String::new());
            }
            let prefix = Prefix::of(tree, element, XHTML, "h");
            if prefix.declared {
                return Manner::Xhtml(format!("{}:", prefix.name));
            }
        }
        Manner::Its(Prefix::of(tree, element, ITS, "its"))
    }

    /// Writes a tag. A CDATA section is closed before the tag and reopened after it.
    fn tag(&self, at: u32, out: &mut String, write: impl FnOnce(&mut String)) {
        let in_section = self.layout.in_section(at);
        if in_section {
            out.push_str("]]>");
        }
        let from = out.len();
        write(out);
        self.in_ascii(from, out);
        if in_section {
            out.push_str("<![CDATA[");
        }
    }

    /// Replaces non-ASCII characters in values by references. The encoding may not support them, and a document that
    /// is declared as US-ASCII must not contain characters of the encoding that is used to decode it.
    fn in_ascii(&self, from: usize, out: &mut String) {
        let tag = match out.get(from..) {
            Some(tag) if !self.is_unicode && !tag.is_ascii() => tag.to_owned(),
            _ => return,
        };
        out.truncate(from);
        let mut quoted = false;
        for char in tag.chars() {
            quoted ^= char == '"';
            match char.is_ascii() || !quoted {
                true => out.push(char),
                false => out.push_str(&format!("&#{};", u32::from(char))),
            }
        }
    }

    /// Writes the attributes for an element of the source.
    fn say(&self, mark: &Mark<'_>, out: &mut String) {
        let tree = &self.layout.tree;
        let element = self.element(mark.at);
        if self.is_xhtml
            && &*tree.name(element).namespace == XHTML
            && mark.annotation.as_metadata().is_none()
        {
            return html::attributes(mark.annotation, mark.fragment, mark.tools, out);
        }
        let its = Prefix::of(tree, element, ITS, "its");
        its.declare(ITS, out);
        if !its.declared {
            attribute(&its.with("version"), &["2.0"], out);
        }
        self.its(mark, &its, true, out);
    }

    /// Writes the ITS attributes: with a prefix, or without a prefix on an `its:span`.
    fn its(&self, mark: &Mark<'_>, its: &Prefix, prefixed: bool, out: &mut String) {
        let own = Prefix::of(&self.layout.tree, self.element(mark.at), OWN, "gw");
        let mut names = Names { its, own, prefixed, declared: false, out };
        let annotation = mark.annotation;
        let category = match annotation.body() {
            Body::Entity(entity) => names.entity(entity),
            Body::Term(term) => names.term(term),
            Body::Metadata(metadata) => names.metadata(metadata),
            Body::Translation(_) => return,
        };
        let tool = annotation.annotator().unwrap_or_default();
        let parts = [category.identifier(), "|", tool];
        match annotation.annotator() {
            Some(_) if !mark.tools.inherit_badly(annotation) => names.its("annotatorsRef", &parts),
            None if !mark.tools.any => {}
            _ => names.own("annotatorsRef", &parts),
        }
        if let Some(number) = mark.fragment {
            names.own("id", &[FRAGMENT, &number.to_string()]);
        }
    }
}

impl MarkupWriter for Elements<'_> {
    fn open(&self, mark: &Mark<'_>, out: &mut String) {
        self.tag(mark.at, out, |out| match self.manner(mark.at, mark.annotation) {
            Manner::Xhtml(prefix) => {
                out.push_str(&format!("<{prefix}span"));
                html::attributes(mark.annotation, mark.fragment, mark.tools, out);
                out.push('>');
            }
            Manner::Its(its) => {
                out.push_str(&format!("<{}", its.with("span")));
                its.declare(ITS, out);
                if !its.declared {
                    attribute(&its.with("version"), &["2.0"], out);
                }
                let records = standoff::several(mark.annotation)
                    .map(|records| (records, self.records.identifier(mark.annotation)));
                self.its(mark, &its, false, out);
                if let Some((records, (id, _))) = &records {
                    let reference = standoff::names(records.category()).0;
                    attribute(reference, &["#", id], out);
                }
                out.push('>');
                if let Some((records, (id, true))) = &records {
                    standoff::write(&its.name, records, id, out);
                }
            }
        });
    }

    fn close(&self, mark: &Mark<'_>, out: &mut String) {
        self.tag(mark.at, out, |out| match self.manner(mark.at, mark.annotation) {
            Manner::Xhtml(prefix) => out.push_str(&format!("</{prefix}span>")),
            Manner::Its(its) => out.push_str(&format!("</{}>", its.with("span"))),
        });
    }

    fn attributes(&self, mark: &Mark<'_>, out: &mut String) {
        let from = out.len();
        self.say(mark, out);
        self.in_ascii(from, out);
    }

    fn parent(&self, annotation: &Annotation, taken: &HashSet<u32>) -> Option<u32> {
        if standoff::several(annotation).is_some() {
            return None;
        }
        let inner = self.document.source_span(annotation.span())?;
        let (element, tag) = self.layout.starting(inner.start() as u32)?;
        let tree = &self.layout.tree;
        let marked = tree.attributes(element).iter().any(|attribute| {
            let name = tree.attribute_name(attribute);
            matches!(&*name.namespace, ITS | OWN)
                || name.local.starts_with("its-")
                || name.local.starts_with("data-its-")
        });
        let at = tag.end - self.document.source().encoding().encode(">").len() as u32;
        let fits = self.layout.ends(element, inner.end() as u32)
            && !marked
            && &*tree.name(element).namespace != ITS
            && !taken.contains(&at);
        fits.then_some(at)
    }

    fn refusal(&self, annotation: &Annotation) -> Option<&'static str> {
        let category = annotation.as_metadata().map(Metadata::category);
        if category.is_some_and(is_structure) {
            return Some(STRUCTURE);
        }
        says_control(annotation).then_some(CONTROL)
    }
}

const STRUCTURE: &str = "this metadata is about the structure of the document";
pub(crate) const CONTROL: &str = "a value has a character that XML does not allow";

/// Returns `true` if any value of an annotation contains a character that XML 1.0 does not allow.
pub(crate) fn says_control(annotation: &Annotation) -> bool {
    let refused = |text: &str| !text.chars().all(is_xml);
    let says = match annotation.body() {
        Body::Entity(entity) => {
            let lists = entity.idents.iter().chain(&entity.classes);
            lists.chain(&entity.source).chain(&entity.ident).any(|text| refused(text))
        }
        Body::Term(term) => term.info_ref.iter().chain(&term.info).any(|text| refused(text)),
        Body::Translation(_) => false,
        Body::Metadata(metadata) => {
            let all = metadata.fields().iter().chain(metadata.records().iter().flatten());
            all.into_iter().any(|field| refused(&field.1))
        }
    };
    says || annotation.annotator().is_some_and(refused)
}

/// A writer of attributes in the namespace of ITS, and in the namespace for values without an ITS attribute.
struct Names<'a> {
    its: &'a Prefix,
    own: Prefix,
    prefixed: bool,
    /// `true` if the second namespace is declared on the new element itself.
    declared: bool,
    out: &'a mut String,
}

impl Names<'_> {
    fn its(&mut self, local: &str, value: &[&str]) {
        match self.prefixed {
            true => attribute(&self.its.with(local), value, self.out),
            false => attribute(local, value, self.out),
        }
    }

    fn own(&mut self, local: &str, value: &[&str]) {
        if !std::mem::replace(&mut self.declared, true) {
            self.own.declare(OWN, self.out);
        }
        attribute(&self.own.with(local), value, self.out);
    }

    fn entity(&mut self, entity: &Entity) -> Category {
        let lists = [
            (&entity.idents, "taIdentRef", "taIdentRefs"),
            (&entity.classes, "taClassRef", "taClassRefs"),
        ];
        for (list, first_name, rest_name) in lists {
            if let Some((first, rest)) = list.split_first() {
                self.its(first_name, &[first]);
                if !rest.is_empty() {
                    self.own(rest_name, &[&rest.join(" ")]);
                }
            }
        }
        if let Some(source) = &entity.source {
            self.its("taSource", &[source]);
        }
        if let Some(ident) = &entity.ident {
            self.its("taIdent", &[ident]);
        }
        if let Some(confidence) = entity.confidence {
            self.its("taConfidence", &[&confidence.to_string()]);
        }
        // ITS requires at least one of these values (clause 8.9).
        if entity.idents.is_empty() && entity.classes.is_empty() && entity.ident.is_none() {
            self.own("taSpot", &["yes"]);
        }
        Category::TextAnalysis
    }

    fn term(&mut self, term: &Term) -> Category {
        self.its("term", &["yes"]);
        if let Some(iri) = &term.info_ref {
            self.its("termInfoRef", &[iri]);
        }
        if let Some(info) = &term.info {
            self.own("termInfo", &[info]);
        }
        if let Some(confidence) = term.confidence {
            self.its("termConfidence", &[&confidence.to_string()]);
        }
        Category::Terminology
    }

    fn metadata(&mut self, metadata: &Metadata) -> Category {
        let category = metadata.category();
        let record = match metadata.records() {
            [only] => &only[..],
            _ => &[],
        };
        // When the records are available, a reference to their origin is redundant.
        let fields = metadata.fields().iter().filter(|field| {
            metadata.records().is_empty() || field.0 != standoff::names(category).0
        });
        for (name, value) in fields.chain(record) {
            match has_attribute(name) {
                true => self.its(name, &[value]),
                false => self.own(name, &[value]),
            }
        }
        category
    }
}
