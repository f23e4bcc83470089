//! XML to a document.

use std::collections::HashMap;
use std::sync::Arc;

use super::text::{self, Entities, Run};
use crate::annotation::Body;
use crate::document::{Builder, Document, Obstacle, Opening, Source, Zone};
use crate::error::Result;
use crate::format::DecodeOptions;
use crate::format::its::{self, Annotators, Statements, Within};
use crate::markup::tree::{NodeKind, Tree, XML};
use crate::markup::xml::{Limits, parse};
use crate::markup::{Encoding, Sniff, WayBack};
use crate::media::Format;
use crate::text::Language;

/// Reads XML. Units are the texts between the tags of elements that are not within text.
pub(in crate::format) fn read(bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
    let decoded = Encoding::decode(&bytes, options.charset, Sniff::Nothing);
    let encoding = decoded.encoding;
    let tree = match parse((&*decoded.text).into(), Limits::default()) {
        Ok(tree) => tree,
        Err(fault) => return Err(fault.in_source(&bytes, &decoded)),
    };
    let mut reader = Reader::new(&tree, encoding, decoded.way_back(), options);
    reader.walk();
    let mut builder = reader.builder;
    builder.set_depth(tree.depth() as usize);
    drop(tree);
    drop(decoded);
    Ok(builder.finish(Source::new(bytes, Format::Xml, encoding).declared_as(options.charset)))
}

/// What the content of an element inherits.
#[derive(Clone, Copy, Debug)]
struct State {
    hidden: bool,
    preserve: bool,
    language: u32,
    annotators: u32,
}

/// An element that is open.
struct Open {
    after: u32,
    state: State,
    splits: bool,
    /// The number of its note and one, 0 where it has none.
    note: u32,
}

/// An element that annotates its text.
struct Note {
    opening: Opening,
    said: Statements,
    annotators: u32,
}

/// A stretch of nodes that is read.
struct Frame {
    start: u32,
    next: u32,
    end: u32,
    /// How many elements were open before.
    base: usize,
}

struct Reader<'t> {
    tree: &'t Tree<'t>,
    encoding: Encoding,
    back: WayBack<'t>,
    builder: Builder,
    entities: Entities,
    /// Whether anything in the source may annotate.
    marked: bool,
    open: Vec<Open>,
    /// Elements that stand in a text and have texts of their own, until that text ends.
    pending: Vec<u32>,
    outer: State,
    zone: Zone,
    next_id: u32,
    languages: Vec<Option<Language>>,
    numbers: HashMap<Option<Language>, u32>,
    spoken: u32,
    annotators: Vec<Annotators>,
    notes: Vec<Option<Note>>,
    /// The annotations of each fragment identifier.
    fragments: HashMap<Box<str>, Vec<usize>>,
    /// Where the last text from an entity with markup stands.
    expanded: u32,
}

