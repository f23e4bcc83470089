//! The reader of HTML.

mod attribute_text;
mod element_annotation;

use std::collections::{HashMap, HashSet};

use attribute_text::AttributeText;

use super::element::Element;
use super::element_annotation::ElementAnnotations;
use super::its_lookup::{Facts, needs_tree};
use super::open_elements::{Flow, NO_NOTE, State};
use super::text;
use crate::template::{WithoutTemplates, outside, without_templates};
use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_base::text::{ByteSpan, Language};
use glossweave_document::{
    Builder, DecodeOptions, Document, InsertionBarrier, InsertionContext, Source, SourceExt,
};
use glossweave_its::HtmlMarkup;
use glossweave_markup::At;
use glossweave_markup::charref::{Place, attribute_value};
use glossweave_markup::html::{Attribute, Content, StartTag, Tokens, tokenize};
use glossweave_markup::tree::NodeId;
use glossweave_markup::{Decoded, Encoding, EncodingExt, Sniff, WayBack, encoding};

/// The maximum number of attributes of a tag whose names are compared without a hash set.
const FEW: usize = 32;

/// Reads HTML. Units are the texts between elements that are not inline.
pub(crate) fn read(bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
    let decoded = encoding::decode(&bytes, options.charset, Sniff::Meta);
    let encoding = decoded.encoding;
    let open = unfinished(&decoded.text, encoding.is_cut(&bytes));
    let templates = without_templates(&decoded.text).unwrap_or_default();
    let page = (&decoded, &templates);
    // Most pages contain no markup that requires a tree. This is detected while the page is read.
    let first = match options.its.rules.is_empty() {
        true => read_decoded(page, open, options, None, Tree::WhereNeeded),
        false => None,
    };
    let builder = match first {
        Some(builder) => Some(builder),
        None => {
            let facts = Facts::of(&decoded, &options.its)?;
            let mut builder = read_decoded(page, open, options, facts.as_ref().ok(), Tree::Never);
            if let (Err(warning), Some(builder)) = (facts, &mut builder) {
                builder.warn(warning, ByteSpan::default());
            }
            builder
        }
    };
    drop(decoded);
    let source = Source::new(bytes, Format::Html, encoding).read_with(options);
    let builder = builder.unwrap_or_default();
    Ok(builder.finish(source))
}

/// Returns the offset of an unfinished token at the end of a decoded page. A tag appended after it
/// would change its meaning: `</` would become a comment, and an incomplete character would consume
/// the first byte of the tag.
fn unfinished(text: &str, is_cut: bool) -> usize {
    let last = match is_cut {
        true => text.chars().next_back().map_or(0, char::len_utf8),
        false if text.ends_with("</") => 2,
        false => 0,
    };
    text.len() - last
}

/// The mode of reading, which specifies if a tree may be required.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tree {
    Never,
    WhereNeeded,
    /// Markup that requires a tree was found.
    Needed,
}

