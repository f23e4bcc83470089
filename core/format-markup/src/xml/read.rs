//! Decoding of the texts of a tree.

use std::collections::HashMap;
use std::sync::Arc;

use super::its_lookup::{Facts, Within};
use super::layer::Layer;
use super::places::{Places, heading_level};
use super::plural::PluralItem;
use super::separator::{divided_word, separates};
use super::text::{self, Run};
use crate::its_spelling;
use glossweave_base::text::{ByteSpan, Language};
use glossweave_document::annotation::Category;
use glossweave_document::{Builder, InsertionBarrier, InsertionContext, Opening};
use glossweave_format_base::its::{Statements, body_of};
use glossweave_markup::At;
use glossweave_markup::tree::{NodeId, NodeKind, Reference, Tree};
use glossweave_markup::{Encoding, EncodingExt, WayBack};

/// The properties that the content of an element inherits.
#[derive(Clone, Copy, Debug)]
struct State {
    hidden: bool,
    preserve: bool,
    language: u32,
    /// The level of the surrounding heading, or 0 for other text.
    heading: u8,
}

/// An open element.
struct Open {
    after: NodeId,
    state: State,
    splits: bool,
    /// The index of its note plus one, or 0 if it has none.
    note: u32,
}

/// An element that annotates its text.
struct Note {
    opening: Opening,
    statements: Statements,
    element: NodeId,
}

/// An element or attribute within a text that contains a separate text.
#[derive(Clone, Copy, Debug)]
enum Job {
    Element(NodeId),
    Attribute { element: NodeId, number: usize },
}

/// A range of nodes that is read, or an attribute.
struct Frame<'t> {
    job: Option<Job>,
    /// The mapping to the source before this range began. When the range has not begun, the mapping at its position.
    back: Option<WayBack<'t>>,
    begun: bool,
    next: NodeId,
    end: NodeId,
    /// The number of elements that were open before the range.
    base: usize,
}

impl Frame<'_> {
    fn begins_at(&self, node: NodeId) -> bool {
        matches!(self.job, Some(Job::Element(start)) if start == node)
    }
}

/// A reader of a tree.
pub(super) struct Reader<'t> {
    tree: &'t Tree<'t>,
    facts: &'t Facts,
    encoding: Encoding,
    back: WayBack<'t>,
    places: Places,
    /// The levels of headings, by the number that the tree uses for the name.
    headings: Vec<Option<u8>>,
    pub(super) builder: Builder,
    one_one: bool,
    open: Vec<Open>,
    /// The texts that are read after the end of the surrounding text.
    pending: Vec<(Job, WayBack<'t>)>,
    outer: State,
    zone: InsertionContext,
    pub(super) next_id: u32,
    languages: Vec<Option<Language>>,
    numbers: HashMap<Option<Language>, u32>,
    spoken: u32,
    tools: HashMap<&'t str, Arc<str>>,
    notes: Vec<Option<Note>>,
    /// The annotations of each fragment identifier.
    pub(super) fragments: HashMap<Box<str>, Vec<usize>>,
    /// The position of the last text from an entity with markup.
    expanded: usize,
    /// `true` if an element separates the preceding words from the text that follows.
    is_separated: bool,
    layer: Option<Layer>,
    /// The name and the forms of the current plural, for Android string resources.
    plural: Option<PluralItem>,
}

