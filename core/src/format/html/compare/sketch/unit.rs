//! Units in a row, and which of them are shown.

use super::read::Sketcher;
use super::{Frame, Mark, What};
use crate::format::html::element::{COUNT, Element};
use crate::markup::html::tree::TagName;
use crate::markup::html::{At, StartTag};

/// The number of open elements among which an end tag looks for its start tag.
pub(super) const REACH: usize = 256;

impl Sketcher<'_> {
    pub fn number(&mut self, element: Element, name: &At) -> u32 {
        if element != Element::OTHER {
            return element.number() as u32;
        }
        let name = self.text[name.clone()].to_ascii_lowercase();
        let next = (COUNT + self.others.len()) as u32;
        let others = &mut self.others;
        *self.numbers.entry(name.into_boxed_str()).or_insert_with_key(|name| {
            others.push(TagName::from(&**name));
            next
        })
    }

    pub fn push(&mut self, what: What, number: u32, inserted: bool) {
        self.marks.push(Mark { what, number, inserted, hidden: false });
    }

    /// Something interrupts the units in a row.
    pub fn interrupt(&mut self) {
        self.flush();
        let Some(top) = self.stack.last_mut() else { return };
        if let Some(last) = top.last.filter(|_| top.last != top.shown) {
            self.marks.extend(&self.bodies[last as usize]);
        }
        self.rows += 1;
        top.plain = false;
        (top.row, top.last, top.shown) = (self.rows, None, None);
    }

    /// The marks from a place on are a unit: it is shown where it was not yet shown after the one
    /// before it.
    pub fn unit(&mut self, start: usize) {
        let marks = &self.marks[start..];
        let number = match self.units.get(marks) {
            Some(number) => *number,
            None => {
                let number = self.bodies.len() as u32;
                self.bodies.push(marks.into());
                self.units.insert(marks.into(), number);
                number
            }
        };
        self.marks.truncate(start);
        let Some(top) = self.stack.last_mut() else { return };
        let before = top.last.replace(number);
        if before == Some(number) || !self.pairs.insert((top.row, before, number)) {
            return;
        }
        if let Some(before) = before.filter(|_| before != top.shown) {
            self.marks.extend(&self.bodies[before as usize]);
        }
        self.marks.extend(&self.bodies[number as usize]);
        top.shown = Some(number);
    }

    pub fn put_text(&mut self, what: What) {
        self.pending = Some(match (self.pending, what) {
            (None, what) => what,
            (Some(What::Space), What::Word | What::SpaceWord) => What::SpaceWord,
            (Some(before), _) => before,
        });
    }

    /// Something that is neither a text nor remains open.
    pub fn put_image(&mut self) {
        self.flush();
        self.push(What::Start, Element::IMG.number() as u32, false);
        self.unit(self.marks.len() - 1);
    }

    pub fn flush(&mut self) {
        if let Some(what) = self.pending.take() {
            self.push(what, 0, false);
            self.unit(self.marks.len() - 1);
        }
    }

    pub fn open(&mut self, number: u32, inserted: bool, start: usize, plain: bool) {
        self.rows += 1;
        let row = self.rows;
        self.stack.push(Frame { number, inserted, start, plain, row, last: None, shown: None });
    }

    /// Ends the element on top, with its end tag where it has one.
    pub fn close(&mut self, tag: bool) {
        self.flush();
        let Some(frame) = self.stack.pop() else { return };
        if tag {
            self.push(What::End, frame.number, frame.inserted);
        }
        self.links -= usize::from(frame.number as usize == Element::A.number());
        if !frame.plain {
            self.interrupt();
            return;
        }
        let image = Element::IMG.number() as u32;
        let is_flat = |mark: &Mark| {
            mark.is_text() || mark.what == What::Start && mark.number == image && !mark.inserted
        };
        let inner = self.marks.get(frame.start + 1..self.marks.len() - 1);
        let is_flat = inner.is_some_and(|inner| inner.iter().all(is_flat));
        if tag && is_flat && !frame.inserted && self.is_phrase(frame.number) {
            self.marks.truncate(frame.start);
            self.put_image();
        } else {
            self.unit(frame.start);
        }
    }

    /// Returns true if the builder treats an element that holds texts and images as it treats an image.
    fn is_phrase(&self, number: u32) -> bool {
        if number as usize == Element::A.number() {
            return self.links == 0 && !self.loose;
        }
        PHRASES.iter().any(|element| element.number() == number as usize)
    }

    /// Ends the elements whose end tags may be left out before a start tag.
    pub fn close_implied(&mut self, element: Element) {
        let Some(group) = group(element.number() as u32) else { return };
        let open = self.stack.iter().rev().map(|frame| self::group(frame.number));
        let mut open = open.take_while(Option::is_some).take(REACH);
        if let Some(count) = open.position(|one| one == Some(group)) {
            for _ in 0..=count {
                self.close(false);
            }
        }
    }

    pub fn start_foreign(&mut self, element: Element, tag: &StartTag<'_>) {
        let within =
            self.foreign.last().map(|name| Element::of(self.text[name.clone()].as_bytes()));
        let holds_html = within.is_some_and(|one| matches!(one, Element::TITLE | Element::DESC));
        let unusual = matches!(
            element,
            Element::FONT
                | Element::SCRIPT
                | Element::STYLE
                | Element::MATH
                | Element::TEMPLATE
                | Element::FOREIGN_OBJECT
        );
        self.failed |= holds_html || unusual || element.breaks_out();
        if !tag.self_closing {
            self.foreign.push(tag.name.clone());
        }
    }

    pub fn end_foreign(&mut self, name: &At) {
        let open = self.foreign.pop().map(|open| &self.text[open]);
        self.failed |=
            !open.is_some_and(|open| open.eq_ignore_ascii_case(&self.text[name.clone()]));
        if self.foreign.is_empty() {
            self.close(true);
        }
    }
}

