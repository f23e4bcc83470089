//! Documents of each format are exported as XLIFF, translated by a script, and merged.

use glossweave::format::RuleSet;
use glossweave::translate::{XliffOptions, embedded_document, merge_xliff, to_xliff};
use glossweave::{DecodeOptions, Document, EncodeOptions, ErrorKind, Format};
use glossweave_document::DocumentExt;
use harness::{corpus, package};

const STRINGS: &[(Format, &str)] = &[
    (Format::Text, "One house.\n\nTwo houses.\n"),
    (
        Format::Po,
        "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\n\"\n\nmsgid \"Open %s\"\nmsgstr \"\"\n",
    ),
    (Format::Properties, "# A note.\nopen = Open {0} now\nclose=Close\n"),
    (Format::Jsonc, "{\n  // A note.\n  \"open\": \"Open {name} now\",\n  \"n\": 1\n}\n"),
    (Format::Srt, "1\n00:00:01,000 --> 00:00:02,000\nHello <i>world</i>\n"),
    (Format::Vtt, "WEBVTT\n\n00:01.000 --> 00:02.000\nHello <b>world</b>\n"),
    (Format::Markdown, "# One house\n\n- A *red* [house](http://example.org/a) & `code`\n"),
    (Format::Yaml, "en:\n  # A note.\n  open: \"Open %{name} now\"\n  close: Close\n"),
    (Format::AppleStrings, "/* A note. */\n\"open\" = \"Open %@ now\";\n"),
    (Format::Fluent, "# A note.\nopen = Open { $name } now\n    .title = Red house\n"),
    (
        Format::Stringsdict,
        "<plist><dict><!-- A note. --><key>n</key><dict><key>v</key><dict><key>one</key><string>Open %d &amp; go</string>\
         <key>other</key><string>See all %d</string></dict></dict></dict></plist>",
    ),
    (
        Format::Xcstrings,
        "{\n  \"sourceLanguage\" : \"en\",\n  \"strings\" : {\n    \"Open %@ now\" : {\n      \"comment\" : \"A note.\"\n    }\n  }\n}\n",
    ),
    (Format::Csv, "key,source,target,note\na,\"Open, %s\",,A note.\nb,Close,\n"),
    (Format::Tsv, "key\tvalue\na\tOpen %s now\n"),
];

/// Returns packages with a paragraph in two runs, in each package format except ODT, which has a
/// folder.
fn packages() -> Vec<(Format, Vec<u8>)> {
    let word = "<w:document xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main'><w:body><w:p><w:r>\
        <w:t xml:space='preserve'>Open the </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>door</w:t></w:r></w:p></w:body></w:document>";
    let slide = "<p:sld xmlns:p='http://schemas.openxmlformats.org/presentationml/2006/main' \
        xmlns:a='http://schemas.openxmlformats.org/drawingml/2006/main'><a:p><a:r><a:t>Open the </a:t></a:r>\
        <a:r><a:rPr b='1'/><a:t>door</a:t></a:r></a:p></p:sld>";
    let strings = "<sst xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main'><si><r>\
        <t xml:space='preserve'>Open the </t></r><r><rPr><b/></rPr><t>door</t></r></si></sst>";
    let sheet = "<worksheet xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main'><sheetData><row>\
        <c t='s'><v>0</v></c></row></sheetData></worksheet>";
    let page = "<html xmlns='http://www.w3.org/1999/xhtml'><body><p>Open the <b>door</b></p></body></html>";
    let story = "<Story><ParagraphStyleRange><CharacterStyleRange><Content>Open the </Content></CharacterStyleRange>\
        <CharacterStyleRange FontStyle='Bold'><Content>door</Content></CharacterStyleRange></ParagraphStyleRange></Story>";
    let text = "<text:p>Open the <text:span>door</text:span></text:p>";
    let office = |body: &str| {
        format!(
            "<office:document-content xmlns:office='urn:oasis:names:tc:opendocument:xmlns:office:1.0' \
             xmlns:text='urn:oasis:names:tc:opendocument:xmlns:text:1.0' \
             xmlns:table='urn:oasis:names:tc:opendocument:xmlns:table:1.0' \
             xmlns:draw='urn:oasis:names:tc:opendocument:xmlns:drawing:1.0'><office:body>{body}</office:body>\
             </office:document-content>"
        )
    };
    let cells = office(&format!(
        "<office:spreadsheet><table:table><table:table-row><table:table-cell>{text}</table:table-cell>\
         </table:table-row></table:table></office:spreadsheet>"
    ));
    let page_of_slides = office(&format!(
        "<office:presentation><draw:page><draw:frame><draw:text-box>{text}</draw:text-box></draw:frame>\
         </draw:page></office:presentation>"
    ));
    vec![
        (Format::Ods, package::open_document(Format::Ods, cells.as_bytes())),
        (Format::Odp, package::open_document(Format::Odp, page_of_slides.as_bytes())),
        (Format::Docx, package::docx(word.as_bytes())),
        (Format::Pptx, package::pptx(slide.as_bytes())),
        (Format::Xlsx, package::xlsx(strings.as_bytes(), sheet.as_bytes())),
        (Format::Epub, package::epub(3, page.as_bytes())),
        (Format::Idml, package::idml(story.as_bytes())),
    ]
}

