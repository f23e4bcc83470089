//! Hostile packages in each format.

mod size;

use crate::EncodeOptions;
use glossweave_base::Format;
use glossweave_base::error::{ErrorKind, Result};
use glossweave_document::{DecodeOptions, Document};
use glossweave_testing::zip::{EntryBuilder, zip};

/// A format with the records of a small package. The last record contains the text `To Cork`.
type Package = (Format, fn() -> Vec<EntryBuilder>);

const PACKAGES: [Package; 8] = [
    (Format::Docx, || {
        office(&[(
            "document",
            "<w:document xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main'><w:body>\
             <w:p><w:r><w:t>To Cork</w:t></w:r></w:p></w:body></w:document>",
        )])
    }),
    (Format::Pptx, || {
        office(&[
            (
                "document",
                "<p:presentation xmlns:p='http://schemas.openxmlformats.org/presentationml/2006/main' \
                 xmlns:r='http://schemas.openxmlformats.org/officeDocument/2006/relationships'>\
                 <p:sldIdLst><p:sldId r:id='r0'/></p:sldIdLst></p:presentation>",
            ),
            (
                "slide",
                "<p:sld xmlns:p='http://schemas.openxmlformats.org/presentationml/2006/main' \
                 xmlns:a='http://schemas.openxmlformats.org/drawingml/2006/main'><a:p><a:r><a:t>To Cork\
                 </a:t></a:r></a:p></p:sld>",
            ),
        ])
    }),
    (Format::Xlsx, || {
        office(&[
            (
                "document",
                "<workbook xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main' \
                 xmlns:r='http://schemas.openxmlformats.org/officeDocument/2006/relationships'><sheets>\
                 <sheet r:id='r0'/></sheets></workbook>",
            ),
            (
                "worksheet",
                "<worksheet xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main'>\
                 <c t='s'><v>0</v></c></worksheet>",
            ),
            (
                "sharedStrings",
                "<sst xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main'><si><t>To Cork</t></si></sst>",
            ),
        ])
    }),
    (Format::Epub, || {
        let package = "<package xmlns='http://www.idpf.org/2007/opf' version='3.0'><metadata/><manifest>\
            <item id='p' href='p.xhtml' media-type='application/xhtml+xml'/></manifest><spine>\
            <itemref idref='p'/></spine></package>";
        vec![
            EntryBuilder::new("mimetype", "application/epub+zip").stored(),
            EntryBuilder::new(
                "META-INF/container.xml",
                "<container><rootfiles><rootfile full-path='b.opf'/></rootfiles></container>",
            ),
            EntryBuilder::new("b.opf", package),
            EntryBuilder::new(
                "p.xhtml",
                "<html xmlns='http://www.w3.org/1999/xhtml'><p>To Cork</p></html>",
            ),
        ]
    }),
    (Format::Idml, || {
        vec![
            EntryBuilder::new("mimetype", "application/vnd.adobe.indesign-idml-package").stored(),
            EntryBuilder::new(
                "designmap.xml",
                "<Document xmlns:i='i'><i:Story src='Stories/Story_u1.xml'/></Document>",
            ),
            EntryBuilder::new(
                "Stories/Story_u1.xml",
                "<s><Story><Content>To Cork</Content></Story></s>",
            ),
        ]
    }),
    (Format::Odt, || open_document(Format::Odt, "<text:p>To Cork</text:p>")),
    (Format::Ods, || {
        let cell = "<table:table><table:table-row><table:table-cell office:value-type='string'><text:p>\
            To Cork</text:p></table:table-cell></table:table-row></table:table>";
        open_document(Format::Ods, cell)
    }),
    (Format::Odp, || {
        open_document(
            Format::Odp,
            "<draw:page><draw:frame><text:p>To Cork</text:p></draw:frame></draw:page>",
        )
    }),
];

/// Returns an Office Open XML package. The first part is the document, which refers to the other
/// parts. Parts are named after their kinds, with a number when there are several.
fn office(parts: &[(&str, &str)]) -> Vec<EntryBuilder> {
    let start = "http://schemas.openxmlformats.org/";
    let links = |parts: &[(&str, &str)]| {
        let links = parts.iter().enumerate().map(|(number, (kind, _))| {
            let kind = match kind.trim_end_matches(|char: char| char.is_ascii_digit()) {
                "document" => "officeDocument",
                kind => kind,
            };
            let target = format!("/w/{}.xml", parts[number].0);
            format!(
                "<Relationship Id='r{number}' Type='{start}officeDocument/2006/relationships/{kind}' \
                 Target='{target}'/>"
            )
        });
        let links: String = links.collect();
        format!("<Relationships xmlns='{start}package/2006/relationships'>{links}</Relationships>")
    };
    let types = format!(
        "<Types xmlns='{start}package/2006/content-types'><Default Extension='xml' \
         ContentType='application/xml'/></Types>"
    );
    let mut records = vec![
        EntryBuilder::new("[Content_Types].xml", types),
        EntryBuilder::new("_rels/.rels", links(&parts[..1])),
        EntryBuilder::new("w/_rels/document.xml.rels", links(&parts[1..])),
    ];
    let part = |(name, text): &(&str, &str)| EntryBuilder::new(&format!("w/{name}.xml"), *text);
    records.extend(parts.iter().map(part));
    records
}

