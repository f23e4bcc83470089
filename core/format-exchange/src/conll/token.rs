//! The sentences and tokens of a document to write.

use std::ops::Range;

use super::source_tokens::SourceTokens;
use crate::lines::place;
use glossweave_base::text::{Language, word_breaks};
use glossweave_base::words::sentence_breaks;
use glossweave_format_base::new_file::{Content, Mark};

/// A token: its range in the text of the document, and its mark.
pub(super) struct Token {
    pub at: Range<usize>,
    /// The index of the mark in the part, and `true` for the first token of the mark.
    pub mark: Option<(usize, bool)>,
}

/// A sentence of a unit.
pub(super) struct Sentence {
    pub tokens: Vec<Token>,
    /// `true` for the first and the last sentence of the unit, respectively.
    pub is_first: bool,
    pub is_last: bool,
    /// The range of the unit.
    pub unit: Range<usize>,
}

/// The sentences of a part of a document, and the marks without tokens.
pub(super) struct Sentences {
    pub all: Vec<Sentence>,
    pub without_tokens: Vec<usize>,
    /// The number of marks that begin or end with white space.
    pub spaced: usize,
}

impl Sentences {
    /// Divides a part into sentences and tokens, so that each mark begins and ends at a token
    /// boundary. Uses the tokens and sentences of the source when the source contains them.
    pub fn of(content: &Content<'_>, part: usize, source: Option<&SourceTokens<'_>>) -> Sentences {
        let mut found = Sentences { all: Vec::new(), without_tokens: Vec::new(), spaced: 0 };
        let Some(part) = content.parts.get(part) else { return found };
        let document = content.document;
        let mut marks = part.marks.iter().enumerate().peekable();
        let units = content.units(part).map(|unit| unit.span());
        for unit in units {
            let mut inner = Vec::new();
            while let Some(mark) = marks.next_if(|(_, mark)| mark.span.end() <= unit.end()) {
                inner.push(mark);
            }
            let text = document.text().get(unit.range()).unwrap_or_default();
            let language = document.language_at(unit.start()).or(part.language);
            found.unit((text, unit.start()), language, &inner, source);
        }
        found
    }

    fn unit(
        &mut self,
        (text, start): (&str, usize),
        language: Option<&Language>,
        marks: &[(usize, &Mark<'_>)],
        source: Option<&SourceTokens<'_>>,
    ) {
        let english = Language::parse("en");
        let unit = start..start + text.len();
        let (words, breaks): (Vec<Range<usize>>, Vec<usize>) =
            match (source, language.or(english.as_ref())) {
                (Some(source), _) => {
                    (source.within(&unit).to_vec(), source.starts(&unit).collect())
                }
                (None, Some(language)) => {
                    let breaks = sentence_breaks(text, language).map(|at| start + at).collect();
                    (words(text, start), breaks)
                }
                (None, None) => (words(text, start), Vec::new()),
            };
        let mut pending = marks.iter().peekable();
        let mut breaks = breaks.into_iter().filter(|at| {
            while pending.next_if(|(_, mark)| mark.span.end() <= *at).is_some() {}
            pending.peek().is_none_or(|(_, mark)| mark.span.start() >= *at)
        });
        let mut tokens = tokens(&words, (text, start), marks);
        self.without_tokens.extend(tokens.without);
        self.spaced += tokens.spaced;
        let first = self.all.len();
        let mut rest = tokens.all.drain(..).peekable();
        let mut next = breaks.next();
        while rest.peek().is_some() {
            let end = next.unwrap_or(unit.end);
            let mut sentence = Vec::new();
            while let Some(token) = rest.next_if(|token| token.at.start < end) {
                sentence.push(token);
            }
            if !sentence.is_empty() {
                let (is_first, is_last, unit) = (self.all.len() == first, false, unit.clone());
                self.all.push(Sentence { tokens: sentence, is_first, is_last, unit });
            }
            next = breaks.next();
        }
        if let Some(last) = self.all.get_mut(first..).and_then(<[Sentence]>::last_mut) {
            last.is_last = true;
        }
    }
}

struct Tokens {
    all: Vec<Token>,
    without: Vec<usize>,
    spaced: usize,
}

/// Returns the ranges of the words of a unit.
fn words(text: &str, start: usize) -> Vec<Range<usize>> {
    let cuts: Vec<usize> = word_breaks(text).collect();
    let mut words = Vec::new();
    for pair in cuts.windows(2) {
        let piece = text.get(pair[0]..pair[1]).unwrap_or_default();
        let parts = piece.split(char::is_whitespace).filter(|word| !word.is_empty());
        words.extend(parts.map(|word| place(start + pair[0], piece, word)));
    }
    words
}

/// Returns the tokens of a unit. A token is a word, or a part of a word when the edge of a mark
/// divides the word.
fn tokens(
    words: &[Range<usize>],
    (text, start): (&str, usize),
    marks: &[(usize, &Mark<'_>)],
) -> Tokens {
    let mut edges: Vec<usize> =
        marks.iter().flat_map(|(_, mark)| [mark.span.start(), mark.span.end()]).collect();
    edges.sort_unstable();
    edges.dedup();
    let mut edges = edges.into_iter().peekable();
    let mut found = Tokens { all: Vec::new(), without: Vec::new(), spaced: 0 };
    let mut pending = marks.iter().peekable();
    // The start of the first token and the end of the last token of the current mark.
    let mut covered: Option<(usize, usize)> = None;
    for word in words {
        while edges.next_if(|edge| *edge <= word.start).is_some() {}
        let mut from = word.start;
        while from < word.end {
            let to = edges.next_if(|edge| *edge < word.end).unwrap_or(word.end);
            let piece = text.get(from - start..to - start).unwrap_or_default();
            let at = place(from, piece, piece.trim());
            from = to;
            if at.is_empty() {
                continue;
            }
            while let Some(mark) = pending.next_if(|(_, mark)| mark.span.end() <= at.start) {
                found.finish(mark, covered.take());
            }
            let mark = pending.peek().filter(|(_, mark)| mark.span.start() <= at.start);
            let mark = mark.map(|(number, _)| {
                let first = covered.map_or(at.start, |(first, _)| first);
                let is_first = covered.is_none();
                covered = Some((first, at.end));
                (*number, is_first)
            });
            found.all.push(Token { at, mark });
        }
    }
    for mark in pending {
        found.finish(mark, covered.take());
    }
    found
}

impl Tokens {
    /// Records whether the tokens of a mark cover it only in part, or not at all.
    fn finish(&mut self, (number, mark): &(usize, &Mark<'_>), covered: Option<(usize, usize)>) {
        match covered {
            None => self.without.push(*number),
            Some(covered) if covered != (mark.span.start(), mark.span.end()) => self.spaced += 1,
            Some(_) => {}
        }
    }
}
