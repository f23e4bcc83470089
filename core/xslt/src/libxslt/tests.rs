mod folders;

use std::fs;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::worker_thread;
use crate::{Limits, Method, Options, Output, Reply, Request, Stylesheet};
use glossweave_base::error::{Error, ErrorKind};
use glossweave_base::media::Format;
use glossweave_testing::PATIENCE;

const XSL: &str = "xmlns:xsl='http://www.w3.org/1999/XSL/Transform' xmlns:my='urn:my' \
    xmlns:func='http://exslt.org/functions' extension-element-prefixes='func' exclude-result-prefixes='my set' xmlns:set='http://exslt.org/sets'";

fn sheet(inside: &str) -> String {
    format!("<xsl:stylesheet version='1.0' {XSL}>\n{inside}</xsl:stylesheet>")
}

fn compiled(inside: &str) -> Result<Stylesheet, Error> {
    let mut options = Options::default();
    if std::env::var_os(CHILD).is_some() {
        // Valgrind is slow, and other work runs at the same time.
        options.limits = Limits { time: PATIENCE, ..Limits::default() };
    }
    Stylesheet::compile(sheet(inside).as_bytes(), &options)
}

fn text(reply: Reply) -> String {
    String::from_utf8(reply.bytes).unwrap()
}

/// Runs many threads, each with many separate stylesheets and one shared stylesheet.
fn round(threads: usize, each: usize) {
    let shared = compiled(
        "<func:function name='my:f'><xsl:param name='n'/><func:result select='$n + 1'/></func:function>\
         <xsl:key name='k' match='b' use='@c'/><xsl:template match='/'>\
         <r><xsl:value-of select=\"my:f(count(key('k', '1')))\"/>,<xsl:value-of select='count(set:distinct(//b))'/>,\
         <xsl:value-of select='generate-id(/) = generate-id(/)'/></r></xsl:template>",
    )
    .unwrap();
    let done = AtomicUsize::new(0);
    thread::scope(|scope| {
        for number in 0..threads {
            let (shared, done) = (&shared, &done);
            scope.spawn(move || {
                for at in 0..each {
                    let mine = compiled(&format!(
                        "<xsl:template match='/'><r n='{number}-{at}'/></xsl:template>"
                    ));
                    let source = Request::new("<a><b c='1'>x</b><b c='1'>y</b></a>", Format::Xml);
                    let found = text(mine.unwrap().run(&source).unwrap());
                    assert!(found.contains(&format!("n=\"{number}-{at}\"")), "{found}");
                    let found = text(shared.run(&source).unwrap());
                    assert!(found.contains("3,2,true"), "{found}");
                    let bad = compiled(
                        "<xsl:template match='/'><xsl:value-of select='1 +'/></xsl:template>",
                    );
                    assert_eq!(bad.unwrap_err().code(), Some("1207"));
                    let bad = Request::new("<a>", Format::Xml);
                    assert_eq!(shared.run(&bad).unwrap_err().kind(), ErrorKind::Malformed);
                    done.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    });
    assert_eq!(done.into_inner(), threads * each);
}

#[test]
fn a_thousand_stylesheets_run_on_eight_threads() {
    round(8, 125);
}

const CHILD: &str = "GLOSSWEAVE_XSLT_ROUND";

#[test]
fn a_small_round() {
    if std::env::var_os(CHILD).is_some() {
        round(3, 4);
        let endless =
            "<xsl:template match='/' name='t'><xsl:call-template name='t'/></xsl:template>";
        let endless = compiled(endless).unwrap().run(&Request::new("<a/>", Format::Xml));
        assert_eq!(endless.unwrap_err().kind(), ErrorKind::TooLarge);
        for method in Method::ALL {
            let page = compiled(
                "<xsl:output encoding='ISO-8859-1'/><xsl:template match='/'><html><head/><body>ä<wbr/></body></html></xsl:template>",
            );
            let mut request = Request::new("<a/>", Format::Xml);
            request.output = Output::Method(*method);
            assert!(!page.unwrap().run(&request).unwrap().bytes.is_empty());
        }
    }
}

#[test]
fn nothing_is_lost_and_nothing_misread() {
    if Command::new("valgrind").arg("--version").output().is_err() {
        assert!(std::env::var_os("CI").is_none(), "valgrind is missing");
        let Some(path) = std::env::var_os("GLOSSWEAVE_SKIPS") else { return };
        let mut skips = fs::OpenOptions::new().append(true).create(true).open(path).unwrap();
        std::io::Write::write_all(&mut skips, b"xslt: no valgrind\n").unwrap();
        return;
    }
    let child = Command::new("valgrind")
        .args([
            "--quiet",
            "--error-exitcode=99",
            "--leak-check=full",
            "--errors-for-leak-kinds=definite",
        ])
        .args(["--show-leak-kinds=definite", "--main-stacksize=8388608"])
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "libxslt::tests::a_small_round"])
        .env(CHILD, "1")
        // Each block is allocated separately.
        .env("GLOSSWEAVE_PLAIN_MEMORY", "1")
        .output()
        .unwrap();
    let (errors, printed) =
        (String::from_utf8_lossy(&child.stderr), String::from_utf8_lossy(&child.stdout));
    assert!(child.status.success() && printed.contains("1 passed"), "{printed}\n{errors}");
}

/// Returns the resident bytes of the process.
fn resident() -> Option<usize> {
    let pages = fs::read_to_string("/proc/self/statm").ok()?;
    pages.split_whitespace().nth(1)?.parse::<usize>().ok().map(|pages| pages * 4096)
}

/// Reads the number of runs from `GLOSSWEAVE_XSLT_RUNS`, if it is set.
#[test]
fn memory_stays_flat() {
    const FLAT: &str = "GLOSSWEAVE_XSLT_FLAT";
    if std::env::var_os(FLAT).is_none() {
        let child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "libxslt::tests::memory_stays_flat", "--nocapture"])
            .env(FLAT, "1")
            .output()
            .unwrap();
        let printed = String::from_utf8_lossy(&child.stdout);
        let errors = String::from_utf8_lossy(&child.stderr);
        assert!(child.status.success() && printed.contains("1 passed"), "{printed}\n{errors}");
        return;
    }
    let runs = std::env::var("GLOSSWEAVE_XSLT_RUNS").ok().and_then(|runs| runs.parse().ok());
    let runs: usize = runs.unwrap_or(4_000);
    let near = "<xsl:template match='/'><r><xsl:copy-of select='//b'/><xsl:message>m</xsl:message></r></xsl:template>";
    let far = near.replace("//b", "set:distinct(//b)");
    let both = [compiled(near).unwrap(), compiled(&far).unwrap()];
    let source = format!("<a>{}</a>", "<b>text</b>".repeat(50));
    let turn = |at: usize| {
        let reply = both[at % 2].run(&Request::new(source.as_str(), Format::Xml)).unwrap();
        assert_eq!(reply.messages.len(), 1);
        let wrong = both[at % 2].run(&Request::new("<a", Format::Xml)).unwrap_err();
        assert_eq!(wrong.kind(), ErrorKind::Malformed);
    };
    (0..runs / 4).for_each(turn);
    let before = resident();
    (0..runs).for_each(turn);
    let (Some(before), Some(after)) = (before, resident()) else { return };
    assert!(after < before + (8 << 20), "{before} bytes, then {after} after {runs} runs");
}

