//! ODT: a package with a long content.xml.

use std::error::Error;
use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::Dice;
use super::xml::WORDS;

const MIMETYPE: &str = "application/vnd.oasis.opendocument.text";

/// Returns a package whose content.xml is [`content`].
pub fn page(size: usize, seed: u64) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut package = ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let deflated = stored.compression_method(CompressionMethod::Deflated);
    let content = content(size, seed);
    for (name, data, options) in [
        ("mimetype", MIMETYPE, stored),
        ("content.xml", &content, deflated),
        ("META-INF/manifest.xml", MANIFEST, deflated),
    ] {
        package.start_file(name, options)?;
        package.write_all(data.as_bytes())?;
    }
    Ok(package.finish()?.into_inner())
}

/// Returns a content.xml of at least `size` bytes. It depends only on the size and the seed.
pub fn content(size: usize, seed: u64) -> String {
    let mut dice = Dice::new(seed);
    let mut out = String::with_capacity(size + 4096);
    out.push_str(HEAD);
    let mut notes = 0;
    while out.len() + FOOT.len() < size {
        match dice.below(14) {
            0 => {
                out.push_str("<text:h text:style-name=\"Heading_20_1\" text:outline-level=\"1\">");
                words(&mut out, &mut dice, 4);
                out.push_str("</text:h>\n");
            }
            1 => {
                notes += 1;
                note(&mut out, &mut dice, notes);
            }
            2 => table(&mut out, &mut dice),
            _ => {
                let count = 10 + dice.below(70);
                paragraph(&mut out, &mut dice, count);
            }
        }
    }
    out.push_str(FOOT);
    out
}

const MANIFEST: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<manifest:manifest \
    xmlns:manifest=\"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0\" manifest:version=\"1.2\">\
    <manifest:file-entry manifest:full-path=\"/\" \
    manifest:media-type=\"application/vnd.oasis.opendocument.text\"/><manifest:file-entry \
    manifest:full-path=\"content.xml\" manifest:media-type=\"text/xml\"/></manifest:manifest>";
const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<office:document-content \
    xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\" \
    xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\" \
    xmlns:table=\"urn:oasis:names:tc:opendocument:xmlns:table:1.0\" \
    xmlns:xlink=\"http://www.w3.org/1999/xlink\" office:version=\"1.2\">\
    <office:automatic-styles/><office:body><office:text>\n";
const FOOT: &str = "</office:text></office:body></office:document-content>\n";

fn words(out: &mut String, dice: &mut Dice, count: usize) {
    for index in 0..count {
        if index > 0 {
            out.push(' ');
        }
        let word = WORDS[dice.below(WORDS.len())];
        let (open, close) = match dice.below(40) {
            0 | 1 => ("<text:span text:style-name=\"T1\">", "</text:span>"),
            2 => ("<text:a xlink:type=\"simple\" xlink:href=\"http://example.org/\">", "</text:a>"),
            3 => ("<text:s text:c=\"2\"/>", ""),
            4 => ("<text:bookmark text:name=\"b\"/>", ""),
            _ => ("", ""),
        };
        for part in [open, word, close] {
            out.push_str(part);
        }
    }
}

fn paragraph(out: &mut String, dice: &mut Dice, count: usize) {
    out.push_str("<text:p text:style-name=\"Text_20_body\">");
    words(out, dice, count);
    out.push_str(".</text:p>\n");
}

fn note(out: &mut String, dice: &mut Dice, number: usize) {
    out.push_str("<text:p text:style-name=\"Text_20_body\">");
    words(out, dice, 12);
    out.push_str(&format!(
        "<text:note text:id=\"ftn{number}\" text:note-class=\"footnote\"><text:note-citation>{number}\
         </text:note-citation><text:note-body><text:p text:style-name=\"Footnote\">"
    ));
    words(out, dice, 10);
    out.push_str("</text:p></text:note-body></text:note> ");
    words(out, dice, 20);
    out.push_str("</text:p>\n");
}

fn table(out: &mut String, dice: &mut Dice) {
    out.push_str("<table:table table:name=\"T\">\n");
    for _ in 0..2 + dice.below(5) {
        out.push_str("<table:table-row>");
        for _ in 0..3 {
            out.push_str("<table:table-cell>");
            let count = 1 + dice.below(5);
            paragraph(out, dice, count);
            out.push_str("</table:table-cell>");
        }
        out.push_str("</table:table-row>\n");
    }
    out.push_str("</table:table>\n");
}
