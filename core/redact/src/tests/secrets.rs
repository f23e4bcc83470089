//! Secrets in documents of all writable formats, each written in many ways: nothing readable is left, or the document is refused
//! with the place.

use glossweave_base::ErrorKind;
use glossweave_base::media::Format;
use glossweave_format::{DecodeOptions, decode};
use glossweave_markup::charref::{Place, resolved};

use super::{files, package};
use crate::{RedactOptions, redact, restore};

/// The names that are redacted; patterns find the rest.
const NAMES: &str =
    "Jane Roe\nKim\nAli Demir\nΑλέξης Μάιος\nФёдор Королёв\nדוד כהן\n김철수\n田中 太郎\nÖztürk";

/// Ways to write a secret that every format has, with what must not be left of it.
const WRITTEN: &[(&str, &str)] = &[
    ("Jane Roe", "janeroe"),
    ("JANE ROE", "janeroe"),
    ("jane roe", "janeroe"),
    ("Jane\u{A0}Roe", "janeroe"),
    ("Jane  Roe", "janeroe"),
    ("Ja\u{AD}ne R\u{AD}oe", "janeroe"),
    ("Jane\u{200B} Roe", "janeroe"),
    ("Ja\u{200D}ne Roe", "janeroe"),
    ("jane.roe", "janeroe"),
    ("jane_roe.png", "janeroe"),
    ("Jane-Roe", "janeroe"),
    ("JaneRoe", "janeroe"),
    ("Jane Roes Haus", "janeroe"),
    ("Jane%20Roe", "janeroe"),
    ("Jane%2520Roe", "janeroe"),
    ("=4Aane=20Roe", "janeroe"),
    ("Jane_x0020_Roe", "janeroe"),
    ("Jane, Roe", "janeroe"),
    ("MR KIM", "kim"),
    ("kim", "kim"),
    ("ALİ DEMİR", "alidemir"),
    ("ΑΛΕΞΗΣ ΜΑΪΟΣ", "αλεξησμαιοσ"),
    ("ФЕДОР КОРОЛЕВ", "федоркоролев"),
    ("Федор Королев", "федоркоролев"),
    ("ולדוד כהן", "דודכהן"),
    ("김철수는", "김철수"),
    ("田中太郎さん", "田中太郎"),
    ("O\u{308}ZTÜRK", "ozturk"),
    ("4111111111111111", "4111111111111111"),
    ("4111 1111 1111 1111", "4111111111111111"),
    ("4111-1111-1111-1111", "4111111111111111"),
    ("DE89 3704 0044 0532 0130 00", "de89370400440532013000"),
    ("DE89370400440532013000", "de89370400440532013000"),
    ("+49 30 1234567", "49301234567"),
    ("tel:+49-30-1234567", "49301234567"),
    ("anna@poe.example", "annapoeexample"),
    ("ANNA@POE.EXAMPLE", "annapoeexample"),
    ("an\u{AD}na@po\u{200B}e.example", "annapoeexample"),
    ("mailto:anna%40poe.example", "annapoeexample"),
    ("192.0.2.7", "192027"),
];

const W: &str = "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"";

/// Returns the letters and digits of a text, folded by other means than those of redaction.
fn letters(text: &str) -> String {
    let lower = text.replace('İ', "i").to_lowercase().replace('ё', "е").replace('ς', "σ");
    let plain = [('ö', 'o'), ('ü', 'u'), ('ά', 'α'), ('έ', 'ε'), ('ϊ', 'ι'), ('ı', 'i')];
    let plain = plain.iter().fold(lower, |text, (from, to)| text.replace(*from, &to.to_string()));
    plain.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// Returns the secrets that can be read in a document.
fn readable(bytes: &[u8]) -> Vec<&'static str> {
    let mut texts = Vec::new();
    if bytes.starts_with(b"PK") {
        for (name, content) in files(bytes) {
            texts.extend([name, String::from_utf8_lossy(&content).into_owned()]);
        }
    } else {
        texts.push(String::from_utf8_lossy(bytes).into_owned());
    }
    let mut views = Vec::new();
    for text in texts {
        let plain = resolved(&text, Place::Text);
        let plain = plain.replace("%2520", " ").replace("%20", " ").replace("%40", "@");
        views.push(letters(&plain.replace("=4A", "J").replace("=20", " ").replace("_x0020_", " ")));
        views.push(letters(&text));
    }
    let left = |secret: &&str| views.iter().any(|view| view.contains(secret));
    let mut left: Vec<&str> = WRITTEN.iter().map(|(_, secret)| *secret).filter(left).collect();
    left.dedup();
    left
}

