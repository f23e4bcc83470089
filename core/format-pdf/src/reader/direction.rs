//! Directions of text: converts the visual order of the characters on a line, from the left, to the
//! logical order in which they are read. This inverts the Unicode bidirectional algorithm (UAX #9)
//! as far as possible.

use std::ops::Range;

use unicode_bidi::{BidiClass, HardcodedBidiData, data_source::BidiDataSource};

/// The numbers of words of each direction.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Words {
    pub left_to_right: u32,
    pub right_to_left: u32,
}

impl Words {
    pub fn of(text: &str) -> Words {
        let mut words = Words::default();
        for word in text.split(char::is_whitespace) {
            let is = |of: &[BidiClass]| word.chars().any(|char| of.contains(&class(char)));
            // Words with letters of both directions count as right-to-left, because Hebrew attaches
            // prefixes to foreign names.
            if is(&[BidiClass::R, BidiClass::AL]) {
                words.right_to_left += 1;
            } else if is(&[BidiClass::L]) {
                words.left_to_right += 1;
            }
        }
        words
    }

    pub fn add(&mut self, other: Words) {
        self.left_to_right = self.left_to_right.saturating_add(other.left_to_right);
        self.right_to_left = self.right_to_left.saturating_add(other.right_to_left);
    }

    /// Returns `true` if text with these words is read from right to left. `page` specifies whether
    /// the page is.
    pub fn is_right_to_left(self, page: bool) -> bool {
        match (self.left_to_right, self.right_to_left) {
            (0, 0) => page,
            // Right-to-left texts may contain many foreign names.
            (left, right) if page => right.saturating_mul(4) >= left,
            (left, right) => right > left,
        }
    }
}

/// Returns `true` if a text contains right-to-left letters or Arabic digits.
pub(super) fn has_right_to_left(text: &str) -> bool {
    let is = |char: char| {
        char >= '\u{590}' && matches!(class(char), BidiClass::R | BidiClass::AL | BidiClass::AN)
    };
    text.chars().any(is)
}

pub(super) fn class(char: char) -> BidiClass {
    HardcodedBidiData.bidi_class(char)
}

/// Returns `true` if a text consists of nonspacing marks.
pub(super) fn is_mark(text: &str) -> bool {
    !text.is_ascii() && text.chars().all(|char| class(char) == BidiClass::NSM)
}

/// Returns `true` for characters that only set the direction of the surrounding text.
pub(super) fn is_control(char: char) -> bool {
    matches!(char, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Returns `true` if the first letter of a text is a right-to-left letter.
pub(super) fn is_right_to_left(text: &str) -> bool {
    let is_letter =
        |class: &BidiClass| matches!(class, BidiClass::L | BidiClass::R | BidiClass::AL);
    let mut classes = text.chars().map(class).filter(|_| !text.is_ascii());
    classes.find(is_letter).is_some_and(|class| class != BidiClass::L)
}

/// Returns the partner of a bracket.
pub(super) fn mirrored(char: char) -> Option<char> {
    const PAIRS: [(char, char); 9] = [
        ('(', ')'),
        ('[', ']'),
        ('{', '}'),
        ('<', '>'),
        ('\u{AB}', '\u{BB}'),
        ('\u{2039}', '\u{203A}'),
        ('\u{27E8}', '\u{27E9}'),
        ('\u{27EA}', '\u{27EB}'),
        ('\u{2264}', '\u{2265}'),
    ];
    PAIRS.iter().find_map(|(open, close)| match char {
        _ if char == *open => Some(*close),
        _ if char == *close => Some(*open),
        _ => None,
    })
}

fn is_opening(char: char) -> bool {
    matches!(char, '(' | '[' | '{' | '\u{AB}')
}

fn is_bracket(char: char) -> bool {
    matches!(char, '(' | ')' | '[' | ']' | '{' | '}' | '\u{AB}' | '\u{BB}')
}

/// A part of a line that is read in one direction.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Run {
    /// The range of the characters, counted from the left.
    pub chars: Range<usize>,
    /// `true` if the last character of the range is read first.
    pub from_right: bool,
}

/// The type of a character when the bidirectional order is resolved.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Left,
    Right,
    /// A European digit, and a European digit after an Arabic letter.
    Number,
    NumberInArabic,
    ArabicNumber,
    /// A plus or minus sign; a separator such as a comma or colon; a percent or currency sign.
    Sign,
    Separator,
    Terminator,
    Mark,
    Neutral,
}

