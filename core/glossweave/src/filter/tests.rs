use std::sync::Arc;

use super::Compiled;
use glossweave_base::error::ErrorKind;

#[test]
fn a_query_is_parsed_once_for_each_revision() {
    let compiled = Compiled::default();
    let query = |revision, text| compiled.query("places", revision, text).unwrap();
    let first = query(1, "SELECT * { ?s ?p ?o }");
    assert!(Arc::ptr_eq(&first, &query(1, "SELECT * { ?s ?p ?o }")));
    let second = query(2, "SELECT ?s { ?s ?p ?o }");
    assert_eq!(second.variables(), ["s"]);
    assert_eq!(compiled.query("places", 3, " ").unwrap_err().kind(), ErrorKind::Malformed);
}
