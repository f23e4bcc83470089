//! The public items of `core/base/src/error/location.rs`.

#[test]
fn location() {
    use glossweave::Location;
    let place = Location::in_source(b"one\ntwo", 5..6);
    assert_eq!((place.line(), place.column(), place.bytes()), (2, 2, 5..6));
}

#[test]
fn location_in_source() {
    use glossweave::Location;
    let source = b"uri,label\r\nhttp://example.org/cork,";
    let location = Location::in_source(source, 11..15);
    assert_eq!((location.line(), location.column()), (2, 1));
    assert_eq!(location.bytes(), 11..15);
    // Locations from other counters are accepted too. A location beyond the end is moved to the
    // end.
    assert_eq!(Location::in_source(source, 90..95).bytes(), 35..35);
}

#[test]
fn location_at_line() {
    use glossweave::Location;
    let location = Location::at_line(b"one\ntwo\n", 2, 3);
    assert_eq!(location.bytes().start, 6);
}

#[test]
fn location_line() {
    use glossweave::Location;
    // LF, CR LF and CR each end a line.
    let source = b"one\ntwo\r\nthree\rfour";
    assert_eq!(Location::in_source(source, 15..19).line(), 4);
}

#[test]
fn location_column() {
    use glossweave::Location;
    // Columns count characters, not bytes.
    let source = "Córdoba, Cork".as_bytes();
    assert_eq!(Location::in_source(source, 10..14).column(), 10);
}
