//! Tests with untrusted stylesheets and sources. They run in a child process, so that their output can be
//! checked.

use std::fs;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use crate::{Limits, Options, Reply, Request, Stylesheet};
use glossweave_base::error::{Error, ErrorKind};
use glossweave_base::media::Format;
use glossweave_testing::PATIENCE;

const CHILD: &str = "GLOSSWEAVE_XSLT_CHILD";
const SPACES: &str = "xmlns:xsl='http://www.w3.org/1999/XSL/Transform' xmlns:exsl='http://exslt.org/common' \
    xmlns:str='http://exslt.org/strings' xmlns:dyn='http://exslt.org/dynamic' xmlns:set='http://exslt.org/sets' \
    xmlns:func='http://exslt.org/functions' xmlns:my='urn:my' xmlns:saxon='http://icl.com/saxon' \
    xmlns:xalan='org.apache.xalan.xslt.extensions.Redirect' \
    extension-element-prefixes='exsl func saxon xalan'";

fn sheet(inside: &str) -> String {
    format!("<xsl:stylesheet version='1.0' {SPACES}>{inside}</xsl:stylesheet>")
}

/// Returns a stylesheet with a template for the root.
fn root(inside: &str) -> String {
    sheet(&format!("<xsl:template match='/' name='t'>{inside}</xsl:template>"))
}

/// Returns a template that calls itself with the result of `next` for `$x`, and ends with `end`.
fn doubling(next: &str, end: &str, rounds: u32) -> String {
    root(&format!(
        "<xsl:param name='x' select='\"0 1 2 3 4 \"'/><xsl:param name='n' select='{rounds}'/><xsl:choose>\
         <xsl:when test='$n &gt; 0'><xsl:call-template name='t'><xsl:with-param name='n' select='$n - 1'/>\
         {next}</xsl:call-template></xsl:when><xsl:otherwise>{end}</xsl:otherwise></xsl:choose>"
    ))
}

const TWICE: &str = "<xsl:with-param name='x' select='concat($x, $x)'/>";

fn options() -> Options {
    let limits = Limits {
        time: Duration::from_millis(700),
        memory: 64 << 20,
        output: 4 << 20,
        ..Limits::default()
    };
    Options { limits, ..Options::default() }
}

fn run(stylesheet: &str, source: &str) -> Result<Reply, Error> {
    let executable = Stylesheet::compile(stylesheet.as_bytes(), &options())?;
    executable.run(&Request::new(source, Format::Xml))
}

struct Case {
    name: &'static str,
    stylesheet: String,
    source: String,
    /// The allowed kinds of errors. Empty if the case may also succeed.
    kinds: &'static [ErrorKind],
}

const BOMB: &str = "<!DOCTYPE a [<!ENTITY b 'bbbbbbbbbb'><!ENTITY c '&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;'>\
    <!ENTITY d '&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;'><!ENTITY e '&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;'>\
    <!ENTITY f '&e;&e;&e;&e;&e;&e;&e;&e;&e;&e;'><!ENTITY g '&f;&f;&f;&f;&f;&f;&f;&f;&f;&f;'>\
    <!ENTITY h '&g;&g;&g;&g;&g;&g;&g;&g;&g;&g;'><!ENTITY i '&h;&h;&h;&h;&h;&h;&h;&h;&h;&h;'>]>";