fn documents() -> Vec<(String, Format, Vec<u8>)> {
    let folders = [("html", Format::Html), ("odt", Format::Odt), ("xml", Format::Xml)];
    let files = folders.into_iter().flat_map(|(folder, format)| {
        let files = corpus::folder(folder).into_iter();
        files.map(move |file| (format!("{folder}/{}", file.name), format, file.bytes))
    });
    let strings = STRINGS.iter();
    let strings =
        strings.map(|(format, text)| (format.to_string(), *format, text.as_bytes().to_vec()));
    let packages = packages().into_iter();
    let packages = packages.map(|(format, bytes)| (format.to_string(), format, bytes));
    files.chain(strings).chain(packages).collect()
}

/// Adds a target to each unit: its source with the text in capitals. The result looks like the
/// output of a translation tool, which writes the file again with other line ends and another
/// declaration.
fn edited(file: &str) -> String {
    let mut out = String::from("<?xml version='1.0'?>\r\n");
    let mut rest = file.split_once("?>").expect("a declaration").1;
    while let Some((before, after)) = rest.split_once("<source>") {
        let (source, after) = after.split_once("</source>").expect("the end of a source");
        let target = capitals(source);
        out += &format!("{before}<source>{source}</source>\r\n<target>{target}</target>");
        rest = after;
    }
    out + rest
}

/// Returns the content of an element with its text in capitals and unchanged tags and references.
fn capitals(content: &str) -> String {
    let mut out = String::new();
    let mut end = None;
    for c in content.chars() {
        match c {
            '<' => end = Some('>'),
            '&' if end.is_none() => end = Some(';'),
            c if Some(c) == end => end = None,
            c if end.is_none() => {
                out.push(c.to_ascii_uppercase());
                continue;
            }
            _ => {}
        }
        out.push(c);
    }
    out
}

/// Returns the replacement of a character that XLIFF 1.2 cannot represent, for example U+0000.
fn held(c: char) -> char {
    match c {
        '\t' | '\n' | '\r' => c,
        // White space in HTML.
        '\u{c}' => ' ',
        '\0'..' ' | '\u{FFFE}' | '\u{FFFF}' => char::REPLACEMENT_CHARACTER,
        c => c,
    }
}

fn options(version: &str) -> XliffOptions {
    let fields = [("source-lang", "en"), ("target-lang", "fr"), ("xliff-version", version)];
    XliffOptions::from_pairs(fields).expect("options")
}

fn open_units(document: &Document) -> usize {
    document.units().filter(|unit| document.awaits_translation(*unit)).count()
}

