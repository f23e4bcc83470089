//! The public items of `core/rdf/src/turtle.rs`.

#[test]
fn turtle_writer() {
    use glossweave_rdf::{
        Object, Sink, TurtleWriter,
        vocab::{nif, rdf},
    };
    let mut turtle = TurtleWriter::new();
    turtle.subject("http://a.example/#char=0,4");
    turtle.property(rdf::TYPE, Object::Name(nif::STRING));
    turtle.property(nif::ANCHOR_OF, Object::Text("a \"b\""));
    let bytes = turtle.finish();
    assert!(bytes.ends_with(b"    a nif:String ;\n    nif:anchorOf \"a \\\"b\\\"\" .\n"));
}

#[test]
fn turtle_writer_new() {
    use glossweave_rdf::TurtleWriter;
    let head = String::from_utf8(TurtleWriter::new().finish()).unwrap();
    assert!(head.contains(
        "@prefix nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> ."
    ));
}

#[test]
fn turtle_writer_reserve() {
    use glossweave_rdf::{Object, Sink, TurtleWriter, vocab::nif};
    let mut writer = TurtleWriter::new();
    writer.reserve(1 << 10);
    writer.subject("http://example.org/#char=0,4");
    writer.property(nif::ANCHOR_OF, Object::Text("Cork"));
    let turtle = String::from_utf8(writer.finish()).unwrap();
    assert!(turtle.contains("nif:anchorOf \"Cork\""));
}
