//! Checks of documents that have translations in them.

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

/// Checks the translations of a document that has some in it: XLIFF, PO, string catalogs, tables with a column of
/// translations. Returns the issues of all units in their order; units that wait for a translation are left out.
///
/// | type (ITS 2.0, appendix C) | severity | what is checked |
/// |---|---|---|
/// | `markup` | 100, 80 | the inline codes and placeholders of the text are in the translation, each as often, and no others; no end tag comes before its start tag |
/// | `pattern-problem` | 100 | arguments with branches (ICU MessageFormat) have the branches that they need |
/// | `omission` | 80 | the translation is not empty |
/// | `untranslated` | 80 | it is not the text itself, has no five words in a row of it, and is not in its language |
/// | `terminology` | 80, 50 | no forbidden term is used; the terms of the list are translated as it says |
/// | `length` | 80, 50 | it keeps to the Storage Size (ITS 2.0, clause 8.18); it is neither three times as long as its text nor as short |
/// | `characters` | 80 | it keeps to the Allowed Characters (clause 8.19) |
/// | `numbers` | 50, 20 | it has the numbers of the text, in any spelling; 20 for those up to 12, which may be spelled out |
/// | `inconsistent-entities` | 50 | it has the addresses of the web and of mail of the text |
/// | `mistranslation` | 50 | it is in the target language |
/// | `duplication` | 50 | no word or phrase is repeated |
/// | `typographical` | 20 | the mark at its end is that of the text, or the one of its language |
/// | `whitespace` | 20 | white space and line breaks at its ends are those of the text |
///
/// # Errors
///
/// Returns [`ErrorKind::Unsupported`](glossweave_base::ErrorKind::Unsupported) if the document has no translations.
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
        let Some(translation) = document.target_of(unit) else { continue };
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

/// Returns the range of a span of a translation in the source; of an empty one the end of the translation.
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

/// The limits that a document states, in the order of their spans.
struct StatedLimits<'d> {
    stated: Peekable<std::vec::IntoIter<(TextSpan, &'d Metadata)>>,
    /// Those that the current unit may lie in.
    open: Vec<(TextSpan, &'d Metadata)>,
    classes: HashMap<&'d str, Option<CharacterClass>>,
}

impl<'d> StatedLimits<'d> {
    fn of(document: &'d Document) -> StatedLimits<'d> {
        let limits = [Category::StorageSize, Category::AllowedCharacters];
        let all = document.annotations().iter();
        let mut stated: Vec<(TextSpan, &Metadata)> = all
            .filter_map(|one| Some((one.span(), one.as_metadata()?)))
            .filter(|(_, metadata)| limits.contains(&metadata.category()))
            .collect();
        stated.sort_by_key(|(span, _)| (span.start(), std::cmp::Reverse(span.end())));
        let stated = stated.into_iter().peekable();
        StatedLimits { stated, open: Vec::new(), classes: HashMap::new() }
    }

    /// Returns the limits of a unit: of those around it the innermost ones. Units come in their order.
    fn at(&mut self, unit: TextSpan) -> Limits<'_> {
        while let Some(one) = self.stated.next_if(|(span, _)| span.start() <= unit.start()) {
            self.open.push(one);
        }
        while self.open.pop_if(|(span, _)| span.end() < unit.end()).is_some() {}
        let around = || self.open.iter().rev().filter(|(span, _)| span.contains(unit)).take(NESTED);
        let size = around().find(|(_, one)| one.category() == Category::StorageSize);
        let size = size.and_then(|(_, one)| {
            Some(StorageSize {
                bytes: one.field("storageSize")?.trim().parse().ok()?,
                encoding: one.field("storageEncoding").unwrap_or("UTF-8"),
                line_break: one.field("lineBreakType").unwrap_or("lf"),
            })
        });
        let characters = around().find(|(_, one)| one.category() == Category::AllowedCharacters);
        let class = characters.and_then(|(_, one)| one.field("allowedCharacters"));
        let characters = class.and_then(|class| {
            self.classes.entry(class).or_insert_with(|| CharacterClass::parse(class)).as_ref()
        });
        Limits { size, characters }
    }
}

/// The number of limits around a unit that are looked at.
const NESTED: usize = 64;
