//! Construction of a sketch from a result.

use std::collections::{HashMap, HashSet};

use super::group::{IMPURE, REACH, UNUSUAL, group};
use super::twin::Twin;
use super::{Frame, Mark, Row, What};
use crate::html::element::Element;
use glossweave_base::text::ByteSpan;
use glossweave_markup::At;
use glossweave_markup::html::tree::TagName;
use glossweave_markup::html::{Content, Doctype, StartTag, Tokens, tokenize};
use glossweave_markup::{Decoded, WayBack};

/// The maximum length of a character reference, with a margin.
const REFERENCE: usize = 48;

pub(super) struct Sketcher<'a> {
    pub(super) text: &'a str,
    pub(super) back: WayBack<'a>,
    /// `true` if offsets in the text and in the source are equal.
    pub(super) direct: bool,
    pub(super) inserted: &'a [ByteSpan],
    /// The next insertion, the end of its part that was read, and the text position where this
    /// insertion and the insertions right before it start.
    pub(super) next: usize,
    pub(super) covered: usize,
    pub(super) from: usize,
    /// `true` if the insertion begins right after a start tag.
    pub(super) from_start: bool,
    pub(super) marks: Vec<Mark>,
    /// The number of marks that were passed to the builders.
    pub(super) fed: usize,
    pub(super) twin: Twin,
    /// A text that may continue.
    pub(super) pending: Option<What>,
    /// The marks of the units, and the numbers of units by their marks.
    pub(super) bodies: Vec<Box<[Mark]>>,
    pub(super) units: HashMap<Box<[Mark]>, u32>,
    /// The pairs of units in a row, with the number of the row.
    pub(super) pairs: HashSet<(u32, Option<u32>, u32)>,
    pub(super) rows: u32,
    /// The states after units, by the previous state and the unit.
    pub(super) ways: HashMap<(u32, u32), u32>,
    /// The state of the builders, and the units omitted since then that lead to another state.
    pub(super) reached: u32,
    pub(super) owed: Vec<u32>,
    pub(super) stack: Vec<Frame>,
    pub(super) doctypes: Vec<Doctype>,
    pub(super) numbers: HashMap<Box<str>, u32>,
    pub(super) others: Vec<TagName>,
    /// The names of the open elements in SVG.
    pub(super) foreign: Vec<At>,
    /// The number of open links. `loose` is `true` if a link was not closed as expected.
    pub(super) links: usize,
    pub(super) loose: bool,
    /// `true` if the last token was a start tag.
    pub(super) after_start: bool,
    pub(super) failed: bool,
}

impl<'a> Sketcher<'a> {
    pub fn sketch(result: &'a Decoded<'_>, inserted: &'a [ByteSpan]) -> Option<Twin> {
        let root = Frame {
            number: u32::MAX,
            inserted: false,
            start: 0,
            plain: false,
            live: true,
            row: Row::Open,
            last: None,
            shown: None,
        };
        let mut sketcher = Sketcher {
            text: &result.text,
            back: result.way_back(),
            direct: result.lengths.is_none() && result.skip == 0,
            inserted,
            next: 0,
            covered: 0,
            from: 0,
            from_start: false,
            marks: Vec::new(),
            fed: 0,
            twin: Twin::new(),
            pending: None,
            bodies: Vec::new(),
            units: HashMap::default(),
            pairs: HashSet::default(),
            rows: 0,
            ways: HashMap::default(),
            reached: 0,
            owed: Vec::new(),
            stack: vec![root],
            doctypes: Vec::new(),
            numbers: HashMap::new(),
            others: Vec::new(),
            foreign: Vec::new(),
            links: 0,
            loose: false,
            after_start: false,
            failed: result.text.contains('\0'),
        };
        if !sketcher.failed {
            tokenize(&result.text, &mut sketcher);
        }
        sketcher.pass(usize::MAX);
        sketcher.flush();
        if sketcher.failed || !sketcher.foreign.is_empty() {
            return None;
        }
        sketcher.feed();
        Some(sketcher.twin)
    }

    /// Passes the insertions before a position. Each of them must consist of complete tokens.
    fn pass(&mut self, place: usize) {
        while let Some(span) = self.inserted.get(self.next).filter(|span| span.end() <= place) {
            self.failed |= self.covered != span.end();
            self.next += 1;
        }
    }

    /// Returns `true` if a token was inserted. Tags may contain inserted attributes.
    fn is_inserted(&mut self, at: &At, tag: Option<&StartTag<'_>>) -> bool {
        let (start, end) = (self.back.source(at.start), self.back.source(at.end));
        self.pass(start);
        let Some(span) = self.inserted.get(self.next).filter(|span| span.start() < end) else {
            return false;
        };
        if span.start() <= start && end <= span.end() {
            if start != span.start() {
                self.failed |= start != self.covered;
            } else if start != self.covered || start == 0 {
                (self.from, self.from_start) = (at.start, self.after_start);
            }
            self.covered = end;
            if end == span.end() {
                self.failed |= cuts(self.text, self.from, at.end, self.from_start);
            }
            return true;
        }
        match tag {
            Some(tag) if start < span.start() && span.end() < end => {
                self.failed |= !self.direct || !self.is_tag_without(tag);
            }
            _ => self.failed = true,
        }
        false
    }

    /// Returns `true` if a start tag without the inserted attributes is the same tag.
    fn is_tag_without(&mut self, tag: &StartTag<'_>) -> bool {
        let mut without = String::with_capacity(tag.at.len());
        let mut from = tag.at.start;
        while let Some(span) = self.inserted.get(self.next).filter(|span| span.end() < tag.at.end) {
            let Some(part) = self.text.get(from..span.start()) else { return false };
            without.push_str(part);
            from = span.end();
            self.covered = span.end();
            self.next += 1;
        }
        without.push_str(&self.text[from..tag.at.end]);
        let mut alone =
            Alone { whole: 0..without.len(), name: tag.name.len(), tags: 0, same: true };
        tokenize(&without, &mut alone);
        alone.same && alone.tags == 1
    }
}

