//! Texts that are embedded in Base64, pictures and PDF.

use std::io::Read;
use std::ops::Range;

use base64::Engine;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use flate2::read::{GzDecoder, ZlibDecoder};
use glossweave_base::media::Format;
use glossweave_document::DecodeOptions;
use glossweave_format::decode;

/// The minimum number of characters in a run of Base64.
const RUN: usize = 8;

/// The minimum number of characters in a line of Base64 that continues on the next line.
const LINE: usize = 40;

/// The maximum number of characters of a run that may begin with something else, for example a path.
const SHORT: usize = 4_096;

/// The minimum number of characters of a text within binary data.
const TEXT: usize = 5;

/// Line ends as written in XML values and in strings.
const LINE_ENDS: &[&str] = &["\\n", "\\r", "&#10;", "&#13;", "&#xA;", "&#xD;", "&#xa;", "&#xd;"];

const LENIENT: GeneralPurposeConfig = GeneralPurposeConfig::new()
    .with_decode_padding_mode(DecodePaddingMode::Indifferent)
    .with_decode_allow_trailing_bits(true);

/// Returns the decoded bytes of each run that may be Base64 or hexadecimal digits, with its range.
pub fn encoded_runs(text: &str) -> Vec<(Range<usize>, Vec<u8>)> {
    let engine = GeneralPurpose::new(&base64::alphabet::STANDARD, LENIENT);
    let is_sign = |byte: &u8| byte.is_ascii_alphanumeric() || b"+/-_".contains(byte);
    let bytes = text.as_bytes();
    let mut runs = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let mut signs: Vec<u8> = Vec::new();
        loop {
            let line = bytes[at..].iter().take_while(|byte| is_sign(byte)).count();
            let standard = bytes[at..at + line].iter().map(|byte| match byte {
                b'-' => b'+',
                b'_' => b'/',
                byte => *byte,
            });
            signs.extend(standard);
            at += line;
            let end = line_end(&bytes[at..]);
            if line < LINE || end == 0 || !bytes.get(at + end).is_some_and(&is_sign) {
                break;
            }
            at += end;
        }
        if signs.len() >= RUN {
            let starts = if signs.len() <= SHORT { 0..4 } else { 0..1 };
            let decoded = starts.filter_map(|start| base64(&engine, signs.get(start..)?));
            runs.extend(decoded.chain(hexadecimal(&signs)).map(|decoded| (start..at, decoded)));
        }
        at = at.max(start + 1);
    }
    runs
}

/// Returns the length of a line end with the white space after it, or 0 when there is no line end.
fn line_end(bytes: &[u8]) -> usize {
    let mut length = 0;
    let mut has_end = false;
    loop {
        let rest = bytes.get(length..).unwrap_or_default();
        let space = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        has_end |= rest[..space].contains(&b'\n');
        let written = LINE_ENDS.iter().find(|end| rest[space..].starts_with(end.as_bytes()));
        length += space + written.map_or(0, |end| end.len());
        if written.is_none() {
            return if has_end { length } else { 0 };
        }
        has_end = true;
    }
}

/// Decodes Base64. Returns `None` if the result cannot contain a text.
fn base64(engine: &GeneralPurpose, signs: &[u8]) -> Option<Vec<u8>> {
    // The number of characters cannot be one more than a multiple of four.
    let length = if signs.len() % 4 == 1 { signs.len() - 1 } else { signs.len() };
    engine.decode(&signs[..length]).ok().filter(|decoded| has_text(decoded))
}

/// Decodes hexadecimal digits, with or without a prefix `x` or `0x`.
fn hexadecimal(signs: &[u8]) -> Option<Vec<u8>> {
    let digits = signs.strip_prefix(b"0").filter(|rest| rest.starts_with(b"x")).unwrap_or(signs);
    let digits = digits.strip_prefix(b"x").unwrap_or(digits);
    let digit = |byte: &u8| char::from(*byte).to_digit(16);
    let pairs = digits.chunks(2).map(|pair| match pair {
        [high, low] => Some((digit(high)? * 16 + digit(low)?) as u8),
        _ => None,
    });
    pairs.collect::<Option<Vec<u8>>>().filter(|decoded| has_text(decoded))
}

/// Returns `true` if bytes may contain a text. This check is needed because most words are valid Base64.
fn has_text(bytes: &[u8]) -> bool {
    let is_text = |text: &str| text.chars().filter(|c| !c.is_control()).nth(TEXT - 1).is_some();
    bytes.len() > LINE
        || is_packed(bytes)
        || bytes.utf8_chunks().any(|chunk| is_text(chunk.valid()))
}

