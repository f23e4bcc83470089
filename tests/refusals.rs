//! Refused sources: the kind of error, and its location.

use std::time::Duration;

use glossweave::its::{Analysis, Options};
use glossweave::{DecodeOptions, Error, ErrorKind, Format};
use glossweave_testing::Stopwatch;
use harness::corpus;

fn read(source: impl Into<Vec<u8>>) -> Result<String, Error> {
    let document = glossweave::decode(source, Format::Xml, &DecodeOptions::default())?;
    Ok(document.text().to_owned())
}

/// Returns the kind of an error, and its line and column.
fn told(error: &Error) -> (ErrorKind, String) {
    let place = error.location().map(|place| format!("{}:{}", place.line(), place.column()));
    (error.kind(), place.unwrap_or_default())
}

/// Returns the expected kind of error from a row of the table. By default the file is malformed.
fn kind(purpose: &str) -> ErrorKind {
    match purpose.rsplit_once(": ").map(|(_, kind)| kind) {
        Some("not supported") => ErrorKind::Unsupported,
        Some("too large, not malformed") => ErrorKind::TooLarge,
        _ => ErrorKind::Malformed,
    }
}

#[test]
fn broken_files_are_refused_where_the_table_says() {
    let readme = std::fs::read_to_string(corpus::data().join("README.md")).expect("the table");
    let (_, table) = readme.split_once("\n## xml-bad/\n").expect("a section");
    let mut faults = Vec::new();
    let files = corpus::folder("xml-bad");
    for file in &files {
        let row = table.lines().find(|line| line.starts_with(&format!("| `{}` |", file.name)));
        let cells: Vec<&str> = row.expect("a row").split('|').map(str::trim).collect();
        let expected = (kind(cells[4]), cells[3].to_owned());
        match read(&*file.bytes) {
            Err(error) if told(&error) == expected => {}
            Err(error) => faults.push(format!("{}: expected {expected:?}: {error}", file.name)),
            Ok(text) => faults.push(format!("{} is read: {text}", file.name)),
        }
    }
    assert!(faults.is_empty(), "{} of {}:\n{}", faults.len(), files.len(), faults.join("\n"));
}

/// Returns the result for a source, and checks that it takes less than a second.
#[track_caller]
fn soon(source: String) -> Result<String, Error> {
    let start = Stopwatch::start();
    let result = read(source);
    assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
    result
}

#[test]
fn entities_that_multiply_are_refused_soon() {
    let mut laughs = "<!DOCTYPE a [<!ENTITY e0 'haha'>".to_owned();
    for level in 1..12 {
        let more = format!("&e{};", level - 1).repeat(10);
        laughs.push_str(&format!("<!ENTITY e{level} '{more}'>"));
    }
    let error = soon(format!("{laughs}]>\n<a>&e11;</a>")).expect_err("4 TB");
    assert_eq!(told(&error), (ErrorKind::TooLarge, "2:4".into()));
    let error = soon(format!("{laughs}]>\n<a b='&e11;'/>")).expect_err("4 TB");
    assert_eq!(told(&error), (ErrorKind::TooLarge, "2:7".into()));

    // Quadratic growth: many references to one long entity.
    let long = format!("<!DOCTYPE a [<!ENTITY e '{}'>]>", "x".repeat(50_000));
    let many = "&e;".repeat(50_000);
    let error = soon(format!("{long}<a>{many}</a>")).expect_err("2.5 GB");
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    let error = soon(format!("{long}<a b='{many}'/>")).expect_err("2.5 GB");
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    // The same growth with a default attribute of each element.
    let default = format!("<!DOCTYPE a [<!ATTLIST b c CDATA '{}'>]>", "x".repeat(50_000));
    let error = soon(format!("{default}<a>{}</a>", "<b/>".repeat(50_000)));
    assert!(error.is_ok() || error.is_err_and(|error| error.kind() == ErrorKind::TooLarge));
}

#[test]
fn nesting_beyond_a_thousand_elements_is_refused_soon() {
    let nested = |depth: usize| format!("{}x{}", "<a>".repeat(depth), "</a>".repeat(depth));
    assert_eq!(soon(nested(1_000)).expect("a thousand are allowed"), "x");
    for depth in [1_001, 100_000] {
        let error = soon(nested(depth)).expect_err("too deep");
        assert_eq!(told(&error), (ErrorKind::TooLarge, format!("1:{}", 3 * 1_000 + 1)));
    }
    let error = soon("<a>".repeat(100_000)).expect_err("too deep");
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    let entities: String =
        (1..1_100).map(|level| format!("<!ENTITY e{level} '<a>&e{};</a>'>", level - 1)).collect();
    let source = format!("<!DOCTYPE a [<!ENTITY e0 'x'>{entities}]><a>&e1099;</a>");
    let error = soon(source).expect_err("too deep");
    assert!(matches!(error.kind(), ErrorKind::TooLarge | ErrorKind::Malformed), "{error}");
}

