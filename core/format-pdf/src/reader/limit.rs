//! Limits on the work for a file.

use glossweave_base::error::{Error, ErrorKind, Result};

/// The maximum number of pages.
pub(super) const PAGES: usize = 50_000;

/// The maximum number of decoded bytes of a stream.
pub(super) const STREAM: usize = 64 << 20;

/// The maximum nesting of forms.
pub(super) const FORMS: usize = 24;

/// The maximum number of characters of a page.
const PAGE_CHARS: usize = 1 << 20;

/// The cost of using a stream in addition to its length, in bytes.
const USE: usize = 1 << 10;

/// The cost of checking an annotation, in bytes. Each check is counted because pages may share a
/// long list.
pub(super) const ANNOTATION: usize = 64;

/// The cost of a font in addition to its tables, in bytes.
const FONT: usize = 16 << 10;

/// The remaining work for a file.
#[derive(Debug)]
pub(super) struct Budget {
    /// The number of bytes of contents that may still be interpreted. A form that is used twice
    /// counts twice.
    content: usize,
    /// The number of characters that may still be shown.
    chars: usize,
    page_chars: usize,
    /// The number of bytes that fonts may still occupy.
    fonts: usize,
}

impl Budget {
    pub fn new() -> Budget {
        Budget { content: 1 << 30, chars: 64 << 20, page_chars: PAGE_CHARS, fonts: 512 << 20 }
    }

    pub fn begin_page(&mut self) {
        self.page_chars = PAGE_CHARS;
    }

    /// Subtracts the bytes of contents. Returns `ErrorKind::TooLarge` if they exceed the budget.
    pub fn interpret(&mut self, bytes: usize) -> Result<()> {
        match self.content.checked_sub(bytes.saturating_add(USE)) {
            Some(remaining) => self.content = remaining,
            None => return Err(too_large("the contents of pages and fonts have more than 1 GiB")),
        }
        Ok(())
    }

    /// Subtracts the bytes of the tables of a font. Returns `ErrorKind::TooLarge` if they exceed
    /// the budget.
    pub fn keep_font(&mut self, bytes: usize) -> Result<()> {
        match self.fonts.checked_sub(bytes.saturating_add(FONT)) {
            Some(remaining) => self.fonts = remaining,
            None => return Err(too_large("the tables of the fonts have more than 512 MiB")),
        }
        Ok(())
    }

    /// Subtracts the characters of a replacement text, estimated as one for each two bytes. Returns
    /// `ErrorKind::TooLarge` if they exceed the budget.
    pub fn replace(&mut self, bytes: usize) -> Result<()> {
        self.show(bytes / 2 + 1)
    }

    /// Subtracts characters. Returns `ErrorKind::TooLarge` if they exceed the budget.
    pub fn show(&mut self, chars: usize) -> Result<()> {
        match (self.chars.checked_sub(chars), self.page_chars.checked_sub(chars)) {
            (Some(chars), Some(page_chars)) => (self.chars, self.page_chars) = (chars, page_chars),
            (None, _) => return Err(too_large("the pages have more than 67,108,864 characters")),
            (_, None) => return Err(too_large("a page has more than 1,048,576 characters")),
        }
        Ok(())
    }
}

pub(super) fn too_large(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::TooLarge, message)
}
