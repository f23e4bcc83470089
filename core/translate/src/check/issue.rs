//! Quality issues as in ITS 2.0 (clause 8.16 and appendix C).

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use glossweave_base::error::{Error, Location, Result};
use glossweave_base::text::TextSpan;
use glossweave_document::annotation::{Annotation, Category, Metadata};

/// The severity of a fault that may break the file, or the program that shows the text.
pub(super) const BROKEN: u8 = 100;
/// The severity of a fault that is an error in most cases.
pub(super) const WRONG: u8 = 80;
/// The severity of a possible error.
pub(super) const DOUBTFUL: u8 = 50;
/// The severity of a difference in form.
pub(super) const SLIGHT: u8 = 20;

/// The type of an issue: the types of ITS 2.0, appendix C, that checks report.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IssueType {
    /// A term is not translated as the term list requires, or a forbidden term is used.
    Terminology,
    /// The translation seems to be in a language other than the target language.
    Mistranslation,
    /// The translation is empty.
    Omission,
    /// The translation, or a part of it, is still in the source language.
    Untranslated,
    /// A word or phrase is repeated.
    Duplication,
    /// Characters that are not allowed (ITS Allowed Characters).
    Characters,
    /// The mark at the end differs.
    Typographical,
    /// Web or mail addresses differ.
    InconsistentEntities,
    /// Numbers differ.
    Numbers,
    /// Inline codes or placeholders differ.
    Markup,
    /// An argument with branches (ICU MessageFormat) is incomplete.
    PatternProblem,
    /// White space at the start or end differs.
    Whitespace,
    /// The translation is too long (ITS Storage Size), or very long or short compared with its source.
    Length,
}

impl IssueType {
    /// All types that checks report.
    pub const ALL: &[IssueType] = &[
        IssueType::Terminology,
        IssueType::Mistranslation,
        IssueType::Omission,
        IssueType::Untranslated,
        IssueType::Duplication,
        IssueType::Characters,
        IssueType::Typographical,
        IssueType::InconsistentEntities,
        IssueType::Numbers,
        IssueType::Markup,
        IssueType::PatternProblem,
        IssueType::Whitespace,
        IssueType::Length,
    ];

    /// Returns the name of the type in ITS 2.0, for example `inconsistent-entities`.
    pub fn name(self) -> &'static str {
        match self {
            IssueType::Terminology => "terminology",
            IssueType::Mistranslation => "mistranslation",
            IssueType::Omission => "omission",
            IssueType::Untranslated => "untranslated",
            IssueType::Duplication => "duplication",
            IssueType::Characters => "characters",
            IssueType::Typographical => "typographical",
            IssueType::InconsistentEntities => "inconsistent-entities",
            IssueType::Numbers => "numbers",
            IssueType::Markup => "markup",
            IssueType::PatternProblem => "pattern-problem",
            IssueType::Whitespace => "whitespace",
            IssueType::Length => "length",
        }
    }
}

impl fmt::Display for IssueType {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

impl FromStr for IssueType {
    type Err = Error;

    /// Parses the name of a type. Returns `ErrorKind::Invalid` for an unknown name.
    fn from_str(word: &str) -> Result<IssueType> {
        let known = IssueType::ALL.iter().copied().find(|issue_type| issue_type.name() == word);
        known.ok_or_else(|| {
            let names: Vec<&str> =
                IssueType::ALL.iter().map(|issue_type| issue_type.name()).collect();
            Error::no_such("type of issue", word, &format!("one of {}", names.join(", ")))
        })
    }
}

/// An issue of a translation.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QualityIssue {
    /// The type.
    pub issue_type: IssueType,
    /// The severity, from 0 to 100.
    pub severity: u8,
    /// The description of the fault, in one sentence.
    pub comment: String,
    /// The number of the unit of the document, or 0 if there is none.
    pub unit: u32,
    /// The byte span of the unit in the text of the document.
    pub source: TextSpan,
    /// The byte span in the text of the translations. Empty, at the end of the translation, if something is
    /// missing.
    pub target: TextSpan,
    /// The location in the file. `None` if the document is a package, or if the location is unknown.
    pub location: Option<Location>,
}

