use crate::xml::{Limits, parse};
use glossweave_base::error::ErrorKind;

/// Returns the fault of a source as `RANGE: MESSAGE`.
fn fault(source: &str) -> String {
    match parse(source.into(), Limits::default()) {
        Ok(_) => "none".into(),
        Err(fault) => {
            assert_eq!(fault.kind, ErrorKind::Malformed);
            assert!(source.get(fault.at.clone()).is_some(), "{source}: {:?}", fault.at);
            format!("{}..{}: {}", fault.at.start, fault.at.end, fault.message)
        }
    }
}

#[test]
fn tags() {
    for (source, expected) in [
        ("", "0..0: expected the root element, found the end"),
        ("  x", "2..3: expected the root element, found `x`"),
        ("<a/>x", "4..5: expected nothing after the root element, found `x`"),
        ("<a/>&lt;", "4..5: expected nothing after the root element, found `&`"),
        ("<a/><b/>", "4..6: expected nothing after the root element, found `<b`"),
        ("<![CDATA[]]><a/>", "0..1: expected the root element, found `<`"),
        ("<a><b></a>", "6..9: expected `</b>`, found `</a>`"),
        ("<a></b>", "3..6: expected `</a>`, found `</b>`"),
        ("<a></ab>", "3..7: expected `</a>`, found `</ab>`"),
        ("<a></a", "6..6: expected `>`, found the end"),
        ("<a><b>", "6..6: expected `</b>`, found the end"),
        ("</a>", "0..3: expected no end tag without a start tag, found `</a>`"),
        ("< a/>", "1..2: expected the name of an element, found ` `"),
        ("<1/>", "1..2: expected the name of an element, found `1`"),
        ("<a", "2..2: expected white space or the end of the tag `a`, found the end"),
        ("<a/ >", "3..4: expected `>`, found ` `"),
        ("<a x='1'y='2'/>", "8..9: expected white space or the end of the tag `a`, found `y`"),
        ("<a x/>", "4..5: expected `=`, found `/`"),
        ("<a x=1/>", "5..6: expected a value in quotes, found `1`"),
        ("<a x='1/>", "9..9: expected `'`, found the end"),
        ("<a x='1><b y='2'/></a>", "8..9: expected no `<` in the value of an attribute, found one"),
        ("<a x='<'/>", "6..7: expected no `<` in the value of an attribute, found one"),
        ("<a x='1' x='2'/>", "9..10: expected each attribute once, found `x` again"),
        ("<a xmlns='1' xmlns='2'/>", "13..18: expected each attribute once, found `xmlns` again"),
        (
            "<a xmlns:p='1' xmlns:q='1' p:x='' q:x=''/>",
            "34..37: expected each attribute once, found `q:x` again",
        ),
        ("<a xmlns:p='1' p:x='' x=''/>", "none"),
        ("<a·b é='·'/>", "none"),
        ("<·a/>", "1..3: expected the name of an element, found `·`"),
    ] {
        assert_eq!(fault(source), expected, "{source}");
    }
    let many: String = (0..40).map(|number| format!(" a{number}=''")).collect();
    assert!(fault(&format!("<a{many} a7=''/>")).ends_with("found `a7` again"));
}

#[test]
fn namespaces() {
    const XML: &str = "http://www.w3.org/XML/1998/namespace";
    for (source, expected) in [
        ("<a><p:b/></a>".to_owned(), "4..7: the prefix `p` is not declared"),
        ("<a p:x=''/>".into(), "3..6: the prefix `p` is not declared"),
        ("<a:b:c xmlns:a='1'/>".into(), "1..6: expected a qualified name, found `a:b:c`"),
        ("<:a/>".into(), "1..3: expected a qualified name, found `:a`"),
        ("<a: xmlns:a='1'/>".into(), "1..3: expected a qualified name, found `a:`"),
        ("<a xmlns:p=''/>".into(), "3..10: expected a namespace for the prefix `p`, found none"),
        ("<a xmlns:-p='1'/>".into(), "3..11: expected a prefix, found `-p`"),
        ("<a xmlns:='1'/>".into(), "3..9: expected a prefix after `xmlns:`, found none"),
        (
            "<a xmlns:xml='1'/>".into(),
            "3..12: expected the prefix `xml`, and no other, for \
             `http://www.w3.org/XML/1998/namespace`",
        ),
        (
            format!("<a xmlns:p='{XML}'/>"),
            "3..10: expected the prefix `xml`, and no other, for \
             `http://www.w3.org/XML/1998/namespace`",
        ),
        (
            "<a xmlns:xmlns='1'/>".into(),
            "3..14: expected no declaration of `xmlns` or of `http://www.w3.org/2000/xmlns/`",
        ),
        (
            "<a xmlns='http://www.w3.org/2000/xmlns/'/>".into(),
            "3..8: expected no declaration of `xmlns` or of `http://www.w3.org/2000/xmlns/`",
        ),
        (format!("<a xmlns:xml='{XML}' xml:lang=''/>"), "none"),
        ("<?xml version='1.1'?><a xmlns:p='1'><b xmlns:p=''/></a>".into(), "none"),
        (
            "<?xml version='1.1'?><a xmlns:p='1'><b xmlns:p=''><p:c/></b></a>".into(),
            "51..54: the prefix `p` is not declared",
        ),
        ("<?p:i?><a/>".into(), "2..5: expected a name without a colon, found `p:i`"),
    ] {
        assert_eq!(fault(&source), expected, "{source}");
    }
}

