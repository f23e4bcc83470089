//! The formats of embedded fonts (clause 9.9).

use super::encoding::GlyphTexts;
use super::font_program::{Bytes, FontProgram};
use super::{compact_font, open_type};

/// Reads a TrueType, OpenType or CFF program. The result contains no texts when the program is
/// broken or has another format.
pub(super) fn read(program: &[u8], glyphs: &mut GlyphTexts) -> FontProgram {
    let bytes = Bytes(program);
    let mut found = FontProgram::default();
    match bytes.u32(0) {
        Some(0x0001_0000 | 0x4F54_544F | 0x7472_7565 | 0x7474_6366) => {
            open_type::read(bytes, glyphs, &mut found)
        }
        Some(_) => compact_font::read(bytes, glyphs, &mut found),
        None => None,
    };
    found
}
