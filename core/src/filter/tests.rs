use super::check;
use crate::error::Kind;

#[test]
fn an_empty_query_is_none() {
    assert!(check("SELECT * { ?s ?p ?o }").is_ok());
    assert_eq!(check(" \n").unwrap_err().kind(), Kind::Invalid);
}
