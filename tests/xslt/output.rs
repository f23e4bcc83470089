//! The output of each stylesheet when it is applied to its inputs.

use std::collections::BTreeSet;

use glossweave::xslt::{Options, Processor, Stylesheet};
use glossweave::{ErrorKind, Format};
use harness::reference;

use super::{compile, examples, format_of, read, run, shown};

/// The stylesheets with the processors that support them.
const SHEETS: [(&str, &str, &[Processor]); 6] = [
    ("docbook-to-html.xsl", "2.0", &[Processor::Saxon]),
    ("html-to-xliff2.xsl", "3.0", &[Processor::Saxon]),
    ("identity.xsl", "1.0", &[Processor::Libxslt, Processor::Saxon]),
    ("tbx-to-json-ld.xsl", "1.0", &[Processor::Libxslt, Processor::Saxon]),
    ("tei-to-html.xsl", "1.0", &[Processor::Libxslt, Processor::Saxon]),
    ("xliff2-to-html.xsl", "1.0", &[Processor::Libxslt, Processor::Saxon]),
];

struct Case {
    stylesheet: &'static str,
    input: &'static str,
    parameters: &'static [(&'static str, &'static str)],
    expected: &'static str,
    media_type: &'static str,
}

const fn case(
    stylesheet: &'static str,
    input: &'static str,
    parameters: &'static [(&'static str, &'static str)],
    expected: &'static str,
    media_type: &'static str,
) -> Case {
    Case { stylesheet, input, parameters, expected, media_type }
}

const XLIFF: &str = "application/xliff+xml";
const JSON_LD: &str = "application/ld+json";
const HTML: &str = "text/html";
const BASE: (&str, &str) = ("base", "http://example.org/terms");

const CASES: &[Case] = &[
    case("identity.xsl", "letter.xml", &[], "letter.xml", "text/xml"),
    case("xliff2-to-html.xsl", "ferry.xlf", &[("title", "Ferry")], "ferry.html", HTML),
    case(
        "xliff2-to-html.xsl",
        "ferry.xlf",
        &[("with-target", "no"), ("with-style", "no")],
        "ferry-source.html",
        HTML,
    ),
    case("html-to-xliff2.xsl", "harbour.html", &[("target-language", "it")], "harbour.xlf", XLIFF),
    case(
        "html-to-xliff2.xsl",
        "harbour.html",
        &[("version", "2.0"), ("source-language", "en-GB"), ("original", "pages/harbour.html")],
        "harbour-2.0.xlf",
        XLIFF,
    ),
    case("tbx-to-json-ld.xsl", "sailing.tbx", &[BASE], "sailing.jsonld", JSON_LD),
    case("tbx-to-json-ld.xsl", "sailing-dct.tbx", &[BASE], "sailing-dct.jsonld", JSON_LD),
    case("tbx-to-json-ld.xsl", "sailing-martif.tbx", &[BASE], "sailing-martif.jsonld", JSON_LD),
    case(
        "tbx-to-json-ld.xsl",
        "sailing.tbx",
        &[("language", "en"), ("deprecated", "yes")],
        "sailing-en.jsonld",
        JSON_LD,
    ),
    case(
        "tbx-to-json-ld.xsl",
        "sailing-dct.tbx",
        &[("title", "Sailing")],
        "sailing-titled.jsonld",
        JSON_LD,
    ),
    case("docbook-to-html.xsl", "handbook.dbk", &[], "handbook.html", HTML),
    case(
        "docbook-to-html.xsl",
        "note-4.dbk",
        &[("with-toc", "no"), ("title", "Wind")],
        "note-4.html",
        HTML,
    ),
    case("tei-to-html.xsl", "diary.tei", &[], "diary.html", HTML),
    case(
        "tei-to-html.xsl",
        "diary.tei",
        &[("with-header", "no"), ("with-classes", "no"), ("readings", "original")],
        "diary-original.html",
        HTML,
    ),
];