/// Reads a page with the template codes it contains. Returns `None` if a tree is required.
fn read_decoded(
    (decoded, templates): (&Decoded<'_>, &WithoutTemplates),
    open: usize,
    options: &DecodeOptions,
    facts: Option<&Facts>,
    tree: Tree,
) -> Option<Builder> {
    let stateful = decoded.encoding.is_stateful() && decoded.lengths.is_some();
    let zone = InsertionContext { obstacle: stateful.then_some(InsertionBarrier::Encoding) };
    let mut builder = Builder::default();
    let state = State {
        hidden: false,
        pre: false,
        foreign: false,
        math: false,
        integration: false,
        zone,
        heading: 0,
        language: 0,
        annotators: 0,
    };
    builder.set_language(options.language.as_ref());
    let source = if templates.codes.is_empty() { &*decoded.text } else { &*templates.text };
    let mut reader = Reader {
        source,
        codes: &templates.codes,
        encoding: decoded.encoding,
        back: decoded.way_back(),
        open,
        builder,
        flow: Flow::new(state),
        next_id: 1,
        skip_line_feed: false,
        languages: vec![options.language.clone()],
        language_numbers: HashMap::from([(options.language.clone(), 0)]),
        spoken: 0,
        notes: ElementAnnotations::default(),
        names: HashMap::new(),
        facts,
        tree,
        body: None,
        unwritten: [NO_NOTE; 2],
        attribute_units: options.translatable_attributes,
        pending: Vec::new(),
    };
    for warning in facts.iter().flat_map(|facts| facts.warnings()) {
        reader.builder.warn(warning.as_str(), ByteSpan::default());
    }
    reader.open_unwritten();
    tokenize(source, &mut reader);
    if reader.tree == Tree::Needed {
        return None;
    }
    reader.flow.finish();
    reader.close_unwritten();
    reader.after_closing();
    reader.end_unit();
    reader.builder.set_depth(reader.flow.depth);
    if !reader.flow.regular {
        reader.builder.set_irregular();
    }
    Some(reader.builder)
}

struct Reader<'a> {
    source: &'a str,
    /// The template codes, which are blank in the source.
    codes: &'a [At],
    encoding: Encoding,
    back: WayBack<'a>,
    /// The offset of the unfinished token at the end, or the length of the source.
    open: usize,
    builder: Builder,
    flow: Flow,
    next_id: u32,
    skip_line_feed: bool,
    languages: Vec<Option<Language>>,
    language_numbers: HashMap<Option<Language>, u32>,
    spoken: u32,
    notes: ElementAnnotations,
    names: HashMap<Box<str>, u32>,
    facts: Option<&'a Facts>,
    tree: Tree,
    /// The `body` element without a tag, until its content begins.
    body: Option<NodeId>,
    /// The annotations of `html` and `body` elements without tags.
    unwritten: [u32; 2],
    /// `true` if texts in attributes are units.
    attribute_units: bool,
    /// Attribute texts that follow the current unit.
    pending: Vec<AttributeText<'a>>,
}

impl Tokens for Reader<'_> {
    fn text(&mut self, at: At, cdata: bool) {
        let mut at = at;
        if std::mem::take(&mut self.skip_line_feed) {
            let raw = &self.source[at.clone()];
            at.start += text::line_feed(raw.as_bytes());
        }
        if self.flow.state.hidden || self.flow.has_frames() || self.tree == Tree::Needed {
            return;
        }
        if !self.flow.in_body() {
            // Before the body, white space is not part of an element that could be annotated.
            let raw = &self.source[at.clone()];
            let blank = text::blank(raw.as_bytes());
            let in_head =
                matches!(self.flow.top(), Element::HTML | Element::HEAD_ | Element::OTHER);
            if in_head {
                at.start += blank;
            }
            if at.is_empty() {
                return;
            }
            self.flow.meet_text();
            self.after_closing();
            self.open_body();
        } else if self.flow.is_after_body() && !self.source[at.clone()].bytes().all(text::is_space)
        {
            self.flow.meet_text();
        }
        let state = self.flow.state;
        if state.language != self.spoken {
            self.spoken = state.language;
            let language = self.languages[state.language as usize].as_ref();
            self.builder.set_language(language);
        }
        self.builder.set_heading(state.heading);
        let content = self.flow.top().content();
        let raw = matches!(content, Content::Raw | Content::Script | Content::Plain);
        let is_literal = if state.foreign { cdata } else { raw };
        let unfinished = InsertionContext {
            obstacle: state.zone.obstacle.or(Some(InsertionBarrier::Unfinished)),
        };
        let open = self.open.clamp(at.start, at.end);
        for (at, zone) in [(at.start..open, state.zone), (open..at.end, unfinished)] {
            if at.is_empty() {
                continue;
            }
            self.builder.set_zone(zone);
            for at in outside(self.codes, at) {
                let data = text::CharacterData {
                    source: self.source,
                    at,
                    pre: state.pre,
                    // The tree builder drops NUL only from markup.
                    keeps_nul: state.foreign || content != Content::Markup,
                    references: (!is_literal).then_some(Place::Text),
                    encoding: self.encoding,
                };
                text::read(data, &mut self.back, &mut self.builder);
            }
        }
    }

    fn start(&mut self, tag: &StartTag<'_>) -> Content {
        self.skip_line_feed = false;
        if self.tree == Tree::Needed {
            return Content::Plain;
        }
        let name = &self.source.as_bytes()[tag.name.clone()];
        let element = Element::of(name);
        if self.tree == Tree::WhereNeeded && self.says_late(element, tag.attributes) {
            self.tree = Tree::Needed;
        }
        let opens = self.flow.before_start(element);
        self.after_closing();
        if !opens {
            return Content::Markup;
        }
        if self.body.is_some() {
            self.open_body();
        }
        if element == Element::BASE && !self.flow.state.in_foreign() {
            let href = tag.attributes.iter().find(|other| is(self.source, other, "href"));
            if let Some(href) = href {
                self.builder.set_base(&attribute_value(&self.source[href.value.clone()]));
            }
        }
        let node = self.facts.and_then(|facts| facts.node(tag.at.start));
        let splits = self.facts.zip(node).and_then(|(facts, node)| facts.splits(node));
        let ends = splits.unwrap_or_else(|| !element.is_inline() && !self.flow.state.in_foreign());
        if ends {
            self.end_unit();
        }
        if element.stands_between() {
            self.builder.part_words();
        }
        let foreign = self.flow.state.in_foreign();
        let mut state = self.flow.state_in(element);
        let markup = match tag.attributes {
            [] => None,
            attributes => self.attributes(element, (attributes, node), &mut state, ends),
        };
        let note = self.note(element, markup, node, &mut state);
        let content = if foreign { Content::Markup } else { element.content() };
        if element.is_void() && !foreign || foreign && tag.self_closing {
            self.notes.forget(note);
            return Content::Markup;
        }
        if element.is_foreign_root() && tag.self_closing {
            self.notes.forget(note);
            return Content::Markup;
        }
        let number = if element == Element::OTHER { self.number(name) } else { 0 };
        self.flow.push(element, number, note, splits, state);
        self.skip_line_feed = element.eats_line_feed() && !foreign;
        content
    }

    fn end(&mut self, _: At, name: At) {
        self.skip_line_feed = false;
        let name = &self.source.as_bytes()[name];
        let element = Element::of(name);
        let number = if element == Element::OTHER { self.number(name) } else { 0 };
        let foreign = self.flow.state.foreign;
        let closed = self.flow.end(element, number);
        if element.stands_between() {
            self.builder.part_words();
        }
        self.after_closing();
        let splits = !(closed && self.facts.is_some());
        if splits && !element.is_inline() && !foreign {
            self.end_unit();
        }
    }

    fn is_foreign(&mut self) -> bool {
        self.flow.state.foreign
    }
}

