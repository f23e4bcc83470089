//! The characters of a page, as its contents show them.

/// A character or ligature on a page, in the units of the page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Glyph {
    /// The bytes in the text of the page.
    pub text: (u32, u32),
    /// The origin, and the unit vector along which the text runs.
    pub origin: (f64, f64),
    pub direction: (f64, f64),
    pub width: f64,
    pub size: f64,
    /// The distances of the upper and lower edge from the base line.
    pub ascent: f64,
    pub descent: f64,
}

/// The characters of a page in the order of its contents.
#[derive(Debug, Default)]
pub(super) struct Shown {
    pub text: String,
    pub glyphs: Vec<Glyph>,
    /// The number of characters without a text, which are U+FFFD.
    pub unknown: usize,
}
