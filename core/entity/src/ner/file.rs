//! The sections of a tagger file. Opening reads the classes, the transitions, the lists and the
//! word classes; weights
//! are read in place.

use glossweave_base::error::Error;
use glossweave_base::mmap_file::{FileType, SectionFile};

/// The sections of the file, in their order.
#[derive(Clone, Copy)]
pub(super) enum Section {
    /// For each class its name and its IRI, separated by a tab and ended by a line feed; then a line for each language
    /// of the text that it was trained on.
    Classes,
    FirstSlots,
    FirstRows,
    FirstTransitions,
    SecondSlots,
    SecondRows,
    SecondTransitions,
    Lists,
    WordClasses,
}

/// The bytes of a tagger.
pub(super) type IndexFile = SectionFile<9, 0>;

pub(super) static TAGGER: FileType =
    FileType { name: "tagger", magic: b"GWTAGGR\n", version: 3, hint: "" };

pub(super) fn broken(what: &str) -> Error {
    TAGGER.broken(what)
}
