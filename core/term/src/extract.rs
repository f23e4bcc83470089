//! Term extraction without a term base. Candidates are ranked by the C-value of Frantzi, Ananiadou and Mima
//! (2000), with the logarithm of the length plus one, so that single words count, too.

use std::collections::HashMap;
use std::ops::Range;

use super::stem::{Stems, language_key};
use super::stop_words::{Role, Stops};
use super::tokens::Pieces;
use glossweave_base::call_limits::{check, check_now, is_exceeded};
use glossweave_base::error::{Error, Result};
use glossweave_base::text::{Language, TextSpan, word_breaks};
use glossweave_base::words::{Class, cell};
use glossweave_document::recognizer::Passage;

/// The maximum length of a candidate in words, which is the number of stems in a key.
const LONGEST: usize = 5;
/// The number of bits of a stem in a key.
const BITS: u32 = 24;
/// The minimum number of words in a text for which candidates must occur twice.
const SHORT_TEXT: usize = 200;
/// The C-value of a candidate with the confidence 0.5.
const EVEN: f64 = 4.0;

/// Options of term extraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extraction {
    /// The maximum number of candidates.
    pub most: usize,
    /// The minimum number of occurrences of a candidate. By default, one in texts of less than 200 words, and
    /// two in longer texts.
    pub least: Option<usize>,
}

impl Default for Extraction {
    fn default() -> Extraction {
        Extraction { most: 100, least: None }
    }
}

/// The maximum number of words without punctuation that are buffered. When a longer run is read, its
/// candidates are counted before its end is reached.
const MAX_RUN: usize = 4096;

/// A candidate for a term.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq)]
pub struct TermCandidate {
    /// The most frequent form.
    pub text: Box<str>,
    /// The occurrences in any form, as byte spans in the text of the passage.
    pub spans: Vec<TextSpan>,
    /// The C-value.
    pub score: f64,
    /// The C-value, scaled to a value between 0 and 1.
    pub confidence: f64,
}

/// Extracts term candidates from a text: frequent runs of up to five words that do not begin or end with a
/// stop word, and that are not only parts of longer candidates. The most likely candidates come first.
///
/// Stop words are built in for German, English, French, Spanish, Italian, Portuguese and Dutch. In other
/// languages, words of up to three letters are used as stop words. The forms of a word are counted together
/// if there is a stemmer. Japanese, Chinese and Thai are segmented with dictionaries.
///
/// # Errors
///
/// Returns `ErrorKind::Invalid` if a block is outside the text of the passage or splits a character.
pub fn extract_terms(
    passage: &Passage<'_>,
    language: &Language,
    options: &Extraction,
) -> Result<Vec<TermCandidate>> {
    let key = language_key(language.primary());
    let mut text = Text {
        stems: Stems::of(&key),
        stops: Stops::of(&key),
        known: HashMap::new(),
        grams: HashMap::new(),
        words: 0,
    };
    for piece in passage.blocks() {
        let part = passage.text().get(piece.range()).ok_or_else(|| {
            let (start, end) = (piece.start(), piece.end());
            Error::invalid(format!("piece {start}..{end} splits a character or exceeds the text"))
        })?;
        text.read(part, piece.start());
        check()?;
    }
    check_now()?;
    let least = options.least.unwrap_or(if text.words < SHORT_TEXT { 1 } else { 2 }).max(1);
    let mut grams = text.grams;
    grams.retain(|_, gram| gram.spans.len() >= least);
    let mut ranked: Vec<(f64, Gram)> = scores(&grams)
        .into_iter()
        .filter_map(|(key, score)| Some((score, grams.remove(&key)?)))
        .filter(|(score, _)| *score > 0.0)
        .collect();
    ranked.sort_by(|first, second| {
        second.0.total_cmp(&first.0).then_with(|| first.1.spans.cmp(&second.1.spans))
    });
    ranked.truncate(options.most);
    let whole = passage.text();
    let candidates = ranked.into_iter().map(|(score, gram)| TermCandidate {
        text: commonest(whole, &gram.spans).into(),
        spans: gram.spans,
        score,
        confidence: score / (score + EVEN),
    });
    Ok(candidates.collect())
}

