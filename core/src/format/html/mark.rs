//! Annotations into HTML: `span` elements with the attributes of ITS 2.0, or those attributes on an
//! element that holds just the annotated text.

use std::collections::HashSet;

use super::element::Element;
use crate::annotation::{Annotation, Body, Entity, Term};
use crate::document::{Document, Edge, FRAGMENT, Fragment, Obstacle, Splice, nest};
use crate::format::weave::{Family, Gaps, Tag, Weaver};
use crate::format::{EncodeOptions, OnParent, Placement, most_fragments};
use crate::its::Category;
use crate::markup::html::{At, Content, StartTag, Tokens, tokenize};
use crate::text::ByteSpan;

/// What annotations say of the tools that made them. `its-annotators-ref` inherits (ITS 2.0, clause
/// 5.7), so a new element must not give its tool to elements of the source.
struct Tools<'a> {
    /// Whether anything names a tool: an annotation without one must then say so.
    any: bool,
    /// The annotations of the source, in the order of their starts.
    present: Vec<&'a Annotation>,
}

impl<'a> Tools<'a> {
    fn new(document: &'a Document, annotations: &[Annotation]) -> Tools<'a> {
        let mut present: Vec<&Annotation> = document.annotations().iter().collect();
        present.sort_by_key(|one| one.span().start());
        let any = present.iter().copied().chain(annotations).any(|one| one.annotator().is_some());
        Tools { any, present }
    }

    /// Whether the source has an annotation within this one that another tool made.
    fn inherit_badly(&self, annotation: &Annotation) -> bool {
        let span = annotation.span();
        let from = self.present.partition_point(|one| one.span().start() < span.start());
        self.present[from..]
            .iter()
            .take_while(|one| one.span().start() < span.end())
            .any(|one| one.annotator() != annotation.annotator())
    }
}

/// Attributes that stand on an element of the source.
struct Parent {
    /// Before the `>` or `/>` of its start tag.
    at: u32,
    owner: u32,
}

/// Puts the wanted annotations into a splice of the source. `placements` has a place for each of
/// `annotations`; those that are still [`Placement::Placed`] with no fragment are wanted.
pub(in crate::format) fn mark(
    document: &Document,
    annotations: &[Annotation],
    options: &EncodeOptions,
    placements: &mut [Placement],
) -> Splice {
    let mut weaver = Weaver::new(document, HtmlGaps { document });
    let mut fragments: Vec<Fragment> = Vec::with_capacity(annotations.len());
    let mut more = most_fragments(document.source().bytes().len());
    let mut parents: Vec<Parent> = Vec::new();
    let mut taken: HashSet<u32> = HashSet::new();
    for (owner, annotation) in annotations.iter().enumerate() {
        if !matches!(placements[owner], Placement::Placed { .. }) {
            continue;
        }
        // One for each annotation is free.
        let found = weaver.fragments(annotation.span(), owner as u32, 1 + more);
        let preferred = options.on_parent == OnParent::Preferred;
        let needed = options.on_parent == OnParent::WhenNeeded && found.is_err();
        if (preferred || needed)
            && let Some(at) = parent(document, annotation, &taken)
        {
            taken.insert(at);
            parents.push(Parent { at, owner: owner as u32 });
            placements[owner] = Placement::OnParent;
            continue;
        }
        match found {
            Ok(found) => {
                more -= found.len().saturating_sub(1).min(more);
                fragments.extend(found);
            }
            Err(refusal) => placements[owner] = Placement::not_placed(refusal.rule()),
        }
    }
    let edges = nest(fragments);
    for edge in edges.iter().filter(|edge| edge.opens) {
        if let Placement::Placed { fragments } = &mut placements[edge.owner as usize] {
            *fragments += 1;
        }
    }
    write(document, annotations, &edges, parents, placements)
}

fn write(
    document: &Document,
    annotations: &[Annotation],
    edges: &[Edge],
    mut parents: Vec<Parent>,
    placements: &[Placement],
) -> Splice {
    let encoding = document.source().encoding();
    let tools = Tools::new(document, annotations);
    let mut ids = vec![0u32; annotations.len()];
    let mut last_id = document.last_fragment();
    let mut splice = Splice::default();
    let mut tag = String::new();
    parents.sort_by_key(|parent| parent.at);
    let mut parents = parents.into_iter().peekable();
    for edge in edges {
        while let Some(parent) = parents.next_if(|parent| parent.at < edge.at) {
            tag.clear();
            attributes(&annotations[parent.owner as usize], None, &tools, &mut tag);
            splice.at(parent.at as usize).extend_from_slice(&encoding.encode(&tag));
        }
        let owner = edge.owner as usize;
        tag.clear();
        if edge.opens {
            let several = matches!(placements[owner], Placement::Placed { fragments: 2.. });
            if several && ids[owner] == 0 {
                last_id = last_id.saturating_add(1);
                ids[owner] = last_id;
            }
            tag.push_str("<span");
            let id = Some(ids[owner]).filter(|id| *id > 0);
            attributes(&annotations[owner], id, &tools, &mut tag);
            tag.push('>');
        } else {
            tag.push_str("</span>");
        }
        splice.at(edge.at as usize).extend_from_slice(&encoding.encode(&tag));
    }
    for parent in parents {
        tag.clear();
        attributes(&annotations[parent.owner as usize], None, &tools, &mut tag);
        splice.at(parent.at as usize).extend_from_slice(&encoding.encode(&tag));
    }
    splice
}

/// ITS 2.0, clause 6.2 and the tables of 8.4 and 8.9. What has no attribute there (a second class)
/// is said in `data-its-` attributes.
fn attributes(annotation: &Annotation, fragment: Option<u32>, tools: &Tools<'_>, out: &mut String) {
    let category = match annotation.body() {
        Body::Entity(entity) => {
            entity_attributes(entity, out);
            Category::TextAnalysis
        }
        Body::Term(term) => {
            term_attributes(term, out);
            Category::Terminology
        }
        Body::Translation(_) => return,
    };
    let name = match annotation.annotator() {
        Some(_) if !tools.inherit_badly(annotation) => Some("its-annotators-ref"),
        None if !tools.any => None,
        _ => Some("data-its-annotators-ref"),
    };
    if let Some(name) = name {
        let tool = annotation.annotator().unwrap_or_default();
        attribute(name, &[category.identifier(), "|", tool], out);
    }
    if let Some(number) = fragment {
        attribute("data-its-id", &[FRAGMENT, &number.to_string()], out);
    }
}

fn entity_attributes(entity: &Entity, out: &mut String) {
    let lists = [
        (&entity.idents, "its-ta-ident-ref", "data-its-ta-ident-refs"),
        (&entity.classes, "its-ta-class-ref", "data-its-ta-class-refs"),
    ];
    for (list, first_name, rest_name) in lists {
        if let Some((first, rest)) = list.split_first() {
            attribute(first_name, &[first], out);
            if !rest.is_empty() {
                attribute(rest_name, &[&rest.join(" ")], out);
            }
        }
    }
    if let Some(source) = &entity.source {
        attribute("its-ta-source", &[source], out);
    }
    if let Some(ident) = &entity.ident {
        attribute("its-ta-ident", &[ident], out);
    }
    if let Some(confidence) = entity.confidence {
        attribute("its-ta-confidence", &[&confidence.to_string()], out);
    }
    if entity.is_anonymous() {
        attribute("data-its-ta-spot", &["yes"], out);
    }
}

fn term_attributes(term: &Term, out: &mut String) {
    attribute("its-term", &["yes"], out);
    if let Some(iri) = &term.info_ref {
        attribute("its-term-info-ref", &[iri], out);
    }
    if let Some(info) = &term.info {
        attribute("data-its-term-info", &[info], out);
    }
    if let Some(confidence) = term.confidence {
        attribute("its-term-confidence", &[&confidence.to_string()], out);
    }
}

fn attribute(name: &str, parts: &[&str], out: &mut String) {
    out.push(' ');
    out.push_str(name);
    out.push_str("=\"");
    for part in parts {
        let mut rest = *part;
        while let Some(at) = rest.find(['&', '"', '<', '>', '\r']) {
            out.push_str(&rest[..at]);
            out.push_str(match rest.as_bytes()[at] {
                b'&' => "&amp;",
                b'"' => "&quot;",
                b'<' => "&lt;",
                b'>' => "&gt;",
                _ => "&#13;",
            });
            rest = &rest[at + 1..];
        }
        out.push_str(rest);
    }
    out.push('"');
}

/// Where attributes go on the element whose content is just the annotated text, if there is one
/// that carries no ITS markup.
fn parent(document: &Document, annotation: &Annotation, taken: &HashSet<u32>) -> Option<u32> {
    let span = annotation.span();
    let inner = document.source_span(span)?;
    let mut pieces = document.map().pieces_from(span.start());
    let first = pieces.next()?;
    if first.text.start() != span.start() || first.text.end() < span.end() {
        return None;
    }
    let bytes = document.source().bytes();
    let after = pieces.next().map_or(bytes.len(), |next| next.source.start());
    let mut gaps = HtmlGaps { document };
    let (mut before, mut behind) = (Vec::new(), Vec::new());
    let obstacle = document.zone_at(span.start()).0.obstacle;
    let gap = ByteSpan::new(document.source_before(first), inner.start());
    gaps.tags(gap, obstacle, &mut before);
    gaps.tags(ByteSpan::new(inner.end(), after), obstacle, &mut behind);
    let start = before.last()?;
    if start.end as usize != inner.start() || !start.opens || start.cuts {
        return None;
    }
    let is_closed = behind.first().is_some_and(|end| {
        end.start as usize == inner.end() && !end.opens && start.name == end.name
    });
    // The end tag of an option may be left out; it holds nothing but its text.
    let is_whole = document.unit_at(span.end()).is_some_and(|unit| unit.span() == span);
    if !(is_closed || is_whole && start.name == Element::OPTION.number() as u64) {
        return None;
    }
    let tag = &bytes[start.start as usize..start.end as usize];
    let its = document.source().encoding().encode("its-").into_owned();
    let marked = tag.windows(its.len()).any(|window| window.eq_ignore_ascii_case(&its));
    // A tag that ends in `/>` ends in an attribute value where no space stands before the slash.
    let encoding = document.source().encoding();
    let plain = tag.ends_with(&encoding.encode(">")) && !tag.ends_with(&encoding.encode("/>"));
    let at = start.end - encoding.encode(">").len() as u32;
    (plain && !marked && !taken.contains(&at)).then_some(at)
}

/// Scans what lies between two texts.
struct HtmlGaps<'a> {
    document: &'a Document,
}