#[test]
fn every_format_goes_out_and_comes_back() {
    let writing = EncodeOptions { translations: true, ..EncodeOptions::default() };
    let (mut units, mut written) = (0, 0);
    let mut faults = Vec::new();
    for (name, format, bytes) in documents() {
        let Ok(document) = glossweave::decode(bytes, format, &DecodeOptions::default()) else {
            continue;
        };
        for version in ["1.2", "2.1"] {
            let file = to_xliff(&document, &options(version)).expect("a file");
            if open_units(&document) == 0 {
                continue;
            }
            // Without targets nothing changes.
            match merge_xliff(&document, &file) {
                Ok(none) => assert!(none.is_empty(), "{name}"),
                Err(error) => {
                    faults.push(format!("{name} {version}, as it was written: {error}"));
                    continue;
                }
            }
            let file = edited(&String::from_utf8(file).expect("UTF-8"));
            let own = embedded_document(file.as_bytes(), &DecodeOptions::default());
            let own = own.expect("a readable file").expect("a document in the file");
            assert_eq!(own.source().original(), document.source().original(), "{name}");
            let mut found = match merge_xliff(&own, file.as_bytes()) {
                Ok(found) => found,
                Err(error) => {
                    faults.push(format!("{name} {version}: {error}"));
                    continue;
                }
            };
            // Plural forms would add texts.
            found.retain(|one| one.as_translation().is_some_and(|one| one.plural_form.is_none()));
            let back = match glossweave::encode(&own, &found, &writing) {
                Ok(back) => back,
                Err(error) => {
                    faults.push(format!("{name} {version}: {error}"));
                    continue;
                }
            };
            units += found.len();
            written += back.placements.iter().filter(|one| one.is_there()).count();
            let again = glossweave::decode(back.bytes, format, &DecodeOptions::default());
            let again = again.expect("a readable result");
            let again = again.target().unwrap_or(&again);
            if back.placements.iter().all(|one| one.is_there()) && format != Format::Po {
                let upper = document.text().to_ascii_uppercase();
                let (text, upper) = match version {
                    "1.2" => (
                        again.text().chars().map(held).collect(),
                        upper.chars().map(held).collect(),
                    ),
                    _ => (again.text().to_owned(), upper),
                };
                if !text.split_whitespace().eq(upper.split_whitespace()) {
                    faults.push(format!("{name} {version}: {text:?}, expected {upper:?}"));
                }
            }
        }
    }
    println!("{written} of {units} units written");
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
    assert!(units > 1_000 && written * 100 >= units * 99, "{written} of {units}");
}

#[test]
fn each_package_is_translated_whole() {
    let writing = EncodeOptions { translations: true, ..EncodeOptions::default() };
    for (format, bytes) in packages() {
        let document =
            glossweave::decode(bytes, format, &DecodeOptions::default()).expect("a package");
        let file = to_xliff(&document, &options("2.1")).expect("a file");
        let file = edited(&String::from_utf8(file).expect("UTF-8"));
        let found = merge_xliff(&document, file.as_bytes()).expect("a file of the document");
        assert_eq!(found.len(), open_units(&document), "{format}");
        let back = glossweave::encode(&document, &found, &writing).expect("a package");
        assert!(
            back.placements.iter().all(|one| one.is_there()),
            "{format}: {:?}",
            back.placements
        );
        let again = glossweave::decode(back.bytes, format, &DecodeOptions::default());
        let again = again.expect("a package");
        assert!(again.text().contains("OPEN THE DOOR"), "{format}: {}", again.text());
    }
}

#[test]
fn a_changed_document_is_refused_in_every_format() {
    for (format, text) in STRINGS {
        let read = |text: &str| glossweave::decode(text, *format, &DecodeOptions::default());
        let document = read(text).expect("a document");
        let file = to_xliff(&document, &options("2.1")).expect("a file");
        let changed = text.replace("Open", "Shut").replace("Hello", "Bye").replace("One", "Three");
        let error = merge_xliff(&read(&changed).expect("a document"), &file).expect_err("a change");
        assert_eq!(error.kind(), ErrorKind::Conflict, "{format}");
        assert!(error.message().contains("units that differ (1): `1`"), "{format}: {error}");
        // A change that does not affect the text is ignored.
        let spaced = format!("{text}\n");
        assert!(merge_xliff(&read(&spaced).expect("a document"), &file).is_ok(), "{format}");
    }
}

