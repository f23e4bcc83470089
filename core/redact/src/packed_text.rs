//! Texts within what is no text: in Base64, in pictures, and in PDF.

use std::io::Read;
use std::ops::Range;

use base64::Engine;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use flate2::read::ZlibDecoder;
use glossweave_base::media::Format;
use glossweave_format::{DecodeOptions, decode};

/// The minimum number of characters of a run of Base64.
const RUN: usize = 8;

/// The minimum number of characters of a line of Base64 that goes on in the next one.
const LINE: usize = 40;

const LENIENT: GeneralPurposeConfig = GeneralPurposeConfig::new()
    .with_decode_padding_mode(DecodePaddingMode::Indifferent)
    .with_decode_allow_trailing_bits(true);

/// Returns what may be Base64 in a text, with its range.
pub fn base64_runs(text: &str) -> Vec<(Range<usize>, Vec<u8>)> {
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
            let space = bytes[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            let has_end = bytes[at..at + space].contains(&b'\n');
            if line < LINE || !has_end || !bytes.get(at + space).is_some_and(&is_sign) {
                break;
            }
            at += space;
        }
        // Most words are Base64 of something.
        let is_meant = |bytes: &[u8]| bytes.len() > LINE || std::str::from_utf8(bytes).is_ok();
        if signs.len() >= RUN
            && let Ok(decoded) = engine.decode(&signs)
            && is_meant(&decoded)
        {
            runs.push((start..at, decoded));
        }
        at = at.max(start + 1);
    }
    runs
}

/// Returns the text of a document in PDF; `None` if the bytes are none, or cannot be read.
pub fn pdf_text(bytes: &[u8]) -> Option<String> {
    if !bytes.starts_with(b"%PDF") {
        return None;
    }
    let document = decode(bytes.to_vec(), Format::Pdf, &DecodeOptions::default()).ok()?;
    Some(document.text().to_owned()).filter(|text| !text.trim().is_empty())
}

/// Returns the texts of a picture in PNG (third edition, 11.3.3), which may be compressed. `left` is the number of bytes that
/// may still be unpacked.
pub fn png_texts(bytes: &[u8], left: &mut usize) -> Vec<String> {
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
                texts.extend(content.map(|content| latin(&inflated(content, left))));
            }
            b"iTXt" => texts.push(international(data, left)),
            b"IEND" => break,
            _ => {}
        }
        rest = tail.get(length + 8..).unwrap_or_default();
    }
    texts
}

/// Returns the text of a chunk in UTF-8: a keyword, whether it is compressed and how, a language, the keyword in it, the text.
fn international(data: &[u8], left: &mut usize) -> String {
    let end = |data: &[u8]| data.iter().position(|byte| *byte == 0).unwrap_or(data.len());
    let keyword = end(data);
    let is_compressed = data.get(keyword + 1) == Some(&1);
    let rest = data.get(keyword + 3..).unwrap_or_default();
    let rest = rest.get(end(rest) + 1..).unwrap_or_default();
    let (translated, content) = rest.split_at(end(rest));
    let content = content.get(1..).unwrap_or_default();
    let content = if is_compressed { inflated(content, left) } else { content.to_vec() };
    format!("{}\n{}", String::from_utf8_lossy(translated), String::from_utf8_lossy(&content))
}

/// Returns what was compressed, as far as it can be read and its length is allowed.
fn inflated(bytes: &[u8], left: &mut usize) -> Vec<u8> {
    let mut content = Vec::new();
    // What was read before an error is checked.
    let _ = ZlibDecoder::new(bytes).take(*left as u64).read_to_end(&mut content);
    *left = left.saturating_sub(content.len());
    content
}

/// Returns a text in Latin-1.
fn latin(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(*byte)).collect()
}

#[cfg(test)]
pub mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::ZlibEncoder;

    use super::{base64_runs, png_texts};

    /// Returns a picture in PNG with chunks of text.
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
        let runs = base64_runs(text);
        let found: Vec<_> = runs.iter().map(|run| String::from_utf8_lossy(&run.1)).collect();
        assert_eq!(found, ["Jane Roe", "Jane Roe and Rick Roe of Cork and others"]);
    }
}
