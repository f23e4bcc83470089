//! HTML to a document.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::element::Element;
use super::flow::{Flow, NO_NOTE, State};
use super::text;
use crate::annotation::Body;
use crate::document::{Builder, Document, Obstacle, Opening, Source, Zone};
use crate::error::Result;
use crate::format::DecodeOptions;
use crate::its::{Category, HtmlMarkup};
use crate::markup::charref::attribute_value;
use crate::markup::html::{At, Attribute, Content, StartTag, Tokens, tokenize};
use crate::markup::{Decoded, Encoding, Sniff, WayBack};
use crate::media::Format;
use crate::text::Language;

/// Attributes whose values are text of their own: they take an identifier but are no part of the
/// document's text.
const TEXT_ATTRIBUTES: &[&str] = &["abbr", "alt", "prompt", "standby", "summary", "title"];

/// Tags with more attributes than this keep a set of the names they have.
const FEW: usize = 32;

/// Reads HTML. Units are the texts between elements that are not inline.
pub(in crate::format) fn read(bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
    let decoded = Encoding::decode(&bytes, options.charset, Sniff::Meta);
    let encoding = decoded.encoding;
    let builder = read_decoded(&decoded, options);
    drop(decoded);
    Ok(builder.finish(Source::new(bytes, Format::Html, encoding).declared_as(options.charset)))
}

fn read_decoded(decoded: &Decoded<'_>, options: &DecodeOptions) -> Builder {
    let stateful = decoded.encoding.is_stateful() && decoded.lengths.is_some();
    let zone = Zone { obstacle: stateful.then_some(Obstacle::Encoding) };
    let mut builder = Builder::new();
    let state = State {
        hidden: false,
        pre: false,
        foreign: false,
        math: false,
        integration: false,
        zone,
        language: 0,
        annotators: 0,
    };
    builder.set_language(options.language.as_ref());
    let mut reader = Reader {
        source: &decoded.text,
        encoding: decoded.encoding,
        back: decoded.way_back(),
        builder,
        flow: Flow::new(state),
        next_id: 1,
        skip_line_feed: false,
        languages: vec![options.language.clone()],
        language_numbers: HashMap::from([(options.language.clone(), 0)]),
        spoken: 0,
        annotators: vec![Annotators::default()],
        notes: Vec::new(),
        fragments: HashMap::new(),
        names: HashMap::new(),
    };
    tokenize(&decoded.text, &mut reader);
    reader.flow.finish();
    reader.after_closing();
    reader.end_unit();
    reader.builder.set_depth(reader.flow.depth);
    if !reader.flow.regular {
        reader.builder.set_irregular();
    }
    reader.builder
}

/// The tools that `its-annotators-ref` names for each category.
#[derive(Clone, Debug, Default)]
struct Annotators {
    text_analysis: Option<Arc<str>>,
    terminology: Option<Arc<str>>,
}

/// An element that annotates its text.
struct Note {
    opening: Opening,
    markup: HtmlMarkup,
    annotators: u32,
}

struct Reader<'a> {
    source: &'a str,
    encoding: Encoding,
    back: WayBack<'a>,
    builder: Builder,
    flow: Flow,
    next_id: u32,
    skip_line_feed: bool,
    languages: Vec<Option<Language>>,
    language_numbers: HashMap<Option<Language>, u32>,
    spoken: u32,
    annotators: Vec<Annotators>,
    notes: Vec<Option<Note>>,
    /// The annotations of each fragment identifier.
    fragments: HashMap<Box<str>, Vec<usize>>,
    names: HashMap<Box<str>, u32>,
}

