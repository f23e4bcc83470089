use super::{compile, result, run, run_with, saxon, sheet, template};
use crate::Limits;
use glossweave_base::error::ErrorKind;

#[test]
fn xslt_3_runs() {
    let Some(saxon) = saxon() else { return };
    let text = template(
        "<r><xsl:for-each-group select='//w' group-by='@p'>\
         <g p='{current-grouping-key()}'><xsl:value-of select='current-group()' separator=','/></g>\
         </xsl:for-each-group><xsl:value-of select=\"replace('ab', '(a)', '$1$1')\"/></r>",
    );
    let program = compile(&saxon, &text).unwrap();
    let source = "<?xml version='1.0' encoding='UTF-16'?><t><w p='n'>é</w><w p='v'>go</w>\
                  <w p='n'>\u{1F600}</w></t>";
    let outcome = run(&*program, source).unwrap();
    assert_eq!(
        String::from_utf8(outcome.bytes).unwrap(),
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><r><g p=\"n\">é,\u{1F600}</g><g p=\"v\">go</g>aab</r>"
    );
    assert!(outcome.messages.is_empty() && outcome.documents.is_empty());
}

#[test]
fn a_stylesheet_reads_itself() {
    let Some(saxon) = saxon() else { return };
    let text = "<!--x--><xsl:stylesheet version='2.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform' \
        xmlns:my='urn:my' exclude-result-prefixes='my'><my:data>own</my:data>\
        <xsl:param name='p' select=\"'of the caller'\"/>\
        <xsl:template match='/'><r><xsl:value-of select=\"document('')/*/my:data\"/>\
        <xsl:for-each select=\"document('')//my:data\"><xsl:value-of select='., $p'/></xsl:for-each>\
        <xsl:value-of select='count(document(\"\")//xsl:param)'/></r></xsl:template></xsl:stylesheet>";
    for text in [text.to_owned(), text.replace("'2.0'", "'3.0'"), text.replace("'2.0'", "'1.0'")] {
        let program = compile(&saxon, &text).unwrap();
        for _ in 0..2 {
            let parameters = [("{g:self}d", "not this")];
            let made = run_with(
                &*program,
                "<my:data xmlns:my='urn:my'/>",
                &parameters,
                &Limits::default(),
            );
            let made = String::from_utf8(made.unwrap().bytes).unwrap();
            let all = if text.contains("'1.0'") { "own" } else { "own of the caller" };
            assert!(made.ends_with(&format!("<r>own{all}1</r>")), "{made}");
        }
    }
    // Errors keep their locations.
    let wrong = sheet("<xsl:variable name='a' select='document(\"\")/*, nosuch()'/>");
    let error = compile(&saxon, &wrong).err().unwrap();
    assert_eq!((error.code(), error.location().unwrap().line()), (Some("XPST0017"), 1));
}

#[test]
fn parameters_become_what_they_are_declared_to_be() {
    let Some(saxon) = saxon() else { return };
    let text = sheet(
        "<xsl:output method='text'/><xsl:param name='i' as='xs:integer' select='1'/>\
         <xsl:param name='d' as='xs:date?'/><xsl:param name='s' as='xs:string' select=\"'-'\"/>\
         <xsl:param name='n'/><xsl:param name='u:b' as='xs:boolean' select='false()' xmlns:u='urn:u'/>\
         <xsl:template match='/' xmlns:u='urn:u'>\
         <xsl:value-of select='$i + 1, $d, $s, $n, $u:b' separator='|'/></xsl:template>",
    );
    let program = compile(&saxon, &text).unwrap();
    let outcome_of = |parameters: &[(&str, &str)]| {
        let outcome = run_with(&*program, "<x/>", parameters, &Limits::default());
        outcome.map(|outcome| String::from_utf8(outcome.bytes).unwrap())
    };
    assert_eq!(outcome_of(&[]).unwrap(), "2|-||false");
    assert_eq!(outcome_of(&[("i", "41")]).unwrap(), "42|-||false");
    assert_eq!(outcome_of(&[("d", "2020-02-29"), ("s", "é")]).unwrap(), "2|2020-02-29|é||false");
    assert_eq!(outcome_of(&[("{urn:u}b", "true")]).unwrap(), "2|-||true");
    assert_eq!(outcome_of(&[("n", "a<b"), ("nobody", "x")]).unwrap(), "2|-|a<b|false");
    let error = outcome_of(&[("i", "many")]).unwrap_err();
    assert_eq!((error.kind(), error.code()), (ErrorKind::Invalid, Some("FORG0001")));
    for (name, value) in [("i", "4\0"), ("a\0", "x"), ("", "x"), ("{urn:x", "x")] {
        let error = outcome_of(&[(name, value)]).unwrap_err();
        assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some(name)), "{name}");
    }
    let long = "x".repeat(10 << 20);
    assert_eq!(outcome_of(&[("n", &long)]).unwrap().len(), "2|-||false".len() + long.len());
}

#[test]
fn instructions_say_where_they_are() {
    let Some(saxon) = saxon() else { return };
    let text = template("\n <xsl:message>one <b>é</b></xsl:message><x/>");
    let program = compile(&saxon, &text).unwrap();
    let outcome = run(&*program, "<x/>").unwrap();
    assert_eq!(outcome.messages.len(), 1);
    assert_eq!(outcome.messages[0].text, "one é");
    let place = outcome.messages[0].location.as_ref().unwrap();
    assert_eq!((place.line(), place.column()), (2, 2));

    let text = template("<xsl:message select='1, 2'/><xsl:message>b</xsl:message>");
    let program = compile(&saxon, &text).unwrap();
    for _ in 0..2 {
        let messages = run(&*program, "<x/>").unwrap().messages;
        let texts: Vec<_> = messages.iter().map(|message| message.text.as_str()).collect();
        assert_eq!(texts, ["1 2", "b"]);
    }
}

#[test]
fn a_simplified_stylesheet_runs_and_so_do_older_versions() {
    let Some(saxon) = saxon() else { return };
    let text = "<p xsl:version='2.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>\
                <xsl:value-of select='name(*)'/></p>";
    assert_eq!(result(&saxon, text).unwrap(), "<p>x</p>");
    for version in ["1.0", "2.0"] {
        let text = template("<xsl:value-of select=\"'a', 'b'\"/>");
        let text = text.replace("version='3.0'", &format!("version='{version}'"));
        let written = result(&saxon, &text).unwrap();
        assert_eq!(written, if version == "1.0" { "a" } else { "a b" });
    }
}
