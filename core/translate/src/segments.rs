//! The translation of units: units are split into sentences, parts with a fixed translation are hidden from
//! the translator, and the results are joined.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::Duration;

use super::check::{CheckOptions, IssueType, QualityIssue, can_tell_unchanged, check_inline};
use super::protected_text::{ProtectedSpan, ProtectedWords};
use super::srx::Breaks;
use super::stretch::{Joined, Stretch, grow_together, put_together};
use super::system::Machine;
use super::{Origin, Segment, TranslatedSegment, TranslationBatch, WantedTerm};
use glossweave_base::error::{Result, Skipped};
use glossweave_base::text::Language;
use glossweave_base::text::inline::{InlineCode, InlinePiece, InlineText};
use glossweave_base::words::sentence_breaks;

/// A text to translate.
#[derive(Clone, Debug)]
pub struct Unit {
    /// The number of the unit of the document, or 0 if there is none.
    pub id: u32,
    /// The text with its inline codes.
    pub inline: InlineText,
    /// The number of bytes of markup white space in the unit before the text.
    pub lead: usize,
    /// The fixed translations of parts of the text, in text order and without overlap.
    pub glossary: Vec<ProtectedSpan>,
}

/// The result for a text.
#[derive(Clone, Debug, Default)]
pub struct Done {
    /// The translation. `None` if a part is not translated.
    pub inline: Option<InlineText>,
    /// `true` if the translation contains the markers of the text.
    pub is_marked: bool,
    /// `true` if the text has markers or a `<`, so that the translation is parsed for markers.
    pub reads: bool,
    /// The confidence of the translator, weighted by length.
    pub confidence: Option<f64>,
    /// The sentences, in text order.
    pub parts: Vec<Part>,
    /// The issues that the checks find in the translation. Source spans are relative to the unit.
    pub issues: Vec<QualityIssue>,
}

/// The result for a sentence.
#[derive(Clone, Debug)]
pub struct Part {
    /// The byte range in the unit, without white space at its ends.
    pub range: std::ops::Range<usize>,
    /// `true` if the sentence has something to translate.
    pub is_text: bool,
    /// The origin of the translation. `None` if there is no translation.
    pub origin: Option<Origin>,
}

/// The settings that are used to translate texts.
pub struct Work<'w> {
    /// The translation system.
    pub machine: &'w Machine,
    /// The language of the text.
    pub source: &'w Language,
    /// The target language.
    pub target: &'w Language,
    /// The domain, if given.
    pub domain: Option<&'w str>,
    /// The words that are not translated.
    pub kept: ProtectedWords,
    /// The rules for the ends of sentences. If `None`, the rules of Unicode are used.
    pub rules: Option<Breaks<'w>>,
    /// The time limit for a call of the system.
    pub time: Duration,
    /// The maximum severity of the issues of a translation that is accepted.
    pub max_severity: u8,
    /// The reasons why texts have no translation.
    pub skipped: Mutex<Vec<Skipped>>,
}

/// A sentence in translation.
struct Sentence {
    unit: usize,
    before: InlineText,
    core: InlineText,
    after: InlineText,
    /// The start of `core` in the text of the unit.
    start: usize,
    locks: Vec<ProtectedSpan>,
    terms: Vec<(String, String)>,
}

