//! Any stylesheet on any source. Bytes: the options, the declared encoding of the source, the stylesheet up
//! to a NUL or some instructions for the root template, the source.

use std::time::{Duration, Instant};

use glossweave::markup::Encoding;
use glossweave::xslt::{Limits, Method, Options, Output, Processor, Request, Stylesheet};
use glossweave::{ErrorKind, Format};

use super::decode::CHARSETS;
use super::input::Input;

const KINDS: &[ErrorKind] = &[
    ErrorKind::Malformed,
    ErrorKind::Invalid,
    ErrorKind::Unsupported,
    ErrorKind::TooLarge,
    ErrorKind::Deadline,
];

/// More than the time limit of a run, with a margin for a busy machine.
const LATE: Duration = Duration::from_secs(4);

const START: &str = "<xsl:stylesheet version='1.0' \
    xmlns:xsl='http://www.w3.org/1999/XSL/Transform' xmlns:exsl='http://exslt.org/common' \
    xmlns:str='http://exslt.org/strings' xmlns:set='http://exslt.org/sets' \
    xmlns:math='http://exslt.org/math' xmlns:date='http://exslt.org/dates-and-times' \
    xmlns:dyn='http://exslt.org/dynamic' xmlns:func='http://exslt.org/functions' \
    extension-element-prefixes='exsl str set math date dyn func'>\
    <xsl:key name='k' match='*' use='name()'/><xsl:param name='p' select=\"'v'\"/>";

/// The templates that instructions can use, in addition to the root template.
const REST: &str = "<xsl:template match='*' mode='m'><xsl:copy><xsl:apply-templates \
    select='@*|node()' mode='m'/></xsl:copy></xsl:template><xsl:template name='t'>\
    <xsl:param name='n' select='0'/><xsl:value-of select='$n'/></xsl:template></xsl:stylesheet>";

/// Compiles and runs a stylesheet twice. Checks that the results are equal.
pub fn hold(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let choice = input.byte();
    let charset = Encoding::for_label(input.pick(CHARSETS));
    let text = input.until_nul();
    let stylesheet = match choice & 1 {
        0 => text.to_vec(),
        _ => [
            START.as_bytes(),
            b"<xsl:template match='/'>",
            text,
            b"</xsl:template>",
            REST.as_bytes(),
        ]
        .concat(),
    };
    let limits = Limits {
        time: Duration::from_millis(500),
        memory: 32 << 20,
        output: 1 << 20,
        recursion: 500,
        ..Limits::default()
    };
    let options = Options { processor: Some(Processor::Libxslt), limits, ..Options::default() };
    let from = Instant::now();
    let executable = known(Stylesheet::compile(&stylesheet, &options));
    assert!(from.elapsed() < LATE, "compiled in {:?}", from.elapsed());
    let Some(executable) = executable else { return };
    let format = if choice & 2 == 0 { Format::Xml } else { Format::Html };
    let mut request = Request::new(input.rest(), format).with_parameter("p", "a'\"&<b>");
    request.charset = charset;
    if choice & 4 != 0 {
        let method = Method::ALL[usize::from(choice >> 3) % Method::ALL.len()];
        request.output = Output::Method(method);
    }
    let from = Instant::now();
    let first = executable.run(&request);
    assert!(from.elapsed() < LATE, "ran for {:?}", from.elapsed());
    if let Some(reply) = known(first) {
        assert!(reply.bytes.len() <= 1 << 20);
        let method = reply.method;
        if let Some(again) = known(executable.run(&request)) {
            assert_eq!(again.method, method);
        }
    }
}

fn known<T>(result: glossweave::Result<T>) -> Option<T> {
    match result {
        Ok(found) => Some(found),
        Err(error) => {
            assert!(KINDS.contains(&error.kind()), "{:?} {error}", error.kind());
            None
        }
    }
}

/// Returns instructions and stylesheets that use most features.
pub fn seeds() -> Vec<Vec<u8>> {
    const INSTRUCTIONS: &[&str] = &[
        "<a href='{concat(*/@b, \"x\")}'><xsl:apply-templates select='node()' mode='m'/></a>",
        "<xsl:for-each select='//*[key(\"k\", name())]'><xsl:sort select='name()' order='descending'/>\
         <xsl:number level='any' format='I. a'/><xsl:value-of select='.'/></xsl:for-each>",
        "<xsl:variable name='t'><b><c/></b></xsl:variable><xsl:copy-of select='exsl:node-set($t)/b'/>",
        "<xsl:choose><xsl:when test='$p'><xsl:message terminate='no'>m</xsl:message></xsl:when>\
         <xsl:otherwise><xsl:comment>c</xsl:comment></xsl:otherwise></xsl:choose>",
        "<xsl:call-template name='t'><xsl:with-param name='n' select='count(//node())'/>\
         </xsl:call-template>",
        "<xsl:element name='{name(*)}' namespace='urn:x'><xsl:attribute name='q:z'>1</xsl:attribute>\
         </xsl:element><xsl:processing-instruction name='p'>x</xsl:processing-instruction>",
        "<xsl:value-of select='format-number(1234.5, \"#,##0.00\")'/><xsl:value-of \
         select='generate-id(*)'/><xsl:value-of select='system-property(\"xsl:version\")'/>",
        "<xsl:copy-of select='str:tokenize(string(.), \" \")'/><xsl:value-of \
         select='str:padding(10, \"ab\")'/><xsl:value-of select='str:replace(., \"a\", \"b\")'/>",
        "<xsl:copy-of select='set:distinct(//@*)'/><xsl:value-of select='math:max(//*)'/>\
         <xsl:value-of select='date:year()'/><xsl:value-of select='dyn:evaluate(\"1+1\")'/>",
        "<xsl:copy-of select='document(\"\")'/><xsl:copy-of select='document(\"file:///etc/passwd\")'/>",
        "<exsl:document href='x'><a/></exsl:document><xsl:fallback/>",
        "<xsl:value-of select='translate(normalize-space(.), \"ab\", \"AB\")' \
         disable-output-escaping='yes'/>",
    ];
    const SOURCES: &[&str] = &[
        "<a b='1'>one <c>two</c> <d xml:lang='en'>three</d><c/></a>",
        "<!DOCTYPE a [<!ENTITY e 'x'>]><a xmlns:p='urn:p'>&e;<p:b p:c='d'/><?pi x?><!--c--></a>",
        "<p>Cork<br>Galway <b>x</b>",
    ];
    let mut seeds = Vec::new();
    for (number, instructions) in (0u8..).zip(INSTRUCTIONS) {
        for (at, source) in SOURCES.iter().enumerate() {
            let html = if at == 2 { 2 } else { 0 };
            let choice = 1 | html | (number & 7) << 2;
            seeds.push([&[choice, 0], instructions.as_bytes(), b"\0", source.as_bytes()].concat());
        }
    }
    let whole = format!(
        "{START}<xsl:output method='html' encoding='iso-8859-1'/>\
        <xsl:strip-space elements='*'/><xsl:template match='/'><html><head/></html></xsl:template>{REST}"
    );
    seeds.push([&[0, 0], whole.as_bytes(), b"\0", SOURCES[0].as_bytes()].concat());
    let simple = "<p xsl:version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>\
        <xsl:value-of select='.'/></p>";
    seeds.push([&[2, 0], simple.as_bytes(), b"\0", SOURCES[2].as_bytes()].concat());
    seeds
}