fn open_document(format: Format, body: &str) -> Vec<EntryBuilder> {
    let namespaces: String = ["office", "text", "table", "drawing"]
        .map(|name| {
            let prefix = if name == "drawing" { "draw" } else { name };
            format!(" xmlns:{prefix}='urn:oasis:names:tc:opendocument:xmlns:{name}:1.0'")
        })
        .concat();
    let media_type = format.info().media_types.last().unwrap().as_bytes();
    let content = format!("<office:document-content{namespaces}>{body}</office:document-content>");
    vec![
        EntryBuilder::new("mimetype", media_type).stored(),
        EntryBuilder::new("content.xml", content),
    ]
}

fn decoded(bytes: Vec<u8>, format: Format) -> Result<Document> {
    crate::decode(bytes, format, &DecodeOptions::default())
}

/// Returns a package whose first record has sizes that extend into the next record.
fn overlapping(mut records: Vec<EntryBuilder>) -> Vec<u8> {
    records.insert(0, EntryBuilder::new("outer", "").stored());
    let mut bytes = zip(&records, "", false);
    let entry = bytes.windows(4).position(|four| four == b"PK\x01\x02").unwrap();
    for at in [18, 22, entry + 20, entry + 24] {
        bytes[at] = 99;
    }
    bytes
}

/// A hostile package: the function that builds it, the expected kinds of errors, and a part of the
/// message.
type Attack = (fn(Vec<EntryBuilder>) -> Vec<u8>, &'static [ErrorKind], &'static str);

/// Changes the record with the text.
fn with(mut records: Vec<EntryBuilder>, change: impl Fn(&mut EntryBuilder)) -> Vec<u8> {
    records.last_mut().into_iter().for_each(change);
    zip(&records, "", false)
}

fn and(mut records: Vec<EntryBuilder>, name: &str) -> Vec<u8> {
    records.push(EntryBuilder::new(name, "x"));
    zip(&records, "", false)
}

const ATTACKS: [Attack; 15] = [
    (
        |all| with(all, |text| text.content = vec![b' '; 30 << 20]),
        &[ErrorKind::TooLarge],
        "unpacks to more than 200 times",
    ),
    (
        |all| {
            with(all, |text| {
                text.content = vec![b' '; 30 << 20];
                text.unpacked = Some(10);
            })
        },
        &[ErrorKind::TooLarge],
        "unpacks to more than 200 times",
    ),
    (
        |all| with(all, |text| text.unpacked = Some(7)),
        &[ErrorKind::Malformed],
        "the directory states 7",
    ),
    (
        |all| with(all, |text| text.unpacked = Some(u32::MAX - 1)),
        &[ErrorKind::Malformed],
        "the directory states 4294967294",
    ),
    (|all| with(all, |text| text.crc = Some(7)), &[ErrorKind::Malformed], "has the checksum"),
    (
        |all| {
            with(all, |text| {
                text.deflated = false;
                text.method = Some(8);
            })
        },
        &[ErrorKind::Malformed],
        "has data that",
    ),
    (
        |all| with(all, |text| text.local_name = Some("x".into())),
        &[ErrorKind::Malformed],
        "has the name `x`",
    ),
    (overlapping, &[ErrorKind::Malformed], "overlap"),
    (|all| and(all, "a/../../x"), &[ErrorKind::Malformed], "leads outside the package"),
    (|all| and(all, "/etc/passwd"), &[ErrorKind::Malformed], "is absolute"),
    (|all| and(all, "a\\..\\x"), &[ErrorKind::Malformed], "leads outside the package"),
    (|all| and(all, "\\x"), &[ErrorKind::Malformed], "is absolute"),
    (
        |all| {
            let name = all.last().map(|text| text.name.clone()).unwrap_or_default();
            and(all, &name)
        },
        &[ErrorKind::Malformed],
        "two records of the package are named",
    ),
    (
        |all| with(all, |text| text.content = "<a>".repeat(1_000_000).into_bytes()),
        &[ErrorKind::TooLarge],
        "nest",
    ),
    (
        |all| {
            with(all, |text| {
                let replaced = String::from_utf8_lossy(&text.content).replace("To Cork", "&j;");
                let next = |(name, of): (char, char)| {
                    format!("<!ENTITY {name} '{}'>", format!("&{of};").repeat(10))
                };
                let entities: String = ('b'..='j').zip('a'..).map(next).collect();
                text.content =
                    format!("<!DOCTYPE x [<!ENTITY a 'lol'>{entities}]>{replaced}").into_bytes();
            })
        },
        &[ErrorKind::TooLarge, ErrorKind::Malformed],
        "",
    ),
];

#[test]
fn packages_that_mean_harm_are_refused_in_each_format() {
    for (format, records) in PACKAGES {
        assert_eq!(
            decoded(zip(&records(), "", false), format).unwrap().text(),
            "To Cork",
            "{format}"
        );
        for (number, (attack, kinds, part)) in ATTACKS.iter().enumerate() {
            let Err(error) = decoded(attack(records()), format) else {
                panic!("{format} is read in spite of attack {number}");
            };
            assert!(kinds.contains(&error.kind()), "{format}, {number}: {error}");
            assert!(error.message().contains(part), "{format}, {number}: {error}");
        }
    }
}

#[test]
fn a_package_that_is_cut_is_refused_and_any_byte_may_be_wrong() {
    for (format, records) in PACKAGES {
        let bytes = zip(&records(), "", false);
        for end in 0..bytes.len() {
            let error = decoded(bytes[..end].to_vec(), format).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Malformed, "{format}, {end}: {error}");
        }
        for at in 0..bytes.len() {
            let mut wrong = bytes.clone();
            wrong[at] ^= 0x41;
            let Ok(document) = decoded(wrong.clone(), format) else { continue };
            let back = crate::encode(&document, &[], &EncodeOptions::default()).unwrap();
            assert!(back.bytes == wrong, "{format}, {at}");
        }
    }
}
