//! Detection of sources whose first bytes show that they have another format.

use std::ops::Range;

#[cfg(feature = "packages")]
use glossweave_archive::{Archive, Limits};
use glossweave_base::error::{Error, Location, Result};
use glossweave_base::media::Format;

/// The first bytes of a zip archive and of a PDF file.
const ZIP: &[u8] = b"PK\x03\x04";
const PDF: &[u8] = b"%PDF-";

/// The first bytes of other binary files. The names complete the phrase "found …", for example "found a 7z archive".
const BINARY: [(&[u8], &str); 8] = [
    // MS-CFB, clause 2.2.
    (b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "a compound file of an office program"),
    // RFC 1952, clause 2.3.1.
    (b"\x1F\x8B\x08", "a file that is compressed by gzip"),
    (b"7z\xBC\xAF\x27\x1C", "a 7z archive"),
    (b"Rar!\x1A\x07", "a RAR archive"),
    (b"\x89PNG\r\n\x1A\n", "an image (PNG)"),
    (b"\xFF\xD8\xFF", "an image (JPEG)"),
    (b"GIF8", "an image (GIF)"),
    (b"\x7FELF", "a program (ELF)"),
];

/// The signatures that may also be text in some encoding. For these, a NUL byte in the rest of the source decides.
const TEXT_TOO: [&[u8]; 2] = [b"\xFF\xD8\xFF", b"GIF8"];

/// The byte order mark of UTF-8.
const BOM: &[u8] = b"\xEF\xBB\xBF";

/// The archive entry with the media type of a package, and the maximum size of its content.
#[cfg(feature = "packages")]
const MIMETYPE: &str = "mimetype";
#[cfg(feature = "packages")]
const LONGEST_TYPE: usize = 200;

/// The folders in packages of Office Open XML.
const FOLDERS: [(&str, Format); 3] =
    [("word/", Format::Docx), ("xl/", Format::Xlsx), ("ppt/", Format::Pptx)];

/// Returns `ErrorKind::Malformed` for a source that has another format according to its signature. Without this
/// check, text readers would decode binary data as text, and a package reader would find no content.
pub fn check(bytes: &[u8], format: Format) -> Result<()> {
    if format.is_package() {
        return match package(bytes) {
            Some(found) if is_office(found) && found != format => {
                Err(refused(bytes, 0..ZIP.len(), format, found.name(), Some(found)))
            }
            _ => Ok(()),
        };
    }
    let start = start(bytes);
    let source = &bytes[start..];
    let (signature, what, found) = if source.starts_with(ZIP) {
        let found = package(source);
        (ZIP, found.map_or("a zip archive", Format::name), found)
    } else if format != Format::Pdf
        && source.starts_with(PDF)
        && std::str::from_utf8(source).is_err()
    {
        (PDF, Format::Pdf.name(), Some(Format::Pdf))
    } else {
        let is_here = |(signature, _): &&(&[u8], _)| {
            source.starts_with(signature) && (!TEXT_TOO.contains(signature) || source.contains(&0))
        };
        match BINARY.iter().find(is_here) {
            Some((signature, what)) => (*signature, *what, None),
            None => return Ok(()),
        }
    };
    Err(refused(bytes, start..start + signature.len(), format, what, found))
}

/// Returns the offset of the first byte after a byte order mark and white space, because some senders put a line
/// break before the content.
fn start(bytes: &[u8]) -> usize {
    let rest = bytes.strip_prefix(BOM).unwrap_or(bytes).trim_ascii_start();
    bytes.len() - rest.len()
}

fn refused(
    bytes: &[u8],
    signature: Range<usize>,
    format: Format,
    what: &str,
    found: Option<Format>,
) -> Error {
    let place = Location::in_source(bytes, signature);
    let error = Error::malformed(format!("expected {format}, found {what}")).at(place);
    match found {
        Some(found) => error.with_hint(&format!("read it in the format `{found}`")),
        None => error,
    }
}

fn is_office(format: Format) -> bool {
    FOLDERS.iter().any(|(_, known)| *known == format)
}

