//! Checks of documents that contain translations.

use std::borrow::Cow;
use std::collections::HashMap;
use std::iter::Peekable;
use std::ops::Range;

use super::character_class::CharacterClass;
use super::checked_text::{CheckedCode, CheckedText};
use super::issue::QualityIssue;
use super::limit::{Limits, StorageSize};
use super::options::CheckOptions;
use super::{Languages, check};
use glossweave_base::error::{Error, Places, Result, Side};
use glossweave_base::text::TextSpan;
use glossweave_document::annotation::{Category, Metadata};
use glossweave_document::{Document, DocumentExt, Unit};
use glossweave_format::{CodeReader, code_reader};

/// Checks the translations in a document: XLIFF, PO, string catalogs, tables with a column of translations.
/// Returns the issues of all units in text order. Units that await a translation are skipped.
///
/// | type (ITS 2.0, appendix C) | severity | check |
/// |---|---|---|
/// | `markup` | 100, 80 | the same inline codes and placeholders, equally often; no end tag before its start |
/// | `pattern-problem` | 100 | arguments with branches (ICU MessageFormat) have all required branches |
/// | `omission` | 80 | the translation is not empty |
/// | `untranslated` | 80 | not the source text, no five words in a row of it, not in its language |
/// | `terminology` | 80, 50 | no forbidden terms; terms are translated as the list requires |
/// | `length` | 80, 50 | within the Storage Size (ITS 2.0, clause 8.18); not three times as long, or as short |
/// | `characters` | 80 | only Allowed Characters (clause 8.19) |
/// | `numbers` | 50, 20 | the numbers of the source text, in any spelling; 20 for up to 12, often spelled out |
/// | `inconsistent-entities` | 50 | the web and mail addresses of the source text |
/// | `mistranslation` | 50 | the translation is in the target language |
/// | `duplication` | 50 | no repeated word or phrase |
/// | `typographical` | 20 | the end mark of the source text, or its equivalent in the target language |
/// | `whitespace` | 20 | the white space and line breaks at both ends of the source text |
///
/// # Errors
///
/// Returns [`ErrorKind::Unsupported`](glossweave_base::ErrorKind::Unsupported) if the document has no
/// translations.
pub fn check_translations(
    document: &Document,
    options: &CheckOptions,
) -> Result<Vec<QualityIssue>> {
    let Some(target) = document.target() else {
        let message = format!(
            "`{}` has no translations, expected a document with texts and their translations",
            document.source().format()
        );
        return Err(Error::unsupported(Side::Input, message));
    };
    let mut limits = StatedLimits::of(document);
    let (mut codes, mut target_codes) = (code_reader(document), code_reader(target));
    let mut places = Places::of(target.source().bytes());
    let is_package = document.source().format().is_package();
    let mut issues = Vec::new();
    for unit in document.units() {
        let Some(translation) = document.target_unit(unit) else { continue };
        if document.awaits_translation(unit) && translation.text().trim().is_empty() {
            continue;
        }
        let languages = Languages::of(options).or(unit.language(), translation.language());
        let text = checked(&mut codes, unit);
        let translated = checked(&mut target_codes, translation);
        let place = (unit.id(), unit.span(), translation.span().start());
        let limits = limits.at(unit.span());
        let found = check(&text, &translated, &limits, (options, languages), place);
        for (mut issue, source) in found {
            if !is_package {
                let bytes = source.or_else(|| source_range(target, translation, issue.target));
                issue.location = bytes.map(|bytes| places.at(bytes));
            }
            issues.push(issue);
        }
    }
    Ok(issues)
}

/// Returns the source range of a span of a translation. For an empty span, returns the end of the
/// translation.
fn source_range(target: &Document, translation: Unit<'_>, span: TextSpan) -> Option<Range<usize>> {
    if let Some(found) = target.source_span(span).filter(|_| !span.is_empty()) {
        return Some(found.range());
    }
    let end = target.source_span(translation.span())?.end();
    Some(end..end)
}

fn checked<'d>(codes: &mut CodeReader<'_>, unit: Unit<'d>) -> CheckedText<'d> {
    let codes = codes.codes(unit).into_iter();
    CheckedText::new(
        unit.text(),
        codes
            .map(|code| CheckedCode {
                at: code.text,
                spelling: Cow::Owned(code.spelling),
                source: Some(code.source.range()),
            })
            .collect(),
    )
}

/// The limits that a document specifies, in the order of their spans.
struct StatedLimits<'d> {
    stated: Peekable<std::vec::IntoIter<(TextSpan, &'d Metadata)>>,
    /// The limits that may enclose the current unit.
    open: Vec<(TextSpan, &'d Metadata)>,
    classes: HashMap<&'d str, Option<CharacterClass>>,
}

impl<'d> StatedLimits<'d> {
    fn of(document: &'d Document) -> StatedLimits<'d> {
        let limits = [Category::StorageSize, Category::AllowedCharacters];
        let all = document.annotations().iter();
        let mut stated: Vec<(TextSpan, &Metadata)> = all
            .filter_map(|annotation| Some((annotation.span(), annotation.as_metadata()?)))
            .filter(|(_, metadata)| limits.contains(&metadata.category()))
            .collect();
        stated.sort_by_key(|(span, _)| (span.start(), std::cmp::Reverse(span.end())));
        let stated = stated.into_iter().peekable();
        StatedLimits { stated, open: Vec::new(), classes: HashMap::new() }
    }

    /// Returns the innermost limits around a unit. Units must be passed in text order, because `open` is a
    /// stack of the spans that started before the unit.
    fn at(&mut self, unit: TextSpan) -> Limits<'_> {
        while let Some(stated) = self.stated.next_if(|(span, _)| span.start() <= unit.start()) {
            self.open.push(stated);
        }
        while self.open.pop_if(|(span, _)| span.end() < unit.end()).is_some() {}
        let around = || self.open.iter().rev().filter(|(span, _)| span.contains(unit)).take(NESTED);
        let size = around().find(|(_, metadata)| metadata.category() == Category::StorageSize);
        let size = size.and_then(|(_, metadata)| {
            Some(StorageSize {
                bytes: metadata.field("storageSize")?.trim().parse().ok()?,
                encoding: metadata.field("storageEncoding").unwrap_or("UTF-8"),
                line_break: metadata.field("lineBreakType").unwrap_or("lf"),
            })
        });
        let characters =
            around().find(|(_, metadata)| metadata.category() == Category::AllowedCharacters);
        let class = characters.and_then(|(_, metadata)| metadata.field("allowedCharacters"));
        let characters = class.and_then(|class| {
            self.classes.entry(class).or_insert_with(|| CharacterClass::parse(class)).as_ref()
        });
        Limits { size, characters }
    }
}

/// The maximum number of limits around a unit that are examined.
const NESTED: usize = 64;
