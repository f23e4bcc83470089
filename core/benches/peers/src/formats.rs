//! XML, XLIFF and OpenDocument: the work of Glossweave, and the cost of only reading XML tokens.

use std::hint::black_box;
use std::io::{Cursor, Read};
use std::path::Path;

use glossweave::{DecodeOptions, Document, Format};
use quick_xml::NsReader;
use quick_xml::events::Event;

use crate::{Result, ours, report, timed};

/// Packages with the parts that office programs write.
const OFFICE: [&str; 2] = ["letter.odt", "report.odt"];

/// Runs one round over a file, whose name determines its format.
pub fn measure(path: &Path, bytes: &[u8]) -> Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let format = Format::of_path(&name).ok_or("a format")?;
    let rules = name.ends_with("-rules.xml");
    let (work, size) = match format {
        Format::Odt if OFFICE.contains(&&*name) => ("odt-office", content(bytes)?),
        Format::Odt => ("odt", content(bytes)?),
        Format::Xliff => ("xliff", bytes.len()),
        _ if rules => ("xml-rules", bytes.len()),
        _ => ("xml", bytes.len()),
    };
    let taken = timed(|| {
        let document = read(bytes, format)?;
        if rules {
            ours::turtle(&document, &[]).map(|turtle| turtle.len())
        } else {
            Ok(document.text().len())
        }
    })?;
    report(&name, work, "glossweave", taken, size);
    if work == "xml" {
        let text = std::str::from_utf8(bytes)?;
        report(&name, work, "quick-xml, bare events", timed(|| events(text))?, size);
        let taken = timed(|| names(text))?;
        report(&name, work, "quick-xml, namespaces and attributes", taken, size);
    }
    Ok(())
}

fn read(bytes: &[u8], format: Format) -> Result<Document> {
    Ok(glossweave::decode(bytes, format, &DecodeOptions::default())?)
}

/// Returns the size of the content.xml of a package in bytes.
fn content(bytes: &[u8]) -> Result<usize> {
    let mut package = zip::ZipArchive::new(Cursor::new(bytes))?;
    let mut content = Vec::new();
    package.by_name("content.xml")?.read_to_end(&mut content)?;
    Ok(content.len())
}

fn events(text: &str) -> Result<usize> {
    let mut reader = quick_xml::Reader::from_str(text);
    let mut count = 0;
    loop {
        match black_box(reader.read_event()?) {
            Event::Eof => return Ok(count),
            _ => count += 1,
        }
    }
}

fn names(text: &str) -> Result<usize> {
    let mut reader = NsReader::from_str(text);
    let mut count = 0;
    loop {
        match reader.read_resolved_event()? {
            (namespace, Event::Start(tag) | Event::Empty(tag)) => {
                black_box(namespace);
                for attribute in tag.attributes() {
                    black_box(attribute?);
                    count += 1;
                }
            }
            (_, Event::Eof) => return Ok(count),
            _ => {}
        }
    }
}
