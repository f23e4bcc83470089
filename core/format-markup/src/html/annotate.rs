//! Annotations in HTML. The writer uses `span` elements with ITS 2.0 attributes, or the same
//! attributes on an element that contains exactly the annotated text.

mod profile;

use std::collections::HashSet;

use super::element::Element;
use super::head;
use super::its_lookup::RULES_ONLY;
use super::standoff::{self, Records};
use crate::its_spelling::kebab;
use crate::profile_writer::ProfileWriter;
use crate::template::without_templates;
use glossweave_base::text::ByteSpan;
use glossweave_document::annotation::{Annotation, Body, Entity, Metadata, Term};
use glossweave_document::{Document, DocumentExt, FRAGMENT, InsertionBarrier, Splice};
use glossweave_format_base::annotate::{self, Mark, MarkupWriter, Tools, attribute};
use glossweave_format_base::fragment::{ImpliedEnd, Tag, TagScanner};
use glossweave_format_base::markup_profile::json_ld;
use glossweave_format_base::profile_of;
use glossweave_format_base::{EncodeOptions, Placement};
use glossweave_its::Category;
use glossweave_markup::html::{Content, StartTag, Tokens, tokenize};
use glossweave_markup::{At, EncodingExt};

/// Writes the requested annotations into a splice of the source.
pub(crate) fn mark(
    document: &Document,
    annotations: &[Annotation],
    options: &EncodeOptions,
    placements: &mut [Placement],
) -> Splice {
    let gaps = HtmlTagScanner { document };
    let records = match annotations.iter().any(|annotation| standoff::several(annotation).is_some())
    {
        true => standoff::beside(document),
        false => Records::default(),
    };
    let spans = Spans { document, records };
    match profile_of(options) {
        Some(profile) => {
            let spans = profile::Placed::new(spans);
            let writer = ProfileWriter::new(document, profile, &spans);
            if !profile.json_ld {
                return annotate::mark(document, annotations, options, placements, gaps, &writer);
            }
            let is_listed = |index: usize| {
                let is_wanted = matches!(placements[index], Placement::Placed { .. });
                is_wanted && json_ld::is_listed(&annotations[index])
            };
            let listed: Vec<usize> = (0..annotations.len()).filter(|at| is_listed(*at)).collect();
            let elements =
                annotate::mark(document, annotations, options, placements, gaps, &writer);
            for index in &listed {
                if !placements[*index].is_there() {
                    placements[*index] = Placement::Placed { fragments: 1 };
                }
            }
            let listed: Vec<&Annotation> = listed.iter().map(|at| &annotations[*at]).collect();
            list_in_head(document, &listed).merged(elements)
        }
        None => annotate::mark(document, annotations, options, placements, gaps, &spans),
    }
}

/// Returns the insertion of a list of annotations at the end of the head.
fn list_in_head(document: &Document, listed: &[&Annotation]) -> Splice {
    let mut splice = Splice::default();
    if let Some(script) = json_ld::script(document, listed) {
        let source = document.source();
        let decoded = source.encoding().decode_again(source.bytes());
        let at = decoded.way_back().source(head::end(&decoded.text));
        splice.at(at).extend_from_slice(&source.encoding().encode(&script));
    }
    splice
}

/// The writer of `span` elements.
struct Spans<'a> {
    document: &'a Document,
    records: Records,
}

impl MarkupWriter for Spans<'_> {
    fn open(&self, mark: &Mark<'_>, out: &mut String) {
        out.push_str("<span");
        self.attributes(mark, out);
        let records = standoff::several(mark.annotation)
            .map(|records| (records, self.records.identifier(mark.annotation)));
        if let Some((records, (id, _))) = &records {
            attribute(standoff::reference(records.category()), &["#", id], out);
        }
        out.push('>');
        if let Some((records, (id, true))) = &records {
            standoff::write(records, id, out);
        }
    }

    fn close(&self, _: &Mark<'_>, out: &mut String) {
        out.push_str("</span>");
    }

    fn attributes(&self, mark: &Mark<'_>, out: &mut String) {
        attributes(mark.annotation, mark.fragment, mark.tools, out);
    }

    fn parent(&self, annotation: &Annotation, taken: &HashSet<u32>) -> Option<u32> {
        match standoff::several(annotation) {
            Some(_) => None,
            None => parent(self.document, annotation, taken),
        }
    }

    fn refusal(&self, annotation: &Annotation) -> Option<&'static str> {
        match annotation.as_metadata()?.category() {
            Category::Translate | Category::Directionality => Some(OWN_ATTRIBUTE),
            Category::ElementsWithinText
            | Category::LanguageInformation
            | Category::PreserveSpace
            | Category::IdValue
            | Category::TargetPointer => Some(STRUCTURE),
            _ => None,
        }
    }
}

