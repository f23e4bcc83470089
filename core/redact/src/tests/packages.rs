//! Redaction of packages.

use std::collections::BTreeSet;

use glossweave_base::ErrorKind;
use glossweave_base::media::Format;
use glossweave_document::DecodeOptions;
use glossweave_format::decode;

use super::{files, package, redacted};
use crate::packed_text::tests::{compressed, png};
use crate::part::Parts;
use crate::restore;

const W: &str = "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\" \
    xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\" \
    xmlns:wp=\"http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing\"";

/// Returns a letter with a name at each position where Word stores names.
fn letter(more: &[(&str, &[u8])]) -> Vec<u8> {
    let types = "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">\
        <Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\
        <Default Extension=\"xml\" ContentType=\"application/xml\"/>\
        <Override PartName=\"/word/document.xml\" \
        ContentType=\"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml\"/></Types>";
    let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let relations = format!(
        "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">\
         <Relationship Id=\"a\" Type=\"{office}/officeDocument\" Target=\"word/document.xml\"/>\
         <Relationship Id=\"b\" Type=\"http://schemas.openxmlformats.org/package/2006/relationships/metadata/thumbnail\" \
         Target=\"docProps/thumbnail.jpeg\"/>\
         <Relationship Id=\"c\" Type=\"{office}/extended-properties\" Target=\"docProps/app.xml\"/></Relationships>"
    );
    let parts = format!(
        "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">\
         <Relationship Id=\"a\" Type=\"{office}/header\" Target=\"header1.xml\"/>\
         <Relationship Id=\"b\" Type=\"{office}/footnotes\" Target=\"footnotes.xml\"/>\
         <Relationship Id=\"c\" Type=\"{office}/comments\" Target=\"comments.xml\"/>\
         <Relationship Id=\"d\" Type=\"{office}/image\" Target=\"media/Jane%20Roe.png\"/>\
         <Relationship Id=\"e\" Type=\"{office}/hyperlink\" Target=\"mailto:jane@roe.example\" TargetMode=\"External\"/>\
         </Relationships>"
    );
    let document = format!(
        "<w:document {W}><w:body><w:p><w:r><w:t>Ask Ja</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>ne Roe</w:t></w:r>\
         <w:del w:author=\"Rick Poe\" w:id=\"1\"><w:r><w:delText>Jane R</w:delText></w:r><w:r><w:delText>oe</w:delText></w:r></w:del>\
         <w:r><w:rPr><w:rFonts w:ascii=\"Cork\"/></w:rPr><w:t xml:space=\"preserve\"> of Cork.</w:t></w:r>\
         <w:r><w:instrText>HYPERLINK \"mailto:jane@roe.example\"</w:instrText></w:r>\
         <w:r><wp:inline><wp:docPr id=\"1\" name=\"Jane Roe\" descr=\"Jane Roe in Cork\"/></wp:inline></w:r>\
         </w:p></w:body></w:document>"
    );
    let header = format!("<w:hdr {W}><w:p><w:r><w:t>JANE ROE</w:t></w:r></w:p></w:hdr>");
    let notes = format!(
        "<w:footnotes {W}><w:footnote w:id=\"1\"><w:p><w:r><w:t>Jane Roe</w:t></w:r></w:p></w:footnote></w:footnotes>"
    );
    let comments = format!(
        "<w:comments {W}><w:comment w:id=\"1\" w:author=\"Rick Poe\" w:initials=\"RP\">\
         <w:p><w:r><w:t>Is jane&#64;roe.example right?</w:t></w:r></w:p></w:comment></w:comments>"
    );
    let application = "<Properties><Manager>Sue</Manager><Company>Poe &amp; Sons</Company>\
        <Lines>3</Lines><Template>Jane Roe.dotx</Template></Properties>";
    let settings = format!(
        "<w:settings {W}><w:docVars><w:docVar w:name=\"x\" w:val=\"Jane Roe\"/></w:docVars></w:settings>"
    );
    let mut all: Vec<(&str, &[u8])> = vec![
        ("[Content_Types].xml", types.as_bytes()),
        ("_rels/.rels", relations.as_bytes()),
        ("word/_rels/document.xml.rels", parts.as_bytes()),
        ("word/document.xml", document.as_bytes()),
        ("word/header1.xml", header.as_bytes()),
        ("word/footnotes.xml", notes.as_bytes()),
        ("word/comments.xml", comments.as_bytes()),
        ("word/settings.xml", settings.as_bytes()),
        ("docProps/app.xml", application.as_bytes()),
        ("docProps/thumbnail.jpeg", b"\xFF\xD8\xFF a picture of the first page"),
        ("word/media/Jane Roe.png", b"\x89PNG\r\n\x1A\n\0 a picture"),
    ];
    all.extend(more);
    package(&all)
}

