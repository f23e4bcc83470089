mod hostile;
mod translation;

use glossweave_archive::{Archive, Limits};
use glossweave_base::Format;
use glossweave_base::error::Result;
use glossweave_document::annotation::{
    Annotation, AnnotationExt, Category, Entity, Metadata, Term,
};
use glossweave_document::{DecodeOptions, Document};
use glossweave_format_base::PlacementExt;
use glossweave_format_base::{EncodeOptions, Encoded, Placement};
use glossweave_testing::zip::{EntryBuilder, zip};

const CONTAINER: &str = "<container xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\" \
    version=\"1.0\"><rootfiles><rootfile full-path=\"OPS/book.opf\" \
    media-type=\"application/oebps-package+xml\"/></rootfiles></container>";

/// Returns a content document.
fn page(body: &str) -> String {
    format!(
        "<?xml version=\"1.0\"?>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" \
         xmlns:epub=\"http://www.idpf.org/2007/ops\"><head><title>Page</title></head>\
         <body>{body}</body></html>"
    )
}

const PAGE: &str = "application/xhtml+xml";

/// Returns a package document with items (identifier, reference, other attributes) and a spine.
fn package(version: &str, items: &[(&str, &str, &str)], spine: &[&str]) -> String {
    let items = items.iter().map(|(id, reference, more)| {
        let media_type = if more.contains("media-type") { "" } else { PAGE };
        let media_type = match media_type {
            "" => String::new(),
            other => format!("media-type=\"{other}\""),
        };
        format!("<item id=\"{id}\" href=\"{reference}\" {media_type} {more}/>")
    });
    let spine = spine.iter().map(|id| format!("<itemref idref=\"{id}\"/>"));
    format!(
        "<package xmlns=\"http://www.idpf.org/2007/opf\" version=\"{version}\"><metadata \
         xmlns:dc=\"http://purl.org/dc/elements/1.1/\"><dc:title>The Book</dc:title>\
         <dc:creator>An Author</dc:creator><dc:language> en-IE </dc:language>\
         <dc:description>About a book</dc:description><dc:identifier>urn:x</dc:identifier>\
         </metadata><manifest>{}</manifest><spine>{}</spine><guide><reference type=\"text\" \
         title=\"Begin\" href=\"a.xhtml\"/></guide></package>",
        items.collect::<String>(),
        spine.collect::<String>()
    )
}

/// Returns the records of a book with other records in its folder.
fn records(package: &str, others: &[(&str, &str)]) -> Vec<EntryBuilder> {
    let mut records = vec![
        EntryBuilder::new("mimetype", "application/epub+zip").stored(),
        EntryBuilder::new("META-INF/container.xml", CONTAINER),
        EntryBuilder::new("OPS/book.opf", package),
        EntryBuilder::new("OPS/a.png", b"\x89PNG not really".repeat(9)).stored(),
    ];
    let others = others.iter().map(|(name, text)| (format!("OPS/{name}"), text));
    records.extend(others.map(|(name, text)| EntryBuilder::new(&name, text.as_bytes())));
    records
}

/// Returns the records of a book with one page.
fn book(version: &str, body: &str) -> Vec<EntryBuilder> {
    let package = package(version, &[("a", "a.xhtml", "")], &["a"]);
    records(&package, &[("a.xhtml", &page(body))])
}

fn decoded(records: &[EntryBuilder]) -> Result<Document> {
    crate::decode(zip(records, "", false), Format::Epub, &DecodeOptions::default())
}

fn units(document: &Document) -> Vec<&str> {
    document.units().map(|unit| unit.text()).collect()
}

/// Writes annotations. Checks that the result without the insertions is the source, and that the
/// annotations are read again.
fn written(document: &Document, annotations: &[Annotation]) -> Encoded {
    let back = crate::encode(document, annotations, &EncodeOptions::default()).unwrap();
    let again = crate::decode(&*back.bytes, Format::Epub, &DecodeOptions::default()).unwrap();
    assert_eq!(again.text(), document.text());
    let mut without = again.source().bytes().to_vec();
    for span in back.inserted.iter().rev() {
        without.drain(span.range());
    }
    assert_eq!(without, document.source().bytes());
    let placed = annotations.iter().zip(&back.placements);
    for (annotation, _) in placed.filter(|(_, placement)| placement.is_there()) {
        let found = again.annotations().iter().any(|other| {
            other.says_same(annotation)
                && other.span() == annotation.span()
                && other.annotator() == annotation.annotator()
        });
        assert!(found, "{annotation:?} in {:?}", again.annotations());
    }
    back
}

fn record(package: &[u8], name: &str) -> String {
    let archive = Archive::open(package, Limits::default()).unwrap();
    String::from_utf8(archive.read(name).unwrap()).unwrap()
}

