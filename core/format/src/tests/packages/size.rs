//! Packages that are too large in total although no record is too large.

use std::time::Duration;

use super::{PACKAGES, decoded, office};
use glossweave_base::Format;
use glossweave_base::error::ErrorKind;
use glossweave_testing::zip::{EntryBuilder, zip};
use glossweave_testing::{Stopwatch, count};

/// The number of records. Each of them unpacks to the maximum size of a record. Together they
/// exceed the limit of a package.
const COUNT: usize = 18;

/// Returns XML that unpacks to 15 MiB.
fn padded(xml: &str) -> String {
    let end = xml.rfind("</").unwrap();
    format!("{}{}{}", &xml[..end], " ".repeat(15 << 20), &xml[end..])
}

/// Returns the part with the text of a small package.
fn part(format: Format) -> String {
    let found = PACKAGES.iter().find(|package| package.0 == format).unwrap().1();
    String::from_utf8(found.last().unwrap().content.clone()).unwrap()
}

/// Returns the records of a package whose document refers to `COUNT` parts of a kind.
fn package(format: Format, content: &str) -> Vec<EntryBuilder> {
    let ids = |start: &str, end: &str| {
        (0..COUNT).map(|number| format!("{start}{number}{end}")).collect::<String>()
    };
    let start = "http://schemas.openxmlformats.org/";
    let links = format!("xmlns:r='{start}officeDocument/2006/relationships'");
    let (document, kind) = match format {
        Format::Docx => (part(Format::Docx), "header"),
        Format::Pptx => {
            let all = ids("<p:sldId r:id='r", "'/>");
            let main = format!(
                "<p:presentation xmlns:p='{start}presentationml/2006/main' {links}>\
                 <p:sldIdLst>{all}</p:sldIdLst></p:presentation>"
            );
            (main, "slide")
        }
        Format::Xlsx => {
            let all = ids("<sheet r:id='r", "'/>");
            let main = format!(
                "<workbook xmlns='{start}spreadsheetml/2006/main' {links}><sheets>{all}</sheets></workbook>"
            );
            (main, "worksheet")
        }
        Format::Epub => {
            let item = |n: usize| {
                format!("<item id='n{n}' href='p{n}.xhtml' media-type='application/xhtml+xml'/>")
            };
            let items: String = (0..COUNT).map(item).collect();
            let spine = ids("<itemref idref='n", "'/>");
            let mut records =
                PACKAGES.iter().find(|package| package.0 == Format::Epub).unwrap().1();
            records.truncate(2);
            let book = format!(
                "<package xmlns='http://www.idpf.org/2007/opf' version='3.0'><metadata/><manifest>{items}\
                 </manifest><spine>{spine}</spine></package>"
            );
            records.push(EntryBuilder::new("b.opf", book));
            records.extend((0..COUNT).map(|n| EntryBuilder::new(&format!("p{n}.xhtml"), content)));
            return records;
        }
        _ => {
            let stories = ids("<i:Story src='Stories/Story_u", ".xml'/>");
            let mut records =
                PACKAGES.iter().find(|package| package.0 == Format::Idml).unwrap().1();
            records.truncate(1);
            let map = format!("<Document xmlns:i='i'>{stories}</Document>");
            records.push(EntryBuilder::new("designmap.xml", map));
            let name = |n: usize| format!("Stories/Story_u{n}.xml");
            records.extend((0..COUNT).map(|n| EntryBuilder::new(&name(n), content)));
            return records;
        }
    };
    let names: Vec<String> = (0..COUNT).map(|number| format!("{kind}{number}")).collect();
    let mut parts = vec![("document", document.as_str())];
    parts.extend(names.iter().map(|name| (name.as_str(), content)));
    office(&parts)
}

fn is_too_large(records: &[EntryBuilder], format: Format) {
    let bytes = zip(records, "", false);
    assert!(bytes.len() < 1 << 20);
    let start = Stopwatch::start();
    let error = decoded(bytes, format).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge, "{format}: {error}");
    assert!(error.message().contains("unpacks to more than the"), "{format}: {error}");
    assert!(start.elapsed() < Duration::from_secs(300), "{format}: {:?}", start.elapsed());
}