/// Elements that the builder may end by itself, by what starts another one of their kind.
pub(super) fn group(number: u32) -> Option<u8> {
    let found = GROUPS.iter().find(|(element, _)| element.number() == number as usize);
    found.map(|(_, group)| *group)
}

const GROUPS: &[(Element, u8)] = &[
    (Element::P, 1),
    (Element::LI, 2),
    (Element::DD, 3),
    (Element::DT, 3),
    (Element::TD, 4),
    (Element::TH, 4),
    (Element::TR, 5),
    (Element::TBODY, 6),
    (Element::THEAD, 6),
    (Element::TFOOT, 6),
    (Element::OPTION, 7),
];

/// Elements in whose content, or after which, tags mean something else.
pub(super) const UNUSUAL: &[Element] = &[
    Element::COMMAND,
    Element::FRAME,
    Element::FRAMESET,
    Element::ISINDEX,
    Element::MATH,
    Element::PLAINTEXT,
    Element::TEMPLATE,
];

/// Elements that are never left out, for they leave more behind than others.
pub(super) const IMPURE: &[Element] = &[
    Element::APPLET,
    Element::BODY,
    Element::FORM,
    Element::HEAD_,
    Element::HTML,
    Element::MARQUEE,
    Element::NOSCRIPT,
    Element::OBJECT,
    Element::OPTGROUP,
    Element::SELECT,
];

/// Elements that do with the builder what an image does, where nothing but texts and
/// images is in them.
const PHRASES: &[Element] = &[
    Element::ABBR,
    Element::ACRONYM,
    Element::B,
    Element::BDI,
    Element::BDO,
    Element::BIG,
    Element::CITE,
    Element::CODE,
    Element::DEL,
    Element::DFN,
    Element::EM,
    Element::FONT,
    Element::I,
    Element::INS,
    Element::KBD,
    Element::LABEL,
    Element::MARK,
    Element::Q,
    Element::S,
    Element::SAMP,
    Element::SMALL,
    Element::SPAN,
    Element::STRIKE,
    Element::STRONG,
    Element::SUB,
    Element::SUP,
    Element::TIME,
    Element::TT,
    Element::U,
    Element::VAR,
];
