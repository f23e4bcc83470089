//! Fonts in the Compact Font Format (Adobe Technical Note 5176): glyph names, and the codes of a
//! simple font.

use super::encoding::GlyphTexts;
use super::font_program::{Bytes, FontProgram};

/// The texts of the standard strings 1 to 228 (appendix A).
const STANDARD: &str = " !\"#$%&’()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_‘abcdefghijklmnopqrstuvwxyz{|}~\
    ¡¢£⁄¥ƒ§¤'“«‹›ﬁﬂ–†‡·¶•‚„”»…‰¿`´ˆ˜¯˘˙¨˚¸˝˛ˇ—ÆªŁØŒºæıłøœß¹¬µ™Ð½±Þ¼÷¦°þ¾²®−ð×³©ÁÂÄÀÅÃÇÉÊËÈÍÎÏÌÑÓÔÖÒÕŠÚÛÜÙÝŸŽ\
    áâäàåãçéêëèíîïìñóôöòõšúûüùýÿž";

/// The number of standard strings.
const STANDARD_STRINGS: u16 = 391;

/// The operators used from the dictionary of a font.
const CHARSET: u16 = 15;
const ENCODING: u16 = 16;
const CHAR_STRINGS: u16 = 17;
const REGISTRY: u16 = 0x0C1E;

/// Reads the texts of glyphs. Returns `None` if the font ends too early.
pub(super) fn read(
    font: Bytes<'_>,
    glyphs: &mut GlyphTexts,
    found: &mut FontProgram,
) -> Option<()> {
    let (_, end) = index(font, usize::from(font.u8(2)?))?;
    let (fonts, end) = index(font, end)?;
    let (strings, _) = index(font, end)?;
    let entries = dictionary(fonts.first()?);
    let offset = |operator: u16| {
        let entry = entries.iter().find(|(found, _)| *found == operator);
        entry.and_then(|(_, operands)| usize::try_from(*operands.last()?).ok())
    };
    let count = font.u16(offset(CHAR_STRINGS)?)?;
    let names = charset(font, offset(CHARSET).unwrap_or_default(), count);
    if entries.iter().any(|(operator, _)| *operator == REGISTRY) {
        // The glyph names of such a font are character numbers.
        found.characters = Some((0..).zip(&names).map(|(glyph, cid)| (*cid, glyph)).collect());
        return Some(());
    }
    for (glyph, name) in (0..).zip(&names) {
        match name.checked_sub(STANDARD_STRINGS) {
            Some(index) => {
                let name = strings.get(usize::from(index)).copied().unwrap_or_default();
                found.add(glyph, glyphs.of(name));
            }
            None => {
                let text = name.checked_sub(1).and_then(|at| STANDARD.chars().nth(usize::from(at)));
                text.into_iter().for_each(|c| found.add(glyph, c.encode_utf8(&mut [0; 4])));
            }
        }
    }
    match offset(ENCODING) {
        Some(at @ 2..) => codes(font, at, found),
        _ => Some(()),
    }
}

/// Returns the items of an index, and the position after the index (clause 5).
fn index(font: Bytes<'_>, at: usize) -> Option<(Vec<&[u8]>, usize)> {
    let count = usize::from(font.u16(at)?);
    if count == 0 {
        return Some((Vec::new(), at + 2));
    }
    let size = usize::from(font.u8(at + 2)?);
    let offset = |number: usize| {
        let start = at + 3 + number * size;
        let bytes = font.0.get(start..start + size)?.iter();
        Some(bytes.fold(0usize, |offset, byte| offset << 8 | usize::from(*byte)))
    };
    let data = at + 2 + (count + 1) * size;
    let mut items = Vec::with_capacity(count);
    for number in 0..count {
        let (start, end) =
            (data.checked_add(offset(number)?)?, data.checked_add(offset(number + 1)?)?);
        items.push(font.0.get(start..end)?);
    }
    Some((items, data.checked_add(offset(count)?)?))
}

