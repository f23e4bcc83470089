//! Decoding of the texts of one side of a file, source or target, from elements into units of a document.

use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

use super::its::{self, Facts, Notes, Statement};
use super::name::{Element, Names, Version};
use super::segment::{Key, Link, Links};
use crate::xml::text::{self, Run};
use crate::xml::{self, Change};
use glossweave_base::text::{ByteSpan, Language};
use glossweave_document::annotation::Body;
use glossweave_document::{Builder, InsertionBarrier, InsertionContext, Opening};
use glossweave_format_base::its::Annotators;
use glossweave_format_base::strings::Syntax;
use glossweave_markup::At;
use glossweave_markup::tree::{NodeId, NodeKind, Tree};
use glossweave_markup::{Encoding, EncodingExt, WayBack};

/// The properties that a text inherits.
#[derive(Clone, Debug)]
pub(super) struct Scope {
    /// `true` if white space is preserved.
    pub preserve: bool,
    /// The number of a language of the side.
    pub language: u32,
    pub annotators: Rc<Annotators>,
}

/// A source of identifiers.
pub(super) enum Ids<'a, 't> {
    /// New identifiers, starting at the next number.
    Next(&'a mut u32),
    /// The identifiers of the source texts.
    Of(&'a Links<'t>),
}

impl Ids<'_, '_> {
    fn id(&mut self, key: Key<'_>) -> u32 {
        match self {
            Ids::Next(next) => {
                **next += 1;
                **next - 1
            }
            Ids::Of(links) => links.find(key).or(links.all().first()).map_or(0, |link| link.id),
        }
    }
}

/// The data of an XLIFF unit that applies to its texts.
pub(super) struct Unit<'a> {
    pub name: &'a str,
    /// The statements about each of its texts.
    pub statements: &'a [Statement],
    pub notes: &'a Notes,
    /// `true` if only segments (`mrk` of the type `seg`) are text.
    pub segmented: bool,
}

/// An open element of a text.
pub(super) struct Open<'t> {
    pub after: NodeId,
    /// `true` if it is a segment.
    pub segment: bool,
    /// The outer scope, when the element changed the scope. Used to restore it at the end of the element.
    pub outer: Option<Scope>,
    pub note: Option<Note<'t>>,
}

/// The annotations of an element.
pub(super) struct Note<'t> {
    pub opening: Opening,
    pub statements: Vec<Statement>,
    /// The identifier that joins the fragments of one annotation.
    pub fragment: Option<Box<str>>,
    /// The identifier of the element.
    pub id: Option<&'t str>,
}

/// One side of a file.
pub(super) struct TextSide<'t> {
    pub tree: &'t Tree<'t>,
    pub names: &'t Names,
    pub facts: &'t Facts,
    encoding: Encoding,
    back: WayBack<'t>,
    pub builder: Builder,
    one_one: bool,
    zone: InsertionContext,
    languages: Vec<Option<Language>>,
    numbers: HashMap<Option<Language>, u32>,
    spoken: u32,
    /// The annotations of each fragment identifier.
    pub fragments: HashMap<Box<str>, Vec<usize>>,
    /// The open marks whose start and end are separate elements.
    pub marks: HashMap<Box<str>, Open<'t>>,
    /// The remaining memory for statements on units, in bytes.
    space: usize,
    /// `true` if statements were skipped because of this limit.
    pub is_full: bool,
    /// The position of the last text from an entity with markup.
    expanded: usize,
    pub warnings: Vec<(At, String)>,
    pub open: Vec<Open<'t>>,
    /// The placeholders of texts.
    syntax: Syntax,
}

impl<'t> TextSide<'t> {
    pub fn new(
        tree: &'t Tree<'t>,
        names: &'t Names,
        facts: &'t Facts,
        (encoding, back): (Encoding, WayBack<'t>),
        language: Option<&Language>,
        syntax: Syntax,
    ) -> TextSide<'t> {
        let mut builder = Builder::default();
        builder.set_language(language);
        builder.set_depth(tree.depth() as usize);
        builder.list_placeholders();
        let stateful = encoding.is_stateful() && !back.is_straight();
        TextSide {
            tree,
            names,
            facts,
            encoding,
            back,
            builder,
            one_one: text::is_one_one(tree),
            zone: InsertionContext { obstacle: stateful.then_some(InsertionBarrier::Encoding) },
            languages: vec![language.cloned()],
            numbers: HashMap::from([(language.cloned(), 0)]),
            spoken: 0,
            fragments: HashMap::new(),
            marks: HashMap::new(),
            space: (1 << 20) + 16 * tree.source().len(),
            is_full: false,
            expanded: usize::MAX,
            warnings: Vec::new(),
            open: Vec::new(),
            syntax,
        }
    }

