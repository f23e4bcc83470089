//! The public items of `core/entity/src/disambiguation/feature.rs`.

#[test]
fn feature_name() {
    use glossweave::entity::Feature;
    let names: Vec<&str> = Feature::ALL.iter().map(|feature| feature.name()).collect();
    assert!(names.contains(&"prior") && names.contains(&"words"));
}

#[test]
fn features() -> Result<(), glossweave::Error> {
    use glossweave::entity::{
        Dictionary, Feature, Mention, MentionCandidate, Passage, disambiguate,
    };
    let table =
        "uri,label,weight\nhttp://example.org/city,Cork,9\nhttp://example.org/bark,Cork,1\n";
    let names = Dictionary::from_csv(table.as_bytes())?;
    let passage = Passage::new("To Cork");
    names.each_match(&passage, |found| {
        let all = found.candidates().collect::<glossweave::Result<Vec<_>>>()?;
        let all = all.iter().map(|one| MentionCandidate { candidate: *one, context: None });
        let mention = Mention { span: found.span(), candidates: all.collect() };
        let ranking = disambiguate(&passage, &[mention])?.remove(0);
        let best = &ranking.choices[0];
        // The score is the sum of the features, each multiplied by its weight.
        let parts =
            best.features.iter().map(|(feature, value)| ranking.weights.weight(feature) * value);
        assert!((best.score - parts.sum::<f64>()).abs() < 1e-9);
        assert!(best.features.value(Feature::Prior) > -0.2);
        Ok(())
    })?;
    Ok(())
}