#[test]
fn a_letter_is_redacted_in_all_of_its_parts() {
    let letter = letter(&[]);
    let redaction = redacted(&letter, Format::Docx, &[]).unwrap();
    assert_eq!(redaction.removed, ["docProps/thumbnail.jpeg"]);
    let all = files(&redaction.bytes);
    let names: Vec<&str> = all.iter().map(|(name, _)| &**name).collect();
    assert!(
        names.contains(&"word/media/PERSON.png")
            && !names.iter().any(|name| name.contains("thumbnail"))
    );
    let part = |path: &str| {
        let found = all.iter().find(|(name, _)| name == path).unwrap();
        String::from_utf8(found.1.clone()).unwrap()
    };
    for name in names.iter().filter(|name| name.ends_with("xml") || name.ends_with("rels")) {
        let text = part(name).to_lowercase();
        for string in ["jane", "roe", "rick", "poe", ">sue<", "\"rp\"", "sons", "thumbnail"] {
            assert!(!text.contains(string), "{string} in {name}: {text}");
        }
    }
    let document = part("word/document.xml");
    for expected in [
        "<w:t>Ask PERSON</w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t></w:t></w:r><w:del w:author=\"PERSON\" w:id=\"1\">",
        "<w:delText>PERSON</w:delText></w:r><w:r><w:delText></w:delText></w:r></w:del>",
        "<w:rFonts w:ascii=\"Cork\"/></w:rPr><w:t xml:space=\"preserve\"> of CITY.</w:t>",
        "HYPERLINK \"mailto:CONTACT-POINT\"",
        "<wp:docPr id=\"1\" name=\"PERSON\" descr=\"PERSON in CITY\"/>",
    ] {
        assert!(document.contains(expected), "{expected}: {document}");
    }
    assert!(part("word/_rels/document.xml.rels").contains("Target=\"media/PERSON.png\""));
    assert!(part("docProps/app.xml").contains("<Company>ORGANIZATION</Company><Lines>3</Lines>"));
}

#[test]
fn the_order_of_records_does_not_matter() {
    let mut all = files(&letter(&[]));
    all.reverse();
    let all: Vec<(&str, &[u8])> = all.iter().map(|(name, bytes)| (&**name, &**bytes)).collect();
    let letter = package(&all);
    let document = decode(letter.clone(), Format::Docx, &DecodeOptions::default()).unwrap();
    let parts = Parts::of(&document).unwrap();
    let mut read = 0;
    for (index, part) in parts.all().iter().enumerate() {
        let Some(start) = part.start else { continue };
        assert_eq!(parts.at(start), Some((index, start)));
        assert_eq!(parts.at(start + part.bytes.len() - 1), Some((index, start)));
        read += 1;
    }
    assert!(read > 3);
    let redaction = redacted(&letter, Format::Docx, &[]).unwrap();
    let text = |(_, bytes): &(String, Vec<u8>)| String::from_utf8_lossy(bytes).contains("Jane");
    assert!(!files(&redaction.bytes).iter().any(text));
}

#[test]
fn properties_can_be_kept() {
    let redaction = redacted(&letter(&[]), Format::Docx, &[("metadata", "no")]).unwrap();
    let all = files(&redaction.bytes);
    let comments = all.iter().find(|(name, _)| name == "word/comments.xml").unwrap();
    assert!(
        String::from_utf8_lossy(&comments.1).contains("w:author=\"Rick Poe\" w:initials=\"RP\"")
    );
}

#[test]
fn pseudonyms_in_a_package_are_reversed_byte_for_byte() {
    let letter = letter(&[]);
    let redaction = redacted(&letter, Format::Docx, &[("method", "pseudonym")]).unwrap();
    assert_ne!(redaction.bytes, letter);
    assert_eq!(restore(&redaction.bytes, &redaction.key.unwrap()).unwrap(), letter);
}

