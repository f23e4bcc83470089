//! The public items of `core/entity/src/disambiguation/rank.rs`.

#[test]
fn disambiguate() -> Result<(), glossweave::Error> {
    use glossweave::entity::{
        Dictionary, EntityIndex, Mention, MentionCandidate, Passage, disambiguate,
    };
    use glossweave::{Format, rdf};
    let turtle = b"@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
        <http://example.org/fish> rdfs:label 'bass' ; rdfs:comment 'a fish of lakes' .
        <http://example.org/voice> rdfs:label 'bass' ; rdfs:comment 'a low voice' .";
    let graph = rdf::read(turtle, Format::Turtle, None)?;
    let context = EntityIndex::build(&graph, &|_| true)?;
    let passage = Passage::new("He has the lowest voice of all: a bass.");
    let mut names = Vec::new();
    Dictionary::builder().rdf(&graph)?.build()?.each_match(&passage, |found| {
        let candidates = found.candidates().collect::<Result<Vec<_>, _>>()?;
        let candidates = candidates
            .iter()
            .map(|one| MentionCandidate { candidate: *one, context: Some(&context) });
        names = disambiguate(
            &passage,
            &[Mention { span: found.span(), candidates: candidates.collect() }],
        )?;
        assert_eq!(
            found.candidates().nth(names[0].choices[0].index).unwrap()?.ident,
            "http://example.org/voice"
        );
        Ok(())
    })?;
    assert_eq!(names.len(), 1);
    Ok(())
}

#[test]
fn disambiguate_2() {
    use glossweave::ErrorKind;
    use glossweave::entity::{Mention, Passage, disambiguate};
    use glossweave::text::TextSpan;
    let outside = Mention { span: TextSpan::new(3, 9), candidates: Vec::new() };
    let error = disambiguate(&Passage::new("To Cork"), &[outside]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Invalid);
}

#[test]
fn ranking_weights_disambiguate() -> Result<(), glossweave::Error> {
    use glossweave::entity::{Feature, Passage, RankingWeights};
    let weights = RankingWeights::default().with_weight(Feature::Spelling, 0.0)?;
    assert!(weights.disambiguate(&Passage::new("To Cork"), &[])?.is_empty());
    Ok(())
}
