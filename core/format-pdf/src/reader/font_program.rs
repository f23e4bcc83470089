//! Font programs (clause 9.9): the texts of their glyphs, from character maps and glyph names.

use std::collections::HashMap;

/// The maximum number of characters that are read from a program.
pub(super) const CHARACTERS: usize = 1 << 17;

/// The texts of the glyphs of a program.
#[derive(Debug, Default)]
pub(super) struct FontProgram {
    /// The texts by glyph numbers.
    pub texts: HashMap<u16, String>,
    /// The glyphs of the codes of a simple font.
    pub codes: HashMap<u8, u16>,
    /// The glyphs of the characters of a composite font, if glyph and character numbers differ.
    pub characters: Option<HashMap<u16, u16>>,
}

impl FontProgram {
    /// Sets the text of a glyph, unless it is already set.
    pub fn add(&mut self, glyph: u16, text: &str) {
        if glyph != 0 && !text.is_empty() {
            self.texts.entry(glyph).or_insert_with(|| text.to_owned());
        }
    }

    /// Returns the text of a code of a simple font.
    pub fn text_of_code(&self, code: u8) -> Option<&str> {
        self.text(*self.codes.get(&code)?)
    }

    /// Returns the text of a glyph.
    pub fn text(&self, glyph: u16) -> Option<&str> {
        self.texts.get(&glyph).map(String::as_str)
    }
}

/// Bytes that contain big-endian numbers.
#[derive(Clone, Copy)]
pub(super) struct Bytes<'a>(pub &'a [u8]);

impl<'a> Bytes<'a> {
    pub fn u8(self, at: usize) -> Option<u8> {
        self.0.get(at).copied()
    }

    pub fn u16(self, at: usize) -> Option<u16> {
        let bytes = self.0.get(at..at.checked_add(2)?)?;
        Some(u16::from_be_bytes(bytes.try_into().ok()?))
    }

    pub fn u32(self, at: usize) -> Option<u32> {
        let bytes = self.0.get(at..at.checked_add(4)?)?;
        Some(u32::from_be_bytes(bytes.try_into().ok()?))
    }

    /// Returns the bytes from an offset.
    pub fn from(self, at: usize) -> Option<Bytes<'a>> {
        self.0.get(at..).map(Bytes)
    }
}
