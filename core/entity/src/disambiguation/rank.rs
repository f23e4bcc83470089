//! The ranking of candidates. In the first pass, each name is ranked separately by the words around it. In
//! the next passes, the results for the other names of the document are used, until the probabilities
//! converge.

use std::cmp::Ordering;
use std::ops::Range;

use super::EntityIndex;
use super::evidence::{Mention, MentionCandidate, RankedCandidate, Ranking, confidences, shares};
use super::feature::{Feature, Features};
use super::file::Node;
use super::weights::{Kind, RankingWeights};
use glossweave_base::error::{Error, Result};
use glossweave_base::words::hash;
use glossweave_document::recognizer::Passage;
use similarity::Windows;
use words::{Near, Words};

mod coherence;
mod similarity;
mod words;

/// The maximum number of passes that compare names with each other.
const PASSES: usize = 4;
/// The change of a probability at which the ranking has converged.
const SMALL: f64 = 1e-3;

/// The minimum share of a candidate in the weights of its name, so that a weight of 0 does not
/// exclude a candidate.
const LEAST: f64 = 1e-4;

/// Ranks the candidates of names in a passage. The names can be in any order, and the rankings are returned
/// in the same order.
///
/// The weights of features depend on the vocabulary: if it contains descriptions, they have a greater weight;
/// if the weights of names are counts, these weights and the relations have a greater weight. Use
/// [`RankingWeights::disambiguate`] to specify the weights. The score of a candidate is the sum of its
/// [`Features`], each multiplied by a weight that was learned from texts with known entities. The confidence
/// of a candidate is the exponential of its score divided by the sum over all candidates of the name
/// (softmax). Names with a single candidate are very cheap. When there are no words around a name, only the
/// weights of the dictionary are used; if only these weights distinguish the candidates, the confidence is
/// the weight divided by the sum of all weights.
///
/// # Errors
///
/// Returns `ErrorKind::Invalid` if a span is outside the text of the passage or splits a character, and
/// `ErrorKind::Storage` if an index was opened from a file that is damaged.
pub fn disambiguate(passage: &Passage<'_>, names: &[Mention<'_>]) -> Result<Vec<Ranking>> {
    RankingWeights::of_kind(kind(names)).disambiguate(passage, names)
}

/// The minimum ratio between the weights of a name at which they are treated as counts. Weights that
/// people assign by hand have smaller ratios.
const SPREAD: f64 = 300.0;

/// Returns the kind of the vocabularies that contain the names.
fn kind(names: &[Mention<'_>]) -> Kind {
    let rivals = || names.iter().filter(|name| name.candidates.len() > 1);
    let is_counted = |name: &Mention<'_>| {
        let (least, most) = priors(name).fold((f64::INFINITY, 0.0f64), |(least, most), weight| {
            (least.min(weight), most.max(weight))
        });
        least > 0.0 && most / least >= SPREAD
    };
    match rivals().any(is_counted) {
        true => Kind::Counted,
        false => Kind::of(
            rivals().flat_map(|name| &name.candidates).filter_map(|candidate| candidate.context),
        ),
    }
}