#[test]
fn threads_that_were_left_end() {
    let begin = Instant::now();
    let slow = worker_thread::run(Duration::from_millis(50), || {
        thread::sleep(Duration::from_millis(700));
        Ok(())
    });
    assert_eq!(slow.unwrap_err().kind(), ErrorKind::Deadline);
    assert!(begin.elapsed() < Duration::from_millis(650));
    assert!(worker_thread::abandoned() >= 1);
    let panicked: Result<(), Error> =
        worker_thread::run(Duration::from_secs(20), || panic!("over"));
    assert_eq!(panicked.unwrap_err().kind(), ErrorKind::Internal);
    while worker_thread::abandoned() > 0 {
        assert!(begin.elapsed() < PATIENCE, "a thread did not end");
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn an_encoding_that_is_not_known_is_told() {
    let error = compiled("<xsl:output encoding='klingon'/>").unwrap_err();
    assert_eq!(
        error.to_string(),
        "there is no encoding `klingon` to write the result in at line 2 column 1"
    );
    for (encoding, expected) in [
        (
            "ISO-8859-1",
            &b"<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<a>\xe4&#8364;</a>\n"[..],
        ),
        ("us-ascii", b"<?xml version=\"1.0\" encoding=\"us-ascii\"?>\n<a>&#228;&#8364;</a>\n"),
        ("UTF-8", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a>ä€</a>\n".as_bytes()),
    ] {
        let executable = compiled(&format!(
            "<xsl:output encoding='{encoding}'/><xsl:template match='/'><a>ä€</a></xsl:template>"
        ));
        let reply = executable.unwrap().run(&Request::new("<a/>", Format::Xml)).unwrap();
        assert_eq!(reply.bytes, expected, "{encoding}");
        assert_eq!(reply.encoding, encoding);
    }
    let executable = compiled(
        "<xsl:output encoding='UTF-16' omit-xml-declaration='yes'/><xsl:template match='/'><a/></xsl:template>",
    );
    let bytes = executable.unwrap().run(&Request::new("<a/>", Format::Xml)).unwrap().bytes;
    assert_eq!(bytes[..6], [0xff, 0xfe, b'<', 0, b'a', 0]);
}

fn page(output: &str, head: &str, method: Option<Method>) -> String {
    let inside = format!(
        "{output}<xsl:template match='/'><html>{head}<body><br/><wbr/>x<source src='a'/><p/></body></html></xsl:template>"
    );
    let mut request = Request::new("<a/>", Format::Xml);
    if let Some(method) = method {
        request.output = Output::Method(method);
    }
    text(compiled(&inside).unwrap().run(&request).unwrap()).replace('\n', "")
}

#[test]
fn pages_say_their_encoding_once() {
    let charset = "<head><meta charset='x'/></head>";
    let content =
        "<head><meta http-equiv='content-type' content='text/html; charset=ISO-8859-15'/></head>";
    let body = "<body><br><wbr>x<source src=\"a\"><p></p></body></html>";
    for (head, expected) in [
        (
            "<head/>",
            "<html><head><meta http-equiv=\"Content-Type\" content=\"text/html; charset=UTF-8\"></head>",
        ),
        (charset, "<html><head><meta charset=\"UTF-8\"></head>"),
        (
            content,
            "<html><head><meta http-equiv=\"content-type\" content=\"text/html; charset=UTF-8\"></head>",
        ),
        ("", "<html>"),
    ] {
        assert_eq!(page("", head, None), format!("{expected}{body}"));
        let with_method = page("", head, Some(Method::Html));
        assert_eq!(with_method, format!("<!DOCTYPE html>{expected}{body}"));
    }
    let old = "<xsl:output method='html' doctype-public='-//W3C//DTD HTML 4.01//EN'/>";
    assert!(
        page(old, "", Some(Method::Html))
            .starts_with("<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01//EN\">")
    );
    assert!(
        page("<xsl:output method='html' version='5.0'/>", "", None)
            .starts_with("<!DOCTYPE html><html>")
    );
    for head in ["<head/>", charset, content] {
        let xhtml = page("<xsl:output method='xhtml'/>", head, None);
        assert_eq!(xhtml.matches("charset=UTF-8").count(), 1, "{xhtml}");
        assert!(xhtml.contains("<br />") && xhtml.contains("<p></p>"), "{xhtml}");
    }
}

#[test]
fn other_faults_are_not_lost() {
    let error = compiled(
        "<xsl:template match='/'>\n<xsl:value-of select='1 +'/>\n<xsl:if test='('/></xsl:template>",
    )
    .unwrap_err();
    assert_eq!(error.to_string(), "invalid expression: `1 +` at line 3 column 1");
    let cause = std::error::Error::source(&error).unwrap().to_string();
    assert!(cause.contains("test"), "{cause}");
}

#[test]
fn modules_are_named() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join("m.xsl"),
        sheet("<xsl:template name='m'><xsl:value-of select='1 +'/></xsl:template>"),
    )
    .unwrap();
    fs::write(
        folder.path().join("good.xsl"),
        sheet("<xsl:output method='text'/><xsl:template match='/'>ä</xsl:template>"),
    )
    .unwrap();
    fs::write(
        folder.path().join("f.xsl"),
        sheet("<func:function name='my:f'><func:result select=\"'of a module'\"/></func:function>"),
    )
    .unwrap();
    let options = Options { folder: Some(folder.path().into()), ..Options::default() };
    let with = |name: &str| {
        Stylesheet::compile(sheet(&format!("<xsl:import href='{name}'/>")).as_bytes(), &options)
    };
    let error = with("m.xsl").unwrap_err();
    assert!(error.message().ends_with("/m.xsl`"), "{error}");
    assert_eq!(with("../m.xsl").unwrap_err().kind(), ErrorKind::Invalid);
    // The declarations of an imported module become part of the stylesheet.
    let inside = "<xsl:import href='f.xsl'/><xsl:template match='/'><r><xsl:value-of select='my:f()'/></r></xsl:template>";
    let executable = Stylesheet::compile(sheet(inside).as_bytes(), &options).unwrap();
    for _ in 0..3 {
        assert!(
            text(executable.run(&Request::new("<a/>", Format::Xml)).unwrap())
                .contains("of a module")
        );
    }
    let reply = with("good.xsl").unwrap().run(&Request::new("<a/>", Format::Xml)).unwrap();
    assert_eq!(
        (reply.method, &*reply.media_type, text(reply.clone())),
        (Method::Text, "text/plain", "ä".to_owned())
    );
}

#[test]
fn parameters_are_any_text_that_xml_has() {
    let executable = compiled("<xsl:output method='text'/><xsl:param name='p'/><xsl:template match='/'><xsl:value-of select='$p'/></xsl:template>").unwrap();
    let with =
        |value: &str| executable.run(&Request::new("<a/>", Format::Xml).with_parameter("p", value));
    for value in ["it's \"both\" <&>{}]]>", "", "a\u{1F600}\u{e000}\n\t\r", &"x".repeat(2 << 20)] {
        assert!(text(with(value).unwrap()) == value);
    }
    let error = with("a\0b").unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("p")));
    for bad in ["\u{1}", "\u{fffe}", "\u{b}"] {
        assert_eq!(with(bad).unwrap_err().kind(), ErrorKind::Invalid, "{bad:?}");
    }
}

