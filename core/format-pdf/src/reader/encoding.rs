//! Encodings of simple fonts (clause 9.6.6 and annex D).

use std::collections::HashMap;

use lopdf::{Dictionary, Document, Object};

/// The letters of the font Symbol at the codes of `A` to `Z` and `a` to `z` (annex D.5).
const GREEK: [&str; 2] = ["ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ", "αβχδεφγηιϕκλμνοπθρστυϖωξψζ"];

/// Returns the texts of the 256 codes of a named encoding. The text of an unused code is empty.
pub(super) fn named(name: &str) -> Vec<String> {
    if name == "Symbol" {
        return (0..=255).map(symbol).collect();
    }
    let mut font = Dictionary::new();
    font.set("Type", Object::Name(b"Font".to_vec()));
    font.set("Encoding", Object::Name(name.as_bytes().to_vec()));
    texts(&font, 0..=255)
}

fn symbol(code: u8) -> String {
    let letter = |first: u8, letters: &str| letters.chars().nth(usize::from(code - first));
    let char = match code {
        b'A'..=b'Z' => letter(b'A', GREEK[0]),
        b'a'..=b'z' => letter(b'a', GREEK[1]),
        0xB7 => Some('•'),
        b' '..=b'?' => Some(char::from(code)),
        _ => None,
    };
    char.map(String::from).unwrap_or_default()
}

/// Returns the text of each code in the encoding of a font.
fn texts(font: &Dictionary, codes: impl Iterator<Item = u8>) -> Vec<String> {
    let document = Document::new();
    let encoding = font.get_font_encoding(&document).ok();
    let text = |code| encoding.as_ref()?.bytes_to_string(&[code]).ok();
    codes.map(|code| text(code).unwrap_or_default()).collect()
}

/// A cache of the texts of glyphs by their names.
#[derive(Default)]
pub(super) struct GlyphTexts(HashMap<Vec<u8>, String>);

impl GlyphTexts {
    /// Returns the text of a glyph. Returns an empty text if its name specifies none.
    pub fn of(&mut self, name: &[u8]) -> &str {
        if !self.0.contains_key(name) {
            self.0.insert(name.to_vec(), glyph_text(name).unwrap_or_default());
        }
        self.0.get(name).map_or("", String::as_str)
    }
}

/// Returns the text of a glyph according to the Adobe Glyph List: the suffix after a full stop is
/// ignored, `_` joins the parts of a ligature, and `uni` and `u` precede code points.
fn glyph_text(name: &[u8]) -> Option<String> {
    let name = name.split(|byte| *byte == b'.').next().filter(|name| !name.is_empty())?;
    let parts = name.split(|byte| *byte == b'_').map(part_text);
    let text = parts.collect::<Option<String>>()?;
    (!text.is_empty()).then_some(text)
}

fn part_text(name: &[u8]) -> Option<String> {
    let word = str::from_utf8(name).ok()?;
    let hexadecimal = |digits: &str| {
        let number = u32::from_str_radix(digits, 16).ok()?;
        char::from_u32(number).filter(|_| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
    };
    if let Some(digits) = word.strip_prefix("uni").filter(|rest| rest.len() >= 4) {
        let units = digits.as_bytes().chunks_exact(4).map(|unit| str::from_utf8(unit).ok());
        if let Some(text) = units.map(|unit| hexadecimal(unit?)).collect::<Option<String>>() {
            return Some(text);
        }
    }
    if let Some(digits) = word.strip_prefix('u').filter(|rest| (4..=6).contains(&rest.len()))
        && let Some(char) = hexadecimal(digits)
    {
        return Some(char.into());
    }
    // lopdf contains the list of glyph names, but uses it only for the differences of an encoding.
    let differences = vec![Object::Integer(0), Object::Name(name.to_vec())];
    let mut encoding = Dictionary::new();
    encoding.set("BaseEncoding", Object::Name(b"StandardEncoding".to_vec()));
    encoding.set("Differences", Object::Array(differences));
    let mut font = Dictionary::new();
    font.set("Type", Object::Name(b"Font".to_vec()));
    font.set("Encoding", Object::Dictionary(encoding));
    texts(&font, 0..=0).pop().filter(|text| !text.is_empty())
}

/// Returns the glyph names in the clear-text part of a Type 1 font program, for example
/// `dup 65 /A put`.
pub(super) fn program_names(program: &[u8]) -> Vec<(u8, Vec<u8>)> {
    let mut names = Vec::new();
    let words = program.split(|byte| byte.is_ascii_whitespace()).filter(|word| !word.is_empty());
    let words = words.take_while(|word| *word != b"eexec");
    let mut last: [&[u8]; 2] = [b"", b""];
    for word in words {
        let [dup, code] = last;
        // There may be no white space between the code and the name.
        let (code, name) = match word.iter().position(|byte| *byte == b'/') {
            Some(0) if dup == b"dup" => (code, &word[1..]),
            Some(slash) if code == b"dup" => (&word[..slash], &word[slash + 1..]),
            _ => (&b""[..], &b""[..]),
        };
        if let Some(code) = str::from_utf8(code).ok().and_then(|code| code.parse().ok())
            && names.len() < 256
        {
            names.push((code, name.to_vec()));
        }
        last = [last[1], word];
    }
    names
}
