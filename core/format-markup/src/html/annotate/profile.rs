//! The elements that a markup profile uses in HTML.

use std::collections::{HashMap, HashSet};

use super::{HtmlTagScanner, Spans, name_number};
use crate::profile_writer::{Ranges, Surroundings};
use glossweave_base::text::ByteSpan;
use glossweave_document::annotation::Annotation;
use glossweave_format_base::annotate::{Mark, MarkupWriter, attribute};
use glossweave_format_base::fragment::{Tag, TagScanner};
use glossweave_format_base::markup_profile::{Attribute, Profile, Rule};

/// The writer of `span` elements, with the tags of the page.
pub(super) struct Placed<'a> {
    spans: Spans<'a>,
    /// The start tags in the order of the source.
    starts: Vec<Tag>,
    /// The element ranges by the numbers of their names. An element without an end tag extends to
    /// the end of the page. The range may be too long, but it never causes an insertion at an
    /// invalid position.
    elements: HashMap<u64, Ranges>,
}

impl Placed<'_> {
    pub fn new(spans: Spans<'_>) -> Placed<'_> {
        let document = spans.document;
        let length = document.source().bytes().len();
        let mut tags = Vec::new();
        HtmlTagScanner { document }.tags(ByteSpan::new(0, length), None, &mut tags);
        let mut open: HashMap<u64, Vec<u32>> = HashMap::new();
        let mut elements: HashMap<u64, Ranges> = HashMap::new();
        for tag in &tags {
            match tag.opens {
                true => open.entry(tag.name).or_default().push(tag.start),
                false => {
                    if let Some(start) = open.get_mut(&tag.name).and_then(Vec::pop) {
                        elements.entry(tag.name).or_default().insert(start, tag.end);
                    }
                }
            }
        }
        for (name, starts) in open {
            if let Some(start) = starts.first() {
                elements.entry(name).or_default().insert(*start, u32::MAX);
            }
        }
        tags.retain(|tag| tag.opens);
        Placed { spans, starts: tags, elements }
    }
}

impl MarkupWriter for Placed<'_> {
    fn open(&self, mark: &Mark<'_>, out: &mut String) {
        self.spans.open(mark, out);
    }

    fn close(&self, mark: &Mark<'_>, out: &mut String) {
        self.spans.close(mark, out);
    }

    fn attributes(&self, mark: &Mark<'_>, out: &mut String) {
        self.spans.attributes(mark, out);
    }

    fn parent(&self, annotation: &Annotation, taken: &HashSet<u32>) -> Option<u32> {
        self.spans.parent(annotation, taken)
    }

    fn refusal(&self, annotation: &Annotation) -> Option<&'static str> {
        self.spans.refusal(annotation)
    }
}

impl Surroundings for Placed<'_> {
    fn is_in(&self, at: u32, local: &str) -> bool {
        let ranges = self.elements.get(&name_number(local.as_bytes()));
        ranges.is_some_and(|ranges| ranges.contain(at))
    }

    fn holds(&self, start: u32, end: u32, local: Option<&str>) -> bool {
        let from = self.starts.partition_point(|tag| tag.start < start);
        let number = local.map(|local| name_number(local.as_bytes()));
        self.starts[from..]
            .iter()
            .take_while(|tag| tag.start < end)
            .any(|tag| number.is_none_or(|number| tag.name == number))
    }

    fn open_element(
        &self,
        _at: u32,
        rule: &Rule,
        _profile: &Profile,
        attributes: &[Attribute<'_>],
        out: &mut String,
    ) {
        out.push('<');
        out.push_str(&rule.element);
        for (name, value) in attributes {
            attribute(name, &[value], out);
        }
        out.push('>');
    }

    fn close_element(&self, _at: u32, rule: &Rule, out: &mut String) {
        out.push_str(&format!("</{}>", rule.element));
    }
}
