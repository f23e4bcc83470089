#![allow(clippy::unwrap_used, reason = "clippy knows test functions only")]

use proptest::prelude::*;

use super::Calibration;
use glossweave_base::error::ErrorKind;

#[test]
fn levels_that_fall_are_pooled() {
    let examples = [(0.1, true), (0.2, false), (0.3, false), (0.4, true), (0.5, true)];
    let calibration = Calibration::fit(examples).unwrap();
    // The first three examples form a level with a share of one third, and the others form a level
    // with a share of 1.
    let probability = |confidence: f64| (calibration.apply(confidence) * 1e6).round() / 1e6;
    assert_eq!(
        (probability(0.0), probability(0.2), probability(0.25)),
        (0.333333, 0.333333, 0.466667)
    );
    assert_eq!((probability(0.45), probability(1.0)), (1.0, 1.0));
}

#[test]
fn tables_that_are_none_are_refused() {
    let missing = Calibration::from_csv(b"confidence,wrong\n0.5,1\n").unwrap_err();
    assert!(missing.message().contains("no column `right`"), "{missing}");
    for row in ["2,1", "NaN,1", "x,1", "0.5,yes", "0.5,"] {
        let table = format!("confidence,right\n{row}\n");
        let error = Calibration::from_csv(table.as_bytes()).unwrap_err();
        assert_eq!((error.kind(), error.location().unwrap().line()), (ErrorKind::Malformed, 2));
    }
    assert_eq!(
        Calibration::from_csv(b"confidence,right\n").unwrap_err().kind(),
        ErrorKind::Invalid
    );
    assert_eq!(Calibration::fit([(1.5, true)]).unwrap_err().kind(), ErrorKind::Invalid);
}

/// Returns the mean squared error of the probabilities.
fn error(examples: &[(f64, bool)], probability: impl Fn(f64) -> f64) -> f64 {
    let square =
        |(sure, right): &(f64, bool)| (probability(*sure) - f64::from(u8::from(*right))).powi(2);
    examples.iter().map(square).sum::<f64>() / examples.len() as f64
}

#[test]
fn confidences_that_are_too_high_become_right() {
    // A result with confidence c is correct with the probability c². The random numbers are a fixed
    // sequence.
    let mut state = 1_u64;
    let mut chance = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        f64::from((state >> 40) as u32) / f64::from(1 << 24)
    };
    let mut example = || {
        let sure = chance();
        (sure, chance() < sure * sure)
    };
    let examples: Vec<_> = (0..4_000).map(|_| example()).collect();
    let (learned, held) = examples.split_at(2_000);
    let calibration = Calibration::fit(learned.iter().copied()).unwrap();
    for confidence in [0.2, 0.5, 0.8] {
        let distance = (calibration.apply(confidence) - confidence * confidence).abs();
        assert!(distance < 0.1, "{confidence}: {}", calibration.apply(confidence));
    }
    assert!(
        error(held, |confidence| calibration.apply(confidence))
            < error(held, |confidence| confidence)
    );
}

proptest! {
    #[test]
    fn a_calibration_never_falls_and_stays_within_0_and_1(
        examples in prop::collection::vec((0.0..=1.0f64, any::<bool>()), 1..60)
    ) {
        let calibration = Calibration::fit(examples).unwrap();
        let mut before = 0.0;
        for step in 0..=100 {
            let probability = calibration.apply(f64::from(step) / 100.0);
            prop_assert!((before..=1.0).contains(&probability));
            before = probability;
        }
    }
}
