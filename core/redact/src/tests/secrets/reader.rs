//! A reader that decodes all layers of a document and compares only letters. It is less strict than
//! redaction, and shares no code with it.

use glossweave_markup::charref::{Place, resolved};

use crate::packed_text::tests::decompressed;
use crate::tests::files;

/// The maximum depth of nested escapes.
const DEPTH: usize = 3;

/// The minimum number of characters of a text within binary data.
const TEXT: usize = 9;

/// Returns the secrets that can be read in the bytes of a document.
pub fn readable(bytes: &[u8], secrets: &[&'static str]) -> Vec<&'static str> {
    let mut views = Vec::new();
    look(bytes, 0, &mut views);
    let mut leaked: Vec<&str> = secrets.to_vec();
    leaked.sort_unstable();
    leaked.dedup();
    leaked.retain(|secret| views.iter().any(|view| view.contains(secret)));
    leaked
}

/// Adds the letters of all texts in bytes.
fn look(bytes: &[u8], depth: usize, views: &mut Vec<String>) {
    if depth > DEPTH {
        return;
    }
    if bytes.starts_with(b"PK\x03\x04") {
        for (name, content) in files(bytes) {
            look(name.as_bytes(), depth, views);
            look(&content, depth + 1, views);
        }
        return;
    }
    if bytes.starts_with(&[0x1F, 0x8B]) {
        look(&decompressed(bytes), depth + 1, views);
    }
    if bytes.contains(&0) {
        for order in [u16::from_le_bytes, u16::from_be_bytes] {
            let units = bytes.chunks_exact(2).map(|pair| order([pair[0], pair[1]]));
            let text: String = char::decode_utf16(units).map(|c| c.unwrap_or(' ')).collect();
            views.push(letters(&text));
        }
    }
    let mut text = String::from_utf8_lossy(bytes).into_owned();
    codes(&text, depth, views);
    for _ in 0..DEPTH {
        views.extend([letters(&text), letters(&without_tags(&text))]);
        let next = decoded(&text);
        if next == text {
            break;
        }
        text = next;
    }
}

/// Decodes runs that may be Base64 or hexadecimal digits.
fn codes(text: &str, depth: usize, views: &mut Vec<String>) {
    let is_sign = |c: char| c.is_ascii_alphanumeric() || "+/-_".contains(c);
    for run in text.split(|c| !is_sign(c)).filter(|run| run.len() > 7) {
        let run = run.replace('-', "+").replace('_', "/");
        for start in 0..4 {
            let decoded = base64(&run[start..]);
            // Most words are valid Base64 of bytes that are not text.
            if decoded.starts_with(&[0x1F, 0x8B]) || str::from_utf8(&decoded).is_ok() {
                look(&decoded, depth + 1, views);
                continue;
            }
            let is_text = |text: &&str| text.chars().filter(|c| !c.is_control()).count() >= TEXT;
            let texts = decoded.utf8_chunks().map(|chunk| chunk.valid()).filter(is_text);
            texts.for_each(|text| look(text.as_bytes(), depth + 1, views));
        }
        let digits = run.trim_start_matches('x');
        if digits.len().is_multiple_of(2) && digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            let pairs = digits.as_bytes().chunks(2).map(hex);
            look(&pairs.map(|code| code as u8).collect::<Vec<u8>>(), depth + 1, views);
        }
    }
}

/// Decodes Base64. Remaining bits are ignored.
fn base64(signs: &str) -> Vec<u8> {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let mut bytes = Vec::new();
    let (mut bits, mut count) = (0u32, 0);
    for byte in signs.bytes() {
        (bits, count) = (bits << 6 | u32::from(digit(byte)), count + 6);
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}

fn hex(digits: &[u8]) -> u32 {
    digits
        .iter()
        .fold(0, |code, digit| code << 4 | char::from(*digit).to_digit(16).unwrap_or_default())
}

/// Decodes each escape in a text once: references, percent signs, backslashes, MIME, OOXML names.
fn decoded(text: &str) -> String {
    let text = resolved(&text.replace("=\n", ""), Place::Text);
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let digits = |from: usize, most: usize| {
            let digits = after.get(from..).unwrap_or_default().iter().take(most);
            digits.take_while(|byte| byte.is_ascii_hexdigit()).count()
        };
        let (start, count, end) = match (first, after.first()) {
            (b'%', Some(b'u')) => (1, 4, 0),
            (b'%' | b'=', _) => (0, 2, 0),
            (b'\\', Some(b'u')) if after.get(1) == Some(&b'{') => (2, digits(2, 6), 1),
            (b'\\', Some(b'u')) => (1, 4, 0),
            (b'\\', Some(b'x')) => (1, 2, 0),
            (b'\\', Some(b'1'))
                if after.iter().take(3).all(|byte| matches!(byte, b'0'..=b'7'))
                    && after.len() > 2 =>
            {
                let octal = |at: usize| u32::from(after[at] - b'0');
                bytes.extend(char::from_u32(64 + octal(1) * 8 + octal(2)).map(|c| c as u8));
                rest = &after[3..];
                continue;
            }
            (b'\\', _) => (0, digits(0, 6), usize::from(after.get(digits(0, 6)) == Some(&b' '))),
            (b'_', Some(b'x')) => (1, 4, 1),
            _ => (0, 0, 0),
        };
        let code = (count > 0 && digits(start, count) == count)
            .then(|| hex(&after[start..start + count]))
            .filter(|code| *code > 31);
        match code {
            Some(code) if *first == b'=' || *first == b'%' && start == 0 => bytes.push(code as u8),
            Some(code) => bytes.extend(char::from_u32(code).unwrap_or(' ').to_string().as_bytes()),
            None => bytes.push(*first),
        }
        rest = if code.is_some() { &after[start + count + end..] } else { after };
    }
    match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => error.as_bytes().utf8_chunks().fold(String::new(), |text, chunk| {
            let latin = chunk.invalid().iter().map(|byte| char::from(*byte));
            text + chunk.valid() + &latin.collect::<String>()
        }),
    }
}

