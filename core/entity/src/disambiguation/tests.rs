mod classes;
mod similarity;

use std::fmt::Write;

use proptest::prelude::*;

use super::{EntityIndex, Feature, Mention, MentionCandidate, RankingWeights, disambiguate};
use crate::Candidate;
use glossweave_base::Format;
use glossweave_base::error::ErrorKind;
use glossweave_base::text::TextSpan;
use glossweave_document::recognizer::Passage;
use glossweave_rdf as rdf;

const GRAPH: &str = "@prefix e: <http://e/> . @prefix p: <http://p/> .
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    e:fish rdfs:label 'bass' ; rdfs:comment 'a fish of lakes, caught with a rod' ; a e:Animal .
    e:voice rdfs:label 'bass' ; rdfs:comment 'the lowest voice of a choir' ; p:near e:tenor .
    e:tenor rdfs:label 'tenor' . e:trout rdfs:label 'trout' ; a e:Animal .
    e:Animal rdfs:comment 'a being with eyes' .";

fn context() -> EntityIndex {
    let graph = rdf::read(GRAPH.as_bytes(), Format::Turtle, None).unwrap();
    EntityIndex::build(&graph, &|iri| iri.ends_with("fish") || iri.ends_with("voice")).unwrap()
}

fn sense<'a>(
    ident: &'a str,
    weight: f64,
    context: Option<&'a EntityIndex>,
) -> MentionCandidate<'a> {
    let classes = if ident.ends_with("fish") { "http://e/Animal" } else { "" };
    MentionCandidate { candidate: Candidate { ident, classes, weight }, context }
}

fn bass<'a>(text: &str, context: Option<&'a EntityIndex>) -> Mention<'a> {
    let at = text.find("bass").unwrap();
    let candidates =
        vec![sense("http://e/fish", 1.0, context), sense("http://e/voice", 3.0, context)];
    Mention { span: TextSpan::new(at, at + 4), candidates }
}

fn best(text: &str, context: Option<&EntityIndex>) -> (usize, f64) {
    let ranking = disambiguate(&Passage::new(text), &[bass(text, context)]).unwrap().remove(0);
    (ranking.choices[0].index, ranking.choices[0].confidence)
}

#[test]
fn words_outweigh_the_prior() {
    let context = context();
    assert_eq!(best("bass", Some(&context)).0, 1);
    assert_eq!(best("He sings bass.", Some(&context)).0, 1);
    assert_eq!(best("They went to the lakes with a rod for bass.", Some(&context)).0, 0);
    assert_eq!(best("They went to the lakes with a rod for bass.", None).0, 1);
    assert!(best("The choir has lost its voice: no bass.", Some(&context)).1 > 0.9);
}

#[test]
fn labels_do_not_outweigh_the_prior_if_nothing_is_described() {
    let graph = "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix e: <http://e/> .
        e:fish rdfs:label 'bass', 'sea bass' . e:voice rdfs:label 'bass' .";
    let built = |graph: &str| {
        let graph = rdf::read(graph.as_bytes(), Format::Turtle, None).unwrap();
        EntityIndex::build(&graph, &|_| true).unwrap()
    };
    let text = "The sea has no bass.";
    assert_eq!(best(text, Some(&built(graph))).0, 1);
    let described =
        format!("{graph} e:fish rdfs:comment 'of the sea' . e:voice rdfs:comment 'it sings' .");
    assert_eq!(best(text, Some(&built(&described))).0, 0);
}

#[test]
fn names_nearby_count() {
    let context = context();
    let text = "bass or tenor";
    let other = "http://e/tenor";
    let tenor = Mention { span: TextSpan::new(8, 13), candidates: vec![sense(other, 1.0, None)] };
    let names = [tenor, bass(text, Some(&context))];
    let rankings = disambiguate(&Passage::new(text), &names).unwrap();
    assert_eq!(rankings[0].choices.len(), 1);
    let choice = rankings[1].choices[0];
    assert_eq!(choice.index, 1);
    assert!(choice.features.value(Feature::Links) > 0.0);
    assert!(choice.features.value(Feature::Words) > 0.0);
}