#[test]
fn a_message_may_look_like_an_error() {
    let inside = "<xsl:template match='/'><xsl:message>runtime error: file x line 1 element y</xsl:message>\
        <xsl:message>%s: %n</xsl:message><xsl:message><a b='c'>d</a></xsl:message><xsl:message/></xsl:template>";
    let reply = compiled(inside).unwrap().run(&Request::new("<a/>", Format::Xml)).unwrap();
    let messages: Vec<_> = reply.messages.iter().map(|message| message.text.as_str()).collect();
    assert_eq!(messages[..2], ["runtime error: file x line 1 element y", "%s: %n"]);
}

#[test]
fn a_run_has_limits_of_its_own() {
    let limits = Limits { time: Duration::from_millis(300), ..Limits::default() };
    let options = Options { limits, ..Options::default() };
    let slow = "<xsl:template match='/'><xsl:value-of select='count(//b[count(//b | //c) = 1])'/></xsl:template>";
    let slow = Stylesheet::compile(sheet(slow).as_bytes(), &options).unwrap();
    let source = format!("<a>{}</a>", "<b/><c/>".repeat(20_000));
    let begin = Instant::now();
    let error = slow.run(&Request::new(source, Format::Xml)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Deadline);
    assert!(begin.elapsed() < Duration::from_secs(2), "{:?}", begin.elapsed());
}

