//! Replacement texts of characters (clause 14.9.4).

use unicode_bidi::BidiClass;

use super::direction::{class, mirrored};
use super::segment::expand;
use super::shown::{Glyph, Shown};

/// A position in the contents of a page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start {
    text: usize,
    glyphs: usize,
    unknown: usize,
}

impl Start {
    /// Returns the position after the characters shown so far.
    pub fn of(shown: &Shown) -> Start {
        Start { text: shown.text.len(), glyphs: shown.glyphs.len(), unknown: shown.unknown }
    }

    /// Returns `true` if no character was shown after the position.
    pub fn is_end_of(self, shown: &Shown) -> bool {
        self.glyphs >= shown.glyphs.len()
    }

    /// Replaces the characters after the position by a single character with a text. The characters
    /// are kept when they are on several lines, or if they have the same letters as the text,
    /// because their positions are then more precise.
    pub fn replace(self, text: &str, shown: &mut Shown) {
        let before = shown.text.get(self.text..).unwrap_or_default();
        let whole = shown.glyphs.get(self.glyphs..).and_then(around);
        let Some(mut whole) = whole.filter(|_| !is_mixed(text) && letters(before) != letters(text))
        else {
            return;
        };
        shown.text.truncate(self.text);
        shown.glyphs.truncate(self.glyphs);
        shown.unknown = self.unknown;
        if !text.is_empty() {
            shown.text.push_str(text);
            whole.text = (self.text as u32, shown.text.len() as u32);
            shown.glyphs.push(whole);
        }
    }
}

/// Returns the sorted characters of a text without spaces, with a bracket and its partner as the
/// same character. They are sorted because right-to-left text may use any order.
fn letters(text: &str) -> Vec<char> {
    let mut letters = Vec::new();
    expand(text, &mut letters);
    letters.retain(|char| !char.is_whitespace());
    for char in &mut letters {
        *char = mirrored(*char).map_or(*char, |other| other.min(*char));
    }
    letters.sort_unstable();
    letters
}

/// Returns `true` if a text has both directions, so that its order on the page is unknown.
fn is_mixed(text: &str) -> bool {
    let is = |of: &[BidiClass]| text.chars().any(|char| of.contains(&class(char)));
    !text.is_ascii()
        && is(&[BidiClass::R, BidiClass::AL])
        && is(&[BidiClass::L, BidiClass::EN, BidiClass::AN])
}

/// Returns the bounding box of characters on a line. Returns `None` if they are on several lines.
fn around(glyphs: &[Glyph]) -> Option<Glyph> {
    let mut whole = *glyphs.first()?;
    let ((x, y), (dx, dy)) = (whole.origin, whole.direction);
    let (mut left, mut right, mut most) = (0.0f64, 0.0f64, 0.0);
    for glyph in glyphs {
        let (gx, gy) = (glyph.origin.0 - x, glyph.origin.1 - y);
        let (along, up) = (gx * dx + gy * dy, gy * dx - gx * dy);
        let turned = glyph.direction.0 * dx + glyph.direction.1 * dy < 0.99;
        whole.size = whole.size.max(glyph.size);
        if turned || up.abs() > 0.4 * whole.size {
            return None;
        }
        left = left.min(along);
        right = right.max(along + glyph.width.max(0.0));
        most += glyph.width.max(0.0) + glyph.size;
        whole.ascent = whole.ascent.max(glyph.ascent);
        whole.descent = whole.descent.min(glyph.descent);
    }
    whole.origin = (x + left * dx, y + left * dy);
    whole.width = right - left;
    (whole.width <= most).then_some(whole)
}