/// Returns the runs of a line in reading order. `line` contains the characters from left to right.
/// The characters of a ligature and its marks are in the order that they would have as separate
/// glyphs.
pub(super) fn runs(line: &[char], from_right: bool) -> Vec<Run> {
    let mut runs = Vec::new();
    if from_right {
        read_from_right(line, 0, &mut runs);
        return runs;
    }
    // Right-to-left stretches are separated by left-to-right letters.
    let mut at = 0;
    let mut stretch: Option<(usize, usize)> = None;
    let mut close = |stretch: &mut Option<(usize, usize)>, at: &mut usize| {
        let Some((first, last)) = stretch.take() else { return };
        let (first, last) = with_brackets(line, first, last);
        let first = first.max(*at);
        if *at < first {
            runs.push(Run { chars: *at..first, from_right: false });
        }
        read_from_right(&line[first..last], first, &mut runs);
        *at = last;
    };
    for (index, char) in line.iter().enumerate() {
        match class(*char) {
            BidiClass::L => close(&mut stretch, &mut at),
            BidiClass::R | BidiClass::AL | BidiClass::AN => {
                stretch = Some((stretch.map_or(index, |(first, _)| first), index + 1));
            }
            _ => {}
        }
    }
    close(&mut stretch, &mut at);
    if at < line.len() {
        runs.push(Run { chars: at..line.len(), from_right: false });
    }
    runs
}

/// Extends a range by a bracket at each end whose partner is inside the range.
fn with_brackets(line: &[char], first: usize, last: usize) -> (usize, usize) {
    let inside = line.get(first..last).unwrap_or_default();
    let is_partner = |char: char| {
        let is_same = |other: &&char| **other == char || mirrored(**other) == Some(char);
        is_bracket(char) && inside.iter().filter(is_same).count() % 2 == 1
    };
    let before = first.checked_sub(1).and_then(|index| line.get(index));
    if before.copied().is_some_and(is_partner) {
        return (first - 1, last);
    }
    match line.get(last).copied().is_some_and(is_partner) {
        true => (first, last + 1),
        false => (first, last),
    }
}

/// Adds the runs of a right-to-left part of a line. `start` is the index where the part begins.
fn read_from_right(part: &[char], start: usize, runs: &mut Vec<Run>) {
    let reversed: Vec<char> = part.iter().rev().copied().collect();
    let end = start + part.len();
    let mut push = |range: Range<usize>, from_right: bool| {
        if !range.is_empty() {
            runs.push(Run { chars: end - range.end..end - range.start, from_right });
        }
    };
    let mut at = 0;
    for range in islands(&reversed) {
        push(at..range.start, true);
        push(range.clone(), false);
        at = range.end;
    }
    push(at..reversed.len(), true);
}

/// Returns the parts that are read from left to right: words of other scripts, and numbers. `line`
/// contains the characters from right to left.
fn islands(line: &[char]) -> Vec<Range<usize>> {
    let kinds = kinds(line);
    let is_barrier = |kind: &Kind| matches!(kind, Kind::Right | Kind::ArabicNumber);
    let mut islands = Vec::new();
    let mut at = 0;
    while let Some(kind) = kinds.get(at) {
        let same = |is: &dyn Fn(&Kind) -> bool| {
            let rest = kinds.get(at..).unwrap_or_default();
            at + rest.iter().position(|kind| !is(kind)).unwrap_or(rest.len())
        };
        let end = match kind {
            Kind::Right => same(&|kind| *kind == Kind::Right),
            Kind::ArabicNumber => {
                let end = same(&|kind| *kind == Kind::ArabicNumber);
                islands.push(at..end);
                end
            }
            _ => {
                let end = same(&|kind| !is_barrier(kind));
                foreign(line, &kinds, at..end, &mut islands);
                end
            }
        };
        at = end;
    }
    islands
}