impl Work<'_> {
    /// Translates texts. Returns one result for each unit, in the same order.
    pub fn translate(&self, units: &[Unit]) -> Result<Vec<Done>> {
        let mut sentences = Vec::new();
        for (number, unit) in units.iter().enumerate() {
            self.cut(number, unit, &mut sentences)?;
        }
        let found = self.ask(&sentences)?;
        let mut done: Vec<Gathered> = units.iter().map(|_| Gathered::default()).collect();
        for (sentence, found) in sentences.iter().zip(found) {
            if let Some(gathered) = done.get_mut(sentence.unit) {
                gathered.add(sentence, found);
            }
        }
        let reads =
            |unit: &Unit| unit.inline.codes().next().is_some() || unit.inline.text().contains('<');
        let done = done.into_iter().zip(units);
        let options = CheckOptions::new(self.source.clone(), self.target.clone());
        let finished = |(done, unit): (Gathered, &Unit)| {
            let mut done = Done { reads: reads(unit), ..done.finish() };
            for part in &mut done.parts {
                part.range = part.range.start + unit.lead..part.range.end + unit.lead;
            }
            done.issues = issues(unit, &done, options.clone());
            if done.issues.iter().any(|issue| issue.severity > self.max_severity) {
                done.reject();
            }
            done
        };
        let mut done: Vec<Done> = done.map(finished).collect();
        if can_tell_unchanged(self.source, self.target) {
            reject_unchanged(units, &mut done);
        }
        Ok(done)
    }

    fn cut(&self, number: usize, unit: &Unit, out: &mut Vec<Sentence>) -> Result<()> {
        let text = unit.inline.text();
        let can_terms = self.machine.abilities().terms;
        let protected = self.kept.find(text);
        let glossary = unit.glossary.iter().filter(|term| {
            let next = protected.partition_point(|lock| lock.range.end <= term.range.start);
            protected.get(next).is_none_or(|lock| term.range.end <= lock.range.start)
        });
        // When the translator supports terms, kept words are passed as terms instead of being replaced,
        // because a translation memory would otherwise look up the text without them.
        let mut all: Vec<(ProtectedSpan, bool)> =
            protected.iter().map(|lock| (lock.clone(), !can_terms)).collect();
        all.extend(glossary.map(|term| (term.clone(), !can_terms)));
        all.sort_by_key(|(lock, _)| lock.range.start);
        let within = |at: usize| {
            let next = all.partition_point(|(lock, _)| lock.range.end <= at);
            all.get(next).is_some_and(|(lock, _)| lock.range.start < at)
        };
        let mut places = match &self.rules {
            Some(rules) => rules.of(text)?,
            None => sentence_breaks(text, self.source).collect(),
        };
        unit.inline.open_after_codes(&mut places);
        places.retain(|at| !within(*at));
        let mut start = 0;
        for part in unit.inline.cut(&places) {
            let (before, core, after) = part.trimmed();
            let begin = start + before.text().len();
            let end = begin + core.text().len();
            let first = all.partition_point(|(lock, _)| lock.range.start < begin);
            let inside = all[first..].iter().take_while(|(lock, _)| lock.range.end <= end);
            let (mut locks, mut terms) = (Vec::new(), Vec::new());
            for (lock, is_locked) in inside {
                match is_locked {
                    true => locks.push(lock.moved(begin)),
                    false => terms.push((text[lock.range.clone()].to_owned(), lock.target.clone())),
                }
            }
            start += part.text().len();
            out.push(Sentence { unit: number, before, core, after, start: begin, locks, terms });
        }
        Ok(())
    }

    /// Translates sentences. If the translator preserves markers, sentences are first translated with
    /// markers, and sentences that lose a marker are then translated without markers.
    fn ask(&self, sentences: &[Sentence]) -> Result<Vec<SentenceResult>> {
        let is_text = |sentence: &Sentence| sentence.core.text().contains(char::is_alphabetic);
        let empty = |sentence| {
            if is_text(sentence) { SentenceResult::Nothing } else { SentenceResult::Copied }
        };
        let mut found: Vec<SentenceResult> = sentences.iter().map(empty).collect();
        let mut pending: Vec<usize> =
            (0..sentences.len()).filter(|at| is_text(&sentences[*at])).collect();
        if self.machine.abilities().markup {
            let texts: Vec<InlineText> = pending.iter().map(|at| sentences[*at].locked()).collect();
            let marked: Vec<String> = texts.iter().map(InlineText::marked).collect();
            let answers = self.job(pending.iter().map(|at| &sentences[*at]).zip(&marked))?;
            let mut lost = Vec::new();
            for ((at, source), answer) in pending.iter().zip(&texts).zip(answers) {
                let Some(answer) = answer else { continue };
                let mut read = InlineText::parse(&answer.text);
                // The sentence has no white space at its ends, but a similar entry of a memory may have some, because
                // it may begin with a code that the sentence does not contain.
                if read.codes().next().is_none() {
                    read = InlineText::plain(read.text().trim());
                }
                if is_blank(read.text()) || !sentences[*at].has_kept(read.text()) {
                    continue;
                }
                match read.has_codes_of(source) {
                    true => {
                        found[*at] = SentenceResult::Marked(sentences[*at].unlocked(&read), answer)
                    }
                    false => lost.push(*at),
                }
            }
            pending = lost;
        }
        if pending.is_empty() {
            return Ok(found);
        }
        // Locked parts are removed, and the text around them is translated separately.
        let split: Vec<Vec<Stretch<'_>>> =
            pending.iter().map(|at| sentences[*at].stretches()).collect();
        let flat = pending.iter().zip(&split).flat_map(|(at, stretches)| {
            let texts = stretches.iter().filter(|stretch| stretch.is_wanted());
            texts.map(|stretch| (&sentences[*at], stretch.escaped(self.machine.abilities().markup)))
        });
        let flat: Vec<(&Sentence, String)> = flat.collect();
        let answers = self.job(flat.iter().map(|(sentence, text)| (*sentence, text)))?;
        let mut answers = answers.into_iter();
        for (at, stretches) in pending.iter().zip(&split) {
            let put = put_together(stretches, &mut answers, self.machine.abilities().markup);
            found[*at] = match put {
                Some(Joined { text, confidence, origin })
                    if !is_blank(&text) && sentences[*at].has_kept(&text) =>
                {
                    SentenceResult::Plain(text, confidence, origin)
                }
                _ => SentenceResult::Nothing,
            };
        }
        Ok(found)
    }

    fn job<'s>(
        &self,
        texts: impl Iterator<Item = (&'s Sentence, &'s String)>,
    ) -> Result<Vec<Option<TranslatedSegment>>> {
        let texts: Vec<(&Sentence, &String)> = texts.collect();
        if texts.is_empty() {
            return Ok(Vec::new());
        }
        let terms: Vec<Vec<WantedTerm<'_>>> = texts
            .iter()
            .map(|(sentence, _)| {
                let all = sentence.terms.iter();
                all.map(|(source, target)| WantedTerm { source, target }).collect()
            })
            .collect();
        let segments: Vec<Segment<'_>> = texts
            .iter()
            .zip(&terms)
            .map(|((_, text), terms)| Segment::new(text).with_terms(terms))
            .collect();
        let mut job = TranslationBatch::new(self.source, self.target, &segments).about(self.domain);
        job.skipped = Some(&self.skipped);
        self.machine.translate(&job, self.time)
    }
}

