//! The public items of `core/dictionary/src/difference.rs`.

#[test]
fn dictionary_difference() -> Result<(), glossweave::Error> {
    use glossweave::entity::Dictionary;
    let older =
        "uri,label,weight\nhttp://example.org/cork,Cork,1\nhttp://example.org/cobh,Queenstown,1\n";
    let newer =
        "uri,label,weight\nhttp://example.org/cork,Cork,2\nhttp://example.org/cobh,Cobh,1\n";
    let newer = Dictionary::from_csv(newer.as_bytes())?;
    let difference = newer.difference(&Dictionary::from_csv(older.as_bytes())?)?;
    assert_eq!(
        difference.changed.first,
        [("http://example.org/cork".to_owned(), "cork".to_owned())]
    );
    assert_eq!(difference.to_string().lines().next(), Some("1 added, 1 removed, 1 changed"));
    Ok(())
}
