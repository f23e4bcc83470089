//! Line wrapping of strings as in GNU gettext: at the break opportunities of Unicode (UAX 14) that occur in messages.

/// Splits a line after each position where it may be wrapped.
pub(super) fn pieces(line: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut before: Option<(char, char)> = None;
    for (at, char) in line.char_indices() {
        if before.is_some_and(|(first, second)| may_break(first, second, char)) {
            pieces.extend(line.get(start..at));
            start = at;
        }
        before = Some((before.map_or(' ', |(_, last)| last), char));
    }
    pieces.extend(line.get(start..).filter(|rest| !rest.is_empty()));
    pieces
}

/// Returns `true` if a line may be wrapped between the last two of three characters.
fn may_break(first: char, before: char, next: char) -> bool {
    match before {
        _ if next == ' ' => false,
        ' ' => true,
        '-' => first.is_alphanumeric() && next.is_alphabetic(),
        '/' => next.is_alphabetic(),
        '\u{2013}' | '\u{2014}' => true,
        _ if next == '\u{2014}' => true,
        _ if is_opening(before) => false,
        _ => (width(before) == 2 || width(next) == 2) && !is_closing(next),
    }
}

fn is_opening(char: char) -> bool {
    "([{\u{3008}\u{300A}\u{300C}\u{300E}\u{3010}\u{3014}\u{3016}\u{3018}\u{301A}\u{FF08}"
        .contains(char)
}

/// Returns `true` for punctuation that must not begin a line.
fn is_closing(char: char) -> bool {
    const SIGNS: &str = "!%),.:;?]}\"'\u{2019}\u{201D}\u{2026}\u{3001}\u{3002}\u{3005}\u{3009}\u{300B}\u{300D}\u{300F}\
        \u{3011}\u{3015}\u{3017}\u{30FB}\u{30FC}\u{FF01}\u{FF09}\u{FF0C}\u{FF0E}\u{FF1A}\u{FF1B}\u{FF1F}\
        \u{3041}\u{3043}\u{3045}\u{3047}\u{3049}\u{3063}\u{3083}\u{3085}\u{3087}\
        \u{30A1}\u{30A3}\u{30A5}\u{30A7}\u{30A9}\u{30C3}\u{30E3}\u{30E5}\u{30E7}";
    SIGNS.contains(char)
}

/// Returns the number of columns of a text.
pub(super) fn columns(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().map(width).sum() }
}

fn width(char: char) -> usize {
    match char {
        '\u{300}'..='\u{36F}' | '\u{200B}'..='\u{200F}' => 0,
        '\u{1100}'..='\u{115F}'
        | '\u{2E80}'..='\u{303E}'
        | '\u{3041}'..='\u{A4CF}'
        | '\u{AC00}'..='\u{D7A3}'
        | '\u{F900}'..='\u{FAFF}'
        | '\u{FE30}'..='\u{FE6F}'
        | '\u{FF00}'..='\u{FF60}'
        | '\u{FFE0}'..='\u{FFE6}'
        | '\u{1F300}'..='\u{1F64F}'
        | '\u{1F900}'..='\u{1F9FF}'
        | '\u{20000}'..='\u{3FFFD}' => 2,
        _ => 1,
    }
}
