//! Translations from the memory, ranked and with the markers and numbers of the text.

use std::cmp::Ordering;

use super::codes::{likely_renumbering, put, renumbered, renumbering, spaced};
use super::file::Record;
use super::search::{Extent, Scratch};
use super::{FuzzyMatch, TranslationMemory};
use crate::translator::{
    Capabilities, TranslatedSegment, TranslationBatch, Translator, WantedTerm,
};
use glossweave_base::error::Result;
use glossweave_base::text::Language;
use glossweave_base::text::inline::{InlineCode, InlineText, push_escaped};

/// The maximum number of equally similar texts that are examined for a translation.
const LOOKED_AT: usize = 8;

/// A text to look up.
pub(super) struct Query<'q> {
    /// The text with its markers and single spaces.
    marked: String,
    /// The text without markers.
    plain: String,
    terms: &'q [WantedTerm<'q>],
}

impl<'q> Query<'q> {
    pub(super) fn new(text: &str, terms: &'q [WantedTerm<'q>]) -> Query<'q> {
        let marked = spaced(text);
        let plain = spaced(InlineText::parse(&marked).text());
        Query { marked, plain, terms }
    }
}

/// A possible translation.
pub(super) struct Candidate<'m> {
    number: u32,
    score: f64,
    /// The matching text, without markers.
    text: &'m str,
    record: Record<'m>,
    /// The secondary ranking, which is used for equal scores: terms, regions, domain.
    fit: [usize; 3],
}

impl<'m> Candidate<'m> {
    fn source(&self) -> std::borrow::Cow<'m, str> {
        match self.record.source {
            Some(source) => source.into(),
            None => {
                let mut source = String::with_capacity(self.text.len());
                push_escaped(self.text, &mut source);
                source.into()
            }
        }
    }
}

/// Compares candidates so that the best comes first.
fn rank(first: &Candidate<'_>, second: &Candidate<'_>) -> Ordering {
    let rest = |candidate: &Candidate<'_>| (candidate.fit, candidate.record.changed);
    let by_score = second.score.total_cmp(&first.score);
    by_score
        .then_with(|| rest(second).cmp(&rest(first)))
        .then_with(|| first.number.cmp(&second.number))
}

/// Returns the score of a text that differs in its markers only. It is less than 1, and more than the score
/// of any other text.
fn nearly_same(chars: usize) -> f64 {
    (1.0 - 0.5 / chars.max(1) as f64).max(0.99)
}

/// Returns `true` if a text in one language can be used for a request in another: the primary languages are
/// equal and the scripts do not differ.
fn serves(has: &Language, requested: &Language) -> bool {
    let script = |tag: &Language| {
        tag.as_str().split('-').skip(1).find(|part| part.len() == 4).map(str::to_ascii_lowercase)
    };
    has.primary().eq_ignore_ascii_case(requested.primary())
        && script(has).zip(script(requested)).is_none_or(|(first, second)| first == second)
}

/// The maximum length of a text, in characters, for which similar texts are searched, because the search time
/// is proportional to the product of the lengths. For a longer text, only an equal text is found.
const MAX_ALIKE: usize = 10_000;

