//! Checks of the words of a translation: they are translated, in the target language, and not repeated.

use std::collections::HashMap;
use std::ops::Range;

use super::issue::{DOUBTFUL, IssueType, Issues, UNCHANGED, WRONG, quoted};
use super::{CheckedText, Languages};
use glossweave_base::text::{Language, identify_surely};

/// The minimum number of consecutive source words in a translation that are reported as untranslated.
const LEFT: usize = 5;
/// The maximum number of positions of a word in the source text that are compared.
const PLACES: usize = 16;

pub(super) fn check(
    source: &CheckedText<'_>,
    target: &CheckedText<'_>,
    languages: Languages<'_>,
    issues: &mut Issues<'_>,
) {
    let primary =
        |language: Option<&Language>| language.map(|language| language.primary().to_owned());
    let from = primary(languages.source);
    let is_other_language = from.is_none() || from != primary(languages.target);
    let (source_words, target_words) = (source.words(), target.words());
    let is_left = is_other_language && untranslated(&source_words, &target_words, target, issues);
    if !is_left && is_other_language {
        language(source, target, languages, issues);
    }
    repeated(&source_words, &target_words, target, issues);
}

/// Returns `true` for a word that starts with a small letter: not a name, an abbreviation or a number.
fn is_common(text: &str, range: &Range<usize>) -> bool {
    let word = text.get(range.clone()).unwrap_or_default();
    word.chars().next().is_some_and(char::is_lowercase) && word.chars().count() > 2
}

/// Reports consecutive words that also occur in the source text. Returns `true` if there are any.
fn untranslated(
    source_words: &[(Range<usize>, String)],
    target_words: &[(Range<usize>, String)],
    target: &CheckedText<'_>,
    issues: &mut Issues<'_>,
) -> bool {
    let is_whole = target_words.len() == source_words.len()
        && target_words.iter().zip(source_words).all(|(first, second)| first.1 == second.1);
    let common = |words: &[(Range<usize>, String)]| {
        words.iter().filter(|(range, _)| is_common(target.text, range)).count()
    };
    if is_whole
        && (common(target_words) >= 2 || target_words.len() >= 3 && common(target_words) >= 1)
    {
        issues.add(IssueType::Untranslated, WRONG, 0..target.text.len(), UNCHANGED.to_owned());
        return true;
    }
    let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
    for (place, (_, word)) in source_words.iter().enumerate() {
        let places = places.entry(word).or_default();
        if places.len() < PLACES {
            places.push(place);
        }
    }
    let mut at = 0;
    let mut is_left = false;
    while at + LEFT <= target_words.len() {
        let run = |start: &usize| {
            let pairs = target_words[at..].iter().zip(&source_words[*start..]);
            pairs.take_while(|(first, second)| first.1 == second.1).count()
        };
        let starts = places.get(&*target_words[at].1).into_iter().flatten();
        let longest = starts.map(run).max().unwrap_or(0);
        let words = &target_words[at..at + longest];
        if longest >= LEFT && common(words) >= LEFT - 2 {
            let range = words[0].0.start..words[longest - 1].0.end;
            let part = target.text.get(range.clone()).unwrap_or_default();
            let comment = format!("{} is not translated", quoted(part));
            issues.add(IssueType::Untranslated, WRONG, range, comment);
            is_left = true;
        }
        at += longest.max(1);
    }
    is_left
}

/// The minimum length of a text, in bytes, from which its language is identified.
const LONG: usize = 60;

/// Reports a translation that is certainly in another language.
fn language(
    source: &CheckedText<'_>,
    target: &CheckedText<'_>,
    languages: Languages<'_>,
    issues: &mut Issues<'_>,
) {
    let Some(expected) = languages.target else { return };
    let words = |text: &CheckedText<'_>| {
        let parts: Vec<&str> =
            text.wording().into_iter().filter_map(|range| text.text.get(range)).collect();
        parts.join(" ")
    };
    let text = words(target);
    if text.len() < LONG || is_close(expected.primary()) {
        return;
    }
    let Some(identified) =
        identify_surely(&text).filter(|language| !language.is(expected.primary()))
    else {
        return;
    };
    let is_source = languages.source.is_some_and(|language| language.is(identified.primary()));
    let is_told = || {
        // If the language of the source text cannot be identified, an identified language of its translation
        // is not reliable either.
        let source = identify_surely(&words(source));
        source.is_some_and(|language| {
            languages.source.is_none_or(|declared| declared.is(language.primary()))
        })
    };
    let (issue_type, severity) = match is_source {
        true => (IssueType::Untranslated, WRONG),
        false if !is_close(identified.primary()) && is_told() => {
            (IssueType::Mistranslation, DOUBTFUL)
        }
        false => return,
    };
    let comment = format!("the translation seems to be in `{identified}`, not in `{expected}`");
    issues.add(issue_type, severity, 0..target.text.len(), comment);
}

/// Languages that are hard to distinguish from related languages, or that are not identified.
const CLOSE: &[&str] = &[
    "nb", "nn", "no", "da", "hr", "sr", "bs", "sl", "mk", "bg", "gl", "ca", "oc", "af", "ms", "id",
    "jv", "be", "uk", "sk", "cs", "lb", "eu", "ga", "mt", "is", "sq", "la", "zh",
];

fn is_close(primary: &str) -> bool {
    CLOSE.contains(&primary)
}

/// Returns `true` if a text in the source language is hardly ever equal to its translation.
pub(crate) fn can_tell_unchanged(source: &Language, target: &Language) -> bool {
    let (source, target) = (source.primary(), target.primary());
    source != target && !(is_close(source) && is_close(target))
}

/// Words that may be repeated in German, Dutch, French and English.
const FOLLOW: &[&str] = &["die", "der", "das", "den", "sie", "dat", "nous", "vous", "had", "that"];

/// Reports words or phrases that are repeated in a row, unless the source text repeats them, too.
fn repeated(
    source_words: &[(Range<usize>, String)],
    target_words: &[(Range<usize>, String)],
    target: &CheckedText<'_>,
    issues: &mut Issues<'_>,
) {
    // A word is reported from two times, a phrase from three, and a phrase of eight words from two.
    for (length, times) in [(1, 2), (2, 3), (3, 3), (4, 3), (6, 3), (8, 2)] {
        let Some(start) = repeats(target_words, length, times) else { continue };
        if repeats(source_words, length, times).is_some() {
            continue;
        }
        let words = &target_words[start..start + length * times];
        let range = words[0].0.start..words[words.len() - 1].0.end;
        let between = target.text.get(range.clone()).unwrap_or_default();
        // `no, no` and `3-3` are not slips.
        if length == 1 && !is_slip(between) {
            continue;
        }
        let comment = format!("{} is repeated", quoted(between));
        issues.add(IssueType::Duplication, DOUBTFUL, range, comment);
        return;
    }
}

/// Returns `true` if a text is two equal words of letters, separated only by white space, that may not follow
/// each other.
fn is_slip(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let (first, second) = (words.next(), words.next());
    let is_word = |word: &str| word.chars().all(char::is_alphabetic) && word.chars().count() > 1;
    let may_follow = |word: &str| FOLLOW.contains(&&*word.to_lowercase());
    first == second
        && words.next().is_none()
        && first.is_some_and(|word| is_word(word) && !may_follow(word))
}

fn repeats(words: &[(Range<usize>, String)], length: usize, times: usize) -> Option<usize> {
    let all = length * times;
    (0..(words.len() + 1).saturating_sub(all)).find(|start| {
        let block = &words[*start..start + all];
        (length..all).all(|at| block[at].1 == block[at - length].1)
    })
}
