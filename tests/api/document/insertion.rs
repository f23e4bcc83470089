//! The public items of `core/document/src/insertion.rs`.

#[test]
fn insertion_barrier_rule() -> Result<(), glossweave::Error> {
    use glossweave::document::InsertionBarrier;
    let page =
        glossweave::decode("<title>Cork</title>", glossweave::Format::Html, &Default::default())?;
    // A title can contain only text.
    let (context, end) = page.zone_at(0);
    assert_eq!((context.obstacle, end), (Some(InsertionBarrier::TextOnly), 4));
    assert!(!InsertionBarrier::TextOnly.rule().is_empty());
    Ok(())
}
