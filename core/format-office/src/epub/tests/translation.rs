use super::{at, book, decoded, package, page, record, records, units};
use glossweave_base::Format;
use glossweave_document::annotation::{Annotation, Translation};
use glossweave_document::{DecodeOptions, Document};
use glossweave_format_base::{EncodeOptions, Placement};

fn translated(document: &Document, texts: &[(&str, &str)]) -> Vec<Annotation> {
    let translation = |text: &str| Translation::new(text, "ga".parse().unwrap());
    let all =
        texts.iter().map(|(of, text)| Annotation::translation(at(document, of), translation(text)));
    all.collect()
}

fn options() -> EncodeOptions {
    EncodeOptions { translations: true, set_lang: true, ..EncodeOptions::default() }
}

#[test]
fn translations_replace_texts_attributes_and_metadata() {
    let body =
        "<p lang='en' xml:lang='en'>To <b>Cork</b>!</p><p><img src='a.png' alt='A map'/></p>";
    let document = decoded(&book("3.0", body)).unwrap();
    let texts = [
        ("To Cork!", "Go <1>Corcaigh</1>!"),
        ("A map", "Léarscáil \"'<&"),
        ("The Book", "An Leabhar"),
        ("Begin", "Tús"),
    ];
    let back = crate::encode(&document, &translated(&document, &texts), &options()).unwrap();
    assert!(back.placements.iter().all(Placement::is_there), "{:?}", back.placements);
    let page = record(&back.bytes, "OPS/a.xhtml");
    assert!(page.contains("<p lang='ga' xml:lang='ga'>Go <b>Corcaigh</b>!</p>"), "{page}");
    assert!(page.contains("alt='Léarscáil &quot;&#39;&lt;&amp;'"), "{page}");
    let package = record(&back.bytes, "OPS/book.opf");
    assert!(package.contains("<dc:title xml:lang=\"ga\">An Leabhar</dc:title>"), "{package}");
    assert!(package.contains("<dc:language> ga </dc:language>"), "{package}");
    assert!(package.contains("title=\"Tús\""), "{package}");
    let again = crate::decode(back.bytes, Format::Epub, &DecodeOptions::default()).unwrap();
    assert_eq!(units(&again)[1..3], ["Go Corcaigh!", "Léarscáil \"'<&"]);
}

#[test]
fn the_language_of_a_book_stays_unless_all_that_is_written_has_one() {
    let document = decoded(&book("2.0", "<p>To Cork</p><p>Dublin</p>")).unwrap();
    let mut all = translated(&document, &[("To Cork", "Corcaigh")]);
    let french = Translation::new("Dublin !", "fr".parse().unwrap());
    all.push(Annotation::translation(at(&document, "Dublin"), french));
    let language = |all: &[Annotation], options: &EncodeOptions| {
        let back = crate::encode(&document, all, options).unwrap();
        assert!(back.placements.iter().all(Placement::is_there));
        record(&back.bytes, "OPS/book.opf").contains("<dc:language> en-IE <")
    };
    assert!(language(&all, &options()));
    assert!(language(&all[..1], &EncodeOptions { set_lang: false, ..options() }));
    assert!(!language(&all[..1], &options()));
}

#[test]
fn pages_get_the_direction_of_the_language() {
    let document = decoded(&book("3.0", "<p lang='en' xml:lang='en'>To Cork</p>")).unwrap();
    let new = |of: &str| {
        let text = Translation::new("X", "he".parse().unwrap());
        Annotation::translation(at(&document, of), text)
    };
    let all = [new("To Cork"), new("The Book")];
    let back = crate::encode(&document, &all, &options()).unwrap();
    assert!(back.placements.iter().all(Placement::is_there), "{:?}", back.placements);
    let page = record(&back.bytes, "OPS/a.xhtml");
    assert!(page.contains("<p dir=\"rtl\" lang='he' xml:lang='he'>X</p>"), "{page}");
    let package = record(&back.bytes, "OPS/book.opf");
    assert!(package.contains("<dc:title xml:lang=\"he\">X</dc:title>"), "{package}");
}

#[test]
fn the_table_of_contents_takes_no_language() {
    let ncx = "<ncx xmlns=\"http://www.daisy.org/z3986/2005/ncx/\"><docTitle><text>Contents</text>\
        </docTitle></ncx>";
    let items = [("a", "a.xhtml", ""), ("t", "t.ncx", "media-type=\"application/x-dtbncx+xml\"")];
    let package = package("2.0", &items, &["a"]);
    let all = records(&package, &[("a.xhtml", &page("<p>To Cork</p>")), ("t.ncx", ncx)]);
    let document = decoded(&all).unwrap();
    let all = translated(&document, &[("Contents", "Clár")]);
    let back = crate::encode(&document, &all, &options()).unwrap();
    let expected = ncx.replace("Contents", "Clár");
    assert_eq!(record(&back.bytes, "OPS/t.ncx"), expected);
}