fn at(document: &Document, text: &str) -> glossweave_base::text::TextSpan {
    let start = document.text().find(text).unwrap();
    glossweave_base::text::TextSpan::new(start, start + text.len())
}

#[test]
fn documents_are_read_in_the_order_of_the_spine() {
    let package = package(
        "3.0",
        &[
            ("n", "nav.xhtml", "properties=\"nav\""),
            ("a", "sub/a%20b.xhtml", ""),
            ("b", "b.xhtml", ""),
            ("t", "t.ncx", "media-type=\"application/x-dtbncx+xml\""),
            ("i", "a.png", "media-type=\"image/png\" fallback=\"b\""),
            ("s", "s.svg", "media-type=\"image/svg+xml\""),
        ],
        &["i", "s", "a", "b"],
    );
    let nav = page("<nav epub:type=\"toc\"><ol><li><a href=\"b.xhtml\">To B</a></li></ol></nav>");
    let ncx = "<ncx xmlns=\"http://www.daisy.org/z3986/2005/ncx/\"><docTitle><text>Contents</text>\
        </docTitle><docAuthor><text>Me</text></docAuthor><navMap><navPoint><navLabel>\
        <text>One</text></navLabel></navPoint></navMap></ncx>";
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\"><title>Map</title><text>To \
        <tspan>Cork</tspan></text><style>x</style></svg>";
    let all = records(
        &package,
        &[
            ("nav.xhtml", &nav),
            ("sub/a b.xhtml", &page("<p>In <b>A</b></p>")),
            ("b.xhtml", &page("<p>In B</p>")),
            ("t.ncx", ncx),
            ("s.svg", svg),
        ],
    );
    let document = decoded(&all).unwrap();
    assert!(document.warnings().is_empty(), "{:?}", document.warnings());
    let expected = [
        "Page",
        "In B",
        "Map",
        "To Cork",
        "Page",
        "In A",
        "Page",
        "To B",
        "Contents",
        "One",
        "The Book",
        "About a book",
        "Begin",
    ];
    assert_eq!(units(&document), expected);
    let link = Annotation::entity(at(&document, "To B"), Entity::new("http://example.org/"));
    let back = written(&document, &[link]);
    assert_eq!(back.placements, [Placement::not_placed("the element holds text only")]);
}

#[test]
fn formulas_ruby_texts_and_scripts_are_no_text() {
    let body = "<p>Let <math xmlns=\"http://www.w3.org/1998/Math/MathML\"><mi>x</mi></math> be \
        <ruby>東<rp>(</rp><rt>とう</rt><rp>)</rp>京<rt>きょう</rt></ruby>&#160;<img src=\"a.png\" \
        alt=\"A map\"/>.</p><p translate=\"no\">x</p><script>no()</script><p>See <svg xmlns=\"http://www.w3.org/2000/svg\">\
        <g><text>Inside</text></g></svg> it.</p>";
    let document = decoded(&book("3.0", body)).unwrap();
    assert!(document.annotations().is_empty(), "{:?}", document.annotations());
    let expected = ["Page", "Let  be 東京\u{A0}.", "A map", "See  it.", "Inside"];
    assert_eq!(&units(&document)[..5], expected);
}

#[test]
fn entities_of_xhtml_are_known_without_its_document_type() {
    let page = page("<p>caf&eacute;&nbsp;&mdash;</p>").replace(
        "<html",
        "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.1//EN\" \
         \"http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd\"><html",
    );
    let package = package("2.0", &[("a", "a.xhtml", "")], &["a"]);
    let document = decoded(&records(&package, &[("a.xhtml", &page)])).unwrap();
    assert_eq!(units(&document)[1], "café\u{A0}—");
}

#[test]
fn the_language_is_that_of_the_book_where_a_page_says_none() {
    let document =
        decoded(&book("3.0", "<p>Cork</p><p xml:lang=\"ga\" lang=\"ga\">Corcaigh</p>")).unwrap();
    let of = |text: &str| {
        document.language_at(at(&document, text).start()).map(|language| language.as_str())
    };
    assert_eq!((of("Cork"), of("Corcaigh")), (Some("en-IE"), Some("ga")));
}