/// The comment of an issue for a translation that equals its source text.
pub(super) const UNCHANGED: &str = "the translation is identical to the text";

impl QualityIssue {
    /// Creates the issue for a translation that equals its source text.
    pub(crate) fn unchanged(unit: u32, text: &str) -> QualityIssue {
        QualityIssue {
            issue_type: IssueType::Untranslated,
            severity: WRONG,
            comment: UNCHANGED.to_owned(),
            unit,
            source: TextSpan::default(),
            target: TextSpan::new(0, text.len()),
            location: None,
        }
    }

    /// Converts issues to annotations (ITS 2.0, Localization Quality Issue) of the source text, one for each
    /// unit. The issues of a unit must be adjacent.
    pub fn annotations(issues: &[QualityIssue]) -> Vec<Annotation> {
        let units = issues.chunk_by(|first, second| first.source == second.source);
        units.filter_map(|unit| Some((unit.first()?.source, unit))).map(annotation).collect()
    }
}

fn annotation((unit, issues): (TextSpan, &[QualityIssue])) -> Annotation {
    let mut metadata = Metadata::new(Category::LocQualityIssue);
    for issue in issues {
        let severity = issue.severity.to_string();
        // The category has these fields.
        _ = metadata.add_record([
            ("locQualityIssueType", issue.issue_type.name()),
            ("locQualityIssueComment", &*issue.comment),
            ("locQualityIssueSeverity", &*severity),
        ]);
    }
    Annotation::metadata(unit, metadata)
}

/// An issue with its range in the source, if the range is known.
pub(super) type FoundIssue = (QualityIssue, Option<Range<usize>>);

/// The issues of one translation.
pub(super) struct Issues<'o> {
    found: Vec<FoundIssue>,
    /// `true` if the last issue was not skipped.
    is_last: bool,
    unit: u32,
    source: TextSpan,
    start: usize,
    /// The minimum severity, and the types that are skipped.
    wanted: (u8, &'o [IssueType]),
}

impl<'o> Issues<'o> {
    pub fn new(
        unit: u32,
        source: TextSpan,
        start: usize,
        wanted: (u8, &'o [IssueType]),
    ) -> Issues<'o> {
        Issues { found: Vec::new(), is_last: false, unit, source, start, wanted }
    }

    /// Adds an issue at a range of the translation, unless the options exclude it.
    pub fn add(&mut self, issue_type: IssueType, severity: u8, at: Range<usize>, comment: String) {
        self.is_last = severity >= self.wanted.0 && !self.wanted.1.contains(&issue_type);
        if !self.is_last {
            return;
        }
        let target = TextSpan::new(self.start + at.start, self.start + at.end);
        let (unit, source, location) = (self.unit, self.source, None);
        let issue = QualityIssue { issue_type, severity, comment, unit, source, target, location };
        self.found.push((issue, None));
    }

    /// Sets the source range of the last issue.
    pub fn place(&mut self, source: Option<Range<usize>>) {
        if let Some((_, place)) = self.found.last_mut().filter(|_| self.is_last) {
            *place = source;
        }
    }

    pub fn finish(mut self) -> Vec<FoundIssue> {
        self.found.sort_by_key(|(issue, _)| (issue.target.start(), issue.target.end()));
        self.found
    }
}

/// The maximum length of a quotation in a comment, in characters.
const QUOTED: usize = 60;

/// Quotes a text for a comment.
pub(super) fn quoted(text: &str) -> String {
    let mut chars = text.chars();
    let start: String = chars.by_ref().take(QUOTED).map(visible).collect();
    let more = if chars.next().is_some() { "…" } else { "" };
    format!("`{start}{more}`")
}

fn visible(c: char) -> char {
    if c.is_control() { ' ' } else { c }
}

/// Returns a quality score from 0 to 1 for a translation: the product of `1 - severity / 100` of all its
/// issues, which is 1 without issues.
pub fn quality_score(issues: &[QualityIssue]) -> f64 {
    issues.iter().map(|issue| 1.0 - f64::from(issue.severity.min(100)) / 100.0).product()
}
