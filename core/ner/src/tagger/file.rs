//! The sections of a tagger file. The classes, the transitions, the lists and the word classes are
//! read when the file is opened; weights are read in place.

use glossweave_base::error::Error;
use glossweave_base::mmap_file::{FileType, SectionFile};

/// The sections of the file, in file order.
#[derive(Clone, Copy)]
pub(super) enum Section {
    /// For each class, its name and its IRI, separated by a tab and followed by a line feed. Then one line
    /// for each language of the training text.
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

/// A tagger file.
pub(super) type IndexFile = SectionFile<9, 0>;

pub(super) static TAGGER: FileType =
    FileType { name: "tagger", magic: b"GWTAGGR\n", version: 3, hint: "" };

pub(super) fn broken(what: &str) -> Error {
    TAGGER.broken(what)
}
