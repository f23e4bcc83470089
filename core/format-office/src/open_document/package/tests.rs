use super::{Kind, open};
use glossweave_archive::Limits;
use glossweave_base::error::{Error, ErrorKind};
use glossweave_testing::zip::{Descriptor, EntryBuilder, MIMETYPE, minimal, zip};

const CONTENT: &str = "<office:document-content><office:text/></office:document-content>";

fn opened(records: &[EntryBuilder]) -> Result<Vec<u8>, Error> {
    refusal(&zip(records, "", false))
}

fn refusal(bytes: &[u8]) -> Result<Vec<u8>, Error> {
    open(bytes, Kind::Text, Limits::default())?.read("content.xml")
}

fn refused(records: &[EntryBuilder], kind: ErrorKind, part: &str) {
    is_refused(&zip(records, "", false), kind, part);
}

fn is_refused(bytes: &[u8], kind: ErrorKind, part: &str) {
    let error = refusal(bytes).unwrap_err();
    assert_eq!(error.kind(), kind, "{error}");
    assert!(error.message().contains(part), "{error} does not say {part}");
}

#[test]
fn a_package_of_text_is_opened() {
    assert_eq!(opened(&minimal(CONTENT)).unwrap(), CONTENT.as_bytes());
    for wide in [false, true] {
        let mut records = minimal(CONTENT);
        records.iter_mut().for_each(|made| made.wide = wide);
        let bytes = zip(&records, "a comment", true);
        assert_eq!(refusal(&bytes).unwrap(), CONTENT.as_bytes());
    }
}

#[test]
fn every_form_of_a_descriptor_is_read() {
    for descriptor in [Descriptor::Bare, Descriptor::Signed, Descriptor::Wide] {
        let mut records = minimal(CONTENT);
        records.iter_mut().for_each(|made| made.descriptor = descriptor);
        assert_eq!(opened(&records).unwrap(), CONTENT.as_bytes(), "{descriptor:?}");
    }
}

#[test]
fn templates_and_master_documents_are_texts_and_sheets_are_not() {
    for (ending, is_text) in [("-template", true), ("-master", true), ("x", false), ("", true)] {
        let mut records = minimal(CONTENT);
        records[0].content = format!("{MIMETYPE}{ending}\n").into_bytes();
        assert_eq!(opened(&records).is_ok(), is_text, "{ending}");
    }
    let mut sheet = minimal(CONTENT);
    sheet[0].content = b"application/vnd.oasis.opendocument.spreadsheet".to_vec();
    refused(&sheet, ErrorKind::Unsupported, "opendocument.spreadsheet`");
}

#[test]
fn the_type_may_be_in_the_manifest_or_the_content_only() {
    let mut records = minimal(CONTENT);
    records.remove(0);
    assert!(opened(&records).is_ok());
    let sheet = String::from_utf8(records[2].content.clone()).unwrap();
    records[2].content = sheet.replace(".text", ".spreadsheet").into_bytes();
    refused(&records, ErrorKind::Unsupported, ".spreadsheet`");
    records.remove(2);
    assert!(opened(&records).is_ok());
    records[0].content = b"<office:document-content><office:spreadsheet/>".to_vec();
    refused(&records, ErrorKind::Unsupported, "does not specify its type");
}

#[test]
fn encryption_is_refused_by_name() {
    let mut records = minimal(CONTENT);
    records[2].flags = 1;
    refused(&records, ErrorKind::Unsupported, "`Pictures/a.png` is encrypted");
    let mut records = minimal("not XML, it is encrypted");
    records[3].content = b"<m:manifest><m:file-entry m:full-path='content.xml'>\
        <m:encryption-data m:checksum='x'/></m:file-entry></m:manifest>"
        .to_vec();
    refused(&records, ErrorKind::Unsupported, "`content.xml` has encryption data");
}

