//! Any bytes as a book, as its page, or as the body of one. First byte: which of them, and the version; then the
//! number of annotations, and four bytes for each.

use glossweave::annotation::{Annotation, Entity};
use glossweave::text::TextSpan;
use glossweave::{DecodeOptions, ErrorKind, Format};
use harness::package;

use super::input::{Input, boundary, expect};

const KINDS: &[ErrorKind] =
    &[ErrorKind::Malformed, ErrorKind::Unsupported, ErrorKind::TooLarge, ErrorKind::Invalid];

const START: &str = "<html xmlns=\"http://www.w3.org/1999/xhtml\"><body>";
const END: &str = "</body></html>";

/// Reads and, if there is a text, annotates; holds both to the laws.
pub fn hold(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let choice = input.byte();
    let version = 2 + choice / 3 % 2;
    let said: Vec<[usize; 2]> =
        (0..input.byte() % 9).map(|_| [input.number(), input.number()]).collect();
    let rest = input.rest();
    let source = match choice % 3 {
        0 => rest.to_vec(),
        1 => package::epub(version, rest),
        _ => package::epub(version, &[START.as_bytes(), rest, END.as_bytes()].concat()),
    };
    let document = match glossweave::decode(source, Format::Epub, &DecodeOptions::default()) {
        Ok(document) => document,
        Err(error) => {
            assert!(KINDS.contains(&error.kind()), "{:?} {error}", error.kind());
            return;
        }
    };
    let text = document.text();
    let annotations: Vec<Annotation> = said
        .iter()
        .map(|[start, length]| {
            let start = boundary(text, start % (text.len() + 1));
            let end = boundary(text, start + length % 64);
            Annotation::entity(TextSpan::new(start, end), Entity::new("http://a.example/é&_"))
        })
        .collect();
    expect(package::hold_with(&document, &annotations).map(drop));
}

/// Bodies, pages and books of both versions.
pub fn seeds() -> Vec<Vec<u8>> {
    let said = [2, 0, 0, 9, 0, 3, 0, 30, 0];
    let mut seeds = Vec::new();
    for (first, body) in [2, 5].into_iter().flat_map(|first| BODIES.map(|body| (first, body))) {
        seeds.push([&[first], &said[..], body.as_bytes()].concat());
    }
    let whole: String = [START, &BODIES.concat(), END].concat();
    let pages = [
        whole.clone(),
        whole.replace("<html", "<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.1//EN' 'x.dtd'><html"),
        "<!DOCTYPE html [<!ENTITY a 'x<b>y</b>'>]><html xmlns='http://www.w3.org/1999/xhtml'><p \
         title='a &amp; b'>o&a;ne</p></html>"
            .into(),
        "<h:html xmlns:h='http://www.w3.org/1999/xhtml'><h:p>one</h:p></h:html>".into(),
        "<svg xmlns='http://www.w3.org/2000/svg'><title>one</title><text>t<tspan>w</tspan>o</text></svg>"
            .into(),
    ];
    seeds.extend(pages.iter().map(|page| [&[1], &said[..], page.as_bytes()].concat()));
    seeds.push([&[0], &said[..], &package::epub(3, whole.as_bytes())].concat());
    seeds
}

/// Bodies with what a page may have.
const BODIES: [&str; 12] = [
    "<p>One two three</p>",
    "<p>a <b>b <i>c</i></b> d</p><p/>",
    "<p>a<br/>b\r\n  c&#13;&#10;&amp;&#xE9;</p>",
    "<pre xml:space='preserve'>a\r\n  b</pre>",
    "<p>a<![CDATA[b ]c]]>d<!-- e --><?f g?>h</p>",
    "<p title='one'>x<img alt='two'/>y</p>",
    "<ruby>one<rp>(</rp><rt>x</rt></ruby><math xmlns='http://www.w3.org/1998/Math/MathML'><mi>x</mi></math>",
    "<p>a<svg xmlns='http://www.w3.org/2000/svg'><text>one</text></svg>b</p>",
    "<p xml:lang='ga'>one<span translate='no'>x</span>two</p>",
    "<p><span class='its-ta-ident-ref_http:_2F_2Fx its-term_yes x its-_'>one</span></p>",
    "<p><span data-its-ta-ident-ref='http://x' data-its-id='gw1'>on</span><b><span data-its-id='gw1' \
     data-its-ta-ident-ref='http://x'>e</span></b></p>",
    "<ul><li>one<ul><li>two</li></ul></li></ul><textarea>x</textarea><option>y</option>",
];
