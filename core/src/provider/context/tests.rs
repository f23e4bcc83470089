use super::{Context, Feature, Name, Sense, rank};
use crate::Format;
use crate::provider::{Candidate, Passage};
use crate::rdf;
use crate::text::TextSpan;

const GRAPH: &str = "@prefix e: <http://e/> . @prefix p: <http://p/> .
    @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    e:fish rdfs:label 'bass' ; rdfs:comment 'a fish of lakes, caught with a rod' ; a e:Animal .
    e:voice rdfs:label 'bass' ; rdfs:comment 'the lowest voice of a choir' ; p:near e:tenor .
    e:tenor rdfs:label 'tenor' . e:trout rdfs:label 'trout' ; a e:Animal .
    e:Animal rdfs:comment 'a being with eyes' .";

fn context() -> Context {
    let graph = rdf::read(GRAPH.as_bytes(), Format::Turtle, None).unwrap();
    Context::build(&graph, &|iri| iri.ends_with("fish") || iri.ends_with("voice")).unwrap()
}

fn sense<'a>(ident: &'a str, weight: f64, context: Option<&'a Context>) -> Sense<'a> {
    let classes = if ident.ends_with("fish") { "http://e/Animal" } else { "" };
    Sense { candidate: Candidate { ident, classes, weight }, context }
}

fn bass<'a>(text: &str, context: Option<&'a Context>) -> Name<'a> {
    let at = text.find("bass").unwrap();
    let senses = vec![sense("http://e/fish", 1.0, context), sense("http://e/voice", 3.0, context)];
    Name { span: TextSpan::new(at, at + 4), senses }
}

fn best(text: &str, context: Option<&Context>) -> (usize, f64) {
    let ranking = rank(&Passage::new(text), &[bass(text, context)]).unwrap().remove(0);
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
fn names_nearby_count() {
    let context = context();
    let text = "bass or tenor";
    let other = "http://e/tenor";
    let tenor = Name { span: TextSpan::new(8, 13), senses: vec![sense(other, 1.0, None)] };
    let names = [tenor, bass(text, Some(&context))];
    let rankings = rank(&Passage::new(text), &names).unwrap();
    assert_eq!(rankings[0].choices.len(), 1);
    let choice = rankings[1].choices[0];
    assert_eq!(choice.index, 1);
    assert!(choice.features.value(Feature::Links) > 0.0);
    assert!(choice.features.value(Feature::Words) > 0.0);
}

#[test]
fn spans_outside_the_text_are_refused() {
    let name = Name { span: TextSpan::new(2, 9), senses: Vec::new() };
    let error = rank(&Passage::new("short"), &[name]).unwrap_err();
    assert_eq!(error.kind(), crate::Kind::Invalid);
}

#[test]
fn damage_is_an_error_or_another_ranking() {
    let context = context();
    let saved = context.image.as_bytes().to_vec();
    assert!(Context::from_bytes(saved[..100].to_vec()).is_err());
    let mut broken = 0;
    for at in (0..saved.len()).step_by(3) {
        let mut damaged = saved.clone();
        damaged[at] ^= 0xFF;
        let Ok(damaged) = Context::from_bytes(damaged) else { continue };
        let text = "The lowest voice, bass, with a rod.";
        let ranked = rank(&Passage::new(text), &[bass(text, Some(&damaged))]);
        broken += usize::from(ranked.is_err());
        assert!(damaged.verify().is_err() || ranked.is_ok());
    }
    assert!(broken > 0);
}
