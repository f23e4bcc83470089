//! Tokens of a text, split in one pass, with the hash of their folded form.
//!
//! The boundaries are the word boundaries of UAX #29, but finer: an apostrophe, a colon or a full stop ends
//! a word, so that `Dublin` is found in `Dublin's`, except for a full stop or comma between ASCII digits. A
//! character of a script without spaces is a separate token. The `>` of quoted mail at the start of a line,
//! except the first line, counts as white space.

use super::fold::{Class, cell, depends_on_base, fold_char, fold_exactly};

/// A token. Its offsets count bytes of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// The offset of the first byte.
    pub start: u32,
    /// The offset after the last byte.
    pub end: u32,
    /// The hash of the folded bytes. The lowest bit is set if white space precedes the token.
    hash: u64,
}

impl Token {
    /// Returns a token from folded text, as appended by [`fold_token`].
    pub fn of_folded(folded: &[u8], is_spaced: bool) -> Token {
        let hash = folded.iter().fold(SEED, |hash, byte| step(hash, *byte));
        Token { start: 0, end: folded.len() as u32, hash: finish(hash, is_spaced) }
    }

    /// Returns the token without its ending, for example a suffix. `stem` is the text before the ending.
    pub fn cut_to(&self, stem: &str) -> Token {
        let mut folded = String::new();
        fold_token(stem, &mut folded);
        let cut = Token::of_folded(folded.as_bytes(), self.is_spaced());
        Token { start: self.start, end: self.start + stem.len() as u32, hash: cut.hash }
    }

    /// Returns `true` if white space separates this token from the previous token.
    pub fn is_spaced(&self) -> bool {
        self.hash & 1 != 0
    }

    /// Returns the hash of the folded text, which is always odd.
    pub fn key(&self) -> u64 {
        self.hash | 1
    }

