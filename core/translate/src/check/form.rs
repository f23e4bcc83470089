//! Checks of the form of a translation: white space and marks at its ends, and its relative length.

use super::issue::{DOUBTFUL, IssueType, Issues, SLIGHT, quoted};
use super::{CheckedText, Languages};
use glossweave_base::text::Language;

pub(super) fn check(
    source: &CheckedText<'_>,
    target: &CheckedText<'_>,
    languages: Languages<'_>,
    issues: &mut Issues<'_>,
) {
    white_space(source, target, issues);
    end_mark(source, target, languages, issues);
    length(source, target, issues);
}

/// Returns the white space at the start and at the end of a text.
fn ends(text: &str) -> [&str; 2] {
    [&text[..text.len() - text.trim_start().len()], &text[text.trim_end().len()..]]
}

fn white_space(source: &CheckedText<'_>, target: &CheckedText<'_>, issues: &mut Issues<'_>) {
    // White space next to a code belongs to the words around the code.
    let has_code = |at_end| source.has_code_at(at_end) || target.has_code_at(at_end);
    let (starts_with_code, ends_with_code) = (has_code(false), has_code(true));
    let (source, target) = (source.text, target.text);
    let lines = |space: &str| space.matches('\n').count();
    let differs = |first: &str, second: &str| {
        first.is_empty() != second.is_empty() || lines(first) != lines(second)
    };
    let ([start, end], [target_start, target_end]) = (ends(source), ends(target));
    if !starts_with_code && differs(start, target_start) {
        let at = 0..target_start.len();
        let comment = "the white space at the start differs from the text".to_owned();
        issues.add(IssueType::Whitespace, SLIGHT, at, comment);
    }
    if !ends_with_code && differs(end, target_end) {
        let at = target.trim_end().len()..target.len();
        let comment = "the white space at the end differs from the text".to_owned();
        issues.add(IssueType::Whitespace, SLIGHT, at, comment);
    }
}

/// The kind of the mark at the end of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EndMark {
    None,
    Stop,
    Question,
    Exclamation,
    Colon,
    Ellipsis,
}

fn end_mark(
    source: &CheckedText<'_>,
    target: &CheckedText<'_>,
    languages: Languages<'_>,
    issues: &mut Issues<'_>,
) {
    let primary = languages.source.map(Language::primary);
    let target_primary = languages.target.map(Language::primary);
    let (source_mark, target_mark) = (mark(source, primary), mark(target, target_primary));
    // Sentences in these languages have no end mark.
    let is_without = |primary: Option<&str>| {
        primary.is_some_and(|language| matches!(language, "th" | "lo" | "km" | "my" | "bo"))
    };
    let is_free = is_without(primary) || is_without(target_primary);
    if source_mark == target_mark
        || is_free && (source_mark == EndMark::Stop || target_mark == EndMark::Stop)
    {
        return;
    }
    let end = |text: &CheckedText<'_>| text.text.trim_end().chars().next_back();
    let shown = |text: &CheckedText<'_>| {
        end(text).map(|c| quoted(c.encode_utf8(&mut [0; 4]))).unwrap_or_default()
    };
    let at = target.text.trim_end().len();
    let from = at - end(target).map_or(0, char::len_utf8);
    let comment =
        format!("the text ends with {}, the translation with {}", shown(source), shown(target));
    issues.add(IssueType::Typographical, SLIGHT, from..at, comment);
}

fn mark(text: &CheckedText<'_>, primary: Option<&str>) -> EndMark {
    let closing = |c: char| {
        c.is_whitespace()
            || matches!(
                c,
                '"' | '\'' | '”' | '’' | '»' | '«' | '“' | ')' | ']' | '」' | '』' | '）'
            )
    };
    if text.ends_with_placeholder() {
        return EndMark::None;
    }
    let wording = text.wording();
    // A text that ends with a placeholder or an address has no end mark.
    let Some(last) = wording.last().filter(|range| range.end == text.text.len()) else {
        return EndMark::None;
    };
    let end = text.text.get(last.clone()).unwrap_or_default().trim_end_matches(closing);
    if end.ends_with("...") {
        return EndMark::Ellipsis;
    }
    match end.chars().next_back() {
        Some('.' | '。' | '．' | '｡' | '।' | '۔' | '։' | '።') => EndMark::Stop,
        Some('?' | '？' | '؟' | '՞' | '፧') => EndMark::Question,
        Some(';' | '\u{37e}') if primary == Some("el") => EndMark::Question,
        Some('!' | '！' | '՜') => EndMark::Exclamation,
        Some(':' | '：') => EndMark::Colon,
        Some('…' | '⋯') => EndMark::Ellipsis,
        _ => EndMark::None,
    }
}

/// The minimum length of a text, in characters, from which its length is compared.
const LONG: usize = 60;

fn length(source: &CheckedText<'_>, target: &CheckedText<'_>, issues: &mut Issues<'_>) {
    let size = |text: &CheckedText<'_>| {
        let chars = |range: std::ops::Range<usize>| {
            let text = text.text.get(range).unwrap_or_default();
            // A character of these scripts is a word or a syllable.
            let weight = |c: char| match c {
                '\u{3040}'..='\u{30ff}' | '\u{ac00}'..='\u{d7ff}' => 2,
                '\u{2e80}'..='\u{abff}' => 3,
                _ => 1,
            };
            text.trim().chars().map(weight).sum::<usize>()
        };
        text.wording().into_iter().map(chars).sum::<usize>()
    };
    let (source_size, target_size) = (size(source), size(target));
    let fault = match source_size.max(target_size) >= LONG {
        true if target_size > source_size.max(LONG / 3) * 3 => "much longer",
        true if source_size > target_size.max(1) * 3 => "much shorter",
        _ => return,
    };
    let comment = format!(
        "the translation is {fault} than the text: {target_size} characters for {source_size}"
    );
    issues.add(IssueType::Length, DOUBTFUL, 0..target.text.len(), comment);
}
