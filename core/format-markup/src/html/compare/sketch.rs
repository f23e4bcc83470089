//! Sketches: the tokens that determine the tree near insertions. A sketch consists of the tags of a
//! page without repetitions.
//!
//! A range of well-nested markup, called a unit here, has the same effect on the tree builder each
//! time it follows the same unit among the same neighbors: it closes whatever it can close the
//! first time, and leaves nothing open. Therefore, a row of units includes each pair of units only
//! once, with or without insertions in them. Phrases that contain only texts and images are treated
//! as images. For example, long lists, tables and paragraphs shrink to one of each kind. Markup
//! that is not well nested is included once for each state of the builders before it. The source is
//! the result without the insertions, so that one sketch can be used to build both trees.

mod group;
mod read;
mod twin;
mod unit;

use std::hash::{Hash, Hasher};

use glossweave_base::text::ByteSpan;
use glossweave_markup::Decoded;
use read::Sketcher;

/// Returns `true` if the trees of a source and its result are equal except for the insertions.
/// Returns `None` if a sketch cannot decide this.
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
    /// The number of an element or of a document type.
    number: u32,
    inserted: bool,
    /// `true` for a hidden `input`.
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

/// An open element.
#[derive(Clone, Copy, Debug)]
struct Frame {
    number: u32,
    inserted: bool,
    /// The position of the start tag in the sketch.
    start: usize,
    /// `true` if the element may be omitted when it is repeated.
    plain: bool,
    /// `true` if the element and its ancestors are permanently in the sketch, so that the builders
    /// have received them.
    live: bool,
    /// The units in the element since the last interruption: their row, the last unit, and the last
    /// included unit.
    row: Row,
    last: Option<u32>,
    shown: Option<u32>,
}

/// The common property of the units in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Row {
    /// Determined when the next unit ends.
    Open,
    /// A separate row, by number.
    Own(u32),
    /// A known state of the builders, by number.
    State(u32),
}
