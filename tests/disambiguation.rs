//! Disambiguation: the accuracy with and without context, and the calibration of confidences.

#![allow(clippy::unwrap_used, reason = "clippy knows test functions only")]

#[cfg(feature = "neural")]
mod encoder;
mod gum;
mod set;

use glossweave::annotation::{Annotation, Entity};
use glossweave::entity::{EntityIndex, Feature, LinkedCorpus, Passage};
use glossweave::rdf::Graph;
use glossweave_testing::skip;
use set::{Fixture, GoldMention, Knows, Text};

/// The number of mentions in a half, and the number of right ones by each method.
#[derive(Debug, Default)]
struct Counts {
    all: usize,
    right: usize,
    by_context: usize,
    by_prior: usize,
    /// The confidence of each first choice, and whether it is right.
    sure: Vec<(f64, bool)>,
}

impl Counts {
    fn of(fixture: &Fixture, half: &[Text]) -> Counts {
        let mut tally = Counts::default();
        for text in half {
            let found = fixture.find(&text.text);
            let ranked = fixture.disambiguate(&text.text, &found, Knows::All);
            let alone = fixture.disambiguate(&text.text, &found, Knows::ContextAlone);
            for mention in &text.mentions {
                let at = found.iter().position(|found| found.span == mention.span).unwrap();
                let is_gold = |index: usize| found[at].candidates[index].ident == mention.gold;
                let best = ranked[at].choices[0];
                tally.all += 1;
                tally.right += usize::from(is_gold(best.index));
                tally.by_context += usize::from(is_gold(alone[at].choices[0].index));
                tally.by_prior += usize::from(is_gold(0));
                tally.sure.push((best.confidence, is_gold(best.index)));
            }
        }
        tally
    }

    fn share(&self, right: usize) -> f64 {
        right as f64 / self.all as f64
    }

    /// Returns the mean difference between confidence and accuracy, over ten steps of confidence.
    fn calibration_error(&self) -> f64 {
        let mut steps = [(0.0, 0.0); 10];
        for (confidence, is_right) in &self.sure {
            let step = &mut steps[((confidence * 10.0) as usize).min(9)];
            step.0 += confidence;
            step.1 += f64::from(u8::from(*is_right));
        }
        steps.iter().map(|(said, so)| (said - so).abs()).sum::<f64>() / self.all as f64
    }

    fn print(&self, half: &str) {
        println!(
            "{half} half: {} mentions; right: {:.1} % with prior and context, {:.1} % by context \
             alone, {:.1} % by prior alone; calibration error {:.3}",
            self.all,
            self.share(self.right) * 100.0,
            self.share(self.by_context) * 100.0,
            self.share(self.by_prior) * 100.0,
            self.calibration_error()
        );
    }
}

/// Prints the accuracy of both halves and returns their counts.
fn measured(fixture: &Fixture, what: &str) -> [Counts; 2] {
    ["first", "second"].map(|name| {
        let counts = Counts::of(fixture, &set::half(&format!("{name}.jsonl")));
        counts.print(&format!("{what}{name}"));
        assert_eq!(counts.all, 270);
        assert!(counts.right > counts.by_prior && counts.by_context > counts.by_prior);
        assert!(counts.calibration_error() < 0.07);
        counts
    })
}

/// Returns the accuracy of the mentions in a half with a confidence of 0.7 or more.
fn share_of_sure(half: &Counts) -> f64 {
    let sure: Vec<bool> =
        half.sure.iter().filter(|(said, _)| *said >= 0.7).map(|(_, is_right)| *is_right).collect();
    let right = sure.iter().filter(|is_right| **is_right).count();
    println!("confidence of 0.7 and more: {right} of {} right", sure.len());
    assert!(sure.len() > 180);
    right as f64 / sure.len() as f64
}

// The accuracies in these tests are explained in docs/linking.md.

#[test]
fn abstracts_tell_senses_apart() {
    let fixture = Fixture::new(&set::graph());
    let [first, second] = measured(&fixture, "with abstracts, ");
    assert!(first.share(first.right) > 0.92 && second.share(second.right) > 0.895);
}

#[test]
fn a_sentence_or_two_tell_most_senses_apart() {
    let fixture = Fixture::new(&set::sparse_graph());
    let [first, second] = measured(&fixture, "");
    assert!(first.share(first.right) > 0.82 && second.share(second.right) > 0.84);
    assert!(share_of_sure(&second) > 0.92);
}

