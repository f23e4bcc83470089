//! The characters that the contents of a page show.

/// A character or ligature on a page, in page units.
#[derive(Clone, Copy, Debug)]
pub(super) struct Glyph {
    /// The byte range in the text of the page.
    pub text: (u32, u32),
    /// The origin, and the unit vector of the text direction.
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
    /// The number of characters with unknown text, stored as U+FFFD.
    pub unknown: usize,
}
