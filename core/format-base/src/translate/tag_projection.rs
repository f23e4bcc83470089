//! Tag projection: the positions of codes in a translation without markers. A code is placed next to the same words
//! as before if they are unchanged, and otherwise at a proportional position at the edge of a word.

use super::align::{Same, unchanged};
use super::inline_code::{Code, Content, Role};
use super::marked_text::TranslationPart;
use glossweave_document::Document;

/// Returns a translation with the codes of its source projected onto it, in source order.
pub fn spread(document: &Document, content: &Content, translation: &str) -> Vec<TranslationPart> {
    let source = document.text().get(content.text.range()).unwrap_or_default();
    let start = content.text.start();
    let alone = content.codes.iter().filter(|code| code.role == Role::Void);
    let cuts: Vec<usize> = alone.map(|code| code.text.saturating_sub(start)).collect();
    let texts = Texts {
        source,
        translation,
        from: Edges::of(source),
        edges: Edges::of(translation),
        same: unchanged(source, &cuts, translation),
    };
    let edges = &texts.edges;
    let gaps = wide_gaps(content, source, translation);
    let mut gaps = gaps.iter();
    let mut parts = Vec::with_capacity(content.codes.len() * 2 + 1);
    let mut places = vec![0; content.codes.len()];
    let mut place = 0;
    for (index, code) in content.codes.iter().enumerate() {
        let at = code.text.saturating_sub(start);
        // A pair that contained text must contain text.
        let least = match code.role {
            Role::Close(open) if content.codes[open].text != code.text => {
                place.max(places[open] + 1)
            }
            _ => place,
        };
        let known = texts.beside(at, code.role).filter(|place| *place >= least);
        let next = match (known, code.role) {
            _ if at == 0 => 0,
            _ if at == source.len() => translation.len(),
            (Some(known), _) => known,
            // If text precedes the code, text should precede it in the translation too, unless there is only one
            // word.
            (None, Role::Open(_)) => {
                let expected = texts.in_proportion(at);
                match nearest(&edges.starts, place.max(1), expected) {
                    usize::MAX => nearest(&edges.starts, place, expected),
                    start => start,
                }
            }
            (None, Role::Void) => {
                let expected = texts.in_proportion(at);
                let start = nearest(&edges.starts, place, expected);
                let end = nearest(&edges.ends, place, expected);
                if start.abs_diff(expected) < end.abs_diff(expected) { start } else { end }
            }
            (None, Role::Close(_)) => nearest(&edges.ends, least, texts.in_proportion(at)),
        };
        let is_between = code.role == Role::Void && is_between_spaces(source, at);
        let gap = if is_between { gaps.next().copied() } else { None };
        let next = gap.unwrap_or(next).clamp(place, translation.len());
        places[index] = next;
        let mut text = translation.get(place..next).unwrap_or_default().to_owned();
        // The source contains a space on both sides of the code, but a translation without markers often contains
        // only one. In this case, a space is added on the other side. Words are never split.
        let (before, behind) = translation.split_at_checked(next).unwrap_or((translation, ""));
        let has_space =
            [before.ends_with(char::is_whitespace), behind.starts_with(char::is_whitespace)];
        if is_between && has_space == [false, true] && !before.is_empty() {
            text.push(' ');
        }
        parts.push(TranslationPart::Text(text));
        parts.push(TranslationPart::Code(index));
        if is_between && has_space == [true, false] && !behind.is_empty() {
            parts.push(TranslationPart::Text(" ".to_owned()));
        }
        place = next;
    }
    parts.push(TranslationPart::Text(translation.get(place..).unwrap_or_default().to_owned()));
    joined(parts)
}

/// Merges adjacent text parts.
fn joined(parts: Vec<TranslationPart>) -> Vec<TranslationPart> {
    let mut out: Vec<TranslationPart> = Vec::with_capacity(parts.len());
    for part in parts {
        match (out.last_mut(), part) {
            (Some(TranslationPart::Text(last)), TranslationPart::Text(text)) => {
                last.push_str(&text)
            }
            (_, part) => out.push(part),
        }
    }
    out
}

/// Returns `true` if a position of a text has white space on both sides.
fn is_between_spaces(text: &str, at: usize) -> bool {
    let Some((before, behind)) = text.split_at_checked(at) else { return false };
    before.ends_with(char::is_whitespace) && behind.starts_with(char::is_whitespace)
}

/// Returns the positions in a translation between two spaces. The text has such spaces around codes that the
/// translation lacks. Returns an empty list if the number of positions is not the number of such codes.
fn wide_gaps(content: &Content, source: &str, translation: &str) -> Vec<usize> {
    let start = content.text.start();
    let is_code = |code: &&Code| {
        code.role == Role::Void && is_between_spaces(source, code.text.saturating_sub(start))
    };
    let count = content.codes.iter().filter(is_code).count();
    let gaps: Vec<usize> = translation.match_indices("  ").map(|(at, _)| at + 1).collect();
    if gaps.len() == count { gaps } else { Vec::new() }
}

/// A text and its translation.
struct Texts<'t> {
    source: &'t str,
    translation: &'t str,
    from: Edges,
    edges: Edges,
    /// The words and signs that did not change.
    same: Vec<Same>,
}