/// Returns the C-value of each candidate.
fn scores(grams: &HashMap<u128, Gram>) -> Vec<(u128, f64)> {
    // Maps each candidate to the number of longer candidates that contain it, and to their total occurrences.
    let mut within: HashMap<u128, (usize, usize)> = HashMap::new();
    for (key, gram) in grams.iter().take_while(|_| !is_exceeded()) {
        let length = gram.length;
        let mut parts: Vec<u128> = Vec::new();
        for width in 1..length {
            for start in 0..=length - width {
                let part = part(*key, start, width);
                if grams.contains_key(&part) && !parts.contains(&part) {
                    parts.push(part);
                }
            }
        }
        for part in parts {
            let (count, times) = within.entry(part).or_default();
            *count += 1;
            *times += gram.spans.len();
        }
    }
    let score = |(key, gram): (&u128, &Gram)| {
        let weight = ((gram.length + 1) as f64).log2();
        let nested = within.get(key).map_or(0.0, |(count, times)| *times as f64 / *count as f64);
        (*key, weight * (gram.spans.len() as f64 - nested))
    };
    grams.iter().map(score).collect()
}

/// Extracts consecutive stems from a key.
fn part(key: u128, start: usize, width: usize) -> u128 {
    (key >> (BITS as usize * start)) & ((1 << (BITS as usize * width)) - 1)
}

/// Returns the most frequent form, in lower case if it also occurs in lower case. Among equally frequent
/// forms, returns the first.
fn commonest<'t>(text: &'t str, spans: &[TextSpan]) -> &'t str {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    // A few hundred occurrences are enough.
    for span in spans.iter().take(500) {
        let form = text.get(span.range()).unwrap_or_default();
        match counts.iter_mut().find(|counted| counted.0.eq_ignore_ascii_case(form)) {
            Some(counted) => {
                counted.1 += 1;
                // A capital may only mark the start of a sentence.
                if form.starts_with(char::is_lowercase) {
                    counted.0 = form;
                }
            }
            None => counts.push((form, 1)),
        }
    }
    let mut best = ("", 0);
    for counted in counts {
        if counted.1 > best.1 {
            best = counted;
        }
    }
    best.0
}

/// A candidate: all occurrences of words with the same stems.
struct Gram {
    length: usize,
    spans: Vec<TextSpan>,
}

/// A word in a run without punctuation.
struct Word {
    range: Range<usize>,
    /// The number of the stem.
    stem: u128,
    role: Role,
}

struct Text {
    stems: Stems,
    stops: Stops,
    known: HashMap<String, u128>,
    grams: HashMap<u128, Gram>,
    words: usize,
}

impl Text {
    fn read(&mut self, text: &str, offset: usize) {
        let mut run: Vec<Word> = Vec::new();
        let mut unspaced: Option<Range<usize>> = None;
        for piece in Pieces::new(text).take_while(|_| !is_exceeded()) {
            let range = piece.range();
            let class = text[range.clone()].chars().next().map(|first| cell(first).class());
            if class == Some(Class::Single) {
                match &mut unspaced {
                    Some(stretch) if stretch.end == range.start => stretch.end = range.end,
                    _ => {
                        self.cut(text, unspaced.replace(range), &mut run);
                    }
                }
                continue;
            }
            self.cut(text, unspaced.take(), &mut run);
            if run.len() >= MAX_RUN {
                // The last words may begin longer candidates.
                self.count(&mut run, offset, LONGEST - 1);
            }
            match class {
                Some(Class::Word) => self.word(text, range, &mut run),
                // An apostrophe joins words (`l'eau`).
                _ if matches!(&text[range.clone()], "'" | "’") => {}
                _ => self.end(&mut run, offset),
            }
        }
        self.cut(text, unspaced, &mut run);
        self.end(&mut run, offset);
    }

    /// Splits a run of text in a script without spaces into words.
    fn cut(&mut self, text: &str, stretch: Option<Range<usize>>, run: &mut Vec<Word>) {
        let Some(stretch) = stretch else { return };
        let mut last = stretch.start;
        for at in word_breaks(&text[stretch.clone()]).chain([stretch.len()]) {
            let range = last..stretch.start + at;
            if !range.is_empty() {
                last = range.end;
                self.word(text, range, run);
            }
        }
    }

    fn word(&mut self, text: &str, range: Range<usize>, run: &mut Vec<Word>) {
        self.words += 1;
        let mut stem = String::new();
        self.stems.push(&text[range.clone()], &mut stem);
        let role = self.stops.role(&text[range.clone()]);
        let next = self.known.len() as u128 + 1;
        let number = *self.known.entry(stem).or_insert(next);
        // A word whose number does not fit into a key is treated as a stop word.
        let role = if number < 1 << BITS { role } else { Role::Stop };
        run.push(Word { range, stem: number, role });
    }

