//! Accents that are separate characters above or below their letters. For example, TeX writes
//! accents in this way.

use unicode_normalization::char::compose;

use super::shown::{Glyph, Shown};

/// The spacing accents with their combining marks.
const ACCENTS: &[(char, char)] = &[
    ('`', '\u{300}'),
    ('\u{B4}', '\u{301}'),
    ('^', '\u{302}'),
    ('\u{2C6}', '\u{302}'),
    ('~', '\u{303}'),
    ('\u{2DC}', '\u{303}'),
    ('\u{AF}', '\u{304}'),
    ('\u{2C9}', '\u{304}'),
    ('\u{2D8}', '\u{306}'),
    ('\u{2D9}', '\u{307}'),
    ('\u{A8}', '\u{308}'),
    ('\u{2DA}', '\u{30A}'),
    ('\u{2DD}', '\u{30B}'),
    ('\u{2C7}', '\u{30C}'),
    ('\u{B8}', '\u{327}'),
    ('\u{2DB}', '\u{328}'),
];

/// The maximum distance between the centers of an accent and its letter, in widths of the letter.
const AWAY: f64 = 0.35;

/// The maximum distance between the base lines of an accent and its letter, in font sizes.
const RAISED: f64 = 0.4;

/// Replaces each accent and the letter at the same position by one composed character at the
/// position of the letter.
pub(super) fn compose_accents(shown: &mut Shown) {
    if !shown.text.contains(|c| mark(c).is_some()) {
        return;
    }
    let mut glyphs: Vec<Glyph> = Vec::with_capacity(shown.glyphs.len());
    for glyph in std::mem::take(&mut shown.glyphs) {
        let joined = glyphs.last().and_then(|last| {
            let (c, is_letter_last) = composed(last, &glyph, &shown.text)?;
            Some((c, if is_letter_last { glyph } else { *last }))
        });
        match joined {
            Some((c, letter)) => {
                let start = shown.text.len() as u32;
                shown.text.push(c);
                glyphs.pop();
                glyphs.push(Glyph { text: (start, shown.text.len() as u32), ..letter });
            }
            None => glyphs.push(glyph),
        }
    }
    shown.glyphs = glyphs;
}

/// Returns the composition of two characters, and `true` if the second character is the letter.
fn composed(first: &Glyph, second: &Glyph, text: &str) -> Option<(char, bool)> {
    let single = |glyph: &Glyph| {
        let text = text.get(glyph.text.0 as usize..glyph.text.1 as usize)?;
        let mut chars = text.chars().filter(|c| *c != ' ');
        chars.next().filter(|_| chars.next().is_none())
    };
    let (left, right) = (single(first)?, single(second)?);
    let (letter, accent, is_letter_last) = match (mark(left), mark(right)) {
        (Some(accent), None) => (right, accent, true),
        (None, Some(accent)) => (left, accent, false),
        _ => return None,
    };
    let (base, over) = if is_letter_last { (second, first) } else { (first, second) };
    // A letter with an accent may be drawn without its dot.
    let letter = match letter {
        'ı' => 'i',
        'ȷ' => 'j',
        letter => letter,
    };
    let c = compose(letter, accent)?;
    is_over(over, base).then_some((c, is_letter_last))
}

/// Returns the combining mark of an accent.
fn mark(c: char) -> Option<char> {
    let is_mark = ACCENTS.iter().find(|(accent, mark)| *accent == c || *mark == c);
    is_mark.map(|(_, mark)| *mark)
}

/// Returns `true` if an accent is above or below a letter.
fn is_over(accent: &Glyph, letter: &Glyph) -> bool {
    let (dx, dy) = letter.direction;
    let is_turned = accent.direction.0 * dx + accent.direction.1 * dy < 0.99;
    let (x, y) = (accent.origin.0 - letter.origin.0, accent.origin.1 - letter.origin.1);
    let (along, up) = (x * dx + y * dy, y * dx - x * dy);
    let middle = along + accent.width / 2.0 - letter.width / 2.0;
    !is_turned && middle.abs() <= AWAY * letter.width && up.abs() <= RAISED * letter.size
}
