//! Fonts: the texts and widths of the codes in strings (clauses 9.6 and 9.7).

use super::character_map::{CharacterMap, utf16};
use super::collection::Collection;
use super::encoding::{GlyphTexts, named, program_names};
use super::file::File;
use super::font_file;
use super::font_program::FontProgram;
use super::legacy_encoding::LegacyEncoding;
use super::limit::Budget;
use super::width::standard_widths;
use glossweave_base::error::Result;
use std::collections::HashMap;

use lopdf::{Dictionary, Object, Stream};

/// A font.
pub(super) struct Font {
    to_unicode: Option<CharacterMap>,
    kind: Kind,
    /// The distances of the upper and lower edge of its characters from the base line, for font
    /// size 1.
    pub ascent: f64,
    pub descent: f64,
}

enum Kind {
    Simple { texts: Vec<String>, widths: Vec<f64> },
    Composite(Composite),
}

struct Composite {
    encoding: CompositeEncoding,
    default_width: f64,
    /// Ranges of characters with their widths, sorted.
    widths: Vec<(u32, u32, f64)>,
    /// The texts of characters from the font program, used when no other source specifies them.
    texts: HashMap<u16, String>,
    /// The collection that numbers the characters, if known.
    collection: Option<Collection>,
}

enum CompositeEncoding {
    /// Each pair of bytes is a character number. The encoding specifies nothing else about the
    /// character.
    Identity {
        is_vertical: bool,
    },
    /// The codes are UTF-16.
    Unicode {
        is_vertical: bool,
    },
    /// The codes use a legacy encoding.
    Legacy {
        encoding: LegacyEncoding,
        is_vertical: bool,
    },
    Map(CharacterMap),
}

/// The maximum number of width ranges of a font.
const WIDTHS: usize = 1 << 18;

/// The number of bytes that the text of a character occupies in addition to its length.
const TEXT: usize = 2 * size_of::<(u16, String)>();

/// The width of a single-byte or ASCII character in an encoding whose character numbers are
/// unknown.
const HALF_WIDTH: f64 = 0.5;

/// A code in a string.
#[derive(Clone, Copy, Debug)]
pub(super) struct Code {
    pub number: u32,
    pub bytes: usize,
}

impl Font {
    fn heap_size(&self) -> usize {
        let kind = match &self.kind {
            Kind::Simple { texts, widths } => {
                let texts = texts.iter().map(|text| size_of::<String>() + text.capacity());
                texts.sum::<usize>() + widths.capacity() * size_of::<f64>()
            }
            Kind::Composite(composite) => {
                let map = match &composite.encoding {
                    CompositeEncoding::Map(map) => map.heap_size(),
                    _ => 0,
                };
                let texts = composite.texts.values().map(|text| TEXT + text.capacity());
                let widths = composite.widths.capacity() * size_of::<(u32, u32, f64)>();
                map + widths + texts.sum::<usize>()
            }
        };
        kind + self.to_unicode.as_ref().map_or(0, CharacterMap::heap_size)
    }

    /// Returns the code at the start of a string.
    pub fn code(&self, string: &[u8]) -> Option<Code> {
        let first = string.first()?;
        let Kind::Composite(composite) = &self.kind else {
            return Some(Code { number: u32::from(*first), bytes: 1 });
        };
        let bytes = match &composite.encoding {
            CompositeEncoding::Identity { .. } => 2,
            CompositeEncoding::Unicode { .. } => {
                if matches!(first, 0xD8..=0xDB) {
                    4
                } else {
                    2
                }
            }
            CompositeEncoding::Legacy { encoding, .. } => encoding.code_length(string),
            CompositeEncoding::Map(map) => map.code_length(string).unwrap_or(2),
        };
        let bytes = bytes.min(string.len());
        let number = string.iter().take(bytes).fold(0, |code, byte| code << 8 | u32::from(*byte));
        Some(Code { number, bytes })
    }

    /// Appends the text of a code. Returns `false` if the text is unknown.
    pub fn text(&self, code: Code, out: &mut String) -> bool {
        let start = out.len();
        let Code { number, bytes } = code;
        if let Some(map) = &self.to_unicode {
            // Some producers write the codes of simple fonts with two bytes.
            let is_there = map.text(bytes, number, out) || map.text(3 - bytes.min(2), number, out);
            if is_there && !is_blank(&out[start..]) {
                return true;
            }
            out.truncate(start);
        }
        match &self.kind {
            Kind::Simple { texts, .. } => {
                out.push_str(texts.get(number as usize).map_or("", String::as_str));
            }
            Kind::Composite(composite) => {
                let all = number.to_be_bytes();
                let written = all.get(4 - bytes.min(4)..).unwrap_or_default();
                match &composite.encoding {
                    CompositeEncoding::Unicode { .. } => out.push_str(&utf16(written)),
                    CompositeEncoding::Legacy { encoding, .. } => {
                        out.push_str(&encoding.text(written));
                    }
                    _ => composite.text(code, out),
                }
            }
        }
        !is_blank(&out[start..])
    }