#[test]
fn what_cannot_be_redacted_is_found_as_residue() {
    let table = package(&[("xl/sharedStrings.xml", b"<sst><si><t>Jane Roe</t></si></sst>")]);
    let wide: Vec<u8> =
        "\0\u{1}jane@roe.example".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let more: &[(&str, &[u8])] = &[
        ("word/embeddings/table.xlsx", &table),
        ("word/embeddings/ole.bin", &wide),
        ("word/media/photo.jpeg", b"\xFF\xD8\xFF\0 by Jane Roe \0"),
    ];
    let letter = letter(more);
    let error = redacted(&letter, Format::Docx, &[]).unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Conflict, Some("residue")));
    assert!(
        error.message().contains("2 positions") && !error.message().contains("Jane"),
        "{error}"
    );
    let redaction = redacted(&letter, Format::Docx, &[("residue", "report")]).unwrap();
    let found: Vec<_> = redaction
        .residue
        .iter()
        .map(|residue| (residue.part.as_deref().unwrap(), &*residue.label, residue.span.range()))
        .collect();
    let expected = [
        ("word/embeddings/ole.bin", "CONTACT-POINT", 4..36),
        ("word/media/photo.jpeg", "PERSON", 8..16),
    ];
    assert_eq!(found, expected);
    let unchecked = ["word/media/Jane Roe.png", "word/embeddings/ole.bin", "word/media/photo.jpeg"];
    let unchecked = unchecked.map(|name| name.replace("Jane Roe", "PERSON"));
    assert_eq!(BTreeSet::from_iter(redaction.unchecked), BTreeSet::from(unchecked));
}

#[test]
fn what_is_compressed_or_encoded_in_a_part_is_residue() {
    let drawing = compressed(b"<svg><text>&#74;ane Roe</text></svg>");
    let picture = png(&[("tEXt", b"Comment\0by Jane&#32;Roe"), ("IEND", b"")]);
    let properties = compressed(b"<< /Author (\\112ane Roe) >>");
    let pdf = [b"%PDF-1.7\n\0 1 0 obj <<>> stream\n", &*properties, b"\nendstream"].concat();
    for (name, bytes) in [
        ("word/media/a.svgz", &*drawing),
        ("word/media/a.png", &*picture),
        ("word/embeddings/a.pdf", &*pdf),
        ("word/media/QXNrIEphbmUgUm9lLg.png", b"\x89PNG\0"),
    ] {
        let letter = letter(&[(name, bytes)]);
        let error = redacted(&letter, Format::Docx, &[]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Conflict, "{name}");
        assert!(error.message().contains(&format!("of the part `{name}`")), "{error}");
    }
    let letter = letter(&[("word/embeddings/a.pdf", b"%PDF-1.7\n\0")]);
    let redaction = redacted(&letter, Format::Docx, &[]).unwrap();
    assert!(redaction.unchecked.contains(&"word/embeddings/a.pdf".to_owned()));
}

#[test]
fn names_of_files_are_read_in_each_way_of_writing() {
    let names = ["Jane%2520Roe.png", "=4Aane=20Roe.png", "anna@poe.example.png"];
    for name in names {
        let letter = letter(&[(&format!("word/media/x {name}"), b"\x89PNG\0")]);
        let redaction = redacted(&letter, Format::Docx, &[]).unwrap();
        let all = files(&redaction.bytes);
        let names: Vec<&str> = all.iter().map(|(name, _)| &**name).collect();
        let expected = ["word/media/x PERSON.png", "word/media/x CONTACT-POINT.png"];
        assert!(names.iter().any(|name| expected.contains(name)), "{names:?}");
    }
}

