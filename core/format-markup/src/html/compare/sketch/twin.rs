//! The trees of a source and its result, built from the same marks.

use std::collections::HashMap;
use std::sync::OnceLock;

use super::{Mark, What};
use crate::html::element::{COUNT, Element};
use glossweave_markup::html::tree::{Bare, BareTree, State, TagName, Walk};
use glossweave_markup::html::{Content, Doctype};

pub(super) struct Twin {
    before: BareTree,
    after: BareTree,
    /// For each mark, `true` if it was inserted.
    inserted: Vec<bool>,
    states: HashMap<(State, State), u32>,
    /// `true` if the states of the builders are complete.
    shows: bool,
    failed: bool,
}

impl Twin {
    pub fn new() -> Twin {
        Twin {
            before: BareTree::default(),
            after: BareTree::default(),
            inserted: Vec::new(),
            states: HashMap::new(),
            shows: true,
            failed: false,
        }
    }

    /// Passes a mark to the builders.
    pub fn push(&mut self, mark: Mark, doctypes: &[Doctype], others: &[TagName]) {
        let place = self.inserted.len();
        self.inserted.push(mark.inserted);
        let names = names();
        let name = |number: u32| match names.get(number as usize) {
            Some(name) => Some(name),
            None => others.get(number as usize - COUNT),
        };
        let mut text = String::new();
        let token = match mark.what {
            What::Doctype => doctypes.get(mark.number as usize).map(Bare::Doctype),
            What::Start => name(mark.number).map(|name| Bare::Start {
                name,
                place,
                content: content(mark.number),
                foreign: is(mark, Element::SVG),
                hidden: mark.hidden,
            }),
            What::End => name(mark.number).map(Bare::End),
            What::Space | What::Word | What::SpaceWord => {
                if mark.what != What::Word {
                    text.push(' ');
                }
                if mark.what != What::Space {
                    // A character that distinguishes texts.
                    text.push(char::from_u32(0x4E00 + (place % 0x5000) as u32).unwrap_or('x'));
                }
                Some(Bare::Text(&text))
            }
        };
        let Some(token) = token else { return };
        // After the body, and after elements of `APART` that were not closed as expected, the
        // builders have further state that is not visible.
        self.shows &= match mark.what {
            What::Start => !APART.iter().any(|element| is(mark, *element)),
            What::End => !is(mark, Element::BODY) && !is(mark, Element::HTML),
            _ => true,
        };
        let fits = self.after.push(&token) & (mark.inserted || self.before.push(&token));
        self.failed |= !fits;
    }

    /// Returns the number of the state of the builders. Returns `None` if the state is incomplete.
    pub fn state(&mut self) -> Option<u32> {
        if !self.shows {
            return None;
        }
        let inserted = |place: usize| self.inserted.get(place).copied().unwrap_or_default();
        let both = (self.before.state(inserted)?, self.after.state(inserted)?);
        let next = self.states.len() as u32;
        Some(*self.states.entry(both).or_insert(next))
    }

    /// Returns `true` if both trees are equal when inserted elements are replaced by their content.
    pub fn finish(self) -> Option<bool> {
        if self.failed {
            return None;
        }
        let before = without_inserted(self.before.finish()?, &self.inserted);
        let after = without_inserted(self.after.finish()?, &self.inserted);
        Some(before == after)
    }
}

/// The elements that limit the reconstruction of formatting elements.
const APART: [Element; 3] = [Element::APPLET, Element::MARQUEE, Element::OBJECT];

fn is(mark: Mark, element: Element) -> bool {
    mark.number as usize == element.number()
}

/// Returns the steps without the inserted elements.
fn without_inserted(walk: Vec<Walk>, inserted: &[bool]) -> Vec<Walk> {
    let mut steps: Vec<Walk> = Vec::with_capacity(walk.len());
    let mut open = Vec::new();
    for step in walk {
        match step {
            Walk::Open(name, place) => {
                let is_original = place.is_none_or(|place| inserted.get(place) != Some(&true));
                open.push(is_original);
                if is_original {
                    steps.push(Walk::Open(name, place));
                }
            }
            Walk::Close => {
                if open.pop() == Some(true) {
                    steps.push(Walk::Close);
                }
            }
            Walk::Text(text) => match steps.last_mut() {
                Some(Walk::Text(before)) => before.push_str(&text),
                _ => steps.push(Walk::Text(text)),
            },
        }
    }
    steps
}

fn names() -> &'static [TagName] {
    static NAMES: OnceLock<Vec<TagName>> = OnceLock::new();
    NAMES.get_or_init(|| Element::names().iter().map(|name| TagName::from(*name)).collect())
}

fn content(number: u32) -> Content {
    let name = Element::names().get(number as usize).copied().unwrap_or_default();
    Element::of(name.as_bytes()).content()
}
