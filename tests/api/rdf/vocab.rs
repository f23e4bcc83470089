//! The public items of `core/rdf/src/vocab.rs`.

#[test]
fn name() {
    use glossweave_rdf::vocab::skos;
    let label = skos::PREF_LABEL;
    assert_eq!(label.iri(), "http://www.w3.org/2004/02/skos/core#prefLabel");
    assert_eq!(label.compact(), "skos:prefLabel");
    assert_eq!(label.node().as_str(), label.iri());
}

#[test]
fn name_compact() {
    use glossweave_rdf::vocab::{itsrdf, rdf};
    assert_eq!(
        (itsrdf::TA_IDENT_REF.compact(), rdf::TYPE.compact()),
        ("itsrdf:taIdentRef", "rdf:type")
    );
}