impl Texts<'_> {
    /// Returns the last unchanged word before a position of the source, and the first unchanged word at or after it.
    fn around(&self, at: usize) -> (Option<&Same>, Option<&Same>) {
        let next = self.same.partition_point(|same| same.source.end <= at);
        let before = next.checked_sub(1).and_then(|index| self.same.get(index));
        (before, self.same.get(next))
    }

    /// Returns the position of a code based on the adjacent words. Returns `None` if they changed.
    fn beside(&self, at: usize, role: Role) -> Option<usize> {
        let (before, after) = self.around(at);
        if let Some(within) = after.filter(|same| same.source.start < at) {
            return Some(within.target.start + (at - within.source.start));
        }
        let is_blank = |text: Option<&str>| text.is_some_and(|text| text.trim().is_empty());
        let before = before.filter(|same| is_blank(self.source.get(same.source.end..at)));
        let after = after.filter(|same| is_blank(self.source.get(at..same.source.start)));
        // `behind` is after the space that preceded the code, and `ahead` is before the space that followed it.
        let behind = before.map(|same| {
            let rest = self.translation.get(same.target.end..).unwrap_or_default();
            let space = rest.len() - rest.trim_start().len();
            let skips = same.source.end < at || matches!(role, Role::Open(_));
            same.target.end + if skips { space } else { 0 }
        });
        let ahead = after.map(|same| {
            let rest = self.translation.get(..same.target.start).unwrap_or_default();
            let skips = at < same.source.start || matches!(role, Role::Close(_));
            if skips { rest.trim_end().len() } else { rest.len() }
        });
        let follows = before.is_some_and(|same| same.source.end == at);
        let right = after.is_some_and(|same| same.source.start == at);
        match role {
            // A word on the other side of a space may have moved independently of the code.
            Role::Open(_) => ahead.or(behind.filter(|_| follows)),
            Role::Close(_) => behind.or(ahead.filter(|_| right)),
            Role::Void if follows => behind,
            Role::Void if right => ahead,
            Role::Void => behind.or(ahead),
        }
    }

    /// Returns the position in the translation that corresponds proportionally to a position of the source, between
    /// unchanged words.
    fn in_proportion(&self, at: usize) -> usize {
        let (before, after) = self.around(at);
        let start = before.map_or((0, 0), |same| (same.source.end, same.target.end));
        let whole = (self.source.len(), self.translation.len());
        let end = after.map_or(whole, |same| (same.source.start, same.target.start));
        let from = |at: usize| self.from.count(at, self.source);
        let (low, high) = (from(start.0), from(end.0).max(from(at)));
        let share = (from(at) - low) as f64 / (high - low).max(1) as f64;
        let to = |at: usize| self.edges.count(at, self.translation);
        let (first, last) = (to(start.1), to(end.1));
        let expected = first as f64 + share * (last - first) as f64;
        self.edges.place(expected.round() as usize, self.translation)
    }
}

/// Returns the edge nearest to a position, but not before `least`. Returns `usize::MAX` if there is none.
fn nearest(edges: &[usize], least: usize, expected: usize) -> usize {
    let from = edges.partition_point(|edge| *edge < least);
    let edges = &edges[from..];
    let next = edges.partition_point(|edge| *edge < expected);
    let before = next.checked_sub(1).and_then(|index| edges.get(index));
    match (before, edges.get(next)) {
        (Some(before), Some(after)) if expected - before <= after - expected => *before,
        (_, Some(after)) => *after,
        (Some(before), None) => *before,
        (None, None) => usize::MAX,
    }
}

/// The edges of words.
struct Edges {
    starts: Vec<usize>,
    ends: Vec<usize>,
    chars: usize,
    /// The offset of every 64th character, used to convert between characters and bytes quickly.
    places: Vec<usize>,
}

const STRIDE: usize = 64;

impl Edges {
    fn of(text: &str) -> Edges {
        let mut edges =
            Edges { starts: Vec::new(), ends: Vec::new(), chars: 0, places: Vec::new() };
        let mut before = Shape::Between;
        for (at, char) in text.char_indices() {
            if edges.chars.is_multiple_of(STRIDE) {
                edges.places.push(at);
            }
            edges.chars += 1;
            let shape = match char {
                // Combining marks belong to the preceding character.
                '\u{300}'..='\u{36F}' | '\u{3099}' | '\u{309A}' | '\u{FE00}'..='\u{FE0F}' => {
                    continue;
                }
                _ => Shape::of(char),
            };
            if before != Shape::Between && (shape != before || shape == Shape::Sign) {
                edges.ends.push(at);
            }
            if shape != Shape::Between && (shape != before || shape == Shape::Sign) {
                edges.starts.push(at);
            }
            before = shape;
        }
        if before != Shape::Between {
            edges.ends.push(text.len());
        }
        edges
    }

    /// Returns the number of characters before an offset.
    fn count(&self, at: usize, text: &str) -> usize {
        let known = self.places.partition_point(|place| *place <= at).saturating_sub(1);
        let from = self.places.get(known).copied().unwrap_or(0);
        known * STRIDE + text.get(from..at).unwrap_or_default().chars().count()
    }

    /// Returns the offset of a character.
    fn place(&self, char: usize, text: &str) -> usize {
        let from = self.places.get(char / STRIDE).copied().unwrap_or(text.len());
        let rest = text.get(from..).unwrap_or_default();
        rest.char_indices().nth(char % STRIDE).map_or(text.len(), |(at, _)| from + at)
    }
}

/// The role of a character in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    Between,
    Letter,
    /// A character that is a separate word, in scripts without spaces between words.
    Sign,
}

impl Shape {
    fn of(char: char) -> Shape {
        match char {
            '-' | '\'' | '\u{2019}' => Shape::Letter,
            '\u{3041}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' => {
                Shape::Sign
            }
            '\u{20000}'..='\u{3FFFF}' => Shape::Sign,
            '\u{2010}'..='\u{2FFF}' | '\u{3000}'..='\u{303F}' => Shape::Between,
            _ if char.is_whitespace() || char.is_ascii_punctuation() => Shape::Between,
            _ => Shape::Letter,
        }
    }
}