#[test]
fn text_and_references() {
    for (source, expected) in [
        ("<a>]]></a>", "3..6: expected no `]]>` in text, found one"),
        ("<a>]] > ]]&gt; ]&#93;></a>", "none"),
        ("<a>\u{1}</a>", "3..4: expected a character of XML, found U+0001"),
        ("<a>\u{FFFE}</a>", "3..6: expected a character of XML, found `\u{FFFE}`"),
        ("<a b='\0'/>", "6..7: expected a character of XML, found U+0000"),
        ("<a><b></a>\u{1}", "6..9: expected `</b>`, found `</a>`"),
        ("<?xml version='1.1'?><a>\u{80}</a>", "24..26: expected a character of XML, found U+0080"),
        ("<?xml version='1.1'?><a>&#1;</a>", "none"),
        ("<a>&#1;</a>", "3..7: expected a character of XML, found U+0001"),
        ("<a>&#0;</a>", "3..7: expected a character of XML, found U+0000"),
        ("<a>&#xD800;</a>", "3..11: expected a character of XML, found U+D800"),
        ("<a>&#x110000;</a>", "3..13: expected a character of XML, found U+110000"),
        ("<a>&#99999999999999;</a>", "3..20: expected a character of XML, found U+FFFFFFFF"),
        ("<a>&#;</a>", "3..6: expected a digit, found `;`"),
        ("<a>&#X41;</a>", "3..6: expected a digit, found `X`"),
        ("<a>&amp</a>", "3..8: expected `;`, found `<`"),
        ("<a>& b</a>", "3..5: expected a name after `&`, found ` `"),
        ("<a>&b;</a>", "3..6: the entity `b` is not declared"),
        ("<a x='&b;'/>", "6..9: the entity `b` is not declared"),
        ("<a x='y &lt'/>", "8..11: expected `;`, found the end"),
        ("<a><!-- - -- --></a>", "10..12: expected `-->`, found `--` within a comment"),
        ("<a><!----->", "7..9: expected `-->`, found `--` within a comment"),
        ("<a><!--", "3..7: expected `--` at the end of a comment, found none"),
        ("<a><!x></a>", "5..6: expected `--` or `[CDATA[`, found `x`"),
        ("<a><![CDATA[</a>", "3..12: expected `]]>` at the end of a CDATA section, found none"),
        (
            "<a><?b",
            "6..6: expected white space before the content of a processing instruction, found the end",
        ),
        ("<a><?b </a>", "3..7: expected `?>` at the end of a processing instruction, found none"),
        ("<a><? b?></a>", "5..6: expected the target of a processing instruction, found ` `"),
        ("<?XML a?><a/>", "0..5: expected a target other than `XML`, which is reserved"),
        (
            " <?xml version='1.0'?><a/>",
            "1..6: expected the XML declaration at the start of the source only",
        ),
    ] {
        assert_eq!(fault(source), expected, "{source}");
    }
}

