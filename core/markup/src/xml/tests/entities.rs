use super::{texts, tree};
use crate::tree::{NodeId, Tree};
use crate::xml::{Limits, parse};
use glossweave_base::error::ErrorKind;

fn with<'s>(subset: &str, content: &str, source: &'s mut String) -> Tree<'s> {
    *source = format!("<!DOCTYPE a [{subset}]><a>{content}</a>");
    tree(source)
}

#[test]
fn text_of_entities_is_text() {
    let mut source = String::new();
    let tree =
        with("<!ENTITY e 'E&f;\r\n'><!ENTITY f 'F&#38;lt;&#13;'>", "x&e;y<b/>&f;", &mut source);
    let expected = [("xEF<\r\ny", "x&e;y"), ("F<\r", "&f;")];
    assert_eq!(texts(&tree), expected);
    let text = tree.children(NodeId::FIRST).next().unwrap();
    let references = tree.references(text);
    assert_eq!(references.len(), 1);
    assert_eq!((&tree.source()[references[0].at()], references[0].length()), ("&e;", 5));
    assert!(!tree.node(text).inside);
}

#[test]
fn markup_of_entities_is_inside() {
    let mut source = String::new();
    let subset =
        "<!ENTITY e 't<b x=\"1&f;\"><![CDATA[c]]></b>&f;'><!ENTITY f 'F'><!ENTITY g '&e;'>";
    let tree = with(subset, "x&g;&f;y", &mut source);
    let expected = [("x", "x"), ("t", "&g;"), ("c", "&g;"), ("F", "&g;"), ("Fy", "&f;y")];
    assert_eq!(texts(&tree), expected);
    let b = tree.elements(NodeId::FIRST).next().unwrap();
    assert_eq!(tree.attribute(b, "", "x"), Some("1F"));
    assert!(tree.node(b).inside && tree.node(b.next()).inside);
    assert_eq!(&tree.source()[tree.node(b).at()], "&g;");
    assert!(!tree.node(tree.end().previous().unwrap()).inside);
}

#[test]
fn what_is_outside_is_not_read() {
    let mut source = String::new();
    let external = with("<!ENTITY e SYSTEM 'file:///etc/passwd'>", "x&e;y", &mut source);
    assert_eq!(texts(&external), [("x", "x"), ("y", "y")]);
    let subset = "<!ENTITY e 'E'>%p;<!ENTITY e2 'E'><!ATTLIST a d CDATA 'D'>";
    let mut source = String::new();
    let unread = with(subset, "&e;&e2;&e3;y", &mut source);
    assert_eq!(texts(&unread), [("E", "&e;"), ("y", "y")]);
    assert_eq!(unread.attributes(NodeId::FIRST).len(), 0);
    let source = "<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0 Strict//EN' 'x.dtd'>\
                  <html t='&eacute;'>&nbsp;&none;</html>";
    let html = tree(source);
    assert_eq!(texts(&html), [("\u{A0}", "&nbsp;")]);
    assert_eq!(html.attribute(NodeId::FIRST, "", "t"), Some("é"));
}

#[test]
fn parameter_entities_declare() {
    let mut source = String::new();
    // The example of XML 1.0, appendix D.
    let subset =
        "<!ENTITY % xx '&#37;zz;'><!ENTITY % zz '&#60;!ENTITY tricky \"error-prone\" >'>%xx;";
    assert_eq!(texts(&with(subset, "This is &tricky;", &mut source))[0].0, "This is error-prone");
    let subset = "<!ENTITY example \"<p>An ampersand (&#38;#38;) may be escaped\nnumerically \
                  (&#38;#38;#38;) or with a general entity (&amp;amp;).</p>\">";
    let mut source = String::new();
    let tree = with(subset, "&example;", &mut source);
    assert_eq!(
        tree.string(NodeId::FIRST),
        "An ampersand (&) may be escaped\nnumerically (&#38;) or with a general entity (&amp;)."
    );
}

fn fault(subset: &str, content: &str, limits: Limits) -> (ErrorKind, String, String) {
    let source = format!("<!DOCTYPE a [{subset}]><a>{content}</a>");
    let fault = parse(source.as_str().into(), limits).unwrap_err();
    (fault.kind, fault.message, source[fault.at].to_owned())
}