#[test]
fn names_far_away_count() {
    let context = context();
    let text = format!("tenor {}bass", "trout and ".repeat(100));
    let single = |at: usize, name: &str, ident| Mention {
        span: TextSpan::new(at, at + name.len()),
        candidates: vec![sense(ident, 1.0, None)],
    };
    let mut names = vec![single(0, "tenor", "http://e/tenor")];
    let trouts = text.match_indices("trout");
    names.extend(trouts.map(|(at, name)| single(at, name, "http://e/trout")));
    names.push(bass(&text, Some(&context)));
    let ranked = disambiguate(&Passage::new(&text), &names).unwrap();
    let choice = ranked[101].choices[0];
    assert_eq!(choice.index, 1);
    assert!(choice.features.value(Feature::Links) > 0.5);
}

#[test]
fn weights_are_those_for_the_vocabulary() {
    let text = "He sings bass.";
    let weight = |context: Option<&EntityIndex>, weights: [f64; 2]| {
        let mut name = bass(text, context);
        for (sense, weight) in name.candidates.iter_mut().zip(weights) {
            sense.candidate.weight = weight;
        }
        disambiguate(&Passage::new(text), &[name]).unwrap()[0].weights.weight(Feature::Words)
    };
    let context = context();
    assert!(weight(Some(&context), [1.0, 3.0]) > 3.0, "described");
    assert!(weight(Some(&context), [1.0, 3000.0]) < 1.0, "counted");
    assert!(weight(None, [1.0, 3.0]) < 1.0, "not described");
}

#[test]
fn spans_outside_the_text_are_refused() {
    let name = Mention { span: TextSpan::new(2, 9), candidates: Vec::new() };
    let error = disambiguate(&Passage::new("short"), &[name]).unwrap_err();
    assert_eq!(error.kind(), glossweave_base::ErrorKind::Invalid);
}

#[test]
fn damage_is_an_error_or_another_ranking() {
    let context = context();
    let saved = glossweave_testing::opened(context.index_file.to_bytes().unwrap());
    assert!(EntityIndex::from_bytes(saved[..100].to_vec()).is_err());
    let mut broken = 0;
    for at in (0..saved.len()).step_by(3) {
        let mut damaged = saved.clone();
        damaged[at] ^= 0xFF;
        let Ok(damaged) = EntityIndex::from_bytes(glossweave_testing::sealed(&damaged)) else {
            continue;
        };
        let text = "The lowest voice, bass, with a rod.";
        let ranked = disambiguate(&Passage::new(text), &[bass(text, Some(&damaged))]);
        broken += usize::from(ranked.is_err());
        assert!(damaged.verify().is_err() || ranked.is_ok());
    }
    assert!(broken > 0);
}

fn built(turtle: &str) -> EntityIndex {
    let prefixes = "@prefix e: <http://e/> . @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
        @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . ";
    let graph = rdf::read(format!("{prefixes}{turtle}").as_bytes(), Format::Turtle, None).unwrap();
    EntityIndex::build(&graph, &|_| true).unwrap()
}

/// Returns the index of the better of two candidates with equal weights.
fn better(context: &EntityIndex, text: &str, name: &str) -> usize {
    let at = text.find(name).unwrap();
    let candidate = |ident| sense(ident, 1.0, Some(context));
    let candidates = vec![candidate("http://e/one"), candidate("http://e/other")];
    let name = Mention { span: TextSpan::new(at, at + name.len()), candidates };
    disambiguate(&Passage::new(text), &[name]).unwrap()[0].choices[0].index
}

#[test]
fn capitals_count_within_a_sentence() {
    let context = built("e:one rdfs:label 'Apple' . e:other rdfs:label 'apple' .");
    assert_eq!(better(&context, "I ate an apple today.", "apple"), 1);
    assert_eq!(better(&context, "It was Apple today.", "Apple"), 0);
    assert_eq!(better(&context, "So. Apple today.", "Apple"), 0, "the first of equals");
    assert_eq!(better(&context, "apple", "apple"), 0, "nothing around it");
}

