use super::check;
use crate::error::Kind;

const XSL: &str = "xmlns:xsl='http://www.w3.org/1999/XSL/Transform'";

#[test]
fn a_stylesheet_has_one_of_three_roots() {
    for good in [
        format!("<xsl:stylesheet version='1.0' {XSL}/>"),
        format!("\u{feff}<?xml version='1.0'?><xsl:transform version='1.0' {XSL}/>"),
        format!("<html xsl:version='1.0' {XSL}/>"),
    ] {
        check(&good).unwrap();
    }
    for bad in ["<stylesheet version='1.0'/>".to_owned(), format!("<xsl:template {XSL}/>")] {
        assert_eq!(check(&bad).unwrap_err().kind(), Kind::Invalid, "{bad}");
    }
}

#[test]
fn what_is_not_well_formed_is_said_with_its_place() {
    let error = check(&format!("\u{feff}<xsl:stylesheet {XSL}>\n</xsl:transform>")).unwrap_err();
    assert_eq!(error.kind(), Kind::Malformed);
    assert_eq!(error.location().unwrap().line(), 2);
}

#[test]
fn a_parameter_has_a_name_of_its_own() {
    let with = |name: &str| {
        format!("<xsl:stylesheet version='1.0' {XSL}><xsl:param name='{name}'/></xsl:stylesheet>")
    };
    check(&with("filter")).unwrap();
    assert_eq!(check(&with("informat")).unwrap_err().kind(), Kind::Invalid);
}
