//! The public items of `core/link/src/providers.rs`.

#[test]
fn open_endpoint() -> Result<(), glossweave::Error> {
    use glossweave::link::open_endpoint;
    assert!(open_endpoint("sparql", "http://localhost:3030/sparql", [("form", "direct")]).is_ok());
    assert!(open_endpoint("sparql", "http://localhost:3030/sparql", [("form", "none")]).is_err());
    Ok(())
}

#[test]
fn open_endpoint_2() {
    use glossweave::ErrorKind;
    use glossweave::link::open_endpoint;
    let error = open_endpoint("graphql", "http://localhost:3030/", []).err().unwrap();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("protocol")));
    let error =
        open_endpoint("sparql", "http://localhost:3030/", [("form", "none")]).err().unwrap();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("form")));
}