/// Returns a file with a target for each unit: the text with `files` replaced by the plural form in
/// the identifier.
fn with_forms(file: &str) -> String {
    let mut out = String::new();
    for part in file.split_inclusive("</source>") {
        out.push_str(part);
        let Some((head, source)) = part.rsplit_once("<source>") else { continue };
        let (_, id) = head.rsplit_once(" id=\"").expect("a unit");
        let id = id.split('"').next().unwrap_or_default();
        let form = id.split_once('-').map_or("other", |(_, form)| form);
        let text = source.replace("</source>", "").replace("files", form);
        out.push_str(&format!("<target>{text}</target>"));
    }
    out
}

#[test]
fn plural_forms_of_the_target_language_go_out_and_come_back() {
    let cases = [
        (
            Format::Po,
            "msgid \"\"\nmsgstr \"\"\n\"Language: pl\\n\"\n\nmsgid \"%d file\"\nmsgid_plural \"%d files\"\n\
             msgstr[0] \"\"\nmsgstr[1] \"\"\n",
            vec![
                "msgstr[0] \"%d file\"\nmsgstr[1] \"%d few\"\nmsgstr[2] \"%d many\"\n",
                "nplurals=3;",
            ],
        ),
        (
            Format::Xml,
            "<resources><plurals name=\"n\"><item quantity=\"one\">%d file</item><item quantity=\"other\">%d \
             files</item></plurals></resources>",
            vec![
                "<item quantity=\"one\">%d file</item><item quantity=\"few\">%d few</item><item quantity=\"many\">%d \
                 many</item><item quantity=\"other\">%d other</item></plurals>",
            ],
        ),
        (
            Format::Jsonc,
            "{\"n_one\": \"{{n}} file\", \"n_other\": \"{{n}} files\"}",
            vec![
                "{\"n_one\": \"{{n}} file\", \"n_few\": \"{{n}} few\", \"n_many\": \"{{n}} many\", \"n_other\": \
                 \"{{n}} other\"}",
            ],
        ),
        (
            Format::Xcstrings,
            "{\"sourceLanguage\":\"en\",\"strings\":{\"n\":{\"localizations\":{\"en\":{\"variations\":{\"plural\":{\
             \"one\":{\"stringUnit\":{\"state\":\"translated\",\"value\":\"%d file\"}},\
             \"other\":{\"stringUnit\":{\"state\":\"translated\",\"value\":\"%d files\"}}}}}}}}}",
            vec![
                "\"few\":{\"stringUnit\":{\"state\":\"translated\",\"value\":\"%d few\"}}",
                "\"many\":{\"stringUnit\":{\"state\":\"translated\",\"value\":\"%d many\"}}",
                "\"other\":{\"stringUnit\":{\"state\":\"translated\",\"value\":\"%d other\"}}",
            ],
        ),
    ];
    let reading = DecodeOptions { rule_set: Some(RuleSet::Auto), ..DecodeOptions::default() };
    let writing = EncodeOptions { translations: true, ..EncodeOptions::default() };
    for (format, source, expected) in cases {
        for version in ["1.2", "2.1"] {
            let document = glossweave::decode(source, format, &reading).expect("a document");
            let fields = [("source-lang", "en"), ("target-lang", "pl"), ("xliff-version", version)];
            let options = XliffOptions::from_pairs(fields).expect("options");
            let file = to_xliff(&document, &options).expect("a file");
            let file = with_forms(&String::from_utf8(file).expect("UTF-8"));
            let own = embedded_document(file.as_bytes(), &DecodeOptions::default());
            let own = own.expect("a readable file").expect("a document in the file");
            let found = merge_xliff(&own, file.as_bytes()).expect("translations");
            let back = glossweave::encode(&own, &found, &writing).expect("a document");
            assert!(
                back.placements.iter().all(|one| one.is_there()),
                "{format} {version}: {:?}",
                back.placements
            );
            let back = String::from_utf8(back.bytes).expect("UTF-8");
            for expected in &expected {
                assert!(back.contains(expected), "{format} {version}: {back}");
            }
        }
    }
}
