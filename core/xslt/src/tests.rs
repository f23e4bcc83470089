use std::time::{Duration, Instant};

use super::{Limits, Options, Processor, Reply, Request, Stylesheet};
use glossweave_base::error::{Error, ErrorKind};
use glossweave_base::media::Format;
use glossweave_testing::PATIENCE;

const XSL: &str = "xmlns:xsl='http://www.w3.org/1999/XSL/Transform'";

fn compiled(stylesheet: &str) -> Result<Stylesheet, Error> {
    Stylesheet::compile(stylesheet.as_bytes(), &Options::default())
}

#[test]
fn a_stylesheet_has_one_of_three_roots() {
    for good in [
        format!("<xsl:stylesheet version='1.0' {XSL}/>"),
        format!("\u{feff}<?xml version='1.0'?><xsl:transform version='1.0' {XSL}/>"),
        format!("<html xsl:version='1.0' {XSL}/>"),
    ] {
        compiled(&good).unwrap();
    }
    for bad in ["<stylesheet version='1.0'/>".to_owned(), format!("<xsl:template {XSL}/>")] {
        assert_eq!(compiled(&bad).unwrap_err().kind(), ErrorKind::Invalid, "{bad}");
    }
}

#[test]
fn what_is_not_well_formed_is_said_with_its_place() {
    let error = compiled(&format!("\u{feff}<xsl:stylesheet {XSL}>\n</xsl:transform>")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Malformed);
    assert_eq!(error.location().unwrap().line(), 2);
}

#[test]
fn a_parameter_has_a_name_of_its_own() {
    let with = |name: &str| {
        format!("<xsl:stylesheet version='1.0' {XSL}><xsl:param name='{name}'/></xsl:stylesheet>")
    };
    compiled(&with("filter")).unwrap();
    assert_eq!(compiled(&with("informat")).unwrap_err().kind(), ErrorKind::Invalid);
}

/// Returns a stylesheet of version 1.0 with declarations.
fn sheet(inside: &str) -> String {
    format!(
        "<xsl:stylesheet version='1.0' {XSL} xmlns:exsl='http://exslt.org/common' \
         xmlns:str='http://exslt.org/strings' exclude-result-prefixes='exsl str'>\n{inside}\n</xsl:stylesheet>"
    )
}

fn run(inside: &str, source: &str) -> Result<Reply, Error> {
    compiled(&sheet(inside)).unwrap().run(&Request::new(source, Format::Xml))
}

#[test]
fn messages_have_their_places() {
    let inside = "<xsl:template match='/'>\n  <xsl:message>one <xsl:value-of select='name(*)'/></xsl:message><a/>\
        \n  <xsl:message>two</xsl:message></xsl:template>";
    let reply = run(inside, "<root/>").unwrap();
    let messages: Vec<_> = reply
        .messages
        .iter()
        .map(|message| {
            let place = message.location.as_ref().unwrap();
            (message.text.as_str(), place.line(), place.column())
        })
        .collect();
    assert_eq!(messages, [("one root", 3, 3), ("two", 4, 3)]);
}

#[test]
fn what_ends_a_run_is_said_with_its_place() {
    let inside = "<xsl:template match='/'>\n <xsl:message terminate='yes'>no more</xsl:message></xsl:template>";
    let error = run(inside, "<root/>").unwrap_err();
    assert_eq!((error.kind(), error.code()), (ErrorKind::Invalid, Some("terminated")));
    assert_eq!(error.to_string(), "the stylesheet ended the run: no more at line 3 column 2");
}

#[test]
fn faults_of_stylesheets_have_their_places() {
    for (inside, code, shown) in [
        (
            "<xsl:template match='/'>\n <xsl:value-of select='1 +'/></xsl:template>",
            "1207",
            "line 3 column 2",
        ),
        (
            "<xsl:template match='/'>\n <xsl:value-of/></xsl:template>",
            "compilation-error",
            "line 3 column 2",
        ),
        (
            "<xsl:template match='/'>\n  <xsl:call-template name='none'/></xsl:template>",
            "compilation-error",
            "line 3 column 28",
        ),
        ("<xsl:import href='other.xsl'/>", "compilation-error", "line 2 column 1"),
    ] {
        let error = compiled(&sheet(inside))
            .and_then(|stylesheet| stylesheet.run(&Request::new("<a/>", Format::Xml)))
            .unwrap_err();
        let found = (error.kind(), error.code().map(str::to_owned), error.to_string());
        assert!(
            found.0 == ErrorKind::Invalid
                && found.1.as_deref() == Some(code)
                && found.2.contains(shown),
            "{found:?}"
        );
    }
}

