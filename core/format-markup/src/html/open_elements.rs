//! The stack of open elements without a tree. It handles start and end tags like the tree builder
//! of the HTML Standard (13.2.6), as far as they affect text, units and inheritance.

use super::element::{COUNT, Element};
use glossweave_document::{InsertionBarrier, InsertionContext};

/// The maximum number of open elements that an end tag is compared with. If the element is not
/// among them, the tag counts as unmatched, so that reading is never quadratic.
const REACH: usize = 256;

/// The properties that the content of an element inherits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// `true` if the content is not text of the document (`script`, `translate=no`).
    pub hidden: bool,
    /// `true` if white space is preserved.
    pub pre: bool,
    /// `true` for an element of SVG or MathML.
    pub foreign: bool,
    /// `true` for an element of MathML.
    pub math: bool,
    /// `true` if the content of a foreign element is HTML.
    pub integration: bool,
    pub zone: InsertionContext,
    /// The level of the heading that the element is or is inside of; 0 for other text.
    pub heading: u8,
    /// The index in the languages of the reader.
    pub language: u32,
    /// The index in the `its-annotators-ref` values of the reader.
    pub annotators: u32,
}

impl State {
    /// Returns `true` if tags are parsed according to the rules for foreign content (13.2.6.5).
    pub fn in_foreign(&self) -> bool {
        self.foreign && !self.integration
    }
}

/// The number used for an element without annotations.
pub(super) const NO_NOTE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Open {
    element: Element,
    /// The number of the name of an unknown element, used to match its end tag.
    name: u32,
    note: u32,
    /// `true` if the element splits the text around it, `false` if not, `None` if this depends on
    /// the name of the element.
    splits: Option<bool>,
    outer: State,
}

impl Open {
    fn closed(&self) -> Closed {
        let default = || !self.element.is_inline() && !self.outer.in_foreign();
        Closed { note: self.note, splits: self.splits.unwrap_or_else(default) }
    }
}

/// The remaining work for a closed element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Closed {
    pub note: u32,
    /// `true` if the text after the element belongs to another unit.
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
    /// `true` if the page has frames. Such a page has no body and therefore no text.
    frames: bool,
    /// `true` after the end tag of the body.
    after_body: bool,
    /// The maximum depth of nested elements.
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

    /// Returns `true` if the body has begun.
    pub fn in_body(&self) -> bool {
        self.in_body
    }

    /// Returns `true` after the end tag of the body.
    pub fn is_after_body(&self) -> bool {
        self.after_body
    }

    /// Returns `true` if the page has frames.
    pub fn has_frames(&self) -> bool {
        self.frames
    }

    /// Returns the top element, or [`Element::OTHER`] if the stack is empty.
    pub fn top(&self) -> Element {
        self.stack.last().map_or(Element::OTHER, |open| open.element)
    }

    /// Handles text other than white space, which ends the head.
    pub fn meet_text(&mut self) {
        // After the body, the tree builder adds white space and comments to different parents than
        // text.
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

    /// Closes the elements that a start tag closes, and appends them to `closed`. Returns `false`
    /// if the tag itself opens no element.
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
                if let Some(index) = self.find(|open| open.element == element, Boundary::Scope) {
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

    /// Returns the state of the content of an element, before its attributes are read.
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
        state.heading = element.heading_level().unwrap_or(state.heading);
        state.pre |= element.is_pre();
        if element.is_foreign_root() {
            state.foreign = true;
            state.math = element == Element::MATH;
            state.zone.obstacle = Some(InsertionBarrier::Foreign);
        } else if element.is_text_only() {
            state.zone.obstacle = Some(InsertionBarrier::TextOnly);
        } else if element.takes_no_phrase() {
            state.zone.obstacle = Some(InsertionBarrier::NoPhrase);
        } else if element.is_cell() {
            if state.zone.obstacle == Some(InsertionBarrier::Table) {
                state.zone.obstacle = None;
            }
        } else if element.is_table_part() && state.zone.obstacle.is_none() {
            state.zone.obstacle = Some(InsertionBarrier::Table);
        }
        state
    }

    /// Handles an end tag. Closed elements are appended to `closed`. Returns `false` if no element
    /// was closed.
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
            let Some(index) = self.find(same, Boundary::Scope) else { return self.stray() };
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
        let boundary = if element.is_table_part() || element.is_cell() {
            Boundary::Table
        } else {
            Boundary::Scope
        };
        let found = if element.is_heading() {
            self.find(|open| open.element.is_heading(), boundary)
        } else {
            self.find(same, boundary)
        };
        let Some(index) = found else { return self.stray() };
        self.regular &= self.stack[index + 1..].iter().all(|open| implied(open.element));
        self.pop_to(index);
        true
    }

    /// Closes all elements at the end of the source.
    pub fn finish(&mut self) {
        self.pop_to(0);
    }

    fn stray(&mut self) -> bool {
        self.regular = false;
        false
    }

    /// Handles "any other end tag", which closes elements until it finds a match or a special
    /// element.
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

    fn find(&self, is_sought: impl Fn(&Open) -> bool, boundary: Boundary) -> Option<usize> {
        for (index, open) in self.stack.iter().enumerate().rev().take(REACH) {
            if is_sought(open) {
                return Some(index);
            }
            let stops = match boundary {
                Boundary::Scope => open.element.is_scope(),
                Boundary::Table => {
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

    /// Closes the previous `li`, `dd` or `dt`, unless another special element is open inside it.
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

    /// Closes an open cell, then any of the given table parts at the top of the stack.
    fn close_cells(&mut self, parts: &[Element]) {
        let cell = self.find(|open| open.element.is_cell(), Boundary::Table);
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

    /// Removes an element from the middle of the stack. The elements above keep their inherited
    /// state until they end.
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

/// The boundary used to limit an end tag.
#[derive(Clone, Copy)]
enum Boundary {
    Scope,
    Table,
}

/// Returns `true` if the end tag of an element may be omitted.
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