/// Removes tags and emphasis delimiters from a text.
fn without_tags(text: &str) -> String {
    let mut is_tag = false;
    let outside = text.chars().filter(|c| {
        is_tag = *c == '<' || is_tag && *c != '>';
        !is_tag
    });
    outside.collect()
}

/// Returns the letters and digits of a text, folded.
fn letters(text: &str) -> String {
    let mut letters = String::new();
    for c in text.chars().flat_map(char::to_lowercase).flat_map(plain) {
        if is_syllable(c) {
            letters.extend(syllable(c));
        } else if c.is_alphanumeric() {
            letters.push(c);
        }
    }
    composed(&letters)
}

/// Returns the base letters of a letter.
fn plain(c: char) -> Vec<char> {
    let code = u32::from(c);
    let letter = |base: char, offset: u32| char::from_u32(u32::from(base) + offset);
    let folded = match c {
        '\u{FF01}'..='\u{FF5E}' => letter('!', code - 0xFF01),
        '\u{660}'..='\u{669}' => letter('0', code - 0x660),
        '\u{6F0}'..='\u{6F9}' => letter('0', code - 0x6F0),
        '\u{1D400}'..='\u{1D6A3}' => letter('a', (code - 0x1D400) % 26),
        '\u{640}' | '\u{115F}' | '\u{1160}' | '\u{3164}' => return Vec::new(),
        'ß' => return vec!['s', 's'],
        'ö' | 'ó' => Some('o'),
        'ü' => Some('u'),
        'å' => Some('a'),
        'ä' => Some('a'),
        'ı' => Some('i'),
        'ё' => Some('е'),
        'ς' => Some('σ'),
        'ά' => Some('α'),
        'έ' => Some('ε'),
        'ϊ' => Some('ι'),
        _ => Some(c),
    };
    let folded = folded.and_then(|c| c.to_lowercase().next());
    folded.into_iter().collect()
}

fn is_syllable(c: char) -> bool {
    ('\u{AC00}'..='\u{D7A3}').contains(&c)
}

/// Returns the letters of a Hangul syllable.
fn syllable(c: char) -> impl Iterator<Item = char> {
    let code = u32::from(c) - 0xAC00;
    let tail = code % 28;
    let codes = [0x1100 + code / 588, 0x1161 + code % 588 / 28, 0x11A7 + tail];
    codes.into_iter().take(if tail == 0 { 2 } else { 3 }).filter_map(char::from_u32)
}

/// Composes Hangul letters into syllables, as in the table of secrets.
fn composed(letters: &str) -> String {
    ["김철수"].iter().fold(letters.to_owned(), |text, name| {
        text.replace(&name.chars().flat_map(syllable).collect::<String>(), name)
    })
}

#[test]
fn the_reader_sees_each_secret() {
    use super::writings::{DIVIDER, HIDDEN, REPLACED};
    for (written, secret) in REPLACED.iter().chain(HIDDEN) {
        let written = format!("to {}.", written.replace(DIVIDER, "<b></b>"));
        assert_eq!(readable(written.as_bytes(), &[secret]), [*secret], "{written}");
    }
}