    /// Returns the number of a language.
    pub fn language(&mut self, tag: &str) -> u32 {
        let languages = &mut self.languages;
        *self.numbers.entry(Language::parse(tag)).or_insert_with_key(|language| {
            languages.push(language.clone());
            languages.len() as u32 - 1
        })
    }

    /// Returns a language by its number.
    pub fn language_of(&self, number: u32) -> Option<&Language> {
        self.languages.get(number as usize)?.as_ref()
    }

    /// Decodes the texts of an element, followed by the texts within its codes.
    pub fn read(
        &mut self,
        root: NodeId,
        scope: &Scope,
        unit: &Unit<'_>,
        ids: &mut Ids<'_, 't>,
        links: &mut Links<'t>,
    ) {
        let mut subs = VecDeque::new();
        self.flow(
            root,
            scope,
            (!unit.segmented).then_some(Key::Whole),
            unit,
            ids,
            links,
            &mut subs,
        );
        let mut count = 0;
        while let Some((sub, before, scope)) = subs.pop_front() {
            // A text within a text is added after it, although its source range is within it.
            let after = std::mem::replace(&mut self.back, before);
            let alone = Unit { name: "", statements: &[], notes: unit.notes, segmented: false };
            self.flow(sub, &scope, Some(Key::Sub(count)), &alone, ids, links, &mut subs);
            self.back = after;
            count += 1;
        }
    }

