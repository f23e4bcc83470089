//! Checks of translations.

mod address;
mod character_class;
mod checked_text;
mod code;
mod difference;
mod document;
mod form;
mod issue;
mod limit;
mod number;
mod options;
mod same_addresses;
mod term;
#[cfg(test)]
mod tests;
mod wording;

pub use document::check_translations;
pub use issue::{IssueType, QualityIssue, quality_score};
pub use options::CheckOptions;
pub(crate) use wording::can_tell_unchanged;

use checked_text::CheckedText;
use glossweave_base::text::inline::InlineText;
use glossweave_base::text::{Language, TextSpan};
use issue::{FoundIssue, Issues};
use limit::Limits;

/// Checks a translation against its source text. Both may contain the markers of
/// [`marked_text`](glossweave_format::marked_text). Returns the issues in the order of the translation, with
/// byte spans that do not count the markers. The checks, and the type of issue (ITS 2.0, appendix C) that
/// each reports, are listed at [`check_translations`].
pub fn check_translation(
    text: &str,
    translation: &str,
    options: &CheckOptions,
) -> Vec<QualityIssue> {
    check_inline(&InlineText::parse(text), &InlineText::parse(translation), options)
}

/// Checks a translation like [`check_translation`], but with codes that are already parsed.
pub(crate) fn check_inline(
    text: &InlineText,
    translation: &InlineText,
    options: &CheckOptions,
) -> Vec<QualityIssue> {
    let source = CheckedText::of_inline(text);
    let target = CheckedText::of_inline(translation);
    let place = (0, TextSpan::new(0, text.text().len()), 0);
    let languages = Languages::of(options);
    let found = check(&source, &target, &Limits::default(), (options, languages), place);
    found.into_iter().map(|(issue, _)| issue).collect()
}

/// The languages of a text and of its translation, if they are known.
#[derive(Clone, Copy)]
struct Languages<'l> {
    source: Option<&'l Language>,
    target: Option<&'l Language>,
}

impl<'l> Languages<'l> {
    fn of(options: &'l CheckOptions) -> Languages<'l> {
        Languages { source: options.source.as_ref(), target: options.target.as_ref() }
    }

    /// Returns the languages, with these defaults for unknown ones.
    fn or(self, source: Option<&'l Language>, target: Option<&'l Language>) -> Languages<'l> {
        Languages { source: self.source.or(source), target: self.target.or(target) }
    }
}

/// Runs all checks on a text and its translation. `place` contains the number of the unit, the span of its
/// text, and the offset that is added to the target spans of issues.
fn check(
    source: &CheckedText<'_>,
    target: &CheckedText<'_>,
    limits: &Limits<'_>,
    (options, languages): (&CheckOptions, Languages<'_>),
    place: (u32, TextSpan, usize),
) -> Vec<FoundIssue> {
    let (unit, span, start) = place;
    let mut issues = Issues::new(unit, span, start, (options.min_severity, &options.left_out));
    if target.is_empty() {
        if !source.is_empty() {
            issues.add(
                IssueType::Omission,
                issue::WRONG,
                0..target.text.len(),
                "the translation is empty".to_owned(),
            );
        }
        return issues.finish();
    }
    code::check(source, target, &mut issues);
    number::check(source, target, &mut issues);
    same_addresses::check(source, target, &mut issues);
    limit::check(target, limits, &mut issues);
    term::check(source, target, &options.terms, &mut issues);
    wording::check(source, target, languages, &mut issues);
    form::check(source, target, languages, &mut issues);
    issues.finish()
}