#[test]
fn the_declaration() {
    for (declaration, expected) in [
        ("version='1.0' encoding='x' standalone='yes' ", "none"),
        ("version = \"1.7\"", "none"),
        ("version='2.0'", "15..18: expected version 1.0 or 1.1 of XML, found `2.0`"),
        ("version='1.'", "15..17: expected version 1.0 or 1.1 of XML, found `1.`"),
        ("encoding='x'", "6..7: expected `version`, found `e`"),
        ("version='1.0'encoding='x'", "19..20: expected `?>`, found `e`"),
        ("version='1.0' standalone='no' encoding='x'", "36..37: expected `?>`, found `e`"),
        ("version='1.0' encoding='ü'", "30..32: expected the name of an encoding, found `ü`"),
        ("version='1.0' standalone='maybe'", "32..37: expected `yes` or `no`, found `maybe`"),
        ("version='1.0", "14..15: expected `'` at the end of the version, found none"),
        ("version='1.0' ? >", "20..21: expected `?>`, found `?`"),
    ] {
        let source = format!("<?xml {declaration}?><a/>");
        assert_eq!(fault(&source), expected, "{source}");
    }
}

#[test]
fn document_types() {
    for (subset, expected) in [
        (
            "<!ELEMENT a (b|(c,d)+)*> <!ELEMENT e EMPTY><!NOTATION n PUBLIC 'p'>%p;<!--c--><?i?>",
            "none",
        ),
        ("<!ATTLIST a b (c|1) 'c' d NOTATION (n|m) #IMPLIED e ENTITIES #FIXED 'f'>", "none"),
        (
            "<!ENTITY % p SYSTEM 's'><!ENTITY e PUBLIC 'p' 's' NDATA n><!ENTITY f '%'>",
            "83..84: expected no parameter entity within a declaration, found `%`",
        ),
        ("<!ELEMENT a (b,c|d)>", "29..30: expected `)`, found `|`"),
        ("<!ELEMENT a (#PCDATA|b)>", "36..37: expected `*`, found `>`"),
        ("<!ELEMENT a b>", "25..26: expected `(`, `EMPTY` or `ANY`, found `b`"),
        ("<!ENTITY e 'x' >x", "29..30: expected a declaration, found `x`"),
        ("<!ENTITY e>", "23..24: expected white space before the value of an entity, found `>`"),
        ("<!ENTITY e '&x'>", "27..27: expected `;`, found the end"),
        ("<!ENTITY p:e ''>", "22..25: expected a name without a colon, found `p:e`"),
        ("<!ENTITY % e SYSTEM 'a' NDATA n>", "37..38: expected `>`, found `N`"),
        ("<!ATTLIST a b OTHER ''>", "27..28: expected the type of an attribute, found `O`"),
        (
            "<!ATTLIST a b CDATA '<'>",
            "34..35: expected no `<` in the value of an attribute, found one",
        ),
        ("<!ATTLIST a b CDATA '&e;'><!ENTITY e ''>", "34..37: the entity `e` is not declared"),
        ("<!ATTLIST a b (c d) #IMPLIED>", "30..31: expected `|`, found `d`"),
        ("<![INCLUDE[]]>", "13..14: expected a declaration, found `<`"),
        ("%p", "15..16: expected `;`, found `]`"),
        (
            "<!NOTATION n PUBLIC 'ä' 's'>",
            "34..36: expected a character of a public identifier, found `ä`",
        ),
    ] {
        let source = format!("<!DOCTYPE a [{subset}]><a/>");
        assert_eq!(fault(&source), expected, "{source}");
    }
    for (source, expected) in [
        (
            "<!DOCTYPE a><!DOCTYPE a><a/>",
            "12..21: expected one document type declaration, before the root element",
        ),
        (
            "<a/><!DOCTYPE a>",
            "4..13: expected one document type declaration, before the root element",
        ),
        ("<!DOCTYPE a [", "13..13: expected a declaration, found the end"),
        (
            "<!DOCTYPE a PUBLIC 'p'><a/>",
            "22..23: expected white space before a system identifier, found `>`",
        ),
        (
            "<!DOCTYPE>",
            "9..10: expected white space before the name of the root element, found `>`",
        ),
        ("<!doctype a><a/>", "2..3: expected `--` or `[CDATA[`, found `d`"),
    ] {
        assert_eq!(fault(source), expected, "{source}");
    }
}

#[test]
fn the_place_is_that_of_the_bytes() {
    let source = b"\xFF\xFE<\0a\0>\0\n\0&\0b\0;\0";
    let decoded = crate::encoding::decode_xml(source, None).unwrap();
    let fault = parse(decoded.text.clone(), Limits::default()).unwrap_err();
    let error = fault.in_source(source, &decoded);
    assert_eq!(error.location().unwrap().bytes(), 10..16);
}
