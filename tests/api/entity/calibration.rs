//! The public items of `core/entity/src/calibration/mod.rs`.

#[test]
fn calibration() -> Result<(), glossweave::Error> {
    use glossweave::entity::Calibration;
    // Half of the matches with 0.75 are right, and none of the matches with 0.25.
    let examples = [(0.75, true), (0.75, false), (0.25, false), (0.25, false)];
    let calibration = Calibration::fit(examples)?;
    assert_eq!(
        (calibration.apply(0.75), calibration.apply(0.25), calibration.apply(0.5)),
        (0.5, 0.0, 0.25)
    );
    Ok(())
}

#[test]
fn calibration_from_csv() -> Result<(), glossweave::Error> {
    use glossweave::entity::Calibration;
    let calibration = Calibration::from_csv(b"confidence,right\n0.9,1\n0.9,0\n0.4,0\n")?;
    assert_eq!(calibration.apply(0.9), 0.5);
    let error = Calibration::from_csv(b"confidence,right\n0.9,maybe\n").unwrap_err();
    assert_eq!(error.location().unwrap().line(), 2);
    Ok(())
}

#[test]
fn calibration_of() -> Result<(), glossweave::Error> {
    use glossweave::annotation::{Annotation, Entity};
    use glossweave::entity::{Calibration, Dictionary};
    use glossweave::text::TextSpan;
    let names = Dictionary::from_csv("uri,label\nhttp://example.org/cork,Cork\n".as_bytes())?;
    let cork = [Annotation::entity(TextSpan::new(3, 7), Entity::default())];
    // The stopper of a bottle is not a town.
    let gold: [(&str, &[Annotation]); 2] = [("To Cork", &cork), ("A Cork stopper", &[])];
    assert_eq!(Calibration::of(&names, gold)?.apply(1.0), 0.5);
    Ok(())
}

#[test]
fn calibrated() -> Result<(), glossweave::Error> {
    use glossweave::entity::{Calibrated, Calibration, Dictionary, Passage, Recognizer};
    let names = Dictionary::from_csv("uri,label\nhttp://example.org/cork,Cork\n".as_bytes())?;
    let calibration = Calibration::fit([(1.0, true), (1.0, true), (1.0, true), (1.0, false)])?;
    let found = Calibrated::new(names, calibration).recognize(&Passage::new("To Cork"))?;
    assert_eq!(found[0].confidence(), Some(0.75));
    Ok(())
}
