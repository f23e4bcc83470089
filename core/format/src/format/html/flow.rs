//! The open elements, kept without a tree: what the tree builder of the HTML Standard (13.2.6) does
//! with start and end tags as far as it decides what is text, what belongs together and what
//! inherits.

use super::element::{COUNT, Element};
use crate::document::{Obstacle, Zone};

/// How far down an end tag looks for its start tag. Beyond it a tag counts as unmatched, so that
/// no source makes reading quadratic.
const REACH: usize = 256;

/// What inherits from an element to its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// The text is not text of the document (`script`, `translate=no`).
    pub hidden: bool,
    /// White space stays.
    pub pre: bool,
    /// The element is one of SVG or MathML.
    pub foreign: bool,
    /// It is one of MathML.
    pub math: bool,
    /// It is one whose content is HTML all the same.
    pub integration: bool,
    pub zone: Zone,
    /// Index into the languages that the reader has met.
    pub language: u32,
    /// Index into the `its-annotators-ref` values that the reader has met.
    pub annotators: u32,
}

impl State {
    /// Whether tags are read by the rules of foreign content (13.2.6.5).
    pub fn in_foreign(&self) -> bool {
        self.foreign && !self.integration
    }
}

/// No note: the element is no annotation.
pub(super) const NO_NOTE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Open {
    element: Element,
    /// Distinguishes unknown elements by their names.
    name: u32,
    note: u32,
    /// Whether it splits the text around it, where that is not what its name says.
    splits: Option<bool>,
    outer: State,
}

impl Open {
    fn closed(&self) -> Closed {
        let default = || !self.element.is_inline() && !self.outer.in_foreign();
        Closed { note: self.note, splits: self.splits.unwrap_or_else(default) }
    }
}

/// What an element that was closed leaves to do.
#[derive(Clone, Copy, Debug)]
pub(super) struct Closed {
    pub note: u32,
    /// Whether the text after it belongs to another unit.
    pub splits: bool,
}

/// The stack of open elements.
pub(super) struct Flow {
    stack: Vec<Open>,
    open: [u32; COUNT],
    pub state: State,
    pub closed: Vec<Closed>,
    pub regular: bool,
    in_body: bool,
    /// The page is one of frames: it has no body and so no text.
    frames: bool,
    /// The end tag of the body was met.
    after_body: bool,
    /// How deep elements nested at the most.
    pub depth: usize,
}

impl Flow {
    pub fn new(state: State) -> Flow {
        Flow {
            stack: Vec::new(),
            open: [0; COUNT],
            state,
            closed: Vec::new(),
            regular: true,
            in_body: false,
            frames: false,
            after_body: false,
            depth: 0,
        }
    }

    /// Whether something of the body was met.
    pub fn in_body(&self) -> bool {
        self.in_body
    }

    /// Whether the end tag of the body was met.
    pub fn is_after_body(&self) -> bool {
        self.after_body
    }

    /// Whether the page is one of frames.
    pub fn has_frames(&self) -> bool {
        self.frames
    }

    /// The element on top, or [`Element::OTHER`].
    pub fn top(&self) -> Element {
        self.stack.last().map_or(Element::OTHER, |open| open.element)
    }

    /// Text that is not white space ends the head.
    pub fn meet_text(&mut self) {
        // After the body, white space and comments go elsewhere than text.
        self.regular &= !self.after_body;
        if !self.in_body && !self.inside_head_element() {
            self.enter_body();
        }
    }

    fn inside_head_element(&self) -> bool {
        !matches!(self.top(), Element::OTHER | Element::HTML | Element::HEAD_)
            && !self.stack.is_empty()
    }

    fn enter_body(&mut self) {
        self.in_body = true;
        if self.open[Element::HEAD_.number()] > 0 {
            self.pop_until(|open| open.element == Element::HEAD_);
        }
    }

    /// Closes what a start tag closes; `false` where it opens nothing itself. Elements that were
    /// closed stand in `closed`.
    pub fn before_start(&mut self, element: Element) -> bool {
        self.frames |= element == Element::FRAMESET && !self.in_body;
        if self.state.in_foreign() && element.breaks_out() {
            self.regular = false;
            while self.state.in_foreign() && !self.stack.is_empty() {
                self.pop();
            }
        }
        let in_select = self.open[Element::SELECT.number()] > 0 && !self.state.in_foreign();
        if element == Element::SELECT && in_select {
            self.regular = false;
            self.close_in_scope(element, &[]);
            return false;
        }
        self.close_before(element);
        true
    }