impl TranslationMemory {
    /// Returns the translations of a text, the best first, from a limited number of similar texts.
    pub(super) fn candidates(
        &self,
        query: &Query<'_>,
        job: &TranslationBatch<'_>,
        extent: (Extent, usize),
        scratch: &mut Scratch,
    ) -> Result<Vec<Candidate<'_>>> {
        let found = self.gathered(query, job, extent, scratch);
        // Damaged data can look like missing data.
        self.index_file.0.sound()?;
        found
    }

    fn gathered(
        &self,
        query: &Query<'_>,
        job: &TranslationBatch<'_>,
        extent: (Extent, usize),
        scratch: &mut Scratch,
    ) -> Result<Vec<Candidate<'_>>> {
        let Some(group) = self.group(job.source).filter(|_| !query.plain.is_empty()) else {
            return Ok(Vec::new());
        };
        let mut found = Vec::new();
        let same = self.same(&group, &query.plain)?;
        if let Some(number) = same {
            self.add(number, 1.0, query, job, &mut found)?;
        }
        let is_enough = extent.0 == Extent::Best && query.stops_at(&found);
        let is_short = query.plain.chars().take(MAX_ALIKE + 1).count() <= MAX_ALIKE;
        if !is_enough && is_short {
            let is_wanted = |number: u32| Ok(Some(number) != same && self.has_target(number, job)?);
            for alike in self.alike(group, &query.plain, extent, &is_wanted, scratch)? {
                self.add(alike.text, alike.score, query, job, &mut found)?;
            }
        }
        found.sort_by(rank);
        Ok(found)
    }

    fn has_target(&self, text: u32, job: &TranslationBatch<'_>) -> Result<bool> {
        let view = self.index_file.view();
        let (first, end) = view.text(text)?.records;
        for number in first..end {
            let record = view.record(number)?;
            if serves(self.language(record.target_language)?, job.target) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Adds the translations of a matching text.
    fn add<'m>(
        &'m self,
        text: u32,
        score: f64,
        query: &Query<'_>,
        job: &TranslationBatch<'_>,
        found: &mut Vec<Candidate<'m>>,
    ) -> Result<()> {
        let view = self.index_file.view();
        let row = view.text(text)?;
        for number in row.records.0..row.records.1 {
            let record = view.record(number)?;
            let languages = [record.source_language, record.target_language];
            let [source, target] = [self.language(languages[0])?, self.language(languages[1])?];
            if !serves(target, job.target) {
                continue;
            }
            let is = |has: &Language, requested: &Language| {
                usize::from(has.as_str().eq_ignore_ascii_case(requested.as_str()))
            };
            let domain = job.domain.zip(self.domain(&record));
            let domain =
                domain.is_some_and(|(ours, theirs)| spaced(ours).eq_ignore_ascii_case(theirs));
            let regions = is(target, job.target) * 2 + is(source, job.source);
            let fit = [query.terms_in(record.target), regions, usize::from(domain)];
            let mut candidate = Candidate { number, score, text: row.text, record, fit };
            if score == 1.0 && !query.has_markers_of(&candidate) {
                candidate.score = nearly_same(row.chars);
            }
            // The threshold also applies to the score of other markers.
            if candidate.score >= self.threshold {
                found.push(candidate);
            }
        }
        Ok(())
    }

    pub(super) fn remembered(&self, candidate: &Candidate<'_>) -> Result<FuzzyMatch> {
        let record = &candidate.record;
        let tag = |number| self.language(number).map(|language| language.as_str().to_owned());
        Ok(FuzzyMatch {
            source: candidate.source().into_owned(),
            source_language: tag(record.source_language)?,
            target: record.target.to_owned(),
            target_language: tag(record.target_language)?,
            score: candidate.score,
            domain: self.domain(record).map(str::to_owned),
            changed: Some(record.changed).filter(|changed| *changed != 0),
        })
    }
}

impl Query<'_> {
    /// Returns the number of required terms in a translation.
    fn terms_in(&self, target: &str) -> usize {
        if self.terms.is_empty() {
            return 0;
        }
        let target = InlineText::parse(target).text().to_lowercase();
        self.terms.iter().filter(|term| target.contains(&term.target.to_lowercase())).count()
    }

    /// Returns `true` if there can be no better candidate than the best in `found`.
    fn stops_at(&self, found: &[Candidate<'_>]) -> bool {
        found.iter().any(|candidate| candidate.score == 1.0)
    }

    fn has_markers_of(&self, candidate: &Candidate<'_>) -> bool {
        if candidate.record.source.is_none() && !self.marked.contains('<') {
            return true;
        }
        renumbering(&self.marked, &candidate.source()).is_some()
    }

    /// Returns the translation with the markers and the numbers of the query, or without markers if they have
    /// no position in it.
    fn fitted(&self, candidate: &Candidate<'_>) -> String {
        let (source, target) = (candidate.source(), candidate.record.target);
        let target = match numbers_differ(candidate.text, &self.plain) {
            Some(pairs) => exchanged(target, &pairs).unwrap_or_else(|| target.to_owned()),
            None => target.to_owned(),
        };
        let pairs = renumbering(&self.marked, &source)
            .or_else(|| likely_renumbering(&self.marked, &source))
            .filter(|_| has_the_same(&source, &target));
        if let Some(target) = pairs.and_then(|pairs| renumbered(&target, &pairs)) {
            return target;
        }
        let text = InlineText::parse(&target).into_text();
        put(&self.marked, &text).unwrap_or_else(|| InlineText::plain(&text).marked())
    }
}

