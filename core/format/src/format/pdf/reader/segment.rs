//! Segments: stretches of characters that follow one another on a base line.

use super::interpret::{Glyph, Shown};

/// The directions of text are distinguished by this many degrees.
const STEP: f64 = 10.0;

/// The gap between two characters that is a space, in sizes.
const SPACE: f64 = 0.17;

/// The gap between two characters that ends a segment.
const APART: f64 = 1.0;

/// A segment. Its coordinates are those of the page turned by the direction of its text: `left` and
/// `right` along it, `base` and what is above it across.
#[derive(Clone, Debug)]
pub(super) struct Segment {
    /// The direction, in steps of 10 degrees.
    pub turn: i32,
    pub left: f64,
    pub right: f64,
    pub base: f64,
    pub size: f64,
    pub ascent: f64,
    pub descent: f64,
    /// The place and direction of the first character on the page.
    pub origin: (f64, f64),
    pub direction: (f64, f64),
    pub text: String,
    /// The distances from the origin to the edges of the characters of the text: one more than
    /// there are characters.
    pub edges: Vec<f32>,
}

/// Returns `true` if a gap to the next character of a size is a space.
pub(super) fn is_space(gap: f64, size: f64) -> bool {
    gap > SPACE * size
}

/// A character with its place in turned coordinates.
struct Placed {
    turn: i32,
    left: f64,
    base: f64,
}

fn placed(glyph: &Glyph) -> Placed {
    let (dx, dy) = glyph.direction;
    let turn = (dy.atan2(dx).to_degrees() / STEP).round() as i32;
    let turn = turn.rem_euclid((360.0 / STEP) as i32);
    let (sin, cos) = (f64::from(turn) * STEP).to_radians().sin_cos();
    let (x, y) = glyph.origin;
    Placed { turn, left: x * cos + y * sin, base: y * cos - x * sin }
}

/// Joins the characters of a page to segments, in the order of its contents.
pub(super) fn segments(shown: &Shown) -> Vec<Segment> {
    let mut segments: Vec<Segment> = Vec::new();
    let mut current: Option<Segment> = None;
    let mut before: Option<&Glyph> = None;
    for glyph in &shown.glyphs {
        let (start, end) = glyph.text;
        let text = shown.text.get(start as usize..end as usize).unwrap_or_default();
        let place = placed(glyph);
        // A character that is filled and then outlined is shown twice.
        let is_same = |other: &Glyph| {
            let (start, end) = other.text;
            let apart = (other.origin.0 - glyph.origin.0).hypot(other.origin.1 - glyph.origin.1);
            apart < 0.01 * glyph.size && shown.text.get(start as usize..end as usize) == Some(text)
        };
        if before.replace(glyph).is_some_and(is_same) {
            continue;
        }
        let joins = |segment: &Segment| {
            let size = segment.size.max(glyph.size);
            let gap = place.left - segment.right;
            segment.turn == place.turn
                && (segment.base - place.base).abs() <= 0.4 * size
                && gap <= APART * size
                && gap >= -0.6 * size
        };
        if current.as_ref().is_some_and(|segment| !joins(segment)) {
            segments.extend(current.take());
        }
        match &mut current {
            Some(segment) => segment.push(text, glyph, &place),
            None if text.trim().is_empty() => {}
            None => current = Some(Segment::new(text, glyph, &place)),
        }
    }
    segments.extend(current);
    segments.iter_mut().for_each(Segment::trim);
    segments
}

impl Segment {
    fn new(text: &str, glyph: &Glyph, place: &Placed) -> Segment {
        let mut segment = Segment {
            turn: place.turn,
            left: place.left,
            right: place.left,
            base: place.base,
            size: glyph.size,
            ascent: glyph.ascent,
            descent: glyph.descent,
            origin: glyph.origin,
            direction: glyph.direction,
            text: String::new(),
            edges: vec![0.0],
        };
        segment.push(text, glyph, place);
        segment
    }

    fn push(&mut self, text: &str, glyph: &Glyph, place: &Placed) {
        let gap = place.left - self.right;
        let ends_in_space = self.text.ends_with(char::is_whitespace);
        if is_space(gap, self.size.max(glyph.size)) && !ends_in_space && !self.text.is_empty() {
            self.char(' ', place.left);
        }
        let right = (place.left + glyph.width.max(0.0)).max(self.right);
        let start = place.left.max(self.left);
        let all = expanded(text);
        let count = all.clone().count().max(1) as f64;
        for (number, char) in all.enumerate() {
            let is_space = char.is_whitespace();
            if is_space && (self.text.is_empty() || self.text.ends_with(char::is_whitespace)) {
                continue;
            }
            let part = (number + 1) as f64 / count;
            self.char(if is_space { ' ' } else { char }, start + (right - start) * part);
        }
        self.right = self.right.max(right);
        // Raised and lowered characters do not move the line, larger ones do.
        if glyph.size > self.size {
            (self.size, self.base) = (glyph.size, place.base);
        }
        self.ascent = self.ascent.max(glyph.ascent);
        self.descent = self.descent.min(glyph.descent);
    }

    fn char(&mut self, char: char, right: f64) {
        let last = self.edges.last().copied().unwrap_or_default();
        self.text.push(char);
        self.edges.push(last.max((right - self.left) as f32));
    }

    /// Removes white space at the end.
    fn trim(&mut self) {
        while self.text.ends_with(' ') {
            self.text.pop();
            self.edges.pop();
        }
        self.right = self.left + f64::from(self.edges.last().copied().unwrap_or_default());
    }
}

/// Returns the characters of a text, with those of Latin ligatures apart: U+FB00 to U+FB06.
fn expanded(text: &str) -> impl Iterator<Item = char> + Clone {
    text.chars().filter(|char| !char.is_control()).flat_map(|char| {
        let several = match char {
            '\u{FB00}' => ['f', 'f', '\0'],
            '\u{FB01}' => ['f', 'i', '\0'],
            '\u{FB02}' => ['f', 'l', '\0'],
            '\u{FB03}' => ['f', 'f', 'i'],
            '\u{FB04}' => ['f', 'f', 'l'],
            '\u{FB05}' | '\u{FB06}' => ['s', 't', '\0'],
            other => [other, '\0', '\0'],
        };
        several.into_iter().filter(|char| *char != '\0')
    })
}