#[test]
fn entities_are_whole() {
    for (subset, content, message, at) in [
        ("<!ENTITY e '<b>'>", "&e;</b>", "expected `</b>`, found the end in the entity `e`", "&e;"),
        (
            "<!ENTITY e '</a>'>",
            "&e;",
            "expected no end tag without a start tag, found `</a>` in the entity `e`",
            "&e;",
        ),
        (
            "<!ENTITY e '<b'>",
            "x&e;/>",
            "expected white space or the end of the tag `b`, found the end in the entity `e`",
            "&e;",
        ),
        (
            "<!ENTITY e '&f;'><!ENTITY f '&e;'>",
            "&e;",
            "expected no entity that contains itself, found `e` in the entity `f`",
            "&e;",
        ),
        (
            "<!ENTITY e '&e;'>",
            "<b c='&e;'/>",
            "expected no entity that contains itself, found `e`",
            "&e;",
        ),
        (
            "<!ENTITY % e '&#37;e;'>%e;",
            "",
            "expected no entity that contains itself, found `%e;`",
            "%e;",
        ),
        (
            "<!ENTITY e '&lt;&#60;'>",
            "<b c='&e;'/>",
            "expected no `<` in the value of an attribute, found one",
            "&e;",
        ),
        (
            "<!ENTITY e SYSTEM 'x'>",
            "<b c='&e;'/>",
            "expected no external entity in the value of an attribute",
            "&e;",
        ),
        (
            "<!NOTATION n SYSTEM ''><!ENTITY e SYSTEM 'x' NDATA n>",
            "&e;",
            "expected a parsed entity, found the unparsed `e`",
            "&e;",
        ),
        (
            "<!ENTITY e 'x]]&#62;'>",
            "&e;",
            "expected no `]]>` in text, found one in the entity `e`",
            "&e;",
        ),
    ] {
        let found = fault(subset, content, Limits::default());
        assert_eq!(found, (ErrorKind::Malformed, message.into(), at.into()));
    }
    // An entity that is never used does not need to be well-formed.
    tree("<!DOCTYPE a [<!ENTITY e '<b'><!ENTITY f '&f;'>]><a/>");
}

#[test]
fn expansion_is_bounded() {
    let mut laughs = "<!ENTITY l0 'lol'>".to_owned();
    let mut empty = "<!ENTITY l0 ''>".to_owned();
    let mut marked = "<!ENTITY l0 '<b/>'>".to_owned();
    let mut parameters = "<!ENTITY % l0 ''>".to_owned();
    for number in 1..30 {
        let ten = format!("&l{};", number - 1).repeat(10);
        for all in [&mut laughs, &mut empty, &mut marked] {
            all.push_str(&format!("<!ENTITY l{number} '{ten}'>"));
        }
        let ten = format!("&#37;l{};", number - 1).repeat(10);
        parameters.push_str(&format!("<!ENTITY % l{number} '{ten}'>"));
    }
    parameters.push_str("%l29;");
    let large = format!("<!ENTITY e '{}'>", "x".repeat(100_000));
    let defaults = format!("<!ATTLIST b c CDATA '{}'>", "x".repeat(100_000));
    let limits = Limits { expansion: 1 << 20, ..Limits::default() };
    for (subset, content, at) in [
        (&laughs, "x&l29;", "&l29;"),
        (&laughs, "<b c='&l29;'/>", "&l29;"),
        (&empty, "x&l29;", "&l29;"),
        (&marked, "x&l29;", "&l29;"),
        (&parameters, "", "%l29;"),
        (&large, &"&e;".repeat(100_000), "&e;"),
        (&defaults, &"<b/>".repeat(100_000), "<b"),
    ] {
        let found = fault(subset, content, limits);
        assert_eq!((found.0, found.2.as_str()), (ErrorKind::TooLarge, at), "{}", found.1);
    }
    let deep: String = (1..20_000).map(|n| format!("<!ENTITY d{n} '&d{};'>", n - 1)).collect();
    let deep = format!("<!ENTITY d0 'D'>{deep}");
    let mut source = String::new();
    assert_eq!(texts(&with(&deep, "&d19999;", &mut source))[0].0, "D");
    let elements = "<b>".repeat(1_000);
    assert_eq!(fault("", &elements, limits).0, ErrorKind::TooLarge);
}