/// Returns `true` if two texts have the same codes, in any order.
fn has_the_same(first: &str, second: &str) -> bool {
    let sorted = |text: &str| {
        let mut all: Vec<InlineCode> = InlineText::parse(text).codes().collect();
        all.sort_unstable();
        all
    };
    sorted(first) == sorted(second)
}

/// Returns the ranges of numbers in a text: digits, and single separators between them.
fn numbers(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut found: Vec<std::ops::Range<usize>> = Vec::new();
    let mut is_apart = true;
    for (at, character) in text.char_indices() {
        let end = at + character.len_utf8();
        if character.is_numeric() {
            match found.last_mut().filter(|_| !is_apart) {
                Some(last) => last.end = end,
                None => found.push(at..end),
            }
            is_apart = false;
        } else if !matches!(character, '.' | ',' | ':')
            || found.last().is_none_or(|last| last.end < at)
        {
            is_apart = true;
        }
    }
    found
}

/// Returns the pairs of numbers that differ between two texts, or `None` if the texts differ in more than
/// numbers.
fn numbers_differ(first: &str, second: &str) -> Option<Vec<(String, String)>> {
    let (ours, theirs) = (numbers(first), numbers(second));
    if first == second || ours.len() != theirs.len() {
        return None;
    }
    let between = |text: &str, numbers: &[std::ops::Range<usize>]| {
        let mut rest = String::with_capacity(text.len());
        let mut from = 0;
        for number in numbers {
            rest.push_str(&text[from..number.start]);
            rest.push('\0');
            from = number.end;
        }
        rest.push_str(&text[from..]);
        rest
    };
    if between(first, &ours) != between(second, &theirs) {
        return None;
    }
    let pairs = ours.into_iter().zip(theirs);
    let pairs = pairs.map(|(our, their)| (first[our].to_owned(), second[their].to_owned()));
    Some(pairs.filter(|(our, their)| our != their).collect())
}

/// Replaces numbers in a translation. Returns `None` unless each number occurs exactly once.
fn exchanged(target: &str, pairs: &[(String, String)]) -> Option<String> {
    let places = numbers(target);
    let mut edits = Vec::new();
    for (index, (old, new)) in pairs.iter().enumerate() {
        if pairs[..index].iter().any(|before| before.0 == *old) {
            return None;
        }
        let mut same = places.iter().filter(|place| {
            let is_marker = target[..place.start].ends_with(['<', '/'])
                && target[place.end..].starts_with(['>', '/']);
            !is_marker && target[(*place).clone()] == **old
        });
        edits.push((same.next()?.clone(), new));
        if same.next().is_some() {
            return None;
        }
    }
    edits.sort_by_key(|(place, _)| place.start);
    let mut out = target.to_owned();
    for (place, new) in edits.into_iter().rev() {
        out.replace_range(place, new);
    }
    Some(out)
}

impl Translator for TranslationMemory {
    /// Returns the best translation of each text. Candidates are ranked by score, by the number of required
    /// terms, by region, by domain, and by date, the newest first.
    ///
    /// The translation has the markers of the text if the stored text has similar markers, or if the marked
    /// words occur in the translation. Otherwise, it has no markers. If the texts differ in numbers only,
    /// each number that occurs exactly once in the translation is replaced, and the score is still the score
    /// of the stored text.
    fn translate(&self, job: &TranslationBatch<'_>) -> Result<Vec<Option<TranslatedSegment>>> {
        let mut scratch = Scratch::default();
        let each = job.segments.iter().map(|segment| {
            let query = Query::new(segment.text, segment.terms);
            let found = self.candidates(&query, job, (Extent::Best, LOOKED_AT), &mut scratch)?;
            let best = found.first();
            Ok(best.map(|best| TranslatedSegment::remembered(query.fitted(best), best.score)))
        });
        each.collect()
    }

    fn abilities(&self) -> Capabilities {
        Capabilities::default().with_markup().with_terms()
    }
}