fn cases() -> Vec<Case> {
    const BAD: &[ErrorKind] = &[ErrorKind::Invalid];
    const LARGE: &[ErrorKind] = &[ErrorKind::TooLarge, ErrorKind::Deadline];
    const LATE: &[ErrorKind] = &[ErrorKind::Deadline];
    let mut cases = Vec::new();
    let mut add = |name, stylesheet: String, source: &str, kinds| {
        cases.push(Case { name, stylesheet, source: source.to_owned(), kinds });
    };
    let flat = format!("<a>{}</a>", "<b/>".repeat(300));
    let deep = format!("{}{}", "<a>".repeat(900), "</a>".repeat(900));
    for (name, inside) in [
        ("a file", "<xsl:copy-of select=\"document('file:///etc/passwd')\"/>"),
        ("a path", "<xsl:copy-of select=\"document('/etc/passwd')\"/>"),
        ("the network", "<xsl:copy-of select=\"document('http://127.0.0.1:9/')\"/>"),
        ("exsl:document", "<exsl:document href='/tmp/glossweave-hostile'>x</exsl:document>"),
        ("saxon:output", "<saxon:output href='/tmp/glossweave-hostile'>x</saxon:output>"),
        ("xalan:write", "<xalan:write file='/tmp/glossweave-hostile'>x</xalan:write>"),
        ("no template", "<xsl:call-template name='nothing'/>"),
        ("no instruction", "<xsl:nothing/>"),
        ("no function", "<xsl:value-of select='my:nothing()'/>"),
    ] {
        add(name, root(inside), "<a/>", BAD);
    }
    // XSLT 1.1 defined it. Without the extension, it is an unknown instruction.
    add(
        "xsl:document",
        root("<xsl:document href='/tmp/glossweave-hostile'>x</xsl:document>"),
        "<a/>",
        BAD,
    );
    for (name, href) in
        [("imports http", "http://127.0.0.1:9/a.xsl"), ("imports a file", "/etc/passwd")]
    {
        add(name, sheet(&format!("<xsl:import href='{href}'/>")), "<a/>", BAD);
        add(name, sheet(&format!("<xsl:include href='{href}'/>")), "<a/>", BAD);
    }
    add("calls itself", root("<xsl:call-template name='t'/>"), "<a/>", LARGE);
    add("applies itself", root("<xsl:apply-templates select='/'/>"), "<a/>", LARGE);
    let function = "<func:function name='my:f'><func:result select='/*[my:f()]'/></func:function>";
    add(
        "a function that calls itself",
        sheet(&format!(
            "{function}<xsl:template match='/'><xsl:value-of select='my:f()'/></xsl:template>"
        )),
        "<a/>",
        LARGE,
    );
    let arguments = "<func:function name='my:f'><xsl:param name='p'/><func:result select='my:f(my:f(my:f(1)))'/></func:function>";
    add(
        "a function of itself",
        sheet(&format!(
            "{arguments}<xsl:template match='/'><xsl:value-of select='my:f(1)'/></xsl:template>"
        )),
        "<a/>",
        LARGE,
    );
    add(
        "sets of attributes",
        sheet(
            "<xsl:attribute-set name='a' use-attribute-sets='b'/><xsl:attribute-set name='b' use-attribute-sets='a'/>",
        ),
        "<a/>",
        BAD,
    );
    add(
        "a key of itself",
        sheet(
            "<xsl:key name='k' match='b' use=\"key('k', 1)\"/><xsl:template match='/'><xsl:value-of select=\"key('k', 1)\"/></xsl:template>",
        ),
        &flat,
        &[],
    );
    add(
        "variables in a circle",
        sheet(
            "<xsl:variable name='a' select='$b'/><xsl:variable name='b' select='$a'/><xsl:template match='/'><xsl:value-of select='$a'/></xsl:template>",
        ),
        "<a/>",
        BAD,
    );
    add("a string that doubles", doubling(TWICE, "", 60), "<a/>", LARGE);
    add(
        "text that doubles",
        doubling(
            "<xsl:with-param name='x'><xsl:value-of select='$x'/><xsl:value-of select='$x'/></xsl:with-param>",
            "",
            60,
        ),
        "<a/>",
        LARGE,
    );
    add(
        "attributes that double",
        doubling(
            "<xsl:with-param name='x'><xsl:variable name='y'><a b='{$x}{$x}'/></xsl:variable><xsl:value-of select='exsl:node-set($y)/a/@b'/></xsl:with-param>",
            "",
            60,
        ),
        "<a/>",
        LARGE,
    );
    add("nodes that double", doubling("<xsl:with-param name='x'><xsl:copy-of select='$x'/><xsl:copy-of select='$x'/></xsl:with-param>", "<xsl:copy-of select='$x'/>", 60).replace("select='\"0 1 2 3 4 \"'", "select='/*'"), &flat, LARGE);
    for (name, end) in [
        ("tokens", "<xsl:value-of select='count(str:tokenize($x))'/>"),
        ("characters", "<xsl:value-of select='count(str:tokenize($x, \"\"))'/>"),
        ("splits", "<xsl:value-of select='count(str:split($x, \" \"))'/>"),
        ("replaces", "<xsl:value-of select='string-length(str:replace($x, \"0\", $x))'/>"),
        (
            "concatenates",
            "<xsl:value-of select='string-length(concat($x, $x, $x, $x, $x, $x, $x, $x, $x, $x))'/>",
        ),
        (
            "translates",
            "<xsl:value-of select='string-length(translate($x, translate($x, \"0\", \"a\"), $x))'/>",
        ),
        ("evaluates", "<xsl:value-of select='dyn:evaluate($x)'/>"),
    ] {
        let kinds = if name == "evaluates" { &[][..] } else { LARGE };
        add(name, doubling(TWICE, end, 20), "<a/>", kinds);
    }
    let parentheses = "<xsl:variable name='p' select='str:padding(100000, \"(\")'/><xsl:value-of select='dyn:evaluate(concat($p, 1, translate($p, \"(\", \")\")))'/>";
    add("parentheses in a string", root(parentheses), "<a/>", &[]);
    for (name, left, right, count, kinds) in [
        ("parentheses", "(", ")", 100_000, BAD),
        ("predicates", "//*[", "]", 480, &[]),
        ("a sum", "1+", "", 4_000, &[][..]),
        ("minus", "-", "", 100_000, &[]),
    ] {
        let expression = format!("{}1{}", left.repeat(count), right.repeat(count));
        add(name, root(&format!("<xsl:value-of select='boolean({expression})'/>")), &flat, kinds);
    }
    add(
        "a pattern with many steps",
        sheet(&format!("<xsl:template match='{}a'>x</xsl:template>", "a/".repeat(20_000))),
        &deep,
        &[],
    );
    let pattern = "<xsl:template match='/'><xsl:apply-templates select='//a[not(a)]'/></xsl:template><xsl:template match='z//a//a//a//a//a//a'/>";
    add("a pattern with many ways", sheet(pattern), &deep, &[ErrorKind::TooLarge]);
    add(
        "loops",
        root(&format!(
            "{}<xsl:if test='//b = 1'/>{}",
            "<xsl:for-each select='//b'>".repeat(4),
            "</xsl:for-each>".repeat(4)
        )),
        &flat,
        LATE,
    );
    add(
        "sorts",
        root(
            "<xsl:for-each select='//b'><xsl:for-each select='//b'><xsl:sort select='count(//b)'/><xsl:sort select='generate-id()' order='descending'/></xsl:for-each></xsl:for-each>",
        ),
        &flat,
        &[],
    );
    add(
        "numbers",
        root(&format!(
            "<xsl:for-each select='//b'><xsl:number value='1e300' format='I'/><xsl:number value='1e300' format='a'/><xsl:number value='123456789012' format='{}'/><xsl:number value='1e300' format='{}1'/><xsl:number level='any'/></xsl:for-each><xsl:value-of select=\"format-number(1e300, '{}')\"/>",
            "1.".repeat(20_000),
            "0".repeat(20_000),
            "#".repeat(20_000)
        )),
        &flat,
        &[],
    );
    add(
        "padding",
        root("<xsl:value-of select='string-length(str:padding(1e300, \"abc\"))'/>"),
        "<a/>",
        &[],
    );
    add(
        "output",
        root(&format!(
            "{}0123456789{}",
            "<xsl:for-each select='//b'>".repeat(3),
            "</xsl:for-each>".repeat(3)
        )),
        &flat,
        LARGE,
    );
    add(
        "elements",
        root(&format!(
            "{}<c/>{}",
            "<xsl:for-each select='//b'>".repeat(3),
            "</xsl:for-each>".repeat(3)
        )),
        &flat,
        LARGE,
    );
    add(
        "a bomb",
        root("<xsl:value-of select='.'/>"),
        &format!("{BOMB}<a>&i;</a>"),
        &[ErrorKind::Malformed, ErrorKind::TooLarge],
    );
    add(
        "a bomb in the stylesheet",
        format!("{BOMB}{}", root("<b>&i;</b>")),
        "<a/>",
        &[ErrorKind::Malformed, ErrorKind::TooLarge],
    );
    add(
        "an entity of the system",
        root("<xsl:value-of select='.'/>"),
        "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>",
        &[ErrorKind::Malformed, ErrorKind::Invalid, ErrorKind::Unsupported],
    );
    add(
        "a deep source",
        root("<xsl:copy-of select='.'/>"),
        &format!("{}{}", "<a>".repeat(100_000), "</a>".repeat(100_000)),
        &[ErrorKind::TooLarge],
    );
    let attributes: String = (0..100_000).map(|at| format!(" a{at}='1'")).collect();
    add("many attributes", root(""), &format!("<a{attributes}/>"), &[ErrorKind::TooLarge]);
    add(
        "many attributes of a literal",
        root(&format!("<a{attributes}/>")),
        "<a/>",
        &[ErrorKind::TooLarge],
    );
    add(
        "spaces",
        sheet(&format!("<xsl:strip-space elements='{}'/>", "a ".repeat(50_000))),
        "<a/>",
        &[],
    );
    add(
        "sets",
        root("<xsl:value-of select='count(set:difference(//b, //b)) + count(set:distinct(//b))'/>"),
        &flat,
        &[],
    );
    let chain: String = (0..3_990)
        .map(|at| format!("<xsl:variable name='v{at}' select='$v{}'/>", at + 1))
        .collect();
    let chain = |more: &str| {
        let end = "<xsl:variable name='v3990' select='1'/><xsl:template match='/'><xsl:value-of select='$v0'/></xsl:template>";
        sheet(&format!("{chain}{end}{more}"))
    };
    add("a chain of variables", chain(""), "<a/>", &[]);
    add(
        "too many variables",
        chain(&"<xsl:key name='k' match='a' use='b'/>".repeat(20)),
        "<a/>",
        &[ErrorKind::TooLarge],
    );
    cases
}

