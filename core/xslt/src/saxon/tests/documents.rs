use std::fs;

use super::{outcome, saxon, sheet, template};

#[test]
fn result_documents_are_collected_as_they_would_be_written() {
    let Some(saxon) = saxon() else { return };
    let file = std::env::temp_dir().join("glossweave-saxon-evil.xml");
    let text = sheet(&format!(
        "<xsl:output name='page' method='html' encoding='ISO-8859-1'/><xsl:template match='/'><main>\
         <xsl:result-document href='a.xml'><q>é</q></xsl:result-document>\
         <xsl:result-document href='../b/c.html' format='page'><html><head/>é€</html></xsl:result-document>\
         <xsl:for-each select='1 to 2'>\
         <xsl:result-document href='n{{.}}.txt' method='text' encoding='UTF-16'>t<xsl:value-of select='.'/></xsl:result-document></xsl:for-each>\
         <xsl:result-document href='file://{}' omit-xml-declaration='yes'><evil/></xsl:result-document>\
         <xsl:result-document href='http://localhost:9/x'><evil/></xsl:result-document>\
         </main></xsl:template>",
        file.display()
    ));
    let made = outcome(&saxon, &text).unwrap();
    assert!(String::from_utf8(made.bytes).unwrap().ends_with("<main/>"));
    let document = |uri: &str| {
        let found = made.documents.iter().find(|document| document.uri == uri);
        let found = found.unwrap_or_else(|| panic!("{uri}: {:?}", made.documents));
        found.bytes.clone()
    };
    assert_eq!(
        String::from_utf8(document("a.xml")).unwrap(),
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><q>é</q>"
    );
    let page = document("../b/c.html");
    assert!(page.windows(10).any(|window| window == b"ISO-8859-1"), "{page:?}");
    assert!(page.windows(10).any(|window| window == b"\xE9&#x20ac;<"), "{page:?}");
    assert_eq!(document("n2.txt"), b"\xFE\xFF\0t\x002");
    assert_eq!(document(&format!("file://{}", file.display())), b"<evil/>");
    assert_eq!(document("http://localhost:9/x").len(), 45);
    assert_eq!(made.documents.len(), 6);
    assert!(!fs::exists(file).unwrap());
}

#[test]
fn a_result_document_without_a_name_is_the_main_result() {
    let Some(saxon) = saxon() else { return };
    let text = template("<xsl:result-document><q/></xsl:result-document>");
    let made = outcome(&saxon, &text).unwrap();
    assert!(made.bytes.ends_with(b"<q/>") && made.documents.is_empty());
}

#[test]
fn two_documents_of_one_name_are_an_error() {
    let Some(saxon) = saxon() else { return };
    let document = "<xsl:result-document href='a'><q/></xsl:result-document>";
    let error = outcome(&saxon, &template(&format!("<m>{document}{document}</m>"))).unwrap_err();
    assert_eq!(error.code(), Some("XTDE1490"));
}