#[test]
fn guarded_functions_give_what_they_always_gave() {
    // 5,000 characters, in which `ab` occurs 1,667 times.
    let long = "str:padding(5000, 'ab ')";
    let both = format!("concat({long}, 'NEEDLE-HERE', {long})");
    let cases = [
        (format!("contains({long}, 'b ab ab ab')"), "true"),
        (format!("contains({long}, 'not there at all')"), "false"),
        (format!("string-length(substring-before({both}, 'NEEDLE-HERE'))"), "5000"),
        (format!("substring-after({both}, 'NEEDLE-HERE') = {long}"), "true"),
        (format!("string-length(substring-after({long}, 'not there at all'))"), "0"),
        (format!("string-length(substring-before({long}, 'not there at all'))"), "0"),
        ("concat('a', 1, true(), //b, '')".into(), "a1truex"),
        (format!("string-length(translate({long}, 'a', ''))"), "3333"),
        (format!("count(str:tokenize({long}))"), "1667"),
        ("count(str:tokenize('aéb', 'é'))".into(), "2"),
        ("count(str:tokenize('abc', ''))".into(), "3"),
        (format!("count(str:split({long}, ' '))"), "1667"),
        (format!("string-length(str:replace({long}, 'ab', 'xyz'))"), "6667"),
        ("string(str:replace('abc', //b, 'y'))".into(), "abc"),
        ("string-length(str:concat(//b))".into(), "100"),
        ("count(key('k', //b))".into(), "100"),
        ("count(key('k', 'x'))".into(), "100"),
        ("count(id(//b)) + count(id('i'))".into(), "1"),
        ("count(set:difference(//*, //b)) + count(set:intersection(//*, //b))".into(), "101"),
        ("set:has-same-node(//b, /a/b)".into(), "true"),
    ];
    let source = format!(
        "<!DOCTYPE a [<!ATTLIST a id ID #IMPLIED>]><a id='i'>{}</a>",
        "<b>x</b>".repeat(100)
    );
    for (expression, expected) in cases {
        let inside = format!(
            "<xsl:output method='text'/><xsl:key name='k' match='b' use='.'/><xsl:template match='/'>\
             <xsl:value-of select=\"{expression}\" xmlns:str='http://exslt.org/strings'/></xsl:template>"
        );
        let found = compiled(&inside).unwrap().run(&Request::new(source.as_str(), Format::Xml));
        assert_eq!(text(found.unwrap()), expected, "{expression}");
    }
}