#[test]
fn a_library_of_macros_with_a_password_is_no_encrypted_document() {
    let entry = |path: &str| {
        format!(
            "<m:file-entry m:full-path='{path}'><m:encryption-data m:checksum='x'/></m:file-entry>"
        )
    };
    let mut records = minimal(CONTENT);
    let library = entry("Basic/Own/Module1.xml") + &entry("Basic/Own/Module2.xml");
    records[3].content = format!("<m:manifest>{library}</m:manifest>").into_bytes();
    assert_eq!(opened(&records).unwrap(), CONTENT.as_bytes());
    let all = library + &entry("content.xml");
    records[3].content = format!("<m:manifest>{all}</m:manifest>").into_bytes();
    refused(&records, ErrorKind::Unsupported, "`content.xml` has encryption data");
}

#[test]
fn what_is_missing_is_named() {
    let mut records = minimal(CONTENT);
    records.remove(1);
    refused(&records, ErrorKind::Malformed, "no record `content.xml`");
    is_refused(b"", ErrorKind::Malformed, "expected a zip archive");
    is_refused(b"<html>", ErrorKind::Malformed, "expected a zip archive");
    let bytes = zip(&minimal(CONTENT), "", false);
    is_refused(&bytes[..bytes.len() - 1], ErrorKind::Malformed, "cut short");
}

#[test]
fn every_prefix_is_refused_as_malformed() {
    let bytes = zip(&minimal(CONTENT), "comment", true);
    for end in 0..bytes.len() {
        assert_eq!(refusal(&bytes[..end]).unwrap_err().kind(), ErrorKind::Malformed, "{end}");
    }
}

#[test]
fn the_last_end_record_counts_even_if_it_is_broken() {
    let mut bytes = zip(&minimal(CONTENT), "", false);
    bytes.extend([&b"PK\x05\x06"[..], &[0; 16], b"\xFF\xFF"].concat());
    is_refused(&bytes, ErrorKind::Malformed, "cut short");
}

#[test]
fn one_name_twice_is_refused() {
    let mut records = minimal(CONTENT);
    records.push(EntryBuilder::new("content.xml", "<other/>"));
    refused(&records, ErrorKind::Malformed, "two records of the package are named `content.xml`");
}

#[test]
fn names_that_leave_the_package_are_refused() {
    for (name, what) in [
        ("../x", "leads outside the package"),
        ("a/../../x", "leads outside the package"),
        ("/etc/passwd", "is absolute"),
        ("C:/x", "is absolute"),
        ("a\\..\\..\\x", "leads outside the package"),
        ("a\0b", "has a NUL"),
        ("", "is empty"),
    ] {
        let mut records = minimal(CONTENT);
        records[2].name = name.into();
        let shown = if name.contains('\0') { "…" } else { name };
        refused(
            &records,
            ErrorKind::Malformed,
            &format!("the name of the record `{shown}` {what}"),
        );
    }
    let mut records = minimal(CONTENT);
    records[2].name = "a..b/c..".into();
    assert!(opened(&records).is_ok());
}

#[test]
fn a_header_of_its_own_must_agree_with_the_directory() {
    let mut records = minimal(CONTENT);
    records[1].local_name = Some("styles.xml".into());
    refused(&records, ErrorKind::Malformed, "`content.xml` has the name `styles.xml`");
    let bytes = zip(&minimal(CONTENT), "", false);
    let at = bytes.windows(4).rposition(|four| four == b"PK\x01\x02").unwrap();
    for (field, part) in
        [(20, "different sizes"), (24, "different sizes"), (10, "different method")]
    {
        let mut wrong = bytes.clone();
        wrong[at + field] ^= 1;
        is_refused(&wrong, ErrorKind::Malformed, part);
    }
    let mut wrong = bytes.clone();
    wrong[at + 42] ^= 1;
    is_refused(&wrong, ErrorKind::Malformed, "`META-INF/manifest.xml` is not at byte");
}

#[test]
fn a_wrong_checksum_or_size_names_the_record() {
    let mut records = minimal(CONTENT);
    records[1].crc = Some(7);
    refused(&records, ErrorKind::Malformed, "the record `content.xml` has the checksum");
    let mut records = minimal(CONTENT);
    records[1].unpacked = Some(7);
    refused(&records, ErrorKind::Malformed, "`content.xml` has 65 bytes, the directory states 7");
    let mut records = minimal(CONTENT);
    records[1].deflated = false;
    records[1].method = Some(8);
    refused(
        &records,
        ErrorKind::Malformed,
        "the record `content.xml` has data that cannot be inflated",
    );
    records[1].method = Some(14);
    refused(&records, ErrorKind::Unsupported, "`content.xml` is packed with method 14");
}