#[test]
fn classes_of_words_tell_more_senses_apart() {
    let model = glossweave::models::english_mentions().unwrap();
    for (graph, name, least) in
        [(set::sparse_graph(), "", 0.87), (set::graph(), "with abstracts, ", 0.93)]
    {
        let fixture = Fixture::build(&graph, &|graph, wanted| {
            EntityIndex::build_with_word_classes(graph, wanted, model.word_classes())
        });
        let [first, second] = measured(&fixture, &format!("with classes, {name}"));
        assert!(first.share(first.right) > least && second.share(second.right) > least);
        share_of_sure(&second);
    }
}

#[test]
fn examples_of_other_texts_do_no_harm() {
    let mut links = LinkedCorpus::default();
    for Text { text, mentions } in set::half("first.jsonl") {
        let link = |one: &GoldMention| Annotation::entity(one.span, Entity::new(one.gold.as_str()));
        links.add(&Passage::new(&text), &mentions.iter().map(link).collect::<Vec<_>>());
    }
    let second = set::half("second.jsonl");
    let model = glossweave::models::english_mentions().unwrap();
    let classes = |graph: &Graph, wanted: &dyn Fn(&str) -> bool| {
        EntityIndex::build_with_word_classes(graph, wanted, model.word_classes())
    };
    for (graph, name) in [(set::sparse_graph(), ""), (set::graph(), "with abstracts, ")] {
        let mut learned = graph.clone();
        learned.extend(links.examples_of(&|_| true));
        let before = Counts::of(&Fixture::build(&graph, &classes), &second);
        let after = Counts::of(&Fixture::build(&learned, &classes), &second);
        after.print(&format!("with classes and examples, {name}second"));
        // These texts have little in common, so training on some of them does not help for the
        // others.
        assert!(after.right + 3 > before.right, "{} {}", after.right, before.right);
    }
}

#[test]
fn what_is_saved_ranks_the_same() {
    let graph = set::graph();
    let fixture = Fixture::new(&graph);
    let file = tempfile::NamedTempFile::new().unwrap().into_temp_path();
    fixture.context.save(&file).unwrap();
    let opened = Fixture { context: EntityIndex::open(&file).unwrap(), ..Fixture::new(&graph) };
    opened.context.verify().unwrap();
    for text in set::half("first.jsonl") {
        let found = fixture.find(&text.text);
        let rank = |fixture: &Fixture| fixture.disambiguate(&text.text, &found, Knows::All);
        assert_eq!(rank(&fixture), rank(&opened));
    }
}

#[test]
fn a_score_is_explained_by_its_features() {
    let fixture = Fixture::new(&set::graph());
    let text = "Rain of liquid methane falls on Titan, the largest moon of Saturn.";
    let found = fixture.find(text);
    let ranked = fixture.disambiguate(text, &found, Knows::All);
    let at = found.iter().position(|one| &text[one.span.range()] == "Titan").unwrap();
    for choice in &ranked[at].choices {
        let weights = ranked[at].weights;
        let parts = choice.features.iter().map(|(feature, value)| weights.weight(feature) * value);
        assert!((parts.sum::<f64>() - choice.score).abs() < 1e-9);
    }
    let best = ranked[at].choices[0];
    assert!(found[at].candidates[best.index].ident.ends_with("/titan-moon"));
    assert!(best.features.value(Feature::Links) > 0.0, "Saturn is near");
    assert!(best.features.value(Feature::Words) > 0.5);
    assert_eq!(Feature::Words.name(), "words");
}

#[test]
fn without_a_text_the_prior_decides() {
    let fixture = Fixture::new(&set::graph());
    for text in set::half("first.jsonl").iter().chain(&set::half("second.jsonl")) {
        for mention in &text.mentions {
            let name = &text.text[mention.span.range()];
            let found = fixture.find(name);
            let ranked = fixture.disambiguate(name, &found, Knows::All);
            let order: Vec<usize> = ranked[0].choices.iter().map(|choice| choice.index).collect();
            assert_eq!(order, (0..found[0].candidates.len()).collect::<Vec<_>>(), "{name}");
        }
    }
}

#[test]
fn the_order_of_names_does_not_count() {
    let fixture = Fixture::new(&set::graph());
    for text in set::half("first.jsonl") {
        let mut found = fixture.find(&text.text);
        let ranked = fixture.disambiguate(&text.text, &found, Knows::All);
        found.reverse();
        let mut turned = fixture.disambiguate(&text.text, &found, Knows::All);
        turned.reverse();
        assert_eq!(ranked, turned, "{}", text.text);
    }
}
