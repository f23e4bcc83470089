//! The public items of `core/link/src/template/endpoint.rs`.

#[test]
fn endpoint() {
    use glossweave::link::Endpoint;
    let several = Endpoint::Several(vec!["dataset:places".to_owned(), "dataset:people".to_owned()]);
    assert!(several.datasets().eq(["places", "people"]));
    let server = Endpoint::One("https://dbpedia.org/sparql".to_owned());
    assert_eq!((server.url(), server.datasets().count()), (Some("https://dbpedia.org/sparql"), 0));
}
