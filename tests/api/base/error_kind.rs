//! The public items of `core/base/src/error/kind.rs`.

#[test]
fn error_kind() {
    use glossweave::ErrorKind;
    assert_eq!(ErrorKind::Malformed.number(), 2);
    assert_eq!(ErrorKind::from_number(2), Some(ErrorKind::Malformed));
    assert_eq!(ErrorKind::Malformed.name(), "Malformed");
}

#[test]
fn error_kind_number() {
    use glossweave::ErrorKind;
    assert_eq!((ErrorKind::Invalid.number(), ErrorKind::Malformed.number()), (1, 2));
    assert_eq!(ErrorKind::from_number(2), Some(ErrorKind::Malformed));
    assert_eq!(ErrorKind::from_number(0), None);
}

#[test]
fn error_kind_name() {
    use glossweave::ErrorKind;
    let names: Vec<&str> = ErrorKind::ALL.iter().map(|kind| kind.name()).collect();
    assert_eq!(names[..3], ["Invalid", "Malformed", "Unsupported"]);
}
