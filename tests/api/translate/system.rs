//! The public items of `core/translate/src/system.rs`.

#[test]
fn system() -> Result<(), glossweave::Error> {
    use glossweave::translate::System;
    let system = System::new("news", "en".parse()?, "es".parse()?)
        .about("news")
        .with_key("horse")
        .always_running();
    assert!(system.is_private());
    Ok(())
}

#[test]
fn system_from_fields() -> Result<(), glossweave::Error> {
    use glossweave::translate::System;
    let fields = [("source-lang", "en"), ("target-lang", "es"), ("key", "horse")];
    assert!(System::from_fields(fields)?.is_private());
    Ok(())
}

#[test]
fn system_from_fields_2() {
    use glossweave::{ErrorKind, translate::System};
    let error = System::from_fields([("source-lang", "en")]).unwrap_err();
    assert_eq!((error.kind(), error.parameter()), (ErrorKind::Invalid, Some("target-lang")));
}
