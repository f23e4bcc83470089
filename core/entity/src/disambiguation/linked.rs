//! Texts with linked names, which are used to fit weights.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::feature::Features;
use super::fit::{Example, fit};
use super::sentence::sentence;
use super::weights::Kind;
use super::{EntityIndex, Mention, MentionCandidate, RankingWeights};
use glossweave_base::error::{Error, Result};
use glossweave_base::text::{Language, TextSpan};
use glossweave_dictionary::{Dictionary, DictionaryExt, Doubtful};
use glossweave_document::annotation::Annotation;
use glossweave_document::recognizer::Passage;
use glossweave_ner::{Corpus, WordClasses};
use glossweave_rdf::vocab::skos;
use glossweave_rdf::{Graph, Literal, NamedNode};

/// The strength of the Gaussian prior on the weights.
const STRICTNESS: f64 = 1.0;
/// The number of fits. The fit is repeated because the evidence of other names depends on the
/// weights.
const ROUNDS: usize = 3;

/// Texts with names that are linked to entities. They are used as training data by [`RankingWeights::train`]
/// and [`LinkedCorpus::examples_of`].
#[derive(Clone, Debug, Default)]
pub struct LinkedCorpus {
    texts: Vec<LinkedText>,
}

#[derive(Clone, Debug)]
struct LinkedText {
    text: String,
    language: Option<Language>,
    /// The blocks, sorted by position. Sentences do not cross their boundaries.
    blocks: Vec<TextSpan>,
    /// The names with the IRIs of their entities, sorted by position.
    names: Vec<(TextSpan, String)>,
}

impl LinkedCorpus {
    /// Adds a text with the first IRI of each entity annotation. Returns the number of names.
    pub fn add(&mut self, passage: &Passage<'_>, annotations: &[Annotation]) -> usize {
        let names = annotations.iter().filter_map(|annotation| {
            Some((annotation.span(), annotation.as_entity()?.idents.first()?.to_string()))
        });
        self.push(LinkedText {
            text: passage.text().to_owned(),
            language: passage.language().cloned(),
            blocks: passage.blocks().collect(),
            names: names.collect(),
        })
    }

    /// Converts a corpus whose classes are the IRIs of entities, for example CoNLL columns with
    /// tags such as `B-http://example.org/cork`. Other classes are skipped.
    pub fn from_corpus(corpus: &Corpus) -> LinkedCorpus {
        let mut linked = LinkedCorpus::default();
        for document in &corpus.documents {
            let (mut text, mut names, mut blocks) = (String::new(), Vec::new(), Vec::new());
            for sentence in document {
                let from = text.len();
                let mut tokens = Vec::with_capacity(sentence.tokens.len());
                for token in &sentence.tokens {
                    let start = text.len();
                    text.push_str(token);
                    tokens.push((start, text.len()));
                    text.push(' ');
                }
                for mention in &sentence.mentions {
                    let last = mention.end.checked_sub(1).and_then(|last| tokens.get(last));
                    let class = corpus.classes.get(mention.class);
                    if let (Some((start, _)), Some((_, end)), Some(class)) =
                        (tokens.get(mention.start), last, class)
                        && class.contains(':')
                    {
                        names.push((TextSpan::new(*start, *end), class.clone()));
                    }
                }
                blocks.push(TextSpan::new(from, text.len()));
                text.push('\n');
            }
            linked.push(LinkedText { text, language: None, blocks, names });
        }
        linked
    }

    /// Returns the number of names.
    pub fn names(&self) -> usize {
        self.texts.iter().map(|text| text.names.len()).sum()
    }

    /// Returns the sentences in which entities are linked, as `skos:example` statements without duplicates,
    /// sorted. [`EntityIndex::build`] reads the words of these examples. Add the examples to the statements
    /// of a vocabulary, so that the texts in which its entities were linked are used for disambiguation. Only
    /// the examples of IRIs that `wanted` accepts are returned.
    ///
    /// Sentences are truncated when they have more than 300 bytes before or after the name.
    pub fn examples_of(&self, is_wanted: &dyn Fn(&str) -> bool) -> Graph {
        let english = Language::parse("en");
        let mut found = BTreeSet::new();
        for LinkedText { text, language, blocks, names } in &self.texts {
            let tag = language.as_ref().map(Language::as_str);
            let language = language.as_ref().or(english.as_ref());
            for (span, ident) in names.iter().filter(|(_, ident)| is_wanted(ident)) {
                let words = text[sentence(text, blocks, language, *span)].split_whitespace();
                found.insert((ident.as_str(), words.collect::<Vec<_>>().join(" "), tag));
            }
        }
        let mut graph = Graph::new();
        for (ident, sentence, tag) in found {
            let literal = match tag {
                Some(tag) => Literal::new_language_tagged_literal_unchecked(sentence, tag),
                None => Literal::new_simple_literal(sentence),
            };
            graph.insert(NamedNode::new_unchecked(ident), skos::EXAMPLE, literal);
        }
        graph
    }