#[test]
fn scripts_without_spaces_are_compared_too() {
    let context = built(
        "e:one rdfs:label '里昂' ; skos:definition '法國的城市' .
         e:other rdfs:label '里昂' ; skos:definition '美國的演員' .",
    );
    assert_eq!(better(&context, "這位演員叫里昂。", "里昂"), 1);
    assert_eq!(better(&context, "里昂是個城市。", "里昂"), 0);
}

#[test]
fn forms_of_a_word_are_one() {
    let context = built(
        "e:one skos:definition 'someone who sings' . e:other skos:definition 'Vogel im Garten' .",
    );
    assert_eq!(better(&context, "the singer Lee", "Lee"), 0);
    assert_eq!(better(&context, "GARTENVOGEL: Lee", "Lee"), 1);
}

#[test]
fn another_name_of_the_sense_decides() {
    let text = "Lee Other was there, and so was Lee.";
    let full =
        Mention { span: TextSpan::new(0, 9), candidates: vec![sense("http://e/other", 1.0, None)] };
    let candidate = |ident| sense(ident, 1.0, None);
    let candidates = vec![candidate("http://e/one"), candidate("http://e/other")];
    let at = text.rfind("Lee").unwrap();
    let short = Mention { span: TextSpan::new(at, at + 3), candidates };
    let ranked = disambiguate(&Passage::new(text), &[full, short]).unwrap();
    assert_eq!(ranked[1].choices[0].index, 1);
    assert!(ranked[1].choices[0].features.value(Feature::Discourse) > 0.9);
}

#[test]
fn circles_and_hubs_are_taken() {
    let mut turtle = String::from(
        "e:one skos:broader e:other . e:other skos:broader e:one ; rdfs:label 'hub' .
         e:one skos:broader e:one ; rdfs:label 'round' .",
    );
    for number in 0..3000 {
        write!(turtle, "e:n{number} e:in e:other ; rdfs:label 'member {number}' . ").unwrap();
    }
    let context = built(&turtle);
    assert_eq!(context.entities(), 3002);
    assert!(context.index_file.size() < 1 << 20);
    assert_eq!(better(&context, "Lee is round", "Lee"), 0);
}

#[test]
fn nothing_is_known_without_statements() {
    let context = built("");
    assert_eq!(context.entities(), 0);
    assert_eq!(better(&context, "Lee was there", "Lee"), 0);
    assert!(disambiguate(&Passage::new(""), &[]).unwrap().is_empty());
}

proptest! {
    #[test]
    fn any_text_and_any_names_are_taken(text in ".{0,200}", cuts in prop::collection::vec(0..=600usize, 0..12)) {
        let context = context();
        let cuts = cuts.into_iter().map(|cut| cut.min(text.len()));
        let mut cuts: Vec<usize> = cuts.filter(|cut| text.is_char_boundary(*cut)).collect();
        cuts.sort_unstable();
        let candidates = || vec![
            sense("http://e/fish", f64::NAN, Some(&context)),
            sense("http://e/voice", f64::INFINITY, Some(&context)),
            sense("http://e/tenor", 0.0, None),
        ];
        let names: Vec<Mention<'_>> = cuts
            .windows(2)
            .map(|two| Mention { span: TextSpan::new(two[0], two[1]), candidates: candidates() })
            .collect();
        for ranking in disambiguate(&Passage::new(&text), &names).unwrap() {
            let sum: f64 = ranking.choices.iter().map(|choice| choice.confidence).sum();
            prop_assert!((sum - 1.0).abs() < 1e-6, "{sum}");
        }
    }
}

#[test]
fn a_file_of_weights_is_no_longer_than_it_may_be() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long.weights");
    std::fs::write(&path, "prior 2.0\n".repeat(6553)).unwrap();
    assert_eq!(RankingWeights::open(&path).unwrap().weight(Feature::Prior), 2.0);
    // If the file were truncated, the last line would contain a different weight.
    std::fs::write(&path, "prior 2.0\n".repeat(6553) + "prior 25\n").unwrap();
    assert_eq!(RankingWeights::open(&path).unwrap_err().kind(), ErrorKind::TooLarge);
}
