//! Insertion of annotations as markup: new elements around text, or attributes on an element that contains exactly
//! the annotated text. Each format implements its syntax in a [`MarkupWriter`].

use crate::PlacementExt;
use std::borrow::Cow;
use std::collections::HashSet;

use super::fragment::{Fragmenter, TagScanner};
use super::overlap_limit::most_fragments;
use super::{EncodeOptions, OnParent, Placement};
use glossweave_document::annotation::Annotation;
use glossweave_document::{Document, DocumentExt, Edge, Fragment, Splice, split_crossing};
use glossweave_markup::EncodingExt;
use glossweave_markup::escape::{push_escaped, xml_value};

/// The syntax that a format uses for annotations.
pub trait MarkupWriter {
    /// Writes the start tag of a new element.
    fn open(&self, mark: &Mark<'_>, out: &mut String);

    /// Writes the end tag of a new element.
    fn close(&self, mark: &Mark<'_>, out: &mut String);

    /// Writes the attributes, each after a space, for an element of the source.
    fn attributes(&self, mark: &Mark<'_>, out: &mut String);

    /// Returns the position for the attributes: before the end of the start tag of the element whose content is
    /// exactly the annotated text. Returns `None` if there is no such element, or if it is `taken` or already
    /// contains such markup.
    fn parent(&self, annotation: &Annotation, taken: &HashSet<u32>) -> Option<u32>;

    /// Returns the reason why this format has no markup for an annotation. Returns `None` if it has markup.
    fn refusal(&self, _: &Annotation) -> Option<&'static str> {
        None
    }

    /// Returns the reason why an annotation cannot be written at the positions of its fragments. Called once for each
    /// annotation. When the result is `None`, the annotation is written there.
    fn misplaced(&self, _: &Annotation, _: &[Fragment]) -> Option<Cow<'static, str>> {
        None
    }
}

/// An annotation, or a fragment of an annotation, that is to be written.
pub struct Mark<'a> {
    /// The annotation that the element marks.
    pub annotation: &'a Annotation,
    /// The number of the identifier that joins the fragments. Used when an annotation has several fragments.
    pub fragment: Option<u32>,
    /// The tools of the annotations of the document.
    pub tools: &'a Tools<'a>,
    /// The position in the source.
    pub at: u32,
}

/// The tools that annotations name. `annotatorsRef` is inherited (ITS 2.0, clause 5.7), so a new element must not
/// pass its tool on to elements of the source.
pub struct Tools<'a> {
    /// `true` if any annotation names a tool. An annotation without a tool must then state that it has none.
    pub any: bool,
    /// The annotations of the source, sorted by start position so that lookups can use a binary search.
    present: Vec<&'a Annotation>,
}