impl Tokens for Reader<'_> {
    fn text(&mut self, at: At, cdata: bool) {
        let mut at = at;
        if std::mem::take(&mut self.skip_line_feed) {
            let raw = &self.source[at.clone()];
            at.start += text::line_feed(raw.as_bytes());
        }
        if self.flow.state.hidden || self.flow.has_frames() {
            return;
        }
        if !self.flow.in_body() {
            // Before the body, white space belongs to no element that could be annotated.
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
        self.builder.set_zone(state.zone);
        let content = self.flow.top().content();
        let raw = matches!(content, Content::Raw | Content::Script | Content::Plain);
        let kept = if state.foreign { cdata } else { raw };
        let way = text::Way {
            source: self.source,
            at,
            pre: state.pre,
            // The tree builder drops NUL from markup only.
            keeps_nul: state.foreign || content != Content::Markup,
            references: if kept { text::References::Kept } else { text::References::Resolved },
            encoding: self.encoding,
        };
        text::read(way, &mut self.back, &mut self.builder);
    }

    fn start(&mut self, tag: &StartTag<'_>) -> Content {
        self.skip_line_feed = false;
        let name = &self.source.as_bytes()[tag.name.clone()];
        let element = Element::of(name);
        let opens = self.flow.before_start(element);
        self.after_closing();
        if !opens {
            return Content::Markup;
        }
        if !element.is_inline() && !self.flow.state.in_foreign() {
            self.end_unit();
        }
        if element.stands_between() {
            self.builder.part_words();
        }
        let foreign = self.flow.state.in_foreign();
        let mut state = self.flow.state_in(element);
        let note = match tag.attributes {
            [] => NO_NOTE,
            attributes => self.attributes(element, attributes, &mut state),
        };
        let content = if foreign { Content::Markup } else { element.content() };
        if element.is_void() && !foreign || foreign && tag.self_closing {
            self.forget(note);
            return Content::Markup;
        }
        if element.is_foreign_root() && tag.self_closing {
            self.forget(note);
            return Content::Markup;
        }
        let number = if element == Element::OTHER { self.number(name) } else { 0 };
        self.flow.push(element, number, note, state);
        self.skip_line_feed = element.eats_line_feed() && !foreign;
        content
    }

    fn end(&mut self, _: At, name: At) {
        self.skip_line_feed = false;
        let name = &self.source.as_bytes()[name];
        let element = Element::of(name);
        let number = if element == Element::OTHER { self.number(name) } else { 0 };
        let foreign = self.flow.state.foreign;
        self.flow.end(element, number);
        if element.stands_between() {
            self.builder.part_words();
        }
        self.after_closing();
        if !element.is_inline() && !foreign {
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
        if text.is_empty() {
            return;
        }
        if text.iter().all(|byte| text::is_space(*byte)) {
            self.builder.drop_unit();
            return;
        }
        self.builder.end_unit(self.next_id);
        self.next_id += 1;
    }

    /// Ends the units and the annotations of the elements that were closed.
    fn after_closing(&mut self) {
        if self.flow.closed.is_empty() {
            return;
        }
        let mut closed = std::mem::take(&mut self.flow.closed);
        for one in closed.drain(..) {
            if one.note != NO_NOTE {
                self.close_note(one.note);
            }
            if one.splits {
                self.end_unit();
            }
        }
        self.flow.closed = closed;
    }

    /// A number for the name of an unknown element, to match its end tag.
    fn number(&mut self, name: &[u8]) -> u32 {
        let name = String::from_utf8_lossy(name).to_ascii_lowercase().into_boxed_str();
        let next = self.names.len() as u32 + 1;
        *self.names.entry(name).or_insert(next)
    }

    /// Looks at the attributes of a start tag: what its content inherits, texts, annotations.
    fn attributes(&mut self, element: Element, all: &[Attribute], state: &mut State) -> u32 {
        let mut markup = None;
        let mut names_text = false;
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
                "translate" => match value().to_ascii_lowercase().as_str() {
                    "no" => state.hidden = true,
                    "yes" | "" => state.hidden = self.flow.state.hidden && element.is_hidden(),
                    _ => {}
                },
                "lang" => state.language = self.language(&value()),
                "xml:lang" if !all.iter().any(|a| is(self.source, a, "lang")) => {
                    state.language = self.language(&value());
                }
                name if HtmlMarkup::knows(name) => {
                    markup.get_or_insert_with(HtmlMarkup::default).take(name, value());
                }
                _ => names_text = true,
            }
        }
        if names_text && !state.hidden {
            self.count_texts(element, all);
        }
        let Some(markup) = markup.map(HtmlMarkup::finish) else { return NO_NOTE };
        if let Some(reference) = &markup.annotators {
            state.annotators = self.annotators(state.annotators, reference);
        }
        if !markup.annotates() {
            return NO_NOTE;
        }
        let annotators = match &markup.own_annotators {
            Some(reference) => self.annotators(state.annotators, reference),
            None => state.annotators,
        };
        let opening = self.builder.open();
        self.notes.push(Some(Note { opening, markup, annotators }));
        self.notes.len() as u32 - 1
    }

    /// Texts in attributes take identifiers.
    fn count_texts(&mut self, element: Element, all: &[Attribute]) {
        let says = |name: &str, words: &[&str]| {
            all.iter().any(|other| {
                let value = &self.source[other.value.clone()];
                is(self.source, other, name)
                    && words.iter().any(|word| value.eq_ignore_ascii_case(word))
            })
        };
        let describes = element == Element::META && says("name", &["keywords", "description"]);
        let hidden = element == Element::INPUT && says("type", &["hidden"]);
        for attribute in all {
            let named = TEXT_ATTRIBUTES.iter().any(|name| is(self.source, attribute, name));
            let counts = named
                || element == Element::META && is(self.source, attribute, "content") && describes
                || element == Element::INPUT && is(self.source, attribute, "value") && !hidden;
            let blank = self.source[attribute.value.clone()].bytes().all(text::is_space);
            if counts && !blank {
                self.next_id += 1;
            }
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

    /// `its-annotators-ref` adds to what the ancestors say, category by category (clause 5.7).
    fn annotators(&mut self, outer: u32, reference: &str) -> u32 {
        let mut annotators = self.annotators[outer as usize].clone();
        for part in reference.split_ascii_whitespace() {
            let Some((identifier, iri)) = part.split_once('|') else { continue };
            let iri = (!iri.is_empty()).then(|| Arc::from(iri));
            match identifier.parse() {
                Ok(Category::TextAnalysis) => annotators.text_analysis = iri,
                Ok(Category::Terminology) => annotators.terminology = iri,
                _ => {}
            }
        }
        self.annotators.push(annotators);
        self.annotators.len() as u32 - 1
    }

    fn forget(&mut self, note: u32) {
        if let Some(note) = self.notes.get_mut(note as usize) {
            *note = None;
        }
    }

    fn close_note(&mut self, note: u32) {
        let Some(note) = self.notes.get_mut(note as usize).and_then(Option::take) else { return };
        let annotators = self.annotators[note.annotators as usize].clone();
        let known = note.markup.fragment.as_ref().and_then(|id| self.fragments.get(id));
        if let Some(known) = known
            && known.iter().all(|index| self.builder.extend(*index))
        {
            return;
        }
        let entity = note.markup.entity.map(Body::Entity);
        let term = note.markup.term.map(Body::Term);
        let mut made = Vec::new();
        for (body, annotator) in
            [(entity, &annotators.text_analysis), (term, &annotators.terminology)]
        {
            if let Some(body) = body {
                made.extend(self.builder.close(note.opening, body, annotator.clone()));
            }
        }
        if let Some(id) = note.markup.fragment {
            self.builder.note_fragment(&id);
            self.fragments.insert(id, made);
        }
    }
}

fn is(source: &str, attribute: &Attribute, name: &str) -> bool {
    source[attribute.name.clone()].eq_ignore_ascii_case(name)
}

/// Whether the reader looks at an attribute; most of those in a page it does not.
fn is_known(name: &str) -> bool {
    let known = |names: &[&str]| names.iter().any(|one| name.eq_ignore_ascii_case(one));
    match name.as_bytes().first().map(u8::to_ascii_lowercase) {
        Some(b't') => known(&["translate", "title"]),
        Some(b'l') => known(&["lang"]),
        Some(b'x') => known(&["xml:lang"]),
        Some(b'a') => known(&["alt", "abbr"]),
        Some(b'i') => name.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("its-")),
        Some(b'd') => name.get(..9).is_some_and(|start| start.eq_ignore_ascii_case("data-its-")),
        Some(b's') => known(&["summary", "standby"]),
        Some(b'p') => known(&["prompt"]),
        Some(b'c') => known(&["content"]),
        Some(b'v') => known(&["value"]),
        _ => false,
    }
}