    fn close_before(&mut self, element: Element) {
        let structural = matches!(element, Element::HTML | Element::HEAD_);
        if !self.in_body && !structural && !self.state.in_foreign() {
            let in_head = element.stands_in_head() || self.open[Element::TEMPLATE.number()] > 0;
            if !in_head {
                self.enter_body();
            }
        }
        if self.state.in_foreign() {
            return;
        }
        if element.ends_p() && self.open[Element::P.number()] > 0 {
            self.close_in_scope(Element::P, &[Element::BUTTON]);
        }
        match element {
            Element::LI => self.close_item(&[Element::LI]),
            Element::DD | Element::DT => self.close_item(&[Element::DD, Element::DT]),
            Element::OPTION => self.close_top(&[Element::OPTION]),
            Element::OPTGROUP => {
                self.close_top(&[Element::OPTION]);
                self.close_top(&[Element::OPTGROUP]);
            }
            Element::TD | Element::TH => self.close_cells(&[]),
            Element::TR => self.close_cells(&[Element::TR]),
            Element::TBODY
            | Element::THEAD
            | Element::TFOOT
            | Element::CAPTION
            | Element::COLGROUP => self.close_cells(&[
                Element::TR,
                Element::TBODY,
                Element::THEAD,
                Element::TFOOT,
                Element::COLGROUP,
            ]),
            Element::RT | Element::RP => self.close_top(&[Element::RT, Element::RP]),
            Element::RB | Element::RTC => {
                self.close_top(&[Element::RT, Element::RP, Element::RB]);
                self.close_top(&[Element::RTC]);
            }
            Element::A | Element::NOBR if self.open[element.number()] > 0 => {
                if let Some(index) = self.find(|open| open.element == element, Reach::Scope) {
                    self.regular = false;
                    self.remove(index);
                }
            }
            Element::BUTTON if self.open[Element::BUTTON.number()] > 0 => {
                self.regular = false;
                self.close_in_scope(Element::BUTTON, &[]);
            }
            _ if element.is_heading() && self.top().is_heading() => {
                self.regular = false;
                self.pop();
            }
            _ => {}
        }
    }

    /// Opens an element whose content inherits `state`.
    pub fn push(
        &mut self,
        element: Element,
        name: u32,
        note: u32,
        splits: Option<bool>,
        state: State,
    ) {
        self.open[element.number()] += 1;
        self.stack.push(Open { element, name, note, splits, outer: self.state });
        self.depth = self.depth.max(self.stack.len());
        self.state = state;
    }

    /// The state of the content of an element, before its attributes were looked at.
    pub fn state_in(&self, element: Element) -> State {
        let mut state = self.state;
        if state.in_foreign() {
            state.integration = element.is_integration_point(state.math);
            if element == Element::FOREIGN_OBJECT {
                state.zone.obstacle = None;
            }
            return state;
        }
        (state.foreign, state.math, state.integration) = (false, false, false);
        state.hidden |= element.is_hidden();
        state.pre |= element.is_pre();
        if element.is_foreign_root() {
            state.foreign = true;
            state.math = element == Element::MATH;
            state.zone.obstacle = Some(Obstacle::Foreign);
        } else if element.is_text_only() {
            state.zone.obstacle = Some(Obstacle::TextOnly);
        } else if element.takes_no_phrase() {
            state.zone.obstacle = Some(Obstacle::NoPhrase);
        } else if element.is_cell() {
            if state.zone.obstacle == Some(Obstacle::Table) {
                state.zone.obstacle = None;
            }
        } else if element.is_table_part() && state.zone.obstacle.is_none() {
            state.zone.obstacle = Some(Obstacle::Table);
        }
        state
    }

    /// Handles an end tag. Elements that were closed stand in `closed`; `false` where it closes
    /// nothing.
    pub fn end(&mut self, element: Element, name: u32) -> bool {
        if matches!(element, Element::BODY | Element::HTML) {
            self.after_body |= self.in_body;
            return false;
        }
        if self.open[element.number()] == 0 && !element.is_heading() {
            self.regular &= element == Element::BR;
            return false;
        }
        let same = |open: &Open| open.element == element && open.name == name;
        if self.state.in_foreign() || element == Element::OTHER {
            return self.close_ordinary(same);
        }
        if element.is_formatting() {
            let Some(index) = self.find(same, Reach::Scope) else { return self.stray() };
            if self.stack[index + 1..].iter().any(|open| open.element.is_special()) {
                self.regular = false;
                self.remove(index);
            } else {
                self.regular &= index + 1 == self.stack.len();
                self.pop_to(index);
            }
            return true;
        }
        if element.is_inline() && !element.is_scope() && !element.is_special() {
            return self.close_ordinary(same);
        }
        let reach =
            if element.is_table_part() || element.is_cell() { Reach::Table } else { Reach::Scope };
        let found = if element.is_heading() {
            self.find(|open| open.element.is_heading(), reach)
        } else {
            self.find(same, reach)
        };
        let Some(index) = found else { return self.stray() };
        self.regular &= self.stack[index + 1..].iter().all(|open| implied(open.element));
        self.pop_to(index);
        true
    }