#[test]
fn files_of_the_machine_are_not_read() {
    let name = std::fs::read_to_string("/etc/hostname").unwrap_or_default();
    let sources = [
        "<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/hostname'>]><a>&e;</a>",
        "<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/hostname'>]><a b='&e;'/>",
        "<!DOCTYPE a [<!ENTITY % e SYSTEM 'file:///etc/hostname'>%e;]><a>x</a>",
        "<!DOCTYPE a SYSTEM 'file:///etc/hostname'><a>x</a>",
        "<a xmlns:xi='http://www.w3.org/2001/XInclude'>x<xi:include parse='text' \
         href='file:///etc/hostname'/></a>",
        "<a xmlns:its='http://www.w3.org/2005/11/its' xmlns:xlink='http://www.w3.org/1999/xlink'>x\
         <its:rules version='2.0' xlink:href='file:///etc/hostname'/></a>",
    ];
    for source in sources {
        match read(source) {
            Ok(text) => assert!(matches!(text.trim(), "" | "x"), "{source}: {text}"),
            Err(error) => {
                assert!(source.contains("'&e;'"), "{source}: {error}");
                assert_eq!(told(&error), (ErrorKind::Malformed, "1:63".into()), "{error}");
                assert!(name.is_empty() || !error.to_string().contains(name.trim()));
            }
        }
    }
    // Selectors are XPath 1.0, without the functions of XSLT that open files.
    let error = ruled("<its:translateRule selector=\"document('/etc/hostname')\" translate='no'/>");
    assert_eq!(error.expect_err("no function").kind(), ErrorKind::Malformed);
}

/// Reads a document with rules in the second line.
fn ruled(rules: &str) -> Result<Analysis, Error> {
    let source = format!(
        "<a xmlns:its='http://www.w3.org/2005/11/its'><its:rules version='2.0'>\n{rules}\
         </its:rules><b c='d'/></a>"
    );
    assert_eq!(
        read(source.clone()).err().map(|error| told(&error)),
        Analysis::read(&source, Format::Xml, &Options::default()).err().map(|error| told(&error)),
        "{source}"
    );
    Analysis::read(source, Format::Xml, &Options::default())
}

#[test]
fn broken_rules_are_refused_at_their_place() {
    let broken = [
        // A truncated selector, an empty selector, and an unbound name.
        ("<its:translateRule selector='//b[' translate='no'/>", "2:34"),
        ("<its:translateRule selector='' translate='no'/>", "2:30"),
        ("<its:translateRule selector='b' translate='no'/>", "2:30"),
        ("<its:translateRule selector='1 + 1' translate='no'/>", "2:30"),
        ("<its:translateRule selector='//x:b' translate='no'/>", "2:32"),
        ("<its:translateRule selector='//b[@x:y]' translate='no'/>", "2:35"),
        ("<its:translateRule selector='//b[$y]' translate='no'/>", "2:34"),
        ("<its:translateRule selector='//b[y()]' translate='no'/>", "2:34"),
        ("<its:idValueRule selector='//b' idValue='@c]'/>", "2:44"),
        // Invalid values and rules.
        ("<its:translateRule selector='//b' translate='maybe'/>", "2:46"),
        ("<its:translateRule translate='no'/>", "2:1"),
        ("<its:noRule selector='//b'/>", "2:1"),
    ];
    let mut faults = Vec::new();
    for (rule, place) in broken {
        let error = ruled(rule).expect_err(rule);
        if told(&error) != (ErrorKind::Malformed, place.into()) {
            faults.push(format!("{rule}: expected {place}: {:?} {error}", error.kind()));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn broken_selectors_of_css_are_refused_at_their_place() {
    let mut faults = Vec::new();
    for (selector, column) in [
        ("b >", 34),
        ("b[c", 34),
        ("b:nth-child(", 43),
        ("b:unknown", 32),
        ("b,,b", 33),
        ("x|b", 31),
        ("", 31),
    ] {
        let rules = format!("<its:translateRule selector='{selector}' translate='no'/>");
        let source = format!(
            "<a xmlns:its='http://www.w3.org/2005/11/its'>\n<its:rules version='2.0' \
             queryLanguage='css'>\n {rules}</its:rules><b/></a>"
        );
        let error = Analysis::read(&source, Format::Xml, &Options::default());
        let error = error.map(drop).expect_err(&source);
        if told(&error) != (ErrorKind::Malformed, format!("3:{column}")) {
            faults.push(format!("`{selector}`: expected {column}: {:?} {error}", error.kind()));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let source = "<a xmlns:its='http://www.w3.org/2005/11/its'>\n<its:rules version='2.0' \
                  queryLanguage='xquery'/></a>";
    let error = Analysis::read(source, Format::Xml, &Options::default()).map(drop);
    assert_eq!(error.expect_err("no language of ours").kind(), ErrorKind::Unsupported);
}

#[test]
fn rules_that_select_nothing_are_fine() {
    for selector in ["//none", "//none/@c", "//b/@none", "//@none", "//b[@c=2]/@c", "//none/text()"]
    {
        let rule = format!("<its:translateRule selector='{selector}' translate='yes'/>");
        let analysis = ruled(&rule).expect(selector);
        assert_eq!(analysis.warnings(), [""; 0], "{selector}");
    }
    ruled("<its:idValueRule selector='//b' idValue='@none'/>").expect("an id that is not there");
}