    #[allow(clippy::too_many_arguments, reason = "one call with the parts of two structures")]
    fn flow(
        &mut self,
        root: NodeId,
        scope: &Scope,
        key: Option<Key<'t>>,
        unit: &Unit<'_>,
        ids: &mut Ids<'_, 't>,
        links: &mut Links<'t>,
        subs: &mut VecDeque<(NodeId, WayBack<'t>, Scope)>,
    ) {
        let tree = self.tree;
        let mut scope = scope.clone();
        let changes = self.changes(root);
        let mut started = key.map(|key| (key, self.builder.open()));
        let end = tree.node(root).after;
        let mut number = root.next();
        loop {
            while let Some(top) = self.open.pop_if(|top| top.after <= number) {
                if top.segment {
                    self.end_unit(started.take(), unit, ids, links);
                }
                self.leave(top, &mut scope);
            }
            if number >= end {
                break;
            }
            let here = number;
            let node = tree.node(here);
            number = number.next();
            match node.kind {
                NodeKind::Text | NodeKind::Cdata if started.is_some() => {
                    self.text(here, &scope, changes.get(&here).map_or(&[][..], Vec::as_slice));
                }
                NodeKind::Element => match self.names.element(tree, here) {
                    Element::Code => {
                        self.code(here, &scope, subs);
                        number = node.after;
                    }
                    Element::Character if started.is_some() => self.character(here),
                    Element::Character => {}
                    Element::MarkStart => self.start_mark(here, &scope, unit.notes),
                    Element::MarkEnd => self.end_mark(here),
                    element => {
                        let segment = element == Element::Mrk
                            && started.is_none()
                            && self.names.version == Version::One
                            && tree.attribute(here, "", "mtype") == Some("seg");
                        if segment {
                            let mid = tree.attribute(here, "", "mid").unwrap_or_default();
                            started = Some((Key::Segment(mid), self.builder.open()));
                        }
                        self.enter(here, element, segment, &mut scope, unit.notes);
                    }
                },
                _ => {}
            }
        }
        self.end_unit(started.take(), unit, ids, links);
    }

    fn end_unit(
        &mut self,
        started: Option<(Key<'t>, Opening)>,
        unit: &Unit<'_>,
        ids: &mut Ids<'_, 't>,
        links: &mut Links<'t>,
    ) {
        let Some((key, opening)) = started else { return };
        let id = ids.id(key);
        let mut link = Link { key, unit: None, id };
        let text = self.builder.unit_text();
        if text.iter().all(|byte| text::is_space(*byte)) {
            self.builder.drop_unit();
        } else {
            for (_, body, annotator) in unit.statements {
                // Statements that many units share are stored for each unit, so their memory is limited.
                match self.space.checked_sub(its::size(body)) {
                    Some(space) => self.space = space,
                    None => {
                        self.is_full = true;
                        continue;
                    }
                }
                self.builder.close(opening, Body::clone(body), annotator.clone());
            }
            match (unit.name, key) {
                ("", _) => {}
                (name, Key::Segment(mid)) => self.builder.name_unit(&format!("{name}/{mid}")),
                (name, _) => self.builder.name_unit(name),
            }
            link.unit = Some(self.builder.unit_count() as u32);
            self.builder.end_unit(id);
        }
        links.push(link);
    }

    /// Handles a code. Separate texts in the code are queued until the end of the surrounding text.
    fn code(
        &mut self,
        code: NodeId,
        scope: &Scope,
        subs: &mut VecDeque<(NodeId, WayBack<'t>, Scope)>,
    ) {
        let tree = self.tree;
        if matches!(&*tree.name(code).local, "ph" | "x") {
            self.builder.part_words();
        }
        let end = tree.node(code).after;
        let mut number = code.next();
        while number < end {
            let node = tree.node(number);
            if node.is_element() && self.names.element(tree, number) == Element::Sub {
                subs.push_back((number, self.back.clone(), scope.clone()));
                number = node.after;
            } else {
                number = number.next();
            }
        }
    }

    /// Decodes a `cp` of XLIFF 2.x (clause 4.2.3.1), a character by its number.
    fn character(&mut self, node: NodeId) {
        let tree = self.tree;
        let at = tree.node(node).at();
        let hex = tree.attribute(node, "", "hex").unwrap_or_default();
        let number = u32::from_str_radix(hex.trim(), 16).ok();
        let Some(char) = number.and_then(char::from_u32) else {
            let message = format!("`cp` has no character `{hex}`, expected its number");
            return self.warnings.push((at, message));
        };
        let end = at.end.max(tree.node(node).close().end);
        let span = ByteSpan::new(self.back.source(at.start), self.back.source(end));
        self.builder.set_zone(self.zone);
        self.builder.atom(char.encode_utf8(&mut [0; 4]), span);
    }

    /// Returns the placeholders in the texts of an element. An ICU argument may contain elements between its parts.
    fn changes(&self, root: NodeId) -> HashMap<NodeId, Vec<Change>> {
        let tree = self.tree;
        let mut text = String::new();
        let mut nodes: Vec<(usize, NodeId)> = Vec::new();
        let (mut number, end) = (root.next(), tree.node(root).after);
        while number < end {
            let node = tree.node(number);
            match node.kind {
                NodeKind::Text | NodeKind::Cdata if !node.inside => {
                    nodes.push((text.len(), number));
                    text.push_str(tree.text(number));
                }
                NodeKind::Element => {
                    text.push(char::REPLACEMENT_CHARACTER);
                    if self.names.element(tree, number) == Element::Code {
                        number = node.after;
                        continue;
                    }
                }
                _ => {}
            }
            number = number.next();
        }
        let mut changes: HashMap<NodeId, Vec<Change>> = HashMap::new();
        for Change { at, text } in xml::changes(&text, Vec::new(), self.syntax) {
            let next = nodes.partition_point(|(start, _)| *start <= at.start);
            let Some((start, node)) = next.checked_sub(1).and_then(|last| nodes.get(last)) else {
                continue;
            };
            if at.end <= start + tree.text(*node).len() {
                let at = at.start - start..at.end - start;
                changes.entry(*node).or_default().push(Change { at, text });
            }
        }
        changes
    }

    fn text(&mut self, number: NodeId, scope: &Scope, changes: &[Change]) {
        let (tree, node) = (self.tree, self.tree.node(number));
        let value = tree.text(number);
        if scope.language != self.spoken {
            self.spoken = scope.language;
            let language = self.languages.get(scope.language as usize);
            self.builder.set_language(language.and_then(Option::as_ref));
        }
        let at = node.at();
        if node.inside {
            self.builder.set_zone(InsertionContext { obstacle: Some(InsertionBarrier::Entity) });
            // The text is attributed to the whole reference. Further texts from the same reference have no position.
            let first = std::mem::replace(&mut self.expanded, at.start) != at.start;
            let start = if first { self.back.source(at.start) } else { self.back.source(at.end) };
            let span = ByteSpan::new(start, self.back.source(at.end));
            return self.builder.atom(&text::shown(value, scope.preserve), span);
        }
        self.builder.set_zone(self.zone);
        let run = Run {
            source: tree.source(),
            at,
            value,
            preserve: scope.preserve,
            references: tree.references(number),
            one_one: self.one_one,
            encoding: self.encoding,
        };
        xml::read_changed(&run, changes, &mut self.back, &mut self.builder);
    }
}
