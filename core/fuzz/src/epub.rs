//! EPUB 2 and 3, and the body of a page.

use glossweave::Format;
use harness::package::epub;

use super::package::{self, Variant};

const START: &str = "<html xmlns=\"http://www.w3.org/1999/xhtml\"><body>";
const END: &str = "</body></html>";

const VARIANTS: &[Variant] = &[variant(|page| epub(2, page)), variant(|page| epub(3, page))];

const fn variant(pack: fn(&[u8]) -> Vec<u8>) -> Variant {
    Variant { format: Format::Epub, pack, around: [START, END], bodies: BODIES }
}

/// Checks the invariants of packages.
pub fn hold(bytes: &[u8]) {
    package::hold(bytes, VARIANTS);
}

/// Returns contents, pages and books.
pub fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = package::seeds(VARIANTS);
    let whole: String = [START, &BODIES.concat(), END].concat();
    let pages = [
        whole.replace("<html", "<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.1//EN' 'x.dtd'><html"),
        "<!DOCTYPE html [<!ENTITY a 'x<b>y</b>'>]><html xmlns='http://www.w3.org/1999/xhtml'><p \
         title='a &amp; b'>o&a;ne</p></html>"
            .into(),
        "<h:html xmlns:h='http://www.w3.org/1999/xhtml'><h:p>one</h:p></h:html>".into(),
        "<svg xmlns='http://www.w3.org/2000/svg'><title>one</title><text>t<tspan>w</tspan>o</text></svg>"
            .into(),
    ];
    seeds.extend(pages.iter().map(|page| package::seed(1, page.as_bytes())));
    seeds
}

/// Bodies with typical content of a page.
const BODIES: &[&str] = &[
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