impl Tokens for Sketcher<'_> {
    fn text(&mut self, at: At, _: bool) {
        if self.failed {
            return;
        }
        let inserted = self.is_inserted(&at, None);
        self.after_start = false;
        // Only an inserted script may contain text.
        let script = Element::SCRIPT.number();
        let in_script =
            self.stack.last().is_some_and(|top| top.inserted && top.number as usize == script);
        self.failed |= inserted && !in_script;
        if inserted || !self.foreign.is_empty() {
            return;
        }
        let text = self.text[at].as_bytes();
        let space = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b'\x0C');
        match text.iter().position(|byte| !space(byte)) {
            None => self.put_text(What::Space),
            Some(0) => self.put_text(What::Word),
            Some(_) => self.put_text(What::SpaceWord),
        }
    }

    fn start(&mut self, tag: &StartTag<'_>) -> Content {
        if self.failed {
            return Content::Plain;
        }
        let element = Element::of(self.text[tag.name.clone()].as_bytes());
        let inserted = self.is_inserted(&tag.at, Some(tag));
        self.after_start = true;
        if !self.foreign.is_empty() {
            self.failed |= inserted;
            self.start_foreign(element, tag);
            return Content::Markup;
        }
        self.failed |= UNUSUAL.contains(&element);
        let number = self.number(element, &tag.name);
        if !inserted {
            self.close_implied(element);
        }
        if matches!(element, Element::BR | Element::IMG | Element::WBR) {
            self.put_image();
            return Content::Markup;
        }
        self.flush();
        let start = self.marks.len();
        let hidden = element == Element::INPUT && is_hidden(self.text, tag);
        self.marks.push(Mark { what: What::Start, number, inserted, hidden });
        if element.is_void() {
            self.unit(start);
            return Content::Markup;
        }
        self.links += usize::from(element == Element::A);
        let plain = !IMPURE.contains(&element);
        self.open(number, inserted, start, plain);
        if matches!(element, Element::HTML | Element::BODY) {
            self.settle_all();
        }
        if element == Element::SVG {
            match tag.self_closing {
                true => self.close(true),
                false => self.foreign.push(tag.name.clone()),
            }
            return Content::Markup;
        }
        element.content()
    }

    fn end(&mut self, at: At, name: At) {
        if self.failed {
            return;
        }
        let inserted = self.is_inserted(&at, None);
        self.after_start = false;
        if !self.foreign.is_empty() {
            self.failed |= inserted;
            self.end_foreign(&name);
            return;
        }
        let element = Element::of(self.text[name.clone()].as_bytes());
        let number = self.number(element, &name);
        let mut reach = self.stack.iter().rev().take(REACH);
        let Some(above) =
            reach.position(|frame| (frame.number, frame.inserted) == (number, inserted))
        else {
            // The end tag closes no known element.
            self.loose |= element == Element::A;
            self.flush();
            self.push(What::End, number, inserted);
            self.irregular(self.marks.len() - 1);
            return;
        };
        let from = self.stack.len() - above;
        let is_implied = |frame: &Frame| group(frame.number).is_some();
        if inserted && above > 0 || !self.stack[from..].iter().all(is_implied) {
            let link = Element::A.number();
            self.loose |= self.stack[from - 1..].iter().any(|frame| frame.number as usize == link);
            for frame in &mut self.stack[from - 1..] {
                frame.plain = false;
            }
        }
        for _ in 0..above {
            self.close(false);
        }
        self.close(true);
    }

    fn comment(&mut self) {
        self.after_start = false;
    }

    fn doctype(&mut self, doctype: &Doctype) {
        self.interrupt();
        self.push(What::Doctype, self.doctypes.len() as u32, false);
        self.doctypes.push(doctype.clone());
    }

    fn is_foreign(&mut self) -> bool {
        !self.foreign.is_empty()
    }
}

/// Returns `true` if an insertion between two positions splits a token of the source: a reference,
/// a line end, or a line feed that is ignored because it follows a start tag.
fn cuts(text: &str, from: usize, to: usize, after_start: bool) -> bool {
    let (before, after) = (&text.as_bytes()[..from], &text.as_bytes()[to..]);
    let feeds = after.first() == Some(&b'\n');
    let tail = &before[before.len().saturating_sub(REFERENCE)..];
    let reference = tail.iter().rposition(|byte| *byte == b'&').is_some_and(|at| {
        tail[at + 1..].iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'#')
    });
    let returns = after.first() == Some(&b'\r');
    reference || (feeds || returns) && after_start || feeds && before.last() == Some(&b'\r')
}

fn is_hidden(text: &str, tag: &StartTag<'_>) -> bool {
    let kind = tag
        .attributes
        .iter()
        .find(|attribute| text[attribute.name.clone()].eq_ignore_ascii_case("type"));
    kind.is_some_and(|kind| text[kind.value.clone()].eq_ignore_ascii_case("hidden"))
}

/// Checks that a range of markup is exactly one start tag.
struct Alone {
    whole: At,
    name: usize,
    tags: usize,
    same: bool,
}

impl Tokens for Alone {
    fn text(&mut self, _: At, _: bool) {
        self.same = false;
    }

    fn start(&mut self, tag: &StartTag<'_>) -> Content {
        self.tags += 1;
        self.same &= tag.at == self.whole && tag.name.len() == self.name;
        Content::Markup
    }

    fn end(&mut self, _: At, _: At) {
        self.same = false;
    }

    fn is_foreign(&mut self) -> bool {
        false
    }
}