/// Returns `true` if bytes begin with the header of gzip (RFC 1952).
fn is_packed(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0x1F, 0x8B, 8])
}

/// Decompresses bytes in gzip or zlib. Returns `None` for other bytes. `budget` is the remaining number of
/// bytes that may be decompressed.
pub fn unpacked(bytes: &[u8], budget: &mut usize) -> Option<Vec<u8>> {
    let content = match bytes {
        _ if is_packed(bytes) => limited(GzDecoder::new(bytes), budget),
        [0x78, 0x01 | 0x5E | 0x9C | 0xDA, ..] => inflated(bytes, budget),
        _ => return None,
    };
    Some(content).filter(|content| !content.is_empty())
}

/// Returns the decompressed streams of a PDF.
pub fn pdf_streams(bytes: &[u8], budget: &mut usize) -> Vec<Vec<u8>> {
    let mut streams = Vec::new();
    let mut rest = bytes;
    while let Some(at) = rest.windows(STREAM.len()).position(|window| window == STREAM) {
        rest = &rest[at + STREAM.len()..];
        let data = rest.strip_prefix(b"\r\n").or(rest.strip_prefix(b"\n")).unwrap_or(rest);
        streams.extend(unpacked(data, budget));
    }
    streams
}

/// The keyword before the bytes of a stream (ISO 32000-1, 7.3.8). It is also the end of the keyword
/// `endstream`.
const STREAM: &[u8] = b"stream";

/// Returns the text of a PDF document. Returns `None` if the bytes are not a PDF, or cannot be read.
pub fn pdf_text(bytes: &[u8]) -> Option<String> {
    if !bytes.starts_with(b"%PDF") {
        return None;
    }
    let document = decode(bytes.to_vec(), Format::Pdf, &DecodeOptions::default()).ok()?;
    Some(document.text().to_owned()).filter(|text| !text.trim().is_empty())
}

/// Returns the texts in a PNG picture (third edition, 11.3.3), which may be compressed. `left` is the
/// remaining number of bytes that may be decompressed.
pub fn png_texts(bytes: &[u8], budget: &mut usize) -> Vec<String> {
    let mut texts = Vec::new();
    let Some(mut rest) = bytes.strip_prefix(b"\x89PNG\r\n\x1A\n") else { return texts };
    while let Some((length, tail)) = rest.split_first_chunk::<4>() {
        let length = u32::from_be_bytes(*length) as usize;
        let (Some(kind), Some(data)) =
            (tail.get(..4), length.checked_add(4).and_then(|end| tail.get(4..end)))
        else {
            break;
        };
        match kind {
            b"tEXt" => texts.push(latin(data)),
            b"zTXt" => {
                let content =
                    data.iter().position(|byte| *byte == 0).and_then(|end| data.get(end + 2..));
                texts.extend(content.map(|content| latin(&inflated(content, budget))));
            }
            b"iTXt" => texts.push(international(data, budget)),
            b"IEND" => break,
            _ => {}
        }
        rest = tail.get(length + 8..).unwrap_or_default();
    }
    texts
}

/// Returns the texts of an `iTXt` chunk: keyword, compression flag and method, language, translated keyword,
/// and text in UTF-8.
fn international(data: &[u8], budget: &mut usize) -> String {
    let end = |data: &[u8]| data.iter().position(|byte| *byte == 0).unwrap_or(data.len());
    let keyword = end(data);
    let is_compressed = data.get(keyword + 1) == Some(&1);
    let rest = data.get(keyword + 3..).unwrap_or_default();
    let rest = rest.get(end(rest) + 1..).unwrap_or_default();
    let (translated, content) = rest.split_at(end(rest));
    let content = content.get(1..).unwrap_or_default();
    let content = if is_compressed { inflated(content, budget) } else { content.to_vec() };
    format!("{}\n{}", String::from_utf8_lossy(translated), String::from_utf8_lossy(&content))
}

/// Decompresses zlib data, as far as it can be read.
fn inflated(bytes: &[u8], budget: &mut usize) -> Vec<u8> {
    limited(ZlibDecoder::new(bytes), budget)
}