/// Returns a text with a line for each secret.
fn lines(secrets: &[&str], line: impl Fn(usize, &str) -> String) -> String {
    secrets.iter().enumerate().map(|(number, secret)| line(number, secret)).collect()
}

/// Returns documents of all formats with secrets.
fn documents(secrets: &[&str]) -> Vec<(Format, Vec<u8>)> {
    let each = |line: &dyn Fn(usize, &str) -> String| lines(secrets, line);
    let csv = |end: &str| each(&|n, s| format!("{n}{end}\"{s}\"{end}Word {s} here\n"));
    let json = each(&|n, s| format!("\"k{n}\": \"To {s}.\", \"v{n}\": [\"{s}\"],\n"));
    let plist = each(&|n, s| {
        format!(
            "<key>{n}</key><dict><key>NSStringLocalizedFormatKey</key><string>To {s}.</string></dict>"
        )
    });
    let subtitles = |point: &str| {
        each(&|n, s| {
            format!("{0}\n00:00:{0:02}{point}000 --> 00:00:{0:02}{point}900\nTo {s}.\n\n", n + 1)
        })
    };
    let markup = each(&|_, s| {
        format!("<p title=\"{s}\" data-x='{s}'>To {s}.<!-- {s} --></p><?note {s}?>\n")
    });
    let xliff = each(&|n, s| {
        format!(
            "<trans-unit id=\"{n}\" resname=\"{s}\"><source>To {s}.</source><target>An {s}.</target><note>{s}</note></trans-unit>"
        )
    });
    let catalog = each(&|n, s| {
        format!(
            "\"k{n}\": {{\"comment\": \"{s}\", \"localizations\": {{\"en\": {{\"stringUnit\": {{\"state\": \"new\", \"value\": \"To {s}.\"}}}}}}}},\n"
        )
    });
    let mut all: Vec<(Format, Vec<u8>)> = [
        (Format::Text, each(&|n, s| format!("{n}. To {s}; and {s}\n\n"))),
        (Format::Markdown, each(&|n, s| format!("# To {s}\n\nAsk [{s}](http://x.example/{n} \"{s}\") `{s}`\n\n"))),
        (Format::Html, format!("<!DOCTYPE html><html><body>{markup}<script>var a = '{}';</script></body></html>", secrets[0])),
        (Format::Xml, format!("<d>{markup}</d>")),
        (Format::Jsonc, format!("{{{json}\"n\": 1}}")),
        (Format::Yaml, each(&|n, s| format!("k{n}: To {s} there # {s}\nq{n}: \"{s}\"\n"))),
        (Format::Po, each(&|n, s| format!("#. {s}\nmsgctxt \"{n}\"\nmsgid \"To {s}.\"\nmsgstr \"An {s}.\"\n\n"))),
        (Format::Properties, each(&|n, s| format!("# {s}\nk{n}=To {s}.\n"))),
        (Format::AppleStrings, each(&|n, s| format!("/* {s} */\n\"k{n}\" = \"To {s}.\";\n"))),
        (Format::Stringsdict, format!("<plist version=\"1.0\"><dict>{plist}</dict></plist>")),
        (Format::Xcstrings, format!("{{\"sourceLanguage\": \"en\", \"strings\": {{{catalog}\"z\": {{}}}}, \"version\": \"1.0\"}}")),
        (Format::Fluent, each(&|n, s| format!("# {s}\nk{n} = To {s}.\n"))),
        (Format::Srt, subtitles(",")),
        (Format::Vtt, format!("WEBVTT\n\n{}", subtitles("."))),
        (Format::Csv, format!("n,a,b\n{}", csv(","))),
        (Format::Tsv, format!("n\ta\tb\n{}", csv("\t"))),
        (Format::Xliff, format!("<xliff version=\"1.2\"><file original=\"a.txt\" source-language=\"en\" target-language=\"de\" datatype=\"plaintext\"><body>{xliff}</body></file></xliff>")),
    ]
    .into_iter()
    .map(|(format, text)| (format, text.into_bytes()))
    .collect();
    let relations = "http://schemas.openxmlformats.org/package/2006/relationships";
    let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let root = |target: &str| {
        format!(
            "<Relationships xmlns=\"{relations}\"><Relationship Id=\"a\" Type=\"{office}/officeDocument\" Target=\"{target}\"/></Relationships>"
        )
    };
    let types = |part: &str, kind: &str| {
        format!(
            "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"><Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/><Default Extension=\"xml\" ContentType=\"application/xml\"/><Override PartName=\"/{part}\" ContentType=\"application/vnd.openxmlformats-officedocument.{kind}.main+xml\"/></Types>"
        )
    };
    let paragraphs = each(&|n, s| {
        format!(
            "<w:p><w:del w:id=\"{n}\" w:author=\"x\"><w:r><w:delText>{s}</w:delText></w:r></w:del><w:r><w:rPr><w:b/></w:rPr><w:t xml:space=\"preserve\">To {s}.</w:t></w:r></w:p>"
        )
    });
    let letter = format!("<w:document {W}><w:body>{paragraphs}</w:body></w:document>");
    let custom = format!("<c>{}</c>", each(&|_, s| format!("<v a=\"{s}\">{s}</v>")));
    let table = package(&[(
        "xl/sharedStrings.xml",
        format!("<sst>{}</sst>", each(&|_, s| format!("<si><t>{s}</t></si>"))).as_bytes(),
    )]);
    all.push((
        Format::Docx,
        package(&[
            (
                "[Content_Types].xml",
                types("word/document.xml", "wordprocessingml.document").as_bytes(),
            ),
            ("_rels/.rels", root("word/document.xml").as_bytes()),
            ("word/document.xml", letter.as_bytes()),
            ("customXml/item1.xml", custom.as_bytes()),
            ("word/embeddings/table.xlsx", &table),
        ]),
    ));
    let rows = each(&|n, s| {
        format!(
            "<row r=\"{0}\"><c r=\"A{0}\" t=\"inlineStr\"><is><t>To {s}</t></is></c><c r=\"B{0}\" t=\"str\"><f>\"{s}\"</f><v>{s}</v></c><c r=\"C{0}\"><v>4111111111111111</v></c></row>",
            n + 1
        )
    });
    let mut header = String::new();
    for secret in secrets.iter().filter(|secret| !secret.contains(['%', '=', '_'])) {
        header.push_str(&format!("&amp;L&amp;12 {secret}&amp;R{secret}"));
    }
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    all.push((Format::Xlsx, package(&[
        ("[Content_Types].xml", types("xl/workbook.xml", "spreadsheetml.sheet").replace("</Types>", "<Override PartName=\"/xl/worksheets/sheet1.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml\"/></Types>").as_bytes()),
        ("_rels/.rels", root("xl/workbook.xml").as_bytes()),
        ("xl/_rels/workbook.xml.rels", format!("<Relationships xmlns=\"{relations}\"><Relationship Id=\"a\" Type=\"{office}/worksheet\" Target=\"worksheets/sheet1.xml\"/></Relationships>").as_bytes()),
        ("xl/workbook.xml", format!("<workbook xmlns=\"{main}\" xmlns:r=\"{office}\"><sheets><sheet name=\"Jane Roe\" sheetId=\"1\" r:id=\"a\"/></sheets></workbook>").as_bytes()),
        ("xl/worksheets/sheet1.xml", format!("<worksheet xmlns=\"{main}\"><sheetData>{rows}</sheetData><headerFooter><oddHeader>{header}</oddHeader></headerFooter></worksheet>").as_bytes()),
    ])));
    let space = "xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\" xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\" xmlns:table=\"urn:oasis:names:tc:opendocument:xmlns:table:1.0\"";
    let open = |kind: &str, body: String| {
        let media_type = format!("application/vnd.oasis.opendocument.{kind}");
        let manifest = format!(
            "<manifest:manifest xmlns:manifest=\"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0\"><manifest:file-entry manifest:full-path=\"/\" manifest:media-type=\"{media_type}\"/><manifest:file-entry manifest:full-path=\"content.xml\" manifest:media-type=\"text/xml\"/></manifest:manifest>"
        );
        let content = format!(
            "<office:document-content {space}><office:body>{body}</office:body></office:document-content>"
        );
        package(&[
            ("mimetype", media_type.as_bytes()),
            ("content.xml", content.as_bytes()),
            ("META-INF/manifest.xml", manifest.as_bytes()),
        ])
    };
    let text = each(&|_, s| format!("<text:p>To <text:span>{s}</text:span>.</text:p>"));
    all.push((Format::Odt, open("text", format!("<office:text>{text}</office:text>"))));
    let cells = each(&|_, s| {
        format!(
            "<table:table-row><table:table-cell office:value-type=\"float\" office:value=\"4111111111111111\"><text:p>4111111111111111</text:p></table:table-cell><table:table-cell office:value-type=\"string\"><text:p>{s}</text:p></table:table-cell></table:table-row>"
        )
    });
    all.push((Format::Ods, open("spreadsheet", format!("<office:spreadsheet><table:table table:name=\"Jane Roe\">{cells}</table:table></office:spreadsheet>"))));
    all
}