#[test]
fn runs_end_at_their_limits() {
    let limits = Limits { memory: 64 << 20, output: 1 << 20, ..Limits::default() };
    let endless =
        "<xsl:template match='/' name='again'><xsl:call-template name='again'/></xsl:template>";
    let long = "<xsl:template match='/'><xsl:for-each select='//b'><xsl:for-each select='//b'>\
        <xsl:for-each select='//b'><xsl:if test='count(//b) = 1'/></xsl:for-each></xsl:for-each></xsl:for-each></xsl:template>";
    let paths =
        "<xsl:template match='/'><xsl:if test='//b[//b[//b[//b[//b = 1]]]]'/></xsl:template>";
    let text = "<xsl:template match='/' name='t'><xsl:param name='x' select='\"0123456789\"'/><xsl:param name='n' select='60'/>\
        <xsl:if test='$n &gt; 0'><xsl:call-template name='t'><xsl:with-param name='x' select='concat($x,$x)'/>\
        <xsl:with-param name='n' select='$n - 1'/></xsl:call-template></xsl:if></xsl:template>";
    let output = "<xsl:template match='/'><xsl:for-each select='//b'><c>\
        <xsl:for-each select='//b'>01234567890123456789</xsl:for-each></c></xsl:for-each></xsl:template>";
    let source = format!("<a>{}</a>", "<b/>".repeat(300));
    for (inside, kind) in [
        (endless, ErrorKind::TooLarge),
        (long, ErrorKind::Deadline),
        (paths, ErrorKind::Deadline),
        (text, ErrorKind::TooLarge),
        (output, ErrorKind::TooLarge),
    ] {
        // Enough time for cases that must end at another limit, even on a busy machine.
        let time = Duration::from_millis(if kind == ErrorKind::Deadline { 500 } else { 10_000 });
        let options = Options { limits: Limits { time, ..limits.clone() }, ..Options::default() };
        let executable = Stylesheet::compile(sheet(inside).as_bytes(), &options).unwrap();
        let begin = Instant::now();
        let error = executable.run(&Request::new(source.as_str(), Format::Xml)).unwrap_err();
        assert_eq!(error.kind(), kind, "{error}");
        assert!(begin.elapsed() < PATIENCE, "{:?} {error}", begin.elapsed());
    }
}

#[test]
fn nothing_is_read_and_nothing_written() {
    for inside in [
        "<xsl:template match='/'><xsl:copy-of select=\"document('file:///etc/passwd')\"/></xsl:template>",
        "<xsl:template match='/'><xsl:copy-of select=\"document('http://localhost/')\"/></xsl:template>",
        "<xsl:template match='/'><exsl:document href='/tmp/glossweave-written'>x</exsl:document></xsl:template>",
    ] {
        let sheet = sheet(inside)
            .replace("exclude-result", "extension-element-prefixes='exsl' exclude-result");
        let error = compiled(&sheet).unwrap().run(&Request::new("<a/>", Format::Xml)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Invalid, "{error}");
    }
    assert!(!std::path::Path::new("/tmp/glossweave-written").exists());
    // A stylesheet may read itself.
    let self_reading =
        "<xsl:template match='/'><xsl:value-of select=\"count(document('')//*)\"/></xsl:template>";
    assert!(String::from_utf8(run(self_reading, "<a/>").unwrap().bytes).unwrap().contains('3'));
}

