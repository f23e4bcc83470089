//! Units in a row, and the selection of units for the sketch.

use super::group::{PHRASES, REACH, group};
use super::read::Sketcher;
use super::{Frame, Mark, Row, What};
use crate::html::element::{COUNT, Element};
use glossweave_markup::At;
use glossweave_markup::html::StartTag;
use glossweave_markup::html::tree::TagName;

/// The maximum number of marks in an element with badly nested markup. Larger elements become
/// permanent in the sketch.
const LARGE: usize = 64;

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

    /// Passes the marks of the sketch to the builders.
    pub fn feed(&mut self) {
        for mark in &self.marks[self.fed..] {
            self.twin.push(*mark, &self.doctypes, &self.others);
        }
        self.fed = self.marks.len();
    }

    /// Adds the omitted units that lead to the state required by the next unit.
    fn pay(&mut self) {
        for unit in self.owed.drain(..) {
            self.marks.extend(&self.bodies[unit as usize]);
        }
    }

    /// Interrupts the units in a row.
    pub fn interrupt(&mut self) {
        self.flush();
        let Some(top) = self.stack.last_mut() else { return };
        let last = top.last.filter(|_| top.last != top.shown);
        let live = top.live;
        self.rows += 1;
        top.plain = false;
        top.row = if live { Row::Open } else { Row::Own(self.rows) };
        (top.last, top.shown) = (None, None);
        if live {
            self.pay();
        }
        if let Some(last) = last {
            self.marks.extend(&self.bodies[last as usize]);
        }
        let pending = self.stack.iter().find(|frame| !frame.live);
        if pending.is_some_and(|frame| self.marks.len() - frame.start > LARGE) {
            self.settle_all();
        }
    }

    /// Makes all open elements permanent in the sketch.
    pub fn settle_all(&mut self) {
        let Some(first) = self.stack.iter().position(|frame| !frame.live) else { return };
        let start = self.stack[first].start;
        let inner = self.marks.split_off(start);
        self.pay();
        let moved = self.marks.len() - start;
        self.marks.extend(inner);
        for frame in &mut self.stack[first..] {
            frame.start += moved;
            (frame.live, frame.plain, frame.row) = (true, false, Row::Open);
            (frame.last, frame.shown) = (None, None);
        }
    }

    /// Removes the marks from a position on, and returns the number of the unit that consists of
    /// them.
    fn cut(&mut self, start: usize) -> u32 {
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
        number
    }

    /// Returns the row of the top element.
    fn row(&mut self) -> Row {
        let Some(top) = self.stack.last() else { return Row::Open };
        if top.row != Row::Open {
            return top.row;
        }
        self.feed();
        let row = self.reach();
        if let Some(top) = self.stack.last_mut() {
            top.row = row;
        }
        row
    }

    /// Returns the row for the state of the builders, or a separate row if the state is incomplete.
    fn reach(&mut self) -> Row {
        if let Some(state) = self.twin.state() {
            self.reached = state;
            return Row::State(state);
        }
        self.rows += 1;
        Row::Own(self.rows)
    }

    /// Ends a unit that consists of the marks from a position on. In a separate row, the unit is
    /// included if it has not yet been included after the previous unit. In a state, it is included
    /// if it has not yet been included in that state.
    pub fn unit(&mut self, start: usize) {
        let number = self.cut(start);
        match self.row() {
            Row::State(state) => self.unit_in_state(state, number),
            Row::Own(row) => self.unit_in_row(row, number),
            Row::Open => {}
        }
    }

    /// Handles marks from a position on that do not nest well, so that they are not a unit. Their
    /// effect is still determined if the state is complete.
    pub fn irregular(&mut self, start: usize) {
        if self.stack.last().is_some_and(|top| top.live) {
            let number = self.cut(start);
            if let Row::State(state) = self.row() {
                self.unit_in_state(state, number);
                return;
            }
            self.marks.extend(&self.bodies[number as usize]);
        }
        let marks = self.marks.split_off(start);
        self.interrupt();
        self.marks.extend(marks);
    }

    fn unit_in_state(&mut self, state: u32, number: u32) {
        let known = self.ways.get(&(state, number)).copied();
        let row = if let Some(next) = known {
            if next == self.reached {
                self.owed.clear();
            } else if next != state {
                self.owed.push(number);
            }
            Row::State(next)
        } else {
            self.pay();
            self.marks.extend(&self.bodies[number as usize]);
            self.feed();
            let row = self.reach();
            if let Row::State(next) = row {
                self.ways.insert((state, number), next);
            }
            row
        };
        if let Some(top) = self.stack.last_mut() {
            (top.row, top.last, top.shown) = (row, Some(number), Some(number));
        }
    }

    fn unit_in_row(&mut self, row: u32, number: u32) {
        let Some(top) = self.stack.last_mut() else { return };
        let before = top.last.replace(number);
        if before == Some(number) || !self.pairs.insert((row, before, number)) {
            return;
        }
        if let Some(before) = before.filter(|_| before != top.shown) {
            self.marks.extend(&self.bodies[before as usize]);
        }
        self.marks.extend(&self.bodies[number as usize]);
        top.shown = Some(number);
        if !top.live {
            return;
        }
        self.feed();
        if let Some(state) = self.twin.state() {
            self.reached = state;
            if let Some(top) = self.stack.last_mut() {
                top.row = Row::State(state);
            }
        }
    }

    pub fn put_text(&mut self, what: What) {
        self.pending = Some(match (self.pending, what) {
            (None, what) => what,
            (Some(What::Space), What::Word | What::SpaceWord) => What::SpaceWord,
            (Some(before), _) => before,
        });
    }

    /// Adds an image, which represents markup that is not text and does not remain open.
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
        let row = Row::Own(self.rows);
        let (live, last, shown) = (false, None, None);
        self.stack.push(Frame { number, inserted, start, plain, live, row, last, shown });
    }

    /// Ends the top element, with an end tag if `tag` is set.
    pub fn close(&mut self, tag: bool) {
        self.flush();
        let Some(frame) = self.stack.pop() else { return };
        if frame.live {
            self.pay();
        }
        if tag {
            self.push(What::End, frame.number, frame.inserted);
        }
        self.links -= usize::from(frame.number as usize == Element::A.number());
        if frame.live {
            self.interrupt();
            return;
        }
        if !frame.plain {
            self.irregular(frame.start);
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

    /// Returns `true` if the builder treats an element that contains only texts and images like an
    /// image.
    fn is_phrase(&self, number: u32) -> bool {
        if number as usize == Element::A.number() {
            return self.links == 0 && !self.loose;
        }
        PHRASES.iter().any(|element| element.number() == number as usize)
    }

    /// Ends the elements whose end tags may be omitted before a start tag.
    pub fn close_implied(&mut self, element: Element) {
        let Some(group) = group(element.number() as u32) else { return };
        let open = self.stack.iter().rev().map(|frame| super::group::group(frame.number));
        let mut open = open.take_while(Option::is_some).take(REACH);
        if let Some(count) = open.position(|other| other == Some(group)) {
            for _ in 0..=count {
                self.close(false);
            }
        }
    }

    pub fn start_foreign(&mut self, element: Element, tag: &StartTag<'_>) {
        let within =
            self.foreign.last().map(|name| Element::of(self.text[name.clone()].as_bytes()));
        let holds_html =
            within.is_some_and(|element| matches!(element, Element::TITLE | Element::DESC));
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