impl Done {
    /// Removes the translation, so that the unit keeps its text.
    fn reject(&mut self) {
        self.inline = None;
        self.parts.iter_mut().for_each(|part| part.origin = None);
    }

    /// Returns `true` if a machine translated the whole unit and returned the source text.
    fn is_unchanged(&self, unit: &Unit) -> bool {
        let mut parts = self.texts().peekable();
        let is_machine =
            parts.peek().is_some() && parts.all(|part| part.origin == Some(Origin::Machine));
        let text = self.inline.as_ref().map(InlineText::text);
        is_machine && text.is_some_and(|text| text.trim() == unit.inline.text().trim())
    }

    /// Returns the sentences with words.
    fn texts(&self) -> impl Iterator<Item = &Part> {
        self.parts.iter().filter(|part| part.is_text)
    }
}

/// The minimum number of sentences that must all be unchanged before a machine is assumed to translate
/// nothing. Fewer sentences may be names.
const MIN_UNCHANGED: usize = 3;

/// Rejects machine translations that equal their source text: translations that the checks report, and all of
/// them if no text was changed.
fn reject_unchanged(units: &[Unit], done: &mut [Done]) {
    let texts = units.iter().zip(&*done).filter(|(_, done)| done.texts().next().is_some());
    let count: usize = texts.clone().map(|(_, done)| done.texts().count()).sum();
    let nothing =
        count >= MIN_UNCHANGED && texts.clone().all(|(unit, done)| done.is_unchanged(unit));
    for (unit, done) in units.iter().zip(done).filter(|(unit, done)| done.is_unchanged(unit)) {
        let is_reported =
            done.issues.iter().any(|issue| issue.issue_type == IssueType::Untranslated);
        if nothing && !is_reported {
            done.issues.push(QualityIssue::unchanged(unit.id, unit.inline.text()));
        }
        if nothing || is_reported {
            done.reject();
        }
    }
}