#[test]
fn pages_come_in_and_go_out() {
    let identity = "<xsl:template match='@*|node()'><xsl:copy><xsl:apply-templates select='@*|node()'/></xsl:copy></xsl:template>";
    let executable = compiled(&sheet(identity)).unwrap();
    let page = "<!doctype html><html><head><meta charset=latin1><title>a &amp; b</title><script>if (a < b) {}</script><body><p>Köln<br>x<p>y";
    let mut request = Request::new(page.as_bytes(), Format::Html);
    request.set("informat", "text/html; charset=utf-8").unwrap();
    let xml = String::from_utf8(executable.run(&request).unwrap().bytes).unwrap();
    assert!(xml.contains("<html xmlns=\"http://www.w3.org/1999/xhtml\">"), "{xml}");
    request.set("outformat", "text/html, */*;q=0.1").unwrap();
    let reply = executable.run(&request).unwrap();
    let html = String::from_utf8(reply.bytes).unwrap();
    assert_eq!(reply.media_type, "text/html");
    assert!(
        html.contains("<script>if (a < b) {}</script>")
            && html.contains("Köln<br>x")
            && html.contains("<meta charset=\"UTF-8\">"),
        "{html}"
    );
    request.set("outformat", "xhtml").unwrap();
    let xhtml = String::from_utf8(executable.run(&request).unwrap().bytes).unwrap();
    assert!(xhtml.contains("<br />"), "{xhtml}");
}

#[test]
fn versions_are_numbers() {
    let with = |version: &str| {
        Stylesheet::compile(
            format!("<xsl:stylesheet version='{version}' {XSL}/>").as_bytes(),
            &Options { processor: Some(Processor::Libxslt), ..Options::default() },
        )
    };
    for (version, read) in
        [("1.0", "1.0"), (" 1.0 ", "1.0"), ("1.1", "1.1"), ("2", "2"), ("3.0", "3.0"), ("1", "1")]
    {
        assert_eq!(with(version).unwrap().version(), read);
    }
    for bad in ["", "abc", "-1", "1e3", "inf", "1.0.0", "1,0"] {
        assert_eq!(with(bad).unwrap_err().kind(), ErrorKind::Invalid, "{bad}");
    }
}

#[test]
fn a_later_stylesheet_runs_where_it_says_nothing_new() {
    let compile = |inside: &str| {
        let text = sheet(inside).replace("version='1.0'", "version='2.0'");
        Stylesheet::compile(
            text.as_bytes(),
            &Options { processor: Some(Processor::Libxslt), ..Options::default() },
        )
    };
    let run = |inside: &str| {
        let executable = compile(inside).unwrap();
        String::from_utf8(executable.run(&Request::new("<a/>", Format::Xml)).unwrap().bytes)
            .unwrap()
    };
    assert!(
        run("<xsl:template match='/'><b><xsl:value-of select='1'/></b></xsl:template>")
            .contains("<b>1</b>")
    );
    let instead = "<xsl:template match='/'><xsl:for-each-group select='1 to 3' group-by='.'>\
        <xsl:fallback>instead</xsl:fallback></xsl:for-each-group></xsl:template>";
    assert!(run(instead).contains("instead"));
    let version_test = "<xsl:template match='/'><xsl:choose><xsl:when test=\"system-property('xsl:version') >= 2\">\
        <xsl:sequence select='current-date()'/></xsl:when><xsl:otherwise>old</xsl:otherwise></xsl:choose>\
        </xsl:template>";
    assert!(run(version_test).contains("old"));
    // An unsupported instruction that is reached is an error.
    let reached = version_test.replace(">= 2", ">= 1");
    let executable = compile(&reached).unwrap();
    let error = executable.run(&Request::new("<a/>", Format::Xml)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Invalid, "{error}");
    let error = compile("<xsl:variable name='a' select='1 to 3'/>").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
    assert!(
        error.message().contains("found `to`") && error.message().contains("saxonche"),
        "{error}"
    );
    assert_eq!(error.location().unwrap().line(), 2);
}

#[test]
fn parameters_are_listed() {
    let inside = "<xsl:param name='a' select=\"'x'\"/><xsl:param name='b' select='2'/><xsl:param name='exsl:c'/>\
        <xsl:param name='d' select='a/b'/><xsl:param name='e'>text</xsl:param><xsl:param name='f'><b/></xsl:param>\
        <xsl:template name='t'><xsl:param name='local'/></xsl:template>";
    let found = compiled(&sheet(inside)).unwrap();
    let found: Vec<_> = found
        .parameters()
        .iter()
        .map(|parameter| {
            (parameter.name.as_str(), parameter.default.as_deref(), parameter.select.as_deref())
        })
        .collect();
    assert_eq!(
        found,
        [
            ("a", Some("x"), None),
            ("b", Some("2"), None),
            ("{http://exslt.org/common}c", Some(""), None),
            ("d", None, Some("a/b")),
            ("e", Some("text"), None),
            ("f", None, None),
        ]
    );
}

