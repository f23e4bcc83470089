//! TrueType and OpenType fonts (ISO/IEC 14496-22): character maps and glyph names.

use super::compact_font;
use super::encoding::GlyphTexts;
use super::font_program::{Bytes, CHARACTERS, FontProgram};
use glossweave_markup::{Encoding, EncodingExt};

/// The code of the first character of a symbol font.
const SYMBOLS: u32 = 0xF000;

/// The numbers of the standard glyph names for ASCII from the space, and for Mac Roman from 0x80.
const ASCII_NAMES: std::ops::RangeInclusive<u16> = 3..=97;
const ROMAN_NAMES: std::ops::RangeInclusive<u16> = 98..=225;

/// The number of standard names.
const STANDARD_NAMES: u16 = 258;

/// Reads the texts of glyphs. Returns `None` if the font ends too early.
pub(super) fn read(
    font: Bytes<'_>,
    glyphs: &mut GlyphTexts,
    found: &mut FontProgram,
) -> Option<()> {
    let is_collection = font.u32(0)? == u32::from_be_bytes(*b"ttcf");
    let start = if is_collection { font.u32(12)? as usize } else { 0 };
    if let Some(map) = table(font, start, b"cmap") {
        character_maps(map, found);
    }
    if let Some(names) = table(font, start, b"post") {
        glyph_names(names, glyphs, found);
    }
    if let Some(program) = table(font, start, b"CFF ") {
        compact_font::read(program, glyphs, found);
    }
    Some(())
}

/// Returns the bytes from the start of a table.
fn table<'a>(font: Bytes<'a>, start: usize, name: &[u8; 4]) -> Option<Bytes<'a>> {
    let count = usize::from(font.u16(start + 4)?);
    let mut records = (0..count).map(|number| start + 12 + 16 * number);
    let record = records.find(|record| font.u32(*record) == Some(u32::from_be_bytes(*name)))?;
    font.from(font.u32(record + 8)? as usize)
}

/// Reads the maps from Unicode characters and from codes to glyphs.
fn character_maps(table: Bytes<'_>, found: &mut FontProgram) -> Option<()> {
    let mut remaining = CHARACTERS;
    for number in 0..usize::from(table.u16(2)?).min(64) {
        let record = 4 + 8 * number;
        let kind = (table.u16(record)?, table.u16(record + 2)?);
        let Some(map) = table.from(table.u32(record + 4)? as usize) else { continue };
        each_character(map, &mut remaining, &mut |code, glyph| match kind {
            (0, _) | (3, 1 | 10) => {
                if let Some(c) = char::from_u32(code) {
                    found.add(glyph, c.encode_utf8(&mut [0; 4]));
                }
            }
            (3, 0) | (1, 0) => {
                let code = u8::try_from(code.checked_sub(SYMBOLS).unwrap_or(code));
                code.into_iter().for_each(|code| {
                    found.codes.entry(code).or_insert(glyph);
                });
            }
            _ => {}
        });
    }
    Some(())
}

/// Calls a function with each code of a map and its glyph.
fn each_character(
    map: Bytes<'_>,
    remaining: &mut usize,
    take: &mut dyn FnMut(u32, u16),
) -> Option<()> {
    let mut next = |code: u32, glyph: Option<u16>| {
        *remaining = remaining.checked_sub(1)?;
        take(code, glyph.unwrap_or_default());
        Some(())
    };
    match map.u16(0)? {
        0 => (0..256).try_for_each(|code| next(code, map.u8(6 + code as usize).map(u16::from))),
        4 => {
            let size = usize::from(map.u16(6)?);
            for segment in (0..size).step_by(2) {
                let [end, start] = [map.u16(14 + segment)?, map.u16(16 + size + segment)?];
                let delta = map.u16(16 + 2 * size + segment)?;
                let place = 16 + 3 * size + segment;
                let offset = usize::from(map.u16(place)?);
                for code in start..=end.min(0xFFFE) {
                    let glyph = match offset {
                        0 => Some(code.wrapping_add(delta)),
                        _ => map
                            .u16(place + offset + 2 * usize::from(code - start))
                            .map(|glyph| if glyph == 0 { 0 } else { glyph.wrapping_add(delta) }),
                    };
                    next(u32::from(code), glyph)?;
                }
            }
            Some(())
        }
        6 => {
            let first = u32::from(map.u16(6)?);
            let count = u32::from(map.u16(8)?);
            (0..count)
                .try_for_each(|number| next(first + number, map.u16(10 + 2 * number as usize)))
        }
        12 => {
            for group in 0..map.u32(12)? as usize {
                let at = group.checked_mul(12)?.checked_add(16)?;
                let [first, last, glyph] = [map.u32(at)?, map.u32(at + 4)?, map.u32(at + 8)?];
                for code in first..=last {
                    next(code, u16::try_from(glyph.checked_add(code - first)?).ok())?;
                }
            }
            Some(())
        }
        _ => None,
    }
}

/// Reads glyph names in format 2.
fn glyph_names(table: Bytes<'_>, glyphs: &mut GlyphTexts, found: &mut FontProgram) -> Option<()> {
    if table.u32(0)? != 0x0002_0000 {
        return None;
    }
    let count = table.u16(32)?;
    let mut names: Vec<&[u8]> = Vec::new();
    let mut at = 34 + 2 * usize::from(count);
    while let Some(length) = table.u8(at) {
        let end = at + 1 + usize::from(length);
        let Some(name) = table.0.get(at + 1..end).filter(|_| names.len() < usize::from(count))
        else {
            break;
        };
        names.push(name);
        at = end;
    }
    for glyph in 0..count {
        let number = table.u16(34 + 2 * usize::from(glyph))?;
        match number.checked_sub(STANDARD_NAMES) {
            Some(index) => {
                let name = names.get(usize::from(index)).copied().unwrap_or_default();
                found.add(glyph, glyphs.of(name));
            }
            None => found.add(glyph, &standard_text(number)),
        }
    }
    Some(())
}

/// Returns the text of a standard name.
fn standard_text(number: u16) -> String {
    let code = match number {
        _ if ASCII_NAMES.contains(&number) => number + 29,
        _ if ROMAN_NAMES.contains(&number) => number + 30,
        _ => return String::new(),
    };
    let roman = Encoding::for_label("macintosh");
    let code = u8::try_from(code).unwrap_or_default();
    roman.map(|roman| roman.decode_part(&[code]).text.into_owned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{GlyphTexts, standard_text};
    use crate::reader::font_file;

    #[test]
    fn standard_names_have_texts() {
        assert_eq!([3, 36, 97, 98, 105].map(standard_text), [" ", "A", "~", "Ä", "á"]);
        assert_eq!([0, 230].map(standard_text), ["", ""]);
    }

    #[test]
    fn fonts_that_end_anywhere_are_read() {
        let font = crate::tests::fonts::true_type(&[('a', 1), ('é', 2)], "Omega");
        let whole = font_file::read(&font, &mut GlyphTexts::default());
        assert_eq!(whole.texts.len(), 3);
        for end in 0..font.len() {
            font_file::read(&font[..end], &mut GlyphTexts::default());
        }
    }
}
