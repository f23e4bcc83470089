//! Sources whose first bytes show that they are of another format.

use crate::archive::zip::{Archive, Limits};
use glossweave_base::error::{Error, Location, Result};
use glossweave_base::media::Format;

/// The first bytes of a zip archive, of a compound file (MS-CFB, clause 2.2) and of a compressed file (RFC 1952).
const ZIP: &[u8] = b"PK\x03\x04";
const COMPOUND: &[u8] = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1";
const GZIP: &[u8] = b"\x1F\x8B\x08";
const PDF: &[u8] = b"%PDF-";

/// The record with the media type of a package, and the size of the longest.
const MIMETYPE: &str = "mimetype";
const LONGEST_TYPE: usize = 200;

/// The folders in packages of Office Open XML.
const FOLDERS: [(&str, Format); 3] =
    [("word/", Format::Docx), ("xl/", Format::Xlsx), ("ppt/", Format::Pptx)];

/// Returns `ErrorKind::Malformed` for a source that is of another format by its signature: text readers would take its
/// bytes for text, and a reader of packages would find nothing in it.
pub(super) fn check(bytes: &[u8], format: Format) -> Result<()> {
    if format.is_package() {
        return match package(bytes) {
            Some(found) if is_office(found) && found != format => {
                Err(refused(bytes, ZIP, format, found.name(), Some(found)))
            }
            _ => Ok(()),
        };
    }
    let (signature, what, found) = if bytes.starts_with(ZIP) {
        let found = package(bytes);
        (ZIP, found.map_or("a zip archive", Format::name), found)
    } else if bytes.starts_with(COMPOUND) {
        (COMPOUND, "a compound file of an office program", None)
    } else if bytes.starts_with(GZIP) {
        (GZIP, "a file that is compressed by gzip", None)
    } else if format != Format::Pdf && bytes.starts_with(PDF) && std::str::from_utf8(bytes).is_err()
    {
        (PDF, Format::Pdf.name(), Some(Format::Pdf))
    } else {
        return Ok(());
    };
    Err(refused(bytes, signature, format, what, found))
}

fn refused(
    bytes: &[u8],
    signature: &[u8],
    format: Format,
    what: &str,
    found: Option<Format>,
) -> Error {
    let place = Location::in_source(bytes, 0..signature.len());
    let error = Error::malformed(format!("expected {format}, found {what}")).at(place);
    match found {
        Some(found) => error.with_hint(&format!("read it in the format `{found}`")),
        None => error,
    }
}

fn is_office(format: Format) -> bool {
    FOLDERS.iter().any(|(_, known)| *known == format)
}

/// Returns the format of a package: by its media type, or by the folder that it has alone.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::archive::zip::builder::{EntryBuilder, zip};
    use crate::format::{DecodeOptions, decode};
    use glossweave_base::error::ErrorKind;

    fn refusal(bytes: &[u8], format: Format) -> String {
        let error = decode(bytes, format, &DecodeOptions::default()).unwrap_err();
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
        assert!(message(COMPOUND).contains("a compound file"));
        assert!(message(GZIP).contains("gzip"));
        for text in ["%PDF-1.7 is a version", "PK", ""] {
            assert!(decode(text, Format::Html, &DecodeOptions::default()).is_ok(), "{text}");
        }
    }
}