#[test]
fn the_records_of_a_package_are_limited_together() {
    for format in [Format::Docx, Format::Pptx, Format::Xlsx, Format::Epub, Format::Idml] {
        let record = match format {
            Format::Xlsx => part(Format::Xlsx)
                .replace("sst", "worksheet")
                .replace("<si>", "<c t='inlineStr'><is>")
                .replace("</si>", "</is></c>"),
            Format::Docx => {
                part(Format::Docx).replace("w:document", "w:hdr").replace("w:body", "w:tc")
            }
            _ => part(format),
        };
        let few = decoded(zip(&package(format, &record), "", false), format).unwrap();
        assert!(few.text().starts_with("To Cork To Cork"), "{format}: {}", few.text());
        is_too_large(&package(format, &padded(&record)), format);
    }
}

#[test]
fn the_relationships_of_all_parts_are_limited_together() {
    let links = "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>\
        </Relationships>";
    for (format, kind) in
        [(Format::Docx, "header"), (Format::Pptx, "slide"), (Format::Xlsx, "worksheet")]
    {
        let mut records = package(format, &part(format));
        let name = |number: usize| format!("w/_rels/{kind}{number}.xml.rels");
        let all = (0..COUNT).map(|number| EntryBuilder::new(&name(number), padded(links)));
        records.extend(all);
        is_too_large(&records, format);
    }
}

#[test]
fn a_part_that_is_referred_to_many_times_counts_each_time() {
    let link = "<Relationship Id='c' Target='/w/big.xml' \
        Type='http://schemas.openxmlformats.org/officeDocument/2006/relationships/customXml'/>";
    for (format, records) in PACKAGES.into_iter().take(3) {
        let mut records = records();
        let links = String::from_utf8(records[2].content.clone()).unwrap();
        let end = links.find('>').unwrap() + 1;
        let links =
            format!("{}{}{}", &links[..end], link.repeat(count(20_000, 100_000)), &links[end..]);
        records[2].content = links.into_bytes();
        for crc in [Some(7), None].into_iter().take(count(1, 2)) {
            let mut all = records.clone();
            all.push(EntryBuilder::new("w/big.xml", padded("<a></a>")));
            all.last_mut().unwrap().crc = crc;
            is_too_large(&all, format);
        }
    }
}

#[test]
fn a_million_shared_strings_are_read() {
    let strings = count(100_000, 1_000_000);
    let items: String = (0..strings).map(|n| format!("<si><t>a{n}</t></si>")).collect();
    let cells: String = (0..strings).map(|n| format!("<c t='s'><v>{n}</v></c>")).collect();
    let records = |cells: &str| {
        let mut records = PACKAGES.iter().find(|package| package.0 == Format::Xlsx).unwrap().1();
        for (at, from, to) in
            [(4, "<c t='s'><v>0</v></c>", cells), (5, "<si><t>To Cork</t></si>", &items)]
        {
            let content = String::from_utf8(records[at].content.clone()).unwrap();
            assert!(content.contains(from));
            records[at].content = content.replace(from, to).into_bytes();
        }
        zip(&records, "", false)
    };
    let start = Stopwatch::start();
    let all = decoded(records(&cells), Format::Xlsx).unwrap();
    assert_eq!(all.units().count(), strings);
    assert!(all.text().ends_with(&format!(" a{} a{}", strings - 2, strings - 1)));
    // All cells use the same string, or no string.
    let cells: String = (0..strings).map(|n| format!("<c r='A{n}' t='s'><v>7</v></c>")).collect();
    assert_eq!(decoded(records(&cells), Format::Xlsx).unwrap().text(), "a7");
    assert_eq!(decoded(records("<c/>"), Format::Xlsx).unwrap().text(), "");
    assert!(start.elapsed() < Duration::from_secs(300), "{:?}", start.elapsed());
}
