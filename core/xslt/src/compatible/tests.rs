use super::check;
use glossweave_markup::xml::{self, Limits};

const BEGIN: &str = "<xsl:stylesheet version='2.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform' \
    xmlns:str='http://exslt.org/strings' xmlns:func='http://exslt.org/functions' xmlns:my='urn:my' \
    xmlns:fn='http://www.w3.org/2005/xpath-functions' xmlns:f='urn:f'>\n";

fn found(inside: &str) -> Result<(), (String, u32)> {
    let text = format!("{BEGIN}{inside}</xsl:stylesheet>");
    let tree = xml::parse(text.as_str().into(), Limits::default()).unwrap();
    check(&tree).map_err(|error| (error.message().to_owned(), error.location().unwrap().column()))
}

fn refused(inside: &str) -> String {
    match found(inside) {
        Ok(()) => panic!("not refused: {inside}"),
        Err((message, _)) => message,
    }
}

#[test]
fn what_is_of_version_1_passes() {
    for inside in [
        "<xsl:template match='/|a//b[1]/@c|id(\"x\")|key(\"k\",\"v\")//d|text()|processing-instruction(\"p\")'/>",
        "<xsl:template match='a' mode='my:m' priority='-1.5'><xsl:apply-templates select='..//node()' mode='x'/></xsl:template>",
        "<xsl:template name='t'><a b='{c}{{}}{concat(\"}\", d)}' xsl:use-attribute-sets='s'/></xsl:template>",
        "<xsl:template match='a'><xsl:value-of select='- 1 * -(2 div 3) mod * - a-b * div div mod or and and not(or)'/></xsl:template>",
        "<xsl:template match='a'><xsl:value-of select='str:tokenize(., \" \")[last()]/@x | $y/z | (//a)[1]/ancestor::b'/></xsl:template>",
        "<xsl:template match='a'><xsl:value-of select='.5 + 5. + 5.25 - string-length() >= document(\"\")//*'/></xsl:template>",
        "<func:function name='my:f'><func:result select='1'/></func:function><xsl:variable name='x' select='my:f()'/>",
        "<xsl:output method='html' indent='yes' encoding='UTF-8'/><xsl:key name='k' match='a' use='@b'/>",
        "<xsl:template match='a'><xsl:for-each-group select='for $x in a return b'><xsl:fallback><b/></xsl:fallback></xsl:for-each-group></xsl:template>",
        "<my:data anything='at all'/>",
        "<xsl:template match='a'><xsl:choose><xsl:when test=\"system-property('xsl:version') >= 2\"><xsl:sequence select='current-group()'/></xsl:when><xsl:otherwise><b/></xsl:otherwise></xsl:choose></xsl:template>",
        "<xsl:template match='a'><xsl:if test='element-available(\"xsl:new\")'><xsl:new a='b'><xsl:newer/></xsl:new></xsl:if></xsl:template>",
        "<xsl:template match='a'><xsl:if test='function-available(\"f:g\")'><c d='{f:g()}'/></xsl:if></xsl:template>",
        "<xsl:template match='a'><xsl:number level='any' count='a|b' format='{$f}' value='1'/></xsl:template>",
    ] {
        assert_eq!(found(inside), Ok(()), "{inside}");
    }
}