#[test]
fn each_stylesheet_gives_what_is_expected_on_each_processor() {
    for (stylesheet, _, processors) in SHEETS {
        for processor in processors {
            let Some(executable) = compile(stylesheet, *processor) else { continue };
            for case in CASES.iter().filter(|case| case.stylesheet == stylesheet) {
                let input = read(&format!("data/{}", case.input));
                let format = format_of(case.input);
                let reply =
                    run(&executable, &input, format, case.parameters).unwrap_or_else(|error| {
                        panic!("{stylesheet} {}: {}", case.input, shown(&error))
                    });
                let what = format!("{stylesheet} on {processor}: {}", case.expected);
                assert_eq!(reply.media_type, case.media_type, "{what}");
                let expected = read(&format!("data/expected/{}", case.expected));
                compare(case, &expected, &reply.bytes, processors[0] == *processor, &what);
            }
        }
    }
}

#[test]
fn what_is_no_page_becomes_no_xliff() {
    let Some(executable) = compile("html-to-xliff2.xsl", Processor::Saxon) else { return };
    let error = run(&executable, b"<memo>x</memo>", Format::Xml, &[]).unwrap_err();
    assert!(shown(&error).contains("`memo`"), "{}", shown(&error));
}

/// Compares bytes, except where processors have freedom: for HTML the trees are compared, and for
/// XML from the second processor the content.
fn compare(case: &Case, expected: &[u8], found: &[u8], is_first: bool, what: &str) {
    let text = String::from_utf8(found.to_vec()).unwrap();
    match case.media_type {
        HTML => {
            let trees =
                [expected, found].map(|page| reference::tree(page.trim_ascii_end(), "UTF-8"));
            let trees =
                trees.map(|tree| tree.into_iter().filter(|one| !is_doctype(&one.1)).collect());
            let difference = reference::difference(&trees[0], &trees[1]);
            assert_eq!(difference, None, "{what}:\n{text}");
            assert_eq!(reference::faults(&text), Vec::<String>::new(), "{what}:\n{text}");
        }
        "text/xml" | XLIFF if !is_first => {
            assert_eq!(super::canonical::difference(expected, found), None, "{what}:\n{text}");
        }
        _ => assert_eq!(text, String::from_utf8_lossy(expected), "{what}"),
    }
    if case.media_type == JSON_LD {
        let json: serde_json::Value = serde_json::from_slice(found).unwrap();
        assert_eq!(json["@context"], "https://schema.org", "{what}");
        assert_eq!(json["@type"], "DefinedTermSet", "{what}");
        assert_eq!(json["hasDefinedTerm"][0]["@type"], "DefinedTerm", "{what}");
    }
}

/// Returns `true` if a node is a doctype. Both `<!DOCTYPE html>` and the doctype with
/// `about:legacy-compat` are allowed in HTML5.
fn is_doctype(node: &str) -> bool {
    node.starts_with("doctype")
}

#[test]
fn each_stylesheet_says_what_it_needs() {
    let readme = String::from_utf8(read("README.md")).unwrap();
    let files = std::fs::read_dir(examples()).unwrap().map(|file| file.unwrap().file_name());
    let files: BTreeSet<String> = files.map(|name| name.into_string().unwrap()).collect();
    let sheets: Vec<&str> = SHEETS.iter().map(|stylesheet| stylesheet.0).collect();
    let there: Vec<&String> = files.iter().filter(|name| name.ends_with(".xsl")).collect();
    assert_eq!(there, sheets);
    for (stylesheet, version, processors) in SHEETS {
        let text = String::from_utf8(read(stylesheet)).unwrap();
        let start = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!--\n";
        let comment = text.strip_prefix(start).unwrap_or_else(|| panic!("{stylesheet}"));
        let comment = comment.split("-->").next().unwrap();
        assert!(comment.contains(&format!("\n  XSLT {version}")), "{stylesheet}");
        assert!(comment.contains(&format!("\n  xslt examples/xslt/{stylesheet} ")), "{stylesheet}");
        let row = readme
            .lines()
            .find(|line| line.starts_with(&format!("| `{stylesheet}` | {version} |")));
        let row = row.unwrap_or_else(|| panic!("{stylesheet} has no row in the README"));
        let Some(executable) = compile(stylesheet, processors[0]) else { continue };
        assert_eq!(executable.version(), version, "{stylesheet}");
        for parameter in executable.parameters() {
            let name = &parameter.name;
            assert!(
                comment.contains(&format!("\n    {name} ")),
                "{stylesheet}: {name} is not said"
            );
            assert!(
                row.contains(&format!("`{name}`")),
                "{stylesheet}: {name} is not in the README"
            );
        }
    }
}

