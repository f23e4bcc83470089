use std::borrow::Cow;

use super::{apart, to_xml};
use glossweave_markup::xml::{self, Limits};
use glossweave_markup::{Sniff, encoding};

fn xml(page: &str) -> String {
    let page = encoding::decode(page.as_bytes(), Some("utf-8".parse().unwrap()), Sniff::Meta);
    let text = to_xml(&page, true).unwrap();
    xml::parse(Cow::Borrowed(&text), Limits::default())
        .unwrap_or_else(|fault| panic!("{}: {text}", fault.message));
    text
}

fn body(page: &str) -> String {
    let text = xml(page);
    let (_, inside) = text.split_once("<body>").unwrap();
    inside.rsplit_once("</body>").unwrap().0.to_owned()
}

#[test]
fn only_the_elements_of_html_leave_their_namespace() {
    let page =
        encoding::decode(b"<p>a<svg><path/></svg>b", Some("utf-8".parse().unwrap()), Sniff::Meta);
    assert_eq!(
        to_xml(&page, false).unwrap(),
        "<html><head></head><body><p>a<svg xmlns=\"http://www.w3.org/2000/svg\"><path></path></svg>b</p></body></html>"
    );
}

#[test]
fn comments_have_no_double_hyphens() {
    for (text, expected) in
        [("a--b--", "a- -b- - "), ("-", "- "), ("a-b-c", "a-b-c"), ("---", "- - - "), ("", "")]
    {
        assert_eq!(apart(text), expected, "{text}");
    }
}

#[test]
fn names_are_coerced() {
    assert_eq!(
        body("<p a\"b=1 c:d=2 1e=3 xmlns=x xmlns:y=z>"),
        "<p aU000022b=\"1\" cU00003Ad=\"2\" U000031e=\"3\"></p>"
    );
    // When two names become equal, the first attribute is used.
    assert!(body("<p a:b=1 aU00003Ab=2>").starts_with("<p aU00003Ab=\"1\""));
    assert_eq!(body("<o:p>x</o:p>"), "<oU00003Ap>x</oU00003Ap>");
    assert_eq!(body("<p xml:lang=de lang=fr>"), "<p xml:lang=\"de\" lang=\"fr\"></p>");
}

#[test]
fn foreign_elements_have_their_namespaces() {
    assert_eq!(
        body(
            "<svg viewbox=1><a xlink:href=x /><foreignobject><p></p></foreignobject></svg><math><mi>x</math>"
        ),
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"1\"><a xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
         xlink:href=\"x\"></a><foreignObject><p xmlns=\"http://www.w3.org/1999/xhtml\"></p></foreignObject></svg>\
         <math xmlns=\"http://www.w3.org/1998/Math/MathML\"><mi>x</mi></math>"
    );
}

#[test]
fn characters_that_xml_does_not_have_are_replaced() {
    assert_eq!(body("<p>a\u{c}b\u{1}c\u{fffe}d"), "<p>a b\u{fffd}c\u{fffd}d</p>");
    assert_eq!(
        body("<p a='\u{1}\t\n&#13;'>&#13;]]>"),
        "<p a=\"\u{fffd}&#9;&#10;&#13;\">&#13;]]&gt;</p>"
    );
    assert_eq!(body("<plaintext>a</p><b>"), "<plaintext>a&lt;/p&gt;&lt;b&gt;</plaintext>");
    assert_eq!(
        body("<p><script>if (a < b) {}</script>"),
        "<p><script>if (a &lt; b) {}</script></p>"
    );
}