impl Reader<'_> {
    fn end_unit(&mut self) {
        let text = self.builder.unit_text();
        if !text.is_empty() {
            if text.iter().all(|byte| text::is_space(*byte)) {
                self.builder.drop_unit();
            } else {
                self.builder.end_unit(self.next_id);
                self.next_id += 1;
            }
        }
        if !self.pending.is_empty() {
            self.pending_texts();
        }
    }

    /// Ends the units and the annotations of the closed elements.
    fn after_closing(&mut self) {
        if self.flow.closed.is_empty() {
            return;
        }
        let mut closed = std::mem::take(&mut self.flow.closed);
        for element in closed.drain(..) {
            if element.note != NO_NOTE {
                self.notes.close(&mut self.builder, element.note);
            }
            if element.splits {
                self.end_unit();
            }
        }
        self.flow.closed = closed;
    }

    /// Returns a number for the name of an unknown element. End tags use it to find their start
    /// tags.
    fn number(&mut self, name: &[u8]) -> u32 {
        let name = String::from_utf8_lossy(name).to_ascii_lowercase().into_boxed_str();
        let next = self.names.len() as u32 + 1;
        *self.names.entry(name).or_insert(next)
    }

    /// Reads the inherited state, the texts and the annotations from the attributes of a start tag.
    fn attributes(
        &mut self,
        element: Element,
        (all, node): (&[Attribute], Option<NodeId>),
        state: &mut State,
        ends: bool,
    ) -> Option<HtmlMarkup> {
        let mut markup = None;
        let mut names_text = false;
        // Elements of SVG and MathML use attributes of XML (HTML Standard, 13.2.6.5).
        let foreign = self.flow.state.in_foreign() || element.is_foreign_root();
        let mut met = HashSet::new();
        for (index, attribute) in all.iter().enumerate() {
            let raw = &self.source[attribute.name.clone()];
            if !is_known(raw) {
                continue;
            }
            let name = raw.to_ascii_lowercase();
            let earlier = match all.len() {
                ..=FEW => all[..index].iter().any(|other| is(self.source, other, &name)),
                _ => !met.insert(name.clone()),
            };
            if earlier {
                continue;
            }
            let value = || attribute_value(&self.source[attribute.value.clone()]);
            match name.as_str() {
                "translate" => match value().trim().to_ascii_lowercase().as_str() {
                    "no" => state.hidden = true,
                    "yes" | "" => state.hidden = self.flow.state.hidden && element.is_hidden(),
                    _ => {}
                },
                "lang" if foreign && all.iter().any(|a| is(self.source, a, "xml:lang")) => {}
                "lang" => state.language = self.language(&value()),
                "xml:lang" if foreign || !all.iter().any(|a| is(self.source, a, "lang")) => {
                    state.language = self.language(&value());
                }
                "xml:lang" => {}
                "xml:space" if foreign => match value().trim() {
                    "preserve" => state.pre = true,
                    "default" => state.pre = false,
                    _ => {}
                },
                "xml:space" => {}
                name if self.tree == Tree::WhereNeeded && needs_tree(name) => {
                    self.tree = Tree::Needed;
                }
                name if HtmlMarkup::knows(name) => {
                    markup.get_or_insert_with(HtmlMarkup::default).take(name, value());
                }
                _ => names_text = true,
            }
        }
        let facts = self.facts.zip(node);
        let ruled: Vec<(&str, bool)> =
            facts.map(|(facts, node)| facts.attributes(node).collect()).unwrap_or_default();
        if names_text && !state.hidden || !ruled.is_empty() {
            self.attribute_texts(element, (all, &ruled), state, ends);
        }
        if self.tree == Tree::WhereNeeded && self.has_rules(element, all) {
            self.tree = Tree::Needed;
        }
        markup.map(HtmlMarkup::finish)
    }

    /// Returns `true` if a late tag of `html` or `body` sets attributes that also apply to the
    /// content before the tag.
    fn says_late(&self, element: Element, all: &[Attribute]) -> bool {
        let late = match element {
            Element::HTML => self.flow.in_body() || self.flow.top() != Element::OTHER,
            Element::BODY => self.flow.in_body(),
            _ => false,
        };
        late && all.iter().any(|attribute| is_known(&self.source[attribute.name.clone()]))
    }

    /// Returns `true` if an element contains rules or records, or links to rules.
    fn has_rules(&self, element: Element, all: &[Attribute]) -> bool {
        let says = |name: &str, word: &str| {
            let value = all.iter().find(|other| is(self.source, other, name));
            let value =
                value.map(|attribute| attribute_value(&self.source[attribute.value.clone()]));
            let mut words = value.iter().flat_map(|value| value.split_ascii_whitespace());
            words.any(|other| other.eq_ignore_ascii_case(word))
        };
        match element {
            Element::SCRIPT => says("type", "application/its+xml"),
            Element::LINK => says("rel", "its-rules"),
            _ => false,
        }
    }

    fn language(&mut self, tag: &str) -> u32 {
        let language = Language::parse(tag);
        let languages = &mut self.languages;
        *self.language_numbers.entry(language).or_insert_with_key(|language| {
            languages.push(language.clone());
            languages.len() as u32 - 1
        })
    }
}

fn is(source: &str, attribute: &Attribute, name: &str) -> bool {
    source[attribute.name.clone()].eq_ignore_ascii_case(name)
}

/// Returns `true` if the reader uses an attribute. Most attributes of a page are not used.
fn is_known(name: &str) -> bool {
    let known = |names: &[&str]| names.iter().any(|known| name.eq_ignore_ascii_case(known));
    match name.as_bytes().first().map(u8::to_ascii_lowercase) {
        Some(b't') => known(&["translate", "title"]),
        Some(b'l') => known(&["lang", "label"]),
        Some(b'x') => known(&["xml:lang", "xml:space"]),
        Some(b'a') => {
            known(&["alt", "abbr"])
                || name.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("aria-"))
        }
        Some(b'i') => name.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("its-")),
        Some(b'd') => name.get(..9).is_some_and(|start| start.eq_ignore_ascii_case("data-its-")),
        Some(b's') => known(&["summary", "standby"]),
        Some(b'p') => known(&["placeholder", "prompt"]),
        Some(b'c') => known(&["content"]),
        Some(b'v') => known(&["value"]),
        _ => false,
    }
}
