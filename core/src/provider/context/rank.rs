//! The ranking. First each name by itself, from the words around it; then once more with what that
//! says about the names nearby.

use std::cmp::Ordering;
use std::ops::Range;

use super::file::Node;
use super::score::{Choice, Feature, Features, Name, Ranking, confidences, shares};
use super::word::{Word, hash, words};
use crate::error::{Error, Result};
use crate::provider::Passage;

mod near;

/// How far words count, in bytes before and after a name.
const REACH: usize = 640;
/// At this distance, in words, a word counts half.
const HALF: f64 = 20.0;
/// No more of words counts: a long text must not make sure what is not.
const MOST: f64 = 4.0;
/// The least part of a sense in the weights of its name: a weight of 0 rules nothing out.
const LEAST: f64 = 1e-4;

/// Ranks the senses of names that were found in a passage. The rankings are in the order of the
/// names, which may be any.
///
/// The score of a sense is the sum of its [`Features`], each times a weight that was found on
/// texts in which it is known what is meant, and the confidence of a sense is the exponential of
/// its score as a part of those of all senses of the name. A name of one sense costs next to
/// nothing. Where no word stands around a name, only the weights of the dictionary count.
///
/// Kinds: Invalid where a span leaves the text of the passage or cuts a character, Storage where a
/// context was opened from a file that is damaged.
///
/// ```
/// use glossweave::provider::{Context, Dictionary, Name, Passage, Sense, rank};
/// use glossweave::{Format, rdf};
/// let turtle = b"@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
///     <http://example.org/fish> rdfs:label 'bass' ; rdfs:comment 'a fish of lakes' .
///     <http://example.org/voice> rdfs:label 'bass' ; rdfs:comment 'a low voice' .";
/// let graph = rdf::read(turtle, Format::Turtle, None)?;
/// let context = Context::build(&graph, &|_| true)?;
/// let passage = Passage::new("He has the lowest voice of all: a bass.");
/// let mut names = Vec::new();
/// Dictionary::builder().rdf(&graph)?.build()?.each_match(&passage, |found| {
///     let senses = found.candidates().collect::<Result<Vec<_>, _>>()?;
///     let senses = senses.iter().map(|one| Sense { candidate: *one, context: Some(&context) });
///     names = rank(&passage, &[Name { span: found.span(), senses: senses.collect() }])?;
///     assert_eq!(found.candidates().nth(names[0].choices[0].index).unwrap()?.ident,
///         "http://example.org/voice");
///     Ok(())
/// })?;
/// assert_eq!(names.len(), 1);
/// # Ok::<(), glossweave::Error>(())
/// ```
pub fn rank(passage: &Passage<'_>, names: &[Name<'_>]) -> Result<Vec<Ranking>> {
    let text = passage.text();
    if let Some(name) = names.iter().find(|name| text.get(name.span.range()).is_none()) {
        return Err(Error::invalid(format!(
            "name {}..{} does not lie on character boundaries of a text of {} bytes",
            name.span.start(),
            name.span.end(),
            text.len()
        )));
    }
    let mut rankings = Vec::with_capacity(names.len());
    rankings.extend(names.iter().map(|name| match name.senses.len() {
        1 => Ranking { choices: vec![SURE] },
        _ => Ranking::default(),
    }));
    if names.iter().all(|name| name.senses.len() < 2) {
        return Ok(rankings);
    }
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|one, other| compare(&names[*one], &names[*other]));
    let mut sorted = Vec::with_capacity(names.len());
    let found = Words::around(text, order.iter().map(|index| &names[*index]));
    for index in &order {
        sorted.push(Known::new(text, &names[*index], &found)?);
    }
    let last: Vec<Option<Vec<Features>>> =
        (0..sorted.len()).map(|at| near::second(&sorted, at)).collect::<Result<_>>()?;
    for (index, features) in order.into_iter().zip(last) {
        if let Some(features) = features {
            rankings[index] = ranking(&names[index], &features);
        }
    }
    Ok(rankings)
}