impl<'t> Reader<'t> {
    pub fn new(
        tree: &'t Tree<'t>,
        facts: &'t Facts,
        encoding: Encoding,
        back: WayBack<'t>,
        places: Places,
    ) -> Reader<'t> {
        let outer = State { hidden: false, preserve: false, language: 0, heading: 0 };
        let stateful = encoding.is_stateful() && !back.is_straight();
        Reader {
            tree,
            facts,
            encoding,
            back,
            places,
            headings: tree.names().iter().map(heading_level).collect(),
            builder: Builder::default(),
            one_one: text::is_one_one(tree),
            open: Vec::new(),
            pending: Vec::new(),
            outer,
            zone: InsertionContext { obstacle: stateful.then_some(InsertionBarrier::Encoding) },
            next_id: 1,
            languages: vec![None],
            numbers: HashMap::from([(None, 0)]),
            spoken: 0,
            tools: HashMap::new(),
            notes: Vec::new(),
            fragments: HashMap::new(),
            expanded: usize::MAX,
            is_separated: false,
            layer: None,
            plural: None,
        }
    }

    /// Sets the value layer of the texts.
    pub fn set_layer(&mut self, layer: Option<Layer>) {
        self.layer = layer;
    }

    /// Sets the language of text for which the tree does not specify one.
    pub fn set_language(&mut self, language: Option<&Language>) {
        self.languages = vec![language.cloned()];
        self.numbers = HashMap::from([(language.cloned(), 0)]);
        self.builder.set_language(language);
    }

    pub fn walk(&mut self) {
        if self.layer.is_some() {
            self.builder.list_placeholders();
        }
        let mut frames = vec![Frame {
            job: None,
            back: None,
            begun: true,
            next: NodeId::FIRST,
            end: self.tree.end(),
            base: 0,
        }];
        while let Some(frame) = frames.last_mut() {
            if !std::mem::replace(&mut frame.begun, true)
                && let Some(back) = &mut frame.back
            {
                std::mem::swap(back, &mut self.back);
            }
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
            if let Some(Job::Attribute { element, number }) = frame.job {
                let state = self.state_in(element);
                self.attribute(element, number, state);
                self.leave(&mut frames);
                continue;
            }
            let number = frame.next;
            if number >= frame.end {
                self.leave(&mut frames);
                continue;
            }
            let node = self.tree.node(number);
            match node.kind {
                NodeKind::Element => {
                    let within = self.facts.within(self.tree, number);
                    match within {
                        Within::Hidden => {
                            frame.next = node.after;
                            continue;
                        }
                        Within::Nested if !frame.begins_at(number) => {
                            self.pending.push((Job::Element(number), self.back.clone()));
                            frame.next = node.after;
                            continue;
                        }
                        Within::Yes => self.is_separated |= separates(self.tree, number),
                        Within::No | Within::Nested => {
                            self.end_unit();
                            if self.descend(&mut frames) {
                                continue;
                            }
                        }
                    }
                    if let Some(frame) = frames.last_mut() {
                        frame.next = number.next();
                    }
                    self.enter(number, node.after, within != Within::Yes);
                }
                NodeKind::Text | NodeKind::Cdata => {
                    frame.next = number.next();
                    self.text(number);
                }
                NodeKind::Comment | NodeKind::Instruction => frame.next = number.next(),
            }
        }
        self.end_unit();
    }

    /// Queues the texts that were pending until the end of a text. Returns `true` if there are any.
    fn descend(&mut self, frames: &mut Vec<Frame<'t>>) -> bool {
        let base = self.open.len();
        let waiting = self.pending.drain(..).rev().map(|(job, back)| {
            let (next, end) = match job {
                Job::Element(start) => (start, self.tree.node(start).after),
                Job::Attribute { .. } => (NodeId::FIRST, NodeId::FIRST),
            };
            Frame { job: Some(job), back: Some(back), begun: false, next, end, base }
        });
        let before = frames.len();
        frames.extend(waiting);
        frames.len() > before
    }

    /// Ends a range and returns to the surrounding text.
    fn leave(&mut self, frames: &mut Vec<Frame<'t>>) {
        if let Some(back) = frames.pop().and_then(|frame| frame.back) {
            self.back = back;
        }
    }

    fn state(&self) -> State {
        self.open.last().map_or(self.outer, |open| open.state)
    }

    /// Returns the state that the content of an element inherits.
    fn state_in(&mut self, number: NodeId) -> State {
        let mut state = self.state();
        if self.facts.is_plain() && self.tree.attribute_numbers(number).is_empty() {
            return state;
        }
        let facts = self.facts;
        let content = facts.content(self.tree, number, state.preserve);
        (state.hidden, state.preserve) = (content.hidden, content.preserve);
        if let Some(tag) = content.language {
            let outer = self.languages[state.language as usize].as_ref();
            if outer.is_none_or(|outer| outer.as_str() != tag) {
                state.language = self.language(&tag);
            }
        }
        state
    }

    fn enter(&mut self, number: NodeId, after: NodeId, splits: bool) {
        let mut state = self.state_in(number);
        let level = self.headings.get(self.tree.name_number(number) as usize).copied();
        state.heading = level.flatten().unwrap_or(state.heading);
        let mut note = 0;
        if !self.facts.is_plain() {
            if !self.tree.attribute_numbers(number).is_empty() {
                self.attributes(number, splits, state);
            }
            note = self.note(number);
        }
        self.open.push(Open { after, state, splits, note });
        if splits && self.layer.is_some_and(Layer::is_android) {
            self.plural = PluralItem::of(self.tree, number);
        }
    }

    /// Handles attributes that are texts. They are added directly before the text of their element, or, if the
    /// element is within a text, after this text.
    fn attributes(&mut self, element: NodeId, splits: bool, state: State) {
        let facts = self.facts;
        for number in facts.attributes(self.tree, element) {
            match splits {
                true => self.attribute(element, number, state),
                false => {
                    self.pending.push((Job::Attribute { element, number }, self.back.clone()));
                }
            }
        }
    }

    fn attribute(&mut self, element: NodeId, number: usize, state: State) {
        let tree = self.tree;
        let attribute = tree.attribute_at(number);
        let (at, value) = (attribute.at(), tree.value(attribute));
        if at.is_empty() || text::is_blank(value) || tree.node(element).inside {
            return;
        }
        self.speak(state.language);
        self.builder.set_heading(0);
        let opening = self.builder.open();
        let obstacle = self.zone.obstacle.or(Some(InsertionBarrier::Attribute));
        self.builder.set_zone(InsertionContext { obstacle });
        match tree.source().get(at.clone()) {
            Some(raw) if !raw.contains('&') => self.run(at, value, false, &[]),
            // Nothing is inserted into it, so its parts need no separate positions.
            _ => {
                let span = ByteSpan::new(self.back.source(at.start), self.back.source(at.end));
                self.builder.atom(&text::shown(value, false), span);
            }
        }
        let facts = self.facts;
        for value in facts.attribute_said(number) {
            let shows = value.category == Category::Translate && self.places != Places::Any;
            if let Some(body) = body_of(value).filter(|_| !shows) {
                let tool = self.tool(facts.annotator(element, value.category));
                self.builder.close(opening, body, tool);
            }
        }
        self.end_unit();
    }

    fn language(&mut self, tag: &str) -> u32 {
        let languages = &mut self.languages;
        *self.numbers.entry(Language::parse(tag)).or_insert_with_key(|language| {
            languages.push(language.clone());
            languages.len() as u32 - 1
        })
    }

    /// Opens the annotations of an element and returns the number of its note.
    fn note(&mut self, element: NodeId) -> u32 {
        let Some(mut statements) = self.facts.statements(self.tree, element) else { return 0 };
        if self.places != Places::Any && its_spelling::statements(self.tree, element).is_none() {
            statements.bodies.retain(|body| body.0 != Category::Translate);
            if statements.bodies.is_empty() {
                return 0;
            }
        }
        let opening = self.builder.open();
        self.notes.push(Some(Note { opening, statements, element }));
        self.notes.len() as u32
    }

    /// Returns a tool that is shared by many annotations.
    fn tool(&mut self, iri: Option<&'t str>) -> Option<Arc<str>> {
        let iri = iri?;
        Some(Arc::clone(self.tools.entry(iri).or_insert_with(|| Arc::from(iri))))
    }

    fn close(&mut self) {
        let Some(open) = self.open.pop() else { return };
        let note = open.note.checked_sub(1).and_then(|note| self.notes.get_mut(note as usize));
        let Some(Note { opening, statements, element }) = note.and_then(Option::take) else {
            return;
        };
        let known = statements.fragment.as_ref().and_then(|id| self.fragments.get(id));
        if let Some(known) = known
            && known.iter().all(|index| self.builder.extend(*index))
        {
            return;
        }
        let annotators: Vec<Option<Arc<str>>> = statements
            .bodies
            .iter()
            .map(|(category, _)| self.annotator(&statements, element, *category))
            .collect();
        let mut made = Vec::new();
        for ((_, body), annotator) in statements.bodies.into_iter().zip(annotators) {
            made.extend(self.builder.close(opening, body, annotator));
        }
        if let Some(id) = statements.fragment {
            self.builder.note_fragment(&id);
            self.fragments.insert(id, made);
        }
    }

    fn annotator(
        &mut self,
        statements: &Statements,
        element: NodeId,
        of: Category,
    ) -> Option<Arc<str>> {
        match statements.own_annotator(of) {
            Some("") => None,
            Some(tool) => Some(Arc::from(tool)),
            None => self.tool(self.facts.annotator(element, of)),
        }
    }

    fn end_unit(&mut self) {
        self.is_separated = false;
        if let Some(layer) = &mut self.layer {
            layer.begin();
        }
        let plural = self.plural.take();
        let text = self.builder.unit_text();
        if text.iter().all(|byte| text::is_space(*byte)) {
            self.builder.drop_unit();
            return;
        }
        if let Some(plural) = &plural {
            self.builder.name_unit(&plural.name);
        }
        self.builder.end_unit(self.next_id);
        if let Some(forms) = plural.and_then(|plural| plural.forms) {
            self.builder.set_plural_forms(forms);
        }
        self.next_id += 1;
    }

    fn text(&mut self, number: NodeId) {
        let state = self.state();
        if state.hidden {
            return;
        }
        let (tree, node) = (self.tree, self.tree.node(number));
        let value = tree.text(number);
        if text::is_blank(value) && self.stands_alone(number) {
            return;
        }
        self.speak(state.language);
        self.builder.set_heading(state.heading);
        if node.inside {
            return self.expanded(number, state.preserve);
        }
        self.builder.set_zone(self.context(number));
        self.separate(node.at().start, value);
        // The letter and the following hyphen become one letter, so that a translation replaces both.
        let end = divided_word(tree, number);
        let ending = end.map_or(0, |(letter, hyphen)| letter.len() + hyphen.len_utf8());
        let value = &value[..value.len() - ending];
        let at = node.at().start..node.at().end - ending;
        // A value that is a slice of the source contains no references.
        let same = value.as_ptr() == tree.source().as_bytes()[at.clone()].as_ptr();
        let references = if same { &[] } else { tree.references(number) };
        match self.layer.take() {
            Some(mut layer) => {
                let run = self.as_run(at, value, state.preserve, references);
                layer.read(&run, &mut self.back, &mut self.builder);
                self.layer = Some(layer);
            }
            None => self.run(at, value, state.preserve, references),
        }
        if let Some((letter, _)) = end {
            let end = node.at().end;
            let span = ByteSpan::new(self.back.source(end - ending), self.back.source(end));
            self.builder.atom(letter, span);
        }
    }

    /// Adds a space before a text that an element separates from the preceding words.
    fn separate(&mut self, start: usize, value: &str) {
        let before = self.builder.unit_text().last().copied();
        let spaced = value.bytes().next().is_none_or(text::is_space);
        if std::mem::take(&mut self.is_separated)
            && !spaced
            && before.is_some_and(|byte| !text::is_space(byte))
        {
            let place = self.back.source(start);
            self.builder.atom(" ", ByteSpan::new(place, place));
        }
    }

    /// Returns the insertion context of a text.
    fn context(&self, text: NodeId) -> InsertionContext {
        let parent = self.tree.node(text).parent.map(|parent| self.tree.name(parent));
        let obstacle = || parent.and_then(|parent| self.places.obstacle(parent));
        InsertionContext { obstacle: self.zone.obstacle.or_else(obstacle) }
    }

    fn speak(&mut self, language: u32) {
        if language != self.spoken {
            self.spoken = language;
            self.builder.set_language(self.languages[language as usize].as_ref());
        }
    }

    fn run(&mut self, at: At, value: &str, preserve: bool, references: &[Reference]) {
        let run = self.as_run(at, value, preserve, references);
        text::read(&run, &mut self.back, &mut self.builder);
    }

    fn as_run<'a>(
        &self,
        at: At,
        value: &'a str,
        preserve: bool,
        references: &'a [Reference],
    ) -> Run<'a>
    where
        't: 'a,
    {
        let (source, one_one, encoding) = (self.tree.source(), self.one_one, self.encoding);
        Run { source, at, value, preserve, references, one_one, encoding }
    }

    /// Returns `true` if a text is a separate unit, as most white space between elements is.
    fn stands_alone(&self, number: NodeId) -> bool {
        let next = number.next();
        let ends = self.open.last().is_none_or(|open| open.splits && open.after == next);
        let followed =
            || self.facts.is_plain() && next < self.tree.end() && self.tree.node(next).is_element();
        self.builder.unit_text().is_empty() && (ends || followed())
    }

    /// Adds text from an entity with markup. Its source is the whole reference.
    fn expanded(&mut self, number: NodeId, preserve: bool) {
        let at = self.tree.node(number).at();
        self.builder.set_zone(InsertionContext { obstacle: Some(InsertionBarrier::Entity) });
        let value = text::shown(self.tree.text(number), preserve);
        // Further texts from the same reference have no separate position.
        let first = std::mem::replace(&mut self.expanded, at.start) != at.start;
        let start = self.back.source(if first { at.start } else { at.end });
        let end = self.back.source(at.end);
        self.builder.atom(&value, ByteSpan::new(start, end));
    }
}
