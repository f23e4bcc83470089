//! Sketches: the tokens that decide the shape of a tree near insertions, which are the tags of a
//! page without repetitions.
//!
//! A range of well-nested markup, here called a unit, has the same effect on the builder as before
//! if it follows the same unit as before among the same neighbours: it closes what can be closed
//! the first time, and leaves nothing open. So of units in a row, each pair is included once, with
//! or without insertions in them. Phrases that hold only texts and images are treated as images.
//! Lists, tables and paragraphs shrink to one of a kind. Markup that is not well nested is included
//! once for each state of the builders before it. The source is the same without the insertions, so
//! that both trees are built from one sketch.

mod group;
mod read;
mod twin;
mod unit;

use std::hash::{Hash, Hasher};

use glossweave_base::text::ByteSpan;
use glossweave_markup::Decoded;
use read::Sketcher;

/// Returns `true` if the trees of a source and its result are the same except for the insertions,
/// `None` if a sketch cannot decide it.
pub(super) fn is_same(result: &Decoded<'_>, inserted: &[ByteSpan]) -> Option<bool> {
    Sketcher::sketch(result, inserted)?.finish()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Doctype,
    Start,
    End,
    /// White space.
    Space,
    /// A text that begins with another character.
    Word,
    /// White space followed by other characters.
    SpaceWord,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mark {
    what: What,
    /// The number of an element, or of a document type.
    number: u32,
    inserted: bool,
    /// `true` for an `input` that is not shown.
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
    /// The position of its start tag in the sketch.
    start: usize,
    /// `true` if it may be left out when it is repeated.
    plain: bool,
    /// `true` if it and all its ancestors are in the sketch for good, so that the builders have them.
    live: bool,
    /// The units in it since the last interruption: their row, the last unit, and the last one that
    /// is included.
    row: Row,
    last: Option<u32>,
    shown: Option<u32>,
}

/// The common property of units in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Row {
    /// To be found at the next unit.
    Open,
    /// A row of its own, by number.
    Own(u32),
    /// A known state of the builders, by number.
    State(u32),
}
