//! Segments: sequences of characters on a base line.

use super::direction::{Words, class, has_right_to_left, is_control, is_mark, is_right_to_left};
use super::shown::{Glyph, Shown};
use unicode_bidi::BidiClass;
use unicode_normalization::char::decompose_compatible;

/// The resolution of text directions, in degrees.
const STEP: f64 = 10.0;

/// The minimum gap between two characters that counts as a space, in font sizes.
const SPACE: f64 = 0.17;

/// The minimum gap between two digits that counts as a space, in font sizes, used when adjacent
/// gaps are smaller. The digits are then in two cells of a table.
const DIGITS_APART: f64 = 0.08;

/// The minimum gap between two characters that ends a segment, in font sizes.
const APART: f64 = 1.0;

/// A segment. Its coordinates are page coordinates rotated by the direction of its text: `left` and
/// `right` are measured along the text, `base` and the distances above it across the text.
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
    /// The position and the direction of the first character on the page.
    pub origin: (f64, f64),
    pub direction: (f64, f64),
    /// The words of each direction, counted on pages with right-to-left words.
    pub words: Words,
    /// The characters from left to right. Marks precede their right-to-left letters.
    pub text: String,
    /// The gap before the last character.
    pub last_gap: f64,
    /// The distances from the origin to the edges of the characters. For n characters, there are n
    /// + 1 edges.
    pub edges: Vec<f32>,
}

fn is_digit(c: Option<char>) -> bool {
    c.is_some_and(|c| c.is_ascii_digit())
}

/// Returns `true` if a gap before a character of a size is a space.
pub(super) fn is_space(gap: f64, size: f64) -> bool {
    gap > SPACE * size
}

/// A character with its position in rotated coordinates.
#[derive(Clone, Copy)]
struct Placed<'a> {
    text: &'a str,
    glyph: &'a Glyph,
    turn: i32,
    left: f64,
    base: f64,
    width: f64,
}

impl<'a> Placed<'a> {
    fn new(text: &'a str, glyph: &'a Glyph) -> Placed<'a> {
        let (dx, dy) = glyph.direction;
        let turn = (dy.atan2(dx).to_degrees() / STEP).round() as i32;
        let turn = turn.rem_euclid((360.0 / STEP) as i32);
        let (sin, cos) = (f64::from(turn) * STEP).to_radians().sin_cos();
        let (x, y) = glyph.origin;
        let (left, base) = (x * cos + y * sin, y * cos - x * sin);
        Placed { text, glyph, turn, left, base, width: glyph.width.max(0.0) }
    }

    fn right(&self) -> f64 {
        self.left + self.width
    }

    fn is_right_to_left(&self) -> bool {
        is_right_to_left(self.text)
    }

    fn is_blank(&self) -> bool {
        self.text.chars().all(|char| char.is_whitespace() || is_control(char))
    }
}

/// Joins the characters of a page to segments, in the order of the page contents.
pub(super) fn segments(shown: &Shown) -> Vec<Segment> {
    let mut segments: Vec<Segment> = Vec::new();
    let mut group = Group { has_both: has_right_to_left(&shown.text), ..Group::default() };
    let mut before: Option<&Glyph> = None;
    for glyph in &shown.glyphs {
        let (start, end) = glyph.text;
        let text = shown.text.get(start as usize..end as usize).unwrap_or_default();
        // A character that is filled and then outlined is shown twice.
        let is_same = |other: &Glyph| {
            let (start, end) = other.text;
            let apart = (other.origin.0 - glyph.origin.0).hypot(other.origin.1 - glyph.origin.1);
            apart < 0.01 * glyph.size && shown.text.get(start as usize..end as usize) == Some(text)
        };
        if before.replace(glyph).is_some_and(is_same) {
            continue;
        }
        let place = Placed::new(text, glyph);
        if !group.takes(&place) {
            segments.extend(group.finish());
        }
        group.push(place);
    }
    segments.extend(group.finish());
    segments
}

/// The characters of a segment in the order of the contents.
#[derive(Default)]
struct Group<'a> {
    /// `true` if the page contains right-to-left text.
    has_both: bool,
    members: Vec<Placed<'a>>,
    left: f64,
    right: f64,
    base: f64,
    size: f64,
}

impl<'a> Group<'a> {
    fn takes(&self, place: &Placed) -> bool {
        let Some(first) = self.members.first() else { return true };
        let size = self.size.max(place.glyph.size);
        let fits = |gap: f64| (-0.6 * size..=APART * size).contains(&gap);
        let is_on = || (self.left..=self.right).contains(&place.left) && is_mark(place.text);
        let goes_left = || fits(self.left - place.right()) && goes_back(place.text);
        first.turn == place.turn
            && (self.base - place.base).abs() <= 0.4 * size
            && (fits(place.left - self.right) || self.has_both && (goes_left() || is_on()))
    }