#[test]
fn characters_by_their_names_in_html_are_kept() {
    const HTML: &str = "PUBLIC '-//W3C//DTD XHTML 1.0 Strict//EN' 'http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd'";
    let saxon = super::Saxon::find(None).unwrap();
    let processors = [Some(Processor::Libxslt), saxon.map(|_| Processor::Saxon)];
    for processor in processors.into_iter().flatten() {
        let compile = |text: &str| {
            Stylesheet::compile(
                text.as_bytes(),
                &Options { processor: Some(processor), ..Options::default() },
            )
        };
        let run = |executable: &Stylesheet, source: &str| {
            let reply = executable.run(&Request::new(source, Format::Xml))?;
            Ok::<_, Error>(String::from_utf8(reply.bytes).unwrap())
        };
        let text = concat!(
            "<xsl:output method='text'/><xsl:template match='/'><xsl:value-of select='p'/>|",
            "<xsl:value-of select='p/@t'/></xsl:template>"
        );
        let plain = compile(&sheet(text)).unwrap();
        for (doctype, markup, expected) in [
            (HTML.to_owned(), "caf&eacute;&nbsp;bar&LT;", "café\u{a0}bar<|é"),
            (format!("{HTML} [<!ENTITY own 'x&nbsp;'>]"), "&own;&pi;", "x\u{a0}π|é"),
            (
                "SYSTEM 'http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd'".into(),
                "&lt;&eth;",
                "<ð|é",
            ),
            (
                "[<!ENTITY % l PUBLIC '-//W3C//ENTITIES Latin 1 for XHTML//EN' 'x.ent'> %l;]"
                    .into(),
                "&uuml;",
                "ü|é",
            ),
        ] {
            let source = format!("<!DOCTYPE p {doctype}><p t='&eacute;'>{markup}</p>");
            assert_eq!(run(&plain, &source).unwrap(), expected, "{processor}: {source}");
        }
        for doctype in [HTML, "SYSTEM 'p.dtd'", "[<!ENTITY % l SYSTEM 'x.ent'> %l;]"] {
            for used in ["<p>\n &nosuch;</p>", "<p\n t='&nosuch;'/>"] {
                let source = format!("<!DOCTYPE p {doctype}>{used}");
                let error = run(&plain, &source).unwrap_err();
                assert_eq!(error.kind(), ErrorKind::Malformed, "{processor}: {source}");
                assert_eq!(error.message(), "the entity `nosuch` is not declared");
                assert_eq!(error.location().unwrap().line(), 2, "{source}");
                let text = sheet(text).replace(
                    "<xsl:output",
                    "<xsl:variable name='v'>&nosuch;</xsl:variable><xsl:output",
                );
                let error = compile(&format!("<!DOCTYPE x {doctype}>{text}")).unwrap_err();
                assert_eq!(
                    (error.kind(), error.location().unwrap().line()),
                    (ErrorKind::Malformed, 2)
                );
            }
        }
        // Entities are supported in stylesheets, too, and locations refer to the original stylesheet.
        let named = text.replace("|", "&nbsp;|&mdash;");
        let named = compile(&format!("<!DOCTYPE x {HTML}>{}", sheet(&named))).unwrap();
        assert_eq!(run(&named, "<p t='b'>a</p>").unwrap(), "a\u{a0}|—b");
        let ending = "<xsl:template match='/'>&nbsp;&eacute;<xsl:message terminate='yes'>x</xsl:message></xsl:template>";
        let ending = format!("<!DOCTYPE x {HTML}>{}", sheet(ending).replace('\n', ""));
        let error = run(&compile(&ending).unwrap(), "<p/>").unwrap_err();
        let place = error.location().unwrap();
        assert_eq!(place.line(), 1);
        if processor == Processor::Libxslt {
            assert!(ending[place.bytes().start..].starts_with("<xsl:message"), "{place}");
        }
    }
}