/// Checks a document, and returns the error if it was refused with the place.
fn refusal(format: Format, source: &[u8]) -> Option<String> {
    let document = decode(source.to_vec(), format, &DecodeOptions::default());
    let document = document.unwrap_or_else(|error| panic!("{format}: {error}"));
    let redacted = |method| {
        let fields = [("method", method), ("deny", NAMES)];
        redact(&document, &[], &RedactOptions::from_fields(fields).unwrap())
    };
    match redacted("label") {
        Ok(redaction) => {
            let left = readable(&redaction.bytes);
            let text = String::from_utf8_lossy(&redaction.bytes);
            assert!(left.is_empty(), "{format} {left:?}: {text}");
            let redaction = redacted("pseudonym").unwrap();
            let restored = restore(&redaction.bytes, &redaction.key.unwrap()).unwrap();
            assert_eq!(restored, source, "{format}");
            None
        }
        Err(error) => {
            let has_place = error.location().is_some() || error.message().contains(" of the part ");
            assert!(error.kind() == ErrorKind::Conflict && has_place, "{format}: {error}");
            Some(format!("{format}: {error}"))
        }
    }
}

#[test]
fn no_secret_is_readable_in_a_document_of_any_format() {
    let all: Vec<&str> = WRITTEN.iter().map(|(written, _)| *written).collect();
    assert_eq!(all.len(), 40);
    let documents = documents(&all);
    let refused = documents.iter().filter_map(|(format, source)| refusal(*format, source));
    let refused: Vec<String> = refused.collect();
    assert!(refused.is_empty(), "{refused:?}");
}

#[test]
fn each_secret_alone_is_redacted_in_each_format() {
    if !glossweave_testing::more() {
        return;
    }
    for (written, _) in WRITTEN {
        for (format, source) in documents(&[written]) {
            assert_eq!(refusal(format, &source), None, "{written}");
        }
    }
}