/// Returns the peak memory of the process in bytes.
fn peak() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
}

#[test]
fn in_a_child() {
    if std::env::var_os(CHILD).is_none() {
        return;
    }
    // Stack sizes that the threads of hosts use.
    for stack in [8 << 20, 2 << 20, 256 << 10] {
        let work = || cases().iter().filter_map(attempt).collect::<Vec<_>>();
        let wrong = thread::Builder::new().stack_size(stack).spawn(work).unwrap().join().unwrap();
        assert!(wrong.is_empty(), "with a stack of {stack} bytes:\n{}", wrong.join("\n"));
    }
    if let Some(peak) = peak() {
        assert!(peak < 900 << 20, "{} MB", peak >> 20);
    }
}

/// Returns the difference from the expected outcome of a case, if there is a difference.
fn attempt(case: &Case) -> Option<String> {
    let begin = Instant::now();
    let found = run(&case.stylesheet, &case.source);
    let (taken, name) = (begin.elapsed(), case.name);
    let fits = match &found {
        Ok(_) => case.kinds.is_empty(),
        Err(error) if matches!(error.kind(), ErrorKind::Unavailable | ErrorKind::Internal) => false,
        Err(error) => case.kinds.is_empty() || case.kinds.contains(&error.kind()),
    };
    if !fits {
        return Some(format!("{name}: {:?}", found.map(|reply| reply.bytes.len())));
    }
    // The limit is 700 ms, once for the stylesheet and once for the run.
    if taken > PATIENCE {
        return Some(format!("{name}: {taken:?}"));
    }
    let element = "<xsl:element name='b'><xsl:value-of select='name(*)'/></xsl:element>";
    let good = run(&root(element), "<a/>").map(|reply| String::from_utf8(reply.bytes).unwrap());
    match good {
        Ok(text) if text.contains("<b>a</b>") => None,
        other => Some(format!("after {name}: {other:?}")),
    }
}

#[test]
fn harm_ends_at_its_limits_and_prints_nothing() {
    let child = Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "libxslt::untrusted_tests::in_a_child",
            "--nocapture",
            "--test-threads=1",
        ])
        .env(CHILD, "1")
        .output()
        .unwrap();
    let (errors, printed) =
        (String::from_utf8_lossy(&child.stderr), String::from_utf8_lossy(&child.stdout));
    let ran = child.status.success() && printed.contains("1 passed");
    assert!(ran, "{}\n{printed}\n{errors}", child.status);
    assert_eq!(errors, "");
    let lines = printed.lines().filter(|line| !line.is_empty());
    let strange: Vec<_> =
        lines.filter(|line| !line.starts_with("running ") && !line.starts_with("test ")).collect();
    assert!(strange.is_empty(), "{strange:?}");
    assert!(!fs::exists("/tmp/glossweave-hostile").unwrap());
}