    /// Adds a text after removing invalid and duplicate names. Returns the number of names.
    fn push(&mut self, mut linked: LinkedText) -> usize {
        let LinkedText { text, names, .. } = &mut linked;
        names.retain(|(span, _)| text.get(span.range()).is_some_and(|name| !name.is_empty()));
        names.sort();
        names.dedup_by_key(|(span, _)| *span);
        let count = names.len();
        self.texts.push(linked);
        count
    }

    /// Returns the features of names that have several candidates, one of which is correct. If `weights` is
    /// `None`, the default weights are used.
    pub(super) fn examples(
        &self,
        names: &Dictionary,
        index: Option<&EntityIndex>,
        weights: Option<&RankingWeights>,
    ) -> Result<Vec<Example>> {
        let mut examples = Vec::new();
        for text in &self.texts {
            let passage = Passage::new(&text.text);
            let found = text.mentions(names, index)?;
            let ranked = match weights {
                Some(weights) => weights.disambiguate(&passage, &found)?,
                None => super::disambiguate(&passage, &found)?,
            };
            let known: HashMap<TextSpan, &str> =
                text.names.iter().map(|(span, ident)| (*span, ident.as_str())).collect();
            for (mention, ranking) in found.iter().zip(ranked) {
                let Some(ident) = known.get(&mention.span) else { continue };
                let is_gold =
                    |candidate: &MentionCandidate<'_>| candidate.candidate.ident == *ident;
                let Some(gold) = mention.candidates.iter().position(is_gold) else { continue };
                let mut candidates = vec![Features::default(); mention.candidates.len()];
                for choice in &ranking.choices {
                    candidates[choice.index] = choice.features;
                }
                if candidates.len() > 1 {
                    examples.push(Example { candidates, gold });
                }
            }
        }
        Ok(examples)
    }
}

impl LinkedText {
    /// Returns the linked names, and the names that the dictionary finds between them.
    fn mentions<'d>(
        &self,
        names: &'d Dictionary,
        index: Option<&'d EntityIndex>,
    ) -> Result<Vec<Mention<'d>>> {
        let mut blocks = Vec::with_capacity(self.names.len() * 2 + 1);
        let mut end = 0;
        for (span, _) in &self.names {
            if span.start() < end {
                continue;
            }
            blocks.extend([TextSpan::new(end, span.start()), *span]);
            end = span.end();
        }
        blocks.push(TextSpan::new(end, self.text.len()));
        let passage = Passage::new(&self.text).with_blocks(&blocks);
        let mut found = Vec::new();
        names.each_candidates(&passage, None, Doubtful::Any, |place, all| {
            let candidates =
                all.map(|candidate| Ok(MentionCandidate { candidate: candidate?, context: index }));
            found
                .push(Mention { span: place.span, candidates: candidates.collect::<Result<_>>()? });
            Ok(())
        })?;
        Ok(found)
    }
}

impl RankingWeights {
    /// Returns the weights that maximize the probability of the entities in a corpus, using conditional
    /// logistic regression with an L2 penalty on the distance from the default weights. The same input always
    /// results in the same weights, and no weight is negative. `names` and `index` belong to the vocabulary.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::Invalid`](glossweave_base::ErrorKind::Invalid) if no name in the corpus has
    /// several candidates that include the correct entity, and the errors of reading the vocabulary.
    pub fn train(
        corpus: &LinkedCorpus,
        names: &Dictionary,
        index: Option<&EntityIndex>,
    ) -> Result<RankingWeights> {
        let start = RankingWeights::of_kind(Kind::of(index.into_iter()));
        let mut weights = start;
        for _ in 0..ROUNDS {
            let examples = corpus.examples(names, index, Some(&weights))?;
            if examples.is_empty() {
                let message = "no name in the corpus has several candidates that include the right entity; use names of the dictionary";
                return Err(Error::invalid(message));
            }
            weights = fit(&examples, &start, STRICTNESS);
        }
        Ok(weights)
    }

    /// Fits weights to a vocabulary that is given as a graph. Its names and its index are built from the
    /// graph. If `classes` is given, the index uses these word classes. See [`RankingWeights::train`].
    ///
    /// # Errors
    ///
    /// Returns the errors of [`RankingWeights::train`].
    pub fn train_graph(
        corpus: &LinkedCorpus,
        graph: &Graph,
        classes: Option<&WordClasses>,
    ) -> Result<RankingWeights> {
        let names = Dictionary::builder().rdf(graph)?.build()?;
        let mut rivals = HashSet::new();
        names.each_shared(|iri| {
            rivals.insert(iri.to_owned());
            Ok(())
        })?;
        let is_rival = |iri: &str| rivals.contains(iri);
        let index = match classes {
            Some(classes) => EntityIndex::build_with_word_classes(graph, &is_rival, classes)?,
            None => EntityIndex::build(graph, &is_rival)?,
        };
        RankingWeights::train(corpus, &names, Some(&index))
    }
}