/// Adds the islands of a stretch without right-to-left letters.
fn foreign(line: &[char], kinds: &[Kind], stretch: Range<usize>, islands: &mut Vec<Range<usize>>) {
    let inside = kinds.get(stretch.clone()).unwrap_or_default();
    if !inside.contains(&Kind::Left) {
        let mut at = stretch.start;
        for group in inside.chunk_by(|left, right| left == right) {
            if group.first() == Some(&Kind::Number) {
                islands.push(at..at + group.len());
            }
            at += group.len();
        }
        return;
    }
    // The characters between words of other scripts belong to the island, and adjacent numbers do
    // too.
    let is_word = |kind: &Kind| matches!(kind, Kind::Left | Kind::Number);
    let first = inside.iter().position(is_word).unwrap_or_default();
    let last = inside.iter().rposition(is_word).unwrap_or_default() + 1;
    let (first, last) = with_brackets(line, stretch.start + first, stretch.start + last);
    islands.push(first.max(stretch.start)..last.min(stretch.end));
}

/// Returns the type of each character according to the rules W1 to W6 of UAX #9.
fn kinds(line: &[char]) -> Vec<Kind> {
    let mut in_arabic = false;
    let kind = |char: &char| {
        let class = class(*char);
        if matches!(class, BidiClass::L | BidiClass::R | BidiClass::AL) {
            in_arabic = class == BidiClass::AL;
        }
        match class {
            BidiClass::L => Kind::Left,
            BidiClass::R | BidiClass::AL => Kind::Right,
            BidiClass::EN if in_arabic => Kind::NumberInArabic,
            BidiClass::EN => Kind::Number,
            BidiClass::AN => Kind::ArabicNumber,
            BidiClass::ES => Kind::Sign,
            BidiClass::CS => Kind::Separator,
            BidiClass::ET => Kind::Terminator,
            BidiClass::NSM => Kind::Mark,
            _ => Kind::Neutral,
        }
    };
    let mut kinds: Vec<Kind> = line.iter().map(kind).collect();
    let mut before = Kind::Neutral;
    for index in 0..kinds.len() {
        let after = kinds.get(index + 1).copied().unwrap_or(Kind::Neutral);
        let Some(kind) = kinds.get_mut(index) else { break };
        let is_number =
            |kind| matches!(kind, Kind::Number | Kind::NumberInArabic | Kind::ArabicNumber);
        *kind = match *kind {
            // In this order, marks precede their left-to-right letters.
            Kind::Mark if after == Kind::Left && before != Kind::Right => Kind::Left,
            Kind::Mark => before,
            Kind::Sign if before == Kind::Number && after == Kind::Number => Kind::Number,
            Kind::Separator if before == after && is_number(before) => before,
            Kind::Terminator if before == Kind::Number => Kind::Number,
            Kind::NumberInArabic => {
                before = Kind::NumberInArabic;
                continue;
            }
            other => other,
        };
        before = *kind;
    }
    // Percent signs and similar characters before a number, and numbers with several kinds of
    // digits.
    let mut after = Kind::Neutral;
    for kind in kinds.iter_mut().rev() {
        *kind = match *kind {
            Kind::Terminator if after == Kind::Number => Kind::Number,
            Kind::Number | Kind::NumberInArabic if after == Kind::ArabicNumber => after,
            other => other,
        };
        after = *kind;
    }
    let mut before = Kind::Neutral;
    for kind in &mut kinds {
        *kind = match *kind {
            Kind::Number | Kind::NumberInArabic if before == Kind::ArabicNumber => before,
            Kind::NumberInArabic => Kind::Number,
            other => other,
        };
        before = *kind;
    }
    kinds
}

/// Counts the bracket pairs in the right-to-left parts of a line. A pair that is stored as seen
/// counts 1, a pair that is stored as characters of the text counts -1. `runs` are in reading
/// order.
pub(super) fn seen_brackets(line: &[char], runs: &[Run]) -> i64 {
    let mut open: Option<char> = None;
    let mut seen = 0;
    let from_right = runs.iter().filter(|run| run.from_right);
    let inside =
        from_right.flat_map(|run| line.get(run.chars.clone()).unwrap_or_default().iter().rev());
    for char in inside.copied().filter(|char| is_bracket(*char)) {
        match open.take() {
            Some(before) if mirrored(before) == Some(char) => {
                seen += if is_opening(before) { -1 } else { 1 };
            }
            _ => open = Some(char),
        }
    }
    seen
}