    fn push(&mut self, place: Placed<'a>) {
        if self.members.is_empty() {
            if place.is_blank() {
                return;
            }
            (self.left, self.right) = (place.left, place.left);
            (self.base, self.size) = (place.base, place.glyph.size);
        }
        self.left = self.left.min(place.left);
        self.right = self.right.max(place.right());
        // Larger characters move the base line. Raised and lowered characters do not.
        if place.glyph.size > self.size {
            (self.size, self.base) = (place.glyph.size, place.base);
        }
        self.members.push(place);
    }

    /// Returns the segment and starts a new one.
    fn finish(&mut self) -> Option<Segment> {
        let first = self.members.first()?;
        let is_moved =
            |pair: &[Placed]| matches!(pair, [first, second] if second.left < first.left);
        let is_ordered = !self.has_both
            || !self.members.iter().any(Placed::is_right_to_left)
                && !self.members.windows(2).any(is_moved);
        let ordered = if is_ordered { Vec::new() } else { from_left(&self.members) };
        let members = if is_ordered { &self.members } else { &ordered };
        let blank = members.iter().take_while(|member| member.is_blank()).count();
        let members = members.get(blank..).unwrap_or_default();
        let mut segment = Segment::new(members.first().unwrap_or(first));
        let mut chars = Vec::new();
        for (number, member) in members.iter().enumerate() {
            let next = members.get(number + 1).filter(|next| is_digit(next.text.chars().next()));
            segment.push(member, next.map(|next| next.left - member.right()), &mut chars);
        }
        if self.has_both {
            segment.words = Words::of(&segment.text);
        }
        (segment.size, segment.base) = (self.size, self.base);
        self.members.clear();
        segment.trim();
        Some(segment)
    }
}

/// Returns `true` if a text may be to the left of the text before it, because it contains no
/// left-to-right letters or digits.
fn goes_back(text: &str) -> bool {
    text.chars().all(|char| !matches!(class(char), BidiClass::L | BidiClass::EN | BidiClass::AN))
}

/// Returns characters from left to right, with marks next to their base characters.
fn from_left<'a>(members: &[Placed<'a>]) -> Vec<Placed<'a>> {
    let mut after: Vec<Option<usize>> = vec![None; members.len()];
    let mut next = None;
    for (index, member) in members.iter().enumerate().rev() {
        if let Some(after) = after.get_mut(index) {
            *after = next;
        }
        if !is_mark(member.text) {
            next = Some(index);
        }
    }
    let goes_right = match members {
        [first, .., last] => first.left <= last.left,
        _ => true,
    };
    let bases = members.iter().enumerate().filter(|(_, member)| !is_mark(member.text));
    let mut bases: Vec<(f64, usize)> = bases.map(|(index, base)| (base.left, index)).collect();
    bases.sort_by(|(first, _), (second, _)| first.total_cmp(second));
    let mut before = None;
    let mut order = Vec::with_capacity(members.len());
    for (index, (member, after)) in members.iter().zip(after).enumerate() {
        if !is_mark(member.text) {
            before = Some(index);
        }
        let middle = (member.left + member.right()) / 2.0;
        let distance = |base: usize| {
            let base = members.get(base).unwrap_or(member);
            (base.left - middle).max(middle - base.right()).max(0.0)
        };
        let around = bases.partition_point(|(left, _)| *left <= middle).checked_sub(1);
        let around = around.and_then(|place| bases.get(place)).map(|(_, base)| *base);
        // A mark usually precedes a right-to-left letter and follows other letters. Some marks
        // extend beyond their letters.
        let is_turned = |base: &usize| members.get(*base).is_some_and(Placed::is_right_to_left);
        let usual = after.filter(|base| goes_right && is_turned(base)).or(before);
        let usual = usual.filter(|base| distance(*base) <= 0.15 * member.glyph.size);
        let nearest = |first: usize, second: usize| {
            if distance(second) < distance(first) { second } else { first }
        };
        let base = match before == Some(index) {
            true => index,
            false => usual
                .or_else(|| [before, after, around].into_iter().flatten().reduce(nearest))
                .unwrap_or(index),
        };
        // In order from left to right, marks precede right-to-left letters.
        let away = base.abs_diff(index) as i64;
        let base_place = members.get(base).unwrap_or(member);
        let rank = if base_place.is_right_to_left() { -away } else { away };
        let place = if goes_right { base as i64 } else { -(base as i64) };
        let left = base_place.left;
        let member = match base == index {
            true => *member,
            false => {
                let left = if rank < 0 { left } else { base_place.right() };
                Placed { left, width: 0.0, ..*member }
            }
        };
        order.push(((left, place, rank), member));
    }
    order.sort_by(|(first, _), (second, _)| {
        first.0.total_cmp(&second.0).then((first.1, first.2).cmp(&(second.1, second.2)))
    });
    order.into_iter().map(|(_, member)| member).collect()
}