/// The only sense of a name.
const SURE: Choice = Choice { index: 0, score: 0.0, confidence: 1.0, features: Features::NONE };

fn compare(one: &Name<'_>, other: &Name<'_>) -> Ordering {
    let place = |name: &Name<'_>| (name.span.start(), name.span.end(), name.senses.len());
    let idents =
        |name: &Name<'_>| name.senses.first().map(|sense| sense.candidate.ident.to_owned());
    place(one).cmp(&place(other)).then_with(|| idents(one).cmp(&idents(other)))
}

fn ranking(name: &Name<'_>, features: &[Features]) -> Ranking {
    let scores: Vec<f64> = features.iter().map(Features::score).collect();
    let confidences = confidences(&scores);
    let choices = scores.iter().zip(confidences).zip(features).enumerate();
    let mut choices: Vec<Choice> = choices
        .map(|(index, ((score, confidence), features))| Choice {
            index,
            score: *score,
            confidence,
            features: *features,
        })
        .collect();
    choices.sort_by(|one, other| {
        let candidate = |choice: &Choice| name.senses[choice.index].candidate;
        other.score.total_cmp(&one.score).then_with(|| {
            let (one, other) = (candidate(one), candidate(other));
            other.weight.total_cmp(&one.weight).then_with(|| one.ident.cmp(other.ident))
        })
    });
    Ranking { choices }
}

/// What is known of a name after it was looked at by itself.
struct Known<'n> {
    name: &'n Name<'n>,
    /// One for each sense of a name that has several.
    features: Vec<Features>,
    nodes: Vec<Option<Node<'n>>>,
    parts: Vec<f64>,
    /// Whether there is anything but the name to go by.
    has_context: bool,
}

impl<'n> Known<'n> {
    fn new(text: &str, name: &'n Name<'n>, found: &Words) -> Result<Known<'n>> {
        let mut known = Known {
            name,
            features: Vec::new(),
            nodes: Vec::new(),
            parts: Vec::new(),
            has_context: false,
        };
        if name.senses.len() < 2 {
            return Ok(known);
        }
        let words = found.near(text, name.span.range());
        known.has_context = !words.is_empty();
        for (sense, part) in name.senses.iter().zip(shares(weights(name))) {
            let mut features = Features::default();
            features.set(Feature::Prior, part.max(LEAST).ln());
            let ident = hash(sense.candidate.ident.as_bytes());
            let node = sense.context.and_then(|context| context.find(ident));
            if let Some(node) = node.filter(|_| known.has_context) {
                let (own, of_classes) = overlap(&node, &words)?;
                features.set(Feature::Words, own);
                features.set(Feature::ClassWords, of_classes);
                features.set(Feature::Spelling, spelling(&node, text, name.span.range())?);
            }
            known.features.push(features);
            known.nodes.push(node);
        }
        let scores: Vec<f64> = known.features.iter().map(Features::score).collect();
        known.parts = confidences(&scores);
        Ok(known)
    }
}

fn weights<'n>(name: &'n Name<'n>) -> impl ExactSizeIterator<Item = f64> + Clone + 'n {
    name.senses.iter().map(|sense| sense.candidate.weight)
}

/// How much of the words is in what is known of an entity, and of its classes.
fn overlap(node: &Node<'_>, near: &[(Word, f64)]) -> Result<(f64, f64)> {
    let own = node.words()?;
    let mut classes = Vec::new();
    for class in node.classes()? {
        classes.push(class?.words()?);
    }
    let mut sums = (0.0, 0.0);
    for (word, part) in near {
        sums.0 += part * own.weight(*word);
        sums.1 += part * classes.iter().map(|class| class.weight(*word)).fold(0.0, f64::max);
    }
    Ok((sums.0.min(MOST), sums.1.min(MOST)))
}