    /// Counts all candidates in a run without punctuation.
    fn end(&mut self, run: &mut Vec<Word>, offset: usize) {
        self.count(run, offset, 0);
    }

    /// Counts the candidates in a run without punctuation, except candidates that begin with its last `keep`
    /// words, which stay.
    fn count(&mut self, run: &mut Vec<Word>, offset: usize, keep: usize) {
        let done = run.len().saturating_sub(keep);
        for first in 0..done {
            if is_exceeded() {
                break;
            }
            if run[first].role != Role::Any {
                continue;
            }
            let mut key = 0;
            for (index, word) in run[first..].iter().take(LONGEST).enumerate() {
                if word.role == Role::Stop {
                    break;
                }
                key |= word.stem << (BITS as usize * index);
                if word.role == Role::Any {
                    let start = offset + run[first].range.start;
                    let span = TextSpan::new(start, offset + word.range.end);
                    let length = index + 1;
                    let gram = self.grams.entry(key);
                    gram.or_insert_with(|| Gram { length, spans: Vec::new() }).spans.push(span);
                }
            }
        }
        run.drain(..done);
    }
}

#[cfg(test)]
mod tests {
    use super::{Extraction, LONGEST, MAX_RUN, extract_terms};
    use glossweave_document::recognizer::Passage;

    #[test]
    fn long_stretches_lose_no_candidate() {
        let language = "en".parse().unwrap();
        // Five different words that are repeated, so that candidates begin at every position.
        let words = ["solar", "power", "plant", "roof", "panel"];
        let text = (0..MAX_RUN * 2 + 7).map(|at| words[at % 5]).collect::<Vec<_>>().join(" ");
        let options = Extraction { most: 100, least: Some(1) };
        let found = extract_terms(&Passage::new(&text), &language, &options).unwrap();
        let longest = found.iter().filter(|term| term.text.split(' ').count() == LONGEST);
        let count: usize = longest.map(|term| term.spans.len()).sum();
        assert_eq!(count, MAX_RUN * 2 + 7 - (LONGEST - 1));
    }

    fn terms(text: &str, language: &str) -> Vec<String> {
        let language = language.parse().unwrap();
        let found = extract_terms(&Passage::new(text), &language, &Extraction::default()).unwrap();
        found.iter().map(|candidate| candidate.text.to_string()).collect()
    }

    #[test]
    fn what_comes_in_longer_ones_only_is_no_candidate() {
        let text = "A solar power plant. The solar power plant is a power plant. Solar power \
            plants are power plants. The power plant.";
        let found = terms(text, "en");
        assert_eq!(found[..2], ["solar power plant", "power plant"]);
        assert!(!found.contains(&"solar power".to_owned()) && !found.contains(&"solar".to_owned()));
    }

    #[test]
    fn stop_words_stand_within_a_term_only() {
        let text = "The degrees of freedom and a degree of freedom. Of the degree of freedom!";
        assert_eq!(terms(text, "en")[0], "degree of freedom");
        let text = "La vitesse de la lumière. Une vitesse de la lumière, la vitesse de la lumière";
        assert_eq!(terms(text, "fr")[0], "vitesse de la lumière");
        let found = terms("ab cd windmolenpark en ef windmolenpark", "xx");
        assert_eq!(found[0], "windmolenpark");
    }

    #[test]
    fn scripts_without_spaces_are_cut_into_words() {
        let found = terms("機械翻訳は便利です。機械翻訳を使う。機械翻訳の歴史。", "ja");
        assert_eq!(found[0], "機械翻訳");
    }

    #[test]
    fn candidates_are_ranked_between_0_and_1() {
        let text = "wind farm, wind farm, wind farm; solar panel, solar panel; tide";
        let options = Extraction { most: 2, ..Extraction::default() };
        let found = extract_terms(&Passage::new(text), &"en".parse().unwrap(), &options).unwrap();
        let texts: Vec<&str> = found.iter().map(|candidate| &*candidate.text).collect();
        assert_eq!(texts, ["wind farm", "solar panel"]);
        assert!(found[0].confidence > found[1].confidence && found[0].confidence < 1.0);
        assert!(found.iter().all(|candidate| {
            candidate.spans.iter().all(|span| text[span.range()] == *candidate.text)
        }));
        let often = Extraction { least: Some(3), ..Extraction::default() };
        let found = extract_terms(&Passage::new(text), &"en".parse().unwrap(), &often).unwrap();
        assert_eq!(found.len(), 1);
    }
}