#[test]
fn a_bomb_is_stopped_by_what_it_unpacks_to() {
    let blanks = vec![b' '; 30 << 20];
    let mut records = minimal("");
    records[1].content = blanks;
    refused(&records, ErrorKind::TooLarge, "`content.xml` unpacks to more than 200 times");
    records[1].unpacked = Some(10);
    refused(&records, ErrorKind::TooLarge, "`content.xml` unpacks to more than 200 times");
    let bytes = zip(&records, "", false);
    let limits = Limits { unpacked: 2 << 20, ratio: 1_000_000 };
    let error = open(&bytes, Kind::Text, limits).unwrap().read("content.xml").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    assert!(error.message().contains("more than the 2097152 bytes"), "{error}");
}

#[test]
fn overlapping_records_are_refused() {
    let mut records = minimal(CONTENT);
    let inner = zip(&records[1..2], "", false);
    records[1].name = "outer".into();
    records[1].deflated = false;
    records[1].content = inner;
    let mut bytes = zip(&records, "", false);
    let outer = bytes.windows(5).rposition(|five| five == b"outer").unwrap();
    let manifest = bytes.windows(4).rposition(|four| four == b"PK\x01\x02").unwrap();
    assert!(outer < manifest);
    let host = bytes.windows(11).position(|name| name == b"content.xml").unwrap() - 30;
    bytes[manifest + 42..manifest + 46].copy_from_slice(&(host as u32).to_le_bytes());
    let header = bytes[host..host + 30].to_vec();
    bytes[manifest + 8..manifest + 28].copy_from_slice(&header[6..26]);
    // The name must be as long as the name of the record that it now refers to.
    let name = bytes[manifest + 46..].windows(21).position(|n| n == b"META-INF/manifest.xml");
    let name = manifest + 46 + name.unwrap();
    bytes.splice(name..name + 21, *b"content.xml");
    bytes[manifest + 28] = 11;
    let end = bytes.len() - 22;
    bytes[end + 12] -= 10;
    is_refused(&bytes, ErrorKind::Malformed, "the records `outer` and `content.xml` overlap");
}

#[test]
fn too_many_records_are_refused() {
    let mut bytes = zip(&minimal(CONTENT), "", true);
    let at = bytes.windows(4).rposition(|four| four == b"PK\x06\x06").unwrap();
    bytes[at + 34] = 1;
    is_refused(&bytes, ErrorKind::TooLarge, "the package has 65540 records, limit is 65536");
    let end = bytes.len() - 22;
    bytes[at + 34] = 0;
    bytes[end + 10..end + 12].copy_from_slice(&[9, 0]);
    is_refused(&bytes, ErrorKind::Malformed, "the zip64 end record differ");
}

#[test]
fn parts_of_a_set_are_refused() {
    let mut bytes = zip(&minimal(CONTENT), "", false);
    let end = bytes.len() - 22;
    bytes[end + 4] = 1;
    is_refused(&bytes, ErrorKind::Unsupported, "several files");
}

#[test]
fn errors_have_their_place() {
    let mut records = minimal(CONTENT);
    records[1].crc = Some(7);
    let bytes = zip(&records, "", false);
    let place = refusal(&bytes).unwrap_err().location().unwrap().bytes();
    assert!(bytes[..place.start].ends_with(b"content.xml"));
}

#[test]
fn any_byte_may_be_wrong() {
    let bytes = zip(&minimal(CONTENT), "comment", true);
    for at in 0..bytes.len() {
        for bit in [1, 0x80, 0xFF] {
            let mut wrong = bytes.clone();
            wrong[at] ^= bit;
            let Ok(package) = open(&wrong, Kind::Text, Limits::default()) else { continue };
            let _ = package.read("content.xml");
            let changed = package.with_records(&[("content.xml", b"<a/>"), ("b", b"b")]);
            let changed = changed.unwrap();
            let again = open(&changed, Kind::Text, Limits::default());
            assert_eq!(again.unwrap().read("content.xml").unwrap(), b"<a/>", "{at}");
        }
    }
}
