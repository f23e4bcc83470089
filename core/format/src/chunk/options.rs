//! The options of chunks.

use glossweave_base::error::{Error, Result};
use glossweave_base::provider::{Parameter, ParameterType, names};
use glossweave_base::text::yes;
use glossweave_base::words::each_word;

/// The parts that a text is divided into. As many of them as fit are one chunk; one that is too large is divided into
/// smaller parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Splitter {
    /// Units: paragraphs, headings, cells.
    Units,
    /// Sentences.
    #[default]
    Sentences,
    /// Words.
    Words,
}

/// The unit of sizes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SizeUnit {
    /// Code points.
    #[default]
    Characters,
    /// Words; in scripts without spaces each character is one.
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

/// The unit of offsets in texts that are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OffsetUnit {
    /// Code points.
    #[default]
    CodePoints,
    /// Units of UTF-16, which strings of Java and JavaScript count.
    Utf16,
}

/// The options of chunks.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChunkOptions {
    /// The parts that the text is divided into.
    pub splitter: Splitter,
    /// The maximum size of a chunk; 0 if each unit or sentence is a chunk.
    pub size: usize,
    /// The maximum size of the text at the start of a chunk that is also at the end of the one before: whole units,
    /// sentences or words.
    pub overlap: usize,
    /// The unit of sizes.
    pub unit: SizeUnit,
    /// `true` if a heading begins a new chunk; not one right after a heading of a higher level.
    pub at_headings: bool,
    /// The unit of the starts and ends that are written.
    pub offsets: OffsetUnit,
    /// A name of the document, which is written with each chunk.
    pub document: Option<Box<str>>,
    /// The maximum number of bytes of chunks that are written; no limit if it is not given.
    pub max_output_bytes: Option<usize>,
}

impl Default for ChunkOptions {
    fn default() -> ChunkOptions {
        ChunkOptions {
            splitter: Splitter::default(),
            size: 1_000,
            overlap: 0,
            unit: SizeUnit::default(),
            at_headings: true,
            offsets: OffsetUnit::default(),
            document: None,
            max_output_bytes: None,
        }
    }
}

impl ChunkOptions {
    /// The options, in a table.
    pub const PARAMETERS: &[Parameter] = &[
        Parameter::new(
            "split",
            ParameterType::Word(&["units", "sentences", "words"]),
            "The parts that the text is divided into.",
        )
        .with_default("sentences"),
        Parameter::new(
            "size",
            ParameterType::Integer,
            "The maximum size of a chunk; 0 makes each unit or sentence a chunk.",
        )
        .with_default("1000"),
        Parameter::new(
            "size-unit",
            ParameterType::Word(&["characters", "words"]),
            "The unit of sizes.",
        )
        .with_default("characters"),
        Parameter::new(
            "overlap",
            ParameterType::Integer,
            "The maximum size of the text that a chunk shares with the one before; at most half of the size.",
        )
        .with_default("0"),
        Parameter::new(
            "at-headings",
            ParameterType::Word(&["yes", "no"]),
            "Begin a new chunk with a heading.",
        )
        .with_default("yes"),
        Parameter::new(
            "offsets",
            ParameterType::Word(&["code-points", "utf-16"]),
            "The unit of the starts and ends in texts.",
        )
        .with_default("code-points"),
        Parameter::new(
            "document",
            ParameterType::Text,
            "A name of the document, which is written with each chunk.",
        ),
        Parameter::new(
            "max-output-bytes",
            ParameterType::Integer,
            "The longest answer; what would be longer is refused.",
        )
        .with_unit("bytes"),
    ];

    /// The names that [`ChunkOptions::set`] accepts.
    pub const NAMES: &[&str] = &names::<8>(&[ChunkOptions::PARAMETERS]);

    /// Sets an option by its name, as the table says.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::Invalid`, with the name as parameter, for a name or value that is not known.
    pub fn set(&mut self, name: &str, value: &str) -> Result<()> {
        let wrong =
            |what: &str, known: &str| Error::no_such(what, value, known).with_parameter(name);
        let number = || value.parse().map_err(|_| wrong("size", "a number from 0"));
        match name {
            "split" => {
                self.splitter = match value {
                    "units" => Splitter::Units,
                    "sentences" => Splitter::Sentences,
                    "words" => Splitter::Words,
                    _ => return Err(wrong("part", "one of units, sentences, words")),
                }
            }
            "size" => self.size = number()?,
            "size-unit" => {
                self.unit = match value {
                    "characters" => SizeUnit::Characters,
                    "words" => SizeUnit::Words,
                    _ => return Err(wrong("unit", "one of characters, words")),
                }
            }
            "overlap" => self.overlap = number()?,
            "at-headings" => {
                self.at_headings = yes(value).map_err(|error| error.with_parameter(name))?;
            }
            "offsets" => {
                self.offsets = match value {
                    "code-points" => OffsetUnit::CodePoints,
                    "utf-16" => OffsetUnit::Utf16,
                    _ => return Err(wrong("unit", "one of code-points, utf-16")),
                }
            }
            "document" => self.document = Some(value.into()),
            "max-output-bytes" => self.max_output_bytes = Some(number()?),
            _ => return Err(Error::no_option(name, ChunkOptions::NAMES)),
        }
        Ok(())
    }

    /// Creates the options from names and values.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`ChunkOptions::set`].
    pub fn from_fields<'f>(
        fields: impl IntoIterator<Item = (&'f str, &'f str)>,
    ) -> Result<ChunkOptions> {
        let mut options = ChunkOptions::default();
        fields.into_iter().try_for_each(|(name, value)| options.set(name, value))?;
        Ok(options)
    }

    /// Returns `ErrorKind::Invalid`, with the parameter, for options that do not fit together.
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
