//! The tokens that decide the shape of a tree near insertions: the tags of a page without
//! repetitions.
//!
//! A stretch of well-nested markup, here called a unit, does to the builder what it did to it
//! before, where it follows the same unit as before among the same neighbours: it closes what may
//! be closed the first time, and leaves nothing open. So of units in a row, each pair is shown
//! once, whether something was inserted in them or not. Phrases that hold just texts and images
//! are taken for images. Lists, tables and paragraphs shrink to one of a kind. What is not well nested
//! is shown once for each state that it meets the builders in.
//! The source is the same without what was inserted, so that both trees come of one sketch.

mod read;
mod twin;
mod unit;

use std::hash::{Hash, Hasher};

use glossweave_base::text::ByteSpan;
use glossweave_markup::Decoded;
use read::Sketcher;

/// Returns true if the trees of a source and its result are the same but for what was inserted,
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
    /// Whether it and all around it are in the sketch for good, so that the builders have them.
    live: bool,
    /// The units in it since something interrupted them: their row, the last unit, and the last one
    /// that is shown.
    row: Row,
    last: Option<u32>,
    shown: Option<u32>,
}

/// What units in a row have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Row {
    /// To be found when the next unit comes.
    Open,
    /// One of its own, by its number.
    Own(u32),
    /// The builders are in a state that is known by its number.
    State(u32),
}