#[test]
fn what_is_of_a_later_version_is_named() {
    for (inside, expected) in [
        ("<xsl:function name='my:f'/>", "`xsl:function` is not an instruction of XSLT 1.0"),
        (
            "<xsl:function name='my:f'><xsl:fallback/></xsl:function>",
            "`xsl:function` is not an instruction",
        ),
        (
            "<xsl:template match='a'><xsl:sequence select='1'/></xsl:template>",
            "`xsl:sequence` is no",
        ),
        (
            "<xsl:template match='a'><xsl:analyze-string select='a' regex='b'><xsl:fallback><xsl:sequence select='1'/></xsl:fallback></xsl:analyze-string></xsl:template>",
            "`xsl:sequence` is no",
        ),
        ("<xsl:variable name='a' as='xs:string'/>", "`xsl:variable` of XSLT 1.0 has no `as`"),
        ("<xsl:param name='a' required='yes'/>", "has no `required`"),
        (
            "<xsl:template match='a'><xsl:value-of select='a' separator=','/></xsl:template>",
            "has no `separator`",
        ),
        ("<xsl:template match='a' use-when='false()'/>", "has no `use-when`"),
        (
            "<xsl:template match='a'><b xsl:use-when='true()'/></xsl:template>",
            "no attribute `xsl:use-when`",
        ),
        (
            "<xsl:template match='a'><b xsl:expand-text='yes'/></xsl:template>",
            "no attribute `xsl:expand-text`",
        ),
        ("<xsl:template match='a' mode='#all'/>", "has no `mode` `#all`"),
        ("<xsl:template match='a' mode='a b'/>", "has no `mode` `a b`"),
        ("<xsl:output indent='true'/>", "has no `indent` `true`"),
        ("<xsl:output method='json'/>", "has no `method` `json`"),
        (
            "<xsl:template match='document-node()'/>",
            "`document-node()` is not an expression of XPath 1.0",
        ),
        ("<xsl:template match='.[a]'/>", "is not an expression of XPath 1.0"),
        ("<xsl:template match='ancestor::a'/>", "an axis `ancestor` in a pattern"),
        ("<xsl:template match='$x'/>", "is not an expression of XPath 1.0"),
        ("<xsl:variable name='a' select='1 to 3'/>", "expected an operator, found `to`"),
        ("<xsl:variable name='a' select='(1, 2)'/>", "expected `)`, found `,`"),
        ("<xsl:variable name='a' select='()'/>", "is not an expression of XPath 1.0"),
        (
            "<xsl:variable name='a' select='if (a) then b else c'/>",
            "expected an operator, found `then`",
        ),
        (
            "<xsl:variable name='a' select='for $x in a return $x'/>",
            "is not an expression of XPath 1.0",
        ),
        ("<xsl:variable name='a' select='a/string()'/>", "a function `string` where a step"),
        ("<xsl:variable name='a' select='a eq b'/>", "found `eq`"),
        ("<xsl:variable name='a' select='a || b'/>", "is not an expression of XPath 1.0"),
        ("<xsl:variable name='a' select='a ! b'/>", "is not an expression of XPath 1.0"),
        ("<xsl:variable name='a' select='*:b'/>", "is not an expression of XPath 1.0"),
        ("<xsl:variable name='a' select='\"a\"\"b\"'/>", "found a literal"),
        ("<xsl:variable name='a' select='replace(a, b, c)'/>", "has no function `replace`"),
        ("<xsl:variable name='a' select='tokenize(a)'/>", "has no function `tokenize`"),
        ("<xsl:variable name='a' select='string-join(a, b)'/>", "has no function `string-join`"),
        (
            "<xsl:variable name='a' select='substring(a)'/>",
            "`substring` of XPath 1.0 does not take 1 arg",
        ),
        (
            "<xsl:variable name='a' select='fn:replace(a, b, c)'/>",
            "there is no function `fn:replace`",
        ),
        ("<xsl:variable name='a' select='f:g()'/>", "there is no function `f:g`"),
        ("<xsl:variable name='a' select='str:nothing()'/>", "there is no function `str:nothing`"),
        ("<xsl:variable name='a' select='no:such()'/>", "there is no function `no:such`"),
        ("<xsl:template match='a'><b c='{d'/></xsl:template>", "a `{` that is not closed"),
        (
            "<xsl:template match='a'><b c='{current-date()}'/></xsl:template>",
            "no function `current-date`",
        ),
        ("<xsl:template match='a[matches(., \"b\")]'/>", "no function `matches`"),
        ("<xsl:sort select='a' stable='yes'/>", "has no `stable`"),
        ("<xsl:import-schema/>", "is not an instruction"),
        (
            "<xsl:template match='a'><xsl:if test='function-available(\"f:g\")'/><xsl:new/></xsl:template>",
            "`xsl:new` is not an instruction",
        ),
        (
            "<xsl:template match='a'><xsl:if test='b'><xsl:new/></xsl:if></xsl:template>",
            "`xsl:new` is not an instruction",
        ),
    ] {
        let message = refused(inside);
        assert!(message.contains(expected), "{inside}: {message}");
    }
}

#[test]
fn the_place_is_that_of_the_first() {
    let inside = "<xsl:variable name='a'  select='1 to 3'/><xsl:function name='b'/>";
    assert_eq!(found(inside).unwrap_err().1, 33);
    assert_eq!(found("<a/><xsl:function name='b'/>").unwrap_err().1, 5);
}

#[test]
fn depth_is_bounded() {
    let deep = "(".repeat(5_000) + "1" + &")".repeat(5_000);
    assert!(
        refused(&format!("<xsl:variable name='a' select='{deep}'/>"))
            .contains("more than 100 deep")
    );
    let minus = "-".repeat(100_000);
    assert_eq!(found(&format!("<xsl:variable name='a' select='{minus}1'/>")), Ok(()));
}
