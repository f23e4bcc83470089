//! The public items of `core/store/src/acl/caller.rs`.

#[test]
fn caller_token() {
    use glossweave::Caller;
    // The text of a token from `Token::to_text`, and a malformed token.
    let caller = Caller::token(&"0f".repeat(32));
    assert_ne!(caller, Caller::token("anything else"));
    assert!(matches!(caller, Caller::Token(token) if token.to_text() == "0f".repeat(32)));
}

#[test]
fn caller_from_headers() {
    use glossweave::Caller;
    let headers: [(&str, &[u8]); 1] = [("authorization", b"bearer 4711")];
    assert_eq!(Caller::from_headers(headers), Some(Caller::token("4711")));
    assert_eq!(Caller::from_headers([("Authorization", &b"Basic YTpi"[..])]), None);
}

#[test]
fn caller_from_headers_2() {
    use glossweave::Caller;
    assert_eq!(Caller::from_headers([("Accept", &b"text/html"[..])]), None);
    let two = [("X-Auth-Token", &b"4711"[..]), ("X-Auth-Token", b"4712")];
    assert_eq!(Caller::from_headers(two), Some(Caller::token("no token")));
}