fn several(document: &Document) -> Vec<Annotation> {
    let entity = Entity::new("http://example.org/a?b=c&d=\"e\"_f")
        .with_ident("http://example.org/Córk")
        .with_class("http://example.org/Town")
        .with_confidence(0.5);
    let term = Term::new().with_info_ref("http://example.org/t").with_info("a  word");
    let mut note = Metadata::new(Category::LocalizationNote);
    note.set("locNote", "a town").unwrap();
    note.set("locNoteType", "alert").unwrap();
    let mut domain = Metadata::new(Category::Domain);
    domain.set("domains", "law, towns").unwrap();
    vec![
        Annotation::entity(at(document, "Cork and"), entity).by("http://example.org/tool"),
        Annotation::term(at(document, "and Dublin"), term),
        Annotation::entity(at(document, "Dublin"), Entity::default()),
        Annotation::metadata(at(document, "and"), note),
        Annotation::metadata(at(document, "Cork"), domain),
        Annotation::term(at(document, "The Book"), Term::new()),
        Annotation::term(at(document, "Page"), Term::new()),
    ]
}

#[test]
fn annotations_are_attributes_that_the_version_allows() {
    let expected = [
        ("3.0", "<span data-its-ta-ident-ref=\"http://example.org/a?b=c&amp;d=&quot;e&quot;_f\""),
        (
            "2.0",
            "<span class=\"its-ta-ident-ref_http:_2F_2Fexample.org_2Fa_3Fb_3Dc_26d_3D_22e_22_5Ff ",
        ),
    ];
    for (version, tag) in expected {
        let records = book(version, "<p>To <b>Cork and</b> <i>Dublin</i>!</p>");
        let document = decoded(&records).unwrap();
        let back = written(&document, &several(&document));
        let there: Vec<bool> = back.placements.iter().map(Placement::is_there).collect();
        assert_eq!(there, [true, true, true, true, true, false, false]);
        let page = record(&back.bytes, "OPS/a.xhtml");
        assert!(page.contains(tag), "{page}");
        assert!(!page.contains(" its-") || version == "2.0", "{page}");
    }
}

#[test]
fn other_records_keep_every_byte() {
    let mut records = book("3.0", "<p>To Cork</p>");
    records[3].gap = b"between".to_vec();
    records[2].date = 0x1234_5678;
    let source = zip(&records, "a comment", false);
    let document = crate::decode(&*source, Format::Epub, &DecodeOptions::default()).unwrap();
    let same = crate::encode(&document, &[], &EncodeOptions::default()).unwrap();
    assert_eq!(same.bytes, source);
    let cork = Annotation::entity(at(&document, "Cork"), Entity::new("http://example.org/Cork"));
    let back = written(&document, &[cork]);
    // The page is the last record, so that all bytes before it are unchanged.
    let start = source.windows(11).position(|window| window == b"OPS/a.xhtml").unwrap() - 30;
    assert_eq!(back.bytes[..start], source[..start]);
}

#[test]
fn annotations_across_pages_are_one_again() {
    let package = package("3.0", &[("a", "a.xhtml", ""), ("b", "b.xhtml", "")], &["a", "b"]);
    let pages = [("a.xhtml", page("<p>To Cork</p>")), ("b.xhtml", page("<p>Dublin</p>"))];
    let pages: Vec<(&str, &str)> = pages.iter().map(|(name, page)| (*name, &**page)).collect();
    let document = decoded(&records(&package, &pages)).unwrap();
    let (start, end) = (at(&document, "Cork").start(), at(&document, "Dublin").end());
    let span = glossweave_base::text::TextSpan::new(start, end);
    // The title of the second page can contain only text.
    let back = written(&document, &[Annotation::term(span, Term::new())]);
    assert_eq!(back.placements, [Placement::not_placed("the element holds text only")]);
}

#[test]
fn pages_in_other_encodings_and_with_sections_are_written_in_them() {
    let mut records = book("3.0", "");
    let text = page("<p>To Córk</p><p><![CDATA[To <Cork]]></p>")
        .replace("version=\"1.0\"", "version=\"1.0\" encoding=\"UTF-16\"");
    let mut wide = vec![0xFF, 0xFE];
    wide.extend(text.encode_utf16().flat_map(u16::to_le_bytes));
    records[4].content = wide;
    let document = decoded(&records).unwrap();
    let entity =
        |text| Annotation::entity(at(&document, text), Entity::new("http://example.org/é"));
    let back = written(&document, &[entity("Córk"), entity("<Cork")]);
    assert!(back.placements.iter().all(Placement::is_there));
}

#[test]
fn signed_books_are_read_and_not_written() {
    let mut records = book("3.0", "<p>To Cork</p>");
    records.push(EntryBuilder::new("META-INF/signatures.xml", "<signatures/>"));
    let document = decoded(&records).unwrap();
    let cork = Annotation::entity(at(&document, "Cork"), Entity::new("http://example.org/Cork"));
    let back = written(&document, &[cork]);
    assert!(
        matches!(&back.placements[0], Placement::NotPlaced { rule } if rule.contains("signed"))
    );
}
