//! XLIFF to HTML and back: nothing is lost, and the annotations of the HTML are added to the XLIFF.

use std::fs;
use std::sync::OnceLock;

use glossweave::annotation::Body;
use glossweave::entity::Dictionary;
use glossweave::xslt::{Processor, Stylesheet};
use glossweave::{Caller, DecodeOptions, Document, Engine, Format, Settings, decode};
use harness::corpus;

use super::canonical::{canonical, difference};
use super::{compile, examples, run, shown};

/// Returns the XLIFF 2 files of the corpus and of the examples.
fn files() -> Vec<(String, Vec<u8>)> {
    let corpus = corpus::folder("xliff").into_iter().map(|file| (file.name, file.bytes));
    let own = fs::read_dir(examples().join("data")).unwrap().map(|file| file.unwrap().path());
    let own = own.filter(|path| path.extension().is_some_and(|end| end == "xlf"));
    let own = own.map(|path| (path.display().to_string(), fs::read(&path).unwrap()));
    let is_two = |bytes: &[u8]| {
        String::from_utf8_lossy(bytes).contains("urn:oasis:names:tc:xliff:document:2.")
    };
    let files: Vec<_> = corpus.chain(own).filter(|file| is_two(&file.1)).collect();
    assert!(files.len() >= 16, "{}", files.len());
    files
}

fn html(xliff: &[u8], processor: Processor, parameters: &[(&str, &str)]) -> Option<Vec<u8>> {
    let reply = run(&compile("xliff2-to-html.xsl", processor)?, xliff, Format::Xml, parameters);
    Some(reply.unwrap_or_else(|error| panic!("{}", shown(&error))).bytes)
}

fn xliff(html: &[u8], parameters: &[(&str, &str)]) -> Option<Vec<u8>> {
    static BACK: OnceLock<Option<Stylesheet>> = OnceLock::new();
    let back = BACK.get_or_init(|| compile("html-to-xliff2.xsl", Processor::Saxon));
    let reply = run(back.as_ref()?, html, Format::Html, parameters);
    Some(reply.unwrap_or_else(|error| panic!("{}", shown(&error))).bytes)
}

#[test]
fn xliff_comes_back_from_html_as_it_was() {
    for (name, source) in files() {
        for processor in [Processor::Libxslt, Processor::Saxon] {
            for parameters in [&[][..], &[("with-target", "no"), ("with-style", "no")]] {
                let Some(page) = html(&source, processor, parameters) else { continue };
                let Some(back) = xliff(&page, &[]) else { continue };
                let difference = difference(&source, &back);
                let page = String::from_utf8_lossy(&page);
                assert_eq!(difference, None, "{name} by {processor} {parameters:?}:\n{page}");
            }
        }
    }
}

/// Words in a `mrk` that must not be translated.
const HIDDEN: [&str; 2] = ["Akko", "NOT"];

/// Every text of the XLIFF file is text of the page, so that a recognizer finds the same names in
/// both.
#[test]
fn the_page_has_the_texts_of_the_file() {
    for (name, source) in files() {
        let Some(page) = html(&source, Processor::Libxslt, &[("with-target", "no")]) else {
            return;
        };
        let file = read(&source, Format::Xliff);
        let page = read(&page, Format::Html);
        let units = |document: &Document| -> String {
            // A `cp` is a control character, which HTML cannot represent.
            let texts = document.units().flat_map(|unit| unit.text().chars());
            texts.filter(|c| !c.is_whitespace() && !c.is_control()).collect()
        };
        let (mut file, page) = (units(&file), units(&page));
        // In XLIFF, untranslatable text is only marked. In HTML it is not part of the text.
        for hidden in HIDDEN {
            file = file.replace(hidden, "");
        }
        // The title of the page is its first unit.
        assert!(page.ends_with(&file), "{name}: {file:?} in {page:?}");
    }
}

fn read(bytes: &[u8], format: Format) -> Document {
    decode(bytes, format, &DecodeOptions::default()).unwrap()
}

const NAMES: &str = "uri,label,type\n\
    http://dbpedia.org/resource/Ancona,Ancona,http://dbpedia.org/ontology/City\n\
    http://dbpedia.org/resource/Split,Split,http://dbpedia.org/ontology/City\n\
    http://dbpedia.org/resource/Spalatum,Spalatum was built,\n\
    http://dbpedia.org/resource/Diocletian,\"Diocletian\",http://dbpedia.org/ontology/Person\n";

/// Returns a page with the entities that the engine finds in it.
fn enriched(page: &[u8]) -> Vec<u8> {
    let names = Dictionary::from_csv(NAMES.as_bytes()).unwrap();
    let engine = Engine::builder(Settings::default()).recognizer("names", names).open().unwrap();
    let mut request = glossweave::Request::new(page, Format::Html);
    request.set("outformat", "html").unwrap();
    engine.session(Caller::Anonymous).entities().enrich("names", request).unwrap().bytes
}

/// Returns the entities of a document: their texts without white space, and their values.
fn entities(document: &Document) -> Vec<String> {
    let entities = document.annotations().iter().filter_map(|one| {
        let Body::Entity(entity) = one.body() else { return None };
        let text: Vec<&str> = document.text()[one.span().range()].split_whitespace().collect();
        Some(format!("{} {entity:?} by {:?}", text.join(" "), one.annotator()))
    });
    entities.collect()
}

