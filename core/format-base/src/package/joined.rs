//! The parts of a package as a single source.

use glossweave_base::text::ByteSpan;
use glossweave_document::Part;
use glossweave_markup::Encoding;

/// The parts of a package that were read, one after the other.
#[derive(Default)]
pub struct Joined {
    /// The bytes of all parts, one after another.
    pub bytes: Vec<u8>,
    /// The names and positions of the parts.
    pub parts: Vec<Part>,
}

impl Joined {
    /// Appends a part.
    pub fn push(&mut self, name: &str, text: &[u8], encoding: Encoding) {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(text);
        let span = ByteSpan::new(start, self.bytes.len());
        self.parts.push(Part { name: name.into(), span, encoding });
    }
}
