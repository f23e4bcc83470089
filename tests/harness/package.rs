//! The laws on texts in packages, and generated packages.

use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;

use glossweave::annotation::Annotation;
use glossweave::document::{InsertionBarrier, PieceKind};
use glossweave::{DecodeOptions, Document, EncodeOptions, Format, Placement};

use crate::laws::{self, Woven};
use crate::random::Random;
use crate::reading::line;
use crate::{annotations, corpus};

/// The number of annotations of a text.
pub const ANNOTATIONS: usize = 100;

/// Returns the packages in a folder of the test data, sorted by name.
pub fn files(folder: &str) -> Vec<(String, Vec<u8>)> {
    let folder = corpus::data().join(folder);
    let mut files: Vec<_> = fs::read_dir(&folder)
        .expect("the packages are there")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "odt"))
        .map(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            (name, fs::read(&path).expect("a readable package"))
        })
        .collect();
    files.sort();
    files
}

/// Reads a package of an OpenDocument text.
pub fn read(bytes: &[u8]) -> Result<Document, String> {
    read_as(bytes, Format::Odt)
}

/// Reads a package.
pub fn read_as(bytes: &[u8], format: Format) -> Result<Document, String> {
    glossweave::decode(bytes, format, &DecodeOptions::default()).map_err(|error| error.to_string())
}

/// Returns `true` if a position is in an attribute or an entity. Such text may be mapped to its whole
/// source.
fn is_whole(document: &Document, at: usize) -> bool {
    let obstacle = document.zone_at(at).0.obstacle;
    matches!(obstacle, Some(InsertionBarrier::Attribute | InsertionBarrier::Entity))
}

/// Checks that each piece of the text is in the parts at its mapped location.
pub fn text_is_where_it_says(document: &Document) -> Result<(), String> {
    let (text, source) = (document.text(), document.source().bytes());
    let mut covered = 0;
    for piece in document.map().pieces() {
        let shown = &text[piece.text.range()];
        let bytes = &source[piece.source.range()];
        let blank = |all: &[u8]| all.iter().all(u8::is_ascii_whitespace);
        let agrees = match piece.kind {
            PieceKind::Literal => {
                let same = |(a, b): (u8, &u8)| a == *b || blank(&[a, *b]);
                shown.len() == bytes.len() && shown.bytes().zip(bytes).all(same)
            }
            _ if bytes == "\u{2028}".as_bytes() => shown == "\n",
            // An element separates the words around it.
            _ if bytes.is_empty() && shown == " " => source[..piece.source.start()].ends_with(b">"),
            _ if !bytes.is_empty() && blank(bytes) => matches!(shown, " " | "\n"),
            // A value with references, or text from an entity with markup, is one piece.
            _ if is_whole(document, piece.text.start()) => true,
            // An escape of a character in strings of workbooks.
            _ if bytes.starts_with(b"_x") => bytes.len() == 7 && bytes.ends_with(b"_"),
            _ => {
                matches!(bytes.first(), Some(b'&' | b'<'))
                    && matches!(bytes.last(), Some(b';' | b'>'))
            }
        };
        if !agrees {
            let bytes = String::from_utf8_lossy(bytes);
            return Err(format!("`{shown}` is said to be `{bytes}` at {:?}", piece.source));
        }
        covered += shown.len();
    }
    let units: usize = document.units().map(|unit| unit.span().len()).sum();
    if covered != units {
        return Err(format!("{covered} bytes of {units} lead somewhere"));
    }
    Ok(())
}

/// Returns the raw records of a package except those with some names: the bytes between the local
/// header of each record and the next header. Returns `None` if the directory refers to bytes
/// outside the package.
fn other_records(package: &[u8], changed: &[&str]) -> Option<Vec<Vec<u8>>> {
    let number = |at: usize| Some(u32::from_le_bytes(*package.get(at..)?.first_chunk()?) as usize);
    let short = |at: usize| Some(u16::from_le_bytes(*package.get(at..)?.first_chunk()?) as usize);
    let is_end = |at: &usize| {
        let is_last = short(at + 20).is_some_and(|comment| at + 22 + comment == package.len());
        package[*at..].starts_with(b"PK\x05\x06") && is_last
    };
    let end = (0..package.len()).rev().find(is_end)?;
    let before = package[..end].windows(4).rposition(|four| four == b"PK\x06\x06");
    let size = number(end + 12)?;
    // A zip64 directory ends at the beginning of its end record.
    let ends = [Some(end), before];
    let is_start =
        |at: &usize| package.get(*at..).is_some_and(|all| all.starts_with(b"PK\x01\x02"));
    let mut starts = ends.into_iter().flatten().filter_map(|end| end.checked_sub(size));
    let start = starts.find(is_start)?;
    let ahead = start.checked_sub(number(end + 16)?)?;
    let (mut at, mut all) = (start, Vec::new());
    while package.get(at..)?.starts_with(b"PK\x01\x02") {
        let name = package.get(at + 46..at + 46 + short(at + 28)?)?;
        all.push((ahead + number(at + 42)?, String::from_utf8_lossy(name)));
        at += 46 + name.len() + short(at + 30)? + short(at + 32)?;
    }
    all.sort();
    let mut records = Vec::new();
    for (index, (from, name)) in all.iter().enumerate() {
        let next = all.get(index + 1).map_or(start, |next| next.0);
        if !changed.contains(&&**name) {
            records.push(package.get(*from..next)?.to_vec());
        }
    }
    Some(records)
}