/// Returns the output of a decoder, as far as it can be read and within the remaining number of bytes.
fn limited(decoder: impl Read, budget: &mut usize) -> Vec<u8> {
    let mut content = Vec::new();
    // The data before an error is checked, too.
    let _ = decoder.take(*budget as u64).read_to_end(&mut content);
    *budget = budget.saturating_sub(content.len());
    content
}

/// Decodes a text in Latin-1.
fn latin(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(*byte)).collect()
}

#[cfg(test)]
pub mod tests {
    use std::io::{Read, Write};

    use flate2::Compression;
    use flate2::read::GzDecoder;
    use flate2::write::ZlibEncoder;

    use super::{encoded_runs, pdf_streams, png_texts, unpacked};

    /// Returns a PNG picture with these chunks.
    pub fn png(chunks: &[(&str, &[u8])]) -> Vec<u8> {
        let mut picture = b"\x89PNG\r\n\x1A\n".to_vec();
        for (kind, data) in chunks {
            picture.extend((data.len() as u32).to_be_bytes());
            picture.extend(kind.as_bytes());
            picture.extend(*data);
            picture.extend([0; 4]);
        }
        picture
    }

    /// Returns bytes compressed with zlib.
    pub fn compressed(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    /// Returns the content of bytes compressed with gzip, as far as it can be read.
    pub fn decompressed(bytes: &[u8]) -> Vec<u8> {
        let mut content = Vec::new();
        let _ = GzDecoder::new(bytes).read_to_end(&mut content);
        content
    }

    #[test]
    fn the_texts_of_a_picture_are_read() {
        let packed = compressed(b"Jane Roe");
        let zipped = [b"Author\0\0", &*packed].concat();
        let international = [b"Title\0\x01\0de\0Titel\0", &*packed].concat();
        let picture = png(&[
            ("tEXt", b"Author\0Jane Roe"),
            ("IDAT", b"xx"),
            ("zTXt", &zipped),
            ("iTXt", &international),
            ("IEND", b""),
        ]);
        let texts = png_texts(&picture, &mut 1_000);
        assert_eq!(texts, ["Author\0Jane Roe", "Jane Roe", "Titel\nJane Roe"]);
        for end in 0..picture.len() {
            png_texts(&picture[..end], &mut 1_000);
        }
        assert_eq!(png_texts(&picture, &mut 4)[1], "Jane");
    }

    #[test]
    fn base64_is_read_over_the_ends_of_lines() {
        let text = "x data:text/plain;base64,SmFuZSBSb2U= and\n\
            SmFuZSBSb2UgYW5kIFJpY2sgUm9lIG9mIENvcmsgYW5k\nIG90aGVycw\n";
        assert_eq!(found(text), ["Jane Roe", "Jane Roe and Rick Roe of Cork and others"]);
        for end in ["\\n", "&#xA;", "\\r\\n  ", "&#13;&#10;"] {
            let text = text.replace("YW5k\n", &format!("YW5k{end}")).replace("QgUmlj\n", end);
            assert_eq!(found(&text), ["Jane Roe", "Jane Roe and Rick Roe of Cork and others"]);
        }
    }

    fn found(text: &str) -> Vec<String> {
        let runs = encoded_runs(text).into_iter();
        let texts = runs.map(|(_, bytes)| String::from_utf8_lossy(&bytes).into_owned());
        texts.filter(|text| text.contains("Roe")).collect()
    }

    #[test]
    fn codes_behind_a_path_and_in_hexadecimal_digits_are_read() {
        for text in ["x/SmFuZSBSb2U", "ab/SmFuZSBSb2U", "abc/SmFuZSBSb2U", "img-SmFuZSBSb2U"] {
            assert!(found(text)[0].ends_with("Jane Roe"), "{text}");
        }
        for text in ["4a616e6520526f65", "0x4A616E6520526F65", "\\x4a616e6520526f65"] {
            assert_eq!(found(text), ["Jane Roe"], "{text}");
        }
    }

    #[test]
    fn compressed_texts_are_read_up_to_the_limit() {
        let packed = compressed(b"by Jane Roe");
        assert_eq!(unpacked(&packed, &mut 100).unwrap(), b"by Jane Roe");
        assert_eq!(unpacked(&packed, &mut 2).unwrap(), b"by");
        assert_eq!(unpacked(b"by Jane Roe", &mut 100), None);
        let pdf = [b"%PDF-1.7\n1 0 obj <<>> stream\r\n", &*packed, b"\nendstream"].concat();
        assert_eq!(pdf_streams(&pdf, &mut 100), [b"by Jane Roe"]);
    }
}