impl Gaps for HtmlGaps<'_> {
    fn tags(&mut self, source: ByteSpan, obstacle: Option<Obstacle>, tags: &mut Vec<Tag>) {
        let document = self.document;
        let Some(bytes) = document.source().bytes().get(source.range()) else { return };
        if !bytes.contains(&b'<') {
            return;
        }
        let decoded = document.source().encoding().decode_part(bytes);
        let mut way = decoded.way_back();
        let mut found = GapTags {
            text: &decoded.text,
            tags,
            foreign: u32::from(obstacle == Some(Obstacle::Foreign)),
            regular: document.is_regular(),
        };
        let from = found.tags.len();
        tokenize(&decoded.text, &mut found);
        for tag in &mut tags[from..] {
            tag.start = (source.start() + way.source(tag.start as usize)) as u32;
            tag.end = (source.start() + way.source(tag.end as usize)) as u32;
        }
    }
}

struct GapTags<'a> {
    text: &'a str,
    tags: &'a mut Vec<Tag>,
    foreign: u32,
    regular: bool,
}

impl GapTags<'_> {
    fn push(&mut self, at: At, name: At, opens: bool) -> Element {
        let name = &self.text.as_bytes()[name];
        let element = Element::of(name);
        let number = match element {
            Element::OTHER => name.iter().fold(0xCBF2_9CE4_8422_2325, |hash: u64, byte| {
                (hash ^ u64::from(byte.to_ascii_lowercase())).wrapping_mul(0x100_0000_01B3)
            }),
            known => known.number() as u64,
        };
        // Such a start tag may end an element of its own kind that was opened before.
        let ends_its_like =
            matches!(element, Element::A | Element::NOBR | Element::BUTTON) && !self.regular;
        let is_no_phrase = is_no_phrase(element);
        self.tags.push(Tag {
            start: at.start as u32,
            end: at.end as u32,
            name: number,
            opens,
            cuts: ends_its_like || is_no_phrase,
            family: match element {
                Element::RT | Element::RP | Element::RB | Element::RTC => Family::Part,
                Element::RUBY => Family::Whole,
                _ => Family::None,
            },
        });
        element
    }
}

/// Void elements that stand in a text although no phrase may hold them.
fn is_no_phrase(element: Element) -> bool {
    matches!(element, Element::TRACK | Element::SOURCE | Element::PARAM)
}

impl Tokens for GapTags<'_> {
    fn text(&mut self, _: At, _: bool) {}

    fn start(&mut self, tag: &StartTag<'_>) -> Content {
        let element = self.push(tag.at.clone(), tag.name.clone(), true);
        let empty = if self.foreign > 0 || element.is_foreign_root() {
            tag.self_closing
        } else {
            element.is_void()
        };
        if empty && is_no_phrase(element) && self.foreign == 0 {
            return Content::Markup;
        }
        if empty {
            self.tags.pop();
            return Content::Markup;
        }
        if self.foreign > 0 || element.is_foreign_root() {
            self.foreign += 1;
            return Content::Markup;
        }
        element.content()
    }

    fn end(&mut self, at: At, name: At) {
        let element = self.push(at, name, false);
        self.foreign = self.foreign.saturating_sub(1);
        if element.is_void() {
            self.tags.pop();
        }
    }

    fn is_foreign(&mut self) -> bool {
        self.foreign > 0
    }
}