#[test]
fn entities_found_in_the_page_become_marks() {
    let source = super::read("data/ferry.xlf");
    let Some(page) = html(&source, Processor::Libxslt, &[("with-target", "no")]) else { return };
    let page = enriched(&page);
    let expected = entities(&read(&page, Format::Html));
    assert_eq!(expected.len(), 5, "{}", String::from_utf8_lossy(&page));
    let Some(back) = xliff(&page, &[]) else { return };
    let text = String::from_utf8(back.clone()).unwrap();
    assert_eq!(entities(&read(&back, Format::Xliff)), expected, "{text}");

    assert!(text.contains(" its:version=\"2.0\""), "{text}");
    assert!(text.contains("<mrk id=\"gw1\" type=\"its:any\" its:taIdentRef="), "{text}");
    let typed = xliff(&page, &[("mark-type", "itsm:generic")]).unwrap();
    assert_eq!(String::from_utf8(typed).unwrap(), text.replace("its:any", "itsm:generic"));
    assert_eq!(without_marks(&back), canonical(&source), "{text}");
}

/// Returns a file without the new marks.
fn without_marks(xliff: &[u8]) -> Vec<String> {
    let mut text = String::from_utf8(xliff.to_vec()).unwrap();
    text = text.replacen(" its:version=\"2.0\"", "", 1);
    text = text.replace(" xmlns:its=\"http://www.w3.org/2005/11/its\"", "");
    text = text.replace(" xmlns:gw=\"urn:glossweave:its\"", "");
    // A new mark contains no other mark in these files.
    while let Some(at) = text.find("<mrk id=\"gw") {
        let end = at + text[at..].find('>').unwrap() + 1;
        let close = at + text[at..].find("</mrk>").unwrap();
        text.replace_range(close..close + "</mrk>".len(), "");
        text.replace_range(at..end, "");
    }
    canonical(text.as_bytes())
}

#[test]
fn what_is_said_of_a_whole_text_is_a_mark_in_it() {
    let source =
        b"<xliff xmlns='urn:oasis:names:tc:xliff:document:2.0' version='2.1' srcLang='en'>\
        <file id='f'><unit id='u'><segment><source><pc id='1'>Ancona</pc></source></segment></unit>\
        <unit id='v'><segment><source>Ancona</source></segment></unit></file></xliff>";
    let Some(page) = html(source, Processor::Libxslt, &[]) else { return };
    let page = String::from_utf8(page).unwrap();
    let said =
        "its-ta-ident-ref=\"http://example.org/a\" its-annotators-ref=\"text-analysis|t\" class=";
    // On the element of the inline code, and around two elements.
    let page = page.replacen("class=\"pc\"", &format!("{said}\"pc\""), 1);
    let at = page.rfind("class=\"segment\"").unwrap();
    let page = format!("{}{said}{}", &page[..at], &page[at + "class=".len()..]);
    let Some(back) = xliff(page.as_bytes(), &[]) else { return };
    let back = String::from_utf8(back).unwrap();
    let mark = |number: u32| {
        format!(
            "<mrk id=\"gw{number}\" type=\"itsm:generic\" its:taIdentRef=\"http://example.org/a\" \
             its:annotatorsRef=\"text-analysis|t\">Ancona</mrk>"
        )
    };
    let expected = format!("<source><pc id=\"1\">{}</pc></source>", mark(1));
    assert!(back.contains(&expected), "{back}");
    assert!(back.contains(&format!("<source>{}</source>", mark(2))), "{back}");
}

#[test]
fn marks_that_are_there_stay_and_new_ones_have_other_identifiers() {
    let source = b"<x:xliff xmlns:x='urn:oasis:names:tc:xliff:document:2.0' version='2.0' srcLang='en' \
        xmlns:its='http://www.w3.org/2005/11/its' its:version='2.0' \
        its:annotatorsRef='text-analysis|here'><x:file id='f'><x:unit id='u'><x:segment><x:source>\
        <x:mrk id='gw7' type='its:any' its:taIdentRef='http://example.org/a'>Ancona</x:mrk> and \
        <x:mrk id='m' type='generic'>Split</x:mrk></x:source></x:segment></x:unit></x:file></x:xliff>";
    let Some(page) = html(source, Processor::Libxslt, &[]) else { return };
    let page = String::from_utf8(page).unwrap();
    let page = page.replace(
        "> and <",
        "> <span its-term=yes its-term-info-ref=http://example.org/and>and</span> <",
    );
    let page =
        page.replace(">Split<", "><span its-ta-ident-ref='http://example.org/s'>Split</span><");
    let Some(back) = xliff(page.as_bytes(), &[]) else { return };
    let back = String::from_utf8(back).unwrap();
    for expected in [
        "<x:mrk id=\"gw7\" type=\"its:any\" its:taIdentRef=\"http://example.org/a\">Ancona</x:mrk>",
        "<x:mrk id=\"gw8\" type=\"term\" ref=\"http://example.org/and\">and</x:mrk>",
        "<x:mrk id=\"m\" type=\"generic\"><x:mrk id=\"gw9\" type=\"its:any\" \
         its:taIdentRef=\"http://example.org/s\">Split</x:mrk></x:mrk>",
    ] {
        assert!(back.contains(expected), "{expected}\n{back}");
    }
}

#[test]
fn a_page_whose_xliff_is_broken_is_refused() {
    let page = b"<body><main data-xliff='<xliff><file>'></main>";
    let Some(back) = compile("html-to-xliff2.xsl", Processor::Saxon) else { return };
    let error = run(&back, page, Format::Html, &[]).unwrap_err();
    assert_eq!(error.code(), Some("FODC0006"), "{error}");
    assert!(error.message().contains("what the page keeps in data-xliff is not XML"), "{error}");
}