#[test]
fn the_version_picks_the_processor() {
    for (stylesheet, _, processors) in SHEETS {
        let options = match processors[0] {
            Processor::Saxon => {
                super::saxon().map(|saxon| Options { saxon: Some(saxon), ..Options::default() })
            }
            _ => Some(Options::default()),
        };
        let Some(options) = options else { continue };
        let executable = Stylesheet::compile(&read(stylesheet), &options).unwrap();
        assert_eq!(executable.processor(), processors[0], "{stylesheet}");
    }
    for (stylesheet, ..) in SHEETS.iter().filter(|stylesheet| stylesheet.2 == [Processor::Saxon]) {
        // As on a machine without Saxon.
        let options = Options { processor: Some(Processor::Libxslt), ..Options::default() };
        let error = Stylesheet::compile(&read(stylesheet), &options).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unsupported, "{stylesheet}");
        assert!(error.message().contains("saxonche"), "{stylesheet}: {error}");
    }
}

#[test]
fn another_document_is_refused_with_a_word_about_it() {
    for (stylesheet, expected) in [
        ("docbook-to-html.xsl", "expected a DocBook document, found `p` in namespace `urn:other`"),
        ("tbx-to-json-ld.xsl", "expected a termbase in TBX or MARTIF, found no concept in `p`"),
        ("tei-to-html.xsl", "expected a TEI document, found `p` in namespace `urn:other`"),
        ("xliff2-to-html.xsl", "expected an XLIFF 2 file, found `p` in namespace `urn:other`"),
    ] {
        let processors = SHEETS.iter().find(|one| one.0 == stylesheet).unwrap().2;
        for processor in processors {
            let Some(executable) = compile(stylesheet, *processor) else { continue };
            let input = b"<p xmlns='urn:other'/>";
            let error = run(&executable, input, Format::Xml, &[]).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Invalid, "{stylesheet} on {processor}: {error}");
            assert!(error.message().contains(expected), "{stylesheet} on {processor}: {error}");
        }
    }
}

#[test]
fn many_special_characters_are_no_deep_recursion() {
    let many = "&quot;\\\t&#13;&lt;&amp;'".repeat(20_000);
    let tbx = format!(
        "<martif><text><body><termEntry id='a'><langSet xml:lang='en'><tig><term>x</term>\
         <descrip type='definition'>{many}</descrip></tig></langSet></termEntry></body></text></martif>"
    );
    let xliff = format!(
        "<xliff xmlns='urn:oasis:names:tc:xliff:document:2.0' version='2.0' srcLang='en'><file id='f'>\
         <unit id='u'><notes><note>{many}</note></notes><segment><source/></segment></unit></file></xliff>"
    );
    for (stylesheet, input) in [("tbx-to-json-ld.xsl", tbx), ("xliff2-to-html.xsl", xliff)] {
        let executable = compile(stylesheet, Processor::Libxslt).unwrap();
        let reply = run(&executable, input.as_bytes(), Format::Xml, &[]);
        let reply = reply.unwrap_or_else(|error| panic!("{stylesheet}: {}", shown(&error)));
        if stylesheet.starts_with("tbx") {
            let json: serde_json::Value = serde_json::from_slice(&reply.bytes).unwrap();
            let found = json["hasDefinedTerm"][0]["description"]["@value"].as_str().unwrap();
            assert_eq!(found.matches('\\').count(), 20_000);
        }
    }
}