impl<'a> Tools<'a> {
    fn new(document: &'a Document, annotations: &[Annotation]) -> Tools<'a> {
        let mut present: Vec<&Annotation> = document.annotations().iter().collect();
        present.sort_by_key(|annotation| annotation.span().start());
        let named = present
            .iter()
            .copied()
            .chain(annotations)
            .any(|annotation| annotation.annotator().is_some());
        // The source may use `its-annotators-ref` on elements without annotations.
        let source = document.source();
        let any = named || source.encoding().has_word(source.bytes(), "nnotators");
        Tools { any, present }
    }

    /// Returns `true` if the source contains an annotation of another tool within this annotation.
    pub fn inherit_badly(&self, annotation: &Annotation) -> bool {
        let span = annotation.span();
        let from =
            self.present.partition_point(|annotation| annotation.span().start() < span.start());
        self.present[from..]
            .iter()
            .take_while(|annotation| annotation.span().start() < span.end())
            .any(|other| other.annotator() != annotation.annotator())
    }
}

/// Attributes on an element of the source, used instead of a new element.
struct Parent {
    /// The position before the `>` or `/>` of its start tag.
    at: u32,
    owner: u32,
}

/// Returns the insertions that add the requested annotations to the source. `placements` contains one entry for each
/// annotation. A requested annotation is still [`Placement::Placed`] with no fragments.
pub fn mark(
    document: &Document,
    annotations: &[Annotation],
    options: &EncodeOptions,
    placements: &mut [Placement],
    gaps: impl TagScanner,
    dialect: &impl MarkupWriter,
) -> Splice {
    let mut fragmenter = Fragmenter::new(document, gaps);
    let mut fragments: Vec<Fragment> = Vec::with_capacity(annotations.len());
    let mut more = most_fragments(document.source().bytes().len());
    let mut parents: Vec<Parent> = Vec::new();
    let mut taken: HashSet<u32> = HashSet::new();
    for (owner, annotation) in annotations.iter().enumerate() {
        let is_wanted = matches!(placements[owner], Placement::Placed { .. });
        if !is_wanted || annotation.as_translation().is_some() {
            continue;
        }
        if let Some(rule) = dialect.refusal(annotation) {
            placements[owner] = Placement::not_placed(rule);
            continue;
        }
        // The first fragment of each annotation does not count against the limit.
        let found = fragmenter.fragments(annotation.span(), owner as u32, 1 + more);
        let preferred = options.on_parent == OnParent::Preferred;
        let needed = options.on_parent == OnParent::WhenNeeded && found.is_err();
        if (preferred || needed)
            && let Some(at) = dialect.parent(annotation, &taken)
        {
            taken.insert(at);
            parents.push(Parent { at, owner: owner as u32 });
            placements[owner] = Placement::OnParent;
            continue;
        }
        match found {
            Ok(found) => {
                if let Some(rule) = dialect.misplaced(annotation, &found) {
                    placements[owner] = Placement::not_placed(rule);
                    continue;
                }
                more -= found.len().saturating_sub(1).min(more);
                fragments.extend(found);
            }
            Err(refusal) => placements[owner] = Placement::not_placed(refusal.rule()),
        }
    }
    let edges = split_crossing(fragments);
    for edge in edges.iter().filter(|edge| edge.opens) {
        if let Placement::Placed { fragments } = &mut placements[edge.owner as usize] {
            *fragments += 1;
        }
    }
    let most = options.max_output_bytes.unwrap_or(usize::MAX);
    write(document, annotations, &edges, parents, placements, dialect, most)
}

fn write(
    document: &Document,
    annotations: &[Annotation],
    edges: &[Edge],
    mut parents: Vec<Parent>,
    placements: &[Placement],
    dialect: &impl MarkupWriter,
    most: usize,
) -> Splice {
    let encoding = document.source().encoding();
    let tools = Tools::new(document, annotations);
    let mut ids = vec![0u32; annotations.len()];
    let mut last_id = document.last_fragment();
    let mut splice = Splice::default();
    let mut tag = String::new();
    let on_parent = |parent: &Parent, tag: &mut String, splice: &mut Splice| {
        tag.clear();
        let annotation = &annotations[parent.owner as usize];
        let mark = Mark { annotation, fragment: None, tools: &tools, at: parent.at };
        dialect.attributes(&mark, tag);
        splice.at(parent.at as usize).extend_from_slice(&encoding.encode(tag));
    };
    parents.sort_by_key(|parent| parent.at);
    let mut parents = parents.into_iter().peekable();
    for edge in edges {
        while let Some(parent) = parents.next_if(|parent| parent.at < edge.at) {
            on_parent(&parent, &mut tag, &mut splice);
        }
        let owner = edge.owner as usize;
        let several = matches!(placements[owner], Placement::Placed { fragments: 2.. });
        if edge.opens && several && ids[owner] == 0 {
            last_id = last_id.saturating_add(1);
            ids[owner] = last_id;
        }
        let fragment = Some(ids[owner]).filter(|id| *id > 0);
        let mark = Mark { annotation: &annotations[owner], fragment, tools: &tools, at: edge.at };
        tag.clear();
        if edge.opens {
            dialect.open(&mark, &mut tag);
        } else {
            dialect.close(&mark, &mut tag);
        }
        splice.at(edge.at as usize).extend_from_slice(&encoding.encode(&tag));
        if splice.len() > most {
            // The result is refused later because it is too long.
            return splice;
        }
    }
    for parent in parents {
        on_parent(&parent, &mut tag, &mut splice);
    }
    splice
}

/// Writes an attribute after a space. The value is the concatenation of `parts`.
pub fn attribute(name: &str, parts: &[&str], out: &mut String) {
    out.push(' ');
    out.push_str(name);
    out.push_str("=\"");
    for part in parts {
        push_escaped(part, out, xml_value);
    }
    out.push('"');
}
