//! Options for chunks.

use glossweave_base::error::{Error, Result};
use glossweave_base::options::YES_NO;
use glossweave_base::words::each_word;
use glossweave_base::{option_words, request_options};

/// The parts that a text is divided into. A chunk contains as many parts as fit. A part that is too
/// large is divided into smaller ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Splitter {
    /// Units, for example paragraphs, headings and cells.
    Units,
    /// Sentences.
    #[default]
    Sentences,
    /// Words.
    Words,
}

/// The unit of chunk sizes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SizeUnit {
    /// Code points.
    #[default]
    Characters,
    /// Words. In scripts without spaces, each character counts as a word.
    Words,
}

impl SizeUnit {
    /// Returns the size of a text.
    pub(super) fn size(self, text: &str) -> usize {
        match self {
            SizeUnit::Characters => text.chars().count(),
            SizeUnit::Words => {
                let mut words = 0;
                each_word(text, |_| words += 1);
                words
            }
        }
    }
}

/// The unit of offsets in written chunks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OffsetUnit {
    /// Code points.
    #[default]
    CodePoints,
    /// UTF-16 code units, as used by strings in Java and JavaScript.
    Utf16,
}

request_options! {
    /// Options for chunks.
    #[non_exhaustive]
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ChunkOptions {
        /// The parts to divide the text into.
        pub splitter: Splitter => "split": Word(Splitter::VALUES) default "sentences",
        /// The maximum size of a chunk. If 0, each unit or sentence is a chunk.
        pub size: usize => "size": Integer default "1000",
        /// The maximum size of the text that a chunk repeats from the end of the previous chunk, in
        /// whole units, sentences or words. At most half of the size.
        pub overlap: usize => "overlap": Integer default "0",
        /// The unit of `size` and `overlap`.
        pub unit: SizeUnit => "size-unit": Word(SizeUnit::VALUES) default "characters",
        /// Begin a new chunk at each heading, unless it directly follows a heading of a higher
        /// level.
        pub at_headings: bool => "at-headings": Word(YES_NO) default "yes",
        /// The unit of the offsets in written chunks.
        pub offsets: OffsetUnit => "offsets": Word(OffsetUnit::VALUES) default "code-points",
        /// The name of the document, which is written with each chunk.
        pub name: Option<Box<str>> => "name": Text,
        /// The maximum size of the written chunks. If unset, there is no limit.
        pub max_output_bytes: Option<usize> => "max-output-bytes": Integer unit "bytes",
    }
}

option_words!(Splitter, "part", "units" => Units, "sentences" => Sentences, "words" => Words);
option_words!(SizeUnit, "unit", "characters" => Characters, "words" => Words);
option_words!(OffsetUnit, "unit", "code-points" => CodePoints, "utf-16" => Utf16);

impl Default for ChunkOptions {
    fn default() -> ChunkOptions {
        ChunkOptions {
            splitter: Splitter::default(),
            size: 1_000,
            overlap: 0,
            unit: SizeUnit::default(),
            at_headings: true,
            offsets: OffsetUnit::default(),
            name: None,
            max_output_bytes: None,
        }
    }
}

impl ChunkOptions {
    /// Returns `ErrorKind::Invalid`, with the parameter, if the options do not fit together.
    pub(super) fn check(&self) -> Result<()> {
        if self.overlap > self.size / 2 {
            let message = format!(
                "an overlap of {} is more than half of the size, {}",
                self.overlap, self.size
            );
            return Err(Error::invalid(message).with_parameter("overlap"));
        }
        if self.splitter == Splitter::Words && self.size == 0 {
            let message = "expected a size from 1 for words, found 0";
            return Err(Error::invalid(message).with_parameter("size"));
        }
        Ok(())
    }
}