    /// Closes everything at the end of the source.
    pub fn finish(&mut self) {
        self.pop_to(0);
    }

    fn stray(&mut self) -> bool {
        self.regular = false;
        false
    }

    /// "Any other end tag": reaches through everything that is not special.
    fn close_ordinary(&mut self, same: impl Fn(&Open) -> bool) -> bool {
        let foreign = self.state.in_foreign();
        for (index, open) in self.stack.iter().enumerate().rev().take(REACH) {
            if same(open) {
                self.regular &= index + 1 == self.stack.len();
                self.pop_to(index);
                return true;
            }
            if open.element.is_special() && !foreign {
                break;
            }
        }
        self.stray()
    }

    fn find(&self, wanted: impl Fn(&Open) -> bool, reach: Reach) -> Option<usize> {
        for (index, open) in self.stack.iter().enumerate().rev().take(REACH) {
            if wanted(open) {
                return Some(index);
            }
            let stops = match reach {
                Reach::Scope => open.element.is_scope(),
                Reach::Table => {
                    matches!(open.element, Element::TABLE_ | Element::TEMPLATE | Element::HTML)
                }
            };
            if stops {
                return None;
            }
        }
        None
    }

    fn close_in_scope(&mut self, element: Element, also_stop: &[Element]) {
        let found = self.stack.iter().enumerate().rev().take(REACH).find_map(|(index, open)| {
            if open.element == element {
                Some(Some(index))
            } else if open.element.is_scope() || also_stop.contains(&open.element) {
                Some(None)
            } else {
                None
            }
        });
        if let Some(Some(index)) = found {
            self.regular &= self.stack[index + 1..].iter().all(|open| implied(open.element));
            self.pop_to(index);
        }
    }

    /// `li`, `dd` and `dt` close the one before unless another special element is between.
    fn close_item(&mut self, items: &[Element]) {
        if items.iter().all(|item| self.open[item.number()] == 0) {
            return;
        }
        for (index, open) in self.stack.iter().enumerate().rev().take(REACH) {
            if items.contains(&open.element) {
                self.regular &= self.stack[index + 1..].iter().all(|open| implied(open.element));
                self.pop_to(index);
                return;
            }
            let passes = matches!(open.element, Element::ADDRESS | Element::DIV | Element::P);
            if open.element.is_special() && !passes {
                return;
            }
        }
    }

    fn close_top(&mut self, elements: &[Element]) {
        if elements.contains(&self.top()) {
            self.pop();
        }
    }

    /// Closes an open cell, and then the parts of the table that are given, from the top.
    fn close_cells(&mut self, parts: &[Element]) {
        let cell = self.find(|open| open.element.is_cell(), Reach::Table);
        if let Some(index) = cell {
            self.regular &= self.stack[index + 1..].iter().all(|open| implied(open.element));
            self.pop_to(index);
        }
        while parts.contains(&self.top()) {
            self.pop();
        }
    }

    fn pop_until(&mut self, last: impl Fn(&Open) -> bool) {
        if let Some(index) = self.stack.iter().rposition(last) {
            self.pop_to(index);
        }
    }

    fn pop_to(&mut self, index: usize) {
        while self.stack.len() > index {
            self.pop();
        }
    }

    fn pop(&mut self) {
        if let Some(open) = self.stack.pop() {
            self.open[open.element.number()] -= 1;
            self.state = open.outer;
            self.closed.push(open.closed());
        }
    }

    /// Takes an element out of the middle; what is above keeps what it inherited until it ends.
    fn remove(&mut self, index: usize) {
        if index + 1 == self.stack.len() {
            self.pop();
            return;
        }
        let open = self.stack.remove(index);
        self.open[open.element.number()] -= 1;
        if let Some(above) = self.stack.get_mut(index) {
            above.outer = open.outer;
        }
        self.closed.push(open.closed());
    }
}

/// How far an end tag reaches.
#[derive(Clone, Copy)]
enum Reach {
    Scope,
    Table,
}

/// Elements whose end tag may be left out.
fn implied(element: Element) -> bool {
    matches!(
        element,
        Element::P
            | Element::LI
            | Element::DD
            | Element::DT
            | Element::OPTION
            | Element::OPTGROUP
            | Element::RB
            | Element::RP
            | Element::RT
            | Element::RTC
            | Element::TR
            | Element::TD
            | Element::TH
            | Element::TBODY
            | Element::THEAD
            | Element::TFOOT
            | Element::COLGROUP
            | Element::CAPTION
    )
}