/// The results for the annotations of a run.
#[derive(Default)]
pub struct Counts {
    pub tried: usize,
    pub placed: usize,
    /// The rules that prevented annotations, with their counts.
    pub rules: BTreeMap<String, usize>,
}

/// Checks all laws on a package, with random annotations.
pub fn hold(bytes: &[u8], seed: u64) -> Result<Counts, String> {
    hold_as(bytes, Format::Odt, seed)
}

/// Checks all laws on a package of another format.
pub fn hold_as(bytes: &[u8], format: Format, seed: u64) -> Result<Counts, String> {
    let document = read_as(bytes, format)?;
    other_records(bytes, &[]).ok_or("the directory cannot be followed")?;
    let annotations = annotations::random(&mut Random::new(seed), &document, ANNOTATIONS);
    hold_with(&document, &annotations)
}

/// Checks the laws of writing on annotations of a package.
pub fn hold_with(document: &Document, annotations: &[Annotation]) -> Result<Counts, String> {
    let bytes = document.source().original();
    text_is_where_it_says(document)?;
    let options = EncodeOptions::default();
    let back = glossweave::encode(document, &[], &options).map_err(|error| error.to_string())?;
    laws::same_bytes(bytes, &back.bytes)?;

    let encoded =
        glossweave::encode(document, annotations, &options).map_err(|error| error.to_string())?;
    let again = read_as(&encoded.bytes, document.source().format())?;
    let inserted: Vec<Range<usize>> = encoded.inserted.iter().map(|span| span.range()).collect();
    let woven = Woven { bytes: again.source().bytes().to_vec(), inserted };
    laws::nothing_else_touched(document.source().bytes(), &woven)?;
    if again.source().parts() != encoded.parts {
        return Err(format!("parts {:?}, said {:?}", again.source().parts(), encoded.parts));
    }
    laws::same_bytes(document.text().as_bytes(), again.text().as_bytes())?;
    text_is_where_it_says(&again)?;
    let placed = |placement: &Placement| matches!(placement, Placement::Placed { .. });
    let mut expected: Vec<String> = document.annotations().iter().map(line).collect();
    let new = annotations.iter().zip(&encoded.placements).filter(|(_, one)| placed(one));
    expected.extend(new.map(|(annotation, _)| line(annotation)));
    let found: Vec<String> = again.annotations().iter().map(line).collect();
    laws::same_statements(&expected, &found)?;

    let parts = document.source().parts().iter().zip(&encoded.parts);
    let changed = parts.filter(|(old, new)| old.span.len() != new.span.len());
    let changed: Vec<&str> = changed.map(|(old, _)| &*old.name).collect();
    if other_records(bytes, &changed) != other_records(&encoded.bytes, &changed) {
        return Err("another record differs".into());
    }
    let mut tally = Counts { tried: annotations.len(), ..Counts::default() };
    for placement in &encoded.placements {
        match placement {
            Placement::NotPlaced { rule } => {
                *tally.rules.entry(rule.to_string()).or_default() += 1;
            }
            _ => tally.placed += 1,
        }
    }
    Ok(tally)
}

/// Returns a minimal package of an OpenDocument text.
pub fn made_of(content: &[u8]) -> Vec<u8> {
    open_document(Format::Odt, content)
}

/// Returns a minimal package of any OpenDocument format.
pub fn open_document(format: Format, content: &[u8]) -> Vec<u8> {
    let types = format.info().media_types;
    let mimetype = types.last().expect("a media type").as_bytes();
    archive(&[("mimetype", mimetype), ("content.xml", content)])
}

/// Returns a minimal DOCX package.
pub fn docx(document: &[u8]) -> Vec<u8> {
    office(&[("w/d.xml", document)])
}

/// Returns a PPTX package with one slide.
pub fn pptx(slide: &[u8]) -> Vec<u8> {
    let main = "<p:presentation xmlns:p='http://schemas.openxmlformats.org/presentationml/2006/main' \
        xmlns:r='http://schemas.openxmlformats.org/officeDocument/2006/relationships'><p:sldIdLst>\
        <p:sldId id='1' r:id='a'/></p:sldIdLst></p:presentation>";
    let links = links(&[("slide", "s.xml")]);
    office(&[
        ("w/d.xml", main.as_bytes()),
        ("w/_rels/d.xml.rels", links.as_bytes()),
        ("w/s.xml", slide),
    ])
}

