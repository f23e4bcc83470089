//! The public items of `core/entity/src/disambiguation/weights.rs`.

#[test]
fn ranking_weights() -> Result<(), glossweave::Error> {
    use glossweave::entity::{Feature, RankingWeights};
    let weights = RankingWeights::default();
    // An entity is more likely if it is also named in another part of the text.
    assert!(weights.weight(Feature::Discourse) > 0.0);
    let weights = weights.with_weight(Feature::Words, 0.5)?;
    assert_eq!(weights.weight(Feature::Words), 0.5);
    assert!(weights.iter().any(|one| one == (Feature::Words, 0.5)));
    assert!(weights.with_weight(Feature::Words, f64::NAN).is_err());
    Ok(())
}

#[test]
fn ranking_weights_from_text() -> Result<(), glossweave::Error> {
    use glossweave::entity::{Feature, RankingWeights};
    let weights = RankingWeights::from_text("prior 0.8\nlinks 4.5\n")?;
    assert_eq!(weights.weight(Feature::Links), 4.5);
    assert_eq!(RankingWeights::from_text(&weights.to_text())?, weights);
    let error = RankingWeights::from_text("prior 0.8\nluck 1\n").unwrap_err();
    assert_eq!(error.location().map(|place| place.line()), Some(2));
    Ok(())
}

#[test]
fn ranking_weights_to_text() {
    use glossweave::entity::RankingWeights;
    assert!(RankingWeights::default().to_text().starts_with("prior "));
}

#[test]
fn ranking_weights_open() -> Result<(), Box<dyn std::error::Error>> {
    use glossweave::ErrorKind;
    use glossweave::entity::{Feature, RankingWeights};
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("places.weights");
    let weights = RankingWeights::default().with_weight(Feature::Links, 6.0)?;
    weights.save(&path)?;
    assert_eq!(RankingWeights::open(&path)?, weights);
    assert_eq!(RankingWeights::open("/no/such/weights").unwrap_err().kind(), ErrorKind::Storage);
    Ok(())
}
