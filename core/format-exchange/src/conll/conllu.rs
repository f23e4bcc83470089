//! CoNLL-U: ten columns separated by tabs. The last column contains the entity of a token.

mod read;
mod write;

use crate::reading::read_text;
use glossweave_base::error::Result;
use glossweave_base::media::Format;
use glossweave_document::{DecodeOptions, Document};
use glossweave_format_base::DocumentFormat;
use glossweave_format_base::new_file::Output;
use glossweave_format_base::new_file::{Capabilities, Content};

/// [CoNLL-U](https://universaldependencies.org/format.html) of Universal Dependencies.
pub struct Conllu;

static CAPABILITIES: Capabilities =
    Capabilities { overlap: false, across_units: false, ..Capabilities::ALL };

/// The keys used in the last column: the entity that contains the token, as in the files of NorNE,
/// and the fields of the entity at its first token.
const ENTITY: &str = "name";
const IDENT: &str = "Ident";
const CLASS: &str = "Class";
const CONFIDENCE: &str = "Confidence";
const INFO: &str = "Info";
const TOOL: &str = "Tool";

/// The characters that are escaped in the last column. UDPipe uses the same escapes for white
/// space.
const ESCAPES: [(char, char); 6] =
    [(' ', 's'), ('\n', 'n'), ('\r', 'r'), ('\t', 't'), ('|', 'p'), ('\\', '\\')];

impl DocumentFormat for Conllu {
    fn format(&self) -> Format {
        Format::Conllu
    }

    /// Reads each paragraph as a unit, or each sentence when the file has no paragraphs.
    fn read(&self, bytes: Vec<u8>, options: &DecodeOptions) -> Result<Document> {
        read_text(bytes, Format::Conllu, options, read::parse)
    }

    fn capabilities(&self) -> Option<&'static Capabilities> {
        Some(&CAPABILITIES)
    }

    fn export(&self, content: &mut Content<'_>, output: &mut Output) -> Result<()> {
        write::write(content, output)
    }
}