impl<'t> Reader<'t> {
    fn new(
        tree: &'t Tree<'t>,
        encoding: Encoding,
        back: WayBack<'t>,
        options: &DecodeOptions,
    ) -> Reader<'t> {
        let mut builder = Builder::new();
        builder.set_language(options.language.as_ref());
        let outer = State { hidden: false, preserve: false, language: 0, annotators: 0 };
        let stateful = encoding.is_stateful() && !back.is_straight();
        Reader {
            tree,
            encoding,
            back,
            builder,
            entities: Entities::default(),
            marked: its::marks(tree.source()),
            open: Vec::new(),
            pending: Vec::new(),
            outer,
            zone: Zone { obstacle: stateful.then_some(Obstacle::Encoding) },
            next_id: 1,
            languages: vec![options.language.clone()],
            numbers: HashMap::from([(options.language.clone(), 0)]),
            spoken: 0,
            annotators: vec![Annotators::default()],
            notes: Vec::new(),
            fragments: HashMap::new(),
            expanded: u32::MAX,
        }
    }

    fn walk(&mut self) {
        let mut frames = vec![Frame { start: u32::MAX, next: 0, end: self.tree.len(), base: 0 }];
        while let Some(frame) = frames.last_mut() {
            let top = self.open.last().filter(|_| self.open.len() > frame.base);
            if let Some(top) = top
                && top.after == frame.next
            {
                if top.splits {
                    self.end_unit();
                    if self.descend(&mut frames) {
                        continue;
                    }
                }
                self.close();
                continue;
            }
            let number = frame.next;
            if number >= frame.end {
                frames.pop();
                continue;
            }
            let node = self.tree.node(number);
            match node.kind {
                NodeKind::Element => {
                    let within = match self.marked {
                        true => its::within(self.tree, number),
                        false => Within::No,
                    };
                    match within {
                        Within::Hidden => {
                            frame.next = node.after;
                            continue;
                        }
                        Within::Nested if frame.start != number => {
                            self.pending.push(number);
                            frame.next = node.after;
                            continue;
                        }
                        Within::Yes => {}
                        Within::No | Within::Nested => {
                            self.end_unit();
                            if self.descend(&mut frames) {
                                continue;
                            }
                        }
                    }
                    if let Some(frame) = frames.last_mut() {
                        frame.next = number + 1;
                    }
                    self.enter(number, node.after, within != Within::Yes);
                }
                NodeKind::Text | NodeKind::Cdata => {
                    frame.next = number + 1;
                    self.text(number);
                }
                NodeKind::Comment | NodeKind::Instruction => frame.next = number + 1,
            }
        }
        self.end_unit();
    }

    /// Goes on with the elements that had to wait for the end of a text, if there are any.
    fn descend(&mut self, frames: &mut Vec<Frame>) -> bool {
        let base = self.open.len();
        let waiting = self.pending.drain(..).rev().map(|start| Frame {
            start,
            next: start,
            end: self.tree.node(start).after,
            base,
        });
        let before = frames.len();
        frames.extend(waiting);
        frames.len() > before
    }

    fn state(&self) -> State {
        self.open.last().map_or(self.outer, |open| open.state)
    }

    fn enter(&mut self, number: u32, after: u32, splits: bool) {
        let mut state = self.state();
        let mut note = 0;
        if !self.tree.attribute_numbers(number).is_empty() {
            self.inherit(number, &mut state);
            if self.marked {
                note = self.note(number, &mut state);
            }
        }
        self.open.push(Open { after, state, splits, note });
    }

    /// `xml:lang` and `xml:space`.
    fn inherit(&mut self, number: u32, state: &mut State) {
        for attribute in self.tree.attributes(number) {
            let name = self.tree.attribute_name(attribute);
            if &*name.prefix != "xml" || *name.namespace != *XML {
                continue;
            }
            match (&*name.local, self.tree.value(attribute)) {
                ("lang", value) => state.language = self.language(value),
                ("space", "preserve") => state.preserve = true,
                ("space", "default") => state.preserve = false,
                _ => {}
            }
        }
    }

    fn language(&mut self, tag: &str) -> u32 {
        let languages = &mut self.languages;
        *self.numbers.entry(Language::parse(tag)).or_insert_with_key(|language| {
            languages.push(language.clone());
            languages.len() as u32 - 1
        })
    }

    /// What an element says of its text.
    fn note(&mut self, number: u32, state: &mut State) -> u32 {
        let Some(said) = its::local(self.tree, number) else { return 0 };
        if let Some(reference) = &said.annotators {
            state.annotators = self.annotators(state.annotators, reference);
        }
        if said.bodies.is_empty() {
            return 0;
        }
        let annotators = match &said.own_annotators {
            Some(reference) => self.annotators(state.annotators, reference),
            None => state.annotators,
        };
        let opening = self.builder.open();
        self.notes.push(Some(Note { opening, said, annotators }));
        self.notes.len() as u32
    }

    fn annotators(&mut self, outer: u32, reference: &str) -> u32 {
        let mut annotators = self.annotators[outer as usize].clone();
        annotators.add(reference);
        self.annotators.push(annotators);
        self.annotators.len() as u32 - 1
    }

    fn close(&mut self) {
        let Some(open) = self.open.pop() else { return };
        let note = open.note.checked_sub(1).and_then(|note| self.notes.get_mut(note as usize));
        let Some(note) = note.and_then(Option::take) else { return };
        let known = note.said.fragment.as_ref().and_then(|id| self.fragments.get(id));
        if let Some(known) = known
            && known.iter().all(|index| self.builder.extend(*index))
        {
            return;
        }
        let annotators = &self.annotators[note.annotators as usize];
        let mut made = Vec::new();
        for (category, body) in note.said.bodies {
            let annotator: Option<Arc<str>> = annotators.get(category);
            made.extend(self.builder.close(note.opening, Body::clone(&body), annotator));
        }
        if let Some(id) = note.said.fragment {
            self.builder.note_fragment(&id);
            self.fragments.insert(id, made);
        }
    }

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

    fn text(&mut self, number: u32) {
        let state = self.state();
        if state.hidden {
            return;
        }
        let (tree, node) = (self.tree, self.tree.node(number));
        let value = tree.text(number);
        if text::is_blank(value) && self.stands_alone(number) {
            return;
        }
        if state.language != self.spoken {
            self.spoken = state.language;
            self.builder.set_language(self.languages[state.language as usize].as_ref());
        }
        if node.inside {
            return self.expanded(number, state.preserve);
        }
        self.builder.set_zone(self.zone);
        let run = Run {
            source: tree.source(),
            at: node.at(),
            value,
            preserve: state.preserve,
            literal: node.kind == NodeKind::Cdata,
            encoding: self.encoding,
        };
        text::read(&run, &mut self.entities, &mut self.back, &mut self.builder);
    }

    /// Whether a text is a unit of its own, as most white space between elements is.
    fn stands_alone(&self, number: u32) -> bool {
        let next = number + 1;
        let ends = self.open.last().is_none_or(|open| open.splits && open.after == next);
        let followed =
            || next < self.tree.len() && self.tree.node(next).is_element() && !self.marked;
        self.builder.unit_text().is_empty() && (ends || followed())
    }

    /// Text from an entity with markup: it came from the reference as a whole.
    fn expanded(&mut self, number: u32, preserve: bool) {
        let at = self.tree.node(number).at();
        self.builder.set_zone(Zone { obstacle: Some(Obstacle::Entity) });
        let value = text::shown(self.tree.text(number), preserve);
        let end = self.back.source(at.end);
        let start = match std::mem::replace(&mut self.expanded, at.start as u32) {
            before if before == at.start as u32 => end,
            _ => end - (at.end - at.start).min(end),
        };
        self.builder.atom(&value, crate::text::ByteSpan::new(start, end));
    }
}
