use std::time::Instant;

use super::{compile, library, run, run_with, saxon, seconds, sheet, template};
use crate::saxon::Saxon;
use crate::{Limits, Options};
use glossweave_base::error::ErrorKind;
use glossweave_testing::PATIENCE;

#[test]
fn endless_recursion_is_an_error() {
    let Some(saxon) = saxon() else { return };
    let text = sheet(
        "<xsl:template match='/'><xsl:call-template name='r'/></xsl:template>\
         <xsl:template name='r'><xsl:param name='n' select='1'/><z><xsl:call-template name='r'>\
         <xsl:with-param name='n' select='$n + 1'/></xsl:call-template></z></xsl:template>",
    );
    let program = compile(&saxon, &text).unwrap();
    let error =
        run_with(&*program, "<x/>", &[], &Limits { time: seconds(60), ..Limits::default() });
    let error = error.unwrap_err();
    assert_eq!((error.kind(), error.code()), (ErrorKind::TooLarge, Some("SXLM0001")), "{error}");
    assert!(error.message().len() < 300, "{error}");
    let text = sheet(
        "<xsl:function name='f:f' xmlns:f='urn:f'><xsl:param name='n'/>\
         <xsl:sequence select='1 + f:f($n + 1)'/></xsl:function>\
         <xsl:template match='/'><xsl:value-of select='f:f(1)' xmlns:f='urn:f'/></xsl:template>",
    );
    let program = compile(&saxon, &text).unwrap();
    assert_eq!(run(&*program, "<x/>").unwrap_err().code(), Some("SXLM0001"));
}

#[test]
fn depth_of_a_source_or_an_expression_does_not_end_the_process() {
    let Some(saxon) = saxon() else { return };
    let deep = "<a>".repeat(200_000) + &"</a>".repeat(200_000);
    let text = sheet("<xsl:mode on-no-match='shallow-copy'/>");
    let program = compile(&saxon, &text).unwrap();
    let limits = Limits { time: seconds(60), ..Limits::default() };
    if let Err(error) = run_with(&*program, &deep, &[], &limits) {
        assert!(
            matches!(error.kind(), ErrorKind::TooLarge | ErrorKind::Malformed | ErrorKind::Invalid),
            "{error}"
        );
    }
    let expression = format!("{}1{}", "(".repeat(50_000), ")".repeat(50_000));
    let text = template(&format!("<xsl:value-of select='{expression}'/>"));
    let options = Options { limits, ..Options::default() };
    if let Err(error) = saxon.compile(&text, options.folder.as_deref(), &options.limits) {
        assert!(matches!(error.kind(), ErrorKind::TooLarge | ErrorKind::Invalid), "{error}");
    }
}

#[test]
fn a_result_that_is_too_long_is_refused() {
    let Some(saxon) = saxon() else { return };
    let text =
        template("<x><xsl:value-of select=\"string-join((1 to 1000) ! 'abcdefghij')\"/></x>");
    let program = compile(&saxon, &text).unwrap();
    let limits = Limits { output: 10_000, ..Limits::default() };
    let error = run_with(&*program, "<x/>", &[], &limits).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    assert!(run_with(&*program, "<x/>", &[], &Limits { output: 10_050, ..limits }).is_ok());
    // Result documents count, too.
    let text = template(
        "<x><xsl:result-document href='a'><xsl:value-of \
         select=\"string-join((1 to 1000) ! 'abcdefghij')\"/></xsl:result-document></x>",
    );
    let program = compile(&saxon, &text).unwrap();
    let limits = Limits { output: 10_000, ..Limits::default() };
    assert_eq!(run_with(&*program, "<x/>", &[], &limits).unwrap_err().kind(), ErrorKind::TooLarge);
}

#[test]
fn a_full_heap_is_an_error() {
    let Some(saxon) = saxon() else { return };
    let limits = Limits { memory: 64 << 20, time: seconds(60), ..Limits::default() };
    let greedy = [
        sheet(
            "<xsl:template match='/'><xsl:call-template name='r'><xsl:with-param name='s' \
             select=\"'abcdefgh'\"/></xsl:call-template></xsl:template><xsl:template name='r'>\
             <xsl:param name='s'/><xsl:call-template name='r'><xsl:with-param name='s' \
             select='concat($s, $s)'/></xsl:call-template></xsl:template>",
        ),
        template(
            "<xsl:variable name='v' select=\"for $i in 1 to 100000000 return concat('abc', $i)\"/>\
             <xsl:value-of select='reverse($v)[1], $v[last()]'/>",
        ),
        template("<xsl:for-each select='1 to 100000000'><a>text</a></xsl:for-each>"),
        template(
            "<xsl:for-each select='1 to 100000000'><xsl:message>text</xsl:message></xsl:for-each>",
        ),
    ];
    for text in greedy {
        let program = compile(&saxon, &text).unwrap();
        let error = run_with(&*program, "<x/>", &[], &limits).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TooLarge, "{error}");
    }
    let source = format!("<x>{}</x>", "<a>b</a>".repeat(10 << 20));
    let program = compile(&saxon, &template("<x/>")).unwrap();
    let error = run_with(&*program, &source, &[], &limits).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge, "{error}");
    assert!(run_with(&*program, "<x/>", &[], &limits).is_ok());
}

#[test]
fn what_does_not_end_is_left_alone() {
    let Some(path) = library() else { return drop(saxon()) };
    // A separate library, because its threads are used up here.
    let link = std::env::temp_dir().join(format!("saxon-deadline-{}.so", std::process::id()));
    let _ = std::fs::remove_file(&link);
    std::fs::hard_link(&path, &link).or_else(|_| std::fs::copy(&path, &link).map(drop)).unwrap();
    let saxon = Saxon::open(&link).unwrap();
    std::fs::remove_file(&link).unwrap();
    let busy = template("<xsl:value-of select='count((1 to 10000000)[. mod 7 = 3])'/>");
    let busy = compile(&saxon, &busy).unwrap();
    let quick = compile(&saxon, &template("<ok/>")).unwrap();
    let limits = Limits { time: std::time::Duration::from_millis(50), ..Limits::default() };
    for _ in 0..4 {
        let start = Instant::now();
        let error = run_with(&*busy, "<x/>", &[], &limits).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Deadline);
        assert_eq!(error.message(), "Saxon ran longer than 50 ms");
        assert!(start.elapsed() < PATIENCE);
    }
    let error = run(&*quick, "<x/>").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unavailable, "{error}");
    assert!(error.retry_after().is_some());
    // The runs finally end, and so do their threads.
    let start = Instant::now();
    while run(&*quick, "<x/>").is_err() {
        assert!(start.elapsed() < 2 * PATIENCE);
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
}