    /// Returns the bytes of the token in the text.
    pub fn range(&self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// The hash of a chain of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chain(pub u64);

impl Chain {
    /// Returns the chain of one token. White space before it is ignored.
    pub fn start(token: &Token) -> Chain {
        Chain(mix(0x9E37_79B9_7F4A_7C15, token.hash | 1))
    }

    /// Returns the chain extended by a token.
    pub fn then(self, token: &Token) -> Chain {
        Chain(mix(self.0, token.hash))
    }
}

fn mix(state: u64, with: u64) -> u64 {
    let product = u128::from(state.rotate_left(23) ^ with) * u128::from(0xD6E8_FEB8_6659_FD93_u64);
    (product >> 64) as u64 ^ product as u64
}

const SEED: u64 = 0xCBF2_9CE4_8422_2325;

/// Returns the hash extended by a folded byte. The last multiplication spreads the bits.
fn step(hash: u64, byte: u8) -> u64 {
    (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3_5C2D)
}

fn finish(hash: u64, spaced: bool) -> u64 {
    mix(SEED, hash) & !1 | u64::from(spaced)
}

/// The classes of the bytes below 0x80: 0 for bytes that the fast path does not handle, 1 for white space,
/// 2 for a symbol, otherwise the folded letter, digit or underscore.
const ASCII: [u8; 256] = {
    let mut table = [0u8; 256];
    let mut byte = 0u8;
    while byte < 0x80 {
        table[byte as usize] = match byte {
            b'\t'..=b'\r' | b' ' => 1,
            b'-' => 0,
            b'a'..=b'z' | b'0'..=b'9' | b'_' | b'A'..=b'Z' => byte.to_ascii_lowercase(),
            _ => 2,
        };
        byte += 1;
    }
    table
};

/// An iterator over the tokens of a text.
pub struct Tokens<'t> {
    text: &'t str,
    at: usize,
    folded: String,
}

impl<'t> Tokens<'t> {
    /// Creates an iterator over the tokens of a text.
    pub fn new(text: &'t str) -> Tokens<'t> {
        Tokens { text, at: 0, folded: String::new() }
    }

    /// Returns the token at `start`, which contains a character that the fast path does not handle.
    fn slow(&mut self, start: usize, spaced: bool) -> Token {
        let end = token_end(self.text, start);
        self.at = end.consumed;
        self.folded.clear();
        fold_token(&self.text[start..end.seen], &mut self.folded);
        let hash = self.folded.bytes().fold(SEED, step);
        Token { start: start as u32, end: end.seen as u32, hash: finish(hash, spaced) }
    }
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        let bytes = self.text.as_bytes();
        let mut at = self.at;
        let mut spaced = false;
        let mut is_line_start = false;
        loop {
            let first = *bytes.get(at)?;
            match ASCII[first as usize] {
                1 => {
                    spaced = true;
                    is_line_start |= matches!(first, b'\n' | b'\r');
                    at += 1;
                }
                // The marks of quoted mail count as white space.
                2 if first == b'>' && is_line_start => at += 1,
                0 => {
                    let c = self.text[at..].chars().next()?;
                    let cell = cell(c);
                    match cell.class() {
                        Class::Space => spaced = true,
                        Class::Gap | Class::Format => (),
                        // A joiner with nothing to join.
                        Class::Mark if cell.is_empty() => (),
                        _ => return Some(self.slow(at, spaced)),
                    }
                    at += c.len_utf8();
                }
                2 => {
                    if bytes.get(at + 1).is_some_and(|next| *next >= 0x80) {
                        return Some(self.slow(at, spaced));
                    }
                    self.at = at + 1;
                    let hash = finish(step(SEED, apostrophe(first)), spaced);
                    return Some(Token { start: at as u32, end: at as u32 + 1, hash });
                }
                folded => {
                    let start = at;
                    let mut hash = step(SEED, folded);
                    at += 1;
                    while let Some(byte) = bytes.get(at) {
                        let folded = ASCII[*byte as usize];
                        if folded <= 2 {
                            if *byte >= 0x80 {
                                return Some(self.slow(start, spaced));
                            }
                            if !joins_digits(bytes, at) {
                                break;
                            }
                        }
                        hash = step(hash, if folded <= 2 { *byte } else { folded });
                        at += 1;
                    }
                    self.at = at;
                    let hash = finish(hash, spaced);
                    return Some(Token { start: start as u32, end: at as u32, hash });
                }
            }
        }
    }
}

/// Returns an apostrophe for a grave accent. Other symbols do not change.
fn apostrophe(symbol: u8) -> u8 {
    if symbol == b'`' { b'\'' } else { symbol }
}

/// Returns `true` for a full stop or comma between digits (UAX #29, rules WB11 and WB12).
fn joins_digits(bytes: &[u8], at: usize) -> bool {
    matches!(bytes[at], b'.' | b',')
        && at > 0
        && bytes[at - 1].is_ascii_digit()
        && bytes.get(at + 1).is_some_and(u8::is_ascii_digit)
}

struct End {
    /// The end of the last visible character.
    seen: usize,
    /// The end of the token with its invisible characters.
    consumed: usize,
}

/// Returns the end of the token that starts at `start`.
fn token_end(text: &str, start: usize) -> End {
    let mut chars = text[start..].char_indices().map(|(at, c)| (start + at, c)).peekable();
    let Some((_, first)) = chars.next() else {
        return End { seen: start, consumed: start };
    };
    let class = cell(first).class();
    let mut end = start + first.len_utf8();
    let mut seen = end;
    let mut previous = first;
    let mut flag_is_whole = false;
    let mut marked = false;
    for (at, c) in chars {
        let goes_on = match cell(c).class() {
            Class::Mark | Class::Format => true,
            Class::Gap => class == Class::Word,
            Class::Word => class == Class::Word,
            Class::Dash => class == Class::Dash && !marked,
            Class::Other if class == Class::Word => joins_digits(text.as_bytes(), at),
            Class::Other if class == Class::Other => {
                let pairs = !flag_is_whole && is_flag_half(previous) && is_flag_half(c);
                flag_is_whole |= pairs;
                pairs || previous == '\u{200D}'
            }
            _ => false,
        };
        if !goes_on {
            break;
        }
        end = at + c.len_utf8();
        if !matches!(cell(c).class(), Class::Format | Class::Gap) {
            seen = end;
        }
        marked |= cell(c).class() == Class::Mark;
        previous = c;
    }
    End { seen, consumed: end }
}

fn is_flag_half(c: char) -> bool {
    matches!(c, '\u{1F1E6}'..='\u{1F1FF}')
}

/// Appends the folded form of the text of one token.
pub fn fold_token(token: &str, out: &mut String) {
    if token == "`" {
        out.push('\'');
        return;
    }
    if token.is_ascii() && !token.starts_with('-') {
        let from = out.len();
        out.push_str(token);
        out[from..].make_ascii_lowercase();
        return;
    }
    // No token starts with a `Format` character, but a run of dashes may contain some.
    let is_dash = |c: char| matches!(cell(c).class(), Class::Dash | Class::Format);
    let rest = token.trim_start_matches(is_dash);
    if rest.len() < token.len() {
        out.push('-');
    }
    let mut marks = 0;
    let mut complex = 0;
    let from = out.len();
    for c in rest.chars() {
        let cell = cell(c);
        match cell.class() {
            Class::Mark => marks += 1 + usize::from(depends_on_base(c)),
            _ => complex += usize::from(cell.is_complex()),
        }
        // Adjacent marks may have to be reordered.
        if marks > 0 && marks + complex > 1 {
            out.truncate(from);
            return fold_exactly(rest, out);
        }
        fold_char(c, out);
    }
}

#[cfg(test)]
mod tests {
    use super::{Chain, Token, Tokens};

    #[test]
    fn marks_of_quoted_mail_are_white_space() {
        let chain = |text: &str| {
            let tokens: Vec<Token> = Tokens::new(text).collect();
            (
                tokens.len(),
                tokens[1..].iter().fold(Chain::start(&tokens[0]), |chain, token| chain.then(token)),
            )
        };
        assert_eq!(chain("Rosa\n> Ulm"), chain("Rosa Ulm"));
        assert_eq!(chain("Rosa\r\n >> > Ulm"), chain("Rosa Ulm"));
        assert_ne!(chain("Rosa > Ulm"), chain("Rosa Ulm"));
        assert_eq!(chain("> Rosa").0, 2);
    }
}
