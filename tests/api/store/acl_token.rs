//! The public items of `core/store/src/acl/token.rs`.

#[test]
fn token() {
    use glossweave::acl::Token;
    let token = Token::from_text("made up");
    assert_eq!(format!("{token:?}"), "Token(…)");
}

#[test]
fn token_from_text() {
    use glossweave::acl::Token;
    let text = "5eed".repeat(16);
    assert_eq!(Token::from_text(&text).to_text(), text);
    // Two malformed tokens are equal, because neither is valid.
    assert_eq!(Token::from_text("secret"), Token::from_text(""));
}

#[test]
fn token_to_text() -> Result<(), glossweave::Error> {
    use glossweave::{acl::Users, clock::SystemClock, store::MemoryBackend};
    use glossweave_store::acl::AuthContext;
    use std::sync::Arc;
    let access = AuthContext::new(Arc::new(MemoryBackend::new()), Arc::new(SystemClock), |_| Ok(0));
    let users = Users::new(&access, glossweave::Caller::Anonymous);
    use glossweave::acl::Token;
    users.create("ann", "correct horse")?;
    let token = users.authenticate("ann", "correct horse")?;
    let text = token.to_text();
    assert_eq!(text.len(), 64);
    assert_eq!(Token::from_text(&text), token);
    Ok(())
}
