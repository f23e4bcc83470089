//! The public items of `core/document/src/heading.rs`.

#[test]
fn unit_heading() -> Result<(), glossweave::Error> {
    let page = "<h1>Cork</h1><p>A city</p><h2>Rivers</h2><p>The Lee";
    let page = glossweave::decode(page, glossweave::Format::Html, &Default::default())?;
    let levels: Vec<_> = page.units().map(|unit| unit.heading()).collect();
    assert_eq!(levels, [Some(1), None, Some(2), None]);
    Ok(())
}
