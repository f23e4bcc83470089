//! The tokens that decide the shape of a tree near insertions: the tags of a page without
//! repetitions.
//!
//! A stretch of well-nested markup, here called a unit, does to the builder what it did to it
//! before, where it follows the same unit as before among the same neighbours: it closes what may
//! be closed the first time, and leaves nothing open. So of units in a row, each pair is shown
//! once, whether something was inserted in them or not. Phrases that hold just texts and images
//! are taken for images. Lists, tables and paragraphs shrink to one of a kind; what is not well nested stays.
//! The source is the same without what was inserted, so that both trees come of one sketch.

mod read;
mod unit;

use std::hash::{Hash, Hasher};
use std::sync::OnceLock;

use crate::format::html::element::{COUNT, Element};
use crate::markup::Decoded;
use crate::markup::html::tree::{Bare, TagName, Walk, walk_bare};
use crate::markup::html::{Content, Doctype};
use crate::text::ByteSpan;
use read::Sketcher;

/// Returns true if the trees of a source and its result are the same but for what was inserted,
/// `None` if a sketch cannot decide it.
pub(super) fn is_same(result: &Decoded<'_>, inserted: &[ByteSpan]) -> Option<bool> {
    let sketch = Sketcher::sketch(result, inserted)?;
    let before = sketch.walk(false)?;
    let after = sketch.walk(true)?;
    Some(before == after)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Doctype,
    Start,
    End,
    /// White space.
    Space,
    /// A text that begins with something else.
    Word,
    /// White space and something else.
    SpaceWord,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mark {
    what: What,
    /// The number of an element, or of a document type.
    number: u32,
    inserted: bool,
    /// An `input` that is not shown.
    hidden: bool,
}

impl Mark {
    fn is_text(self) -> bool {
        matches!(self.what, What::Space | What::Word | What::SpaceWord)
    }
}

impl Hash for Mark {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let flags = self.what as u64 | u64::from(self.inserted) << 8 | u64::from(self.hidden) << 9;
        state.write_u64(u64::from(self.number) << 16 | flags);
    }
}

/// An element that is open.
#[derive(Clone, Copy, Debug)]
struct Frame {
    number: u32,
    inserted: bool,
    /// Its start tag in the sketch.
    start: usize,
    /// True if it may be left out where it is repeated.
    plain: bool,
    /// The units in it since something interrupted them: the number of that row, the last unit, and
    /// the last one that is shown.
    row: u32,
    last: Option<u32>,
    shown: Option<u32>,
}

struct Sketch {
    marks: Vec<Mark>,
    doctypes: Vec<Doctype>,
    others: Vec<TagName>,
}

impl Sketch {
    /// The steps through the tree, with or without what was inserted; elements that were inserted
    /// are taken for what they contain.
    fn walk(&self, result: bool) -> Option<Vec<Walk>> {
        let mut texts = String::new();
        let mut places = Vec::with_capacity(self.marks.len());
        for (index, mark) in self.marks.iter().enumerate() {
            let from = texts.len();
            if matches!(mark.what, What::Space | What::SpaceWord) {
                texts.push(' ');
            }
            if matches!(mark.what, What::Word | What::SpaceWord) {
                // One that tells texts apart.
                texts.push(char::from_u32(0x4E00 + (index % 0x5000) as u32).unwrap_or('x'));
            }
            places.push(from..texts.len());
        }
        let names = names();
        let name = |number: u32| match names.get(number as usize) {
            Some(name) => Some(name),
            None => self.others.get(number as usize - COUNT),
        };
        let wanted = self.marks.iter().enumerate().filter(|(_, mark)| result || !mark.inserted);
        let tokens = wanted.filter_map(|(place, mark)| {
            Some(match mark.what {
                What::Doctype => Bare::Doctype(self.doctypes.get(mark.number as usize)?),
                What::Start => Bare::Start {
                    name: name(mark.number)?,
                    place,
                    content: content(mark.number),
                    foreign: mark.number as usize == Element::SVG.number(),
                    hidden: mark.hidden,
                },
                What::End => Bare::End(name(mark.number)?),
                _ => Bare::Text(&texts[places[place].clone()]),
            })
        });
        let mut steps: Vec<Walk> = Vec::new();
        let mut open = Vec::new();
        for step in walk_bare(tokens)? {
            match step {
                Walk::Open(name, place) => {
                    let mark = place.and_then(|place| self.marks.get(place));
                    let kept = !mark.is_some_and(|mark| mark.inserted);
                    open.push(kept);
                    if kept {
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
        Some(steps)
    }
}

fn names() -> &'static [TagName] {
    static NAMES: OnceLock<Vec<TagName>> = OnceLock::new();
    NAMES.get_or_init(|| Element::names().iter().map(|name| TagName::from(*name)).collect())
}

fn content(number: u32) -> Content {
    let name = Element::names().get(number as usize).copied().unwrap_or_default();
    Element::of(name.as_bytes()).content()
}