impl RankingWeights {
    /// Ranks the candidates of names with these weights. See [`disambiguate`](super::disambiguate).
    ///
    /// # Errors
    ///
    /// Returns the errors of [`disambiguate`](super::disambiguate).
    pub fn disambiguate(
        &self,
        passage: &Passage<'_>,
        names: &[Mention<'_>],
    ) -> Result<Vec<Ranking>> {
        let rankings = ranked(passage, names, self);
        // This check is necessary because damaged data is treated like missing data during the
        // ranking.
        let mut contexts: Vec<&EntityIndex> = names
            .iter()
            .flat_map(|name| &name.candidates)
            .filter_map(|sense| sense.context)
            .collect();
        contexts.dedup_by(|first, second| std::ptr::eq(*first, *second));
        contexts.into_iter().try_for_each(EntityIndex::sound)?;
        rankings
    }
}

fn ranked(
    passage: &Passage<'_>,
    names: &[Mention<'_>],
    weights: &RankingWeights,
) -> Result<Vec<Ranking>> {
    let text = passage.text();
    if let Some(name) = names.iter().find(|name| text.get(name.span.range()).is_none()) {
        return Err(Error::invalid(format!(
            "name {}..{} splits a character or exceeds the text of {} bytes",
            name.span.start(),
            name.span.end(),
            text.len()
        )));
    }
    let mut rankings = Vec::with_capacity(names.len());
    rankings.extend(names.iter().map(|name| match name.candidates.len() {
        1 => Ranking { choices: vec![SURE], weights: *weights },
        _ => Ranking { choices: Vec::new(), weights: *weights },
    }));
    if names.iter().all(|name| name.candidates.len() < 2) {
        return Ok(rankings);
    }
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|first, second| compare(&names[*first], &names[*second]));
    let mut sorted = Vec::with_capacity(names.len());
    let found = Words::around(text, order.iter().map(|index| &names[*index]));
    let windows = Windows::around(passage, order.iter().map(|index| &names[*index]))?;
    for index in &order {
        sorted.push(Known::new(text, &names[*index], &found, &windows, weights)?);
    }
    for _ in 0..PASSES {
        coherence::compare(&mut sorted)?;
        let mut change = 0.0f64;
        for known in &mut sorted {
            change = change.max(known.judge(weights));
        }
        if change < SMALL {
            break;
        }
    }
    for (index, known) in order.into_iter().zip(&sorted) {
        if !known.features.is_empty() {
            rankings[index] = ranking(known, weights);
        }
    }
    Ok(rankings)
}

/// The ranking of a name with a single candidate.
const SURE: RankedCandidate =
    RankedCandidate { index: 0, score: 0.0, confidence: 1.0, features: Features::NONE };

fn compare(first: &Mention<'_>, second: &Mention<'_>) -> Ordering {
    let place = |name: &Mention<'_>| (name.span.start(), name.span.end(), name.candidates.len());
    let idents =
        |name: &Mention<'_>| name.candidates.first().map(|sense| sense.candidate.ident.to_owned());
    place(first).cmp(&place(second)).then_with(|| idents(first).cmp(&idents(second)))
}

fn ranking(known: &Known<'_>, weights: &RankingWeights) -> Ranking {
    let Known { name, features, .. } = known;
    let scores: Vec<f64> = features.iter().map(|features| weights.score(features)).collect();
    let is_silent = |feature| {
        let value = |features: &Features| features.value(feature);
        feature == Feature::Prior || features.windows(2).all(|two| value(&two[0]) == value(&two[1]))
    };
    let confidences = match Feature::ALL.into_iter().all(is_silent) {
        true => shares(priors(name)),
        false => confidences(&scores),
    };
    let choices = scores.iter().zip(confidences).zip(features).enumerate();
    let mut choices: Vec<RankedCandidate> = choices
        .map(|(index, ((score, confidence), features))| RankedCandidate {
            index,
            score: *score,
            confidence,
            features: *features,
        })
        .collect();
    // The sort is stable: if scores are equal, the greater weight comes first, and then the order
    // of the candidates is kept.
    choices.sort_by(|first, second| {
        let weight = |choice: &RankedCandidate| name.candidates[choice.index].candidate.weight;
        second.score.total_cmp(&first.score).then_with(|| weight(second).total_cmp(&weight(first)))
    });
    Ranking { choices, weights: *weights }
}

/// A name with the results of the first pass.
struct Known<'n> {
    name: &'n Mention<'n>,
    /// The hashes of the IRIs of the candidates.
    idents: Vec<u64>,
    /// The hash of all candidates. Names with the same hash count as one piece of evidence.
    unit: u64,
    /// The features of each candidate. Empty if the name has a single candidate.
    features: Vec<Features>,
    nodes: Vec<Option<Node<'n>>>,
    parts: Vec<f64>,
    /// `true` if there are words around the name.
    has_context: bool,
}

