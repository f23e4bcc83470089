#![allow(clippy::unwrap_used, reason = "clippy knows test functions only")]

use super::Schema;
use crate::xml::{Limits, parse};
use glossweave_base::error::ErrorKind;

const RNG: &str = r#"<element name="p" xmlns="http://relaxng.org/ns/structure/1.0">
  <zeroOrMore><choice><text/><ref name="b"/></choice></zeroOrMore></element>"#;

fn errors(schema: &Schema, source: &str) -> Vec<(String, String)> {
    let tree = parse(source.into(), Limits::default()).unwrap();
    let errors = schema.validate(&tree).unwrap();
    let name =
        |invalid: &super::Invalid| invalid.element.map(|node| tree.name(node).local.to_string());
    errors
        .iter()
        .map(|invalid| (name(invalid).unwrap_or_default(), invalid.message.clone()))
        .collect()
}

fn grammar(content: &str) -> String {
    format!(
        "<grammar xmlns='http://relaxng.org/ns/structure/1.0' \
         datatypeLibrary='http://www.w3.org/2001/XMLSchema-datatypes'><start>{content}</start></grammar>"
    )
}

#[test]
fn documents_are_validated_with_relax_ng() {
    let inline =
        "<element name='b'><attribute name='n'><data type='integer'/></attribute><text/></element>";
    let mixed =
        format!("<element name='p'><mixed><zeroOrMore>{inline}</zeroOrMore></mixed></element>");
    let schema: Schema = grammar(&mixed).parse().unwrap();
    assert_eq!(errors(&schema, "<p>a<b n='1'>b</b></p>"), []);
    for (source, element) in [
        ("<p>a<b n='x'>b</b></p>", "b"),
        ("<p>a<b>b</b></p>", "b"),
        ("<p>a<i>b</i></p>", "i"),
        ("<q>a</q>", "q"),
    ] {
        let errors = errors(&schema, source);
        assert!(errors.iter().any(|error| error.0 == element), "{source}: {errors:?}");
    }
    // A document can be validated repeatedly.
    assert_eq!(errors(&schema, "<p><b n='2'/></p>"), []);
}

#[test]
fn documents_are_validated_with_a_document_type_definition() {
    let dtd = "<?xml version='1.0' encoding='ISO-8859-1'?><!ENTITY % text '#PCDATA | é'>\
               <!ELEMENT p (%text;)*><!ELEMENT é (#PCDATA)><!ATTLIST é n NMTOKEN #REQUIRED>";
    let schema: Schema = dtd.parse().unwrap();
    assert_eq!(errors(&schema, "<p>a<é n='1'>b</é></p>"), []);
    for (source, element) in
        [("<p>a<é>b</é></p>", "é"), ("<p><é n='1'><é n='2'/></é></p>", "é"), ("<p><i/></p>", "p")]
    {
        let errors = errors(&schema, source);
        assert!(errors.iter().any(|error| error.0 == element), "{source}: {errors:?}");
    }
}

#[test]
fn schemas_with_other_files_are_refused() {
    let file = declarations();
    for schema in [
        grammar("<externalRef href='FILE'/>"),
        "<grammar xmlns='http://relaxng.org/ns/structure/1.0'><include href='FILE'/></grammar>"
            .to_owned(),
        "<!ENTITY % more SYSTEM 'FILE'>%more;<!ELEMENT p (#PCDATA)>".to_owned(),
        "<!ELEMENT p (#PCDATA)><!ENTITY % d \"&#60;!ENTITY &#37; e SYSTEM 'FILE'>\">%d;%e;"
            .to_owned(),
    ] {
        let schema = schema.replace("FILE", &file);
        let error = schema.parse::<Schema>().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unsupported, "{error}");
        assert!(error.message().contains("another file"), "{error}");
    }
}

/// Returns the path of a file whose declarations would cause an error if they were read.
fn declarations() -> String {
    let path = std::env::temp_dir().join(format!("glossweave-schema-{}.dtd", std::process::id()));
    std::fs::write(&path, "<!ELEMENT q (").unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn faults_of_schemas_are_errors() {
    for (schema, message) in [
        ("", "the schema is not well-formed"),
        ("<p>", "the schema is not well-formed"),
        ("<p/>", "the schema is neither RELAX NG in XML nor a document type definition"),
        ("<!ELEMENT p (", "the schema is invalid"),
        (RNG, "the schema is invalid"),
    ] {
        let error = schema.parse::<Schema>().unwrap_err();
        assert!(error.message().starts_with(message), "{schema}: {error}");
        assert_eq!((error.kind(), error.parameter()), (ErrorKind::Malformed, Some("schema")));
    }
}

#[test]
fn deep_documents_are_validated_on_a_small_stack() {
    let relax_ng = "<grammar xmlns='http://relaxng.org/ns/structure/1.0'><start><ref name='a'/></start>\
                    <define name='a'><element name='a'><optional><ref name='a'/></optional></element>\
                    </define></grammar>";
    let source = format!("{}{}", "<a>".repeat(999), "</a>".repeat(999));
    for schema in [relax_ng, "<!ELEMENT a (a?)>"] {
        let (schema, source) = (schema.parse::<Schema>().unwrap(), source.clone());
        let validate = move || errors(&schema, &source).len();
        let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(validate).unwrap();
        assert_eq!(thread.join().unwrap(), 0);
    }
}