    /// Returns the width of a code for font size 1. In vertical writing, this is the height.
    pub fn width(&self, code: Code) -> f64 {
        match &self.kind {
            Kind::Simple { widths, .. } => {
                widths.get(code.number as usize).copied().unwrap_or_default()
            }
            Kind::Composite(composite) if composite.is_vertical() => 1.0,
            Kind::Composite(composite) => composite.width(code),
        }
    }

    pub fn is_vertical(&self) -> bool {
        matches!(&self.kind, Kind::Composite(composite) if composite.is_vertical())
    }
}

/// Returns `true` if a glyph name contains its code, for example `a65` at code 65. Some programs
/// use such names for pictures of ASCII letters.
fn is_number_of(name: &[u8], code: u8) -> bool {
    let number = name.get(1..).and_then(|digits| str::from_utf8(digits).ok()?.parse::<u8>().ok());
    code.is_ascii_graphic()
        && name.first().is_some_and(u8::is_ascii_alphabetic)
        && number == Some(code)
}

fn is_blank(text: &str) -> bool {
    text.chars().all(char::is_control)
}

impl Composite {
    fn is_vertical(&self) -> bool {
        match &self.encoding {
            CompositeEncoding::Identity { is_vertical }
            | CompositeEncoding::Unicode { is_vertical }
            | CompositeEncoding::Legacy { is_vertical, .. } => *is_vertical,
            CompositeEncoding::Map(map) => map.is_vertical,
        }
    }

    /// Returns the character number of a code.
    fn character(&self, code: Code) -> u32 {
        let number = match &self.encoding {
            CompositeEncoding::Map(map) => map.number(code.bytes, code.number),
            _ => None,
        };
        number.unwrap_or(code.number)
    }

    /// Appends the text of a code, using the font program or the collection of its characters.
    fn text(&self, code: Code, out: &mut String) {
        let number = self.character(code);
        let by_program = u16::try_from(number).ok().and_then(|number| self.texts.get(&number));
        match by_program {
            Some(text) => out.push_str(text),
            None => out.extend(self.collection.and_then(|all| all.text(number))),
        }
    }

    fn width(&self, code: Code) -> f64 {
        if matches!(self.encoding, CompositeEncoding::Legacy { .. }) {
            return if code.bytes == 1 { HALF_WIDTH } else { self.default_width };
        }
        let cid = self.character(code);
        let after = self.widths.partition_point(|(first, ..)| *first <= cid);
        let range = after.checked_sub(1).and_then(|index| self.widths.get(index));
        let range = range.filter(|(_, last, _)| cid <= *last);
        range.map_or(self.default_width, |(.., width)| *width)
    }
}

/// A reader of the fonts of a file.
pub(super) struct FontReader<'a> {
    pub file: &'a File,
    pub budget: &'a mut Budget,
    pub glyphs: &'a mut GlyphTexts,
}