/// The stylesheets whose runs leave memory in them, because libxslt creates the namespace of `xml` there.
const LEAVING: [&str; 4] = [
    "<xsl:template match='/'><o><xsl:attribute name=\"{concat('xml',':a')}\"/></o></xsl:template>",
    "<xsl:template match='/'><o><xsl:element name=\"{concat('xml',':a')}\"/></o></xsl:template>",
    "<xsl:template match='/'><o xsl:use-attribute-sets='xml:k'/></xsl:template>",
    "<xsl:template match='/'><xsl:value-of select=\"format-number(1,'0','xml:k')\"/></xsl:template>",
];

#[test]
fn what_a_run_leaves_in_a_stylesheet_is_noticed() {
    let limits = Limits::default();
    let is_spoilt = |inside: &str| {
        let mut bounds = super::bounds(&limits);
        bounds.descents = 10;
        let mut stylesheet =
            super::call::compile(&sheet(inside), c"a.xsl", &mut |_| None, &bounds).ok().unwrap();
        let source = "<a><b c='2'>x</b><b c='1'>y</b></a>";
        let _ = stylesheet.run(source, c"a.xml", &[], None, &mut |_| None, &bounds);
        stylesheet.is_spoilt()
    };
    let common = "<xsl:key name='k' match='b' use='@c'/><xsl:attribute-set name='s'><xsl:attribute name='d'>1\
        </xsl:attribute></xsl:attribute-set><xsl:variable name='g' select='//b'/>\
        <xsl:template match='/'><r xsl:use-attribute-sets='s'><xsl:for-each select='$g'><xsl:sort select='@c'/>\
        <xsl:number/><xsl:copy-of select=\"key('k', '1')\"/><xsl:value-of select=\"format-number(2, '#.0')\"/>\
        <xsl:message>m</xsl:message><xsl:attribute name='{name()}'/></xsl:for-each></r></xsl:template>";
    assert!(!is_spoilt(common));
    for inside in LEAVING {
        assert!(is_spoilt(inside), "{inside}");
    }
}

