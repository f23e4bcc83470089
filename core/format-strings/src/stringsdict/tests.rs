//! Tests of Apple strings files with plural variables.

use crate::decode;
use crate::marked_text;
use crate::testing::{holds, is_fast, read, survives, texts, translated};
use glossweave_base::error::ErrorKind;
use glossweave_base::media::Format;
use glossweave_document::DecodeOptions;
use glossweave_format_base::Placement;

const SAMPLE: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
	<!-- The number of files. -->
	<key>files</key>
	<dict>
		<key>NSStringLocalizedFormatKey</key>
		<string>Found %1$#@files@ in %@ &amp; more</string>
		<key>files</key>
		<dict>
			<key>NSStringFormatSpecTypeKey</key>
			<string>NSStringPluralRuleType</string>
			<key>NSStringFormatValueTypeKey</key>
			<string>ld</string>
			<key>one</key>
			<string>%ld file</string>
			<key>other</key>
			<string><![CDATA[%ld <files>]]></string>
		</dict>
	</dict>
	<key>short</key>
	<dict>
		<key>NSStringVariableWidthRuleType</key>
		<dict><key>20</key><string>Hi &#x1F600;</string><key>40</key><string/></dict>
	</dict>
	<key>plain</key><string>a<!-- no -->b</string>
</dict>
</plist>
"#;

#[test]
fn categories_are_units_of_their_own() {
    let document = read(SAMPLE.as_bytes(), Format::Stringsdict);
    let expected = ["Found  in  & more", " file", " <files>", "Hi \u{1F600}"];
    assert_eq!(texts(&document), expected);
    let names: Vec<_> = document.units().map(|unit| unit.name().unwrap().to_owned()).collect();
    assert_eq!(names, ["files", "files[files=one]", "files[files=other]", "short[20]"]);
    let first = document.units().next().unwrap();
    let marked = marked_text(&document, first.span()).unwrap();
    assert_eq!(marked, "Found <1/> in <2/> & more");
    assert_eq!(document.annotations().len(), 1);
    assert_eq!(document.warnings().len(), 1);
}

#[test]
fn a_comment_before_an_entry_is_the_note_of_its_first_unit() {
    let document = read(SAMPLE.as_bytes(), Format::Stringsdict);
    let [note] = document.annotations() else { panic!("one note") };
    assert_eq!(note.span(), document.units().next().unwrap().span());
}

#[test]
fn translations_have_the_escapes_of_their_place() {
    let document = read(SAMPLE.as_bytes(), Format::Stringsdict);
    let back =
        translated(&document, |text| Some(text.replace("Found", "<R&D>").replace("file", "a]b")));
    assert!(back.placements.iter().all(Placement::is_there), "{:?}", back.placements);
    let text = String::from_utf8(back.bytes).unwrap();
    for part in [
        "<string>&lt;R&amp;D&gt; %1$#@files@ in %@ &amp; more</string>",
        "<string>%ld a]b</string>",
        "<string><![CDATA[%ld <a]bs>]]></string>",
    ] {
        assert!(text.contains(part), "{part} {text}");
    }
}

#[test]
fn the_end_of_a_section_is_not_written_into_one() {
    let document = read(SAMPLE.as_bytes(), Format::Stringsdict);
    let back = translated(&document, |text| Some(text.replace("file", "]]>")));
    let there: Vec<_> = back.placements.iter().map(Placement::is_there).collect();
    assert_eq!(there, [true, true, false, true]);
}

#[test]
fn other_files_are_refused_by_name() {
    let attempt = |source: &[u8]| {
        decode(source, Format::Stringsdict, &DecodeOptions::default()).unwrap_err().kind()
    };
    assert_eq!(attempt(b"bplist00\xd1\x01"), ErrorKind::Unsupported);
    assert_eq!(attempt(b"<dict/>"), ErrorKind::Malformed);
    assert_eq!(attempt(b"<plist><dict></plist>"), ErrorKind::Malformed);
}

#[test]
fn sources_keep_the_laws() {
    holds(
        SAMPLE.replace("<![CDATA[%ld <files>]]>", "%ld\r\n&lt;files>").as_bytes(),
        Format::Stringsdict,
    );
}

#[test]
fn broken_sources_are_survived() {
    survives(SAMPLE.as_bytes(), Format::Stringsdict);
}

#[test]
fn long_sources_take_linear_time() {
    let entry = "<key>k</key><dict><key>v</key><dict><key>one</key><string>a &amp; %d</string></dict></dict>";
    let all = |inner: String| format!("<plist><dict>{inner}</dict></plist>");
    is_fast(all(entry.repeat(20_000)), Format::Stringsdict);
    is_fast(
        all(format!("<key>k</key><string>{}</string>", "&lt;a".repeat(200_000))),
        Format::Stringsdict,
    );
    let many = format!("<key>{}</key><dict>{}</dict>", "k".repeat(1 << 20), entry.repeat(20_000));
    is_fast(all(many), Format::Stringsdict);
}
