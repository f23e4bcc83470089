//! The public items of `core/entity/src/mode.rs`.

#[test]
fn modes() -> Result<(), glossweave::Error> {
    use glossweave::entity::Modes;
    let modes: Modes = "spot, link".parse()?;
    assert!(modes.link && !modes.classify);
    assert_eq!(modes.to_string(), "spot,link");
    assert_eq!("all".parse::<Modes>()?, Modes::default());
    Ok(())
}