#[test]
fn a_package_within_a_package_is_redacted() {
    let table = package(&[
        (
            "xl/sharedStrings.xml",
            b"<sst><si><t>Jane Roe</t></si><si><t>+49 30 1234567</t></si></sst>",
        ),
        ("xl/Jane Roe.xml", b"<c><v>4111111111111111</v></c>"),
        ("docProps/thumbnail.jpeg", b"\xFF\xD8"),
    ]);
    let within = package(&[("a/table.xlsx", &table), ("b.txt", b"ask jane roe")]);
    let letter = letter(&[("word/embeddings/data.zip", &within)]);
    let redaction = redacted(&letter, Format::Docx, &[("method", "pseudonym")]).unwrap();
    let all = files(&redaction.bytes);
    let outer = &all.iter().find(|(name, _)| name == "word/embeddings/data.zip").unwrap().1;
    let outer = files(outer);
    assert!(String::from_utf8_lossy(&outer[1].1).starts_with("ask PERSON-"));
    let inner = files(&outer[0].1);
    assert_eq!(inner.len(), 2);
    for (name, content) in &inner {
        let text = String::from_utf8_lossy(content);
        assert!(!format!("{name} {text}").contains("Roe") && !text.contains("1234567"), "{text}");
    }
    assert!(inner.iter().any(|(_, content)| content.starts_with(b"<c t=\"str\"><v>PAYMENT-CARD-")));
    let part = "word/embeddings/data.zip!a/table.xlsx!xl/sharedStrings.xml";
    assert!(redaction.spans.iter().any(|span| span.part.as_deref() == Some(part)));
    let thumbnail = "word/embeddings/data.zip!a/table.xlsx!docProps/thumbnail.jpeg".to_owned();
    assert!(redaction.removed.contains(&thumbnail));
    assert_eq!(restore(&redaction.bytes, &redaction.key.unwrap()).unwrap(), letter);
}

#[test]
fn two_files_do_not_get_one_name() {
    let letter = letter(&[("word/media/JaneRoe.png", b"\x89PNG\0")]);
    let error = redacted(&letter, Format::Docx, &[]).unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Conflict, Some("method")));
    assert!(redacted(&letter, Format::Docx, &[("allow", "Jane Roe")]).is_ok());
}

#[test]
fn a_text_in_open_document_is_redacted_in_all_of_its_parts() {
    let space = "xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\" \
        xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" \
        xmlns:draw=\"urn:oasis:names:tc:opendocument:xmlns:drawing:1.0\" \
        xmlns:svg=\"urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0\" \
        xmlns:meta=\"urn:oasis:names:tc:opendocument:xmlns:meta:1.0\"";
    let content = format!(
        "<office:document-content {space}><office:body><office:text><text:tracked-changes><text:changed-region>\
         <text:deletion><office:change-info><dc:creator>Rick Poe</dc:creator></office:change-info>\
         <text:p>Jane<text:s/>Roe, Cork</text:p></text:deletion></text:changed-region></text:tracked-changes>\
         <text:p>Ask <text:span>Jane</text:span> Roe<office:annotation><dc:creator>Rick Poe</dc:creator>\
         <text:p>of Cork?</text:p></office:annotation>.</text:p>\
         <text:p><draw:frame draw:name=\"Jane Roe\"><svg:title>Jane Roe</svg:title></draw:frame></text:p>\
         </office:text></office:body></office:document-content>"
    );
    let meta = format!(
        "<office:document-meta {space}><office:meta><meta:initial-creator>Sue</meta:initial-creator>\
         <dc:title>On Jane Roe</dc:title><meta:user-defined meta:name=\"Client\">Jane Roe</meta:user-defined></office:meta>\
         </office:document-meta>"
    );
    let manifest = "<manifest:manifest xmlns:manifest=\"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0\">\
        <manifest:file-entry manifest:full-path=\"/\" manifest:media-type=\"application/vnd.oasis.opendocument.text\"/>\
        <manifest:file-entry manifest:full-path=\"content.xml\" manifest:media-type=\"text/xml\"/>\
        <manifest:file-entry manifest:full-path=\"meta.xml\" manifest:media-type=\"text/xml\"/>\
        <manifest:file-entry manifest:full-path=\"Thumbnails/thumbnail.png\" manifest:media-type=\"image/png\"/>\
        </manifest:manifest>";
    let source = package(&[
        ("mimetype", b"application/vnd.oasis.opendocument.text"),
        ("content.xml", content.as_bytes()),
        ("meta.xml", meta.as_bytes()),
        ("META-INF/manifest.xml", manifest.as_bytes()),
        ("Thumbnails/thumbnail.png", b"\x89PNG\0"),
    ]);
    let redaction = redacted(&source, Format::Odt, &[]).unwrap();
    for (name, content) in files(&redaction.bytes) {
        let text = String::from_utf8(content).unwrap();
        for string in ["Jane", "Roe", "Rick", "Poe", "Sue", "Cork", "humbnail"] {
            assert!(!text.contains(string), "{string} in {name}: {text}");
        }
    }
    let again = redacted(&source, Format::Odt, &[("method", "pseudonym")]).unwrap();
    assert_eq!(restore(&again.bytes, &again.key.unwrap()).unwrap(), source);
}
