//! The cases. Each of them uses about 300 KB, and reports the exact number of bytes.

use glossweave::annotation::{Annotation, Category, Entity, Metadata};
use glossweave::text::TextSpan;
use glossweave::{
    DecodeOptions, Document, EncodeOptions, ErrorKind, Format, Result, nif, web_annotation,
};

/// The input of a case.
#[derive(Debug, Default)]
pub struct Input {
    decode: DecodeOptions,
}

type Case = (&'static str, fn(&Input) -> usize);

pub const ALL: &[Case] = &[
    ("records of HTML, many references", |input| {
        let source = page(&records("provenance", 2_000), "its-provenance-records-ref", 2_400);
        input.read(source, Format::Html)
    }),
    ("issues of HTML, many references", |input| {
        let source = page(&records("locQuality", 2_000), "its-loc-quality-issues-ref", 2_400);
        input.read(source, Format::Html)
    }),
    ("records of HTML that are relative, as NIF", |input| {
        let source = page(&records("provenance", 2_000), "its-provenance-records-ref", 2_400);
        input.written(source, Format::Html, Format::Turtle)
    }),
    ("records of XML, many references", |input| {
        let refs = "<p its:provenanceRecordsRef='#r'>a</p>".repeat(3_000);
        let source = format!("<d xmlns:its='{ITS}'>{}{refs}</d>", records("provenance", 2_000));
        input.read(source, Format::Xml)
    }),
    ("issues of XML by a rule", |input| {
        let rule = "<its:rules version='2.0'><its:locQualityIssueRule selector='//p' \
            locQualityIssuesRef='#r'/></its:rules>";
        let source = format!(
            "<d xmlns:its='{ITS}'>{rule}{}{}</d>",
            records("locQuality", 2_000),
            "<p>a</p>".repeat(18_000)
        );
        input.read(source, Format::Xml)
    }),
    ("records of XLIFF, many references", |input| {
        let unit = |n: usize| {
            format!("<trans-unit id='{n}'><source>a</source></trans-unit>")
                .replace("<source>", "<source its:provenanceRecordsRef='#r'>")
        };
        let units: String = (0..1_800).map(unit).collect();
        let source = format!(
            "<xliff version='1.2' xmlns='urn:oasis:names:tc:xliff:document:1.2' \
             xmlns:its='{ITS}' its:version='2.0'><file original='a' source-language='en' \
             datatype='x'><header>{}</header><body>{units}</body></file></xliff>",
            records("provenance", 1_800)
        );
        input.read(source, Format::Xliff)
    }),
    ("one note on many units", |input| {
        let source = noted(&format!("<its:locNote>{}</its:locNote>", "note ".repeat(30_000)));
        input.read(source, Format::Xml)
    }),
    ("one note on many units, as NIF", |input| {
        let source = noted(&format!("<its:locNote>{}</its:locNote>", "note ".repeat(30_000)));
        input.written(source, Format::Xml, Format::Turtle)
    }),
    ("one note on many units, as JSON-LD", |input| {
        let source = noted(&format!("<its:locNote>{}</its:locNote>", "note ".repeat(30_000)));
        input.written(source, Format::Xml, Format::JsonLd)
    }),
    ("one note on many units, as Web Annotations", |input| {
        let source = noted(&format!("<its:locNote>{}</its:locNote>", "note ".repeat(30_000)));
        let document = input.document(&source, Format::Xml);
        let mut options = web_annotation::Options::of("http://a.example/");
        options.set("max-output-bytes", &(8 * source.len()).to_string()).unwrap();
        refused(web_annotation::write(&document, &[], &options));
        source.len()
    }),
    ("one note that pointers lead to", |input| {
        let rule = "<its:rules version='2.0'><its:locNoteRule selector='//p' locNoteType='alert' \
            locNotePointer='//n'/></its:rules>";
        let note = "note ".repeat(30_000);
        let units = "<p>a</p>".repeat(18_000);
        input.read(format!("<d xmlns:its='{ITS}'>{rule}<n>{note}</n>{units}</d>"), Format::Xml)
    }),
    ("annotations within annotations, as NIF", |_| {
        let (text, nested) = nested();
        let mut options = nif::Options::default();
        options.set("max-output-bytes", &(8 * text.text().len()).to_string()).unwrap();
        for format in [Format::Turtle, Format::NTriples, Format::JsonLd] {
            refused(nif::write(&text, &nested, format, &options));
        }
        text.text().len()
    }),
    ("records of annotations, written into a page", |_| {
        let mut all = Metadata::new(Category::Provenance);
        for number in 0..3_000 {
            all.add_record([("tool", format!("tool {number}").as_str())]).unwrap();
        }
        let source = "<p>word ".repeat(40_000);
        let page = glossweave::decode(source, Format::Html, &DecodeOptions::default()).unwrap();
        let spans = page.units().map(|unit| unit.span()).take(10_000);
        let said: Vec<_> = spans.map(|span| Annotation::metadata(span, all.clone())).collect();
        let mut options = EncodeOptions::default();
        options.set("max-output-bytes", &(8 * page.source().bytes().len()).to_string()).unwrap();
        refused(glossweave::encode(&page, &said, &options).map(|encoded| encoded.bytes));
        page.source().bytes().len()
    }),
    ("one long annotation in many pieces", |_| {
        let source = "<p>word ".repeat(40_000);
        let page = glossweave::decode(source, Format::Html, &DecodeOptions::default()).unwrap();
        let mut note = Metadata::new(Category::LocalizationNote);
        note.set("locNote", "note ".repeat(20_000)).unwrap();
        let note = Annotation::metadata(TextSpan::new(0, page.text().len()), note);
        let mut options = EncodeOptions::default();
        options.set("max-output-bytes", &(8 * page.source().bytes().len()).to_string()).unwrap();
        refused(glossweave::encode(&page, &[note], &options).map(|encoded| encoded.bytes));
        page.source().bytes().len()
    }),
];

/// Returns a text, and annotations each of which contains the next one.
fn nested() -> (Document, Vec<Annotation>) {
    let text = "word ".repeat(60_000);
    let length = text.len();
    let text = glossweave::decode(text, Format::Text, &DecodeOptions::default()).unwrap();
    let entity = |n| Annotation::entity(TextSpan::new(n, length - n), Entity::new("x:y"));
    let nested = (0..10_000).map(entity).collect();
    (text, nested)
}

const ITS: &str = "http://www.w3.org/2005/11/its";

fn records(what: &str, count: usize) -> String {
    let (list, one, field) = match what {
        "provenance" => ("provenanceRecords", "provenanceRecord", "its:toolRef"),
        _ => ("locQualityIssues", "locQualityIssue", "its:locQualityIssueComment"),
    };
    let field = if one == "provenanceRecord" { "toolRef" } else { &field[4..] };
    let all: String = (0..count).map(|n| format!("<its:{one} {field}='t{n}'/>")).collect();
    format!("<its:{list} xmlns:its='{ITS}' xml:id='r' version='2.0'>{all}</its:{list}>")
}

fn page(records: &str, reference: &str, references: usize) -> String {
    let refs = format!("<p {reference}='#r'>a</p>").repeat(references);
    format!(
        "<html><head><script type='application/its+xml' id='r'>{records}</script></head><body>{refs}"
    )
}

fn noted(note: &str) -> String {
    let rule = format!(
        "<its:rules version='2.0'><its:locNoteRule selector='//p' locNoteType='alert'>{note}\
         </its:locNoteRule></its:rules>"
    );
    format!("<d xmlns:its='{ITS}'>{rule}{}</d>", "<p>a</p>".repeat(18_000))
}

impl Input {
    fn document(&self, source: &str, format: Format) -> Document {
        let document = glossweave::decode(source, format, &self.decode).unwrap();
        assert!(document.annotations().len() > 50, "{}", document.annotations().len());
        document
    }

    fn read(&self, source: String, format: Format) -> usize {
        drop(self.document(&source, format));
        source.len()
    }

    /// Writes the document as NIF, which is refused.
    fn written(&self, source: String, format: Format, to: Format) -> usize {
        let document = self.document(&source, format);
        let mut options = nif::Options::default();
        options.set("max-output-bytes", &(8 * source.len()).to_string()).unwrap();
        refused(nif::write(&document, &[], to, &options));
        source.len()
    }
}

/// Checks that a result is refused, and that the error names a way out.
fn refused(result: Result<Vec<u8>>) {
    let error = result.map(|bytes| bytes.len()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge, "{error}");
    assert!(error.message().contains("max-output-bytes"), "{error}");
}
