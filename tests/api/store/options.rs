//! The public items of `core/store/src/store/options.rs`.

#[test]
fn durability_name() -> Result<(), glossweave::Error> {
    use glossweave::store::Durability;
    assert_eq!(Durability::default().name(), "flush");
    assert_eq!("periodic".parse::<Durability>()?, Durability::Periodic);
    Ok(())
}

#[test]
fn options() -> Result<(), Box<dyn std::error::Error>> {
    use glossweave::store::{Durability, SledBackend, SledOptions};
    let folder = tempfile::tempdir()?;
    let options = SledOptions {
        durability: Durability::Periodic,
        program: Some("importer".into()),
        cache: 16 << 20,
        reserve: 1 << 20,
    };
    let store = SledBackend::open(folder.path(), &options)?;
    // With `Periodic`, all changes are on disk from here on.
    store.flush()?;
    Ok(())
}
