//! The public items of `core/entity/src/options.rs`.

#[test]
fn entity_options() -> Result<(), glossweave::Error> {
    use glossweave::entity::EntityOptions;
    let mut wanted = EntityOptions { links: Some(2), ..EntityOptions::default() };
    wanted.set("dataset", "places,people")?;
    wanted.set("threshold", "0.5")?;
    assert_eq!(wanted.datasets, ["places", "people"]);
    assert!(wanted.set("numLinks", "6").is_err());
    Ok(())
}

#[test]
fn mentions() -> Result<(), glossweave::Error> {
    use glossweave::entity::{EntityOptions, Mentions};
    let mut options = EntityOptions::default();
    options.set("mentions", "fast")?;
    assert_eq!(options, EntityOptions { mentions: Mentions::Fast, ..EntityOptions::default() });
    assert_eq!(Mentions::default().to_string(), "likely");
    Ok(())
}

#[test]
fn entity_options_with_types() -> Result<(), glossweave::Error> {
    use glossweave::entity::{EntityOptions, Modes};
    let options = EntityOptions {
        datasets: ["places".to_owned(), "people".to_owned()].into(),
        modes: "spot,link".parse::<Modes>()?,
        types: ["http://schema.org/City".to_owned()].into(),
        threshold: Some(0.5),
        ..EntityOptions::default()
    };
    assert_eq!((options.types.len(), options.threshold), (1, Some(0.5)));
    Ok(())
}

#[test]
fn entity_options_with_mentions() -> Result<(), glossweave::Error> {
    use glossweave::entity::{EntityOptions, Mentions};
    let mut options = EntityOptions::default();
    options.set("mentions", "towns")?;
    let towns = Mentions::Model("towns".to_owned());
    assert_eq!(options, EntityOptions { mentions: towns, ..EntityOptions::default() });
    Ok(())
}

#[test]
fn entity_options_set() -> Result<(), glossweave::Error> {
    use glossweave::entity::EntityOptions;
    let mut options = EntityOptions::default();
    for (name, value) in
        [("mode", "spot,link"), ("types", "http://schema.org/City"), ("numLinks", "3")]
    {
        options.set(name, value)?;
    }
    assert_eq!((options.modes.classify, options.links), (false, Some(3)));
    let error = options.set("threshold", "150").unwrap_err();
    assert_eq!(error.parameter(), Some("threshold"));
    Ok(())
}
