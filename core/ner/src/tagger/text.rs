//! Conversion of text to sentences of tokens, and of annotated text to training data.

use std::ops::Range;

use super::corpus::{Corpus, LabeledSpan, Sentence};
use crate::token;
use glossweave_base::call_limits::is_exceeded;
use glossweave_base::text::TextSpan;
use glossweave_document::annotation::Annotation;
use glossweave_document::recognizer::Passage;

/// Returns the sentences in the accepted blocks of a passage: the byte ranges of their tokens, and their
/// words.
pub(super) fn sentences_of(
    passage: &Passage<'_>,
    is_wanted: impl Fn(TextSpan) -> bool,
) -> (Vec<Vec<Range<usize>>>, Vec<Vec<String>>) {
    let text = passage.text();
    let (mut places, mut words) = (Vec::new(), Vec::new());
    for block in passage.blocks().filter(|block| is_wanted(*block)) {
        let start = block.start();
        for tokens in token::sentences(&text[block.range()]) {
            if is_exceeded() {
                return (places, words);
            }
            let moved = tokens.into_iter().map(|token| token.start + start..token.end + start);
            let tokens: Vec<Range<usize>> = moved.collect();
            words.push(tokens.iter().map(|token| text[token.clone()].to_owned()).collect());
            places.push(tokens);
        }
    }
    (places, words)
}

impl Corpus {
    /// Adds an annotated text as a document, for example from NIF or ITS markup. A mention gets the
    /// first class of its entity. Entities are skipped when they have no class, do not start and
    /// end at token boundaries, or overlap a longer entity. Returns the number of mentions that
    /// were added.
    pub fn add(&mut self, passage: &Passage<'_>, annotations: &[Annotation]) -> usize {
        let text = passage.text();
        let known_classes = self.classes.len();
        let mut entities: Vec<(TextSpan, &str)> = annotations
            .iter()
            .filter_map(|annotation| {
                Some((annotation.span(), &**annotation.as_entity()?.classes.first()?))
            })
            .collect();
        entities.sort_by_key(|(span, _)| (span.start(), usize::MAX - span.end()));
        let mut document = Vec::new();
        let mut taken = 0;
        for piece in passage.blocks() {
            for tokens in token::sentences(&text[piece.range()]) {
                let at = |place: usize| place + piece.start();
                let mut mentions: Vec<LabeledSpan> = Vec::new();
                let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else { continue };
                let from = entities.partition_point(|(span, _)| span.start() < at(first.start));
                let to = entities.partition_point(|(span, _)| span.start() < at(last.end));
                for (span, class) in &entities[from..to.max(from)] {
                    let start = tokens.iter().position(|token| at(token.start) == span.start());
                    let end = tokens.iter().position(|token| at(token.end) == span.end());
                    let (Some(start), Some(last)) = (start, end) else { continue };
                    if start > last || mentions.last().is_some_and(|mention| mention.end > start) {
                        continue;
                    }
                    let known = self.classes.iter().position(|known| known == class);
                    let class = known.unwrap_or_else(|| {
                        self.classes.push((*class).to_owned());
                        self.classes.len() - 1
                    });
                    mentions.push(LabeledSpan { start, end: last + 1, class });
                }
                taken += mentions.len();
                let token = |token: &std::ops::Range<usize>| {
                    text[at(token.start)..at(token.end)].to_owned()
                };
                document.push(Sentence { tokens: tokens.iter().map(token).collect(), mentions });
            }
        }
        if !document.is_empty() {
            self.documents.push(document);
        }
        if self.classes.len() > known_classes {
            self.sort_classes();
        }
        taken
    }
}