/// The result for a sentence.
enum SentenceResult {
    /// No translation.
    Nothing,
    /// Nothing to translate.
    Copied,
    Marked(InlineText, TranslatedSegment),
    Plain(String, Option<f64>, Origin),
}

impl Sentence {
    /// Returns the sentence with a marker instead of each locked part. The markers of the sentence are
    /// numbered from 1.
    fn locked(&self) -> InlineText {
        let (mut out, mut numbers) = (InlineText::default(), Numbers::default());
        let mut locks = self.locks.iter().peekable();
        let text = self.core.text();
        let mut next = self.numbers() + 1;
        for (range, piece) in self.core.pieces() {
            match piece {
                InlinePiece::Code(code) => out.push_code(numbers.of(code)),
                InlinePiece::Text(_) => {
                    let mut start = range.start;
                    while let Some(lock) = locks.peek().filter(|lock| lock.range.start < range.end)
                    {
                        // A locked part that contains markup is placed in the run where it begins.
                        out.push_text(&text[start..lock.range.start.max(start)]);
                        if lock.range.start >= range.start {
                            out.push_code(InlineCode::Empty(next));
                            next += 1;
                        }
                        start = lock.range.end.min(range.end).max(start);
                        if lock.range.end > range.end {
                            break;
                        }
                        locks.next();
                    }
                    out.push_text(&text[start..range.end]);
                }
            }
        }
        out
    }

    /// Returns `true` if a translation contains the kept words that were passed as terms.
    fn has_kept(&self, text: &str) -> bool {
        self.terms.iter().all(|(source, target)| source != target || text.contains(target))
    }

    /// Returns the number of distinct codes.
    fn numbers(&self) -> u32 {
        let mut numbers: Vec<u32> = self.core.codes().map(InlineCode::number).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers.len() as u32
    }

    /// Restores the markers of the sentence in the translation of [`Sentence::locked`], and inserts the fixed
    /// translations of the locked parts.
    fn unlocked(&self, translated: &InlineText) -> InlineText {
        let mut numbers = Numbers::default();
        for code in self.core.codes() {
            numbers.of(code);
        }
        let numbers = numbers.met;
        let text = self.core.text();
        let is_apart = |c: char| !c.is_alphanumeric();
        // `true` if the source text has a separator after the locked part that was inserted last.
        let mut parted = false;
        let mut out = InlineText::default();
        for (_, piece) in translated.pieces() {
            match piece {
                InlinePiece::Text(text) => {
                    if parted && grow_together(out.text(), text) {
                        out.push_text(" ");
                    }
                    parted = false;
                    out.push_text(text);
                }
                InlinePiece::Code(code) => {
                    let index = (code.number() as usize).saturating_sub(1);
                    match (numbers.get(index), index.checked_sub(numbers.len())) {
                        (Some(number), _) => out.push_code(code.with_number(*number)),
                        (None, Some(lock)) => {
                            let Some(lock) = self.locks.get(lock) else { continue };
                            let is_alone = text[..lock.range.start].ends_with(is_apart);
                            if is_alone && grow_together(out.text(), &lock.target) {
                                out.push_text(" ");
                            }
                            out.push_text(&lock.target);
                            parted = text[lock.range.end..].starts_with(is_apart);
                        }
                        (None, None) => {}
                    }
                }
            }
        }
        out
    }