/// Returns the format of a package. The media type decides, or otherwise the only folder of Office Open XML.
#[cfg(feature = "packages")]
fn package(bytes: &[u8]) -> Option<Format> {
    let archive = Archive::open(bytes, Limits::default()).ok()?;
    if archive.has(MIMETYPE) {
        let stated = archive.read_within(MIMETYPE, LONGEST_TYPE).ok()?;
        return std::str::from_utf8(&stated).ok()?.trim().parse().ok();
    }
    let mut has = [false; FOLDERS.len()];
    for name in archive.names() {
        for (has, (folder, _)) in has.iter_mut().zip(FOLDERS) {
            *has |= name.starts_with(folder);
        }
    }
    let mut found = FOLDERS.iter().zip(has).filter(|(_, has)| *has);
    match (found.next(), found.next()) {
        (Some(((_, format), _)), None) => Some(*format),
        _ => None,
    }
}

/// Returns `None`, because a build without the feature `packages` reads no packages.
#[cfg(not(feature = "packages"))]
fn package(_: &[u8]) -> Option<Format> {
    None
}

#[cfg(test)]
#[cfg(feature = "packages")]
mod tests {
    use super::*;
    use glossweave_base::error::ErrorKind;
    use glossweave_testing::zip::{EntryBuilder, zip};

    fn refusal(bytes: &[u8], format: Format) -> String {
        let error = check(bytes, format).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Malformed);
        error.to_string()
    }

    #[test]
    fn a_package_is_neither_a_text_nor_another_package() {
        let with = |name: &str| zip(&[EntryBuilder::new(name, "<a/>")], "", false);
        let (text, sheet) = (with("word/document.xml"), with("xl/workbook.xml"));
        for format in [Format::Html, Format::Text, Format::Markdown, Format::Xml, Format::Csv] {
            let expected = format!(
                "expected {format}, found docx at line 1 column 1; read it in the format `docx`"
            );
            assert_eq!(refusal(&text, format), expected);
        }
        assert!(refusal(&sheet, Format::Docx).starts_with("expected docx, found xlsx"));
        assert!(refusal(&text, Format::Xlsx).starts_with("expected xlsx, found docx"));
        let book = zip(&[EntryBuilder::new(MIMETYPE, "application/epub+zip")], "", false);
        assert!(refusal(&book, Format::Html).starts_with("expected html, found epub"));
        let message = "expected text, found a zip archive at line 1 column 1";
        assert_eq!(refusal(&with("a.txt"), Format::Text), message);
        assert_eq!(refusal(b"PK\x03\x04", Format::Text), message);
    }

    #[test]
    fn other_binary_files_are_no_text() {
        let message = |bytes: &[u8]| refusal(bytes, Format::Html);
        assert!(message(b"%PDF-1.7\n%\xE2\xE3\xCF\xD3").starts_with("expected html, found pdf"));
        for (signature, what) in BINARY {
            let binary = [signature, b"\0\x01\x02"].concat();
            let expected = format!("expected html, found {what} at line 1 column 1");
            assert_eq!(message(&binary), expected);
        }
        for text in ["%PDF-1.7 is a version", "GIF89a is one, too", "Rar!", "7z", "PK", "PNG", ""] {
            assert!(check(text.as_ref(), Format::Html).is_ok(), "{text}");
        }
        // ISO-8859-1.
        let text = b"<meta charset=iso-8859-1>\xFF\xD8\xFF";
        assert!(check(text.as_ref(), Format::Html).is_ok());
    }

    #[test]
    fn white_space_does_not_hide_a_signature() {
        let archive = zip(&[EntryBuilder::new("word/document.xml", "<a/>")], "", false);
        let pdf = b"%PDF-1.7\n%\xE2\xE3\xCF\xD3";
        let image = b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR";
        let files = [&archive[..], pdf, image, b"\x1F\x8B\x08", b"GIF89a\x01\0\x01\0"];
        for (lead, place) in [
            (&b"\n"[..], "line 2 column 1"),
            (b"\xEF\xBB\xBF", "line 1"),
            (b"\xEF\xBB\xBF\r\n \t", "line 2 column 3"),
        ] {
            for file in files {
                for format in [Format::Html, Format::Text] {
                    let message = refusal(&[lead, file].concat(), format);
                    assert!(message.contains(place), "{message}");
                }
            }
            let text = [lead, b"PK\n"].concat();
            assert!(check(text.as_ref(), Format::Text).is_ok());
        }
    }
}
