//! The public items of `core/store/src/acl/id_token.rs`.

#[test]
fn id_token() {
    use glossweave::Caller;
    let caller = Caller::token("eyJhbGciOiJFUzI1NiJ9.e30.c2lnbmF0dXJl");
    assert!(matches!(&caller, Caller::IdToken(token) if format!("{token:?}") == "IdToken(…)"));
}
