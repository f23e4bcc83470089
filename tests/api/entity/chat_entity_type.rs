//! The public items of `core/entity/src/chat/entity_type.rs`.

#[test]
fn entity_type() -> Result<(), glossweave::Error> {
    use glossweave_entity::EntityType;
    let town: EntityType = "town <http://schema.org/City>: towns and cities".parse()?;
    assert_eq!((town.label(), town.class()), ("town", "http://schema.org/City"));
    assert_eq!(town.description(), "towns and cities");
    let drug: EntityType = "active agent".parse()?;
    assert_eq!(drug.class(), "urn:glossweave:type:active%20agent");
    assert!("town <City>".parse::<EntityType>().is_err());
    Ok(())
}
