use super::{Content, StartTag, Tokens, tokenize};
use crate::At;

struct Log<'a> {
    source: &'a str,
    lines: Vec<String>,
    foreign: bool,
}

impl Tokens for Log<'_> {
    fn text(&mut self, at: At, _: bool) {
        self.lines.push(format!("text {:?}", &self.source[at]));
    }

    fn start(&mut self, tag: &StartTag<'_>) -> Content {
        let name = &self.source[tag.name.clone()];
        let mut line = format!("start {name} {:?}", &self.source[tag.at.clone()]);
        for attribute in tag.attributes {
            let (name, value) = (attribute.name.clone(), attribute.value.clone());
            line += &format!(" [{}={}]", &self.source[name], &self.source[value]);
        }
        self.lines.push(line + if tag.self_closing { " /" } else { "" });
        match name.to_ascii_lowercase().as_str() {
            "script" => Content::Script,
            "style" => Content::Raw,
            "title" | "textarea" => Content::Rcdata,
            "plaintext" => Content::Plain,
            _ => Content::Markup,
        }
    }

    fn end(&mut self, at: At, name: At) {
        self.lines.push(format!("end {} {:?}", &self.source[name], &self.source[at]));
    }

    fn is_foreign(&mut self) -> bool {
        self.foreign
    }
}

fn log(source: &str, foreign: bool) -> Vec<String> {
    let mut log = Log { source, lines: Vec::new(), foreign };
    tokenize(source, &mut log);
    log.lines
}

#[test]
fn tags_and_texts_have_their_places() {
    let cases: &[(&str, &[&str])] = &[
        (
            "a<b>c</b >d",
            &["text \"a\"", "start b \"<b>\"", "text \"c\"", "end b \"</b >\"", "text \"d\""],
        ),
        (
            "<A HREF=x b='1&amp;2' c=\"\" d>",
            &["start A \"<A HREF=x b='1&amp;2' c=\\\"\\\" d>\" [HREF=x] [b=1&amp;2] [c=] [d=]"],
        ),
        ("<br/>x", &["start br \"<br/>\" /", "text \"x\""]),
        ("a<!-- <b> -->b<!---->c<!-->d", &["text \"a\"", "text \"b\"", "text \"c\"", "text \"d\""]),
        ("a</>b<3 & < c&lt;d\r\ne", &["text \"a\"", "text \"b<3 & < c&lt;d\\r\\ne\""]),
        ("<?php x ?>a<!doctype html>b<!x>c", &["text \"a\"", "text \"b\"", "text \"c\""]),
        ("a<b c", &["text \"a\""]),
        ("a<", &["text \"a<\""]),
        ("a</", &["text \"a</\""]),
        ("é<ü>ö", &["text \"é<ü>ö\""]),
        ("<i\u{e9}>ö</i\u{e9}>", &["start ié \"<ié>\"", "text \"ö\"", "end ié \"</ié>\""]),
    ];
    for (source, expected) in cases {
        assert_eq!(log(source, false), *expected, "{source}");
    }
}

#[test]
fn raw_content_ends_at_its_own_end_tag() {
    assert_eq!(
        log("<script>a<b></scripty></SCRIPT >x", false),
        [
            "start script \"<script>\"",
            "text \"a<b></scripty>\"",
            "end SCRIPT \"</SCRIPT >\"",
            "text \"x\""
        ]
    );
    assert_eq!(
        log("<script><!--<script></script>--></script>x", false),
        [
            "start script \"<script>\"",
            "text \"<!--<script></script>-->\"",
            "end script \"</script>\"",
            "text \"x\""
        ]
    );
    assert_eq!(
        log("<title>a&amp;<b></title>x", false),
        ["start title \"<title>\"", "text \"a&amp;<b>\"", "end title \"</title>\"", "text \"x\""]
    );
    assert_eq!(
        log("<plaintext></plaintext>", false),
        ["start plaintext \"<plaintext>\"", "text \"</plaintext>\""]
    );
}

#[test]
fn a_cdata_section_is_text_in_foreign_content_and_a_comment_elsewhere() {
    assert_eq!(log("<![CDATA[a]b]]c]]]]>d", true), ["text \"a]b]]c]]\"", "text \"d\""]);
    assert_eq!(log("<![CDATA[]]>d<![CDATA[x", true), ["text \"d\"", "text \"x\""]);
    let source = "<svg>a<![CDATA[<b>]]>c";
    assert_eq!(log(source, true)[1..], ["text \"a\"", "text \"<b>\"", "text \"c\""]);
    assert_eq!(log(source, false)[1..], ["text \"a\"", "text \"]]>c\""]);
}

#[test]
fn places_hold_across_line_ends_and_references() {
    let source = "\r\n\r<a\r\n b='x\r\ny'>&amp;\r\n&nosuch;&#13;\0</a>";
    assert_eq!(
        log(source, false),
        [
            "text \"\\r\\n\\r\"".to_owned(),
            "start a \"<a\\r\\n b='x\\r\\ny'>\" [b=x\r\ny]".to_owned(),
            "text \"&amp;\\r\\n&nosuch;&#13;\\0\"".to_owned(),
            "end a \"</a>\"".to_owned(),
        ]
    );
}