impl<'n> Known<'n> {
    fn new(
        text: &str,
        name: &'n Mention<'n>,
        found: &Words<'_>,
        windows: &Windows<'n>,
        weights: &RankingWeights,
    ) -> Result<Known<'n>> {
        let ident = |sense: &MentionCandidate<'_>| hash(sense.candidate.ident.as_bytes());
        let idents: Vec<u64> = name.candidates.iter().map(ident).collect();
        let unit = idents.iter().fold(0u64, |unit, ident| unit.rotate_left(7) ^ *ident);
        let mut known = Known {
            name,
            idents,
            unit,
            features: Vec::new(),
            nodes: Vec::new(),
            parts: Vec::new(),
            has_context: false,
        };
        if name.candidates.len() < 2 {
            return Ok(known);
        }
        let mut words = found.near(text, name.span.range());
        known.has_context = !words.is_empty();
        for (sense, part) in name.candidates.iter().zip(shares(priors(name))) {
            let mut features = Features::default();
            features.set(Feature::Prior, part.max(LEAST).ln());
            let ident = hash(sense.candidate.ident.as_bytes());
            let node = sense.context.and_then(|context| context.find(ident));
            if let Some(node) = node.filter(|_| known.has_context) {
                let [own_words, all, of_classes] = words.overlap(&node)?;
                features.set(Feature::Words, all);
                features.set(Feature::OwnWords, own_words);
                features.set(Feature::ClassWords, of_classes);
                features.set(Feature::Spelling, spelling(&node, text, name.span.range())?);
            }
            known.features.push(features);
            known.nodes.push(node);
        }
        if known.has_context {
            known.compare_classes(&words)?;
            let similarities = windows.similarities(name)?;
            for (features, similarity) in known.features.iter_mut().zip(similarities) {
                features.set(Feature::Similarity, similarity);
            }
        }
        known.judge(weights);
        Ok(known)
    }

    /// Sets the similarities by word classes. When a candidate has no vector, the mean of the other
    /// candidates is used, so that the feature has no effect.
    fn compare_classes(&mut self, words: &Near<'_>) -> Result<()> {
        let mut found = Vec::with_capacity(self.nodes.len());
        for (sense, node) in self.name.candidates.iter().zip(&self.nodes) {
            found.push(match (sense.context, node) {
                (Some(index), Some(node)) => words.class_similarity(index, node)?,
                _ => None,
            });
        }
        let known = found.iter().flatten();
        let mean = known.clone().sum::<f64>() / known.count().max(1) as f64;
        for (features, similarity) in self.features.iter_mut().zip(found) {
            features.set(Feature::WordClasses, similarity.unwrap_or(mean));
        }
        Ok(())
    }

    /// Returns the probability that the name refers to a candidate.
    fn part(&self, index: usize) -> f64 {
        self.parts.get(index).copied().unwrap_or(1.0)
    }

    /// Updates the probabilities of the candidates from their features. Returns the greatest
    /// change.
    fn judge(&mut self, weights: &RankingWeights) -> f64 {
        if self.features.is_empty() {
            return 0.0;
        }
        let scores: Vec<f64> =
            self.features.iter().map(|features| weights.score(features)).collect();
        let before = std::mem::replace(&mut self.parts, confidences(&scores));
        let change = self.parts.iter().zip(before).map(|(now, before)| (now - before).abs());
        change.fold(0.0, f64::max)
    }
}

fn priors<'n>(name: &'n Mention<'n>) -> impl ExactSizeIterator<Item = f64> + Clone + 'n {
    name.candidates.iter().map(|sense| sense.candidate.weight)
}

/// Returns the value of the feature `Spelling`: -1 if no label of the entity equals the name, but a label
/// equals it except for the case of its first letter; otherwise 0. At the start of a sentence, a label
/// with a small first letter also counts as equal. Labels with other differences provide no evidence
/// about the case.
fn spelling(node: &Node<'_>, text: &str, span: Range<usize>) -> Result<f64> {
    use super::build::spelling;
    let name = text[span.clone()].trim();
    let Some(first) = name.chars().next() else { return Ok(0.0) };
    // A name in capitals provides no evidence.
    let is_shouted = name.chars().filter(|c| c.is_uppercase()).nth(1).is_some()
        && !name.chars().any(char::is_lowercase);
    if is_shouted {
        return Ok(0.0);
    }
    let rest = &name[first.len_utf8()..];
    let as_written = spelling(name);
    let lowered = spelling(&first.to_lowercase().chain(rest.chars()).collect::<String>());
    let raised = spelling(&first.to_uppercase().chain(rest.chars()).collect::<String>());
    let is_free = starts_sentence(&text[..span.start]);
    let mut differs = false;
    for label in node.spellings()? {
        if label == as_written || is_free && label == lowered {
            return Ok(0.0);
        }
        differs |= label == lowered || label == raised;
    }
    Ok(if differs { -1.0 } else { 0.0 })
}

/// Returns `true` if the text after `before` starts a sentence, according to punctuation.
fn starts_sentence(before: &str) -> bool {
    let is_opening = |c: char| c.is_whitespace() || "\"'([{«»„“”‘’‚‹›*_#>".contains(c);
    match before.trim_end_matches(is_opening).chars().next_back() {
        Some(last) => !(last.is_alphanumeric() || ",;-–—%)".contains(last)),
        None => true,
    }
}
