//! ITS values of any document with any rules. Bytes: the format, the options, and, each up to a NUL, either
//! rules or a selector and a pointer for rules of one kind; then the document.

use std::sync::Arc;

use glossweave::its::{Analysis, Category, Options, Resolver};
use glossweave::{ErrorKind, Format};
use harness::corpus;

use super::input::Input;

const KINDS: &[ErrorKind] =
    &[ErrorKind::Malformed, ErrorKind::TooLarge, ErrorKind::Unsupported, ErrorKind::Invalid];

const FORMATS: &[Format] = &[Format::Xml, Format::Html, Format::Xliff];

/// Rules in which `S` is replaced with a selector and `P` with a pointer.
const RULES: &[&str] = &[
    "<its:translateRule selector='S' translate='no'/><its:withinTextRule selector='P' \
     withinText='yes'/>",
    "<its:targetPointerRule selector='S' targetPointer='P'/>",
    "<its:idValueRule selector='S' idValue='P'/><its:langRule selector='S' langPointer='P'/>",
    "<its:domainRule selector='S' domainPointer='P' domainMapping='a b, \"c d\" e'/>",
    "<its:termRule selector='S' term='yes' termInfoPointer='P'/><its:locNoteRule selector='P' \
     locNoteType='alert' locNotePointer='S'/>",
    "<its:locQualityIssueRule selector='S' locQualityIssuesRefPointer='P'/>",
    "<its:provRule selector='S' provenanceRecordsRefPointer='P'/>",
    "<its:param name='v'>P</its:param><its:storageSizeRule selector='S' storageSizePointer='$v'/>",
];

/// A resolver that returns the same file for all references.
#[derive(Debug)]
struct InMemory(Vec<u8>);

impl Resolver for InMemory {
    fn open(&self, _: &str, _: &str) -> glossweave::Result<Option<Vec<u8>>> {
        Ok(Some(self.0.clone()))
    }
}

/// Reads the document, and reads all values of all nodes.
pub fn hold(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let format = input.pick(FORMATS);
    let choice = input.byte();
    let mut options = Options::default();
    let rules = match usize::from(choice >> 1) % (RULES.len() + 2) {
        0 => None,
        1 => Some(String::from_utf8_lossy(input.until_nul()).into_owned()),
        rule => {
            let [selector, pointer] = [(); 2].map(|()| escaped(input.until_nul()));
            let language = if choice & 1 == 0 { "xpath" } else { "css" };
            let rules = RULES[rule - 2].replace('S', "\u{1}").replace('P', "\u{2}");
            let rules = rules.replace('\u{1}', &selector).replace('\u{2}', &pointer);
            Some(format!(
                "<its:rules xmlns:its='http://www.w3.org/2005/11/its' xmlns:p='urn:p' \
                 xmlns:h='http://www.w3.org/1999/xhtml' version='2.0' queryLanguage='{language}'>\
                 {rules}</its:rules>"
            ))
        }
    };
    if let Some(rules) = rules {
        if choice & 128 != 0 {
            options.resolver = Some(Arc::new(InMemory(rules.clone().into_bytes())));
        }
        options.rules.push(rules.into());
    }
    let analysis = match Analysis::read(input.rest(), format, &options) {
        Ok(analysis) => analysis,
        Err(error) => {
            assert!(KINDS.contains(&error.kind()), "{:?} {error}", error.kind());
            return;
        }
    };
    for node in analysis.nodes() {
        assert!(node.path().starts_with('/'));
        if let Some(place) = node.location() {
            assert!(place.line() > 0 && place.column() > 0);
        }
        for category in Category::ALL {
            let _ = node.values(*category);
        }
        if let Some(target) = node.target() {
            assert!(target.path().starts_with('/'));
        }
    }
    assert!(analysis.warnings().iter().all(|warning| !warning.is_empty()));
}

/// Returns text that XML allows in an attribute value.
fn escaped(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('\'', "&apos;");
    text.replace(|c: char| c.is_control() || c > '\u{FFFD}', "_")
}

const SELECTORS: &[(&str, &str)] = &[
    ("//p[@id='a']/b|//*[position()=last()]", "../@id"),
    ("//*[contains(., 'a')]/@*", "following-sibling::*[1]"),
    ("id('a')", "string(ancestor::*[last()]/@x)"),
    ("/*/*[count(ancestor::*) < 2 or self::p:b]", "preceding::*"),
    ("//h:p[lang('en')]", "concat(name(), '-', normalize-space(text()))"),
    ("//source", "../target"),
    ("//*", "/ | //@* | //text() | //comment()"),
    ("$v", "key('x', 'y')"),
    ("//*[translate(substring-before(@x,'a'),'b','c')=sum(//@x) div 0]", "."),
];

const CSS: &[&str] = &[
    "p > b + i ~ u, #a.b.c",
    "*[id|='en'][x~=\"a b\"][y^=z]",
    "li:nth-child(2n+1):not(.x)",
    "p|b, *|i, |u",
    "a:first-child:empty::before",
    ":lang(de):root \\31 23",
];

const PAGE: &str = "<r xmlns:p='urn:p' x='1'><p id='a' xml:lang='en'>a<b x='2'>c</b></p><p:b/>\
    <source>s</source><target>t</target><!--c--></r>";

const HTML: &str = "<!DOCTYPE html><html lang=en><script type=application/its+xml><its:rules \
    xmlns:its='http://www.w3.org/2005/11/its' version='2.0' queryLanguage='css'><its:termRule \
    selector='p &gt; b' term='yes'/></its:rules></script><p id=a class='b c' its-loc-note=n>a<b>c</b>\
    <ul><li>1<li>2<li>3</ul>";

/// Returns selectors and pointers of both languages, rules of the corpus, and documents with rules.
pub fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for (number, (selector, pointer)) in SELECTORS.iter().enumerate() {
        for rule in 0..RULES.len() {
            let page = [PAGE, HTML][(number + rule) % 2];
            let start = [((number + rule) % 2) as u8, (rule as u8 + 2) << 1];
            let parts = [selector.as_bytes(), b"\0", pointer.as_bytes(), b"\0", page.as_bytes()];
            seeds.push([&start, &parts.concat()[..]].concat());
        }
    }
    for (number, selector) in CSS.iter().enumerate() {
        let page = [PAGE, HTML][number % 2];
        let parts = [selector.as_bytes(), b"\0", b"b", b"\0", page.as_bytes()];
        seeds.push([&[(number % 2) as u8, 5], &parts.concat()[..]].concat());
    }
    let folders = [("xml", 0), ("html", 1), ("xliff", 2)];
    for (folder, format) in folders {
        let files = corpus::folder(folder).into_iter().filter(|file| {
            let is_ruled = file.bytes.windows(4).any(|four| four == b"its:" || four == b"its-");
            is_ruled && file.bytes.len() < 3000
        });
        seeds.extend(files.map(|file| [&[format, 0], &file.bytes[..]].concat()));
    }
    seeds.extend(RULES.iter().map(|rule| {
        let rule = rule.replace('S', "//p").replace('P', "../b");
        let rules = format!(
            "<its:rules xmlns:its='http://www.w3.org/2005/11/its' xmlns:xlink=\
             'http://www.w3.org/1999/xlink' version='2.0' xlink:href='x'>{rule}</its:rules>"
        );
        [&[0, 2 | 128], rules.as_bytes(), b"\0", PAGE.as_bytes()].concat()
    }));
    seeds
}