    /// Returns the locked parts and the text around them. A standalone marker between two words becomes a
    /// space, because it may be a line break.
    fn stretches(&self) -> Vec<Stretch<'_>> {
        let mut out = Vec::new();
        let mut locks = self.locks.iter().peekable();
        let (mut free, mut at) = (String::new(), 0);
        let text = self.core.text();
        for (range, piece) in self.core.pieces() {
            if let InlinePiece::Code(code) = piece {
                let words = |c: char| !c.is_whitespace();
                let is_between = text[..at].ends_with(words) && text[at..].starts_with(words);
                if matches!(code, InlineCode::Empty(_)) && is_between {
                    free.push(' ');
                }
                continue;
            }
            while let Some(lock) = locks.next_if(|lock| lock.range.start < range.end) {
                free.push_str(&text[at..lock.range.start.max(at)]);
                out.push(Stretch::Free(std::mem::take(&mut free)));
                out.push(Stretch::Locked(&lock.target));
                at = lock.range.end.max(at);
            }
            if at < range.end {
                free.push_str(&text[at..range.end]);
                at = range.end;
            }
        }
        out.push(Stretch::Free(free));
        out
    }
}

/// The numbers of codes, counted from 1 in text order.
#[derive(Default)]
struct Numbers {
    met: Vec<u32>,
    known: HashMap<u32, u32>,
}

impl Numbers {
    fn of(&mut self, code: InlineCode) -> InlineCode {
        let number = *self.known.entry(code.number()).or_insert_with(|| {
            self.met.push(code.number());
            self.met.len() as u32
        });
        code.with_number(number)
    }
}

/// The results for a unit so far.
struct Gathered {
    inline: InlineText,
    is_whole: bool,
    is_marked: bool,
    sum: f64,
    weight: f64,
    parts: Vec<Part>,
}

impl Default for Gathered {
    fn default() -> Gathered {
        let (inline, parts) = Default::default();
        Gathered { inline, is_whole: true, is_marked: true, sum: 0.0, weight: 0.0, parts }
    }
}

impl Gathered {
    fn add(&mut self, sentence: &Sentence, found: SentenceResult) {
        self.inline.push(&sentence.before);
        let start = sentence.start;
        let range = start..start + sentence.core.text().len();
        let is_text = !matches!(found, SentenceResult::Copied);
        let mut part = Part { range, is_text, origin: None };
        let confidence = match found {
            SentenceResult::Copied => {
                self.inline.push(&sentence.core);
                None
            }
            SentenceResult::Nothing => {
                self.is_whole = false;
                None
            }
            SentenceResult::Marked(inline, translated) => {
                self.inline.push(&inline);
                part.origin = Some(translated.origin);
                translated.confidence
            }
            SentenceResult::Plain(text, confidence, origin) => {
                self.is_marked &= sentence.core.codes().next().is_none();
                self.inline.push_text(&text);
                part.origin = Some(origin);
                confidence
            }
        };
        if let Some(confidence) = confidence {
            let length = sentence.core.text().len() as f64;
            self.sum += confidence * length;
            self.weight += length;
        }
        if !sentence.core.text().is_empty() {
            self.parts.push(part);
        }
        self.inline.push(&sentence.after);
    }

    fn finish(self) -> Done {
        let confidence = (self.weight > 0.0).then(|| self.sum / self.weight);
        Done {
            inline: self.is_whole.then_some(self.inline),
            is_marked: self.is_marked,
            reads: false,
            confidence,
            parts: self.parts,
            issues: Vec::new(),
        }
    }
}

/// Returns `true` if an answer is blank, which is not a translation of a text with letters.
fn is_blank(text: &str) -> bool {
    text.trim().is_empty()
}

/// Returns the issues in the translation of a unit, including missing terms of the unit. When markup was
/// inserted by position, codes are not compared.
fn issues(unit: &Unit, done: &Done, options: CheckOptions) -> Vec<QualityIssue> {
    let Some(translation) = &done.inline else { return Vec::new() };
    let options = &unit.glossary.iter().fold(options, |options, term| {
        options.with_term(&unit.inline.text()[term.range.clone()], &term.target)
    });
    let mut issues = if done.is_marked {
        check_inline(&unit.inline, translation, options)
    } else {
        let (text, translation) = (unit.inline.text(), translation.text());
        check_inline(&InlineText::plain(text), &InlineText::plain(translation), options)
    };
    issues.iter_mut().for_each(|issue| issue.unit = unit.id);
    issues
}