const OWN_ATTRIBUTE: &str = "HTML has its own attribute for this metadata";
const STRUCTURE: &str = "this metadata is about the structure of the document";

/// Writes the attributes of an annotation (ITS 2.0, clause 6.2 and the tables of 8.4 and 8.9).
/// Values that ITS has no attribute for, for example a second class, use `data-its-` attributes.
pub fn attributes(
    annotation: &Annotation,
    fragment: Option<u32>,
    tools: &Tools<'_>,
    out: &mut String,
) {
    let category = match annotation.body() {
        Body::Entity(entity) => {
            entity_attributes(entity, out);
            Category::TextAnalysis
        }
        Body::Term(term) => {
            term_attributes(term, out);
            Category::Terminology
        }
        Body::Metadata(metadata) => {
            metadata_attributes(metadata, out);
            metadata.category()
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

/// Writes the fields, or the record if it is the only one. References to records that are written
/// are omitted.
fn metadata_attributes(metadata: &Metadata, out: &mut String) {
    let record = match metadata.records() {
        [only] => &only[..],
        _ => &[],
    };
    let fields = match metadata.records() {
        [] => metadata.fields(),
        _ => &[],
    };
    for (name, value) in fields.iter().chain(record) {
        let rule = RULES_ONLY.iter().find(|rule| rule.2 == *name);
        match rule {
            Some(rule) => attribute(rule.0, &[value], out),
            None => attribute(&kebab(name), &[value], out),
        }
    }
}

/// Returns the insertion position of attributes on the element whose content is exactly the
/// annotated text. Returns `None` if there is no such element, or if it contains ITS markup.
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
    let mut gaps = HtmlTagScanner { document };
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
    // The end tag of an option may be omitted. An option contains only its text.
    let is_whole = document.unit_at(span.end()).is_some_and(|unit| unit.span() == span);
    if !(is_closed || is_whole && start.name == Element::OPTION.number() as u64) {
        return None;
    }
    let tag = &bytes[start.start as usize..start.end as usize];
    let its = document.source().encoding().encode("its-").into_owned();
    let marked = tag.windows(its.len()).any(|window| window.eq_ignore_ascii_case(&its));
    // If a tag ends with `/>` without a space before the slash, an attribute would become part of
    // the last value.
    let encoding = document.source().encoding();
    let plain = tag.ends_with(&encoding.encode(">")) && !tag.ends_with(&encoding.encode("/>"));
    let at = start.end - encoding.encode(">").len() as u32;
    (plain && !marked && !taken.contains(&at)).then_some(at)
}

/// A scanner of the source between two texts.
pub(super) struct HtmlTagScanner<'a> {
    pub document: &'a Document,
}

impl TagScanner for HtmlTagScanner<'_> {
    fn tags(&mut self, source: ByteSpan, obstacle: Option<InsertionBarrier>, tags: &mut Vec<Tag>) {
        let document = self.document;
        let Some(bytes) = document.source().bytes().get(source.range()) else { return };
        if !bytes.contains(&b'<') {
            return;
        }
        let decoded = document.source().encoding().decode_part(bytes);
        let mut way = decoded.way_back();
        let templates = without_templates(&decoded.text);
        let text = templates.as_ref().map_or(&*decoded.text, |templates| &templates.text);
        let mut found = GapTags {
            text,
            tags,
            foreign: u32::from(obstacle == Some(InsertionBarrier::Foreign)),
            regular: document.is_regular(),
        };
        let from = found.tags.len();
        tokenize(text, &mut found);
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
        let (element, number) = (Element::of(name), name_number(name));
        // These start tags close an open element of the same kind.
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
                Element::RT | Element::RP | Element::RB | Element::RTC => ImpliedEnd::Part,
                Element::RUBY => ImpliedEnd::Whole,
                _ => ImpliedEnd::None,
            },
        });
        element
    }
}

/// Returns a number for the name of an element, used to match its end tag.
fn name_number(name: &[u8]) -> u64 {
    match Element::of(name) {
        Element::OTHER => name.iter().fold(0xCBF2_9CE4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte.to_ascii_lowercase())).wrapping_mul(0x100_0000_01B3)
        }),
        known => known.number() as u64,
    }
}

/// Returns `true` for void elements that may be in a text although they are not phrasing content.
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