/// Whether a name is written as no label of the entity is.
fn spelling(node: &Node<'_>, text: &str, span: Range<usize>) -> Result<f64> {
    let name = text[span.clone()].trim();
    let mut known = node.spellings()?.peekable();
    // Capitals throughout say nothing.
    let is_shouted = name.chars().filter(|c| c.is_uppercase()).nth(1).is_some()
        && !name.chars().any(char::is_lowercase);
    if known.peek().is_none() || is_shouted {
        return Ok(0.0);
    }
    let as_written = super::build::spelling(name);
    let lowered =
        name.chars().next().filter(|_| starts_sentence(&text[..span.start])).map(|first| {
            let rest = &name[first.len_utf8()..];
            super::build::spelling(&first.to_lowercase().chain(rest.chars()).collect::<String>())
        });
    let is_known = known.any(|label| label == as_written || Some(label) == lowered);
    Ok(if is_known { 0.0 } else { -1.0 })
}

/// Whether what comes after this text begins a sentence, as far as signs tell.
fn starts_sentence(before: &str) -> bool {
    let is_opening = |c: char| c.is_whitespace() || "\"'([{«»„“”‘’‚‹›*_#>".contains(c);
    match before.trim_end_matches(is_opening).chars().next_back() {
        Some(last) => !(last.is_alphanumeric() || ",;-–—%)".contains(last)),
        None => true,
    }
}

/// The words around names, in their order.
struct Words(Vec<(usize, usize, Word)>);

impl Words {
    fn around<'n>(text: &str, names: impl Iterator<Item = &'n Name<'n>>) -> Words {
        let mut found = Vec::new();
        let mut done = 0..0;
        for name in names.filter(|name| name.senses.len() > 1) {
            let mut from = name.span.start().saturating_sub(REACH);
            while !text.is_char_boundary(from) {
                from -= 1;
            }
            let mut end = (name.span.end() + REACH).min(text.len());
            while !text.is_char_boundary(end) {
                end += 1;
            }
            if from > done.end {
                read(text, done, &mut found);
                done = from..end;
            } else {
                done.end = end.max(done.end);
            }
        }
        read(text, done, &mut found);
        Words(found)
    }

    /// The words near a span that are none of its own, once each, with a part from 0 to 1 that is
    /// less for those further off.
    fn near(&self, text: &str, span: Range<usize>) -> Vec<(Word, f64)> {
        let mut own = Vec::new();
        words(&text[span.clone()], |_, word| own.push(word.full));
        let from = self.0.partition_point(|(start, ..)| *start + REACH < span.start);
        let before = self.0.partition_point(|(_, end, _)| *end <= span.start);
        let after = self.0.partition_point(|(start, ..)| *start < span.end);
        let end = self.0.partition_point(|(start, ..)| *start < span.end + REACH);
        let slice = |range: Range<usize>| self.0.get(range).unwrap_or_default().iter();
        let part = |(distance, (_, _, word)): (usize, &(usize, usize, Word))| {
            (*word, HALF / (HALF + distance as f64))
        };
        let mut near: Vec<(Word, f64)> = slice(from..before).rev().enumerate().map(part).collect();
        near.extend(slice(after..end).enumerate().map(part));
        near.retain(|(word, _)| !own.contains(&word.full));
        near.sort_by(|one, other| one.0.cmp(&other.0).then(other.1.total_cmp(&one.1)));
        near.dedup_by_key(|(word, _)| *word);
        near
    }
}

/// Appends the words of a stretch, less those that are cut by its ends.
fn read(text: &str, range: Range<usize>, out: &mut Vec<(usize, usize, Word)>) {
    words(&text[range.clone()], |word, hashes| {
        let (start, end) = (range.start + word.start, range.start + word.end);
        let is_cut = start == range.start && start > 0 || end == range.end && end < text.len();
        if !is_cut {
            out.push((start, end, hashes));
        }
    });
}