impl Segment {
    fn new(first: &Placed) -> Segment {
        let glyph = first.glyph;
        Segment {
            turn: first.turn,
            left: first.left,
            right: first.left,
            base: first.base,
            size: glyph.size,
            ascent: glyph.ascent,
            descent: glyph.descent,
            origin: glyph.origin,
            direction: glyph.direction,
            words: Words::default(),
            text: String::new(),
            last_gap: 0.0,
            edges: vec![0.0],
        }
    }

    /// Returns a segment at the same position without text.
    pub fn like(&self) -> Segment {
        Segment { text: String::new(), edges: Vec::new(), ..*self }
    }

    /// Adds a character. `next_gap` is the gap before the digit that follows.
    fn push(&mut self, place: &Placed, next_gap: Option<f64>, chars: &mut Vec<char>) {
        let glyph = place.glyph;
        self.end_invisible(place.left, glyph.size);
        let gap = place.left - self.right;
        let ends_in_space = self.text.ends_with(char::is_whitespace);
        self.size = self.size.max(glyph.size);
        let is_apart = is_space(gap, self.size) || self.ends_number(gap, place.text, next_gap);
        if is_apart && !ends_in_space && !self.text.is_empty() {
            self.char(' ', place.left);
        }
        self.last_gap = gap;
        let right = place.right().max(self.right);
        let start = place.left.max(self.left);
        expand(place.text, chars);
        if place.is_right_to_left() {
            chars.reverse();
        }
        let count = chars.len().max(1) as f64;
        for (number, char) in chars.drain(..).enumerate() {
            let is_space = char.is_whitespace();
            if is_space && (self.text.is_empty() || self.text.ends_with(char::is_whitespace)) {
                continue;
            }
            let part = (number + 1) as f64 / count;
            self.char(if is_space { ' ' } else { char }, start + (right - start) * part);
        }
        self.right = self.right.max(right);
        self.ascent = self.ascent.max(glyph.ascent);
        self.descent = self.descent.min(glyph.descent);
    }

    /// Returns `true` if a digit begins another number. The digits of a number have equal gaps.
    fn ends_number(&self, gap: f64, text: &str, next_gap: Option<f64>) -> bool {
        let mut before = self.text.chars().rev();
        let are_digits = is_digit(before.next()) && is_digit(text.chars().next());
        let last_gap = is_digit(before.next()).then_some(self.last_gap);
        let mut gaps = [last_gap, next_gap].into_iter().flatten();
        are_digits && gap > DIGITS_APART * self.size && gaps.any(|other| other < gap / 2.0)
    }

    /// Removes a space or soft hyphen at the end when the next character overlaps it. A visible
    /// soft hyphen becomes a hyphen.
    fn end_invisible(&mut self, next: f64, size: f64) {
        if !self.text.ends_with([' ', '\u{AD}']) {
            return;
        }
        let [.., start, _] = self.edges[..] else { return };
        let start = self.left + f64::from(start);
        if next - start < 0.02 * size {
            self.text.pop();
            self.edges.pop();
            self.right = self.right.min(start);
        } else if self.text.ends_with('\u{AD}') {
            self.text.pop();
            self.text.push('-');
        }
    }

    fn char(&mut self, char: char, right: f64) {
        let last = self.edges.last().copied().unwrap_or_default();
        self.text.push(char);
        self.edges.push(last.max((right - self.left) as f32));
    }

    /// Removes spaces at the end.
    fn trim(&mut self) {
        while self.text.ends_with(' ') {
            self.text.pop();
            self.edges.pop();
        }
        self.right = self.left + f64::from(self.edges.last().copied().unwrap_or_default());
    }
}

/// Adds the characters of a text. Ligatures are decomposed, and presentation forms of Arabic and
/// Hebrew become letters.
pub(super) fn expand(text: &str, all: &mut Vec<char>) {
    for char in text.chars().filter(|char| !char.is_control() && !is_control(*char)) {
        match char {
            '\u{FB00}'..='\u{FB06}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}' => {
                let first = all.len();
                decompose_compatible(char, |char| all.push(char));
                // Presentation forms of marks decompose to a space and the mark.
                if let Some([' ', _, ..]) = all.get(first..) {
                    all.remove(first);
                }
            }
            other => all.push(other),
        }
    }
}