impl FontReader<'_> {
    /// Reads a font.
    ///
    /// # Errors
    ///
    /// Returns `ErrorKind::TooLarge` if the font exceeds the limits.
    pub fn font(&mut self, dictionary: &Dictionary) -> Result<Font> {
        let file = self.file;
        let map = |stream| self.character_map(stream);
        let to_unicode = file.stream(dictionary, "ToUnicode").map(map).transpose()?;
        let to_unicode = to_unicode.filter(|map| !map.is_empty());
        let descendant = file.array(dictionary, "DescendantFonts").and_then(|all| all.first());
        let descendant = descendant.and_then(|font| file.resolve(font)?.as_dict().ok());
        let described = descendant.unwrap_or(dictionary);
        let descriptor = file.dictionary(described, "FontDescriptor");
        let kind = match descendant {
            Some(descendant) => {
                let mut composite = self.composite(dictionary, descendant)?;
                let is_known = matches!(
                    composite.encoding,
                    CompositeEncoding::Unicode { .. } | CompositeEncoding::Legacy { .. }
                );
                if to_unicode.is_none() && !is_known {
                    composite.texts = self.program_texts(descendant, descriptor)?;
                }
                Kind::Composite(composite)
            }
            None => self.simple(dictionary, descriptor)?,
        };
        let height = |key| {
            let number = file.number(descriptor?, key)?.abs() / 1000.0;
            (0.05..1.5).contains(&number).then_some(number)
        };
        let (ascent, descent) = match kind {
            Kind::Composite(ref composite) if composite.is_vertical() => (0.5, -0.5),
            _ => (height("Ascent").unwrap_or(0.75), -height("Descent").unwrap_or(0.25)),
        };
        let font = Font { to_unicode, kind, ascent, descent };
        self.budget.keep_font(font.heap_size())?;
        Ok(font)
    }

    fn character_map(&mut self, stream: &Stream) -> Result<CharacterMap> {
        Ok(CharacterMap::parse(&self.file.decoded_for_font(stream, self.budget)?))
    }

    fn composite(&mut self, dictionary: &Dictionary, descendant: &Dictionary) -> Result<Composite> {
        let file = self.file;
        let encoding = match file.get(dictionary, "Encoding") {
            Some(Object::Stream(stream)) => {
                let mut map = self.character_map(stream)?;
                map.is_vertical |= file.number(&stream.dict, "WMode") == Some(1.0);
                CompositeEncoding::Map(map)
            }
            Some(Object::Name(name)) => {
                let is_vertical = name.ends_with(b"-V") || name == b"V";
                let name = str::from_utf8(name).unwrap_or_default();
                match LegacyEncoding::named(name) {
                    Some(encoding) => CompositeEncoding::Legacy { encoding, is_vertical },
                    None if name.starts_with("Uni") => CompositeEncoding::Unicode { is_vertical },
                    None => CompositeEncoding::Identity { is_vertical },
                }
            }
            _ => CompositeEncoding::Identity { is_vertical: false },
        };
        let width = |object| file.as_number(object).map(|width| width / 1000.0);
        let mut widths = Vec::new();
        // Clause 9.7.4.3: `first [width …]` and `first last width`.
        let mut entries = file.array(descendant, "W").unwrap_or_default();
        while let [first, second, rest @ ..] = entries
            && widths.len() < WIDTHS
        {
            let Some(first) = file.as_number(first).map(|number| number as u32) else { break };
            entries = match file.resolve(second) {
                Some(Object::Array(list)) => {
                    let numbered = (first..).zip(list.iter()).take(WIDTHS);
                    widths.extend(
                        numbered.filter_map(|(cid, object)| Some((cid, cid, width(object)?))),
                    );
                    rest
                }
                Some(last) => {
                    let [object, rest @ ..] = rest else { break };
                    let last = file.as_number(last).unwrap_or_default() as u32;
                    widths.extend(width(object).map(|width| (first, last, width)));
                    rest
                }
                None => break,
            };
        }
        widths.sort_by_key(|(first, ..)| *first);
        let default_width = file.number(descendant, "DW").unwrap_or(1000.0) / 1000.0;
        let system = file.dictionary(descendant, "CIDSystemInfo");
        let collection = system.and_then(|system| {
            let (registry, ordering) =
                (file.text(system, "Registry")?, file.text(system, "Ordering")?);
            Collection::named(&registry, &ordering)
        });
        Ok(Composite { encoding, default_width, widths, texts: HashMap::new(), collection })
    }

    /// Reads the TrueType, OpenType or CFF program of a font.
    fn program(&mut self, descriptor: Option<&Dictionary>) -> Result<Option<FontProgram>> {
        let file = self.file;
        let stream =
            ["FontFile2", "FontFile3"].iter().find_map(|key| file.stream(descriptor?, key));
        let Some(stream) = stream else { return Ok(None) };
        let program = file.decoded_for_font(stream, self.budget)?;
        Ok(Some(font_file::read(&program, self.glyphs)))
    }

    /// Returns the texts of the characters of a composite font, using its program (clause 9.7.4.2).
    fn program_texts(
        &mut self,
        descendant: &Dictionary,
        descriptor: Option<&Dictionary>,
    ) -> Result<HashMap<u16, String>> {
        let file = self.file;
        let Some(program) = self.program(descriptor)? else { return Ok(HashMap::new()) };
        let map = file.stream(descendant, "CIDToGIDMap");
        let map = map.map(|map| file.decoded_for_font(map, self.budget)).transpose()?;
        let listed = map.map(|map| {
            let glyphs = map.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
            (0..=u16::MAX).zip(glyphs).collect::<Vec<_>>()
        });
        let named = program.characters.as_ref();
        let named = || named.map(|all| all.iter().map(|(cid, glyph)| (*cid, *glyph)).collect());
        let Some(pairs) = listed.or_else(named) else { return Ok(program.texts) };
        let texts = pairs
            .into_iter()
            .filter_map(|(cid, glyph)| Some((cid, program.text(glyph)?.to_owned())));
        Ok(texts.collect())
    }

    /// Reads a font with single-byte codes.
    fn simple(&mut self, dictionary: &Dictionary, descriptor: Option<&Dictionary>) -> Result<Kind> {
        let file = self.file;
        let name = file.name(dictionary, "BaseFont").unwrap_or_default();
        let subtype = file.name(dictionary, "Subtype").unwrap_or_default();
        let texts = self.simple_texts(dictionary, descriptor)?;
        let first =
            file.number(dictionary, "FirstChar").unwrap_or_default().clamp(0.0, 255.0) as usize;
        let listed = file.array(dictionary, "Widths").unwrap_or_default();
        let missing = descriptor.and_then(|descriptor| file.number(descriptor, "MissingWidth"));
        // Clause 9.6.5: the widths of a Type 3 font use the units of its font matrix.
        let unit = match (subtype, file.numbers::<6>(dictionary, "FontMatrix")) {
            ("Type3", Some([scale, ..])) => scale.abs(),
            _ => 0.001,
        };
        let standard = standard_widths(name);
        let width = |code: usize| {
            let listed = code.checked_sub(first).and_then(|place| listed.get(place));
            let width = listed.and_then(|object| file.as_number(object)).or(missing);
            let text = texts.get(code).and_then(|text| text.chars().next());
            width.unwrap_or_else(|| standard(text.unwrap_or(' '))) * unit
        };
        let widths = (0..256).map(width).collect();
        Ok(Kind::Simple { texts, widths })
    }

    /// Returns the texts of the codes by the encoding and its differences (clause 9.6.6.1).
    fn simple_texts(
        &mut self,
        dictionary: &Dictionary,
        descriptor: Option<&Dictionary>,
    ) -> Result<Vec<String>> {
        let file = self.file;
        let name = file.name(dictionary, "BaseFont").unwrap_or_default();
        let subtype = file.name(dictionary, "Subtype");
        let (is_type1, is_type3) = (subtype != Some("TrueType"), subtype == Some("Type3"));
        let encoding = file.get(dictionary, "Encoding");
        let (base, differences) = match encoding {
            Some(Object::Name(name)) => (str::from_utf8(name).ok(), &[][..]),
            Some(Object::Dictionary(encoding)) => (
                file.name(encoding, "BaseEncoding"),
                file.array(encoding, "Differences").unwrap_or_default(),
            ),
            _ => (None, &[][..]),
        };
        let standard = if is_type1 { "StandardEncoding" } else { "WinAnsiEncoding" };
        let default = if name.contains("Symbol") { "Symbol" } else { standard };
        let mut texts = named(base.unwrap_or(default));
        let mut set = |code: u8, name: &[u8]| {
            if let Some(text) = texts.get_mut(usize::from(code)) {
                self.glyphs.of(name).clone_into(text);
            }
        };
        if base.is_none()
            && let Some(program) =
                descriptor.and_then(|descriptor| file.stream(descriptor, "FontFile"))
        {
            let program = file.decoded_for_font(program, self.budget)?;
            program_names(&program).iter().for_each(|(code, name)| set(*code, name));
        }
        // Without an encoding, codes are the codes of the font program.
        if encoding.is_none()
            && let Some(program) = self.program(descriptor)?
        {
            for (code, text) in (0..=u8::MAX).zip(&mut texts) {
                if let Some(found) = program.text_of_code(code) {
                    found.clone_into(text);
                }
            }
        }
        let mut set = |code: u8, name: &[u8]| {
            if let Some(text) = texts.get_mut(usize::from(code)) {
                self.glyphs.of(name).clone_into(text);
            }
        };
        let mut code = 0u8;
        for difference in differences.iter().take(1024) {
            match file.resolve(difference) {
                Some(Object::Integer(number)) => code = u8::try_from(*number).unwrap_or_default(),
                Some(Object::Name(name)) => {
                    set(code, name);
                    if is_type3 && is_number_of(name, code) {
                        set(code, format!("uni{code:04X}").as_bytes());
                    }
                    code = code.wrapping_add(1);
                }
                _ => {}
            }
        }
        Ok(texts)
    }
}