/// Returns the operators of a dictionary with their operands (clause 4). Real numbers are read as
/// 0.
fn dictionary(bytes: &[u8]) -> Vec<(u16, Vec<i64>)> {
    let bytes = Bytes(bytes);
    let mut entries = Vec::new();
    let mut operands = Vec::new();
    let mut at = 0;
    while let Some(first) = bytes.u8(at) {
        let second = i64::from(bytes.u8(at + 1).unwrap_or_default());
        let (length, number) = match first {
            0..=21 => {
                let is_long = first == 12;
                let operator = if is_long { 0x0C00 | second as u16 } else { u16::from(first) };
                entries.push((operator, std::mem::take(&mut operands)));
                at += 1 + usize::from(is_long);
                continue;
            }
            28 => (3, bytes.u16(at + 1).map(|number| i64::from(number as i16))),
            29 => (5, bytes.u32(at + 1).map(|number| i64::from(number as i32))),
            30 => {
                let digits = bytes.from(at + 1).map_or(&[][..], |rest| rest.0);
                let end = digits.iter().position(|byte| byte & 0x0F == 0x0F || byte >> 4 == 0x0F);
                (2 + end.unwrap_or(digits.len()), None)
            }
            32..=246 => (1, Some(i64::from(first) - 139)),
            247..=250 => (2, Some((i64::from(first) - 247) * 256 + second + 108)),
            251..=254 => (2, Some(-(i64::from(first) - 251) * 256 - second - 108)),
            _ => (1, None),
        };
        operands.push(number.unwrap_or_default());
        at += length;
    }
    entries
}

/// Returns the name of each glyph (clause 13).
fn charset(font: Bytes<'_>, at: usize, count: u16) -> Vec<u16> {
    let mut names = vec![0];
    let count = usize::from(count);
    // Offsets 0 to 2 specify the predefined charsets. The first of them, which contains the
    // standard strings in order, is used for all.
    if at <= 2 {
        return (0..count.min(229) as u16).collect();
    }
    let format = font.u8(at);
    let mut place = at + 1;
    while names.len() < count
        && let Some(first) = font.u16(place)
    {
        let (more, length) = match format {
            Some(0) => (0, 2),
            Some(1) => (usize::from(font.u8(place + 2).unwrap_or_default()), 3),
            Some(2) => (usize::from(font.u16(place + 2).unwrap_or_default()), 4),
            _ => break,
        };
        let last = (usize::from(first) + more).min(usize::from(first) + count - names.len() - 1);
        names.extend((usize::from(first)..=last).map(|name| name as u16));
        place += length;
    }
    names
}

/// Reads the codes of glyphs (clause 12).
fn codes(font: Bytes<'_>, at: usize, found: &mut FontProgram) -> Option<()> {
    let format = font.u8(at)?;
    let count = usize::from(font.u8(at + 1)?);
    let mut glyph = 1;
    for number in 0..count {
        let (first, more) = match format & 0x7F {
            0 => (font.u8(at + 2 + number)?, 0),
            1 => (font.u8(at + 2 + 2 * number)?, font.u8(at + 3 + 2 * number)?),
            _ => return None,
        };
        for code in first..=first.saturating_add(more) {
            found.codes.insert(code, glyph);
            glyph += 1;
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::{GlyphTexts, STANDARD};
    use crate::reader::font_file;

    #[test]
    fn standard_strings_have_their_numbers() {
        let text = |number: usize| STANDARD.chars().nth(number - 1);
        for (number, c) in [
            (1, ' '),
            (34, 'A'),
            (95, '~'),
            (109, 'ﬁ'),
            (133, '¸'),
            (149, 'ß'),
            (170, '©'),
            (228, 'ž'),
        ] {
            assert_eq!(text(number), Some(c));
        }
        assert_eq!(STANDARD.chars().count(), 228);
    }

    #[test]
    fn fonts_that_end_anywhere_are_read() {
        let font = crate::tests::fonts::compact(&[b"uni05D0", b"Omega"], 34, &[65, 66]);
        let whole = font_file::read(&font, &mut GlyphTexts::default());
        assert_eq!(whole.texts.len(), 3, "{whole:?}");
        assert_eq!(whole.text_of_code(66), Some("\u{5D0}"));
        for end in 0..font.len() {
            font_file::read(&font[..end], &mut GlyphTexts::default());
        }
    }
}