/// Returns an XLSX package with shared strings and one sheet.
pub fn xlsx(strings: &[u8], sheet: &[u8]) -> Vec<u8> {
    let main = "<workbook xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main' \
        xmlns:r='http://schemas.openxmlformats.org/officeDocument/2006/relationships'><sheets>\
        <sheet r:id='b'/></sheets></workbook>";
    let links = links(&[("sharedStrings", "t.xml"), ("worksheet", "s.xml")]);
    office(&[
        ("w/d.xml", main.as_bytes()),
        ("w/_rels/d.xml.rels", links.as_bytes()),
        ("w/t.xml", strings),
        ("w/s.xml", sheet),
    ])
}

/// Returns an EPUB book of a version, with one page.
pub fn epub(version: u8, page: &[u8]) -> Vec<u8> {
    let package = format!(
        "<package xmlns='http://www.idpf.org/2007/opf' version='{version}.0'><metadata \
         xmlns:dc='http://purl.org/dc/elements/1.1/'><dc:title>A book</dc:title>\
         <dc:language>en</dc:language></metadata><manifest><item id='p' href='p.xhtml' \
         media-type='application/xhtml+xml'/></manifest><spine><itemref idref='p'/></spine></package>"
    );
    let container = "<container><rootfiles><rootfile full-path='b.opf'/></rootfiles></container>";
    archive(&[
        ("mimetype", b"application/epub+zip"),
        ("META-INF/container.xml", container.as_bytes()),
        ("b.opf", package.as_bytes()),
        ("p.xhtml", page),
    ])
}

/// Returns an IDML package with one story.
pub fn idml(story: &[u8]) -> Vec<u8> {
    let map = "<Document xmlns:i='i'><i:Story src='Stories/Story_u1.xml'/></Document>";
    archive(&[
        ("mimetype", b"application/vnd.adobe.indesign-idml-package"),
        ("designmap.xml", map.as_bytes()),
        ("Stories/Story_u1.xml", story),
    ])
}

/// Returns relationships with the identifiers `a`, `b` and so on.
fn links(all: &[(&str, &str)]) -> String {
    let start = "http://schemas.openxmlformats.org/";
    let links = all.iter().zip('a'..).map(|((kind, target), id)| {
        format!(
            "<Relationship Id='{id}' Type='{start}officeDocument/2006/relationships/{kind}' \
             Target='{target}'/>"
        )
    });
    let links: String = links.collect();
    format!("<Relationships xmlns='{start}package/2006/relationships'>{links}</Relationships>")
}

/// Returns an Office Open XML package whose first record is its document.
fn office(records: &[(&str, &[u8])]) -> Vec<u8> {
    let types = "<Types xmlns='http://schemas.openxmlformats.org/package/2006/content-types'>\
        <Default Extension='xml' ContentType='application/xml'/></Types>";
    let links = links(&[("officeDocument", records[0].0)]);
    let mut all =
        vec![("[Content_Types].xml", types.as_bytes()), ("_rels/.rels", links.as_bytes())];
    all.extend(records);
    archive(&all)
}

/// Returns an archive of uncompressed records.
pub fn archive(records: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut output, mut directory) = (Vec::new(), Vec::new());
    for (name, data) in records {
        let offset = output.len() as u32;
        let length = (data.len() as u32).to_le_bytes();
        let mut shared = vec![20, 0, 0, 0, 0, 0, 0, 0, 0x21, 0];
        shared.extend(crc(data).to_le_bytes());
        shared.extend(length);
        shared.extend(length);
        shared.extend([name.len() as u8, 0, 0, 0]);
        output.extend([b"PK\x03\x04", &shared[..], name.as_bytes(), data].concat());
        directory.extend([b"PK\x01\x02\x14\0", &shared[..], &[0; 10]].concat());
        directory.extend(offset.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let start = output.len() as u32;
    let count = records.len() as u8;
    output.extend(&directory);
    output.extend([b"PK\x05\x06\0\0\0\0".as_slice(), &[count, 0, count, 0]].concat());
    output.extend((directory.len() as u32).to_le_bytes());
    output.extend(start.to_le_bytes());
    output.extend([0, 0]);
    output
}

/// Returns the CRC-32 of zip, computed bit by bit.
fn crc(data: &[u8]) -> u32 {
    let step = |crc: u32, byte: &u8| {
        let shift = |crc: u32, _| (crc >> 1) ^ (0xEDB8_8320 & 0u32.wrapping_sub(crc & 1));
        (0..8).fold(crc ^ u32::from(*byte), shift)
    };
    !data.iter().fold(!0, step)
}