#[test]
fn stylesheets_in_which_runs_leave_something_go_on() {
    let mut all: Vec<(&str, &[&str])> = LEAVING.iter().map(|inside| (*inside, &[][..])).collect();
    let plain = "<xsl:template match='/'><o><xsl:value-of select='count(//b)'/></o></xsl:template>";
    all.push((plain, &["xml:lang", "xml:x", "xml:", "xml:a:b"]));
    for (inside, names) in all {
        let executable = compiled(inside).unwrap();
        for at in 0..50 {
            let mut request =
                Request::new(format!("<a>{}</a>", "<b>x</b>".repeat(at)), Format::Xml);
            for name in names {
                request = request.with_parameter(*name, "1");
            }
            let found = executable.run(&request);
            let fits = |reply: &Reply| {
                inside != plain || reply.bytes.ends_with(format!("<o>{at}</o>\n").as_bytes())
            };
            assert!(found.as_ref().map_or(true, fits), "{inside}");
        }
    }
}

#[test]
fn parameters_that_no_stylesheet_has_do_not_matter() {
    let executable = compiled(
        "<xsl:param name='p'/><xsl:template match='/'><o><xsl:value-of select='$p'/></o></xsl:template>",
    );
    let executable = executable.unwrap();
    for name in ["p:q", "XML:x", "xmlns:x", "{u", "{u}", "", ":", "{u}a:b"] {
        let request = Request::new("<a/>", Format::Xml).with_parameter(name, "1");
        assert!(text(executable.run(&request).unwrap()).ends_with("<o/>\n"), "{name}");
    }
    let request = Request::new("<a/>", Format::Xml).with_parameter("{}p", "1");
    assert!(text(executable.run(&request).unwrap()).ends_with("<o>1</o>\n"));
}

#[test]
fn a_stylesheet_with_a_folder_reads_itself_too() {
    let folder = tempfile::tempdir().unwrap();
    let self_reading = "<xsl:template match='/'><o><xsl:value-of select=\"count(document('')//*)\"/></o></xsl:template>";
    for name in ["plain", "with space", "50%", "a%20b", "Größe", "a&b#c"] {
        let within = folder.path().join(name);
        fs::create_dir(&within).unwrap();
        let options = Options { folder: Some(within), ..Options::default() };
        let executable = Stylesheet::compile(sheet(self_reading).as_bytes(), &options).unwrap();
        let found = text(executable.run(&Request::new("<a/>", Format::Xml)).unwrap());
        assert!(found.ends_with("<o>4</o>\n"), "{name}: {found}");
    }
}
